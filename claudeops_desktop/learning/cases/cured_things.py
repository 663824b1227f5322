"""The things that a cure was done to and its cause names: files, units and ports (L6). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

_THINGS = re.compile(
    r"(?P<file>(?:~|\.{1,2})?(?:/?[\w.@+-]+/)+[\w.@+-]*\w|/[\w.@+-]*\w"
    r"|\b[\w@+-][\w.@+-]*\.(?:conf|cfg|cnf|config|ini|toml|ya?ml|json|xml|env|service|socket|timer|mount|target))\b"
    r"|\bport (?P<port>\d{2,5})\b"
)


def cured_things(cure: str, cause: str, names: Iterable[str]) -> frozenset[str]:
    """Return what both an action and the words of a cause name, but for the unit of the service that all of its cures
    are done to: ``names`` are the service's."""
    said = _named(cause)
    own = {f"{name}{end}".casefold() for name in names for end in ("", ".service")}
    return frozenset(one for one in _named(cure) - own if any(is_same_thing(one, other) for other in said))


def is_same_thing(one: str, other: str) -> bool:
    """Tell whether two names are of one thing: a path may be told by its end."""
    return one == other or one.endswith(f"/{other}") or other.endswith(f"/{one}")


def _named(text: str) -> set[str]:
    """Return the files and units by their names, and ports as ``port 8081``."""
    found = _THINGS.finditer(text)
    return {(f"port {one['port']}" if one["port"] else one["file"].removeprefix("./")).casefold() for one in found}
