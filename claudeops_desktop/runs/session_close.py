"""What is looked at when a session has ended: the services that it acted on, and what it left running."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ..agents.types import ServiceChecked, SessionOutcome
from ..core.clock import to_text
from ..records.record_books import RecordRepositories
from ..stream.markers import shorten_text
from .measured_checks import keep_measurements, measure_services, touched_services
from .run_context import RunContext

if TYPE_CHECKING:
    from ..agents.watch.measurement import CheckMeasurement

LONGEST_COMMAND = 120
MOST_COMMANDS = 5
HEALTHY = "healthy"


def ended_columns(outcome: SessionOutcome, now: datetime) -> dict[str, Any]:
    """Return what the row of a session says of its end."""
    columns = {
        "status": outcome.status,
        "status_reason": outcome.reason,
        "ended_at": to_text(now),
        "exit_code": outcome.exit_code,
        "cost_usd": outcome.cost_usd,
        "num_turns": outcome.num_turns,
        "duration_ms": outcome.duration_ms,
        "response": outcome.response,
        "summary": outcome.summary,
        "report": outcome.report.as_json(),
        "agent_session_id": outcome.agent_session_id,
    }
    return columns | ({"model": outcome.model} if outcome.model else {})


def keep_reported_health(
    book: RecordRepositories, session_id: int, outcome: SessionOutcome, *, measured: bool, now: datetime
) -> None:
    """Write down how the session says that services are. Inside ``store.write``."""
    for checked in outcome.services_checked:
        book.health.add(
            service=checked.service,
            status=checked.status,
            session_id=session_id,
            check_type=checked.check_type,
            detail=checked.detail,
            response_ms=checked.response_ms,
            measured=measured,
            now=now,
        )


def measure_touched(around: RunContext, session_id: int) -> tuple[CheckMeasurement, ...]:
    """Check the services that a session acted on, now that it has ended. Waits for the store and for answers."""
    names = around.book.store.read(lambda: touched_services(around.book, session_id)).result()
    return measure_services(around, names)


def with_measured(outcome: SessionOutcome, found: Sequence[CheckMeasurement]) -> SessionOutcome:
    """The outcome with a warning for each service that the session called healthy and that was not when it had ended,
    and without what it says of services that were measured then: the measurement counts."""
    measured = {seen.service: seen for seen in sorted(found, key=lambda seen: str(seen.status) != HEALTHY)}
    warnings = [
        f"The session called {said.service} healthy. Checked after its end, it was {seen.status}: {seen.detail}."
        for said in outcome.services_checked
        if said.status == HEALTHY and (seen := measured.get(said.service)) and str(seen.status) != HEALTHY
    ]
    said: tuple[ServiceChecked, ...] = tuple(one for one in outcome.services_checked if one.service not in measured)
    return replace(outcome, services_checked=said, warnings=(*outcome.warnings, *warnings))


def keep_measured(around: RunContext, session_id: int, found: Sequence[CheckMeasurement]) -> None:
    """Write down what was measured after a session, and an event for what is not well. Inside ``store.write``."""
    if not found:
        return
    keep_measurements(around, found, session_id)
    for seen in found:
        if str(seen.status) != HEALTHY:
            around.book.events.add(
                level="warning",
                message=f"Checked after the session that acted on it: {seen.status}, {seen.detail}.",
                service=seen.service,
                session_id=session_id,
                now=around.clock(),
            )


def left_running(commands: Sequence[str], redact: Callable[[str], str]) -> str:
    """A sentence on what a session left running and what became of it; "" where it left nothing."""
    if not commands:
        return ""
    shown = [f"“{shorten_text(redact(command), LONGEST_COMMAND)}”" for command in commands[:MOST_COMMANDS]]
    more = f" and {len(commands) - MOST_COMMANDS} more" if len(commands) > MOST_COMMANDS else ""
    return f"The session left running: {', '.join(shown)}{more}. This was ended with it."
