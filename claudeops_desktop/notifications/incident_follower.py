"""Keeps the notices of incidents true: told once, changed in place, withdrawn when they are over (D4, D11).

What was told stands in the records, so that a restart and a second process know it. Only the numbers of notifications
on the screen live here; those of before a restart are taken up where the same notification server still runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

import orjson

from ..records.incidents import BY_ALERT, BY_MEASUREMENT
from ..records.notifications import HELD, SentNotification
from . import rules
from .incident_facts import incidents_to_follow, read_incident_facts
from .incident_notices import (
    INCIDENT,
    NOT_SENT,
    RECOVERED,
    IncidentFacts,
    IncidentStep,
    next_step,
    of_incident,
    of_recovery,
    past_title,
    wants_notice,
)

if TYPE_CHECKING:
    from ..core.clock import Clock
    from ..core.settings import SettingsService
    from ..records.record_books import RecordRepositories
    from .rules import OperatorNotice

T = TypeVar("T")
SHOWN_BEFORE = 200  # so many notices of before the start are followed further
TOLD_BY_EVENT = f"{NOT_SENT}: an event reported it"
KEEPS_FAILING = f"{NOT_SENT}: it keeps failing, which was sent before"
NO_LONGER_DUE = f"{NOT_SENT}: no longer due when the quiet hours ended"


@dataclass(frozen=True, slots=True)
class ShownNotice:
    """A notice on the screen: its number there (0: in the tray, in the window, or nowhere)."""

    notice: OperatorNotice
    number: int


class NoticeDelivery(Protocol):
    """What the notifier does for incidents. All on its thread."""

    def deliver(
        self, notice: OperatorNotice, *, replaces: int = 0, outward: str = "", late: bool = False
    ) -> ShownNotice | None:
        """Tell by the rules; None where it is held or not wanted. ``outward`` says why it does not leave this
        computer; ``late``: quiet hours kept it back, and are over."""

    def adopt(self, notice: OperatorNotice, number: int) -> None:
        """A notice is on the screen since before the start."""

    def redraw(self, notice: OperatorNotice, number: int) -> int:
        """Change what is shown; its number."""

    def withdraw(self, notice_key: str, number: int) -> None:
        """Take a notice away from wherever it is shown."""

    def event_notices(self, service: str) -> tuple[int, bool]:
        """The number of a notice of a critical event of a service (0: none), and whether one was told just now."""

    def withdraw_event_notices(self, service: str, kept: int) -> None:
        """Take these away, but for the number that is something else now."""

    @property
    def screen_session(self) -> str:
        """What the numbers of notifications are valid for; "" where that is not known."""


class IncidentFollower:
    """Belongs to the notifier's thread."""

    def __init__(
        self, book: RecordRepositories, settings: SettingsService, clock: Clock, delivery: NoticeDelivery
    ) -> None:
        self._book = book
        self._settings = settings
        self._clock = clock
        self._delivery = delivery
        self._followed: set[int] = set()
        self._shown: dict[int, ShownNotice] = {}
        self._recovered: dict[str, ShownNotice] = {}
        self.is_waiting = False

    @property
    def is_on_screen(self) -> bool:
        """Tell whether a notice of an incident is shown, which must go as soon as it is over."""
        return bool(self._shown)

    def begin(self) -> None:
        """Take up what was told before the start."""
        rows = self._ask(lambda: self._book.notifications.list_by_key(INCIDENT, SHOWN_BEFORE))
        session = self._delivery.screen_session if rows else ""
        for row in rows:
            incident_id = int(row.key.removeprefix(INCIDENT))
            if incident_id in self._followed:
                continue
            self._followed.add(incident_id)
            facts = self._read(incident_id, self._clock())
            number = _number_on(row, session)
            if number and facts is not None:
                shown = ShownNotice(self._notice(facts, self._clock()), number)
                self._shown[incident_id] = shown
                self._delivery.adopt(shown.notice, number)

    def update_notices(self) -> None:
        """Bring every notice of an incident up to date."""
        now = self._clock()
        self.is_waiting = False
        ids = self._ask(lambda: incidents_to_follow(self._book, self._followed))
        found = {one: self._read(one, now) for one in ids}
        for incident_id, facts in found.items():
            if facts is None:
                self._withdraw(incident_id)
                self._followed.discard(incident_id)
        present = [facts for facts in found.values() if facts is not None]
        for facts in sorted(present, key=lambda each: wants_notice(each, now)):  # what goes, goes first
            self._follow(facts, now)

    def deliver_held(self, rows: Sequence[SentNotification]) -> list[SentNotification]:
        """Quiet hours are over: incidents that are open still are told by themselves. The other rows are left."""
        now = self._clock()
        for row in rows:
            if not row.key.startswith(INCIDENT):
                continue
            facts = self._read(int(row.key.removeprefix(INCIDENT)), now)
            self._write(lambda r=row: self._book.notifications.told_later([r]))  # type: ignore[misc]
            if facts is not None and wants_notice(facts, now):
                self._deliver(facts, now, late=True)
        return [row for row in rows if not row.key.startswith(INCIDENT)]

    def dismissed(self, number: int) -> None:
        """The operator closed a notification: it does not come back when its text changes."""
        self._shown = {key: one for key, one in self._shown.items() if one.number != number}
        self._recovered = {key: one for key, one in self._recovered.items() if one.number != number}

    # --- one incident ----------------------------------------------------------------------------------------------

    def _follow(self, facts: IncidentFacts, now: datetime) -> None:
        one, step = facts.incident, next_step(facts, now)
        self._followed.add(one.id)
        waits = facts.is_silenced or one.is_snoozed(now) or not facts.stands_alone
        self.is_waiting |= step is IncidentStep.WAIT or (one.is_live and waits)
        if step is IncidentStep.TELL:
            self._deliver(facts, now)
            return
        if step is IncidentStep.SHOW:
            self._redraw(facts, now)
            return
        self._withdraw(one.id)
        if facts.told is not None and facts.told.desktop == HELD:
            self._settle_held(facts, facts.told, now)
        if step is IncidentStep.RECOVERED:
            shown = self._delivery.deliver(of_recovery(facts, now))
            if shown is not None:
                self._recovered[one.service] = shown
        if not one.is_live and step is not IncidentStep.WAIT:
            self._followed.discard(one.id)

    def _deliver(self, facts: IncidentFacts, now: datetime, *, late: bool = False) -> None:
        one = facts.incident
        before = self._shown.get(one.id)
        event_number, just_told = self._delivery.event_notices(one.service)
        outward = TOLD_BY_EVENT if just_told else ""
        if facts.keeps_failing and facts.untold_recovery:
            outward = KEEPS_FAILING
        replaces = before.number if before is not None else event_number
        told = self._delivery.deliver(self._notice(facts, now), replaces=replaces, outward=outward, late=late)
        over = self._recovered.pop(one.service, None)
        if over is not None:
            self._delivery.withdraw(over.notice.key, over.number)
        if told is not None:
            self._shown[one.id] = told
            self._delivery.withdraw_event_notices(one.service, told.number)

    def _redraw(self, facts: IncidentFacts, now: datetime) -> None:
        shown = self._shown.get(facts.incident.id)
        if shown is None or not shown.number:
            return
        notice = self._notice(facts, now)
        if notice != shown.notice:
            self._shown[facts.incident.id] = ShownNotice(notice, self._delivery.redraw(notice, shown.number))

    def _withdraw(self, incident_id: int) -> None:
        shown = self._shown.pop(incident_id, None)
        if shown is not None:
            self._delivery.withdraw(shown.notice.key, shown.number)

    def _settle_held(self, facts: IncidentFacts, row: SentNotification, now: datetime) -> None:
        """What quiet hours keep back of an incident is no longer due: they say only that there was an outage."""
        one = facts.incident
        notifications = self._book.notifications
        if one.resolved_by in (BY_MEASUREMENT, BY_ALERT) and facts.stands_alone and facts.measured_well:
            title, key = past_title(one, now), f"{RECOVERED}{one.id}"
            self._write(lambda: notifications.rewrite(row.id, rules.NoticeKind.RECOVERED, key, title, one.cause))
        else:
            self._write(lambda: notifications.note_delivery(row.id, desktop=NO_LONGER_DUE))

    # --- inside ----------------------------------------------------------------------------------------------------

    def _notice(self, facts: IncidentFacts, now: datetime) -> OperatorNotice:
        return of_incident(facts, rules.repeats_for(self._settings.current.notifications), now)

    def _read(self, incident_id: int, now: datetime) -> IncidentFacts | None:
        repeat = rules.repeats_for(self._settings.current.notifications)
        return self._ask(lambda: read_incident_facts(self._book, incident_id, repeat, now))

    def _ask(self, question: Callable[[], T]) -> T:
        return self._book.store.read(question).result()

    def _write(self, work: Callable[[], object]) -> None:
        self._book.store.write(work).result()


def place_on_screen(notice: OperatorNotice, session: str, number: int) -> str:
    """What is stored of where a notice leads, with where it stands on the screen."""
    place: dict[str, object] = orjson.loads(notice.spot.as_text())
    return orjson.dumps({**place, "screen": {"session": session, "number": number}}).decode()


def _number_on(row: SentNotification, session: str) -> int:
    """The number of a notice that was shown before the start, where the same notification server still runs."""
    screen = orjson.loads(row.place).get("screen") or {}
    return int(screen.get("number", 0)) if session and screen.get("session") == session else 0
