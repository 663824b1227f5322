"""What findings learn from events, incidents and checks (L7). Writes must run inside ``store.write``."""

from __future__ import annotations

from datetime import datetime

from ..core.clock import from_text
from ..records.record_books import RecordRepositories
from ..storage.database import proxy
from .cases.types import CaseDraft
from .findings.records import FindingRecords, NewSighting, StoredFinding

MOST_EVENTS = 500  # in one transaction
LEVELS = ("warning", "critical")
_KEY = "event:"


def note_events(findings: FindingRecords) -> int:
    """Note the warnings and critical events that were not noted yet; how many."""
    (last,) = proxy.execute_sql(
        f"SELECT coalesce(max(CAST(substr(key, {len(_KEY) + 1}) AS INTEGER)), 0) FROM finding_sightings"
        f" WHERE key LIKE '{_KEY}%'"
    ).fetchone()
    rows = proxy.execute_sql(
        "SELECT id, level, service, message, session_id, created_at FROM events WHERE id > ? AND level IN (?, ?)"
        " ORDER BY id LIMIT ?",
        (last, *LEVELS, MOST_EVENTS),
    ).fetchall()
    for number, _, service, message, session_id, created_at in rows:
        if not service:
            continue  # about Claude Ops itself, or about nothing that can be followed
        findings.note_sighting(
            NewSighting(f"{_KEY}{number}", service, message, from_text(created_at), session_id=session_id)
        )
    return len(rows)


def note_incident(findings: FindingRecords, draft: CaseDraft, good: list[datetime]) -> None:
    """Note an incident as a sighting of its trigger; what was done about it, and the good checks that followed."""
    if draft.incident_id is None:
        return
    findings.note_sighting(
        NewSighting(
            f"incident:{draft.incident_id}", draft.service, draft.symptom, draft.opened_at, draft.trigger,
            session_id=draft.session_id,
        )
    )  # fmt: skip
    if draft.cure is not None:
        cure = draft.attempts[draft.cure]
        findings.link_attempt(draft.service, cure.at, f"{cure.action} ({cure.by})")
        findings.note_good_checks(draft.service, good)


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
