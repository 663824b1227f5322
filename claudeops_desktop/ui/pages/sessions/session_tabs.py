"""The tabs about one session: made and filled when they are looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QStackedLayout, QTabWidget, QVBoxLayout, QWidget

from ....records.sessions import Session, SessionStatus
from ....storage.change_events import CommittedChange
from ...text import formatting
from ...text.translation import tr
from ...widgets.empty_state import EmptyState
from ...widgets.log.log_view import LogView
from .checked_tab import CheckedTab
from .injected_tab import InjectedTab
from .learned_tab import LearnedTab
from .prompt_tab import PromptTab
from .response_view import ResponseView
from .tools_tab import ToolsTab
from .turn_loader import TurnLoader
from .turns_tab import TurnsTab

if TYPE_CHECKING:
    from ...app_context import AppContext

STORY_PAUSE_MS = 700
RESPONSE, LOG, TURNS, TOOLS, CHECKED, LEARNED, INJECTED, PROMPT = range(8)
NAMES = (
    tr("Response"),
    tr("Log"),
    tr("Turns"),
    tr("Tools"),
    tr("Checked"),
    tr("Learned"),
    tr("In the prompt"),
    tr("Prompt"),
)


class SessionTabs(QTabWidget):
    """``navigation_requested`` carries a PageLocation; ``learned_count_changed`` that what was learned is known;
    ``chosen_tab`` is the tab that the operator chose, None until then.
    """

    navigation_requested = Signal(object)
    learned_count_changed = Signal()

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._session: Session | None = None
        self._dirty: set[int] = set()
        self.chosen_tab: int | None = None
        response = QWidget(self)
        self.response = ResponseView()
        self._response_empty = EmptyState("sessions", tr("No answer yet"))
        self._response_stack = QStackedLayout(response)  # without a parent it would show its first page as a window
        self._response_stack.addWidget(self._response_empty)
        self._response_stack.addWidget(self.response)
        self.turn_loader = TurnLoader(desk, self)
        self._parts: dict[int, QWidget] = {}
        self._holders = [response, *(QWidget(self) for _ in NAMES[1:])]
        self.setDocumentMode(True)
        self.setUsesScrollButtons(True)
        self.setAccessibleName(tr("About this session"))
        for holder, name in zip(self._holders, NAMES, strict=True):
            self.addTab(holder, name)
        self.tabBarClicked.connect(self._chosen)
        self.currentChanged.connect(self._fill)
        self._story_pause = QTimer(self, singleShot=True, interval=STORY_PAUSE_MS)
        self._story_pause.timeout.connect(self._refresh_story)

    @property
    def log(self) -> LogView:
        """Every line."""
        if LOG not in self._parts:
            made = LogView(self._desk, self._holders[LOG])
            made.missing.connect(self._log_missing)
            self._put(LOG, made)
        return cast(LogView, self._parts[LOG])

    @property
    def findable(self) -> bool:
        """Whether the focus is in a log that can be searched."""
        return LOG in self._parts and self.log.findable

    @property
    def turns(self) -> TurnsTab:
        """Turn by turn."""
        if TURNS not in self._parts:
            made = TurnsTab(self.turn_loader, self._holders[TURNS])
            made.line_requested.connect(self.show_line)
            made.count_changed.connect(self._turns_counted)
            self._put(TURNS, made)
        return cast(TurnsTab, self._parts[TURNS])

    @property
    def tools(self) -> ToolsTab:
        """Every call."""
        if TOOLS not in self._parts:
            made = ToolsTab(self.turn_loader, self._holders[TOOLS])
            made.line_requested.connect(self.show_line)
            made.count_changed.connect(self._tools_counted)
            self._put(TOOLS, made)
        return cast(ToolsTab, self._parts[TOOLS])

    @property
    def checked(self) -> CheckedTab:
        """How the services stood."""
        if CHECKED not in self._parts:
            made = CheckedTab(self._desk, self._holders[CHECKED])
            made.count_changed.connect(self._checked_counted)
            self._put(CHECKED, made)
        return cast(CheckedTab, self._parts[CHECKED])

    @property
    def learned(self) -> LearnedTab:
        """What its words became."""
        if LEARNED not in self._parts:
            made = LearnedTab(self._desk, self._holders[LEARNED])
            made.line_requested.connect(self.show_line)
            made.navigation_requested.connect(self.navigation_requested)
            made.count_changed.connect(self._learned_counted)
            self._put(LEARNED, made)
        return cast(LearnedTab, self._parts[LEARNED])

    @property
    def injected(self) -> InjectedTab:
        """What it was given."""
        if INJECTED not in self._parts:
            made = InjectedTab(self._desk, self._holders[INJECTED])
            made.navigation_requested.connect(self.navigation_requested)
            made.count_changed.connect(self._injected_counted)
            self._put(INJECTED, made)
        return cast(InjectedTab, self._parts[INJECTED])

    @property
    def prompt(self) -> PromptTab:
        """What it was asked."""
        if PROMPT not in self._parts:
            self._put(PROMPT, PromptTab(self._holders[PROMPT]))
        return cast(PromptTab, self._parts[PROMPT])

    @property
    def not_stored_count(self) -> int:
        """How many markers were not stored, as far as that is known."""
        return self.learned.not_stored_count if LEARNED in self._parts else 0

    def _put(self, tab: int, part: QWidget) -> None:
        """Put a part in its place. Each is made when it is first needed: all at once would hold the window."""
        column = QVBoxLayout(self._holders[tab])
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(part)
        self._holders[tab].setFocusProxy(part)
        self._parts[tab] = part

    def show_session(self, session: Session) -> None:
        """Show a session, at its answer, or at its log while it runs; or in the tab that was chosen."""
        before, self._session = self._session, session
        self._show_response(session)
        fresh = before is None or before.id != session.id
        if fresh:
            running = session.status == SessionStatus.RUNNING
            self.setCurrentIndex(self.chosen_tab if self.chosen_tab is not None else LOG if running else RESPONSE)
        elif before is not None and before.status == SessionStatus.RUNNING and session.status != SessionStatus.RUNNING:
            self._ended()
        self._dirty = set(range(LOG, len(NAMES)))
        self._fill(self.currentIndex())
        if fresh:
            for tab in (CHECKED, LEARNED, INJECTED):
                self._fill(tab)
            self._tools_counted(0)
            self._turns_counted(0)

    def show_nothing(self) -> None:
        """No session."""
        self._session = None
        if LOG in self._parts:
            self.log.show_session(None)

    def show_line(self, line: int, words: Sequence[str] = ()) -> None:
        """Go to a line of this session's log, and to words in it."""
        self.setCurrentIndex(LOG)
        self.log.show_line(line, words)
        self.log.setFocus()

    def show_tab(self, tab: int) -> None:
        """Turn to a tab, as the operator does."""
        self.chosen_tab = tab
        self.setCurrentIndex(tab)

    def changed(self, change: CommittedChange) -> None:
        """Something changed that this session may be concerned by."""
        mine = self._session is not None and (not change.ids or self._session.id in change.ids)
        if change.table in ("session_log", "tool_calls") and mine and not self._story_pause.isActive():
            self._story_pause.start()
        if change.table in ("health_checks", "*"):
            self.checked.refresh()
        if change.table in ("markers", "*") or (change.table == "memories" and self.currentIndex() == LEARNED):
            self.learned.refresh()
        if change.table in ("memories", "*") and self.currentIndex() == INJECTED:
            self.injected.refresh()

    def deactivate(self) -> None:
        """Out of view: nothing ticks."""
        self._story_pause.stop()
        if TURNS in self._parts:
            self.turns.stop()

    def _ended(self) -> None:
        """The session that was watched is over: its answer is what matters now, unless a tab was chosen."""
        if self.chosen_tab is None and self.currentIndex() == LOG and self.log.following:
            self.setCurrentIndex(RESPONSE)

    def _fill(self, tab: int) -> None:
        session = self._session
        if session is None or tab not in self._dirty:
            return
        self._dirty.discard(tab)
        if tab == LOG:
            self.log.show_session(session.id)
        elif tab in (TURNS, TOOLS):
            self._dirty -= {TURNS, TOOLS}
            self._make_both()
            self.turn_loader.show_session(session)
        elif tab == CHECKED:
            self.checked.show_session(session)
        elif tab == LEARNED:
            self.learned.show_session(session)
        elif tab == INJECTED:
            self.injected.show_session(session)
        else:
            self.prompt.show_session(session)

    def _make_both(self) -> None:
        """Turns and Tools tell the same story: both hear of it, and say how many there are."""
        for tab in (self.turns, self.tools):
            tab.show()

    def _show_response(self, session: Session) -> None:
        if session.response:
            self.response.show_text(session.response)
            self._response_stack.setCurrentWidget(self.response)
            return
        self._response_stack.setCurrentWidget(self._response_empty)
        if session.status == SessionStatus.RUNNING:
            self._response_empty.set_message(
                tr("No answer yet"), tr("It appears here when the session ends. Log shows what it says.")
            )
        else:
            self._response_empty.set_message(
                tr("No answer"), tr("The session ended before it gave one. The log has what it said.")
            )

    def _refresh_story(self) -> None:
        if self.currentIndex() in (TURNS, TOOLS):
            self.turn_loader.refresh()
        else:
            self._dirty |= {TURNS, TOOLS}

    def _chosen(self, tab: int) -> None:
        self.chosen_tab = tab if tab >= 0 else None

    def _log_missing(self, line: int) -> None:
        if line:
            self.setCurrentIndex(LEARNED)
            self.learned.pick_line(line)

    def _name(self, tab: int, number: int) -> None:
        self.setTabText(tab, f"{NAMES[tab]} {formatting.format_number(number)}" if number else NAMES[tab])

    def _turns_counted(self, number: int) -> None:
        self._name(TURNS, number)

    def _tools_counted(self, number: int) -> None:
        self._name(TOOLS, number)

    def _checked_counted(self, number: int) -> None:
        self._name(CHECKED, number)

    def _learned_counted(self, number: int) -> None:
        self._name(LEARNED, number)
        self.learned_count_changed.emit()

    def _injected_counted(self, number: int) -> None:
        self._name(INJECTED, number)
