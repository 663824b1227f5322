"""The window: frame, pages, keys. Pages know their own matters; the window only brings them together."""

from __future__ import annotations

import base64
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QByteArray, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QHideEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QVBoxLayout, QWidget

from . import icons, theme
from .banner import Banner
from .closing import Closing
from .commands import Commands
from .desk import Desk
from .header import Header
from .page import Place
from .page_stack import ENTRIES, PageStack
from .pages import PAGES
from .question_bar import QuestionBar
from .remembered import Remembered
from .review_badge import ReviewBadge
from .run_controls import RunControls
from .sidebar import SideBar
from .standing_watch import StandingWatch
from .status_line import StatusLine
from .widgets.toast import Toast

if TYPE_CHECKING:
    from .command_palette import CommandPalette
    from .events_waiting import EventsWaiting
    from .tray import Tray

log = logging.getLogger(__name__)
SMALLEST = (640, 440)
FIRST_SIZE = (1180, 760)
WARM_UP_MS = 700  # after the first page: what follows its picture is done by then
STOPPED = "Everything is stopped: agents were ended, questions refused, and nothing starts until you resume."
FIRST_PICTURE_MS = 250  # where no picture is asked for, the first page does not wait for it longer than this


class MainWindow(QWidget):
    """``quit_wanted`` says that the operator wants the application to end; ``app`` does it."""

    quit_wanted = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk
        self.remembered = Remembered(desk, self)
        self.watch = StandingWatch(desk, self)
        self.closing = Closing(desk, self.remembered, self)
        self.commands = Commands(self)
        self.review_badge = ReviewBadge(desk, self)
        self.runs = RunControls(desk, self.watch, self.commands, self)
        self.tray_is_there: Callable[[], bool] = _no_tray
        self._ending = False
        self._first = QTimer(self, singleShot=True, interval=FIRST_PICTURE_MS)
        self._first.timeout.connect(self._open_first)
        self._warm = QTimer(self, singleShot=True, interval=WARM_UP_MS)
        self._palette: CommandPalette | None = None
        self._waiting: EventsWaiting | None = None
        self.tray: Tray | None = None
        self.setWindowTitle("Claude Ops")
        self.setWindowIcon(icons.tray_icon("app", "accent"))
        self.setMinimumSize(*SMALLEST)
        self._build()
        self._connect()
        self._restore()
        self._stand()
        self._undo_moved()

    # --- frame ---------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.sidebar = SideBar()
        self.header = Header(self.commands.run_menu)
        self.question = QuestionBar(self.desk.questions)
        self.dry_run = Banner("banner", "lock", "accent", "Turn off")
        self.paused = Banner("paused", "pause", "idle", "Resume")
        self.stopped = Banner("stopped", "stop", "bad", "Resume")
        self.fault = Banner("fault", "critical", "bad", closable=True)
        self.stack = PageStack(self.desk, self.remembered)
        self.status = StatusLine()
        page = QVBoxLayout()
        page.setSpacing(0)
        for part in (self.stopped, self.question, self.dry_run, self.paused, self.fault, self.header):
            page.addWidget(part)
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
        self.toast = Toast(self.stack)

    def _connect(self) -> None:
        c = self.commands
        for action in c.go:
            action.triggered.connect(self._go_by_action)
        for action, slot in (
            (c.undo, self.desk.undo.undo),
            (c.redo, self.desk.undo.redo),
            (c.find, self._find),
            (c.refresh, self._refresh),
            (c.palette, self.open_palette),
            (c.keys, self.open_keys),
            (c.close, self.close),
            (c.quit, self.closing.quit),
        ):
            action.triggered.connect(slot)
        self.header.run_asked.connect(self.runs.run_now)
        self.header.stop_asked.connect(self.runs.stop)
        self.header.stop_all_asked.connect(self.runs.emergency.stop)
        self.header.pause_asked.connect(self.runs.pause)
        self.header.dry_run_asked.connect(self.runs.set_dry_run)
        self.runs.said.connect(self.toast.say)
        self.runs.fault.connect(self.fault.say)
        self.runs.wanted.connect(self.show_place)
        self.runs.raise_wanted.connect(self.raise_window)
        self.runs.refused.connect(self._stand)
        self.sidebar.chosen.connect(self.go)
        self._warm.timeout.connect(self.stack.warm_up)
        self.stack.turned.connect(self._turned)
        self.stack.fact_changed.connect(self._fact_changed)
        self.stack.badge_changed.connect(self.sidebar.set_badge)
        self.stack.wanted.connect(self.show_place)
        self.stack.message.connect(self.toast.say)
        self.status.wanted.connect(self.show_place)
        self.status.cancel_asked.connect(self.runs.cancel)
        self.status.drop_asked.connect(self.runs.drop)
        self.dry_run.acted.connect(self.runs.end_dry_run)
        self.paused.acted.connect(self.runs.resume)
        self.stopped.acted.connect(self.runs.resume)
        self.question.wanted.connect(self.show_place)
        self.desk.questions.changed.connect(self._questions_moved)
        self.desk.questions.said.connect(self.toast.say)
        self.review_badge.counted.connect(self._review_counted)
        self.watch.changed.connect(self._stand)
        self.watch.settings_changed.connect(self._settings_changed)
        self.closing.hide_wanted.connect(self.hide)
        self.closing.quit_wanted.connect(self._quit)
        self.closing.said.connect(self.toast.say)
        self.desk.undo.changed.connect(self._undo_moved)
        self.desk.undo.message.connect(self.toast.say)
        self.desk.bridge.failed.connect(self.fault.say)

    def _restore(self) -> None:
        geometry = self.remembered.get("geometry")
        restored = isinstance(geometry, str) and self.restoreGeometry(QByteArray(base64.b64decode(geometry)))
        if not restored:
            self.resize(*FIRST_SIZE)
        name = self.remembered.get("page")
        self.first_page = name if name in ENTRIES else PAGES[0].name

    # --- places --------------------------------------------------------------------------------------------------

    def go(self, name: str) -> None:
        """Turn to a page as it was left."""
        self.show_place(Place(name))

    def show_place(self, place: Place) -> None:
        """Turn to a page and have it show something."""
        self.stack.show_place(place)

    def raise_window(self) -> None:
        """Show the window and bring it to the front."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    def answer(self, intent: str) -> None:
        """What a second start asks for: ``raise``, ``run``, or ``show`` and a place such as ``sessions:12``."""
        self.raise_window()
        if intent == "run":
            self.runs.run_now()
        elif intent.startswith("show "):
            page, _, row = intent.removeprefix("show ").partition(":")
            if page in ENTRIES:
                self.show_place(Place(page, int(row) if row.isdecimal() else None))

    def _go_by_action(self) -> None:
        action = self.sender()
        if isinstance(action, QAction):
            self.raise_window()
            self.go(str(action.data()))

    def _turned(self, name: str) -> None:
        if name == "events" and self._waiting is not None:
            self._waiting.close()
        self.sidebar.set_current(name)
        self.header.say(ENTRIES[name].title, self.stack.facts.get(name, ""))
        self.remembered.set("page", name)

    def _fact_changed(self, name: str, fact: str) -> None:
        if name == self.stack.name:
            self.header.set_fact(fact)

    def _find(self) -> None:
        if self.stack.page is not None:
            self.stack.page.focus_search()

    def _refresh(self) -> None:
        self.watch.look_for_agents()
        self.watch.ask()
        if self.stack.page is not None:
            self.stack.page.refresh()

    # --- how it stands -------------------------------------------------------------------------------------------

    def _stand(self) -> None:
        now = self.watch.current
        agent, tip = self._agent_words()
        self.header.stand(now)
        self.status.stand(now, self.desk.runs.state, agent, tip)
        c = self.commands
        c.stop.setEnabled(now.live and not now.stopping)
        c.pause.setChecked(now.paused)
        c.pause.setText("Resume scheduled runs" if now.paused else "Pause scheduled runs")
        c.dry_run.setChecked(now.dry_run)
        self.dry_run.button.setVisible(now.dry_run)
        self.dry_run.say(
            "Dry run: nothing is changed on your servers, and no run goes up a tier."
            if now.dry_run
            else "This run is a dry run: it changes nothing."
            if now.live_dry_run
            else ""
        )
        self.stopped.say(STOPPED if now.stopped else "")
        c.resume.setVisible(now.stopped)
        c.resume.setEnabled(now.stopped)
        waits = now.paused and not now.stopped
        self.paused.say("Paused: scheduled runs wait until you resume. Run now still works." if waits else "")

    def _questions_moved(self) -> None:
        self.sidebar.set_badge("approvals", len(self.desk.questions.waiting))

    def _review_counted(self, number: int) -> None:
        self.sidebar.set_badge("review", number)

    def _agent_words(self) -> tuple[str, str]:
        if self.watch.agents_error:
            return "agent unknown", self.watch.agents_error
        agents = self.watch.agents
        if agents is None:
            return "", ""
        from .agent_words import agent_words

        return agent_words(agents, self.desk.settings.current.agent.preferred)

    def _settings_changed(self) -> None:
        app = QApplication.instance()
        if isinstance(app, QApplication):
            theme.apply(app, self.desk.settings.current.window)

    def _undo_moved(self) -> None:
        for action, verb, text in (
            (self.commands.undo, "Undo", self.desk.undo.undo_text),
            (self.commands.redo, "Redo", self.desk.undo.redo_text),
        ):
            action.setText(f"{verb}: {text}" if text else verb)
            action.setEnabled(bool(text))

    # --- palette and keys ----------------------------------------------------------------------------------------

    def open_palette(self) -> None:
        """Ctrl+K."""
        from .command_palette import CommandPalette
        from .palette_offer import PaletteOffer

        if self._palette is None:
            offer = PaletteOffer(self)
            self._palette = CommandPalette(self, offer.actions, offer.find, self.remembered)
        self._palette.open()

    def open_keys(self) -> None:
        """F1."""
        from .keys import KeysDialog, rows_of_page

        place = self.desk.folder.root / "keys.html"
        dialog = KeysDialog(self.commands.groups, self, place, self.stack.page)
        dialog.follow(rows_of_page(self.stack.made(name)) for name in ENTRIES if name != self.stack.name)
        dialog.open()

    # --- coming and going ----------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        """In view: pages and times are kept up to date."""
        super().showEvent(event)
        if not self.stack.name:
            self._turned(self.first_page)
            self._first.start()
        self.desk.bridge.watch(True)
        self.stack.set_in_view(True)
        self.watch.in_view(True)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The first picture is the frame alone; the page follows at once."""
        super().paintEvent(event)
        if self._first.isActive():
            self._first.start(0)

    def _open_first(self) -> None:
        if not self.stack.name:
            self.go(self.first_page)
            if self.stack.page is not None:
                self.stack.page.setFocus()  # no ring before the first key
            self._warm.start()
        self.desk.questions.follow()
        self.review_badge.ask()
        if self.watch.agents is None and not self.watch.agents_error:
            self.watch.look_for_agents()
        if self._waiting is None and "events" not in self.stack.pages:
            self._count_events()

    def _count_events(self) -> None:
        from .events_waiting import EventsWaiting

        self._waiting = EventsWaiting(self.desk, self)
        self._waiting.counted.connect(self._events_counted)

    def _events_counted(self, number: int) -> None:
        self.sidebar.set_badge("events", number)

    def hideEvent(self, event: QHideEvent) -> None:
        """Out of view: nothing ticks."""
        super().hideEvent(event)
        if event.spontaneous():
            return
        self.desk.questions.drop_held()
        self.desk.bridge.watch(False)
        self.stack.set_in_view(False)
        self.watch.in_view(False)
        self.toast.hide()
        self._remember()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The side bar folds, the margins follow."""
        super().resizeEvent(event)
        width = event.size().width()
        self.sidebar.set_narrow(width < theme.NARROW_BELOW)
        self.header.set_margin(theme.margin(width - self.sidebar.width()))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Closing leaves it running, unless the operator wants otherwise."""
        app = QApplication.instance()
        if self._ending or (isinstance(app, QApplication) and app.isSavingSession()):  # a logout is not held up
            event.accept()
            return
        event.ignore()
        self.closing.close(tray=self.tray_is_there())

    def end(self) -> None:
        """The application ends: remember what is to be remembered and close for good."""
        if self._ending:
            return
        self._ending = True
        self._warm.stop()
        self.stack.end()
        self._remember()
        self.remembered.save()
        self.close()
        self.watch.close()
        self.desk.questions.close()
        if self._waiting is not None:
            self._waiting.close()

    def keep_for_later(self) -> None:
        """Remember what is to be remembered now: the session may end without asking."""
        self._remember()

    def open_first_run(self) -> None:
        """The first minute, or what was left of it."""
        from .first_run.dialog import open_first_run

        open_first_run(self)

    def _remember(self) -> None:
        self.remembered.set("geometry", base64.b64encode(self.saveGeometry().data()).decode("ascii"))
        self.stack.save_state()

    def _quit(self) -> None:
        self.end()
        self.quit_wanted.emit()


def _no_tray() -> bool:
    return False
