"""Everything about one run: how it stands, its chain, and the tabs about the session that is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedLayout, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....records.approvals import Approval
from ....records.run_findings import find_left_by_sessions, look_of
from ....records.sessions import RunTrigger, Session, SessionStatus
from ....runs.request import RunRequest
from ....runs.rerun import rerun_request
from ....runs.resume import resume_request, why_not_resumable
from ....storage.change_events import CommittedChange
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.empty_state import EmptyState
from ...widgets.state_dot import StateDot
from . import text
from .chain_bar import ChainBar
from .chain_timeline import ChainTimeline
from .intervals import build_intervals
from .session_export import SessionExporter
from .session_tabs import LOG, SessionTabs

if TYPE_CHECKING:
    from ...app_context import AppContext

TICK_MS = 1000
NARROW, LOW = 820, 300  # pixels


class RunDetail(QWidget):
    """``navigation_requested`` carries a PageLocation to open, ``run_requested`` the RunRequest of a run to be made
    once more, ``message_posted`` a sentence for the operator; ``window_requested`` asks for this run in a window
    of its own.
    """

    navigation_requested = Signal(object)
    run_requested = Signal(object)
    message_posted = Signal(str)
    window_requested = Signal()

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._run_id: int | None = None
        self._wish: tuple[int | None, int] = (None, 0)  # session and log line that a link led to
        self._run = _Chain()
        self._session: Session | None = None
        self._words: tuple[str, ...] = ()

        self._dot = StateDot("idle", theme.ICON_LARGE)
        self._title = theme.plain_label(role="section")
        self._chain_bar = ChainBar()
        self._chain_bar.session_chosen.connect(self._choose_session)
        self.again = QPushButton(tr("Run again"))
        icons.set_themed_icon(self.again, "play")
        self.again.clicked.connect(self._run_again)
        self.again.hide()
        self.go_on = QPushButton(tr("Continue"))
        icons.set_themed_icon(self.go_on, "forward")
        self.go_on.setToolTip(tr("Continue the interrupted session's work in the same run"))
        self.go_on.clicked.connect(self._go_on)
        self.go_on.hide()
        self.export = QPushButton(tr("Export…"))
        icons.set_themed_icon(self.export, "external")
        self.export.setToolTip(tr("Write this session into one file, without secrets"))
        self.export.clicked.connect(self.export_session)
        self.open_window = QPushButton(tr("New window"))
        self.open_window.setObjectName("run-open-window")
        self.open_window.setToolTip(tr("Show this run in a window of its own (Ctrl+Shift+O)"))
        self.open_window.clicked.connect(self.window_requested)
        self._exporter = SessionExporter(desk, self)
        self._exporter.message_posted.connect(self.message_posted)
        self.timeline = ChainTimeline()
        self.timeline.session_chosen.connect(self._choose_session)
        self._said = theme.plain_label(wrap=True, select=True)
        self._facts = ElidedLabel(role="muted")

        self._full = QWidget(self)
        self.tabs = SessionTabs(desk, self._full)
        self.tabs.navigation_requested.connect(self.navigation_requested)
        self.tabs.learned_count_changed.connect(self._tell_state)
        self._empty = EmptyState(
            "sessions", tr("No run chosen"), tr("Choose one to see what it said and did."), parent=self
        )
        self._lay_out()
        self._stack = QStackedLayout(self)
        self._stack.setContentsMargins(0, 0, 0, 0)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._full)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._tell_facts)
        desk.bridge.changed.connect(self._on_change)

    @property
    def run_id(self) -> int | None:
        """The run that is looked at."""
        return self._run_id

    @property
    def session_id(self) -> int | None:
        """The session that is looked at."""
        return self._session.id if self._session else None

    def show_run(
        self, run_id: int | None, session_id: int | None = None, line: int = 0, words: Sequence[str] = ()
    ) -> None:
        """Show a run at one of its sessions (the last one), and a line of its log with these words marked."""
        if run_id != self._run_id:
            self._run_id = run_id
            self._run = _Chain()
        if session_id is not None or line:
            self._wish, self._words = (session_id, line), tuple(words)
        if run_id is None:
            self._show_session(None)
            self._stack.setCurrentWidget(self._empty)
            return
        self._ask()

    def show_log(self) -> None:
        """Turn to the log."""
        self.tabs.show_tab(LOG)

    def export_session(self) -> None:
        """Ask where the session that is looked at is to be written."""
        if self._session is not None:
            self._exporter.ask_and_export(self._session.id)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say less where there is little room."""
        super().resizeEvent(event)
        self._chain_bar.set_short(event.size().width() < NARROW)
        self.timeline.make_room(event.size().height() < LOW)

    def deactivate(self) -> None:
        """Out of view: nothing ticks."""
        self._tick.stop()
        self.tabs.deactivate()

    def activate(self) -> None:
        """In view again: catch up."""
        if self._run_id is not None:
            self._ask()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot)
        head.addWidget(self._title)
        head.addSpacing(theme.GAP_M)
        head.addWidget(self._chain_bar)
        head.addStretch()
        head.addWidget(self.open_window)
        head.addWidget(self.export)
        head.addWidget(self.go_on)
        head.addWidget(self.again)
        column = QVBoxLayout(self._full)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addLayout(head)
        column.addWidget(self._said)
        column.addWidget(self._facts)
        column.addWidget(self.timeline)
        column.addSpacing(theme.GAP_XS)
        column.addWidget(self.tabs, 1)

    def _ask(self) -> None:
        if self._run_id is not None:
            self._desk.bridge.ask(partial(_load_chain, self._desk, self._run_id), self._chain_known)

    def _chain_known(self, answer: _Chain) -> None:
        chain, before = answer.sessions, self._run.sessions
        if not chain or chain[0].run_id != self._run_id:
            return
        self._run = answer
        was_last = not before or self._session is None or self._session.id == before[-1].id
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
            self.tabs.show_line(line, self._words)
        elif wished in by_id and self.tabs.chosen_tab is None and session.status == SessionStatus.RUNNING:
            self.tabs.setCurrentIndex(LOG)

    def _choose_session(self, session_id: int) -> None:
        for session in self._run.sessions:
            if session.id == session_id:
                self._show_session(session)

    def _show_session(self, session: Session | None) -> None:
        self._session = session
        if session is None:
            self._tick.stop()
            self.tabs.show_nothing()
            return
        self._stack.setCurrentWidget(self._full)
        self._chain_bar.show_chain(self._run.sessions, session.id)
        self._tell_state()
        self._tell_facts()
        self.tabs.show_session(session)

    def _tell_state(self) -> None:
        session = self._session
        if session is None:
            return
        self._dot.set_state(look_of(session.status, self._run.left.get(session.id, "")))
        self._title.setText(
            tr("Session {id} {status_name}", id=session.id, status_name=text.status_name(session.status))
        )
        self._said.setText(formatting.make_breakable(text.session_sentence(session, self.tabs.not_stored_count)))
        live = self._desk.runs.state.live
        ours = live is not None and live.run_id == session.run_id
        running = any(one.status == SessionStatus.RUNNING for one in self._run.sessions)
        self.again.setVisible(not running and not ours and self._run.again is not None)
        self.again.setToolTip(text.rerun_text(self._run.again) if self._run.again else "")
        self.go_on.setVisible(not running and not ours and self._run.go_on is not None)
        if ours and live and live.stopping:
            self._said.setText(tr("Stopping: the agent is asked to end, and is ended if it does not."))
        elif running and not ours:
            self._said.setText(tr("It is running in another program: stop it there. Log shows what it says."))
        self._tick.start() if running and self.isVisible() else self._tick.stop()

    def _tell_facts(self) -> None:
        if self._session is not None:
            self._facts.setText(" · ".join(text.session_facts(self._session, utc_now())))
            self._facts.set_tip(
                tr("Started {started_at}", started_at=formatting.format_exact_time(self._session.started_at))
                + (
                    tr(", ended {ended_at}", ended_at=formatting.format_exact_time(self._session.ended_at))
                    if self._session.ended_at
                    else ""
                )
            )
            self.timeline.show_spans(
                build_intervals(self._run.sessions, self._run.approvals, utc_now()), self._session.id
            )

    def _run_again(self) -> None:
        if self._run.again is not None:
            self.run_requested.emit(self._run.again)

    def _go_on(self) -> None:
        if self._run.go_on is not None:
            self.run_requested.emit(self._run.go_on)

    def _on_change(self, change: CommittedChange) -> None:
        if self._run_id is None or not self.isVisible():
            return
        if change.table in ("sessions", "runs", "approvals", "*"):
            chain = {session.id for session in self._run.sessions}
            if (
                change.table in ("runs", "approvals")
                or change.what == "inserted"
                or not change.ids
                or chain & set(change.ids)
            ):
                self._ask()
        elif change.table == "queue":
            self._tell_state()
        self.tabs.changed(change)


@dataclass(frozen=True, slots=True)
class _Chain:
    """A run's sessions, and which of them left a service down or degraded; the request of a run like it, and that by
    which it goes on after a crash."""

    sessions: list[Session] = field(default_factory=list)
    again: RunRequest | None = None
    go_on: RunRequest | None = None
    approvals: list[Approval] = field(default_factory=list)
    left: dict[int, str] = field(default_factory=dict)


def _load_chain(desk: AppContext, run_id: int) -> _Chain:
    book = desk.book
    chain, run = book.sessions.of_run(run_id), book.sessions.run(run_id)
    request = rerun_request(run, chain[0]) if run is not None and chain else None
    going_on = None
    if run is not None and chain and not why_not_resumable(chain[-1], chain):
        going_on = resume_request(run, chain[0], chain[-1], RunTrigger.MANUAL)
    left = find_left_by_sessions(book.store, [one.id for one in chain])
    return _Chain(chain, request, going_on, book.approvals.of_run(run_id), left)
