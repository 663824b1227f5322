"""What is worth an event: what is wrong, what changed, what recovered; never a routine success. Pure.

A service that stays down is told again at every run of its first hour, then hourly; one that is degraded or cannot
be measured once a day. A change is always told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from ...core.text_format import format_count
from .check_tracks import CheckOutage, CheckTrack
from .flapping import WINDOW, count_changes, is_flapping, name_states
from .measurement import CheckMeasurement, ServiceStatus
from .recovery import describe_outage, recovery
from .text import about, day, duration

FRESH = timedelta(hours=1)
AGAIN_DOWN = timedelta(hours=1)
AGAIN_OTHER = timedelta(hours=24)


@dataclass(frozen=True, slots=True)
class WatchEvent:
    """One event. ``level`` is info, warning or critical."""

    level: str
    service: str
    text: str


def events(before: CheckTrack, after: CheckTrack, seen: CheckMeasurement) -> tuple[WatchEvent, ...]:
    """The events of one measurement, given what was known before it and with it."""
    found: list[WatchEvent] = []
    if seen.status is ServiceStatus.HEALTHY:
        found += _well_again(before, after, seen)
    else:
        found += _trouble(before, after, seen)
    found += _changes(before, seen)
    if is_flapping(after) and not is_flapping(before):
        said = f"{count_changes(after)} changes between {name_states(after)} in the last {WINDOW} checks."
        found.append(WatchEvent("warning", seen.service, f"Flapping: {_named(seen)}{said}"))
    return tuple(found)


def mark_told(before: CheckTrack, track: CheckTrack, seen: CheckMeasurement) -> CheckTrack:
    """The track, with the moment at which its present trouble was last an event."""
    if seen.status is ServiceStatus.HEALTHY:
        return replace(track, told_at=None)
    return replace(track, told_at=seen.at) if _trouble(before, track, seen) else track


def _trouble(before: CheckTrack, after: CheckTrack, seen: CheckMeasurement) -> list[WatchEvent]:
    last = before.last
    same = last is not None and (last.status, last.urgent) == (seen.status, seen.found.urgent)
    if same and not _due_again(before, after, seen):
        return []
    text = f"{_named(seen)}{seen.detail}"
    if seen.status is ServiceStatus.DOWN:
        since = f" Still down after {_span(after.outage, seen.at)}." if same else _expectation(before)
        return [WatchEvent("critical", seen.service, f"Down: {text}.{since}")]
    level = "critical" if seen.found.urgent else "warning"
    recovered = _recovered(before, after) if seen.status is ServiceStatus.DEGRADED else ""
    if seen.status is ServiceStatus.UNKNOWN:
        quiet = seen.builtin and not seen.found.urgent
        return [WatchEvent("info" if quiet else level, seen.service, f"Not known: {text}.")]
    word = "Still degraded" if same else "Degraded"
    return [WatchEvent(level, seen.service, f"{word}: {text}.{' Up again ' + recovered + '.' if recovered else ''}")]


def _due_again(before: CheckTrack, after: CheckTrack, seen: CheckMeasurement) -> bool:
    if before.told_at is None:
        return True
    since = seen.at - before.told_at
    if seen.status is ServiceStatus.DOWN:
        fresh = after.outage is not None and seen.at - after.outage.first_bad < FRESH
        return fresh or since >= AGAIN_DOWN
    return since >= AGAIN_OTHER


def _expectation(before: CheckTrack) -> str:
    """What earlier outages lead one to expect."""
    known = recovery(before)
    if known is None or known.kind == "at_least" or known.from_start:
        return ""
    word = "about" if known.kind == "takes" else "at most about"
    which = "An earlier outage" if known.times == 1 else "Earlier outages"
    return f" {which} took {word} {about(known.seconds)}."


def _well_again(before: CheckTrack, after: CheckTrack, seen: CheckMeasurement) -> list[WatchEvent]:
    last = before.last
    if before.outage is not None:
        recovered = _recovered(before, after)
        return [WatchEvent("info", seen.service, f"Recovered {recovered}: {_named(seen)}{seen.detail}.")]
    if last is None or last.status is ServiceStatus.HEALTHY:
        return []
    was = "not known" if last.status is ServiceStatus.UNKNOWN else str(last.status)
    quiet = seen.builtin and last.status is ServiceStatus.UNKNOWN
    return (
        [] if quiet else [WatchEvent("info", seen.service, f"Healthy again, was {was}: {_named(seen)}{seen.detail}.")]
    )


def _recovered(before: CheckTrack, after: CheckTrack) -> str:
    """How long the outage lasted that this measurement ended; empty where none did."""
    if before.outage is None or after.outage is not None:
        return ""
    if after.outages and after.outages[-1].first_bad == before.outage.first_bad:
        return describe_outage(after.outages[-1])
    return "after an outage of unknown length"


def _changes(before: CheckTrack, seen: CheckMeasurement) -> list[WatchEvent]:
    """What changed while the service went on: another status code, a new certificate, a restart."""
    found: list[WatchEvent] = []
    new = seen.found
    codes = [one.code for one in before.known_results if one.status is ServiceStatus.HEALTHY and one.code is not None]
    if seen.status is ServiceStatus.HEALTHY and new.code is not None and codes and codes[-1] != new.code:
        found.append(WatchEvent("info", seen.service, f"Now answers HTTP {new.code}, {codes[-1]} before."))
    if new.certificate is not None and before.certificates and new.certificate not in before.certificates:
        found.append(WatchEvent("info", seen.service, f"New certificate, until {day(new.certificate.not_after)}."))
    if new.restarts is not None and before.restarts is not None and new.restarts > before.restarts:
        times = format_count(new.restarts - before.restarts, "time")
        found.append(WatchEvent("warning", seen.service, f"{_named(seen)}restarted {times} since the last check."))
    elif seen.check in ("unit", "container") and before.outage is None and _started_anew(before, seen):
        ago = duration(seen.at - (new.started_at or seen.at))
        found.append(WatchEvent("info", seen.service, f"{_named(seen)}was started anew {ago} ago."))
    return found


def _started_anew(before: CheckTrack, seen: CheckMeasurement) -> bool:
    """Tell whether it has started since the last check; a second of difference is rounding."""
    new, old = seen.found.started_at, before.started_at
    return new is not None and old is not None and new - old > timedelta(seconds=2)


def _named(seen: CheckMeasurement) -> str:
    """What was looked at, in front of what was seen, where the service's name alone would leave open which."""
    labelled = seen.key.count(":") > 1
    alone = not labelled and (seen.check in ("http", "tcp", "dns") or seen.target == seen.service)
    return "" if alone else f"{seen.target}: "


def _span(outage: CheckOutage | None, now: datetime) -> str:
    return duration(now - outage.first_bad) if outage else "some time"
