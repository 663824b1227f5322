"""What the page of memory's diagnostics asks, on reader threads."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from ....core.clock import utc_now
from ....memory import FactExplanation, Memory
from ....records.sessions import Session
from ....records.telemetry import search
from ....records.telemetry.search import ObservedCounts, TelemetryRow, TraceQuery
from ...app_context import AppContext

EVERYTHING = TraceQuery()
MOST_STEPS, MOST_SESSIONS = 500, 20
OBSERVED = timedelta(days=30)


@dataclass(frozen=True)
class AbsenceAnswer:
    """Why a fact was not remembered, the memory that it is, and others that the question may have meant."""

    found: FactExplanation
    memory: Memory | None
    others: tuple[Memory, ...]


@dataclass(frozen=True)
class StepSummary:
    """The parts of memory that recorded anything, how many steps match, what became of the observations, and the
    latest sessions."""

    parts: Sequence[str]
    number: int
    observed: ObservedCounts
    sessions: Sequence[Session]


def explain_absence(context: AppContext, text: str, memory_id: int | None, session_id: int | None) -> AbsenceAnswer:
    """Return why a prompt lacked a fact."""
    memory = context.memory
    found = memory.prompt.why_not(text, memory_id=memory_id, session_id=session_id)
    fact = memory.search.get(found.memory_id) if found.memory_id is not None else None
    return AbsenceAnswer(found, fact, tuple(memory.search.rows(found.others)))


def load_steps(_context: AppContext, query: TraceQuery = EVERYTHING) -> dict[Hashable, TelemetryRow]:
    """Return the newest steps of a query, by id."""
    found = sorted(search.find_events(query, MOST_STEPS), key=lambda step: (step.at, step.id), reverse=True)
    return {step.id: step for step in found}


def summarize_steps(context: AppContext, query: TraceQuery) -> StepSummary:
    """Return what there is beside the steps themselves."""
    return StepSummary(
        parts=search.list_components(),
        number=search.count_events(query),
        observed=search.observed_counts(utc_now() - OBSERVED),
        sessions=context.book.sessions.list(limit=MOST_SESSIONS),
    )
