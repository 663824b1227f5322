"""One run: how the session that is looked at stands, the run over time, and its parts; on the page and in a window."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QBoxLayout, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....storage.change_events import CommittedChange
from ... import theme
from ...kit.actions import ActionSet, ActionSpec
from ...kit.detail import DetailPane, DetailSpec, EmptyText, ParagraphSpec
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr
from ...widgets.log.log_view import LogView
from ...widgets.toast import MessageToast
from . import text
from .chain_timeline import ChainTimeline, build_intervals
from .queries import RunRecord, ShownSession, load_run
from .sections import GIVEN, LEARNED, LOG, SECTIONS, STEPS, LearnedTable
from .session_export import SessionExporter
from .steps_section import StepsSection

if TYPE_CHECKING:
    from ...app_context import AppContext

TICK_MS, READ_ON_MS = 1000, 700
RELOADED = frozenset(("runs", "approvals", "markers", "health_checks", "*"))  # tables
LIVE_LOG = "live_log"  # under which it is kept whether the log of a running session is unfolded
BUTTONS = ("window", "export", "resume", "again")
FIRST_SIZE, SMALLEST = QSize(980, 720), QSize(480, 320)


def state_text(shown: ShownSession) -> str:
    """Return how the session stands in a sentence."""
    return shown.note or text.session_sentence(shown.session, shown.counts.not_stored)


DETAIL = DetailSpec[ShownSession](
    state=lambda shown: shown.look,
    title=lambda shown: tr(
        "Session {id} {status_name}", id=shown.session.id, status_name=text.status_name(shown.session.status)
    ),
    facts=lambda shown: text.session_facts(shown.session, utc_now()),
    paragraphs=(ParagraphSpec(state_text),),
    sections=SECTIONS,
    empty=EmptyText("sessions", tr("No run chosen"), tr("Choose one to see what it said and did.")),
)


class RunDetail(DetailPane[ShownSession]):
    """``run_requested`` carries the RunRequest of a run to be made once more, ``window_requested`` asks for this run in
    a window of its own."""

    run_requested = Signal(object)
    window_requested = Signal()

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(context, DETAIL, (), parent)
        self._context = context
        self.run = RunRecord(0)
        self._run_id: int | None = None
        self._wanted: tuple[int | None, int, tuple[str, ...]] = (None, 0, ())  # session, log line, words in it
        self._unfolded = {True: True, False: False}  # the log, of a session that runs and of one that ended
        self.exporter = SessionExporter(context, self)
        self.exporter.message_posted.connect(self._post)
        self._latest = LatestQuery(context.bridge, self._loaded, self._post, self)
        self._tick = QTimer(self, interval=TICK_MS)
        self._tick.timeout.connect(self._show_time)
        self._read_on = QTimer(self, singleShot=True, interval=READ_ON_MS)
        self._read_on.timeout.connect(self._refresh_steps)
        self.action_set = ActionSet(self, ACTIONS, self)
        self._lay_out_run()
        self.steps.line_requested.connect(self.show_line)
        self.learned.line_requested.connect(self.show_line)
        self.log.missing.connect(self._log_missing)
        assert self.column is not None  # noqa: S101 — there are several sections
        self.column.sections[LOG].fold.clicked.connect(self._keep_log_fold)
        context.bridge.changed.connect(self._committed)

    def _lay_out_run(self) -> None:
        """Put the buttons beside the title, and the run over time between the head and the sections."""
        self.timeline = ChainTimeline()
        self.timeline.session_chosen.connect(self.show_session)
        column = self._full.layout()
        assert isinstance(column, QBoxLayout)  # noqa: S101 — made by the base
        first = column.itemAt(0)
        head = first.layout() if first is not None else None
        assert isinstance(head, QBoxLayout)  # noqa: S101 — so is the line of the title
        column.insertWidget(column.count() - 1, self.timeline)
        for name in BUTTONS:
            head.addWidget(self.action_set.make_button(name))

    # --- its parts ---------------------------------------------------------------------------------------------------

    @property
    def log(self) -> LogView:
        """Return the log."""
        log: LogView = self.section(LOG).log
        return log

    @property
    def steps(self) -> StepsSection:
        """Return the list of turns and tool calls."""
        steps: StepsSection = self.section(STEPS)
        return steps

    @property
    def learned(self) -> LearnedTable:
        """Return the table of what was learned."""
        learned: LearnedTable = self.section(LEARNED)
        return learned

    # --- which run, which session ------------------------------------------------------------------------------------

    @property
    def run_id(self) -> int | None:
        """Return the run that is looked at."""
        return self._run_id

    @property
    def session_id(self) -> int | None:
        """Return the session that is looked at."""
        return self.record.session.id if self.record is not None else None

    def show_run(
        self, run_id: int | None, session_id: int | None = None, line: int = 0, words: Sequence[str] = ()
    ) -> None:
        """Show a run at one of its sessions (the last one), and a line of its log with these words marked."""
        if run_id != self._run_id:
            self._run_id, self.run = run_id, RunRecord(run_id or 0)
        if session_id is not None or line:
            self._wanted = (session_id, line, tuple(words))
        if run_id is None:
            self.show_record(None)
        self.refresh()

    def show_session(self, session_id: int) -> None:
        """Show another session of the run."""
        session = self.run.session(session_id)
        if session is None:
            return
        before = self.record
        shown = ShownSession(session, self.run, self._note())
        fresh = before is None or before.session.id != session_id
        ended = not fresh and before is not None and before.running and not shown.running
        settle = fresh or (ended and self.log.following)
        if settle and not self._unfolded[shown.running]:
            self._fold_log(shown.running)
        self.show_record(shown)
        if settle:  # once the log is that of this session
            self._fold_log(shown.running)
        if self.column is not None and (fresh or ended):
            self.column.verticalScrollBar().setValue(0)

    def show_record(self, record: ShownSession | None) -> None:
        """Show a session, or that no run is chosen."""
        super().show_record(record)
        if record is None:
            self.log.show_session(None)
        self._show_time()
        running = record is not None and self.run.running
        self._tick.start() if running and self.isVisible() else self._tick.stop()
        self.action_set.update()

    def show_line(self, line: int, words: Sequence[str] = ()) -> None:
        """Go to a line of this session's log, and to words in it."""
        self.show_log()
        self.log.show_line(line, words)

    def show_log(self) -> None:
        """Unfold the log and go there."""
        if self.column is not None and self.record is not None:
            self.column.unfold(LOG)

    def refresh(self) -> None:
        """Ask for the run anew."""
        if self._run_id is not None:
            self._latest.ask(partial(load_run, self._context, self._run_id))

    def activate(self) -> None:
        """Come into view: catch up."""
        self.refresh()

    def deactivate(self) -> None:
        """Go out of view: nothing ticks."""
        self._tick.stop()
        self._read_on.stop()

    def save_state(self) -> dict[str, bool]:
        """Return which sections are unfolded; of the log for sessions that run and for those that ended."""
        return {**super().save_state(), LOG: self._unfolded[False], LIVE_LOG: self._unfolded[True]}

    def restore_state(self, state: object) -> None:
        """Take up what ``save_state`` gave."""
        super().restore_state(state)
        if isinstance(state, dict):
            for running, name in ((False, LOG), (True, LIVE_LOG)):
                if isinstance(state.get(name), bool):
                    self._unfolded[running] = state[name]
        if self.record is not None:
            self._fold_log(self.record.running)

    def _loaded(self, run: RunRecord) -> None:
        if run.id != self._run_id or not run.sessions:
            return
        before, self.run = self.run, run
        wanted, line, words = self._wanted
        self._wanted = (None, 0, ())
        was_last = not before.sessions or self.session_id == before.sessions[-1].id
        shown = run.session(wanted) or (None if was_last else run.session(self.session_id)) or run.sessions[-1]
        self.show_session(shown.id)
        if line:
            self.show_line(line, words)

    def _note(self) -> str:
        """Return what holds of the run now: that it is being stopped, or that another program runs it."""
        live = self._context.runs.state.live
        ours = live is not None and live.run_id == self._run_id
        if ours and live is not None and live.stopping:
            return tr("Stopping: the agent is asked to end, and is ended if it does not.")
        if self.run.running and not ours:
            return tr("It is running in another program: stop it there. Log shows what it says.")
        return ""

    @property
    def over(self) -> bool:
        """Tell whether no session of the run runs, and none is about to."""
        live = self._context.runs.state.live
        return self.record is not None and not self.run.running and (live is None or live.run_id != self._run_id)

    def _show_time(self) -> None:
        """Show what depends on the time: how long it has taken, and the run over time."""
        if self.record is None:
            return
        self._show_texts(self.record)
        session = self.record.session
        started = tr("Started {started_at}", started_at=formatting.format_exact_time(session.started_at))
        ended = tr(", ended {ended_at}", ended_at=formatting.format_exact_time(session.ended_at))
        self.facts.set_tip(started + (ended if session.ended_at else ""))
        self.timeline.show_spans(build_intervals(self.run.sessions, self.run.approvals, utc_now()), session.id)

    # --- log ---------------------------------------------------------------------------------------------------------

    def _fold_log(self, running: bool) -> None:
        if self.column is not None:
            self.column.sections[LOG].fold.setChecked(self._unfolded[running])

    def _keep_log_fold(self, unfolded: bool) -> None:
        if self.record is not None:
            self._unfolded[self.record.running] = unfolded

    def _log_missing(self, line: int) -> None:
        if line and self.column is not None:
            self.column.unfold(LEARNED)
            self.learned.pick_line(line)

    def _refresh_steps(self) -> None:
        if self.steps.isVisible():
            self.steps.refresh()

    # --- changes -----------------------------------------------------------------------------------------------------

    def _committed(self, change: CommittedChange) -> None:
        if self._run_id is None or not self.isVisible():
            return
        mine = not change.ids or bool({one.id for one in self.run.sessions} & set(change.ids))
        if change.table in ("session_log", "tool_calls"):
            if mine and not self._read_on.isActive():
                self._read_on.start()
        elif change.table in RELOADED or (change.table == "sessions" and (mine or change.what == "inserted")):
            self.refresh()
        elif change.table == "queue" and self.session_id is not None:
            self.show_session(self.session_id)
        elif change.table == "memories" and self.column is not None and self.record is not None:
            for name in (LEARNED, GIVEN):
                self.column.sections[name].show_record(self.record)

    def _post(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)


# --- what can be done with a run -------------------------------------------------------------------------------------


def run_again(detail: RunDetail) -> None:
    """Ask for a run like this one."""
    if detail.run.again is not None:
        detail.run_requested.emit(detail.run.again)


def resume_run(detail: RunDetail) -> None:
    """Ask for the rest of a run that was interrupted."""
    if detail.run.resume is not None:
        detail.run_requested.emit(detail.run.resume)


def export_session(detail: RunDetail) -> None:
    """Ask where the session that is looked at is to be written."""
    if detail.session_id is not None:
        detail.exporter.ask_and_export(detail.session_id)


ACTIONS: tuple[ActionSpec[RunDetail], ...] = (
    ActionSpec("log", tr("Show the log of this run"), lambda detail: detail.show_log()),
    ActionSpec(
        "window",
        tr("Open this run in a window"),
        lambda detail: detail.window_requested.emit(),
        "Ctrl+Shift+O",
        label=lambda _detail: tr("New window"),
        tip=lambda _detail: tr("Show this run in a window of its own (Ctrl+Shift+O)"),
        shown=lambda detail: detail.window().objectName() != RunWindow.NAME,
    ),
    ActionSpec(
        "export",
        tr("Export this session"),
        export_session,
        label=lambda _detail: tr("Export…"),
        tip=lambda _detail: tr("Write this session into one file, without secrets"),
    ),
    ActionSpec(
        "resume",
        tr("Continue this run"),
        resume_run,
        label=lambda _detail: tr("Continue"),
        tip=lambda _detail: tr("Continue the interrupted session's work in the same run"),
        shown=lambda detail: detail.over and detail.run.resume is not None,
        icon="forward",
    ),
    ActionSpec(
        "again",
        tr("Run this once more"),
        run_again,
        label=lambda _detail: tr("Run again"),
        tip=lambda detail: text.rerun_text(detail.run.again) if detail.run.again is not None else "",
        shown=lambda detail: detail.over and detail.run.again is not None,
        icon="play",
    ),
)

# --- in a window of its own ------------------------------------------------------------------------------------------


class RunWindow(QWidget):
    """Shows one run beside other work. Escape and Ctrl+W close it. ``closed`` carries the run's id and the size at the
    end; ``detail`` is the same as on the page."""

    NAME = "run-window"
    closed = Signal(int, QSize)

    def __init__(self, context: AppContext, run_id: int, parent: QWidget) -> None:
        super().__init__(parent, Qt.WindowType.Window)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName(self.NAME)
        self.setMinimumSize(SMALLEST)
        self.run_id = run_id
        self.setWindowTitle(tr("Run {number} – Claude Ops", number=run_id))
        self.setAccessibleName(tr("Run {number}", number=run_id))
        self.detail = RunDetail(context, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_S, theme.GAP_L, theme.GAP_L)
        column.addWidget(self.detail)
        self._toast = MessageToast(self)
        self.detail.message_posted.connect(self._show_message)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Close), self, self.close)
        QShortcut(QKeySequence(QKeySequence.StandardKey.Find), self, self._find)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Close on Escape, where nothing in the window has used it."""
        if event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop what ticks; the next window is as large as this one was."""
        self.detail.deactivate()
        self.closed.emit(self.run_id, self.size())
        super().closeEvent(event)

    def _show_message(self, sentence: str, _undo: object) -> None:
        self._toast.show_message(sentence)

    def _find(self) -> None:
        self.detail.show_log()
        self.detail.log.open_find()
