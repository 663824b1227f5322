"""The words of cases: what was out of order, what was tried, how it ended (L6)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from .outcomes import CaseAttempt, CaseEnd


@dataclass(frozen=True, slots=True)
class CaseTimelineEntry:
    """One moment of a case. ``kind``: opened, check, attempt, report or closed; ``evidence`` where it stands."""

    at: datetime
    kind: str
    text: str
    evidence: str = ""


@dataclass(frozen=True, slots=True)
class CaseDraft:
    """A problem as one session or one incident shows it, before it is filed.

    ``service`` is where it showed, ``faulty`` what the cure was done to ("" where that is the same); ``named`` are all
    services that it is filed under. ``trigger`` is the kind of check or the name of the alert, "" where there is none.
    ``symptom`` and ``shown`` (what a check printed) are untrusted text, as are ``cause`` with its ``cause_evidence``,
    and ``reported_cure`` with ``verified_by``: the words of the sessions whose numbers stand with them. ``cure`` is the
    place of the attempt that it recovered after. ``uncertain`` says in a sentence why that may not have ended it.
    ``source`` is check, alert or session; ``key`` tells one occurrence from another; ``checks`` is how many checks it
    rests on; ``from_ledger``: its attempts are calls that ran.
    """

    key: str
    source: str
    service: str
    symptom: str
    end: CaseEnd
    attempts: tuple[CaseAttempt, ...]
    opened_at: datetime
    closed_at: datetime | None = None
    cure: int | None = None
    held: bool | None = None
    faulty: str = ""
    named: tuple[str, ...] = ()
    trigger: str = ""
    shown: str = ""
    cause: str = ""
    cause_evidence: str = ""
    cause_session: int | None = None
    reported_cure: str = ""
    verified_by: str = ""
    cure_session: int | None = None
    uncertain: str = ""
    host: str = ""
    project: str = ""
    session_id: int | None = None
    incident_id: int | None = None
    timeline: tuple[CaseTimelineEntry, ...] = field(default=())
    checks: int = 0
    from_ledger: bool = False
