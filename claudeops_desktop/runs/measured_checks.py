"""Services that runs acted on are measured by our own checks (S11, S13): after a session and some minutes later."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..guard.effects import DISCLOSE, READ
from ..records.health import MeasuredStatus
from ..records.record_books import RecordRepositories
from .cooldown_reset import clear_by_health
from .run_context import RunContext

if TYPE_CHECKING:
    from ..agents.watch.measurement import CheckMeasurement

log = logging.getLogger(__name__)


def touched_services(book: RecordRepositories, session_id: int) -> tuple[str, ...]:
    """The services that the calls of a session acted on, as the ledger has it. Inside ``store.read``."""
    acted = (
        call for call in book.tool_calls.of_session(session_id) if call.began_at and call.kind not in (READ, DISCLOSE)
    )
    return tuple(dict.fromkeys(name for call in acted for name in call.services))


def measure_services(around: RunContext, names: Sequence[str]) -> tuple[CheckMeasurement, ...]:
    """Check those of these services that ``services.toml`` knows. Waits for their answers, so not on a GUI thread."""
    if not names or not around.folder.services_file.exists():
        return ()
    from ..agents.watch.services import ServicesError, load_usable_services, run_checks

    try:
        services = load_usable_services(around.folder.services_file).only(names)
    except ServicesError as error:
        log.warning("services could not be measured after an action: %s", error)
        return ()
    return tuple(run_checks(services)) if services.checks else ()


def keep_measurements(
    around: RunContext, found: Sequence[CheckMeasurement], session_id: int | None = None
) -> tuple[str, ...]:
    """Write down what was measured, after ``session_id`` where that is given, and let the cooldowns of what is well
    again count no longer; the names of those services. Inside ``store.write``."""
    book, now = around.book, around.clock()
    for seen in found:
        book.health.add(
            service=seen.service,
            status=str(seen.status),
            session_id=session_id,
            check_type=seen.check,
            detail=seen.detail,
            response_ms=round(seen.response_ms, 1),
            measured=True,
            now=now,
        )
    around.measured(
        [
            MeasuredStatus(
                seen.service, seen.key, seen.check, str(seen.status), seen.detail, seen.at, attempts=seen.attempts
            )
            for seen in found
        ]
    )
    return clear_by_health(
        book, [seen.service for seen in found], around.settings.current.cooldowns.healthy_minutes, now
    )
