"""What the page of runs asks the records for, on reader threads."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from ....core.clock import utc_now
from ....learning import LearningService
from ....memory import given_in
from ....records.approvals import Approval
from ....records.health import HealthCheck
from ....records.run_findings import find_left_by_sessions, look_of
from ....records.run_list import RunFigure, RunLine, RunList, RunQuery
from ....records.sessions import RunTrigger, Session, SessionStatus
from ....records.spend import SpendShare
from ....runs.request import RunRequest
from ....runs.rerun import rerun_request
from ....runs.resume import resume_request, why_not_resumable
from ...kit.record_page import RecordListing
from .learned_items import LearnedItem, build_case_items, build_learned_items, count_not_stored
from .prompt_rows import PromptRow, build_prompt_rows

if TYPE_CHECKING:
    from ...app_context import AppContext

LAST_RUNS = 40  # that the charts show
COST_DAYS = 30  # that the cost by agent is told of where no filter says otherwise
WORST_FIRST = ("down", "degraded", "unknown", "healthy")

# --- the list --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RunListing(RecordListing):
    """The runs of a query, what the last of them cost and took, and what each agent cost within ``cost_days``."""

    figures: Sequence[RunFigure] = ()
    costs: Sequence[SpendShare] = ()
    cost_days: int = COST_DAYS


def list_runs(context: AppContext, query: RunQuery) -> RunListing:
    """Return the runs of a query."""
    runs = RunList(context.book.store, context.book.clock)
    facets, days = runs.facets(query), query.days or COST_DAYS
    return RunListing(
        runs.ids(query),
        facets.total,
        facets.matching,
        {
            "status": {str(one): facets.statuses[one] for one in SessionStatus if one in facets.statuses},
            "agent": dict(sorted(facets.agents.items())),
            "tier": dict(sorted(facets.tiers.items())),
            "trigger": dict(sorted(facets.triggers.items())),
            "dry_run": dict(sorted(facets.dry_runs.items())),
            "service": dict.fromkeys(facets.services, 0),
        },
        runs.figures(query, LAST_RUNS),
        context.book.spend.share_by_agent(utc_now() - timedelta(days=days)),
        days,
    )


def load_lines(context: AppContext, _listing: RunListing, keys: Sequence[Hashable]) -> Mapping[Hashable, RunLine]:
    """Return the rows of some runs."""
    ids = [key for key in keys if isinstance(key, int)]
    return {line.id: line for line in RunList(context.book.store, context.book.clock).lines(ids)}


def find_run(context: AppContext, session_id: int) -> int | None:
    """Return the run that a session belongs to; None where it is gone."""
    return RunList(context.book.store, context.book.clock).run_of(session_id)


# --- one run ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SessionCounts:
    """How much the session left: checks of services, markers and cases, and markers that were not stored."""

    checked: int = 0
    learned: int = 0
    not_stored: int = 0


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A run: its sessions in order, what each left, which services each left down or degraded, and what it waited for.

    ``again`` is the request of a run like it, ``resume`` the one that continues it after a crash; None where it cannot.
    """

    id: int
    sessions: tuple[Session, ...] = ()
    counts: Mapping[int, SessionCounts] = field(default_factory=dict)
    left: Mapping[int, str] = field(default_factory=dict)
    approvals: tuple[Approval, ...] = ()
    again: RunRequest | None = None
    resume: RunRequest | None = None

    @property
    def running(self) -> bool:
        """Tell whether one of its sessions runs."""
        return any(one.status == SessionStatus.RUNNING for one in self.sessions)

    def session(self, session_id: int | None) -> Session | None:
        """Return one of its sessions."""
        return next((one for one in self.sessions if one.id == session_id), None)


@dataclass(frozen=True, slots=True)
class ShownSession:
    """The session that is looked at, of its run. ``note`` says what holds of it now instead of how it stands."""

    session: Session
    run: RunRecord
    note: str = ""

    @property
    def counts(self) -> SessionCounts:
        """Return what it left."""
        return self.run.counts.get(self.session.id, SessionCounts())

    @property
    def look(self) -> str:
        """Return its status as lists show it."""
        return look_of(self.session.status, self.run.left.get(self.session.id, ""))

    @property
    def running(self) -> bool:
        """Tell whether it runs."""
        return self.session.status == SessionStatus.RUNNING


def load_run(context: AppContext, run_id: int) -> RunRecord:
    """Return a run with its sessions; one without sessions where it is gone."""
    book = context.book
    sessions, run = tuple(book.sessions.of_run(run_id)), book.sessions.run(run_id)
    if run is None or not sessions:
        return RunRecord(run_id)
    resumable = not why_not_resumable(sessions[-1], list(sessions))
    return RunRecord(
        run_id,
        sessions,
        {one.id: _count(context, one.id) for one in sessions},
        find_left_by_sessions(book.store, [one.id for one in sessions]),
        tuple(book.approvals.of_run(run_id)),
        rerun_request(run, sessions[0]),
        resume_request(run, sessions[0], sessions[-1], RunTrigger.MANUAL) if resumable else None,
    )


def _count(context: AppContext, session_id: int) -> SessionCounts:
    learned = build_learned_items(context.book.markers.of_session(session_id), {})
    cases = LearningService(context.book).cases.of_session(session_id)
    checks = context.book.health.of_session(session_id)
    return SessionCounts(len(checks), len(learned) + len(cases), count_not_stored(learned))


# --- its sections ----------------------------------------------------------------------------------------------------


def load_checks(context: AppContext, shown: ShownSession) -> dict[Hashable, HealthCheck]:
    """Return how the services stood, what is not well first."""
    checks = context.book.health.of_session(shown.session.id)
    return {check.id: check for check in sorted(checks, key=lambda check: (_rank(check.status), check.service))}


def load_learned(context: AppContext, shown: ShownSession) -> dict[Hashable, LearnedItem]:
    """Return what became of a session's markers, and what its actions taught."""
    markers = context.book.markers.of_session(shown.session.id)
    ids = sorted({m.target_id for m in markers if m.kind == "memory" and m.target_id is not None})
    memories = {memory.id: memory for memory in context.memory.search.rows(ids)}
    cases = LearningService(context.book).cases.of_session(shown.session.id)
    return dict(enumerate([*build_case_items(cases), *build_learned_items(markers, memories)]))


def load_prompt_rows(context: AppContext, shown: ShownSession) -> dict[Hashable, PromptRow]:
    """Return what of memory stood in a session's prompt, and how it stands today."""
    memory, appended = context.memory, shown.session.appended_prompt
    told = memory.prompt.given_to(shown.session.id)
    known = {one.id: one for one in memory.search.rows(list({row.memory_id for row in told}))}
    return dict(enumerate(build_prompt_rows(appended, memory.prompt.compare(given_in(appended)), told, known)))


def list_sessions(context: AppContext, query: RunQuery) -> frozenset[int]:
    """Return the ids of all sessions of the runs of a query."""
    return RunList(context.book.store, context.book.clock).sessions(query)


def _rank(status: str) -> int:
    return WORST_FIRST.index(status) if status in WORST_FIRST else len(WORST_FIRST)
