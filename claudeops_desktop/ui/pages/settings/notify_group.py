"""Notifications: whether this desktop shows them, the addresses they also go to, and a test of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....core.errors import ClaudeOpsError, OperatorError
from ....core.secrets import keyring_store
from ....records.notifications import SentNotification
from ....storage import CommittedChange
from ... import icons, theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.elided_label import ElidedLabel
from .secret_dialog import SecretDialog
from .status_widgets import StatusLabel, TestButton

TOLD = 5


@dataclass(frozen=True, slots=True)
class DeliveryChannels:
    """``server`` shows notifications on this desktop, "" where none does and ``why`` says so."""

    server: str
    why: str
    labels: tuple[str, ...]


class NotifyGroup(QWidget):
    """``message_posted`` is for the toast."""

    message_posted = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.server = StatusLabel(tr("Looking for a notification server…"))
        self.trial = TestButton(desk, tr("Send a test"), tr("Sending…"), self._test)
        self.add = QPushButton(tr("Add an address…"))
        icons.set_themed_icon(self.add, "add")
        self.add.clicked.connect(self._add)
        self.none = theme.plain_label(tr("No address was added: nothing leaves this computer."), "muted", wrap=True)
        self._addresses = QVBoxLayout()
        self._addresses.setSpacing(0)
        head = QHBoxLayout()
        head.addWidget(theme.plain_label(tr("Addresses (mail, chat, phone)"), "strong"))
        head.addStretch()
        head.addWidget(self.add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(self.server)
        column.addWidget(self.trial)
        column.addLayout(head)
        column.addWidget(self.none)
        column.addLayout(self._addresses)
        self.lately = theme.plain_label(tr("Recent notifications"), "strong")
        self.lately.setContentsMargins(0, theme.GAP_S, 0, 0)
        column.addWidget(self.lately)
        self.told = [ElidedLabel(role="muted") for _ in range(TOLD)]
        for line in self.told:
            column.addWidget(line)
        column.addSpacing(theme.GAP_S)
        desk.bridge.changed.connect(self._changed)
        self._say_told(())

    def refresh(self) -> None:
        """Find out anew; the desktop is asked on a thread."""
        self._desk.run_in_background(_look, self._found, self._failed)
        self._ask_told()

    def _ask_told(self) -> None:
        self._desk.bridge.ask(lambda: self._desk.book.notifications.list(TOLD), self._say_told)

    def _changed(self, change: CommittedChange) -> None:
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
            self.server.set_state("good", tr("{server} shows notifications on this desktop.", server=ways.server))
        else:
            self.server.set_state(
                "warning", tr("{why} Until then notifications appear in the tray, or only in the window.", why=ways.why)
            )
        self.none.setVisible(not ways.labels)
        while self._addresses.count():
            item = self._addresses.takeAt(0)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.deleteLater()
        for label in ways.labels:
            self._addresses.addWidget(self._row(label))

    def _row(self, label: str) -> QWidget:
        made = QWidget()
        drop = QPushButton(tr("Remove"))
        drop.setAccessibleName(tr("Remove {label}", label=label))
        drop.clicked.connect(partial(self._remove, label))
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(theme.plain_label(label, "mono"))
        row.addStretch()
        row.addWidget(drop)
        return made

    def _failed(self, error: Exception) -> None:
        self.server.set_state("failed", error_text(error))

    def _test(self) -> str:
        if self._desk.notifier is None:
            raise OperatorError(tr("Nothing can be sent here: this is not the running application."))
        return self._desk.notifier().send_test()

    def _add(self) -> None:
        dialog = SecretDialog(
            self._desk,
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
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _kept(self, label: str) -> None:
        self.message_posted.emit(tr("{label} is added. Send a test to check that it arrives.", label=label))
        self.refresh()

    def _remove(self, label: str) -> None:
        self._desk.run_in_background(
            partial(keyring_store.delete_secret, f"{keyring_store.APPRISE}{label}"), self._removed, self._failed
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
