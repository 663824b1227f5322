"""The main window: its frame, its pages and the keys that work on all of them."""

from __future__ import annotations

import base64
import logging
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QHideEvent, QMouseEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ...storage import CommittedChange
from ...storage.store import PRESENCE
from .. import icons, theme
from ..app_context import AppContext
from ..pages import ENTRIES, PAGES, PLACE_OF, PLACES, resolve_location
from ..pages.base_page import PageLocation
from ..runs.run_controls import RunControls
from ..text.store_text import describe_absence
from ..text.translation import tr
from ..ui_state import UiState
from ..waiting_monitor import count_by_page
from ..widgets.focus_order import first_stop, order_focus
from ..widgets.toast import MessageToast
from .app_status_monitor import AppStatusMonitor
from .approval_bar import ApprovalBar
from .clock_bar import ClockBar
from .close_behaviour import CloseBehaviour
from .earlier_rules_bar import EarlierRulesBar
from .message_bar import MessageBar
from .page_header import PageHeader
from .page_history import PageHistory
from .page_stack import PageStack
from .place_tabs import PlaceTabs
from .side_bar import SideBar
from .status_line import StatusLine
from .window_actions import WindowActions

if TYPE_CHECKING:
    from ..first_run.dialog import FirstRunDialog
    from .command_palette import CommandPalette
    from .tray_icon import TrayIcon

log = logging.getLogger(__name__)
SMALLEST = (640, 440)
FIRST_SIZE = (1180, 760)
WARM_UP_MS = 700  # after the first page: what follows its picture is done by then
STOPPED = tr("Everything is stopped: agents were ended, requests refused, and nothing starts until you resume.")
# A thread at work lets the window's thread in after this. Every call into Qt gives the lock away, so that Python's own
# 5 ms add up to a held window as it paints. A thread that waits to be let in wakes as often: not while nobody looks.
LET_IN_S, LET_IN_UNSEEN_S = 0.0002, 0.005
FIRST_PICTURE_MS = 250  # where no picture is asked for, the first page does not wait for it longer than this


class MainWindow(QWidget):
    """``quit_requested`` says that the operator wants the application to end; ``app`` does it."""

    quit_requested = Signal()

    def __init__(self, desk: AppContext) -> None:
        super().__init__()
        self.desk = desk
        self.remembered = UiState(desk, self)
        self.status_monitor = AppStatusMonitor(desk, self)
        self.closing = CloseBehaviour(desk, self.remembered, self)
        self.commands = WindowActions(self)
        self.runs = RunControls(desk, self.status_monitor, self.commands, self)
        self.tray_is_there: Callable[[], bool] = _no_tray
        self._ending = False
        self._first = QTimer(self, singleShot=True, interval=FIRST_PICTURE_MS)
        self._first.timeout.connect(self._open_first)
        self._warm = QTimer(self, singleShot=True, interval=WARM_UP_MS)
        self._palette: CommandPalette | None = None
        self.tray: TrayIcon | None = None
        self.setWindowTitle(tr("Claude Ops"))
        self.setWindowIcon(icons.tray_icon("app", "accent"))
        self.setMinimumSize(*SMALLEST)
        self._build()
        self._connect()
        self._restore()
        self._stand()
        self._tell_absence()
        self._undo_moved()

    # --- frame ---------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.sidebar = SideBar()
        self.header = PageHeader(self.commands.run_menu)
        self.approval_bar = ApprovalBar(self.desk.approvals)
        self.dry_run = MessageBar("banner", "lock", "accent", tr("Turn off"))
        self.paused = MessageBar("paused", "pause", "idle", tr("Resume"))
        self.stopped = MessageBar("stopped", "stop", "bad", tr("Resume"))
        self.server_away = MessageBar("away", "warning", "warn", whole=True)
        self.clock_doubt = ClockBar(self.desk)
        self.earlier_rules = EarlierRulesBar(self.desk)
        self.error_bar = MessageBar("fault", "critical", "bad", closable=True)
        self.stack = PageStack(self.desk, self.remembered)
        self.history = PageHistory(self.stack, self.commands.back, self.commands.forward)
        self.status = StatusLine()
        page = QVBoxLayout()
        page.setSpacing(0)
        self.tabs = PlaceTabs()
        alarms = (self.stopped, self.server_away, self.clock_doubt)
        others = (self.approval_bar, self.dry_run, self.paused, self.earlier_rules, self.error_bar)
        self._bars: tuple[QWidget, ...] = (*alarms, *others)
        for part in (*self._bars, self.header, self.tabs):
            page.addWidget(part)
        line = QFrame()
        line.setObjectName("frameLine")
        line.setFixedHeight(1)
        page.addWidget(line)
        page.addWidget(self.stack, 1)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.sidebar)
        middle.addLayout(page, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(middle, 1)
        whole.addWidget(self.status)
        self.toast = MessageToast(self.stack)

    def _connect(self) -> None:
        c = self.commands
        for action in (*c.go, *c.go_to_tab):
            action.triggered.connect(self._go_by_action)
        c.next_tab.triggered.connect(partial(self.tabs.step, 1))
        c.previous_tab.triggered.connect(partial(self.tabs.step, -1))
        for action, slot in (
            (c.undo, self.desk.undo.undo),
            (c.redo, self.desk.undo.redo),
            (c.find, self._find),
            (c.refresh, self._refresh),
            (c.palette, self.open_palette),
            (c.help, self.open_help),
            (c.keys, self.open_keys),
            (c.close, self.close),
            (c.quit, self.closing.quit),
        ):
            action.triggered.connect(slot)
        self.header.help_requested.connect(self.open_help)
        self.header.run_requested.connect(self.runs.run_now)
        self.header.stop_requested.connect(self.runs.stop)
        self.header.stop_all_requested.connect(self.runs.emergency.stop)
        self.header.pause_requested.connect(self.runs.pause)
        self.header.dry_run_requested.connect(self.runs.set_dry_run)
        self.runs.message_posted.connect(self.toast.show_message)
        self.runs.error_posted.connect(self.error_bar.show_message)
        self.runs.navigation_requested.connect(self.show_place)
        self.runs.raise_requested.connect(self.raise_window)
        self.runs.refused.connect(self._stand)
        self.sidebar.place_chosen.connect(self.show_place_by_name)
        self.tabs.page_chosen.connect(self.show_page)
        self._warm.timeout.connect(self.stack.warm_up)
        self.stack.page_changed.connect(self._turned)
        self.stack.fact_changed.connect(self._fact_changed)
        self.stack.navigation_requested.connect(self.show_place)
        self.stack.message_posted.connect(self.toast.show_message)
        self.status.navigation_requested.connect(self.show_place)
        self.status.cancel_requested.connect(self.runs.cancel)
        self.status.drop_requested.connect(self.runs.drop_parked)
        self.dry_run.action_triggered.connect(self.runs.end_dry_run)
        self.paused.action_triggered.connect(self.runs.resume)
        self.stopped.action_triggered.connect(self.runs.resume)
        self.approval_bar.navigation_requested.connect(self.show_place)
        self.earlier_rules.navigation_requested.connect(self.show_place)
        self.desk.approvals.message_posted.connect(self.toast.show_message)
        self.desk.waiting.changed.connect(self._waiting_moved)
        self.status_monitor.changed.connect(self._stand)
        self.status_monitor.settings_changed.connect(self._settings_changed)
        self.closing.hide_requested.connect(self.hide)
        self.closing.quit_requested.connect(self._quit)
        self.closing.message_posted.connect(self.toast.show_message)
        self.desk.undo.changed.connect(self._undo_moved)
        self.desk.undo.message_posted.connect(self.toast.show_message)
        self.desk.bridge.failed.connect(self.error_bar.show_message)
        self.desk.bridge.changed.connect(self._store_moved)

    def _restore(self) -> None:
        geometry = self.remembered.get("geometry")
        restored = isinstance(geometry, str) and self.restoreGeometry(QByteArray(base64.b64decode(geometry)))
        if not restored:
            self.resize(*FIRST_SIZE)
        name = self.remembered.get("page")
        page = resolve_location(PageLocation(name)).page if isinstance(name, str) else ""
        self.first_page = page if page in ENTRIES else PAGES[0].name

    # --- places --------------------------------------------------------------------------------------------------

    def show_page(self, name: str) -> None:
        """Turn to a page as it was left."""
        self.show_place(PageLocation(name))

    def show_place_by_name(self, name: str) -> None:
        """Turn to a place: to the page of it that was in view last."""
        place = next((place for place in PLACES if place.name == name), None)
        if place is None:
            self.show_page(name)
            return
        last = self.remembered.get(f"place.{name}")
        self.show_page(last if last in place.pages else place.pages[0])

    def show_place(self, place: PageLocation) -> None:
        """Turn to a page and have it show something."""
        self.history.leave()
        self.stack.show_place(place)

    def raise_window(self) -> None:
        """Show the window and bring it to the front."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    def handle_request(self, intent: str) -> None:
        """What a second start asks for: ``raise``, ``run``, or ``show`` and a place such as ``sessions:12``."""
        self.raise_window()
        if intent == "run":
            self.runs.run_now()
        elif intent.startswith("show "):
            page, _, row = intent.removeprefix("show ").partition(":")
            self.show_place(PageLocation(page, int(row) if row.isdecimal() else None))

    def _go_by_action(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.raise_window()
            self.show_place_by_name(str(action.data())) if action in self.commands.go else self.show_page(
                str(action.data())
            )

    def _turned(self, name: str) -> None:
        place = PLACE_OF[name]
        self.sidebar.set_current(place.name)
        self.tabs.show_page(place, name)
        self.header.set_title(place.title, self.stack.facts.get(name, ""))
        self.toast.raise_()  # a page that was just made lies above it
        self.status_monitor.retell()  # a page that opens says its times now; the line below it says the same ones
        self.remembered.set(f"place.{place.name}", name)
        self.remembered.set("page", name)

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus: from the side bar and the tabs to the page, then to the top and the bottom of the window.

        From a page that was turned to and none of whose parts was chosen yet, to the first of them.
        """
        page = self.stack.page
        inner = (*page.focus_parts(), self.stack) if page is not None else ()
        order_focus((self.sidebar, *self._bars, self.tabs, *inner, self.header, self.status))
        if forward and page is not None and page.hasFocus() and (first := first_stop(inner)) is not None:
            first.setFocus(Qt.FocusReason.TabFocusReason)
            return True
        return super().focusNextPrevChild(forward)

    def _fact_changed(self, name: str, fact: str) -> None:
        if name == self.stack.name:
            self.header.set_fact(fact)

    def _find(self) -> None:
        if self.stack.page is not None:
            self.stack.page.focus_search()

    def _refresh(self) -> None:
        self.status_monitor.find_agents()
        self.status_monitor.refresh()
        if self.stack.page is not None:
            self.stack.page.refresh()

    # --- how it stands -------------------------------------------------------------------------------------------

    def _stand(self) -> None:
        now = self.status_monitor.current
        agent, tip = self._agent_words()
        self.header.show_status(now)
        self.status.show_status(now, self.desk.runs.state, agent, tip)
        c = self.commands
        c.stop.setEnabled(now.live and not now.stopping)
        c.pause.setChecked(now.paused)
        c.pause.setText(tr("Resume scheduled runs") if now.paused else tr("Pause scheduled runs"))
        c.dry_run.setChecked(now.dry_run)
        self.dry_run.button.setVisible(now.dry_run)
        self.dry_run.show_message(
            tr("Dry run: nothing is changed on your servers, and no run is escalated.")
            if now.dry_run
            else tr("This run is a dry run: it changes nothing.")
            if now.live_dry_run
            else ""
        )
        self.stopped.show_message(STOPPED if now.stopped else "")
        c.resume.setVisible(now.stopped)
        c.resume.setEnabled(now.stopped)
        waits = now.paused and not now.stopped
        self.paused.show_message(
            tr("Paused: scheduled runs wait until you resume. Run now still works.") if waits else ""
        )

    def _store_moved(self, change: CommittedChange) -> None:
        if change.table == PRESENCE:
            self._tell_absence()

    def _tell_absence(self) -> None:
        absence = self.desk.bridge.store.absence
        self.server_away.show_message("" if absence is None else describe_absence(absence))

    def _waiting_moved(self) -> None:
        """Tabs say how many things of a page wait for the operator; a place shows the sum of its pages."""
        counts = count_by_page(self.desk.waiting.current)
        for name in ENTRIES:
            self.tabs.set_count(name, counts[name])
        for place in PLACES:
            self.sidebar.set_badge(place.name, sum(counts[name] for name in place.pages))

    def _agent_words(self) -> tuple[str, str]:
        if self.status_monitor.agents_error:
            return tr("agent unknown"), self.status_monitor.agents_error
        agents = self.status_monitor.agents
        if agents is None:
            return "", ""
        from ..text.agent_text import describe_agents

        return describe_agents(agents, self.desk.settings.current.agent.preferred)

    def _settings_changed(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply_theme(app, self.desk.settings.current.window)

    def _undo_moved(self) -> None:
        undone, redone = self.desk.undo.undo_text, self.desk.undo.redo_text
        self.commands.undo.setText(tr("Undo: {change}", change=undone) if undone else tr("Undo"))
        self.commands.undo.setEnabled(bool(undone))
        self.commands.redo.setText(tr("Redo: {change}", change=redone) if redone else tr("Redo"))
        self.commands.redo.setEnabled(bool(redone))

    # --- palette and keys ----------------------------------------------------------------------------------------

    def open_palette(self) -> None:
        """Ctrl+K."""
        from .command_palette import CommandPalette
        from .palette_entries import PaletteEntries

        if self._palette is None:
            offer = PaletteEntries(self.desk, self.stack, self.commands, self.remembered, self.open_first_run, self)
            self._palette = CommandPalette(self, offer.actions, offer.find, self.remembered, offer.search_logs_action)
        self._palette.open()

    def open_help(self) -> None:
        """The page of the guide about the page in view."""
        from ..help.help_window import open_help

        open_help(self.stack.name, self)

    def open_keys(self) -> None:
        """F1."""
        from .keys_dialog import KeysDialog, page_key_rows

        place = self.desk.folder.root / "keys.html"
        dialog = KeysDialog(self.commands.groups, self, place, self.stack.page)
        dialog.append_rows(page_key_rows(self.stack.get_page(name)) for name in ENTRIES if name != self.stack.name)
        dialog.open()

    # --- coming and going ----------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """Bring the page in view up to date and keep it so."""
        super().showEvent(event)
        sys.setswitchinterval(LET_IN_S)
        if not self.stack.name:
            self._turned(self.first_page)
            self._first.start()
        self.desk.bridge.watch(True)
        self.stack.set_in_view(True)
        self.status_monitor.in_view(True)
        self.clock_doubt.in_view(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The first picture is the frame alone; the page follows at once."""
        super().paintEvent(event)
        if self._first.isActive():
            self._first.start(0)

    def _open_first(self) -> None:
        if not self.stack.name:
            self.show_page(self.first_page)
            if self.stack.page is not None:
                self.stack.page.setFocus()  # no ring before the first key
            self._warm.start()
        self.commands.draw_icons()
        self.desk.approvals.start_watching()
        self.desk.waiting.start_watching()
        self.earlier_rules.refresh()
        if self.status_monitor.agents is None and not self.status_monitor.agents_error:
            self.status_monitor.find_agents()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop every timer while nobody looks."""
        super().hideEvent(event)
        if event.spontaneous():
            return
        sys.setswitchinterval(LET_IN_UNSEEN_S)
        self.desk.approvals.drop_held()
        self.desk.bridge.watch(False)
        self.stack.set_in_view(False)
        self.status_monitor.in_view(False)
        self.clock_doubt.in_view(False)
        self.toast.hide()
        self._remember()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go back and forward by the buttons that a mouse has for it."""
        if event.button() == Qt.MouseButton.BackButton:
            self.history.go_back()
        elif event.button() == Qt.MouseButton.ForwardButton:
            self.history.go_forward()
        else:
            super().mousePressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The side bar folds, the margins follow."""
        super().resizeEvent(event)
        width = event.size().width()
        self.sidebar.set_narrow(width < theme.NARROW_BELOW)
        margin = theme.page_margin(width - self.sidebar.width())
        self.header.set_margin(margin)
        self.tabs.set_margin(margin)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing leaves it running, unless the operator wants otherwise."""
        app = QApplication.instance()
        if self._ending or (isinstance(app, QApplication) and app.isSavingSession()):  # a logout is not held up
            event.accept()
            return
        event.ignore()
        self.closing.close(tray=self.tray_is_there())

    def shut_down(self) -> None:
        """The application ends: remember what is to be remembered and close for good."""
        if self._ending:
            return
        self._ending = True
        self._warm.stop()
        self.stack.stop_preloading()
        self._remember()
        self.remembered.save()
        self.close()
        self.status_monitor.close()
        self.desk.approvals.close()
        self.desk.waiting.close()

    def keep_for_later(self) -> None:
        """Remember what is to be remembered now: the session may end without asking."""
        self._remember()

    def open_first_run(self) -> FirstRunDialog:
        """The steps of the first start; those that were done are skipped."""
        from ..first_run.dialog import open_first_run

        return open_first_run(self.desk, self.remembered, self)

    def _remember(self) -> None:
        self.remembered.set("geometry", base64.b64encode(self.saveGeometry().data()).decode("ascii"))
        self.stack.save_state()

    def _quit(self) -> None:
        self.shut_down()
        self.quit_requested.emit()


def _no_tray() -> bool:
    return False
