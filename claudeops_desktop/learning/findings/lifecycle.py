"""How a finding stands (L7). Pure.

seen → open at the second sighting → fixed after a linked attempt and two good checks, minutes apart → regressed by
something that happened after the fix, on a version that has it. A week without a sighting and without a fix is quiet,
which is not fixed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from .versions import has_fix

OPEN_FROM = 2  # sightings
GOOD_CHECKS = 2
APART = timedelta(minutes=2)
QUIET_AFTER = timedelta(days=7)
FINDING_STATES = ("seen", "open", "fixed", "regressed", "quiet")


@dataclass(frozen=True, slots=True)
class FindingState:
    """What decides. ``attempted_at`` is the last linked attempt, ``attempts_from`` since when attempts count: what did
    not last is no attempt at what came back. ``fixed_at`` is the check that confirmed the fix; ``version`` of a fix or
    a sighting is "" where it is not known."""

    state: str = "seen"
    sightings: int = 0
    last_seen_at: datetime | None = None
    attempted_at: datetime | None = None
    fixed_at: datetime | None = None
    fixed_version: str = ""
    regressed_at: datetime | None = None
    attempts_from: datetime | None = None


def take_sighting(found: FindingState, at: datetime, version: str = "") -> FindingState:
    """The state after one more sighting, of something that happened ``at``; it may have been reported late."""
    last = max(at, found.last_seen_at) if found.last_seen_at else at
    after = replace(found, sightings=found.sightings + 1, last_seen_at=last)
    if after.state == "fixed" and found.fixed_at is not None:
        if at <= found.fixed_at or not has_fix(version, found.fixed_version):
            return after  # it happened before the fix was confirmed, or where the fix is not installed
        return replace(after, state="regressed", regressed_at=at, attempted_at=None, attempts_from=at)
    if after.state == "quiet":
        return replace(after, state="open", attempted_at=None, attempts_from=at)
    if after.state == "seen" and after.sightings >= OPEN_FROM:
        return replace(after, state="open")
    return after


def take_attempt(found: FindingState, at: datetime) -> FindingState:
    """The state after somebody did something about it; what was done before it came back does not count."""
    if found.state not in ("open", "regressed") or (found.attempts_from is not None and at < found.attempts_from):
        return found
    if found.attempted_at is not None and at <= found.attempted_at:
        return found
    return replace(found, attempted_at=at)


def take_checks(found: FindingState, good: Sequence[datetime], version: str = "") -> FindingState:
    """The state after good checks of the service: fixed where there was an attempt, two good checks followed it, some
    minutes apart, and it was not seen again since."""
    if found.state not in ("open", "regressed") or found.attempted_at is None:
        return found
    since = max(found.attempted_at, found.last_seen_at or found.attempted_at)
    after = sorted(at for at in good if at > since)
    confirmed = next((at for at in after[GOOD_CHECKS - 1 :] if at - after[0] >= APART), None)
    if confirmed is None:
        return found
    return replace(found, state="fixed", fixed_at=confirmed, fixed_version=version)


def take_time(found: FindingState, now: datetime) -> FindingState:
    """The state after time alone: quiet after a week without a sighting, where nothing fixed it."""
    silent = found.last_seen_at is not None and now - found.last_seen_at >= QUIET_AFTER
    return replace(found, state="quiet") if silent and found.state in ("open", "regressed") else found
