"""How times, durations, money and numbers read. Pure; ``now`` can be passed in (UI.md, Words)."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

from ...core import text_format
from ...core.clock import from_text, utc_now
from .translation import locale, tr

MINUTE, HOUR, DAY, WEEK = 60, 3600, 86400, 7 * 86400
RETELL_MS = 5_000  # how often screens say anew what reads differently with time: all of them equally
JUST_NOW = 5  # seconds: nearer than that a moment is called now
format_count = text_format.format_count  # pages find every format in this module
MONTHS = (
    tr("Jan"),
    tr("Feb"),
    tr("Mar"),
    tr("Apr"),
    tr("May"),
    tr("Jun"),
    tr("Jul"),
    tr("Aug"),
    tr("Sep"),
    tr("Oct"),
    tr("Nov"),
    tr("Dec"),
)
WEEKDAYS = (tr("Mon"), tr("Tue"), tr("Wed"), tr("Thu"), tr("Fri"), tr("Sat"), tr("Sun"))


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
    if far < JUST_NOW:
        return tr("just now") if seconds >= 0 else tr("now")
    span = format_age(far)
    return tr("{span} ago", span=span) if seconds > 0 else tr("in {span}", span=span)


def format_exact_time(moment: str | datetime | None) -> str:
    """A moment in full, in local time, for hovering: ``Sat 14 Nov 2026, 14:03:22``."""
    if not moment:
        return ""
    at = (from_text(moment) if isinstance(moment, str) else moment).astimezone()
    return tr(
        "{weekday} {day} {month} {year}, {time}",
        weekday=WEEKDAYS[at.weekday()],
        day=at.day,
        month=MONTHS[at.month - 1],
        year=at.year,
        time=f"{at:%H:%M:%S}",
    )


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
    return tr("{day} {month} {time}", day=at.day, month=MONTHS[at.month - 1], time=f"{at:%H:%M}")


def format_date(moment: str | datetime, now: datetime | None = None) -> str:
    """The local date, with its year where it is not this one: ``14 Nov``, ``3 Jan 2025``."""
    at = (from_text(moment) if isinstance(moment, str) else moment).astimezone()
    this_year = (now or utc_now()).astimezone().year
    if at.year == this_year:
        return tr("{day} {month}", day=at.day, month=MONTHS[at.month - 1])
    return tr("{day} {month} {year}", day=at.day, month=MONTHS[at.month - 1], year=at.year)


def format_duration(seconds: float | None) -> str:
    """A length of time: ``0.4 s``, ``12 s``, ``1 min 12 s``, ``2 h 5 min``, ``3 d 4 h``. None gives an empty text."""
    if seconds is None:
        return ""
    seconds = max(0.0, seconds)
    if seconds < 9.95:
        return tr("{seconds} s", seconds=localize_number(f"{seconds:.1f}".removesuffix(".0")))
    whole = round(seconds)
    if whole < MINUTE:
        return tr("{seconds} s", seconds=whole)
    if whole < HOUR:
        parts = tr("{minutes} min", minutes=whole // MINUTE), tr("{seconds} s", seconds=whole % MINUTE)
        return " ".join(parts) if whole % MINUTE else parts[0]
    if whole < DAY:
        minutes = whole % HOUR // MINUTE
        parts = tr("{hours} h", hours=whole // HOUR), tr("{minutes} min", minutes=minutes)
        return " ".join(parts) if minutes else parts[0]
    hours = whole % DAY // HOUR
    parts = tr("{days} d", days=whole // DAY), tr("{hours} h", hours=hours)
    return " ".join(parts) if hours else parts[0]


def format_lasted(seconds: float) -> str:
    """How long something has lasted: ``45 s``, ``12 min``, ``3 h 11 min``; no seconds where there are minutes."""
    whole = max(0, int(seconds))
    return format_duration(float(whole if whole < MINUTE else whole - whole % MINUTE))


def format_duration_ms(milliseconds: float | None) -> str:
    """The same for milliseconds, which below one second stay so: ``85 ms``."""
    if milliseconds is None:
        return ""
    if milliseconds < 999.5:
        return tr("{milliseconds} ms", milliseconds=round(milliseconds))
    return format_duration(milliseconds / 1000)


def format_number(value: float) -> str:
    """A number with separators: ``12,408``, ``3.5``."""
    return localize_number(f"{value:,}" if isinstance(value, int) else f"{value:,.2f}".rstrip("0").rstrip("."))


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


def format_age(seconds: float) -> str:
    """A length of time in its largest unit: ``42 s``, ``3 h``, ``6 d``."""
    if seconds < MINUTE:
        return tr("{seconds} s", seconds=int(seconds))
    if seconds < HOUR:
        return tr("{minutes} min", minutes=int(seconds // MINUTE))
    if seconds < DAY:
        return tr("{hours} h", hours=int(seconds // HOUR))
    return tr("{days} d", days=int(seconds // DAY))


def localize_number(number: str) -> str:
    """Return a number as Python writes it with the separators of the operator's language."""
    place = locale()
    return number.translate({ord(","): place.groupSeparator(), ord("."): place.decimalPoint()})


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
