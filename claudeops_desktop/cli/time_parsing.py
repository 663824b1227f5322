"""Lengths of time and moments as an operator types them: ``90min``, ``2 h``, ``tomorrow``, ``2026-01-31 08:00``."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from ..core.clock import to_text
from ..core.errors import UsageError
from .output import local

_SPAN = re.compile(r"(\d+(?:\.\d+)?)\s*(min|m|h|d|w)[a-z]*")
_UNITS = {"m": "minutes", "min": "minutes", "h": "hours", "d": "days", "w": "weeks"}
MORNING = 8


def length(text: str) -> timedelta:
    """``30min``, ``2h``, ``1.5 d``, ``1w``. Raises UsageError."""
    found = _SPAN.fullmatch(text.strip().lower())
    if found is None or not float(found[1]):
        raise UsageError(f"{text!r} is no length of time.", "Write it such as 30min, 2h, 3d or 1w.")
    try:
        return timedelta(**{_UNITS[found[2]]: float(found[1])})
    except OverflowError:
        raise UsageError(f"{text!r} is longer than a calendar reaches.", "Name a shorter one.") from None


def moment(text: str, now: datetime) -> datetime:
    """A moment in local time: ``tomorrow`` (8:00), ``08:00``, ``2026-01-31 08:00``. Raises UsageError."""
    said = text.strip().lower()
    today = now.astimezone().date()
    if said == "tomorrow":
        return tomorrow_morning(now)
    try:
        clock = datetime.strptime(said, "%H:%M").time()  # noqa: DTZ007 — the operator's own zone
    except ValueError:
        try:
            return datetime.fromisoformat(said.upper()).astimezone(UTC)  # as a JSON document says it: …T08:00:00.000Z
        except (ValueError, OverflowError):
            raise UsageError(
                f"{text!r} is no moment.", 'Write it such as 08:00, tomorrow, 2026-01-31 or "2026-01-31 08:00".'
            ) from None
    at = datetime.combine(today, clock).astimezone()
    return (at if at > now else datetime.combine(today + timedelta(days=1), clock).astimezone()).astimezone(UTC)


def past_moment(text: str, now: datetime) -> datetime:
    """A moment that has been: ``2h`` (ago), ``14:00`` (the last one), ``2026-01-31``. Raises UsageError."""
    found = _length_or_moment(text, now, -1)
    if ":" in text and "-" not in text and found > now:  # 14:00 that has not come yet is yesterday's
        found -= timedelta(days=1)
    return found


def future_moment(text: str, now: datetime, too_early: str = "") -> datetime:
    """A moment to come: ``2h`` (from now), ``14:00`` (the next one), ``2026-01-31``. Raises UsageError, with
    ``too_early`` as its sentence for one that is not after ``now``."""
    found = _length_or_moment(text, now, 1)
    if found <= now:
        raise UsageError(too_early or f"{local(to_text(found))} is past.", "Name a later time.")
    return found


def _length_or_moment(text: str, now: datetime, direction: int) -> datetime:
    try:
        return now + direction * length(text)
    except OverflowError:
        raise UsageError(f"{text!r} is longer than a calendar reaches.", "Name a shorter one.") from None
    except UsageError:
        pass
    try:
        return moment(text, now)
    except UsageError:
        raise UsageError(
            f"{text!r} is no time.", 'Write it such as 2h, 3d, 08:00, tomorrow or "2026-01-31 08:00".'
        ) from None


def tomorrow_morning(now: datetime) -> datetime:
    """8:00 of the next day, local time."""
    day = now.astimezone().date() + timedelta(days=1)
    return datetime(day.year, day.month, day.day, MORNING).astimezone().astimezone(UTC)
