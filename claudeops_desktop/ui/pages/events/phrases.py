"""What the page of events says of itself, and which filters it takes up. Pure."""

from __future__ import annotations

from typing import Any

from ....records.event_groups import ACKNOWLEDGED, MUTED, WAITING, EventFacets
from ... import words
from . import span


def fact(facets: EventFacets, folds: int) -> str:
    """The line under the title: how many, how many of them differ, how many are bad."""
    if not facets.total:
        return "No event yet"
    if facets.matching != facets.total:
        return f"{words.number(facets.matching)} of {words.counted(facets.total, 'event')} shown"
    parts = [words.counted(facets.total, "event")]
    if folds != facets.total:
        parts.append(f"{words.number(folds)} different")
    parts += [
        f"{words.number(number)} critical" if level == "critical" else words.counted(number, level)
        for level in ("critical", "warning")
        if (number := facets.levels.get(level, 0))
    ]
    return " · ".join(parts)


def known(values: dict[str, Any]) -> dict[str, Any]:
    """The filters among these values that an EventQuery has, where they are what they should be."""
    found = {name: values[name] for name in ("level", "service", "text") if isinstance(values.get(name), str)}
    if span.is_time(values.get("time")):
        found["time"] = values["time"]
    if values.get("state") in (WAITING, ACKNOWLEDGED, MUTED):
        found["state"] = values["state"]
    return found
