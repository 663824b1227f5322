"""What the Claude CLI itself says instead of an answer: a limit of the subscription, or a login that does not do. Pure.

Its words differ by version (2.1.0 to 2.1.332 were read). A text is taken for such a message only where it is all of it:
an agent that writes about limits writes more than this.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal
from zoneinfo import ZoneInfo

MessageKind = Literal["limit", "login", "extra_usage", "organisation"]
LONGEST = 400  # characters
_SPACE = re.compile(r"\s+")
_KINDS: tuple[tuple[MessageKind, re.Pattern[str]], ...] = (
    ("extra_usage", re.compile(r"(?:API Error: )?Extra usage is required\b.*", re.IGNORECASE)),
    (
        "organisation",
        re.compile(
            r"(?:API Error: )?(?:Your|This) (?:organi[sz]ation|account) (?:does not have access|has been disabled"
            r"|is not allowed|is disabled)\b.*",
            re.IGNORECASE,
        ),
    ),
    (
        "login",
        re.compile(
            r"(?:Failed to authenticate\b|Not logged in\b|Invalid API key\b|OAuth (?:token|session) (?:has )?expired\b"
            r"|OAuth token revoked\b|Please run /login\b|Login expired\b).*",
            re.IGNORECASE,
        ),
    ),
    (
        "limit",
        re.compile(
            r"(?:You(?:'ve|’ve| have) (?:hit|reached) your [\w ./-]{0,40}limit\b|(?:Claude AI )?usage limit reached\b"
            r"|[\w-]{1,12}(?: weekly)? limit reached\b|You(?:'re|’re| are) out of (?:extra )?usage\b).*",
            re.IGNORECASE,
        ),
    ),
    ("limit", re.compile(r'(?:Error: )?\{.*"error_type": ?"\w*limit_reached".*\}')),
)
_ERROR_TYPE = re.compile(r'\{.*"error_type": ?"(\w+)".*\}', re.DOTALL)
_EPOCH = re.compile(r"\|(\d{10})\b")
_RESETS = re.compile(
    r"\bresets? (?:at )?(?:(?P<month>[A-Z][a-z]{2})[a-z]* (?P<day>\d{1,2}),? (?:at )?)?"
    r"(?P<hour>\d{1,2})(?::(?P<minute>\d\d))? ?(?P<half>[ap]m)(?: \((?P<zone>[\w/+-]+)\))?",
    re.IGNORECASE,
)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


@dataclass(frozen=True, slots=True)
class UsageLimit:
    """A limit of the subscription that holds the agent up. ``resets_at`` is when it opens, in seconds since 1970, where
    the CLI says so as a number; ``words`` are the CLI's own."""

    words: str = ""
    resets_at: int | None = None

    def opens_at(self, now: datetime) -> datetime | None:
        """Return when it opens, as far as its number or its words say."""
        if self.resets_at is not None:
            return datetime.fromtimestamp(self.resets_at, UTC)
        return time_in_words(self.words, now)


def kind_of_message(text: str) -> MessageKind | None:
    """Return what kind of message a text is, None where it is no message of the CLI."""
    said = _SPACE.sub(" ", text).strip()
    if not said or len(said) > LONGEST:
        return None
    return next((kind for kind, form in _KINDS if form.fullmatch(said)), None)


def readable_words(text: str, zone: tzinfo | None = None) -> str:
    """Return a message for a person: a number of seconds as a time in ``zone`` (None: the local one), raw JSON as the
    words of its error."""
    text = _ERROR_TYPE.sub(lambda found: found[1].replace("_", " "), text)
    found = _EPOCH.search(text)
    if found is None:
        return text
    at = datetime.fromtimestamp(int(found[1]), UTC).astimezone(zone)
    return f"{text[: found.start()]}, resets {at:%d %b %H:%M}{text[found.end() :]}"


def time_in_words(text: str, now: datetime) -> datetime | None:
    """Return the moment that a message names, the first one after ``now`` where it names no day; None for none."""
    epoch = _EPOCH.search(text)
    if epoch is not None:
        return datetime.fromtimestamp(int(epoch[1]), UTC)
    found = _RESETS.search(text)
    if found is None:
        return None
    try:
        zone = ZoneInfo(found["zone"]) if found["zone"] else None
        here = now.astimezone(zone)
        hour = int(found["hour"]) % 12 + (12 if found["half"].lower() == "pm" else 0)
        at = here.replace(hour=hour, minute=int(found["minute"] or 0), second=0, microsecond=0)
        if found["month"]:
            at = at.replace(month=_MONTHS.index(found["month"].lower()) + 1, day=int(found["day"]))
            return at if at > here - timedelta(days=180) else at.replace(year=at.year + 1)
    except (ValueError, OSError):  # no such zone, hour, month or day
        return None
    return at if at > here else at + timedelta(days=1)
