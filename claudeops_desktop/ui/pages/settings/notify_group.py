"""Notifications: whether this desktop shows them, the addresses they also go to, and a test of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QPushButton, QWidget

from ....core.errors import ClaudeOpsError, OperatorError
from ....core.secrets import keyring_store
from ....records.notifications import SentNotification
from ....storage import CommittedChange
from ... import icons, theme
from ...app_context import AppContext
from ...kit.layouts import row_of
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.elided_label import ElidedLabel
from .secret_dialog import SecretDialog
from .status_widgets import ListedThing, StatusGroup, TestButton, ThingList

TOLD = 5


@dataclass(frozen=True, slots=True)
class DeliveryChannels:
    """``server`` shows notifications on this desktop, "" where none does and ``why`` says so."""

    server: str
    why: str
    labels: tuple[str, ...]


class NotifyGroup(StatusGroup):
    """Asks the desktop on a thread."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.state.text.setText(tr("Looking for a notification server…"))
        self.trial = TestButton(context, tr("Send a test"), tr("Sending…"), self._test)
        self.add = QPushButton(tr("Add an address…"))
        icons.set_themed_icon(self.add, "add")
        self.add.clicked.connect(self._add)
        self.list = ThingList(tr("No address was added: nothing leaves this computer."))
        self.lately = theme.plain_label(tr("Recent notifications"), "strong")
        self.lately.setContentsMargins(0, theme.GAP_S, 0, 0)
        self.told = [ElidedLabel(role="muted") for _ in range(TOLD)]
        head = row_of(theme.plain_label(tr("Addresses (mail, chat, phone)"), "strong"), None, self.add)
        self.lay_out(self.state, self.trial, head, self.list, self.lately, *self.told)
        context.bridge.changed.connect(self._notified)
        self._say_told(())

    def refresh(self) -> None:
        """Find out anew."""
        self.context.run_in_background(_look, self._found, self.show_failure)
        self._ask_told()

    def show_failure(self, error: Exception) -> None:
        """Say what went wrong in the place of how it stands."""
        self.state.set_state("failed", error_text(error))

    def _ask_told(self) -> None:
        self.context.bridge.ask(lambda: self.context.book.notifications.list(TOLD), self._say_told)

    def _notified(self, change: CommittedChange) -> None:
        if change.table in ("notifications", "*") and self.isVisible():
            self._ask_told()

    def _say_told(self, rows: Sequence[SentNotification]) -> None:
        """What was told last, and which way it went."""
        self.lately.setVisible(bool(rows))
        for number, line in enumerate(self.told):
            line.setVisible(number < len(rows))
            if number < len(rows):
                row = rows[number]
                times = tr(" ({number} times)", number=row.count) if row.count > 1 else ""
                ways = "; ".join(part for part in (row.desktop, row.outward) if part)
                line.setText(f"{formatting.format_relative_time(row.last_at)}: {row.title}{times}. {ways}".strip())

    def _found(self, ways: DeliveryChannels) -> None:
        if ways.server:
            self.state.set_state("good", tr("{server} shows notifications on this desktop.", server=ways.server))
        else:
            self.state.set_state(
                "warning", tr("{why} Until then notifications appear in the tray, or only in the window.", why=ways.why)
            )
        self.list.show_things([self._listed(label) for label in ways.labels])

    def _listed(self, label: str) -> ListedThing:
        spoken = tr("Remove {label}", label=label)
        return ListedThing(label, "", label, tr("Remove"), spoken, partial(self._remove, label))

    def _test(self) -> str:
        if self.context.notifier is None:
            raise OperatorError(tr("Nothing can be sent here: this is not the running application."))
        return self.context.notifier().send_test()

    def _add(self) -> None:
        dialog = SecretDialog(
            self.context,
            tr("Add an address"),
            tr(
                "An apprise address, such as ntfy://topic, mailto://user:password@example.net or "
                "tgram://token/chat. It is kept in the keyring and never shown again."
            ),
            _keep,
            label="",
            holder="ntfy://topic",
            parent=self.window(),
        )
        dialog.secret_saved.connect(self._kept)
        dialog.open()

    def _kept(self, label: str) -> None:
        self.message_posted.emit(tr("{label} is added. Send a test to check that it arrives.", label=label))
        self.refresh()

    def _remove(self, label: str) -> None:
        self.context.run_in_background(
            partial(keyring_store.delete_secret, f"{keyring_store.APPRISE}{label}"), self._removed, self.show_failure
        )

    def _removed(self, _there: bool) -> None:
        self.message_posted.emit(tr("The address is removed."))
        self.refresh()


def _look() -> DeliveryChannels:
    from ....notifications.apprise_backend import read_labels
    from ....notifications.desktop_bus import NotificationBus

    bus = NotificationBus(lambda _number, _key: None)
    try:
        return DeliveryChannels(bus.server(), "", read_labels())
    except ClaudeOpsError as error:
        return DeliveryChannels("", error_text(error), read_labels())
    finally:
        bus.close()


def _keep(label: str, address: str) -> None:
    from ....notifications import apprise_backend

    apprise_backend.add_address(label, address)
