"""An incident as a case: what our checks measured, and what was done meanwhile by the ledger of tool calls (L6). Pure.

Nothing that an agent said decides: attempts are calls that the guard let through, results are checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import orjson

from ...core.clock import from_text
from ...guard.effects import DISCLOSE, READ
from ...language.prompt_quoting import one_line
from ...records.changes import RecordedChange
from ...records.health import HealthCheck
from ...records.incident_types import BY_ALERT, BY_OPERATOR, EntryKind, Incident, IncidentEntry
from ...records.tool_calls import ToolCall
from .descriptions import describe_command, describe_tool
from .outcomes import CaseAttempt, CheckMoment, judge_attempts
from .types import CaseDraft, CaseTimelineEntry

NEAR = timedelta(minutes=5)  # what ended or changed so close to the recovery may have been the cure
FLAPS = 3  # so many incidents of one service within a day
LONGEST_EVIDENCE = 300  # characters
_SHOWN = {
    EntryKind.STARTED: "opened",
    EntryKind.OPENED: "opened",
    EntryKind.WORSE: "check",
    EntryKind.ALERT: "alert",
    EntryKind.RECOVERING: "check",
    EntryKind.RESOLVED: "closed",
    EntryKind.REOPENED: "opened",
    EntryKind.NOTE: "note",
}


@dataclass(frozen=True, slots=True)
class IncidentHistory:
    """All that is known of one incident. ``checks`` are measurements of its service, from its beginning to now;
    ``calls`` what the guard let through meanwhile; ``tiers`` are those of the sessions that made them;
    ``others`` are incidents of other services in the same time, ``earlier`` those of this service in the day before;
    ``changes`` what else changed."""

    incident: Incident
    entries: Sequence[IncidentEntry] = ()
    checks: Sequence[HealthCheck] = ()
    calls: Sequence[ToolCall] = ()
    tiers: Mapping[int, int] = field(default_factory=dict)
    folded: Sequence[Incident] = ()
    others: Sequence[Incident] = ()
    earlier: Sequence[Incident] = ()
    changes: Sequence[RecordedChange] = ()
    moments: Sequence[CheckMoment] = ()

    def good_moments(self) -> list[CheckMoment]:
        """The checks that found the service well, and the one that ended the incident."""
        return [moment for moment in _moments(self, _trigger(self)[0]) if moment.good]


def draft_incident(history: IncidentHistory, now: datetime) -> CaseDraft:
    """The incident as a draft of a case."""
    incident = history.incident
    opened = from_text(incident.started_at)
    trigger, shown = _trigger(history)
    attempts = [attempt_of(call, history.tiers) for call in history.calls if is_action(call)]
    checks = _moments(history, trigger)
    single = incident.source == "alert" and incident.resolved_by == BY_ALERT
    outcome = judge_attempts(attempts, checks, now, good_in_a_row=1 if single else 2)
    closed = outcome.recovered_at
    if incident.resolved_by == BY_OPERATOR and closed is None and incident.resolved_at:
        outcome, closed = replace(outcome, end="open"), from_text(incident.resolved_at)
    return CaseDraft(
        key=f"incident:{incident.id}",
        source=incident.source,
        service=incident.service,
        symptom=one_line(incident.cause),
        end=outcome.end,
        attempts=outcome.attempts,
        opened_at=opened,
        closed_at=closed,
        cure=outcome.cure,
        held=outcome.held,
        faulty=_faulty(history, outcome.attempts[outcome.cure] if outcome.cure is not None else None),
        named=(incident.service, *(one.service for one in history.folded)),
        trigger=trigger,
        shown=shown,
        uncertain=_uncertain(history, attempts, outcome.end, closed),
        session_id=_session(history, outcome.cure),
        incident_id=incident.id,
        timeline=_timeline(history, outcome.attempts),
        checks=len(checks),
    )


def is_action(call: ToolCall) -> bool:
    """Whether a call did something: it was let through, and does more than look."""
    return call.verdict == "allow" and call.kind not in (READ, DISCLOSE, "")


def attempt_of(call: ToolCall, tiers: Mapping[int, int]) -> CaseAttempt:
    """A call as an attempt, its result not yet known. ``tiers`` are those of the sessions."""
    given = _input(call)
    command = given.get("command")
    action = describe_command(command) if isinstance(command, str) else describe_tool(call.tool_name, given)
    tier = tiers.get(call.session_id)
    by = "operator" if call.approval_id is not None else f"agent, tier {tier}" if tier else "agent"
    evidence = f"session {call.session_id}, call {call.id}"
    if isinstance(command, str):
        evidence = f"{evidence}: {one_line(command)}"[:LONGEST_EVIDENCE]
    return CaseAttempt(action or call.kind, call.kind, from_text(call.asked_at), by, evidence)


def _input(call: ToolCall) -> dict[str, Any]:
    try:
        given = orjson.loads(call.input)
    except orjson.JSONDecodeError:
        return {"command": call.input} if call.tool_name == "Bash" else {}
    return given if isinstance(given, dict) else {"command": str(given)}


def _trigger(history: IncidentHistory) -> tuple[str, str]:
    """The kind of check that failed first, or the alert's name; and what it showed."""
    bad = sorted((one for one in history.checks if _is_bad(one)), key=lambda one: (one.checked_at, one.id))
    if bad:
        return bad[0].check_type or "check", one_line(bad[0].detail)
    alert = next((entry.text for entry in history.entries if entry.kind == EntryKind.ALERT), "")
    if history.incident.source == "alert":
        return one_line(alert or history.incident.cause), ""
    return "", ""


def _moments(history: IncidentHistory, trigger: str) -> list[CheckMoment]:
    """The checks that decide: those of kinds that were bad meanwhile, and what the incident itself records."""
    kinds = {one.check_type for one in history.checks if _is_bad(one)} or {trigger}
    moments = [
        CheckMoment(from_text(one.checked_at), not _is_bad(one)) for one in history.checks if one.check_type in kinds
    ]
    moments += history.moments
    incident = history.incident
    moments += [CheckMoment(from_text(at), False) for at in {incident.started_at, incident.opened_at}]
    moments += [
        CheckMoment(entry_at, True)
        for entry in history.entries
        if entry.kind == EntryKind.RECOVERING and _agrees(entry_at := from_text(entry.at), moments)
    ]
    if incident.resolved_at and incident.resolved_by not in ("", BY_OPERATOR):
        moments.append(CheckMoment(from_text(incident.resolved_at), True))
    return sorted(set(moments), key=lambda moment: (moment.at, moment.good))


def _agrees(at: datetime, moments: Iterable[CheckMoment]) -> bool:
    return not any(not moment.good and moment.at == at for moment in moments)


def _is_bad(check: HealthCheck) -> bool:
    return check.status in ("down", "degraded")


def _faulty(history: IncidentHistory, cure: CaseAttempt | None) -> str:
    """What the cure was done to, where that is another service than the one that showed it."""
    if cure is None:
        return ""
    call = next((one for one in history.calls if from_text(one.asked_at) == cure.at), None)
    names = call.services if call is not None else ()
    return next((name for name in names if name != history.incident.service), "") if names else ""


def _session(history: IncidentHistory, cure: int | None) -> int | None:
    acting = sorted((call for call in history.calls if is_action(call)), key=lambda call: call.asked_at)
    if cure is not None and cure < len(acting):
        return acting[cure].session_id
    return acting[-1].session_id if acting else None


def _uncertain(history: IncidentHistory, attempts: Sequence[CaseAttempt], end: str, closed: datetime | None) -> str:
    """Why what is taken for the cure may not be it, in one sentence; "" where nothing speaks against it."""
    if closed is None or end not in ("cured", "unclear"):
        return ""
    if end == "unclear":
        return "Several things were done before the next check: which of them helped is not known."
    if len(history.earlier) >= FLAPS - 1:
        return f"The service had {len(history.earlier) + 1} incidents within a day: it may recover by itself."
    same_time = [
        one.service
        for one in history.others
        if one.resolved_at and abs(from_text(one.resolved_at) - closed) <= NEAR and one.folded_into is None
    ]
    if same_time:
        return f"{', '.join(same_time)} recovered at the same time: something else may have ended both."
    last = max((attempt.at for attempt in attempts), default=closed)
    changed = [one for one in history.changes if last - NEAR <= from_text(one.at) <= closed]
    if changed:
        return f"Something else changed at the same time: {one_line(changed[0].text)[:160]}"
    return ""


def _timeline(history: IncidentHistory, attempts: Sequence[CaseAttempt]) -> tuple[CaseTimelineEntry, ...]:
    told = [
        CaseTimelineEntry(
            from_text(entry.at),
            _SHOWN[EntryKind(entry.kind)],
            entry.text,
            f"run {entry.run_id}" if entry.run_id else "",
        )
        for entry in history.entries
        if entry.kind in set(_SHOWN)
    ]
    told += [CaseTimelineEntry(one.at, "attempt", one.action, one.evidence.partition(":")[0]) for one in attempts]
    return tuple(sorted(told, key=lambda entry: entry.at))
