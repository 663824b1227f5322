"""Overview: how all services stand, what is wrong, what waits for the operator, and the run that is on."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....storage import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.spend_text import cap_sentences
from ...text.translation import error_text, tr, tr_count
from ...widgets.empty_state import EmptyState
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from . import problem_items as problems
from . import text
from .item_card import ItemCard
from .last_seen import LastSeen
from .live_panel import LivePanel
from .problem_actions import ProblemActions
from .queries import OverviewData, load_overview
from .standing_bar import StandingBar
from .standing_label import describe_standing
from .status_cards import SpendCard, StatusCard
from .upcoming_panel import UpcomingPanel

TABLES = frozenset(
    {
        "runs",
        "sessions",
        "events",
        "mutes",
        "memories",
        *("health_checks", "check_results"),
        "incidents",
        "check_states",
        "markers",
        "cooldown_actions",
        "service_rules",
        "maintenance_windows",
        "due_times",
        "*",
    }
)
AT_ONCE = frozenset({"queue", "settings", "schedules", "due_times", "agents"})
BURST_MS = 200
WIDE_FROM, CARDS_FROM = 860, 720  # page width from which cards stand side by side
BESIDE_FROM = 700  # from here the next runs stand beside the current one
RUN_SHARE, RUN_LEAST, RUN_MOST = 0.38, 172, 380  # height of the lower part, which depends on nothing but the page's


class OverviewPage(BasePage):
    """Asks once after each burst of changes, and repaints from what it was told."""

    title = tr("Overview")

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.facts = OverviewData()
        self._asked: Future[Any] | None = None
        self._again = False
        self._in_view = False
        self.last_seen = LastSeen()
        self._asked_on = datetime.now().astimezone().date()
        self._build()
        self._seen = QAction(tr("Overview: mark all as read"), self)
        self._seen.triggered.connect(self._all_seen)
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.refresh)
        self._times = QTimer(self, interval=formatting.RETELL_MS)
        self._times.setTimerType(Qt.TimerType.CoarseTimer)
        self._times.timeout.connect(self._time_passed)
        desk.bridge.changed.connect(self._changed)
        desk.waiting.changed.connect(self._waiting_moved)

    def _build(self) -> None:
        self.empty = EmptyState(
            "overview",
            tr("No services and no runs yet"),
            tr(
                "This page will show how your services are doing, what is wrong, what waits for you and the current "
                "run. Without services a run looks after this machine."
            ),
            tr("Add services…"),
            tr("Run now"),
        )
        self.empty.action_triggered.connect(self._show_services)
        self.empty.other_action_triggered.connect(self._run)
        self.standing = StandingBar()
        self.standing.services_requested.connect(self._show_services)
        self.problems = ItemCard("open-incidents")
        self.waiting = ItemCard("waiting-for-you")
        self.happened = StatusCard(tr("What happened"))
        self.learned = StatusCard(tr("What was learned"))
        self.cost = SpendCard()
        self.cards = (self.happened, self.learned, self.cost)
        for card in (self.problems, self.waiting, *self.cards):
            card.navigation_requested.connect(self.navigation_requested)
        self.acts = ProblemActions(self.desk, self)
        self.acts.failed.connect(self._not_done)
        self.acts.navigation_requested.connect(self.navigation_requested)
        self.problems.action_requested.connect(self.acts.act)
        self.live = LivePanel(self.desk)
        self.live.navigation_requested.connect(self.navigation_requested)
        self.upcoming = UpcomingPanel()
        self.upcoming.navigation_requested.connect(self.navigation_requested)
        self.upcoming.cancel_requested.connect(self._cancel)
        self.upcoming.drop_requested.connect(self._drop)
        self._split = self._make_split()
        self._lower = QWidget()  # a splitter takes its greatest height from its parts
        lower = QVBoxLayout(self._lower)
        lower.setContentsMargins(0, 0, 0, 0)
        lower.addWidget(self._split)
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(theme.GAP_M)
        self._columns = (0, 0)
        upper = QWidget()
        upper.setLayout(self._grid)
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self.standing)
        column.addWidget(VerticalScroll(upper), 1)
        column.addWidget(self._lower)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(full)
        self._full = full
        self._arrange(1100)

    def _make_split(self) -> QSplitter:
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setObjectName("overview-run")
        split.setChildrenCollapsible(False)
        split.setHandleWidth(theme.GAP_M)
        theme.set_role(split, "gap")
        split.addWidget(self.live)
        split.addWidget(VerticalScroll(self.upcoming))
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 1)
        split.setSizes([700, 340])
        return split

    # --- Page ----------------------------------------------------------------------------------------------------

    def activate(self, place: PageLocation | None = None) -> None:
        """Come into view."""
        self._in_view = True
        self.last_seen.mark_arrived(utc_now())
        self._times.start()
        self.live.set_in_view(True)
        self.refresh()

    def deactivate(self) -> None:
        """Go out of view."""
        self._in_view = False
        self.last_seen.mark_left(utc_now())
        self._times.stop()
        self._burst.stop()
        self.live.set_in_view(False)

    def focus_search(self) -> None:
        """Ctrl+F: find in the log of the run that is shown."""
        if self.live.log.model.rowCount():
            self.live.log.open_find()

    def focus_parts(self) -> Sequence[QWidget]:
        """Return what is wrong and what waits for the operator."""
        return self.problems, self.waiting

    def refresh(self) -> None:
        """Ask for everything shown; while an answer is on its way, once more after it."""
        self._burst.stop()
        if self._asked is not None:
            self._again = True
            return
        now = utc_now()
        self._asked_on = now.astimezone().date()
        question = partial(load_overview, self.desk, self.facts, now, self.last_seen.since or now)
        self._asked = self.desk.bridge.ask(question, self._answered, self._failed)

    def save_state(self) -> dict[str, Any]:
        """The splitter, and when it was last looked at."""
        return {"split": self._split.sizes(), "looked": self.last_seen.state(utc_now())}

    def restore_state(self, state: dict[str, Any]) -> None:
        """Take them up."""
        self.last_seen.restore(state.get("looked"))
        sizes = state.get("split")
        if isinstance(sizes, list) and len(sizes) == 2 and all(isinstance(size, int) and size > 0 for size in sizes):
            self._split.setSizes(sizes)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cards side by side where there is room; the current run keeps its place at the bottom."""
        super().resizeEvent(event)
        width, height = event.size().width(), event.size().height()
        self._arrange(width)
        beside = width >= BESIDE_FROM
        self._split.setOrientation(Qt.Orientation.Horizontal if beside else Qt.Orientation.Vertical)
        self._lower.setFixedHeight(max(RUN_LEAST, min(RUN_MOST, round(height * RUN_SHARE))))

    def changeEvent(self, event: QEvent) -> None:
        """Who works in another window does not look at this one."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self._in_view:
            before = self.last_seen.since
            if not self.isActiveWindow():
                self.last_seen.mark_left(utc_now())
            elif self.last_seen.mark_arrived(utc_now()) != before:
                self.refresh()

    def actions(self) -> list[QAction]:
        """For the command palette."""
        return [self._seen]

    def _time_passed(self) -> None:
        """Times read differently; and what today has cost is asked anew on a new day."""
        if self._asked_on != datetime.now().astimezone().date():
            self.refresh()
        self._say()

    # --- answers -------------------------------------------------------------------------------------------------

    def _changed(self, change: CommittedChange) -> None:
        if not self._in_view:
            return
        if change.table in AT_ONCE:
            self._say()
        if (change.table in TABLES or change.table == "queue") and not self._burst.isActive():
            self._burst.start()

    def _answered(self, facts: OverviewData) -> None:
        self._asked = None
        self.facts = facts
        self._say()
        if self._again and self._in_view:
            self._burst.start()
        self._again = False

    def _failed(self, error: Exception) -> None:
        self._asked = None
        self._again = False
        self.desk.bridge.failed.emit(error_text(error))

    def _say(self) -> None:
        now = utc_now()
        facts, state = self.facts, self.desk.runs.state
        anything = facts.has_data or state.live is not None or bool(state.waiting)
        self._stack.setCurrentWidget(self._full if anything else self.empty)
        self._say_standing(now)
        self._say_problems_and_waiting(now)
        self._say_happened(now)
        self._say_learned(now)
        self.cost.show_spend(facts.spend, facts.by_day, self.desk.settings.current.limits)
        self.live.show_run(state.live, facts.last_run)
        self.upcoming.show_next(self.desk.upcoming(3), paused=state.paused, now=now)
        self.upcoming.show_waiting(state)
        self.upcoming.show_recent(facts.recent_runs, now, live=state.live is not None)

    def _say_standing(self, now: datetime) -> None:
        state = self.desk.runs.state
        dry_run = self.desk.settings.current.run.dry_run
        line = describe_standing(
            self.facts, now, self._remarks(), paused=state.paused, stopped=state.stopped, dry_run=dry_run
        )
        self.standing.show_line(line, any_service=bool(self.facts.services or self.facts.unchecked))
        number = self.facts.active_memories
        self.fact_changed.emit(
            tr_count("%n active memory", "%n active memories", number) if number else tr("How everything is doing")
        )

    def _say_problems_and_waiting(self, now: datetime) -> None:
        facts = self.facts
        wrong = problems.problem_items(facts, now)
        note = "" if wrong else tr("Incidents appear here as soon as a check fails twice in a row.")
        self.problems.show_items(problems.problem_title(facts, wrong), wrong, note)
        needs, approvals = self.desk.waiting.current, self.desk.approvals.waiting
        shown = text.waiting_items(needs, approvals, now)
        note = "" if shown else tr("What the agent asks and what needs your review appears here.")
        self.waiting.show_items(text.waiting_title(needs.total), shown, note)

    def _say_happened(self, now: datetime) -> None:
        state, answer, rows = text.activity_rows(self.facts.digest)
        self.happened.set_span(text.since_text(self.facts.since, now), tr("Since you last looked here"))
        note = "" if rows else tr("No runs, events or actions since you last looked.")
        self.happened.show_rows(state, answer, rows[:3], note)

    def _say_learned(self, now: datetime) -> None:
        facts = self.facts
        rows: list[tuple[str, str, str, str, PageLocation | None]] = [
            (
                _DID.get(line.action, "info"),
                line.text,
                formatting.format_relative_time(line.created_at, now),
                line.text,
                PageLocation("memories", id=line.memory_id),
            )
            for line in facts.digest.learned
        ]
        note = "" if rows else tr("What the agent learns appears here.")
        answer, besides = text.learned_rows(facts.digest)
        tip = tr("Counted since you last looked here; below are the newest memories")
        self.learned.set_span(text.since_text(facts.since, now), tip)
        self.learned.show_rows("memory" if facts.digest.actions else "idle", answer, rows, note, besides)

    # --- what the operator does ----------------------------------------------------------------------------------

    def _run(self) -> None:
        self.acts.start_run()

    def _cancel(self, number: int) -> None:
        self.desk.runs.cancel(number)

    def _drop(self, run_id: int) -> None:
        self.desk.runs.drop_parked(run_id)

    def _all_seen(self) -> None:
        self.last_seen.mark_all_seen(utc_now())
        self.refresh()

    def _waiting_moved(self) -> None:
        if self._in_view:
            self._say()

    def _remarks(self) -> list[str]:
        """What keeps runs from starting, or soon will: the CLI is asked for and is not there, or a cap on spending."""
        agents, settings = self.desk.agents_found, self.desk.settings.current
        why = agents.why_unavailable(settings.agent.preferred) if agents is not None else ""
        found = [tr("No run can start: {reason}", reason=why)] if why else []
        return found + [sentence for _, sentence in cap_sentences(self.facts.spend, settings.limits)]

    def _show_services(self) -> None:
        self.navigation_requested.emit(PageLocation("services"))

    def _not_done(self, text: str) -> None:
        self.message_posted.emit(text, None)

    def _arrange(self, width: int) -> None:
        """What is wrong and what waits in the first row, the others below; under each other in a narrow window."""
        columns = (2 if width >= WIDE_FROM else 1, 3 if width >= CARDS_FROM else 1)
        if columns == self._columns:
            return
        self._columns = columns
        upper, lower = columns
        self._grid.addWidget(self.problems, 0, 0, 1, 4 if upper == 2 else 6)
        self._grid.addWidget(self.waiting, *((0, 4, 1, 2) if upper == 2 else (1, 0, 1, 6)))
        for at, card in enumerate(self.cards):
            self._grid.addWidget(card, *((2, 2 * at, 1, 2) if lower == 3 else (2 + at, 0, 1, 6)))
        for column in range(6):
            self._grid.setColumnStretch(column, 1)
        self._grid.setRowStretch(5, 1)


_DID = {"inserted": "new", "reinforced": "good", "contradicted": "corrected"}
