"""When a check counts as failed, and when as recovered (D11). Pure.

A failure begins with the first bad measurement and is confirmed by a second attempt: another measurement, or the retry
within one. It is over with the second good measurement in a row. What could not be measured changes nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ..core.clock import from_text, to_text
from ..records.health import MeasuredStatus
from ..records.incidents import CheckState, Incident
from ..topology.graph import ServiceGraph, find_root

GOOD_IN_A_ROW = 2
ATTEMPTS = 2
WAIT_FOR_ROOT = timedelta(seconds=60)
"""How long a confirmed failure waits for the verdict on a dependency that looks bad too."""
CHILD_FIRST = timedelta(minutes=3)
"""So much earlier than its root a failure may have been noticed and still be explained by it."""
ROOT_SETTLES = timedelta(seconds=30)
"""So long after its root recovered a service may still be bad without standing by itself."""


def next_check_state(before: CheckState | None, measured: MeasuredStatus) -> CheckState | None:
    """How a check stands after one more measurement; None for one that is well."""
    if measured.is_bad:
        return _bad(before, measured)
    if not measured.is_good or before is None:
        return before
    if not before.confirmed:
        return None
    good = before.good_count + 1
    if good >= GOOD_IN_A_ROW:
        return None
    return replace(before, status=measured.status, good_count=good, bad_count=0, seen_at=to_text(measured.at))


def _bad(before: CheckState | None, measured: MeasuredStatus) -> CheckState:
    at = to_text(measured.at)
    if before is None:
        return CheckState(
            key=measured.key,
            service=measured.service,
            check_type=measured.check_type,
            status=measured.status,
            bad_since=at,
            bad_count=1,
            good_count=0,
            confirmed=measured.attempts >= ATTEMPTS,
            dismissed=False,
            detail=measured.detail,
            seen_at=at,
        )
    again = at > before.seen_at
    return replace(
        before,
        status=measured.status,
        bad_count=before.bad_count + again,
        good_count=0,
        confirmed=before.confirmed or measured.attempts >= ATTEMPTS or again,
        detail=measured.detail,
        seen_at=max(at, before.seen_at),
    )


@dataclass(frozen=True, slots=True)
class ServiceFailure:
    """A service with a confirmed failure: since when, how bad, and what was seen of its worst check."""

    service: str
    since: datetime
    worst: str
    cause: str
    dismissed: bool


def failures_of(states: Iterable[CheckState]) -> dict[str, ServiceFailure]:
    """The services with a confirmed failure, by name. One whose incident the operator closed is there too."""
    by_service: dict[str, list[CheckState]] = {}
    for state in states:
        if state.confirmed:
            by_service.setdefault(state.service, []).append(state)
    found = {}
    for service, mine in by_service.items():
        mine.sort(key=lambda state: (state.good_count > 0, state.status != "down", state.bad_since))
        worst = mine[0]
        since = min(from_text(state.bad_since) for state in mine)
        dismissed = all(state.dismissed for state in mine)
        found[service] = ServiceFailure(service, since, worst.status, worst.detail, dismissed)
    return found


def waits_for_root(
    service: str, failing: Collection[str], suspected: Mapping[str, datetime], graph: ServiceGraph, now: datetime
) -> bool:
    """Tell whether a failure is held back for a moment, because a dependency that may explain it is being looked at
    again.

    ``suspected`` maps services with a failure that is not confirmed yet to when it began.
    """
    maybe = {name for name, since in suspected.items() if now - since < WAIT_FOR_ROOT}
    root = find_root(service, {*failing, *maybe}, graph)
    return root is not None and root in maybe and root not in failing


def explains_earlier(root: Incident, child: Incident) -> bool:
    """Tell whether an incident that was open before its root's explains itself by it: they began about together."""
    return from_text(child.started_at) >= from_text(root.started_at) - CHILD_FIRST


def stands_alone_again(root: Incident, measured_at: datetime) -> bool:
    """Tell whether a bad measurement of a folded service shows that it does not recover with its root."""
    return root.resolved_at is not None and measured_at >= from_text(root.resolved_at) + ROOT_SETTLES
