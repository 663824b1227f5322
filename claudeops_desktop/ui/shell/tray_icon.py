"""The tray: state by shape and words, run now, pause, open, quit (D2). Never the only way in."""

from __future__ import annotations

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QSystemTrayIcon, QWidget

from .. import icons, theme
from ..pages.base_page import PageLocation
from ..text.incident_text import needing_text
from ..text.translation import tr, tr_count
from ..widgets.state_dot import state_look
from .app_status_monitor import AppStatusMonitor
from .status_line import others_text
from .window_actions import WindowActions

LOOK_AGAIN_MS = (3_000, 10_000, 30_000)  # a tray may come late at login


class TrayIcon(QObject):
    """An icon where the desktop has a place for one; it is asked for again some seconds after login.

    ``show_requested`` asks for the window, ``place_requested`` for a PageLocation.
    """

    show_requested = Signal()
    place_requested = Signal(object)

    def __init__(self, status_monitor: AppStatusMonitor, commands: WindowActions, window: QWidget) -> None:
        super().__init__(window)
        self._status_monitor = status_monitor
        self._window = window
        self._icon = QSystemTrayIcon(self)
        self._said: tuple[str, str, bool] | None = None
        self._state = QAction(tr("Idle"), self)
        self._state.setEnabled(False)
        self._next = QAction("", self)
        self._next.setEnabled(False)
        self._asks = QAction("", self)
        icons.set_themed_icon(self._asks, "question", "warn")
        self._asks.triggered.connect(self._look_at_questions)
        self._open = QAction(tr("Open Claude Ops"), self)
        icons.set_themed_icon(self._open, "app")
        icons.set_themed_icon(self._next, "clock", "muted")
        self._open.triggered.connect(self._show)
        c = commands
        self._menu = QMenu()
        for action in (
            self._state,
            self._next,
            self._asks,
            None,
            self._open,
            c.run,
            c.stop,
            c.stop_all,
            c.resume,
            c.pause,
            c.dry_run,
            None,
            c.quit,
        ):
            self._menu.addSeparator() if action is None else self._menu.addAction(action)
        self._icon.setContextMenu(self._menu)
        self._icon.activated.connect(self._activated)
        status_monitor.changed.connect(self.update_status)
        theme.theme_changed.connect(self._tint)
        self._tries = list(LOOK_AGAIN_MS)
        self._again = QTimer(self, singleShot=True)
        self._again.setTimerType(Qt.TimerType.CoarseTimer)
        self._again.timeout.connect(self._look)
        self.update_status()
        self._look()

    @property
    def icon(self) -> QSystemTrayIcon:
        """Qt's own object."""
        return self._icon

    @property
    def menu(self) -> QMenu:
        """What a click with the other button opens."""
        return self._menu

    def is_there(self) -> bool:
        """Tell whether the desktop shows the icon now. ``isVisible`` would be true without a tray."""
        there = QSystemTrayIcon.isSystemTrayAvailable()
        if there and not self._icon.isVisible():
            self._icon.show()
        return there

    def update_status(self) -> None:
        """Show how it stands: shape, tool tip, first lines of the menu. Times are absolute: nothing refreshes them."""
        now = self._status_monitor.current
        words = tr("{text} (dry run)", text=now.text) if now.dry_run or now.live_dry_run else now.text
        if now.paused and not now.stopped and now.state != "paused":
            words = tr("{words}, paused", words=words)
        self._state.setText(words)
        self._next.setText(now.next_at[:1].upper() + now.next_at[1:])
        asks = now.waiting_approvals
        self._asks.setVisible(bool(asks))
        self._asks.setText(tr_count("%n question for you…", "%n questions for you…", asks) if asks else "")
        first = tr_count("%n question for you", "%n questions for you", asks) + "\n" if asks else ""
        if now.incidents:
            first += f"{needing_text(now.incidents)}: {now.worst_incident_title}{'…' if now.incidents > 1 else ''}\n"
        if now.other_waiting:
            first += others_text(now.other_waiting, bool(first)) + "\n"
        said = (
            self._shape(),
            tr("Claude Ops: {words}\n{first}{text}", words=words, first=first, text=self._next.text()),
            theme.current_tokens().dark,
        )
        if said != self._said:
            self._said = said
            self._icon.setToolTip(said[1])
            self._tint()

    def close(self) -> None:
        """Take the icon away."""
        self._again.stop()
        self._icon.hide()
        self._menu.deleteLater()

    def _look(self) -> None:
        if not self.is_there() and self._tries:
            self._again.start(self._tries.pop(0))

    def _shape(self) -> str:
        """What asks goes before what runs; that nothing is changed or that all waits, before being idle."""
        now = self._status_monitor.current
        if now.stopped:
            return "stopped_all"
        if now.waiting_approvals:
            return "waiting"
        if now.worst_incident:
            return now.worst_incident
        return "dry_run" if now.dry_run and now.state in ("idle", "paused") else now.state

    def _show(self) -> None:
        self.show_requested.emit()

    def _look_at_questions(self) -> None:
        self.show_requested.emit()
        self.place_requested.emit(PageLocation("inbox", filters={}))

    def _tint(self) -> None:
        name, tone = state_look(self._shape())
        icons.set_themed_icon(self._state, name, tone)
        if name == "idle":
            name, tone = "app", "accent"
        self._icon.setIcon(icons.tray_icon(name, tone))

    def _activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason in (QSystemTrayIcon.ActivationReason.Trigger, QSystemTrayIcon.ActivationReason.DoubleClick):
            if self._window.isVisible() and self._window.isActiveWindow():
                self._window.hide()
            else:
                self.show_requested.emit()
