"""Which attempt cured an outage, judged by checks alone: what anyone says of it does not count (L6). Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Literal

AttemptResult = Literal["helped", "did_not_help", "unknown"]
CaseEnd = Literal["open", "cured", "went_away", "unclear"]

GOOD_IN_A_ROW = 2  # checks; one good answer of a service that flaps is no recovery
HELD_FOR = timedelta(minutes=30)
FOLLOWED_FOR = timedelta(days=30)  # then nobody can say any more whether it held


@dataclass(frozen=True, slots=True)
class CheckMoment:
    """One check of the service: when, and whether it was good."""

    at: datetime
    good: bool


@dataclass(frozen=True, slots=True)
class CaseAttempt:
    """One action on the service while it was out of order. ``by`` is who ordered it, ``evidence`` the number of its
    tool call or record; ``seconds_to_recovery`` run from its start to the first of the good checks that ended the
    outage.
    """

    action: str
    effect: str
    at: datetime
    by: str = ""
    evidence: str = ""
    result: AttemptResult = "unknown"
    seconds_to_recovery: float | None = None


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """How an outage ended. ``cure`` is the place of the attempt that ended it; ``held`` None: not known yet."""

    end: CaseEnd
    attempts: tuple[CaseAttempt, ...]
    cure: int | None = None
    recovered_at: datetime | None = None
    held: bool | None = None


def judge_attempts(
    attempts: Sequence[CaseAttempt],
    checks: Sequence[CheckMoment],
    now: datetime,
    *,
    good_in_a_row: int = GOOD_IN_A_ROW,
) -> CaseOutcome:
    """The attempts with their results, and how it ended. An attempt did not help where a check after it, and before the
    next one, was bad; it helped where it is the last before the recovery and no other lies between it and the last bad
    check. Where two do, which of them helped is not known.

    With one good check as a recovery (of a session, which looks but once), the recovery is the one after the last bad
    check: what was good for a moment and bad again was none.
    """
    tried = sorted(attempts, key=lambda attempt: attempt.at)
    measured = sorted(checks, key=lambda check: check.at)
    recovered_at = _recovery(measured, good_in_a_row)
    judged = [_failed_or_unknown(attempt, at, tried, measured, recovered_at) for at, attempt in enumerate(tried)]
    if recovered_at is None:
        return CaseOutcome("open", tuple(judged))
    held = _has_held(measured, recovered_at, now)
    open_ones = [at for at, attempt in enumerate(judged) if attempt.result == "unknown" and attempt.at <= recovered_at]
    if not open_ones:
        return CaseOutcome("went_away", tuple(judged), None, recovered_at, held)
    if len(open_ones) > 1:
        return CaseOutcome("unclear", tuple(judged), None, recovered_at, held)
    cure = open_ones[0]
    seconds = (recovered_at - judged[cure].at).total_seconds()
    judged[cure] = replace(judged[cure], result="helped", seconds_to_recovery=seconds)
    return CaseOutcome("cured", tuple(judged), cure, recovered_at, held)


def _recovery(checks: Sequence[CheckMoment], good_in_a_row: int) -> datetime | None:
    """The first of the good checks that ended it, once there are enough of them."""
    bad = [place for place, check in enumerate(checks) if not check.good]
    ends = [place for place in bad if _is_recovery(checks[place + 1 : place + 1 + good_in_a_row], good_in_a_row)]
    if not ends:
        return None
    # The first recovery counts, what comes later is whether it held; a single look proves nothing until the last one.
    end = ends[0] if good_in_a_row > 1 else bad[-1]
    return checks[end + 1].at if end in ends else None


def _is_recovery(row: Sequence[CheckMoment], good_in_a_row: int) -> bool:
    return len(row) == good_in_a_row and all(check.good for check in row)


def _failed_or_unknown(
    attempt: CaseAttempt,
    place: int,
    tried: Sequence[CaseAttempt],
    checks: Sequence[CheckMoment],
    recovered_at: datetime | None,
) -> CaseAttempt:
    until = tried[place + 1].at if place + 1 < len(tried) else recovered_at
    seen = [check for check in checks if check.at > attempt.at and (until is None or check.at < until)]
    failed = any(not check.good for check in seen)
    return replace(attempt, result="did_not_help" if failed else "unknown", seconds_to_recovery=None)


def _has_held(checks: Sequence[CheckMoment], recovered_at: datetime, now: datetime) -> bool | None:
    later = [check for check in checks if recovered_at <= check.at <= recovered_at + HELD_FOR]
    if any(not check.good for check in later):
        return False
    looked_since = any(recovered_at + HELD_FOR <= check.at <= now for check in checks)
    return True if looked_since else None
