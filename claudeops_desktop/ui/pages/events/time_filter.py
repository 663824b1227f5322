"""The filter by time: the last hour, day or week, or from one moment to another, which a dialog asks for."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta

from ....core.clock import from_text, to_text, utc_now
from ...kit.fields import MomentField, Values
from ...kit.filters import FilterSpec
from ...kit.forms import FormSpec
from ...text import formatting
from ...text.translation import tr

CHOOSE = "choose"  # the entry that opens the dialog
SPANS = {"hour": tr("Last hour"), "day": tr("Last day"), "week": tr("Last week")}


def is_time(value: object) -> bool:
    """Tell whether it is a value of the filter: what was remembered may be damaged."""
    if not isinstance(value, str):
        return False
    if value in SPANS:
        return True
    start, slash, end = value.partition("/")
    try:
        return bool(slash) and bool([from_text(part) for part in (start, end) if part])
    except ValueError:
        return False


def time_text(time: str) -> str:
    """Return a value in words: ``Last day``, ``Mon 08:00 – 12:00``, ``since 3 Dec 08:00``."""
    if time == CHOOSE:
        return tr("From … to …")
    if time in SPANS:
        return SPANS[time]
    start, _, end = time.partition("/")
    if start and end:
        return f"{formatting.format_clock_time(start)} – {formatting.format_clock_time(end)}"
    if start:
        return tr("since {start}", start=formatting.format_clock_time(start))
    return tr("before {end}", end=formatting.format_clock_time(end))


def time_values(time: str | None, _counts: Mapping[str, int]) -> list[str]:
    """Return the entries of the box; a range that is in force is one of them."""
    chosen = [time] if time and "/" in time else []
    return [*SPANS, *chosen, CHOOSE]


FILTER = FilterSpec("time", tr("Time"), tr("Any time"), time_text, time_values, is_time, counted=False)


def range_of(time: str | None) -> dict[str, object]:
    """Return the moments that the dialog begins with: those in force, or the last day."""
    start, _, end = time.partition("/") if time and "/" in time else ("", "", "")
    return {
        "start": from_text(start) if start else utc_now() - timedelta(days=1),
        "end": from_text(end) if end else utc_now(),
    }


def _check(values: Values) -> str:
    return "" if values["start"] < values["end"] else tr("The start must be before the end.")


def _result(values: Values) -> str:
    return f"{to_text(values['start'])}/{to_text(values['end'])}"


FORM = FormSpec(
    title=tr("Events between two moments"),
    fields=(MomentField("start", tr("&From"), tr("From")), MomentField("end", tr("&To"), tr("To"))),
    submit=tr("Show them"),
    result=_result,
    check=_check,
    width=420,
)
