"""What the watcher knows of each check from before, and how one more measurement changes it. Pure.

An outage is bounded by what was really seen: it began between the last good check and the first bad one, and ended
between the last bad check and the first good one. Nothing more precise than that is ever claimed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from .measurement import CheckFinding, CheckMeasurement, ServedCertificate, ServiceStatus

KEPT_RESULTS = 200
KEPT_OUTAGES = 20
KEPT_CERTIFICATES = 6
SAME_START = timedelta(seconds=2)  # /proc tells a start by the second of the boot; two readings differ as much
LONGEST_OUTAGE = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """One measurement as it is kept. ``ms`` is the response time; ``planned``: it was taken in planned work."""

    at: datetime
    status: ServiceStatus
    urgent: bool = False
    code: int | None = None
    ms: float = 0.0
    planned: bool = False


@dataclass(frozen=True, slots=True)
class CheckOutage:
    """A time out of service, by the checks around it. ``first_good`` None: it is still out; ``planned``: one of these
    checks was made in planned work."""

    last_good: datetime | None
    first_bad: datetime
    last_bad: datetime
    first_good: datetime | None = None
    planned: bool = False

    @property
    def shortest(self) -> timedelta:
        """It lasted at least from the first bad check to the last."""
        return max(timedelta(0), self.last_bad - self.first_bad)

    @property
    def longest(self) -> timedelta | None:
        """It lasted at most from the good check before to the good one after; None where one of them is missing."""
        if self.last_good is None or self.first_good is None:
            return None
        return self.first_good - self.last_good

    @property
    def spacing(self) -> timedelta | None:
        """The widest gap between two checks around it: what the measurement could not see into."""
        if self.last_good is None or self.first_good is None:
            return None
        return max(self.first_bad - self.last_good, self.first_good - self.last_bad)

    @property
    def plausible(self) -> bool:
        """Tell whether its times are in order: a clock that was set back makes them useless."""
        times = [t for t in (self.last_good, self.first_bad, self.last_bad, self.first_good) if t is not None]
        return times == sorted(times)


@dataclass(frozen=True, slots=True)
class ReportedMemory:
    """A memory that was told, when, and the measure in it where it is one."""

    text: str
    at: datetime
    value: float | None = None


@dataclass(frozen=True, slots=True)
class MeasuredStart:
    """How long a start took, by whoever measured it, and when that start was."""

    seconds: float
    at: datetime


@dataclass(frozen=True, slots=True)
class CheckTrack:
    """All that is kept of one check. ``outage`` is the open one; ``told_at`` when its trouble was last an event;
    ``starts_by_hand`` are the starts of the service that were seen and that no supervisor made, ``orders`` the moments
    at which somebody ordered a restart or a stop."""

    service: str
    check: str
    results: tuple[CheckOutcome, ...] = ()
    outage: CheckOutage | None = None
    outages: tuple[CheckOutage, ...] = ()
    certificates: tuple[ServedCertificate, ...] = ()
    starts: tuple[MeasuredStart, ...] = ()
    started_at: datetime | None = None
    restarts: int | None = None
    told_at: datetime | None = None
    said: Mapping[str, ReportedMemory] = field(default_factory=dict)
    starts_by_hand: tuple[datetime, ...] = ()
    orders: tuple[datetime, ...] = ()

    @property
    def last(self) -> CheckOutcome | None:
        """The newest result."""
        return self.results[-1] if self.results else None

    @property
    def known_results(self) -> tuple[CheckOutcome, ...]:
        """The results that tell something."""
        return tuple(one for one in self.results if one.status is not ServiceStatus.UNKNOWN)


def add(track: CheckTrack, seen: CheckMeasurement, *, planned: bool = False) -> CheckTrack:
    """Return the track with one more measurement; ``planned``: the operator works on the service."""
    found = seen.found
    by_hand = _start_by_hand(track, found)
    outcome = CheckOutcome(seen.at, found.status, found.urgent, found.code, round(seen.response_ms, 1), planned)
    track = _outage(track, seen, planned)
    if found.certificate is not None and found.certificate not in track.certificates:
        track = replace(track, certificates=(*track.certificates, found.certificate)[-KEPT_CERTIFICATES:])
    if found.started_at is not None and found.start_seconds is not None:
        start = MeasuredStart(round(found.start_seconds, 1), found.started_at)
        if all(abs(start.at - known.at) > timedelta(seconds=2) for known in track.starts):
            track = replace(track, starts=(*track.starts, start)[-KEPT_OUTAGES:])
    return replace(
        track,
        results=(*track.results, outcome)[-KEPT_RESULTS:],
        started_at=found.started_at or track.started_at,
        restarts=track.restarts if found.restarts is None else found.restarts,
        starts_by_hand=(*track.starts_by_hand, *by_hand)[-KEPT_OUTAGES:],
    )


def add_order(track: CheckTrack, at: datetime) -> CheckTrack:
    """Return the track with an order to restart or stop the service; one that is known already changes nothing."""
    if at in track.orders:
        return track
    return replace(track, orders=(*track.orders, at)[-KEPT_OUTAGES:])


def _start_by_hand(track: CheckTrack, found: CheckFinding) -> tuple[datetime, ...]:
    """The start that this measurement shows for the first time, where the service's supervisor has not counted it.

    A supervisor that restarts a service counts that; whoever starts it otherwise is a person, or the machine's boot.
    """
    started = found.started_at
    if started is None or (found.restarts is not None and found.restarts > (track.restarts or 0)):
        return ()
    if track.started_at is None:  # not seen running before, as far as is known
        new = track.outage is not None and started > (track.outage.last_good or track.outage.first_bad) - SAME_START
    else:
        new = started - track.started_at > SAME_START
    return (started,) if new else ()


def probe_failed(track: CheckTrack, at: datetime) -> CheckTrack:
    """A service that is out was looked at again and is still out. Not a result of its own."""
    if track.outage is None or at < track.outage.last_bad:
        return track
    return replace(track, outage=replace(track.outage, last_bad=at))


def _outage(track: CheckTrack, seen: CheckMeasurement, planned: bool) -> CheckTrack:
    """Begin, go on with or end an outage. What is unknown does neither."""
    if seen.status is ServiceStatus.UNKNOWN:
        return track
    if seen.status is ServiceStatus.DOWN:
        if track.outage is None:
            good = track.known_results[-1].at if track.known_results else None
            return replace(track, outage=CheckOutage(good, seen.at, seen.ended, planned=planned))
        longer = replace(track.outage, last_bad=max(track.outage.last_bad, seen.ended))
        return replace(track, outage=replace(longer, planned=longer.planned or planned))
    if track.outage is None:
        return track
    over = replace(track.outage, first_good=seen.ended, planned=track.outage.planned or planned)
    kept = (*track.outages, over)[-KEPT_OUTAGES:] if over.plausible else track.outages
    return replace(track, outage=None, outages=kept)
