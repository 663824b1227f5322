"""The matrix of services over time: what its cells are, and how each service stood in each. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from .health import STATES, CellCount

SPANS = {"24h": (24, 1), "7d": (28, 6), "30d": (30, 24)}  # how many cells, and how many hours each
HOUR = timedelta(hours=1)
MAINTENANCE = "maintenance"


@dataclass(frozen=True, slots=True)
class HealthCell:
    """How one service stood in one stretch of time: the worst state, and how many checks found which."""

    state: str
    counts: dict[str, int]

    @property
    def checks(self) -> int:
        """How many checks there were."""
        return sum(self.counts.values())


@dataclass(frozen=True, slots=True)
class HealthMatrix:
    """``bounds`` are the edges of the columns, one more than there are columns (aware, local); ``rows`` by service."""

    span: str
    bounds: tuple[datetime, ...]
    rows: dict[str, dict[int, HealthCell]] = field(default_factory=dict)

    def cell(self, service: str, column: int) -> HealthCell | None:
        """One cell; None where nothing was checked."""
        return self.rows.get(service, {}).get(column)


def column_bounds(span: str, now: datetime) -> tuple[datetime, ...]:
    """The edges of the columns in local time, the last one after ``now``; a day is the calendar's, 23 to 25 hours."""
    number, hours = SPANS[span]
    local = now.astimezone()
    start = local.replace(minute=0, second=0, microsecond=0)
    if hours == 24:
        return tuple(_at(start, day - number + 1, 0) for day in range(number + 1))
    if hours == 1:
        first = start.astimezone(UTC) - HOUR * (number - 1)
        return tuple((first + HOUR * n).astimezone() for n in range(number + 1))
    cell = start.hour // hours
    return tuple(_at(start, (cell + n) // 4, (cell + n) % 4 * hours) for n in range(1 - number, 2))


def fill_matrix(span: str, edges: tuple[datetime, ...], found: Iterable[CellCount]) -> HealthMatrix:
    """What ``HealthRecords.in_cells`` and the check results found, put into cells; numbers of the same are added."""
    rows: dict[str, dict[int, dict[str, int]]] = {}
    for one in found:
        counts = rows.setdefault(one.service, {}).setdefault(one.cell, {})
        counts[one.status] = counts.get(one.status, 0) + one.number
    return HealthMatrix(
        span,
        edges,
        {
            service: {place: HealthCell(worst_state(counts), counts) for place, counts in cells.items()}
            for service, cells in sorted(rows.items())
        },
    )


def worst_state(states: Iterable[str]) -> str:
    """The worst of these; what is no state of ours counts as unknown. Maintenance is the state only where nothing
    else was found: what happens then is no fault."""
    states = tuple(states)
    if states and all(state == MAINTENANCE for state in states):
        return MAINTENANCE
    states = tuple(state for state in states if state != MAINTENANCE)
    rank = {state: place for place, state in enumerate(STATES)}
    return max((state if state in rank else "unknown" for state in states), key=rank.__getitem__, default="unknown")


def _at(day: datetime, days: int, hour: int) -> datetime:
    """A wall-clock hour of a day near ``day``, in the offset that holds there."""
    naive = (day.replace(tzinfo=None) + timedelta(days=days)).replace(hour=hour)
    return naive.astimezone()
