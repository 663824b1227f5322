"""Overview: is all well, what needs me, what happened, what did it learn and cost; what runs now, and what comes."""

from __future__ import annotations

from concurrent.futures import Future
from datetime import datetime
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....core.errors import ClaudeOpsError
from ....records.sessions import RunTrigger
from ....runs.request import RunRequest
from ....storage import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...widgets.empty_state import EmptyState
from ...widgets.vertical_scroll import VerticalScroll
from ..base_page import BasePage, PageLocation
from . import text
from .incident_card import IncidentCard
from .last_seen import LastSeen
from .live_panel import LivePanel
from .queries import OverviewData, load_overview
from .status_cards import ServiceStrip, SpendCard, StatusCard
from .upcoming_panel import UpcomingPanel

TABLES = frozenset(
    {
        "runs",
        "sessions",
        "events",
        "mutes",
        "memories",
        "health_checks",
        "incidents",
        "check_states",
        "markers",
        "cooldown_actions",
        "due_times",
        "*",
    }
)
AT_ONCE = frozenset({"queue", "settings", "schedules", "due_times", "agents"})
BURST_MS = 200
SPLIT_HEIGHT = 280
REFRESH_MS = 20_000
FIVE_FROM, THREE_FROM, TWO_FROM = 1480, 940, 520
# columns → row, column, row span, column span of each card: well, need, happened, learned, cost
PLACES = {
    5: ((0, 0, 1, 1), (0, 1, 1, 1), (0, 2, 1, 1), (0, 3, 1, 1), (0, 4, 1, 1)),
    3: ((0, 0, 1, 1), (0, 1, 1, 2), (1, 0, 1, 1), (1, 1, 1, 1), (1, 2, 1, 1)),
    2: ((0, 0, 1, 1), (0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 1, 1), (2, 0, 1, 2)),
    1: ((0, 0, 1, 1), (1, 0, 1, 1), (2, 0, 1, 1), (3, 0, 1, 1), (4, 0, 1, 1)),
}


class OverviewPage(BasePage):
    """Asks once after each burst of changes, and repaints from what it was told."""

    title = "Overview"

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(desk, parent)
        self.facts = OverviewData()
        self._asked: Future[Any] | None = None
        self._again = False
        self._in_view = False
        self.last_seen = LastSeen()
        self._asked_on = datetime.now().astimezone().date()
        self._build()
        self._seen = QAction("Overview: mark all as read", self)
        self._seen.triggered.connect(self._all_seen)
        self._burst = QTimer(self, singleShot=True, interval=BURST_MS)
        self._burst.timeout.connect(self.refresh)
        self._times = QTimer(self, interval=REFRESH_MS)
        self._times.setTimerType(Qt.TimerType.CoarseTimer)
        self._times.timeout.connect(self._time_passed)
        desk.bridge.changed.connect(self._changed)
        desk.approvals.changed.connect(self._questions_moved)

    def _build(self) -> None:
        self.empty = EmptyState(
            "overview",
            "Nothing has run yet.",
            "A run checks your services and says here how they stand, what needs you and what it learned. "
            "Until you name some, it looks after this machine.",
            "Run now",
            "Name your services",
        )
        self.empty.action_triggered.connect(self._run)
        self.empty.other_action_triggered.connect(self._name_services)
        self.health = StatusCard("Is all well?")
        self.attention = StatusCard("What needs me?")
        self.happened = StatusCard("What happened?")
        self.learned = StatusCard("What did it learn?")
        self.cost = SpendCard()
        self.cards = (self.health, self.attention, self.happened, self.learned, self.cost)
        for card in self.cards:
            card.navigation_requested.connect(self.navigation_requested)
        self.incidents = IncidentCard()
        self.incidents.navigation_requested.connect(self.navigation_requested)
        self.strip = ServiceStrip()
        self.strip.service_chosen.connect(self._service_chosen)
        self.live = LivePanel(self.desk)
        self.live.navigation_requested.connect(self.navigation_requested)
        self.upcoming = UpcomingPanel()
        self.upcoming.navigation_requested.connect(self.navigation_requested)
        self.upcoming.cancel_requested.connect(self._cancel)
        self.upcoming.drop_requested.connect(self._drop)
        self._grid = QGridLayout()
        self._grid.setSpacing(theme.GAP_M)
        self._columns = 0
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(theme.GAP_M)
        theme.set_role(self._split, "gap")
        self._split.addWidget(self.live)
        self._split.addWidget(self.upcoming)
        self._split.setStretchFactor(0, 3)
        self._split.setStretchFactor(1, 1)
        self._split.setSizes([700, 340])
        full = QWidget()
        column = QVBoxLayout(full)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self.incidents)
        column.addLayout(self._grid)
        column.addWidget(self.strip)
        column.addWidget(self._split, 1)
        area = VerticalScroll(full)
        self.live.setMinimumHeight(SPLIT_HEIGHT)  # of the part, not of both: what comes may need more
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(area)
        self._area = area
        self._arrange(3)

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
        """Five cards in a row, or three, two, one."""
        super().resizeEvent(event)
        width = event.size().width()
        steps = ((FIVE_FROM, 5), (THREE_FROM, 3), (TWO_FROM, 2))
        self._arrange(next((columns for least, columns in steps if width >= least), 1))
        self._split.setOrientation(Qt.Orientation.Horizontal if width >= TWO_FROM + 180 else Qt.Orientation.Vertical)

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
        self.desk.bridge.failed.emit(getattr(error, "full_text", str(error)))

    def _say(self) -> None:
        now = utc_now()
        facts, state = self.facts, self.desk.runs.state
        anything = facts.has_data or state.live is not None or bool(state.waiting)
        self._stack.setCurrentWidget(self._area if anything else self.empty)
        found = text.attention_items(
            facts,
            self.desk.settings.current,
            paused=state.paused,
            now=now,
            waiting=self.desk.approvals.waiting,
            no_agent=self._no_agent(),
        )
        self.badge_changed.emit(text.badge_count(found))
        self.incidents.show_incidents(facts.roots, facts.incidents, now)
        self._say_fact(now)
        self._say_well(now)
        self._say_needs(found)
        self._say_happened(now)
        self._say_learned(now)
        self.cost.show_spend(facts.spend, facts.by_day, self.desk.settings.current.limits)
        self.strip.show_services(facts.services, dict(facts.status_since))
        self.strip.setVisible(bool(facts.services))
        self.live.show_run(state.live, facts.last_run)
        self.upcoming.show_next(self.desk.upcoming(3), paused=state.paused, now=now)
        self.upcoming.show_waiting(state)
        self.upcoming.show_recent(facts.recent_runs, now)

    def _say_fact(self, now: datetime) -> None:
        last = self.facts.last_run
        checked = max((check.checked_at for check in self.facts.services), default="")
        parts = [f"last checked {formatting.format_relative_time(checked, now)}"] if checked else []
        if last is not None:
            parts.append(
                f"last run {last.status.replace('_', ' ')} "
                f"{formatting.format_relative_time(last.ended_at or last.started_at, now)}"
            )
        if self.facts.active_memories:
            parts.append(f"{formatting.format_count(self.facts.active_memories, 'active memory', 'active memories')}")
        fact = " · ".join(parts) or "ready for the first run"
        self.fact_changed.emit(fact[:1].upper() + fact[1:])

    def _say_well(self, now: datetime) -> None:
        services = self.facts.services
        state, answer = text.services_summary(services, len(self.facts.unchecked))
        rows: list[tuple[str, str, str, str, PageLocation | None]] = []
        if not services:
            self.health.show_rows(state, answer, [], "The next run checks your services.")
            return
        for status in ("healthy", "degraded", "down", "unknown"):
            names = [check.service for check in services if check.status == status]
            if names and status != state:
                place = (
                    PageLocation("services", filters={"service": names[0]})
                    if status != "healthy"
                    else PageLocation("services")
                )
                rows.append((status, formatting.format_names(names), _STANDS[status], "\n".join(names), place))
        checked = max(check.checked_at for check in services)
        note = "" if rows else f"Checked {formatting.format_relative_time(checked, now)}."
        self.health.show_rows(state, answer, rows[:3], note)

    def _say_needs(self, found: tuple[text.AttentionItem, ...]) -> None:
        shown = text.shown_items(found)
        rows = [(need.state, need.text, need.aside, need.text, need.place) for need in shown[:3]]
        if len(shown) > 3:
            rest = shown[2:]
            tip = "\n".join(need.text for need in rest)
            more = f"{len(rest)} more: {'; '.join(need.text for need in rest)}"
            rows[2] = (rest[0].state, more, "", tip, rest[0].place)
        count = text.badge_count(found)
        answer = f"{formatting.format_count(count, 'thing')} to look at" if count else "Nothing needs you"
        self.attention.show_rows(found[0].state if found and count else "good", answer, rows)

    def _say_happened(self, now: datetime) -> None:
        state, answer, rows = text.activity_rows(self.facts.digest)
        shown = rows[:3]
        self.happened.set_span(text.since_text(self.facts.since, now), "Since you last looked here")
        self.happened.show_rows(
            state, answer, shown, "" if rows else "No run, no event, no action since you last looked."
        )

    def _say_learned(self, now: datetime) -> None:
        facts = self.facts
        rows: list[tuple[str, str, str, str, PageLocation | None]] = [
            (
                _DID.get(line.action, "info"),
                line.said.partition("] ")[2] or line.said,
                formatting.format_relative_time(line.created_at, now),
                line.said,
                PageLocation("memories", id=line.memory_id),
            )
            for line in facts.digest.learned
        ]
        note = "" if rows else "What the agent learns appears here."
        answer, besides = text.learned_rows(facts.digest)
        self.learned.set_span(text.since_text(facts.since, now), "Since you last looked here; the newest lines below")
        self.learned.show_rows("memory" if facts.digest.actions else "idle", answer, rows, note, besides)

    # --- what the operator does ----------------------------------------------------------------------------------

    def _run(self) -> None:
        try:
            self.desk.runs.enqueue(RunRequest(RunTrigger.MANUAL, dry_run=self.desk.settings.current.run.dry_run))
        except ClaudeOpsError as error:
            self.message_posted.emit(error.full_text, None)

    def _cancel(self, number: int) -> None:
        self.desk.runs.cancel(number)

    def _drop(self, run_id: int) -> None:
        self.desk.runs.drop_parked(run_id)

    def _all_seen(self) -> None:
        self.last_seen.mark_all_seen(utc_now())
        self.refresh()

    def _questions_moved(self) -> None:
        if self._in_view:
            self._say()

    def _no_agent(self) -> str:
        """Why no run can start: the CLI is asked for and is not there."""
        agents, settings = self.desk.agents_found, self.desk.settings.current
        why = agents.why_unavailable(settings.agent.preferred) if agents is not None else ""
        return f"No run can start: {why}" if why else ""

    def _name_services(self) -> None:
        self.navigation_requested.emit(PageLocation("services"))

    def _service_chosen(self, service: str) -> None:
        self.navigation_requested.emit(PageLocation("services", filters={"service": service} if service else None))

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for card, place in zip(self.cards, PLACES[columns], strict=True):
            self._grid.addWidget(card, *place)
        for column in range(5):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)


_STANDS = {"healthy": "well", "degraded": "degraded", "down": "down", "unknown": "not known"}
_DID = {"inserted": "new", "reinforced": "good", "contradicted": "corrected"}
