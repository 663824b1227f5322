"""What findings learn from events, incidents, actions and checks (L7). Writes must run inside ``store.write``."""

from __future__ import annotations

from datetime import datetime, timedelta

from ..core.clock import from_text, to_text
from ..guard.effects import DISCLOSE, READ
from ..records.changes import ChangeKind
from ..records.incident_runs import acting_calls
from ..records.record_books import RecordRepositories
from ..storage.database import proxy
from .cases.incident_case import attempt_of
from .cases.types import CaseDraft
from .findings.records import FindingRecords, NewSighting, StoredFinding
from .signatures.service_aliases import are_equal_services

MOST_EVENTS = 500  # in one transaction
MOST_CHECKS = 200
LEVELS = ("warning", "critical")
NEAR = timedelta(minutes=5)  # before an incident: what was seen then belongs to it
_KEY = "event:"
_SINCE = (
    f"(SELECT coalesce(max(CAST(substr(key, {len(_KEY) + 1}) AS INTEGER)), 0) FROM finding_sightings"
    f" WHERE key LIKE '{_KEY}%')"
)
# What a session reports about a service on which it acted happened before its first action there: reports come at the
# end. Events that no session reported are our own; of these only a degraded service is news, as the others tell of
# incidents, which are noted themselves.
_NEW_EVENTS = f"""
SELECT e.id, e.service, e.message, e.session_id, min(e.created_at, coalesce((
    SELECT min(t.asked_at) FROM tool_calls t WHERE t.session_id = e.session_id AND t.verdict = 'allow'
        AND t.kind NOT IN ('{READ}', '{DISCLOSE}', '') AND e.service IN (SELECT value FROM json_each(t.services))
), e.created_at))
FROM events e
WHERE e.id > {_SINCE} AND e.level IN (?, ?) AND coalesce(e.service, '') <> '' AND (e.session_id IS NOT NULL OR (
    substr(e.message, 1, length(e.service) + 13) = e.service || ' is degraded:' AND NOT EXISTS (
        SELECT 1 FROM incidents i WHERE i.service = e.service AND i.started_at <= e.created_at
            AND coalesce(i.resolved_at, e.created_at) >= e.created_at)))
ORDER BY e.id LIMIT ?
"""


def note_events(book: RecordRepositories, findings: FindingRecords) -> int:
    """Note the warnings and critical events about a service that were not noted yet; how many."""
    rows = proxy.execute_sql(_NEW_EVENTS, (*LEVELS, MOST_EVENTS)).fetchall()
    for number, service, message, session_id, at in rows:
        version = version_at(book, service, at)
        findings.note_sighting(
            NewSighting(f"{_KEY}{number}", service, message, from_text(at), version=version, session_id=session_id)
        )
    return len(rows)


def note_incident(book: RecordRepositories, findings: FindingRecords, draft: CaseDraft, good: list[datetime]) -> None:
    """Note an incident as a sighting of its trigger; what was done about it, and the good checks that followed."""
    if draft.incident_id is None:
        return
    version = version_at(book, draft.service, to_text(draft.opened_at))
    findings.note_sighting(
        NewSighting(
            f"incident:{draft.incident_id}", draft.service, draft.symptom, draft.opened_at, draft.trigger,
            version=version, session_id=draft.session_id,
        )
    )  # fmt: skip
    if draft.cure is None:
        return
    cure = draft.attempts[draft.cure]
    seen = (draft.opened_at - NEAR, draft.closed_at or cure.at)
    findings.link_incident(draft.service, draft.trigger, seen, cure.at, f"{cure.action} ({cure.by})")
    if good:
        findings.note_good_checks(draft.service, good, version_at(book, draft.service, to_text(good[-1])))


def follow_findings(book: RecordRepositories, findings: FindingRecords, now: datetime) -> list[StoredFinding]:
    """Link what the runs that saw an open finding did about it, and look at the checks since; those that are fixed."""
    fixed = []
    for one, since, runs in findings.to_follow():
        if runs:
            _link_actions(book, findings, one, since, runs, now)
        attempted = findings.must(one.id).attempted_at
        if attempted is None:
            continue
        good = _good_streak(book, one.service, attempted)
        if good:
            fixed += findings.note_good_checks(one.service, good, version_at(book, one.service, to_text(good[-1])))
    return fixed


def report_regressions(book: RecordRepositories, findings: FindingRecords, now: datetime) -> list[StoredFinding]:
    """Notify the operator of what is back although it was fixed; once for each time."""
    found = findings.take_regressions()
    for one in found:
        fixed = f" by {one.fixed_by}" if one.fixed_by else ""
        since = f" on {one.fixed_at[:10]}" if one.fixed_at else ""
        book.events.add(
            level="warning",
            service=one.service,
            message=f"{one.service}: “{one.title}” is back. It was fixed{since}{fixed}.",
            session_id=None,
            now=now,
        )
    return found


def version_at(book: RecordRepositories, service: str, at: str) -> str:
    """The version of a service at a time (stored text), as the changes of its package tell it; "" where they do not."""
    for one in book.changes.list(services=(service,), until=at, limit=50):
        if one.kind == ChangeKind.PACKAGE and one.after and are_equal_services(one.subject, service):
            return one.after
    return ""


def _link_actions(
    book: RecordRepositories, findings: FindingRecords, one: StoredFinding, since: str, runs: list[int], now: datetime
) -> None:
    made = {session.id: session.tier for session in book.sessions.of_runs(runs)}
    for run, call in acting_calls(book.store, since, to_text(now)):
        if run in runs and (one.service in call.services or not call.services):
            attempt = attempt_of(call, made)
            findings.link_attempt(one.id, attempt.at, f"{attempt.action} ({attempt.by})")


def _good_streak(book: RecordRepositories, service: str, since: str) -> list[datetime]:
    """The times of the measured checks that found the service well, since it was last found otherwise."""
    found = []
    for check in book.health.of_service(service, since=since, limit=MOST_CHECKS):
        if not check.measured:
            continue
        if check.status != "healthy":
            break
        found.append(from_text(check.checked_at))
    return found[::-1]
