"""What was tried while a service was out of order, judged by checks alone (L6). Pure.

What ran between two checks is one attempt: a check says of all of it together whether it was enough. A recovery proves
what ran before it only where more than the recovery speaks for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from typing import Literal

from ...guard.effects import KINDS

AttemptResult = Literal["helped", "recovered_after", "did_not_help", "unknown"]
CaseEnd = Literal["open", "cured", "recovered", "recovered_later", "went_away", "unclear"]
RECOVERED = ("helped", "recovered_after")

GOOD_IN_A_ROW = 2  # checks; one good answer of a service that flaps is no recovery
HELD_FOR = timedelta(minutes=30)
FOLLOWED_FOR = timedelta(days=30)  # then nobody can say any more whether it held
LONGEST_ACTION = 400  # characters of all that was done between two checks
LONGEST_EVIDENCE = 600


@dataclass(frozen=True, slots=True)
class CheckMoment:
    """One check of the service: when, and whether it was good."""

    at: datetime
    good: bool


@dataclass(frozen=True, slots=True)
class CaseAttempt:
    """One action while the service was out of order, or all that was done between two checks. ``at`` is when it began,
    ``by`` who ordered it, ``evidence`` the number of its tool call or record. ``ended_at`` None: at once; ``ran`` is
    ok, error, mixed (an error of one of several commands) or "" where it is not known how it ended.
    ``seconds_to_recovery`` run from its start to the first of the
    good checks that ended the outage; only what ran between the last bad check and that one has them.
    """

    action: str
    effect: str
    at: datetime
    by: str = ""
    evidence: str = ""
    result: AttemptResult = "unknown"
    seconds_to_recovery: float | None = None
    ended_at: datetime | None = None
    ran: str = "ok"


@dataclass(frozen=True, slots=True)
class CaseOutcome:
    """How an outage ended. ``cure`` is the place of what ran between the last bad check and the first good one, proven
    (``cured``) or not (``recovered``); ``held`` None: not known yet."""

    end: CaseEnd
    attempts: tuple[CaseAttempt, ...]
    cure: int | None = None
    recovered_at: datetime | None = None
    held: bool | None = None


def judge_attempts(
    calls: Sequence[CaseAttempt],
    checks: Sequence[CheckMoment],
    now: datetime,
    *,
    good_in_a_row: int = GOOD_IN_A_ROW,
) -> CaseOutcome:
    """The calls, those between two checks together, with their results, and how it ended. What ended with an error
    never helped; what a bad check followed after it ended did not; of what nobody saw the end it is not known. A line
    of several commands that ended with an error (``mixed``) did not help where something else ran after it; where
    nothing did, the error may be that of its last look.

    With one good check as a recovery (of a session, which looks but once), the recovery is the one after the last bad
    check: what was good for a moment and bad again was none.
    """
    measured = sorted(checks, key=lambda check: check.at)
    recovered_at = _recovery(measured, good_in_a_row)
    bad = [check.at for check in measured if not check.good and (recovered_at is None or check.at < recovered_at)]
    ran = [one.at for one in calls if one.ran == "ok"]
    groups: dict[tuple[datetime | None, AttemptResult], list[CaseAttempt]] = {}
    for call in sorted(calls, key=lambda one: one.at):
        groups.setdefault(_judged(call, bad, recovered_at, ran), []).append(call)
    attempts = tuple(_together(group, result, recovered_at) for (_, result), group in groups.items())
    if recovered_at is None:
        return CaseOutcome("open", attempts)
    cure = next((at for at, one in enumerate(attempts) if one.seconds_to_recovery is not None), None)
    end: CaseEnd = "recovered" if cure is not None else "went_away"
    if cure is None and any(one.at <= recovered_at for one in attempts):
        end = "recovered_later"
    return CaseOutcome(end, attempts, cure, recovered_at, _has_held(measured, recovered_at, now))


def confirm_cure(outcome: CaseOutcome) -> CaseOutcome:
    """The outcome with what it recovered after as its cure, which something beside the recovery proves; as it is where
    nothing ran then, or where it is not known how that ended."""
    if outcome.cure is None or outcome.attempts[outcome.cure].result != "recovered_after":
        return outcome
    attempts = list(outcome.attempts)
    attempts[outcome.cure] = replace(attempts[outcome.cure], result="helped")
    return replace(outcome, end="cured", attempts=tuple(attempts))


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


def _judged(
    call: CaseAttempt, bad: Sequence[datetime], recovered_at: datetime | None, ran: Sequence[datetime]
) -> tuple[datetime | None, AttemptResult]:
    """The bad check that followed a call, None for the recovery or nothing, and what that says of it. A check that ran
    while the call did says nothing."""
    ended = call.at if call.ended_at is None else call.ended_at
    failed = next((at for at in bad if at > ended), None)
    if call.ran == "error":
        return failed, "did_not_help"
    if failed is not None:
        return failed, "did_not_help" if call.ran else "unknown"
    is_before = recovered_at is not None and call.at <= recovered_at
    outrun = recovered_at is not None and any(call.at < at <= recovered_at for at in ran)
    if call.ran == "mixed" and (outrun or not is_before):
        return None, "did_not_help"
    return None, "recovered_after" if is_before else "unknown"


def _together(calls: Sequence[CaseAttempt], result: AttemptResult, recovered_at: datetime | None) -> CaseAttempt:
    """All that was done between two checks as one attempt."""
    first = calls[0]
    seconds = None
    if result == "recovered_after" and recovered_at is not None:
        seconds = (recovered_at - first.at).total_seconds()
        result = "recovered_after" if all(one.ran for one in calls) else "unknown"
    return replace(
        first,
        action=", then ".join(action for action, _ in groupby(one.action for one in calls))[:LONGEST_ACTION],
        effect=max((one.effect for one in calls), key=lambda kind: KINDS.index(kind) if kind in KINDS else -1),
        by=", ".join(dict.fromkeys(one.by for one in calls if one.by)),
        evidence="; ".join(one.evidence for one in calls if one.evidence)[:LONGEST_EVIDENCE],
        result=result,
        seconds_to_recovery=seconds,
    )


def _has_held(checks: Sequence[CheckMoment], recovered_at: datetime, now: datetime) -> bool | None:
    later = [check for check in checks if recovered_at <= check.at <= recovered_at + HELD_FOR]
    if any(not check.good for check in later):
        return False
    looked_since = any(recovered_at + HELD_FOR <= check.at <= now for check in checks)
    return True if looked_since else None
