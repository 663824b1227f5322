"""The map as text: each service that nothing depends on, and below it what it needs, as a tree."""

from __future__ import annotations

from collections.abc import Iterator

from .service_map import ServiceMap

MARKS = {"healthy": "ok", "degraded": "degraded", "down": "DOWN"}
DEEPEST = 12


def tree_lines(shown: ServiceMap) -> Iterator[str]:
    """The lines of the tree; a service that was written out above is not written out again (``…``). Services without
    any dependency come last, in one line."""
    graph = shown.graph
    written: set[str] = set()
    tops = [name for name in graph.names if graph.direct_dependencies(name) and not graph.direct_dependents(name)]
    for top in tops:
        yield _line(shown, top)
        yield from _below(shown, top, "", written, 1)
    alone = [n for n in graph.names if not graph.direct_dependencies(n) and not graph.direct_dependents(n)]
    if alone:
        if tops:
            yield ""
        yield f"Without dependencies: {', '.join(_line(shown, name) for name in alone)}"


def _below(shown: ServiceMap, name: str, margin: str, written: set[str], depth: int) -> Iterator[str]:
    needs = shown.graph.direct_dependencies(name)
    for place, dependency in enumerate(needs):
        last = place == len(needs) - 1
        has_more = bool(shown.graph.direct_dependencies(dependency))
        cut = has_more and (dependency in written or depth >= DEEPEST)
        yield f"{margin}{'└─' if last else '├─'} {_line(shown, dependency)}{' …' if cut else ''}"
        written.add(dependency)
        if not cut:
            yield from _below(shown, dependency, margin + ("   " if last else "│  "), written, depth + 1)


def _line(shown: ServiceMap, name: str) -> str:
    state = MARKS.get(shown.states.get(name, ""), "unknown")
    under = f", explained by {shown.folded[name]}" if name in shown.folded else ""
    return f"{name} ({state}{under})"
