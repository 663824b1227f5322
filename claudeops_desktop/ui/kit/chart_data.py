"""What a chart over time shows: series, the bounds of its stretches, outages and states; the same as a table. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from ..text.translation import tr
from .chart_scale import stretch_text


@dataclass(frozen=True, slots=True)
class ChartSeries:
    """One line, or the part of each bar that is its own: a value for each stretch, None where there is none."""

    name: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class ChartBand:
    """A time that is marked behind the series: ``look`` is down, degraded or maintenance."""

    start: datetime
    end: datetime
    look: str


@dataclass(frozen=True, slots=True)
class StretchState:
    """The state of a stretch: its look ("" for not checked), and what was found in words."""

    look: str
    text: str


@dataclass(frozen=True, slots=True)
class ChartData:
    """What a chart shows. ``edges`` are the bounds of the stretches, one more than there are values.

    ``format_value`` writes a value with its unit; ``bars`` stacks the series instead of drawing lines. The axis goes
    from ``low`` to ``high``, and further where values do; None: from the values. ``counted`` values are whole.
    ``states`` has one for each stretch, or none.
    """

    edges: tuple[datetime, ...] = ()
    series: tuple[ChartSeries, ...] = ()
    format_value: Callable[[float], str] = str
    bars: bool = False
    low: float | None = 0.0
    high: float | None = None
    counted: bool = False
    bands: tuple[ChartBand, ...] = ()
    states: tuple[StretchState, ...] = ()

    @property
    def count(self) -> int:
        """How many stretches there are."""
        return max(0, len(self.edges) - 1)

    @property
    def is_empty(self) -> bool:
        """Tell whether there is nothing at all to show."""
        return not (self.has_values or any(state.look for state in self.states))

    @property
    def has_values(self) -> bool:
        """Tell whether there is a value to draw."""
        return any(value is not None for series in self.series for value in series.values)

    def at(self, place: int) -> list[tuple[str, str]]:
        """The names and values of a stretch, and its state; "no data" where there is none."""
        found = ((series.name, series.values[place]) for series in self.series)
        told = [(name, tr("no data") if value is None else self.format_value(value)) for name, value in found]
        return [*told, (tr("State"), self.states[place].text)] if self.states else told

    def table(self) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
        """The same as a table: its head, and a row for each stretch."""
        state = (tr("State"),) if self.states else ()
        head = (tr("Time"), *(series.name for series in self.series), *state)
        rows = [
            (stretch_text(*self.edges[place : place + 2]), *(value for _, value in self.at(place)))
            for place in range(self.count)
        ]
        return head, rows
