"""Everything about one run: how it stands, its chain, and the tabs about the session that is looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QTabWidget, QVBoxLayout, QWidget

from ....clock import utc_now
from ....records.sessions import Session, Status
from ....run.again import again
from ....run.request import RunRequest
from ....store.changes import Change
from ... import icons, theme, words
from ...widgets.elided import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.log_view import LogView
from ...widgets.state_dot import StateDot
from . import phrases
from .chain import ChainBar
from .checked import CheckedTab
from .learned import LearnedTab
from .prompt import PromptTab
from .response import ResponseView
from .tools import ToolsTab

if TYPE_CHECKING:
    from ...desk import Desk

TICK_MS = 1000
TOOLS_PAUSE_MS = 700
RESPONSE, LOG, TOOLS, CHECKED, LEARNED, PROMPT = range(6)


class RunDetail(QWidget):
    """``wanted`` carries a Place to open, ``run_wanted`` the RunRequest of a run to be made once more."""

    wanted = Signal(object)
    run_wanted = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._run_id: int | None = None
        self._wish: tuple[int | None, int] = (None, 0)  # session and log line that a link led to
        self._chain: list[Session] = []
        self._request: RunRequest | None = None
        self._session: Session | None = None
        self._kept_tab: int | None = None  # the tab that the operator chose
        self._dirty: set[int] = set()

        self._dot = StateDot("idle", theme.ICON_LARGE)
        self._title = theme.label(role="section")
        self._chain_bar = ChainBar()
        self._chain_bar.chosen.connect(self._choose_session)
        self.again = QPushButton("Run again")
        icons.dress(self.again, "play")
        self.again.clicked.connect(self._run_again)
        self.again.hide()
        self._said = theme.label(wrap=True, select=True)
        self._facts = ElidedLabel(role="muted")

        self._full = QWidget(self)
        self._make_tabs()
        self._empty = EmptyState(
            "sessions", "No run chosen", "Choose one above to see what it said and did.", parent=self
        )
        self._lay_out()
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._tell_facts)
        self._tools_pause = QTimer(self, singleShot=True, interval=TOOLS_PAUSE_MS)
        self._tools_pause.timeout.connect(self._refresh_tools)
        desk.bridge.changed.connect(self._on_change)

    @property
    def session_id(self) -> int | None:
        """The session that is looked at."""
        return self._session.id if self._session else None

    def show_run(self, run_id: int | None, session_id: int | None = None, line: int = 0) -> None:
        """Show a run at one of its sessions (the last one), and a line of its log."""
        if run_id != self._run_id:
            self._run_id = run_id
            self._chain = []
        if session_id is not None or line:
            self._wish = (session_id, line)
        if run_id is None:
            self._show_session(None)
            self._stack.setCurrentWidget(self._empty)
            return
        self._ask()

    def show_line(self, line: int) -> None:
        """Go to a line of this session's log."""
        self.tabs.setCurrentIndex(LOG)
        self.log.show_line(line)
        self.log.setFocus()

    def show_log(self) -> None:
        """Turn to the log."""
        self._kept_tab = LOG
        self.tabs.setCurrentIndex(LOG)

    def left(self) -> None:
        """Out of view: nothing ticks."""
        self._tick.stop()
        self._tools_pause.stop()

    def opened(self) -> None:
        """In view again: catch up."""
        if self._run_id is not None:
            self._ask()

    def _make_tabs(self) -> None:
        self.tabs = QTabWidget(self._full)
        response = QWidget(self.tabs)
        self.response = ResponseView()
        self._response_empty = EmptyState("sessions", "No answer yet")
        self._response_stack = QStackedLayout(response)  # without a parent it would show its first page as a window
        self._response_stack.addWidget(self._response_empty)
        self._response_stack.addWidget(self.response)
        self.log = LogView(self._desk, self.tabs)
        self.log.missing.connect(self._log_missing)
        self.tools = ToolsTab(self._desk, self.tabs)
        self.checked = CheckedTab(self._desk, self.tabs)
        self.learned = LearnedTab(self._desk, self.tabs)
        self.prompt = PromptTab(self.tabs)
        for tab in (self.tools, self.learned):
            tab.line_wanted.connect(self.show_line)
        self.learned.wanted.connect(self.wanted)
        self.tools.counted.connect(self._tools_counted)
        self.checked.counted.connect(self._checked_counted)
        self.learned.counted.connect(self._learned_counted)
        self.tabs.setDocumentMode(True)
        self.tabs.setAccessibleName("About this session")
        for widget, name in (
            (response, "Response"),
            (self.log, "Log"),
            (self.tools, "Tools"),
            (self.checked, "Checked"),
            (self.learned, "Learned"),
            (self.prompt, "Prompt"),
        ):
            self.tabs.addTab(widget, name)
        self.tabs.tabBarClicked.connect(self._tab_chosen)
        self.tabs.currentChanged.connect(self._tab_shown)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot)
        head.addWidget(self._title)
        head.addSpacing(theme.GAP_M)
        head.addWidget(self._chain_bar)
        head.addStretch()
        head.addWidget(self.again)
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addLayout(head)
        column.addWidget(self._said)
        column.addWidget(self._facts)
        column.addSpacing(theme.GAP_XS)
        column.addWidget(self.tabs, 1)

    def _ask(self) -> None:
        if self._run_id is not None:
            self._desk.bridge.ask(_ChainQuestion(self._desk, self._run_id), self._chain_known)

    def _chain_known(self, answer: tuple[list[Session], RunRequest | None]) -> None:
        chain, request = answer
        if not chain or chain[0].run_id != self._run_id:
            return
        self._request = request
        was_last = not self._chain or self._session is None or self._session.id == self._chain[-1].id
        self._chain = chain
        wished, line = self._wish
        self._wish = (None, 0)
        by_id = {session.id: session for session in chain}
        shown = self._session.id if self._session else None
        if wished in by_id:
            session = by_id[wished]
        elif was_last or shown not in by_id:
            session = chain[-1]
        else:
            session = by_id[shown]
        self._show_session(session)
        if line:
            self.show_line(line)
        elif wished in by_id and self._kept_tab is None and session.status == Status.RUNNING:
            self.tabs.setCurrentIndex(LOG)

    def _choose_session(self, session_id: int) -> None:
        for session in self._chain:
            if session.id == session_id:
                self._show_session(session)

    def _show_session(self, session: Session | None) -> None:
        before, self._session = self._session, session
        if session is None:
            self._tick.stop()
            self.log.show_session(None)
            return
        self._stack.setCurrentWidget(self._full)
        self._chain_bar.show_chain(self._chain, session.id)
        self._tell_state()
        self._tell_facts()
        self._show_response(session)
        fresh = before is None or before.id != session.id
        if fresh:
            running = session.status == Status.RUNNING
            self.tabs.setCurrentIndex(self._kept_tab if self._kept_tab is not None else LOG if running else RESPONSE)
        elif before is not None and before.status == Status.RUNNING and session.status != Status.RUNNING:
            self._ended()
        self._dirty = {LOG, TOOLS, CHECKED, LEARNED, PROMPT}
        self._fill(self.tabs.currentIndex())
        if fresh:
            self._fill(CHECKED)
            self._fill(LEARNED)

    def _ended(self) -> None:
        """The session that was watched is over: its answer is what matters now, unless a tab was chosen."""
        if self._kept_tab is None and self.tabs.currentIndex() == LOG and self.log.following and self._session:
            self.tabs.setCurrentIndex(RESPONSE)

    def _fill(self, tab: int) -> None:
        if self._session is None or tab not in self._dirty:
            return
        self._dirty.discard(tab)
        if tab == LOG:
            self.log.show_session(self._session.id)
        elif tab == TOOLS:
            self.tools.show_session(self._session)
        elif tab == CHECKED:
            self.checked.show_session(self._session)
        elif tab == LEARNED:
            self.learned.show_session(self._session)
        elif tab == PROMPT:
            self.prompt.show_session(self._session)

    def _show_response(self, session: Session) -> None:
        if session.response:
            self.response.show_text(session.response)
            self._response_stack.setCurrentWidget(self.response)
            return
        self._response_stack.setCurrentWidget(self._response_empty)
        if session.status == Status.RUNNING:
            self._response_empty.say("No answer yet", "It appears here when the session ends. Log shows what it says.")
        else:
            self._response_empty.say("No answer", "The session ended before it gave one. Log has what it said.")

    def _tell_state(self) -> None:
        session = self._session
        if session is None:
            return
        self._dot.set_state(session.status)
        self._title.setText(f"Session {session.id} {phrases.status_name(session.status)}")
        self._said.setText(words.breakable(phrases.sentence(session, self.learned.missed)))
        live = self._desk.runs.state.live
        ours = live is not None and live.run_id == session.run_id
        running = any(one.status == Status.RUNNING for one in self._chain)
        self.again.setVisible(not running and not ours and self._request is not None)
        self.again.setToolTip(phrases.again(self._request) if self._request else "")
        if ours and live and live.stopping:
            self._said.setText("Stopping: the agent is asked to end, and made to if it does not.")
        elif running and not ours:
            self._said.setText("It is running in another program: stop it there. Log shows what it says.")
        self._tick.start() if running and self.isVisible() else self._tick.stop()

    def _tell_facts(self) -> None:
        if self._session is not None:
            self._facts.setText(" · ".join(phrases.facts(self._session, utc_now())))
            self._facts.set_tip(
                f"Started {words.exact(self._session.started_at)}"
                + (f", ended {words.exact(self._session.ended_at)}" if self._session.ended_at else "")
            )

    def _run_again(self) -> None:
        if self._request is not None:
            self.run_wanted.emit(self._request)

    def _on_change(self, change: Change) -> None:
        if self._run_id is None or not self.isVisible():
            return
        mine = self._session is not None and (not change.ids or self._session.id in change.ids)
        if change.table in ("sessions", "runs", "*"):
            chain = {session.id for session in self._chain}
            if change.table == "runs" or change.what == "inserted" or not change.ids or chain & set(change.ids):
                self._ask()
        elif change.table == "queue":
            self._tell_state()
        elif change.table == "session_log" and mine and not self._tools_pause.isActive():
            self._tools_pause.start()
        if change.table in ("health_checks", "*"):
            self.checked.refresh()
        if change.table in ("markers", "*") or (change.table == "memories" and self.tabs.currentIndex() == LEARNED):
            self.learned.refresh()

    def _refresh_tools(self) -> None:
        if self.tabs.currentIndex() == TOOLS:
            self.tools.refresh()
        else:
            self._dirty.add(TOOLS)

    def _tab_chosen(self, tab: int) -> None:
        self._kept_tab = tab if tab >= 0 else None

    def _tab_shown(self, tab: int) -> None:
        self._fill(tab)

    def _log_missing(self, line: int) -> None:
        if line:
            self.tabs.setCurrentIndex(LEARNED)
            self.learned.pick_line(line)

    def _tools_counted(self, number: int) -> None:
        self.tabs.setTabText(TOOLS, f"Tools {words.number(number)}" if number else "Tools")

    def _checked_counted(self, number: int) -> None:
        self.tabs.setTabText(CHECKED, f"Checked {words.number(number)}" if number else "Checked")

    def _learned_counted(self, number: int) -> None:
        self.tabs.setTabText(LEARNED, f"Learned {words.number(number)}" if number else "Learned")
        self._tell_state()


@dataclass(frozen=True, slots=True)
class _ChainQuestion:
    desk: Desk
    run_id: int

    def __call__(self) -> tuple[list[Session], RunRequest | None]:
        sessions = self.desk.book.sessions
        chain, run = sessions.of_run(self.run_id), sessions.run(self.run_id)
        return chain, again(run, chain[0]) if run is not None and chain else None
