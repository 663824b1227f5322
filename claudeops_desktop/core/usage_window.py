"""The window of the Claude subscription: how much of it is used, and until when it is used up.

What the service said last is kept in ``usage-window.json`` of the data folder, for the login of the Claude CLI belongs
to this computer. While the window is closed no agent that costs money starts; a start would only be refused once more.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import orjson
from msgspec import Struct
from msgspec.structs import asdict

from .atomic_write import write_whole
from .clock import from_text, to_text
from .messages import UserMessage
from .trusted_time import TOLERANCE

FILE = "usage-window.json"
HOW_TO_REOPEN = UserMessage("If it was raised since, run `claudeops spend --reopen`.")
LOOK_AGAIN = timedelta(hours=1)
"""So long a limit is taken to hold whose end nobody said."""
LONGEST = timedelta(days=32)
"""No window is longer than a month: a later end is taken for a mistake."""


class UsageWindow(Struct, frozen=True):
    """What the service said at ``seen_at``: ``used`` is a share, 0 to 1, None where it did not say; ``name`` that of
    the window, such as five_hour; ``closed_until`` the time up to which nothing is answered, "" where the window is
    open; ``guessed`` says that nobody said when it opens. Moments are stored text."""

    seen_at: str
    name: str = ""
    used: float | None = None
    resets_at: str = ""
    closed_until: str = ""
    guessed: bool = False

    def closed_at(self, now: datetime) -> datetime | None:
        """Return when it opens, None where it is open. What was seen at a time that has not come was seen by
        a clock that was ahead: an end that was reckoned by that clock is none."""
        until = from_text(self.closed_until) if self.closed_until else None
        seen = from_text(self.seen_at)
        if until is None or (self.guessed and seen > now + TOLERANCE):
            return None
        return until if now < until <= min(seen, now) + LONGEST else None

    def used_at(self, now: datetime) -> float | None:
        """Return the share used, None where that is not known or the window it was said of is over."""
        return None if self.resets_at and now >= from_text(self.resets_at) else self.used


def read_window(root: Path) -> UsageWindow | None:
    """Return what was said last; None where nothing was, and where the file cannot be read."""
    try:
        found: Any = orjson.loads((root / FILE).read_bytes())
        names = set(UsageWindow.__struct_fields__)
        window = UsageWindow(**{name: value for name, value in found.items() if name in names})
        for moment in (window.seen_at, *filter(None, (window.resets_at, window.closed_until))):
            from_text(moment)
    except (OSError, orjson.JSONDecodeError, AttributeError, TypeError, ValueError):
        return None
    return window if isinstance(window.used, float | int | None) and isinstance(window.name, str) else None


def closed_until(root: Path, now: datetime) -> datetime | None:
    """Return when the window opens; None where it is open, as far as is known."""
    window = read_window(root)
    return window.closed_at(now) if window is not None else None


def note_window(root: Path, window: UsageWindow) -> None:
    """Keep what was said. Raises OSError."""
    write_whole(root / FILE, orjson.dumps(asdict(window)))


def forget_window(root: Path) -> None:
    """Forget what was said: the operator knows better. Raises OSError."""
    (root / FILE).unlink(missing_ok=True)


def made_window(
    now: datetime, *, name: str, used: float | None, resets_at: datetime | None, closed: bool
) -> UsageWindow:
    """Return what the service said just now. A limit without an end is looked at again in an hour."""
    ends = resets_at if resets_at is not None and resets_at > now else None
    until = (ends or now + LOOK_AGAIN) if closed else None
    return UsageWindow(
        seen_at=to_text(now),
        name=name,
        used=None if used is None else min(1.0, max(0.0, used)),
        resets_at=to_text(ends) if ends else "",
        closed_until=to_text(until) if until else "",
        guessed=closed and ends is None,
    )


def closed_sentence(until: datetime, now: datetime) -> str:
    """Say that the window is closed, and until when, in local time."""
    at, today = until.astimezone(), now.astimezone().date()
    when = f"{at:%H:%M}" if at.date() == today else f"{at:%d %b %H:%M}"
    return UserMessage(
        "The subscription's usage limit is reached: no agent that costs starts before {when}.", when=when
    )


def window_name(name: str) -> str:
    """Return a window's name in words: five_hour is ``5 h``, seven_day ``7 days``; another one as it is."""
    return _NAMES.get(name, name.replace("_", " "))


_NAMES: Mapping[str, str] = {"five_hour": "5 h", "seven_day": "7 days", "seven_day_opus": "7 days, Opus"}
