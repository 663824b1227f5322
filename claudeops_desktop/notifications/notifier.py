"""The notifier: hears what happens in this data folder and tells the operator, by rules (D4).

It works on one thread of its own, which wakes for changes and for what falls due (the end of quiet hours, the digest of
what repeated). Only the application that keeps the schedule tells, so that a window and a daemon do not both.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..core.clock import Clock, from_text, to_text, utc_now
from ..core.emergency_stop_marker import HOW_TO_RESUME, STOPPED, is_stopped
from ..core.errors import ClaudeOpsError
from ..records.approvals import YES
from ..records.notifications import HELD
from . import notice_text, rules
from .external_changes import ExternalChanges
from .rules import NoticeAction, NoticeKind, NoticeTarget, OperatorNotice
from .send_queue import OURS, NotificationSendQueue, SendOutward
from .service_outages import OutageWatch

if TYPE_CHECKING:
    from ..core.settings import SettingsService
    from ..records.record_books import RecordRepositories
    from ..runs.request import RunEnded
    from ..storage import CommittedChange

log = logging.getLogger(__name__)
T = TypeVar("T")
DUE_LIMIT = 50
SHOWN = 200  # so many can still be clicked
ANSWERS = {"approve": "approved", "refuse": "refused"}
BUTTONS = (("approve", "Approve"), ("refuse", "Refuse"))
LOOK = (("look", "Look…"), ("refuse", "Refuse"))


class DesktopNotifications(Protocol):
    """A service that shows notifications on this desktop: D-Bus, or the tray."""

    def show(
        self,
        title: str,
        body: str,
        *,
        urgency: int = 1,
        buttons: tuple[tuple[str, str], ...] = (),
        replaces: int = 0,
    ) -> int:
        """Show one; its number. ``urgency`` as in ``Urgency``. Raises EnvironmentFault."""

    def close_notification(self, number: int) -> None:
        """Take one away."""

    def close(self) -> None:
        """Let go."""


@dataclass
class _Told:
    """One that was told in this process: what it was, its row, its number on the screen, how often it came since."""

    notice: OperatorNotice
    row: int
    number: int
    at: datetime
    more: int = 0


class NotificationService:
    """Put together in ``app``. ``open_spot`` is called with a Spot when the operator clicks, on the notifier's thread;
    ``instead`` shows a title and body where the desktop has no notification server (a tray message) and answers
    whether it could; ``send`` sends outward. All of them may be set later.
    """

    def __init__(
        self,
        book: RecordRepositories,
        settings: SettingsService,
        screen: Callable[[Callable[[int, str], None]], DesktopNotifications],
        send: SendOutward,
        clock: Clock = utc_now,
    ) -> None:
        self._book = book
        self._settings = settings
        self._screen = screen(self._acted)
        self._send = send
        self._clock = clock
        self.open_spot: Callable[[NoticeTarget], None] = _nowhere
        self.instead: Callable[[OperatorNotice], bool] = _not_at_all
        self._work: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._forget: Callable[[], None] | None = None
        self._told: dict[str, _Told] = {}
        self._asked: dict[int, int] = {}
        self._shown: dict[int, OperatorNotice] = {}
        self._looks: set[str] = set()
        self._dues: dict[int, str] = {}
        self._last_event = 0
        self._elsewhere = ExternalChanges(book.store, clock)
        self._holding = False
        self._outward = NotificationSendQueue(book, send, clock)
        self._outages = OutageWatch(book)

    # --- from other threads --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Tell of what happens from now on, and of every question that waits already."""
        if self._thread is not None:
            return
        self._forget = self._book.store.hub.listen(self._changed)
        self._thread = threading.Thread(target=self._run, name="notifier", daemon=True)
        self._thread.start()
        started = to_text(self._clock())
        self._work.put(lambda: self._begin(started))

    def close(self) -> None:
        """Finish what is being told, and stop."""
        if self._forget is not None:
            self._forget()
        if self._thread is not None:
            self._work.put(None)
            self._thread.join()
            self._thread = None
        self._outward.close()
        self._screen.close()

    def run_ended(self, ended: RunEnded) -> None:
        """A run is over."""
        session = ended.session_ids[-1] if ended.session_ids else None
        notice = notice_text.of_run(ended.status, ended.reason, session, begun=ended.run_id is not None)
        if notice is not None:
            self.send_notice(notice)

    def send_notice(self, notice: OperatorNotice) -> None:
        """Tell something, by the rules, soon."""
        self._work.put(lambda: self._tell(notice))

    def send_test(self) -> str:
        """Send a test by every way there is, now; what became of it, in sentences. Waits: not for a GUI thread."""
        notice = notice_text.of_test()
        said = self._on_screen(notice, 0)[1]
        sent = (
            self._send(notice.title, notice.outward_body, notice.urgency)
            if self._settings.current.notifications.outward
            else ()
        )
        out = [f"{each.label}: {each.why or f'sent by {each.service}.'}" for each in sent]
        return " ".join([f"On this desktop: {said}.", *out])

    def drain(self) -> None:
        """Wait until everything said so far is done."""
        done = threading.Event()
        self._work.put(done.set)
        done.wait()
        self._outward.drain()

    def check_soon(self) -> None:
        """Tell what is due by the clock and what other processes wrote, soon."""
        self._work.put(self._look_at_file)

    # --- on the notifier's thread --------------------------------------------------------------------------------

    def _run(self) -> None:
        while True:
            try:
                work: Callable[[], object] | None = self._work.get(timeout=self._elsewhere.pause)
            except queue.Empty:
                work = self._look_at_file
            if work is None:
                return
            try:
                work()
            except ClaudeOpsError as error:
                log.warning("a notification was not sent: %s", error.full_text)
            except Exception:
                log.exception("a notification was not sent")

    def _look_at_file(self) -> None:
        """While nothing is going on a look is one system call: it neither asks the database nor wakes its threads."""
        moved = self._elsewhere.has_external_write()
        quiet = rules.is_quiet(self._settings.current.notifications, self._clock().astimezone())
        if moved or self._asked or (not quiet and (self._holding or self._told)):
            self._tick()

    def _changed(self, change: CommittedChange) -> None:
        for table, look in (
            ("events", self._events),
            ("approvals", self._approvals),
            ("health_checks", self._health),
        ):
            if change.table in (table, "*") and table not in self._looks:  # * : another process wrote something
                self._looks.add(table)  # a burst of changes is one look
                self._work.put(look)
        if change.table == "due_times" and change.ids:
            self._work.put(lambda: self._due_times(change.ids))

    def _begin(self, started: str) -> None:
        events = self._ask(lambda: self._book.events.list(limit=DUE_LIMIT))
        self._last_event = max((event.id for event in events if event.created_at < started), default=0)
        self._elsewhere.begin()
        self._outages.begin()
        self._tick()

    def _events(self) -> None:
        self._looks.discard("events")
        found = self._ask(lambda: self._book.events.list(limit=DUE_LIMIT))
        new = [event for event in reversed(found) if event.id > self._last_event]
        if not new:
            return
        self._last_event = new[-1].id
        mutes = self._book.mutes
        for event in new:
            ours = event.session_id is None and event.message.startswith(OURS)
            if event.level in ("warning", "critical") and not ours and not self._ask(lambda e=event: mutes.hides(e)):  # type: ignore[misc]
                self._tell(notice_text.of_event(event))

    def _health(self) -> None:
        """Tell what has recovered, and take away what said that it was down."""
        self._looks.discard("health_checks")
        for recovery in self._outages.take_recoveries():
            for told in [each for each in self._told.values() if each.notice.is_outage_of(recovery.service)]:
                if told.number:
                    self._screen.close_notification(told.number)
                del self._told[told.notice.key]
            self._tell(notice_text.of_recovery(recovery))

    def _approvals(self) -> None:
        self._looks.discard("approvals")
        now = self._clock()
        waiting = {approval.id: approval for approval in self._ask(lambda: self._book.approvals.waiting(now))}
        for gone in [asked for asked in self._asked if asked not in waiting]:
            number = self._asked.pop(gone)
            if number:
                self._screen.close_notification(number)
        for approval in waiting.values():
            if approval.id not in self._asked:
                self._asked[approval.id] = 0
                told = self._tell(notice_text.of_approval(approval))
                self._asked[approval.id] = told.number if told else 0

    def _due_times(self, ids: tuple[int, ...]) -> None:
        found = self._ask(lambda: [self._book.schedules.due(due_id) for due_id in ids])
        names = {schedule.id: schedule.name for schedule in self._ask(self._book.schedules.list)}
        for due in found:
            if due is not None and due.state in ("missed", "skipped", "asked") and self._dues.get(due.id) != due.state:
                self._dues[due.id] = due.state
                when = f"{from_text(due.due_at).astimezone():%a %H:%M}"
                self._tell(notice_text.of_missed(names.get(due.schedule_id, "Schedule"), when, due.state, due.why))

    def _tell(self, notice: OperatorNotice) -> _Told | None:
        now, settings = self._clock(), self._settings.current.notifications
        last = self._ask(lambda: self._book.notifications.last(notice.key))
        since = from_text(last.first_at) if last is not None else None
        what = rules.decide_delivery(notice, settings, since, now, now.astimezone())
        if what is NoticeAction.DROP:
            return None
        if what is NoticeAction.REPEAT and last is not None:
            self._repeat(notice, last.id, last.desktop == HELD, now)
            return None
        if what is NoticeAction.HOLD:
            self._note(notice, HELD, now)
            self._holding = True
            return None
        return self._tell_now(notice, now)

    def _tell_now(self, notice: OperatorNotice, now: datetime) -> _Told:
        row = self._note(notice, "", now)
        number, said = self._on_screen(notice, 0) if self._settings.current.notifications.desktop else (0, "turned off")
        self._book.store.write(lambda: self._book.notifications.note_delivery(row, desktop=said)).result()
        told = self._told[notice.key] = _Told(notice, row, number, now)
        if self._settings.current.notifications.outward:
            self._outward.submit(notice, row)
        return told

    def _repeat(self, notice: OperatorNotice, row: int, held: bool, now: datetime) -> None:
        count = self._book.store.write(lambda: self._book.notifications.repeat(row, now)).result()
        told = self._told.get(notice.key)
        if told is None or held:
            return
        told.more += 1
        if told.number and notice.kind is not NoticeKind.APPROVAL:
            again = OperatorNotice(notice.kind, notice.key, f"{notice.title} ({count} times)", notice.body, notice.spot)
            told.number = self._on_screen(again, told.number)[0]

    def _tick(self) -> None:
        """What the clock brings: quiet hours that are over, things that repeated, questions that timed out."""
        now, settings = self._clock(), self._settings.current.notifications
        self._health()
        self._events()  # the command line and the guard write too, and nobody tells of that while nothing runs
        self._approvals()
        if rules.is_quiet(settings, now.astimezone()):
            self._holding = True  # it may be: asked for when the quiet is over
            return
        self._holding = False
        held = self._ask(self._book.notifications.list_held)
        if held:
            self._tell_now(rules.digest_of_quiet([rules.RepeatedTitle(row.title, row.count) for row in held]), now)
            self._book.store.write(lambda: self._book.notifications.told_later(held)).result()
        over = [told for told in self._told.values() if now - told.at >= rules.repeats_for(settings)]
        repeated = [told for told in over if told.more]
        for told in over:
            del self._told[told.notice.key]
        if repeated:
            self._tell_now(
                rules.digest_of_repeats([rules.RepeatedTitle(told.notice.title, told.more) for told in repeated]), now
            )

    def _on_screen(self, notice: OperatorNotice, replaces: int) -> tuple[int, str]:
        """Its number on the screen (0 for none), and what became of it."""
        try:
            answers = BUTTONS if notice.approvable else LOOK
            buttons = answers if notice.approval_id is not None else ()
            number = self._screen.show(
                notice.title,
                notice.body,
                urgency=notice.urgency,
                buttons=buttons,
                replaces=replaces,
            )
        except ClaudeOpsError as error:
            if self.instead(notice):
                return 0, f"as a message of the tray ({error})"
            return 0, f"in the window only ({error})"
        self._shown[number] = notice
        for old in list(self._shown)[:-SHOWN]:
            del self._shown[old]
        return number, "shown"

    def _note(self, notice: OperatorNotice, desktop: str, now: datetime) -> int:
        return self._book.store.write(
            lambda: self._book.notifications.add(
                kind=notice.kind,
                key=notice.key,
                title=notice.title,
                body=notice.body,
                place=notice.spot.as_text(),
                desktop=desktop,
                now=now,
            )
        ).result()

    def _ask(self, question: Callable[[], T]) -> T:
        return self._book.store.read(question).result()

    # --- on the screen's thread ----------------------------------------------------------------------------------

    def _acted(self, number: int, key: str) -> None:
        notice = self._shown.get(number)
        if notice is None:
            return
        approval = notice.approval_id
        if key == "approve" and not notice.approvable:
            self.open_spot(notice.spot)
        elif key in ANSWERS and approval is not None:
            self._work.put(lambda: self._answer(approval, ANSWERS[key]))
        else:
            self.open_spot(notice.spot)

    def _answer(self, approval: int, state: str) -> None:
        if state in YES and is_stopped(self._book.store.path.parent):
            log.warning("question %d is not approved: %s. %s", approval, STOPPED, HOW_TO_RESUME)
            return
        now = self._clock()
        answered = self._book.store.write(
            lambda: self._book.approvals.answer(approval, state, "notification", now)
        ).result()
        if not answered:
            log.info("question %d was answered or over by %s", approval, to_text(now))


def _nowhere(spot: NoticeTarget) -> None:
    log.debug("nobody opens %s", spot.page)


def _not_at_all(_notice: OperatorNotice) -> bool:
    return False
