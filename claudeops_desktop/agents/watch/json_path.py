"""A value inside a JSON answer: ``status``, ``data.items[0].ok``, ``["a name.with dots"]``. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_STEP = re.compile(r"""\.?([^.\[\]"']+)|\[(-?\d+)\]|\.?\[(?:"([^"]*)"|'([^']*)')\]""")


class PathMissingError(Exception):
    """The answer has no such value; the text says where the path ends."""


def parse_path(path: str) -> tuple[str | int, ...]:
    """The names and numbers of a path. A leading ``$`` is the answer itself. Raises ValueError."""
    rest = path.strip()
    rest = rest[1:] if rest[:1] == "$" and rest[1:2] in ("", ".", "[") else rest
    steps: list[str | int] = []
    place = 0
    while place < len(rest):
        found = _STEP.match(rest, place)
        if found is None or (place == 0 and rest[0] == "." and path.strip()[0] != "$"):
            raise ValueError(
                f'must be a path such as "status" or "data.items[0].ok"; it cannot be read at {rest[place:]!r}'
            )
        name, number, double, single = found.groups()
        steps.append(int(number) if number is not None else next(s for s in (name, double, single) if s is not None))
        place = found.end()
    return tuple(steps)


def take_value(answer: Any, path: str) -> Any:
    """The value at a path. Raises PathMissingError."""
    value = answer
    so_far = "the answer"
    for step in parse_path(path):
        if isinstance(step, int):
            if not isinstance(value, Sequence) or isinstance(value, str):
                raise PathMissingError(f"{so_far} is {_kind(value)}, not a list")
            if not -len(value) <= step < len(value):
                raise PathMissingError(f"{so_far} has {len(value)} entries, not [{step}]")
            value = value[step]
        else:
            if not isinstance(value, Mapping):
                raise PathMissingError(f"{so_far} is {_kind(value)}, without {step!r}")
            if step not in value:
                raise PathMissingError(f"{so_far} has no {step!r}")
            value = value[step]
        tail = f"[{step}]" if isinstance(step, int) else f".{step}"
        so_far = tail.removeprefix(".") if so_far == "the answer" else so_far + tail
    return value


def render_value(value: Any) -> str:
    """A JSON value as people write it: ``true``, ``null``, ``3.5``, and text without quotation marks."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, Mapping | list):
        return _kind(value)
    return str(value)


def equals(value: Any, wanted: str) -> bool:
    """Tell whether a value is what is wanted: numbers by their value, everything else by how it is written."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return float(wanted) == value
        except ValueError:
            return False
    return not isinstance(value, Mapping | list) and render_value(value) == wanted


def _kind(value: Any) -> str:
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, list) else f"{render_value(value)!r}"
