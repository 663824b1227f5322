"""Sends notices by the rules: to this desktop and outward, now, counted, or after quiet hours; and takes them away."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..core.clock import Clock, from_text
from ..core.errors import ClaudeOpsError
from ..core.messages import UserMessage
from ..records.notifications import HELD, SentNotification
from . import rules
from .incident_follower import ShownNotice, place_on_screen
from .rules import NoticeAction, NoticeKind, OperatorNotice
from .send_queue import NotificationSendQueue, SendOutward

if TYPE_CHECKING:
    from ..core.settings import SettingsService
    from ..records.record_books import RecordRepositories

T = TypeVar("T")
SHOWN = 200  # so many can still be clicked
REFUSE = ("refuse", UserMessage("Refuse"))
BUTTONS = (("approve", UserMessage("Approve")), REFUSE)
LOOK = (("look", UserMessage("Look…")), REFUSE)
ACKNOWLEDGE = ("acknowledge", UserMessage("Acknowledge"))
INVESTIGATE = ("investigate", UserMessage("Investigate"))
OPEN = UserMessage("Open")
JUST_TOLD = timedelta(minutes=2)  # an event of an outage, for which its incident need not be sent out again


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
        opens: str = "Open",
    ) -> int:
        """Show one; its number. ``urgency`` as in ``Urgency``; ``opens`` names what a click on it does. Raises
        EnvironmentFault."""

    def close_notification(self, number: int) -> None:
        """Take one away."""

    @property
    def session(self) -> str:
        """What the numbers are valid for; "" where that is not known. Two applications on one desktop share it."""

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


class NoticeSender:
    """Belongs to the notifier's thread. ``instead`` shows a notice where the desktop has no notification server and
    answers whether it could; ``withdraw_instead`` takes away what it showed, by the notice's key. ``translate`` says a
    message in the language of this desktop's operator; what leaves this computer and what is stored is in English."""

    def __init__(
        self,
        book: RecordRepositories,
        settings: SettingsService,
        screen: DesktopNotifications,
        send: SendOutward,
        clock: Clock,
        instead: Callable[[OperatorNotice], bool],
        withdraw_instead: Callable[[str], None],
        translate: Callable[[str], str],
    ) -> None:
        self._translate = translate
        self._book = book
        self._settings = settings
        self._screen = screen
        self._clock = clock
        self._instead = instead
        self._withdraw_instead = withdraw_instead
        self._told: dict[str, _Told] = {}
        self._shown: dict[int, OperatorNotice] = {}
        self.outward = NotificationSendQueue(book, send, clock)
        self.is_holding = False

    @property
    def has_told(self) -> bool:
        """Tell whether something was told whose repetitions are still counted."""
        return bool(self._told)

    def shown_as(self, number: int) -> OperatorNotice | None:
        """The notice with this number on the screen."""
        return self._shown.get(number)

    # --- what incidents are told by (NoticeDelivery) ---------------------------------------------------------------

    def deliver(
        self, notice: OperatorNotice, *, replaces: int = 0, outward: str = "", late: bool = False
    ) -> ShownNotice | None:
        """Tell of an incident, by the rules but for repetitions: each outage is another."""
        now, settings = self._clock(), self._settings.current.notifications
        what = rules.decide_delivery(notice, settings, None, now, now.astimezone())
        if what is NoticeAction.DROP:
            return None
        if what is NoticeAction.HOLD and not late:
            self._note(notice, HELD, now)
            self.is_holding = True
            return None
        told = self._tell_now(notice, now, replaces, outward)
        return ShownNotice(notice, told.number)

    def adopt(self, notice: OperatorNotice, number: int) -> None:
        """This one is on the screen since before the start: its buttons work."""
        self._shown[number] = notice

    def redraw(self, notice: OperatorNotice, number: int) -> int:
        """Change what is shown."""
        return self.show_on_screen(notice, number)[0]

    def withdraw(self, notice_key: str, number: int) -> None:
        """Take a notice away."""
        if number:
            self._screen.close_notification(number)
        self._withdraw_instead(notice_key)

    def event_notices(self, service: str) -> tuple[int, bool]:
        """A notice on the screen of a critical event of a service, and whether one was told just now."""
        found = [told for told in self._told.values() if told.notice.is_critical_event_of(service)]
        recent = any(self._clock() - told.at < JUST_TOLD for told in found)
        return next((told.number for told in found if told.number), 0), recent

    def withdraw_event_notices(self, service: str, kept: int) -> None:
        """Take these away: the incident tells of the outage."""
        for told in [each for each in self._told.values() if each.notice.is_critical_event_of(service)]:
            del self._told[told.notice.key]
            self.withdraw(told.notice.key, told.number if told.number != kept else 0)

    @property
    def screen_session(self) -> str:
        """What the numbers on the screen are valid for."""
        return self._screen.session

    def withdraw_told(self, key: str) -> None:
        """Take away the notice that was told last of a key."""
        told = self._told.pop(key, None)
        if told is not None:
            self.withdraw(key, told.number)

    # --- telling ---------------------------------------------------------------------------------------------------

    def send_notice(self, notice: OperatorNotice) -> int:
        """Tell something, by the rules; its number on the screen, 0 for none."""
        now, settings = self._clock(), self._settings.current.notifications
        last = self._ask(lambda: self._book.notifications.last(notice.key))
        since = from_text(last.first_at) if last is not None else None
        what = rules.decide_delivery(notice, settings, since, now, now.astimezone())
        if what is NoticeAction.DROP:
            return 0
        if what is NoticeAction.REPEAT and last is not None:
            self._repeat(notice, last.id, last.desktop == HELD, now)
            return 0
        if what is NoticeAction.HOLD:
            self._note(notice, HELD, now)
            self.is_holding = True
            return 0
        return self._tell_now(notice, now).number

    def _tell_now(self, notice: OperatorNotice, now: datetime, replaces: int = 0, not_outward: str = "") -> _Told:
        row = self._note(notice, "", now)
        wanted = self._settings.current.notifications
        number, said = self.show_on_screen(notice, replaces) if wanted.desktop else (0, "turned off")
        place = None
        if notice.incident_id is not None and number:
            place = place_on_screen(notice, self._screen.session, number)
        self._book.store.write(
            lambda: self._book.notifications.note_delivery(row, desktop=said, outward=not_outward or None, place=place)
        ).result()
        told = _Told(notice, row, number, now)
        if not notice.is_of_incident:
            self._told[notice.key] = told
        if wanted.outward and not not_outward:
            self.outward.submit(notice, row)
        return told

    def _repeat(self, notice: OperatorNotice, row: int, held: bool, now: datetime) -> None:
        count = self._book.store.write(lambda: self._book.notifications.repeat(row, now)).result()
        told = self._told.get(notice.key)
        if told is None or held:
            return
        told.more += 1
        if told.number and notice.kind is not NoticeKind.APPROVAL:
            title = rules.repeated_title(notice.title, count)
            again = OperatorNotice(notice.kind, notice.key, title, notice.body, notice.spot)
            told.number = self.show_on_screen(again, told.number)[0]

    def send_held(self, held: list[SentNotification], now: datetime) -> None:
        """Quiet hours are over: tell what they kept back in one notice."""
        if held:
            self._tell_now(rules.digest_of_quiet([rules.RepeatedTitle(row.title, row.count) for row in held]), now)
            self._book.store.write(lambda: self._book.notifications.told_later(held)).result()

    def sum_up_repeats(self, now: datetime) -> None:
        """The time for repetitions is over for some notices: tell in one how often they came again."""
        settings = self._settings.current.notifications
        over = [
            told
            for told in self._told.values()
            if now - told.at >= rules.repeats_for(settings) and told.notice.kind is not NoticeKind.NETWORK
        ]  # that the network is away stays up until it is back
        repeated = [told for told in over if told.more]
        for told in over:
            del self._told[told.notice.key]
        if repeated:
            self._tell_now(
                rules.digest_of_repeats([rules.RepeatedTitle(told.notice.title, told.more) for told in repeated]), now
            )

    def show_on_screen(self, notice: OperatorNotice, replaces: int) -> tuple[int, str]:
        """Its number on the screen (0 for none), and what became of it."""
        try:
            number = self._screen.show(
                rules.one_line(self._translate(notice.title), rules.LONGEST_TITLE),
                self._translate(notice.body)[: 2 * rules.LONGEST_BODY],
                urgency=notice.urgency,
                buttons=tuple((key, self._translate(text)) for key, text in _buttons(notice)),
                replaces=replaces,
                opens=self._translate(OPEN),
            )
        except ClaudeOpsError as error:
            if self._instead(notice):
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
                title=rules.one_line(notice.title, rules.LONGEST_TITLE),
                body=notice.body[: 2 * rules.LONGEST_BODY],
                place=notice.spot.as_text(),
                desktop=desktop,
                now=now,
            )
        ).result()

    def _ask(self, question: Callable[[], T]) -> T:
        return self._book.store.read(question).result()


def _buttons(notice: OperatorNotice) -> tuple[tuple[str, str], ...]:
    if notice.approval_id is not None:
        return BUTTONS if notice.approvable else LOOK
    if notice.incident_id is not None:
        return (ACKNOWLEDGE, INVESTIGATE) if notice.may_investigate else (ACKNOWLEDGE,)
    return ()
