"""An incident as a case: what our checks measured, and what ran meanwhile by the ledger of tool calls (L6). Pure.

Attempts are calls that ran, dated from when they began; results are checks. What a session reports of cause and cure is
told as its own, and proves a cure only together with the checks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

import orjson

from ...agents.types import SessionReport
from ...core.clock import from_text
from ...language.prompt_quoting import one_line
from ...records.changes import RecordedChange
from ...records.health import HealthCheck
from ...records.incident_types import BY_ALERT, BY_OPERATOR, EntryKind, Incident, IncidentEntry
from ...records.tool_calls import ToolCall
from ..signatures.service_aliases import are_equal_services
from .descriptions import describe_tool, describe_with_files, is_line, name_processes
from .outcomes import CaseAttempt, CaseOutcome, CheckMoment, confirm_cure, judge_attempts
from .types import CaseDraft, CaseTimelineEntry

NEAR = timedelta(minutes=5)  # what ended or changed so close to the recovery may have been the cure
A_MOMENT = timedelta(seconds=5)  # what changed so close to a call of ours is what the call did
FLAPS = 3  # so many incidents of one service within a day
LONGEST_EVIDENCE = 300  # characters
UNSEEN = "A session that not everybody may read acted meanwhile."
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
class ReportedSession:
    """A session that is over, with what it reports of cause and cure."""

    id: int
    ended_at: datetime
    report: SessionReport


@dataclass(frozen=True, slots=True)
class IncidentHistory:
    """All that is known of one incident. ``checks`` are measurements of its service, from its beginning to now;
    ``calls`` what the runs about it did meanwhile, ``other_calls`` what other runs did, ``unseen_at`` when sessions
    acted that not everybody may read; ``tiers`` are those of the
    sessions of its runs, ``reports`` what they say of cause and cure; ``others`` are incidents of other services in the
    same time, ``earlier`` those of this service in the day before; ``changes`` what else changed."""

    incident: Incident
    entries: Sequence[IncidentEntry] = ()
    checks: Sequence[HealthCheck] = ()
    calls: Sequence[ToolCall] = ()
    other_calls: Sequence[ToolCall] = ()
    unseen_at: Sequence[datetime] = ()
    tiers: Mapping[int, int] = field(default_factory=dict)
    reports: Sequence[ReportedSession] = ()
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
    trigger, shown = _trigger(history)
    calls = [attempt_of(call, history.tiers) for call in history.calls]
    checks = _moments(history, trigger)
    single = incident.source == "alert" and incident.resolved_by == BY_ALERT
    outcome = judge_attempts(calls, checks, now, good_in_a_row=1 if single else 2)
    cause = next((one for one in reversed(history.reports) if one.report.cause), None)
    cure = _reported_cure(history, outcome)
    if cure is not None:
        outcome = confirm_cure(outcome)
    elsewhere = _elsewhere(history, outcome)
    if outcome.end == "went_away" and elsewhere:
        outcome = replace(outcome, end="unclear")
    closed = outcome.recovered_at
    if incident.resolved_by == BY_OPERATOR and closed is None and incident.resolved_at:
        closed = from_text(incident.resolved_at)
    during = _during_recovery(history, outcome)
    return CaseDraft(
        key=f"incident:{incident.id}",
        source=incident.source,
        service=incident.service,
        symptom=one_line(incident.cause),
        end=outcome.end,
        attempts=outcome.attempts,
        opened_at=from_text(incident.started_at),
        closed_at=closed,
        cure=outcome.cure,
        held=outcome.held,
        faulty=_faulty(incident.service, during),
        named=(incident.service, *(one.service for one in history.folded)),
        trigger=trigger,
        shown=shown,
        cause=cause.report.cause if cause else "",
        cause_evidence=cause.report.evidence if cause else "",
        cause_session=cause.id if cause else None,
        reported_cure=cure.report.cure if cure else "",
        verified_by=cure.report.verified_by if cure else "",
        cure_session=cure.id if cure else None,
        uncertain=elsewhere or ("" if cure is not None else _uncertain(history, calls, closed)),
        session_id=next((one.session_id for one in reversed(during or history.calls)), None),
        incident_id=incident.id,
        timeline=_timeline(history, calls),
        checks=len(checks),
        from_ledger=True,
    )


def attempt_of(call: ToolCall, tiers: Mapping[int, int]) -> CaseAttempt:
    """A call that began, as an attempt that is not judged yet. ``tiers`` are those of the sessions."""
    given = _input(call)
    command = given.get("command")
    action = (
        describe_with_files(command, call.files) if isinstance(command, str) else describe_tool(call.tool_name, given)
    )
    tier = tiers.get(call.session_id)
    by = "operator" if call.approval_id is not None else f"agent, tier {tier}" if tier else "agent"
    evidence = f"session {call.session_id}, call {call.id}"
    if isinstance(command, str):
        evidence = f"{evidence}: {one_line(command)}"[:LONGEST_EVIDENCE]
    return CaseAttempt(
        name_processes(action, call.processes) or "ran a command",
        call.kind,
        from_text(call.began_at or call.asked_at),
        by,
        evidence,
        ended_at=from_text(call.ended_at) if call.ended_at else None,
        ran=_ended_as(call, command),
    )


def _ended_as(call: ToolCall, command: object) -> str:
    """How a call ended, for ``CaseAttempt.ran``."""
    if not call.ended_at:
        return ""
    several = isinstance(command, str) and is_line(command)
    return "mixed" if call.result == "error" and several else call.result


def _reported_cure(history: IncidentHistory, outcome: CaseOutcome) -> ReportedSession | None:
    """The session that names the cure and what verified it, and was not over before that ran."""
    if outcome.cure is None:
        return None
    began = outcome.attempts[outcome.cure].at
    told = [one for one in history.reports if one.report.cure and one.report.verified_by and one.ended_at >= began]
    return told[-1] if told else None


def _during_recovery(history: IncidentHistory, outcome: CaseOutcome) -> list[ToolCall]:
    """The calls that it recovered after."""
    if outcome.cure is None or outcome.recovered_at is None:
        return []
    began = outcome.attempts[outcome.cure].at
    return [one for one in history.calls if began <= from_text(one.began_at or "") <= outcome.recovered_at]


def _elsewhere(history: IncidentHistory, outcome: CaseOutcome) -> str:
    """What else was done before a recovery that nothing of its own runs came before, in one sentence."""
    if outcome.end != "went_away" or outcome.recovered_at is None:
        return ""
    others = [attempt_of(call, {}) for call in history.other_calls]
    ran = next((one for one in others if one.at <= outcome.recovered_at), None)
    if ran is not None:
        where = ran.evidence.partition(":")[0]
        return f"A run about something else acted meanwhile ({where}): {ran.action}."
    if any(at <= outcome.recovered_at for at in history.unseen_at):
        return UNSEEN
    if history.changes:
        return f"Something else changed meanwhile: {one_line(history.changes[-1].text)[:160]}"
    return ""


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


def _faulty(service: str, calls: Sequence[ToolCall]) -> str:
    """What the recovery's calls were done to, where that is another service than the one that showed it."""
    names = [name for call in calls for name in call.services]
    if any(are_equal_services(name, service) for name in names):
        return ""
    return names[0] if names else ""


def _uncertain(history: IncidentHistory, calls: Sequence[CaseAttempt], closed: datetime | None) -> str:
    """Why what it recovered after may not have ended it, in one sentence; "" where nothing speaks against it."""
    tried = [one.at for one in calls if closed is not None and one.at <= closed]
    if closed is None or not tried:
        return ""
    if len(history.earlier) >= FLAPS - 1:
        return f"The service had {len(history.earlier) + 1} incidents within a day: it may recover by itself."
    same_time = [
        one.service
        for one in history.others
        if one.resolved_at and abs(from_text(one.resolved_at) - closed) <= NEAR and one.folded_into is None
    ]
    if same_time:
        return f"{', '.join(same_time)} recovered at the same time: something else may have ended both."
    since = max(tried) - NEAR
    if any(since <= at <= closed for at in history.unseen_at):
        return UNSEEN
    own = [(one.at - A_MOMENT, (one.ended_at or one.at) + A_MOMENT) for one in calls]
    changed = [
        one
        for one in history.changes
        if since <= (at := from_text(one.at)) <= closed and not any(begin <= at <= end for begin, end in own)
    ]
    if changed:
        return f"Something else changed at the same time: {one_line(changed[0].text)[:160]}"
    return ""


def _timeline(history: IncidentHistory, calls: Sequence[CaseAttempt]) -> tuple[CaseTimelineEntry, ...]:
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
    told += [CaseTimelineEntry(one.at, "attempt", one.action, one.evidence.partition(":")[0]) for one in calls]
    return tuple(sorted(told, key=lambda entry: entry.at))
