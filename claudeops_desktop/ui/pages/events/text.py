"""What the page of events says of itself, and which filters it takes up. Pure."""

from __future__ import annotations

from typing import Any

from ....records.event_groups import ACKNOWLEDGED, MUTED, WAITING, EventFacets
from ...text import formatting
from ...text.translation import tr, tr_count
from . import time_filter


def fact_line(facets: EventFacets, folds: int) -> str:
    """The line under the title: how many, how many of them differ, how many are bad."""
    if not facets.total:
        return tr("No event yet")
    if facets.matching != facets.total:
        return tr(
            "{matching} of {total} shown",
            matching=formatting.format_number(facets.matching),
            total=tr_count("%n event", "%n events", facets.total),
        )
    parts = [tr_count("%n event", "%n events", facets.total)]
    if folds != facets.total:
        parts.append(tr("{folds} different", folds=formatting.format_number(folds)))
    parts += [
        tr("{number} critical", number=formatting.format_number(number))
        if level == "critical"
        else formatting.format_count(number, level)
        for level in ("critical", "warning")
        if (number := facets.levels.get(level, 0))
    ]
    return " · ".join(parts)


def valid_filters(values: dict[str, Any]) -> dict[str, Any]:
    """The filters among these values that an EventQuery has, where they are what they should be."""
    found = {name: values[name] for name in ("level", "service", "text") if isinstance(values.get(name), str)}
    if time_filter.is_time_filter(values.get("time")):
        found["time"] = values["time"]
    if values.get("state") in (WAITING, ACKNOWLEDGED, MUTED):
        found["state"] = values["state"]
    return found
