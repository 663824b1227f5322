"""How times, durations, money and numbers read. Pure; ``now`` can be passed in (UI.md, Words)."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from ...core import text_format
from ...core.clock import from_text, utc_now
from .translation import tr

MINUTE, HOUR, DAY, WEEK = 60, 3600, 86400, 7 * 86400
format_count = text_format.format_count  # pages find every format in this module
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def format_relative_time(moment: str | datetime | None, now: datetime | None = None) -> str:
    """A moment as an operator would say it: ``just now``, ``2 h ago``, ``in 23 min``, ``3 d ago``, ``14 Nov``.

    Takes stored text or an aware datetime; nothing gives an empty text.
    """
    if not moment:
        return ""
    at = from_text(moment) if isinstance(moment, str) else moment
    now = now or utc_now()
    seconds = (now - at).total_seconds()
    far = abs(seconds)
    if far >= WEEK:
        return format_date(at, now)
    if far < 5:
        return tr("just now") if seconds >= 0 else tr("now")
    span = _coarse(far)
    return tr("{span} ago", span=span) if seconds > 0 else tr("in {span}", span=span)


def format_exact_time(moment: str | datetime | None) -> str:
    """A moment in full, in local time, for hovering: ``Sat 14 Nov 2026, 14:03:22``."""
    if not moment:
        return ""
    at = (from_text(moment) if isinstance(moment, str) else moment).astimezone()
    return f"{WEEKDAYS[at.weekday()]} {at.day} {MONTHS[at.month - 1]} {at.year}, {at:%H:%M:%S}"


def format_clock_time(moment: str | datetime | None, now: datetime | None = None) -> str:
    """The time of day in local time, with the day where it is not today: ``14:00``, ``Mon 14:00``, ``3 Dec 14:00``."""
    if not moment:
        return ""
    at = (from_text(moment) if isinstance(moment, str) else moment).astimezone()
    today = (now or utc_now()).astimezone().date()
    days = abs((at.date() - today).days)
    if days == 0:
        return f"{at:%H:%M}"
    if days < 7:
        return f"{WEEKDAYS[at.weekday()]} {at:%H:%M}"
    return f"{at.day} {MONTHS[at.month - 1]} {at:%H:%M}"


def format_date(moment: str | datetime, now: datetime | None = None) -> str:
    """The local date, with its year where it is not this one: ``14 Nov``, ``3 Jan 2025``."""
    at = (from_text(moment) if isinstance(moment, str) else moment).astimezone()
    this_year = (now or utc_now()).astimezone().year
    text = f"{at.day} {MONTHS[at.month - 1]}"
    return text if at.year == this_year else f"{text} {at.year}"


def format_duration(seconds: float | None) -> str:
    """A length of time: ``0.4 s``, ``12 s``, ``1 min 12 s``, ``2 h 5 min``, ``3 d 4 h``. None gives an empty text."""
    if seconds is None:
        return ""
    seconds = max(0.0, seconds)
    if seconds < 9.95:
        text = f"{seconds:.1f}".removesuffix(".0")
        return f"{text} s"
    whole = round(seconds)
    if whole < MINUTE:
        return f"{whole} s"
    if whole < HOUR:
        return _two(whole, MINUTE, "min", 1, "s")
    if whole < DAY:
        return _two(whole, HOUR, "h", MINUTE, "min")
    return _two(whole, DAY, "d", HOUR, "h")


def format_duration_ms(milliseconds: float | None) -> str:
    """The same for milliseconds, which below one second stay so: ``85 ms``."""
    if milliseconds is None:
        return ""
    if milliseconds < 999.5:
        return f"{round(milliseconds)} ms"
    return format_duration(milliseconds / 1000)


def format_number(value: float) -> str:
    """A number with separators: ``12,408``, ``3.5``."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}".rstrip("0").rstrip(".")


def format_percent(share: float) -> str:
    """A share from 0 to 1: ``42 %``; only all of it is 100, only nothing is 0."""
    whole = round(share * 100)
    if whole == 0 and share > 0:
        return "< 1 %"
    if whole == 100 and share < 1:
        return "99 %"
    return f"{whole} %"


def format_names(names: list[str] | tuple[str, ...], most: int = 3) -> str:
    """Names as in a sentence: ``caddy, jellyfin and 2 more``."""
    if len(names) > most:
        return tr("{names} and {count} more", names=", ".join(names[:most]), count=len(names) - most)
    if len(names) > 1:
        return tr("{names} and {last}", names=", ".join(names[:-1]), last=names[-1])
    return names[0] if names else ""


def tier_name(tier: int) -> str:
    """Tier 1, 2 or 3 in a word: ``observe``, ``investigate``, ``remediate``."""
    names = {1: tr("observe"), 2: tr("investigate"), 3: tr("remediate")}
    return names.get(tier) or tr("tier {number}", number=tier)


def _coarse(seconds: float) -> str:
    if seconds < MINUTE:
        return f"{int(seconds)} s"
    if seconds < HOUR:
        return f"{int(seconds // MINUTE)} min"
    if seconds < DAY:
        return f"{int(seconds // HOUR)} h"
    return f"{int(seconds // DAY)} d"


def _two(whole: int, big: int, big_name: str, small: int, small_name: str) -> str:
    first, rest = divmod(whole, big)
    second = rest // small
    return f"{first} {big_name} {second} {small_name}" if second else f"{first} {big_name}"


def shorten_path(path: Path) -> str:
    """A path as an operator writes it: ``~`` for the home folder."""
    home = Path.home()
    return f"~/{path.relative_to(home)}" if path.is_relative_to(home) and path != home else str(path)


def strip_direction_marks(text: str) -> str:
    """Untrusted text without the marks that would turn the reading direction of what stands beside it."""
    return text.translate(_TURNING)


def make_breakable(text: str, most: int = 600, longest: int = 40) -> str:
    """Untrusted text for a label that wraps: plain, not endless, and its longest words may break."""
    text = strip_direction_marks(text)
    if len(text) > most:
        text = f"{text[:most].rstrip()}…"
    return re.sub(rf"\S{{{longest}}}(?=\S)", lambda found: f"{found[0]}\u200b", text)


_TURNING = dict.fromkeys((0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A)))
