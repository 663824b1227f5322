"""What is told outside the window, and when (D4): by kind, by hour, and not over and over. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import IntEnum, StrEnum
from typing import Any

import orjson

from ..core.messages import UserMessage, join_lines
from ..core.settings import NotificationSettings


class NoticeKind(StrEnum):
    """The kinds of notices, which the operator switches on and off."""

    APPROVAL = "approval"
    FAILED = "failed"
    CRITICAL = "critical"
    WARNING = "warning"
    SPEND = "spend"
    MISSED = "missed"
    COMPLETED = "completed"
    RECOVERED = "recovered"
    CRASH = "crash"
    OUTWARD = "outward"
    DIGEST = "digest"
    NETWORK = "network"
    TEST = "test"


class NoticeAction(StrEnum):
    """What becomes of a notice: told now; counted with the one before it; kept for later; not told at all."""

    TELL = "tell"
    REPEAT = "repeat"
    HOLD = "hold"
    DROP = "drop"


class NoticeUrgency(IntEnum):
    """How pressing a notice is, with the numbers of the desktop's notification servers."""

    LOW = 0
    NORMAL = 1
    CRITICAL = 2


_URGENCY = {
    NoticeKind.APPROVAL: NoticeUrgency.CRITICAL,
    NoticeKind.CRITICAL: NoticeUrgency.CRITICAL,
    NoticeKind.COMPLETED: NoticeUrgency.LOW,
    NoticeKind.RECOVERED: NoticeUrgency.LOW,
    NoticeKind.TEST: NoticeUrgency.LOW,
}
LINK_SCHEME = "claudeops"
URGENT = frozenset({NoticeKind.APPROVAL, NoticeKind.TEST})
_SETTING = {
    NoticeKind.APPROVAL: "approvals",
    NoticeKind.FAILED: "failures",
    NoticeKind.CRASH: "failures",
    NoticeKind.CRITICAL: "critical",
    NoticeKind.WARNING: "warnings",
    NoticeKind.SPEND: "spend",
    NoticeKind.MISSED: "missed",
    NoticeKind.COMPLETED: "completed",
    NoticeKind.RECOVERED: "recoveries",
}
_DIGITS = re.compile(r"[\d.,]+")
LONGEST_TITLE, LONGEST_BODY = 120, 400


@dataclass(frozen=True, slots=True)
class NoticeTarget:
    """What a click opens: a page, a row of it, filters set there."""

    page: str
    id: int | None = None
    filters: dict[str, Any] | None = None

    @property
    def address(self) -> str:
        """As a second start is asked for it: ``sessions:12``, ``incidents:7``."""
        incident = (self.filters or {}).get("incident")
        if self.page == "services" and incident is not None:
            return f"incidents:{incident}"
        return self.page if self.id is None else f"{self.page}:{self.id}"

    @property
    def link(self) -> str:
        """As a link that the desktop hands to the application: ``claudeops://sessions/12``."""
        return f"{LINK_SCHEME}://{self.address.replace(':', '/')}"

    def as_text(self) -> str:
        """As it is stored."""
        found: dict[str, Any] = {"page": self.page, "id": self.id, "filters": self.filters}
        return orjson.dumps({name: value for name, value in found.items() if value is not None}).decode()


@dataclass(frozen=True, slots=True)
class OperatorNotice:
    """Something to be told. Notices with the same ``key`` say the same thing.

    ``approval_id`` names the question that *Approve* and *Refuse* answer; where it is not ``approvable`` only *Refuse*
    does, and a look at its card. ``incident_id`` names the incident that *Acknowledge* is about; where it
    ``may_investigate``, a button starts the run that was asked about. ``answer_link`` is a page that answers the
    question, for those who are elsewhere: it is in no record. Title and body are plain text, an agent's words
    in it included; where they are messages, the desktop shows them in the language of the window.
    """

    kind: NoticeKind
    key: str
    title: str
    body: str
    spot: NoticeTarget
    approval_id: int | None = None
    approvable: bool = False
    incident_id: int | None = None
    may_investigate: bool = False
    answer_link: str = ""

    @property
    def is_of_incident(self) -> bool:
        """Tell whether it tells that an incident is open or over."""
        return "incident" in (self.spot.filters or {})

    def is_critical_event_of(self, service: str) -> bool:
        """Tell whether it tells of a critical event of this service."""
        return self.kind is NoticeKind.CRITICAL and self.key.startswith(f"event:critical:{service}:")

    @property
    def urgency(self) -> NoticeUrgency:
        """The urgency that the desktop is asked for."""
        return _URGENCY.get(self.kind, NoticeUrgency.NORMAL)

    @property
    def outward_body(self) -> str:
        """The body as it leaves this computer, with a link to the place that a click opens here."""
        if self.answer_link:
            return f"{self.body}\n\nAnswer: {self.answer_link}".lstrip()
        return f"{self.body}\n\nOpen: {self.spot.link}".lstrip()


def address_of_link(link: str) -> str:
    """The place that a link names, as ``--show`` takes it; "" for anything else. Links may come from anywhere."""
    found = re.fullmatch(rf"{LINK_SCHEME}://([a-z][a-z_-]{{0,30}})(?:/(\d{{1,18}}))?/?", link)
    return "" if found is None else f"{found[1]}:{found[2]}" if found[2] else found[1]


def is_wanted(kind: NoticeKind, settings: NotificationSettings) -> bool:
    """Tell whether the operator wants to hear of such things."""
    name = _SETTING.get(kind)
    return bool(getattr(settings, name)) if name else True


def is_quiet(settings: NotificationSettings, local: datetime) -> bool:
    """Tell whether the clock on the wall stands within quiet hours, which may go over midnight.

    Only the wall clock counts: on the night the clocks change, quiet hours are an hour longer or shorter. The same time
    twice means no quiet hours.
    """
    if not settings.quiet:
        return False
    begin, end = minutes_of_day(settings.quiet_from), minutes_of_day(settings.quiet_until)
    now = local.hour * 60 + local.minute
    return begin <= now < end if begin < end else (now >= begin or now < end) if begin > end else False


def minutes_of_day(text: str) -> int:
    """``22:30`` as minutes after midnight."""
    hours, _, rest = text.partition(":")
    return int(hours) * 60 + int(rest or 0)


def decide_delivery(
    notice: OperatorNotice, settings: NotificationSettings, told_at: datetime | None, now: datetime, local: datetime
) -> NoticeAction:
    """What becomes of a notice whose like was told last at ``told_at``; ``local`` is ``now`` on the wall.

    What waits for a yes is told whatever the hour.
    """
    if not is_wanted(notice.kind, settings):
        return NoticeAction.DROP
    if notice.kind not in URGENT and told_at is not None and now - told_at < repeats_for(settings):
        return NoticeAction.REPEAT
    if notice.kind not in URGENT and is_quiet(settings, local):
        return NoticeAction.HOLD
    return NoticeAction.TELL


def repeats_for(settings: NotificationSettings) -> timedelta:
    """The time for which repetitions of a notice are only counted."""
    return timedelta(minutes=settings.repeat_minutes)


def fold_numbers(text: str) -> str:
    """A text without its numbers: "took 61 s" and "took 9.5 s" say the same."""
    return _DIGITS.sub("", text).strip().lower()[:200]


def one_line(text: str, longest: int) -> str:
    """An agent's words on one line, without marks that turn the direction of what follows, cut at ``longest``."""
    plain = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return plain if len(plain) <= longest else plain[: longest - 1].rstrip() + "…"


@dataclass(frozen=True, slots=True)
class RepeatedTitle:
    """A title, and how often it came."""

    title: str
    times: int


def digest_of_repeats(repeated: list[RepeatedTitle]) -> OperatorNotice:
    """The summary of a notice that was repeated while repetitions were only counted."""
    times = sum(each.times for each in repeated)
    if len(repeated) == 1:
        title = UserMessage("{title} ({times} more times)", title=repeated[0].title, times=times)
    else:
        title = UserMessage("{number} things came again, {times} times in all", number=len(repeated), times=times)
    body = "" if len(repeated) == 1 else join_lines(*(_line(each) for each in repeated[:5]))
    return OperatorNotice(NoticeKind.DIGEST, "digest:repeats", title, body, NoticeTarget("events"))


def digest_of_quiet(held: list[RepeatedTitle]) -> OperatorNotice:
    """The summary of the notices that quiet hours kept back."""
    if len(held) == 1:
        return OperatorNotice(
            NoticeKind.DIGEST,
            "digest:quiet",
            UserMessage("While it was quiet: {title}", title=held[0].title),
            "",
            NoticeTarget("overview"),
        )
    title = UserMessage("While it was quiet: {number} things", number=len(held))
    more = [UserMessage("and {number} more", number=len(held) - 5)] if len(held) > 5 else []
    body = join_lines(*(_line(each) for each in held[:5]), *more)
    return OperatorNotice(NoticeKind.DIGEST, "digest:quiet", title, body, NoticeTarget("overview"))


def repeated_title(title: str, times: int) -> UserMessage:
    """Return a title with how often it came."""
    return UserMessage("{title} ({times} times)", title=title, times=times)


def _line(each: RepeatedTitle) -> str:
    return repeated_title(each.title, each.times) if each.times > 1 else each.title
