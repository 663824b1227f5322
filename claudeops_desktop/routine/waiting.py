"""What waits for the operator, counted in one place.

The window (overview, numbers of the side bar, line at the bottom, tray), the command line and the REST interface all
show what ``load_waiting`` found, so that no two of them say different things.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from ..core.messages import PluralMessage, UserMessage
from ..records.event_groups import EventGroupRecords
from ..records.incidents import Incident
from ..records.sessions import SessionStatus
from .waiting_types import WaitingItem, WaitingKind, WaitingSummary, approval_items

if TYPE_CHECKING:
    from ..memory import MemoryService
    from ..records.record_books import RecordRepositories
    from ..records.sessions import Run

ENDED_BADLY = (SessionStatus.FAILED, SessionStatus.TIMED_OUT, SessionStatus.INTERRUPTED)
ASKED = "asked"  # of an incident: whether a run looks into it is the operator's to say


def load_reviews(memory: MemoryService, book: RecordRepositories) -> tuple[WaitingItem, ...]:
    """Count what waits for review. With many memories this takes a while. Call inside ``store.read``."""
    from ..knowledge.proposals.tables import ProposalRecords
    from ..learning import count_patterns_to_approve
    from .questions.tables import count_open_questions

    held, pairs, expiring = memory.review.counts()
    earlier = memory.earlier_rules.counts().to_move
    proposals = ProposalRecords(book.store, book.clock).counts().get("review", 0)
    questions, patterns = count_open_questions(), count_patterns_to_approve()
    found = (
        (
            WaitingKind.UPGRADE,
            min(earlier, 1),
            PluralMessage(
                "Rules of an earlier version drew %n fact: move it to the Inbox, or leave it?",
                "Rules of an earlier version drew %n facts: move them to the Inbox, or leave them?",
                earlier,
            ),
        ),
        (WaitingKind.HELD, held, PluralMessage("%n fact to review", "%n facts to review", held)),
        (
            WaitingKind.CONFLICT,
            pairs,
            PluralMessage("%n pair in possible conflict", "%n pairs in possible conflict", pairs),
        ),
        (
            WaitingKind.PROPOSAL,
            proposals,
            PluralMessage(
                "%n proposed change of the knowledge folder", "%n proposed changes of the knowledge folder", proposals
            ),
        ),
        (
            WaitingKind.QUESTION,
            questions,
            PluralMessage("%n question about your services", "%n questions about your services", questions),
        ),
        (
            WaitingKind.PATTERN,
            patterns,
            PluralMessage("%n proven pattern to approve", "%n proven patterns to approve", patterns),
        ),
        (
            WaitingKind.EXPIRING,
            expiring,
            PluralMessage("%n fact about to expire", "%n facts about to expire", expiring),
        ),
    )
    return tuple(WaitingItem(kind, number, text) for kind, number, text in found if number)


def load_waiting(
    book: RecordRepositories, services_file: Path, reviews: Sequence[WaitingItem], now: datetime
) -> WaitingSummary:
    """Find out what waits. ``reviews`` is what ``load_reviews`` found. Call inside ``store.read``."""
    incidents = tuple(book.incidents.need_operator(now))
    approvals = book.approvals.waiting(now)
    changes = (
        min((approval.expires_at for approval in approvals), default=None),
        book.incidents.next_snooze_end(now),
        book.mutes.next_end(now),
    )
    return WaitingSummary(
        (
            *approval_items([approval.id for approval in approvals]),
            *_incidents(incidents),
            *_services(book, services_file, now),
            *_events(book, now),
            *_last_run(book),
            *_missed_runs(book),
            *reviews,
        ),
        incidents,
        min((at for at in changes if at), default=None),
    )


def _incidents(incidents: Sequence[Incident]) -> list[WaitingItem]:
    asked = [one for one in incidents if one.investigation == ASKED]
    others = [one for one in incidents if one.investigation != ASKED]
    found = []
    if asked:
        text = PluralMessage(
            "Investigate {service}?",
            "Investigate %n incidents: {service} and others?",
            len(asked),
            service=asked[0].service,
        )
        found.append(WaitingItem(WaitingKind.INVESTIGATION, len(asked), text, asked[0].id, asked[0].opened_at))
    if others:
        text = PluralMessage(
            "%n incident to acknowledge: {service}",
            "%n incidents to acknowledge: {service} and others",
            len(others),
            service=others[0].service,
        )
        found.append(WaitingItem(WaitingKind.INCIDENT, len(others), text, others[0].id, others[0].opened_at))
    return found


def _services(book: RecordRepositories, services_file: Path, now: datetime) -> list[WaitingItem]:
    """Services that are not well without an incident of theirs that is open or that the operator has closed."""
    unwell = [check.service for check in book.health.latest() if check.status in ("down", "degraded")]
    if not unwell:
        return []
    names = book.service_names.services(services_file)
    covered = {one.service for one in book.incidents.open_incidents()}
    covered |= {state.service for state in book.incidents.check_states() if state.dismissed}
    covered |= {rule.service for rule in book.rules.all() if rule.maintained(now)}
    found = sorted(service for service in unwell if service in names and service not in covered)
    if not found:
        return []
    text = PluralMessage(
        "{service} is not healthy and has no incident",
        "%n services are not healthy and have no incident: {service} and others",
        len(found),
        service=found[0],
    )
    return [WaitingItem(WaitingKind.SERVICE, len(found), text)]


def _events(book: RecordRepositories, now: datetime) -> list[WaitingItem]:
    counts = EventGroupRecords(book.store).waiting(now)
    critical, warnings = counts.get("critical", 0), counts.get("warning", 0)
    found = []
    if critical:
        text = PluralMessage("%n critical event to acknowledge", "%n critical events to acknowledge", critical)
        found.append(WaitingItem(WaitingKind.CRITICAL, critical, text))
    if warnings:
        text = PluralMessage("%n warning to acknowledge", "%n warnings to acknowledge", warnings)
        found.append(WaitingItem(WaitingKind.WARNING, warnings, text))
    return found


def _last_run(book: RecordRepositories) -> list[WaitingItem]:
    run = last_run_over(book)
    if run is None or run.status not in ENDED_BADLY:
        return []
    text = {
        SessionStatus.TIMED_OUT: UserMessage("The last run timed out"),
        SessionStatus.INTERRUPTED: UserMessage("The last run was interrupted"),
    }.get(SessionStatus(run.status), UserMessage("The last run failed"))
    sessions = book.sessions.of_run(run.id)
    last = sessions[-1].id if sessions else None
    return [WaitingItem(WaitingKind.RUN, 1, text, last, run.ended_at or run.started_at)]


def last_run_over(book: RecordRepositories) -> Run | None:
    """Return the newest run that is over. Call inside ``store.read``."""
    return next((run for run in book.sessions.runs(limit=2) if run.status != SessionStatus.RUNNING), None)


def _missed_runs(book: RecordRepositories) -> list[WaitingItem]:
    asked = [due for due in book.schedules.list_unanswered() if not due.answer and book.schedules.get(due.schedule_id)]
    if not asked:
        return []
    text = PluralMessage("%n missed run: run it or skip it?", "%n missed runs: run them or skip them?", len(asked))
    return [WaitingItem(WaitingKind.MISSED_RUN, len(asked), text, asked[0].id, asked[0].due_at)]
