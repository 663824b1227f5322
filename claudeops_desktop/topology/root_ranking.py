"""Which service is behind many failures at once. Pure.

Which incident folds under which is decided as they open (``monitoring.incident_service``); here the whole picture is
put in order for who looks at it: the likeliest cause first, with what it explains.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from .graph import ServiceGraph


class RankedRoot(NamedTuple):
    """A service that may be behind failures. ``explains`` are the failing services it accounts for (itself among them
    if it fails); ``is_failing`` is False for a dependency whose state is not known and that is suspected."""

    name: str
    explains: tuple[str, ...]
    is_failing: bool


def rank_roots(bad: Collection[str], graph: ServiceGraph, *, well: Collection[str] = ()) -> tuple[RankedRoot, ...]:
    """The likely causes of many failures at once, the likeliest first.

    They are the failures that no other explains, and the dependencies whose state is not known (``well`` names what
    was measured and found well): where nobody measures a dependency, it is suspected of what fails above it. What
    accounts for most failures comes first; of equals the furthest dependency, then the first by name.
    """
    failing, fine = set(bad), set(well)
    needs = {name: set(graph.dependencies(name)) for name in failing}
    starts = {name for name in failing if not any(d in failing for d in graph.direct_dependencies(name))}
    unknown = {name for start in starts for name in needs[start]} - fine - failing
    ranked = [
        RankedRoot(name, tuple(sorted(b for b in failing if b == name or name in needs[b])), name in failing)
        for name in starts | unknown
    ]
    depth = {root.name: len(graph.dependencies(root.name)) for root in ranked}
    return tuple(sorted(ranked, key=lambda root: (-len(root.explains), depth[root.name], root.name)))
