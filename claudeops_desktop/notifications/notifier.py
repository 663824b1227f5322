"""The notifier: hears what happens in this data folder and tells the operator, by rules (D4).

It works on one thread of its own, which wakes for changes and for what falls due (the end of quiet hours, the digest of
what repeated). Only the application that keeps the schedule tells, so that a window and a daemon do not both.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from ..core.clock import Clock, to_text, utc_now
from ..core.errors import ClaudeOpsError, OperatorError
from ..core.principals import EVERYONE, SHARED_ONLY, acting_as
from ..operations.approvals import AnswerApproval, ApprovalAnswer, answer_approval
from ..operations.incidents import IncidentNumbers, acknowledge_incidents
from . import notice_text, rules
from .desktop_bus import DISMISSED
from .external_changes import LOOK_SOON_S, ExternalChanges
from .incident_facts import is_told_by_incident
from .incident_follower import IncidentFollower
from .incident_notices import at_moment
from .notice_sender import ACKNOWLEDGE, INVESTIGATE, DesktopNotifications, NoticeSender
from .rules import NoticeTarget, OperatorNotice
from .send_queue import OURS, SendOutward

if TYPE_CHECKING:
    from ..core.settings import SettingsService
    from ..records.approvals import Approval
    from ..records.events import Event
    from ..records.record_books import RecordRepositories
    from ..runs.request import RunEnded
    from ..storage import CommittedChange

log = logging.getLogger(__name__)
T = TypeVar("T")
DUE_LIMIT = 50
ANSWERS: dict[str, ApprovalAnswer] = {"approve": "approved", "refuse": "refused"}


class NotificationService:
    """Put together in ``app``. ``open_spot`` is called with a Spot when the operator clicks, on the notifier's thread;
    ``instead`` shows a title and body where the desktop has no notification server (a tray message) and answers
    whether it could, and ``withdraw_instead`` takes what it showed away, by the notice's key; ``send`` sends outward;
    ``translate`` says a message in the operator's language; ``answer_investigation`` is given an incident and whether a
    run is to look into it; ``make_answer_link`` makes the address of a page on which a question is answered. All of
    them may be set later.
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
        self.withdraw_instead: Callable[[str], None] = _nothing_to_withdraw
        self.translate: Callable[[str], str] = str
        self.answer_investigation: Callable[[int, bool], None] = _nobody_investigates
        self.make_answer_link: Callable[[Approval], str] = _no_link
        self._work: queue.SimpleQueue[Callable[[], object] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._before: threading.Thread | None = None  # of the time before the last rest
        self._forget: Callable[[], None] | None = None
        self._asked: dict[int, int] = {}
        self._looks: set[str] = set()
        self._dues: dict[int, str] = {}
        self._last_event = 0
        self._elsewhere = ExternalChanges(book.store, clock)
        self._sender = NoticeSender(
            book,
            settings,
            self._screen,
            send,
            clock,
            instead=self._show_instead,
            withdraw_instead=self._withdraw_instead,
            translate=self._translated,
        )
        self._incidents = IncidentFollower(book, settings, clock, self._sender)

    # --- from other threads --------------------------------------------------------------------------------------

    def start(self) -> None:
        """Tell of what happens from now on, and of every question that waits already."""
        if self._thread is not None:
            return
        self._forget = self._book.store.hub.listen(self._changed)
        self._work = queue.SimpleQueue()  # what another application has told of meanwhile is not told again
        self._looks.clear()
        self._thread = threading.Thread(target=self._run, args=(self._work, self._before), name="notifier", daemon=True)
        self._thread.start()
        started = to_text(self._clock())
        self._work.put(lambda: self._begin(started))

    def rest(self) -> None:
        """Another application tells from now on: finish what is being told, and stop. Does not wait."""
        if self._forget is not None:
            self._forget()
            self._forget = None
        if self._thread is not None:
            self._work.put(None)
            self._before, self._thread = self._thread, None

    def close(self) -> None:
        """Finish what is being told, and stop."""
        self.rest()
        if self._before is not None:
            self._before.join()
        self._sender.outward.close()
        self._screen.close()

    def run_ended(self, ended: RunEnded) -> None:
        """A run is over."""
        self._work.put(lambda: self._tell_of_run(ended))

    def send_notice(self, notice: OperatorNotice) -> None:
        """Tell something, by the rules, soon."""
        self._work.put(lambda: self._sender.send_notice(notice))

    def send_test(self) -> str:
        """Send a test by every way there is, now; what became of it, in sentences. Waits: not for a GUI thread."""
        notice = notice_text.of_test()
        said = self._sender.show_on_screen(notice, 0)[1]
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
        self._sender.outward.drain()

    def check_soon(self) -> None:
        """Tell what is due by the clock and what other processes wrote, soon."""
        self._work.put(self._look_at_file)

    # --- on the notifier's thread --------------------------------------------------------------------------------

    def _run(self, letters: queue.SimpleQueue[Callable[[], object] | None], before: threading.Thread | None) -> None:
        if before is not None:
            before.join()
        while True:
            try:
                work: Callable[[], object] | None = letters.get(timeout=self._pause)
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

    @property
    def _pause(self) -> float | None:
        """Soon while an incident is on the screen, since whoever resolves it may be another process."""
        return LOOK_SOON_S if self._incidents.is_on_screen else self._elsewhere.pause

    def _look_at_file(self) -> None:
        """While nothing is going on a look is one system call: it neither asks the database nor wakes its threads."""
        moved = self._elsewhere.has_external_write()
        quiet = rules.is_quiet(self._settings.current.notifications, self._clock().astimezone())
        due = not quiet and (self._sender.is_holding or self._sender.has_told)
        if moved or due or self._asked or self._incidents.is_waiting:
            self._tick()

    def _changed(self, change: CommittedChange) -> None:
        for table, look in (
            ("events", self._events),
            ("approvals", self._approvals),
            ("incidents", self._look_at_incidents),
            ("service_rules", self._look_at_incidents),
            ("mutes", self._look_at_incidents),
        ):
            if change.table in (table, "*") and look.__name__ not in self._looks:  # * : another process wrote
                self._looks.add(look.__name__)  # a burst of changes is one look
                self._work.put(look)
        if change.table == "due_times" and change.ids:
            self._work.put(lambda: self._due_times(change.ids))

    def _begin(self, started: str) -> None:
        events = self._ask(lambda: self._book.events.list(limit=DUE_LIMIT))
        self._last_event = max((event.id for event in events if event.created_at < started), default=0)
        self._elsewhere.begin()
        self._incidents.begin()
        self._tick()

    def _tell_of_run(self, ended: RunEnded) -> None:
        session = ended.session_ids[-1] if ended.session_ids else None
        reason = ended.reason
        if session is not None and self._book.store.database.is_server:
            found = self._ask(lambda: self._book.sessions.get(session))
            reason = reason if found is None or found.audience == EVERYONE else ""
        notice = notice_text.of_run(ended.status, reason, session, begun=ended.run_id is not None)
        if notice is not None:
            self._sender.send_notice(notice)

    def _events(self) -> None:
        self._looks.discard("_events")
        found = self._ask_for_all(lambda: self._book.events.list(limit=DUE_LIMIT))
        new = [event for event in reversed(found) if event.id > self._last_event]
        if not new:
            return
        self._last_event = new[-1].id
        for event in new:
            if notice_text.is_network_back(event):
                self._sender.withdraw_told(notice_text.NETWORK_KEY)
            elif event.level in ("warning", "critical") and not self._ask(partial(self._is_silent, event)):
                self._sender.send_notice(notice_text.of_event(event))

    def _is_silent(self, event: Event) -> bool:
        """Tell whether nothing is told of an event: it is muted, our own about notices, or its incident tells of it."""
        ours = event.session_id is None and event.message.startswith(OURS)
        return ours or self._book.mutes.hides(event) or is_told_by_incident(self._book, event, self._clock())

    def _look_at_incidents(self) -> None:
        self._looks.discard("_look_at_incidents")
        self._incidents.update_notices()

    def _approvals(self) -> None:
        self._looks.discard("_approvals")
        now = self._clock()
        waiting = {approval.id: approval for approval in self._ask(lambda: self._book.approvals.waiting(now))}
        for gone in [asked for asked in self._asked if asked not in waiting]:
            number = self._asked.pop(gone)
            if number:
                self._screen.close_notification(number)
        new = [approval for approval in waiting.values() if approval.id not in self._asked]
        open_to_all = self._ask_for_all(lambda: {one.id for one in self._book.approvals.waiting(now)}) if new else set()
        for approval in new:
            self._asked[approval.id] = 0
            if approval.id in open_to_all:
                notice = notice_text.of_approval(approval, self._answer_link_of(approval))
            else:
                notice = notice_text.of_hidden_approval(approval.id)
            self._asked[approval.id] = self._sender.send_notice(notice)

    def _answer_link_of(self, approval: Approval) -> str:
        if not self._settings.current.notifications.outward:
            return ""
        try:
            return self.make_answer_link(approval)
        except ClaudeOpsError as error:  # the question is told all the same
            log.warning("no link for question %d was made: %s", approval.id, error.full_text)
            return ""

    def _due_times(self, ids: tuple[int, ...]) -> None:
        found = self._ask(lambda: [self._book.schedules.due(due_id) for due_id in ids])
        names = {schedule.id: schedule.name for schedule in self._ask(self._book.schedules.list)}
        for due in found:
            if due is not None and due.state in ("missed", "skipped", "asked") and self._dues.get(due.id) != due.state:
                self._dues[due.id] = due.state
                when = at_moment(due.due_at, self._clock())
                name = names.get(due.schedule_id, "Schedule")
                self._sender.send_notice(notice_text.of_missed(name, when, due.state, due.why))

    def _tick(self) -> None:
        """What the clock brings: quiet hours that are over, things that repeated, questions that timed out."""
        now, settings = self._clock(), self._settings.current.notifications
        self._look_at_incidents()
        self._events()  # the command line and the guard write too, and nobody tells of that while nothing runs
        self._approvals()
        if rules.is_quiet(settings, now.astimezone()):
            self._sender.is_holding = True  # it may be: asked for when the quiet is over
            return
        self._sender.is_holding = False
        held = self._incidents.deliver_held(self._ask(self._book.notifications.list_held))
        self._sender.send_held(held, now)
        self._sender.sum_up_repeats(now)

    def _ask(self, question: Callable[[], T]) -> T:
        return self._book.store.read(question).result()

    def _ask_for_all(self, question: Callable[[], T]) -> T:
        """What may be told to all who share a store: notifications are read by each of its operators, and are sent by
        the machine of one of them. Of a file, everything."""
        with acting_as(SHARED_ONLY if self._book.store.database.is_server else None):
            return self._ask(question)

    def _show_instead(self, notice: OperatorNotice) -> bool:
        return self.instead(notice)

    def _translated(self, text: str) -> str:
        return self.translate(text)

    def _withdraw_instead(self, notice_key: str) -> None:
        self.withdraw_instead(notice_key)

    # --- on the screen's thread ----------------------------------------------------------------------------------

    def _acted(self, number: int, key: str) -> None:
        notice = self._sender.shown_as(number)
        if notice is None:
            return
        if key == DISMISSED:
            self._work.put(lambda: self._incidents.dismissed(number))
            return
        incident = notice.incident_id
        if incident is not None and key == ACKNOWLEDGE[0]:
            self._work.put(lambda: self._acknowledge(incident))
            return
        if incident is not None and key == INVESTIGATE[0] and notice.may_investigate:
            self._work.put(lambda: self.answer_investigation(incident, True))
            return
        approval = notice.approval_id
        if key == "approve" and not notice.approvable:
            self.open_spot(notice.spot)
        elif key in ANSWERS and approval is not None:
            self._work.put(lambda: self._answer(approval, ANSWERS[key]))
        else:
            self.open_spot(notice.spot)

    def _answer(self, approval: int, answer: ApprovalAnswer) -> None:
        request = AnswerApproval(approval, answer, "notification", confirmed=True)
        try:
            self._write(lambda: answer_approval(self._book, request, self._clock()))
        except OperatorError as error:
            log.warning("question %d is not answered: %s", approval, error.full_text)

    def _acknowledge(self, incident_id: int) -> None:
        self._write(lambda: acknowledge_incidents(self._book, IncidentNumbers((incident_id,)), self._clock()))

    def _write(self, operation: Callable[[], object]) -> None:
        self._book.store.write(operation).result()


def _no_link(_approval: Approval) -> str:
    return ""


def _nowhere(spot: NoticeTarget) -> None:
    log.debug("nobody opens %s", spot.page)


def _nothing_to_withdraw(notice_key: str) -> None:
    log.debug("nothing shows %s", notice_key)


def _nobody_investigates(incident_id: int, yes: bool) -> None:
    log.warning("nobody takes the answer on incident %d: %s", incident_id, "yes" if yes else "no")


def _not_at_all(_notice: OperatorNotice) -> bool:
    return False
