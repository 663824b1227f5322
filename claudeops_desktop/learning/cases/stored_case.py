"""A case as it is stored, and its JSON (L6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .outcomes import CaseAttempt
from .track_record import TrackRecord
from .treatments import CaseTreatment

FOUND_BY = ("report", "check")  # moments in whose words somebody may ask for the case again


@dataclass(frozen=True, slots=True)
class StoredAttempt:
    """A row of ``case_attempts``, with the occurrence that it belongs to (counted from 1)."""

    occurrence: int
    attempt: CaseAttempt

    def as_json(self) -> dict[str, Any]:
        """The attempt under the names of ``claudeops cases``."""
        one = self.attempt
        return {
            "action": one.action,
            "class": one.effect,
            "by": one.by,
            "at": one.at.isoformat().replace("+00:00", "Z"),
            "result": one.result,
            "seconds_to_recovery": one.seconds_to_recovery,
            "evidence": one.evidence,
            "occurrence": self.occurrence,
        }


@dataclass(frozen=True, slots=True)
class CaseMoment:
    """A row of ``case_timeline``; ``at`` is stored text."""

    at: str
    kind: str
    text: str
    evidence: str


@dataclass(frozen=True, slots=True)
class CaseReports:
    """What sessions report of a case, in their own, untrusted words: the latest cause with its evidence, and the latest
    cure with what verified it; each with the number of the session, None where none says so."""

    cause: str = ""
    cause_evidence: str = ""
    cause_session: int | None = None
    cure: str = ""
    verified_by: str = ""
    cure_session: int | None = None


@dataclass(frozen=True, slots=True)
class StoredCase:
    """One problem of one service, over all its occurrences. Times are stored text.

    ``state`` is one of ``STATES``, of the latest occurrence; ``services`` are those that it is filed under; ``held``
    None where that is not known; ``variant`` counts the cases of one symptom from 0; ``afterwards`` is what an agent
    said in cases of earlier versions; ``occurrences`` are when each began and how it ended, in order. ``reports`` is
    what sessions say of cause and cure.
    """

    id: int
    service: str
    faulty: str
    host: str
    project: str
    trigger: str
    signature: str
    symptom: str
    shown: str
    state: str
    cause: str
    cure: str
    held: bool | None
    afterwards: str
    uncertain: str
    seen: int
    opened_at: str
    closed_at: str | None
    edited_at: str | None
    retired_at: str | None
    merged_into: int | None
    variant: int = 0
    services: tuple[str, ...] = ()
    attempts: tuple[StoredAttempt, ...] = ()
    treatments: tuple[CaseTreatment, ...] = ()
    timeline: tuple[CaseMoment, ...] = ()
    occurrences: tuple[tuple[str, str], ...] = ()
    record: TrackRecord = field(default_factory=TrackRecord)
    reports: CaseReports = field(default_factory=CaseReports)
    incident_ids: tuple[int, ...] = ()
    session_ids: tuple[int, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The case for ``--json``."""
        return {
            "id": self.id,
            "service": self.service,
            "faulty": self.faulty,
            "services": list(self.services),
            "symptom": self.symptom,
            "shown": self.shown,
            "signature": self.signature,
            "trigger": self.trigger,
            "state": self.state,
            "cause": self.cause,
            "cause_evidence": self.reports.cause_evidence,
            "cause_session": self.reports.cause_session,
            "cure": self.cure,
            "reported_cure": self.reports.cure,
            "verified_by": self.reports.verified_by,
            "cure_session": self.reports.cure_session,
            "held": self.held,
            "uncertain": self.uncertain,
            "opened_at": self.opened_at,
            "closed_at": self.closed_at,
            "attempts": [one.as_json() for one in self.attempts],
            "treatments": [
                {name: getattr(one, name) for name in ("action", "tried", "helped", "recovered", "failed", "held")}
                for one in self.treatments
            ],
            "seen": self.seen,
            "offered": self.record.offered,
            "resolved": self.record.resolved,
            "factor": round(self.record.factor, 4),
            "retired_at": self.retired_at,
            "merged_into": self.merged_into,
            "incident_ids": list(self.incident_ids),
            "session_ids": list(self.session_ids),
        }
