"""Times as other programs write them, as a moment of ours. Pure."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime

from ..core.clock import to_text

_NUMBER = re.compile(r"[0-9]{9,19}(?:\.[0-9]{1,9})?")
_FRACTION = re.compile(r"(?<=:\d\d)\.(\d{7,})")
_OLDEST, _LATEST = 315_532_800, 4_102_444_800  # 1980 and 2100: what lies outside is no time of a note


def read_moment(value: object) -> str:
    """A time in the form of ``core.clock.to_text``; "" for what is none.

    Read are ISO 8601 (a time without a zone is in UTC), a day alone, RFC 2822, and a number since 1970 in seconds,
    milliseconds, microseconds or nanoseconds.
    """
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return _from_number(float(value))
    if isinstance(value, datetime):
        return _stored(value)
    if isinstance(value, date):
        return _stored(datetime(value.year, value.month, value.day, tzinfo=UTC))
    text = str(value).strip()[:64]
    if _NUMBER.fullmatch(text):
        return _from_number(float(text))
    try:
        return _stored(datetime.fromisoformat(_FRACTION.sub(lambda found: f".{found[1][:6]}", text)))
    except ValueError:
        pass
    try:
        return _stored(parsedate_to_datetime(text))
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""


def _from_number(number: float) -> str:
    """Seconds since 1970, or a thousandth, a millionth or a billionth of them."""
    for unit in (1, 10**3, 10**6, 10**9):
        if _OLDEST <= number / unit <= _LATEST:
            return _stored(datetime.fromtimestamp(number / unit, UTC))
    return ""


def _stored(moment: datetime) -> str:
    try:
        if moment.tzinfo is None:
            moment = moment.replace(tzinfo=UTC)
        return to_text(moment) if moment.year >= 1980 else ""
    except (ValueError, OverflowError):
        return ""
