"""One run of the watcher, from the services to the result line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path

from ...core.clock import utc_now
from ...core.messages import UserMessage
from ...core.text_format import format_count
from . import history as histories
from .check_tracks import CheckTrack, add_order, probe_failed
from .checks import measure
from .events import WatchEvent, events, mark_told
from .lessons import lessons, mark_said
from .listening import listener_started_at
from .measure import CheckRound, ResultQueue, probe
from .measurement import CheckMeasurement, ServiceStatus
from .models import Service
from .recovery import RECOVERING
from .report import WatchReport
from .services import ServicesError, ServicesFile, default_services, load_usable_services

RECENT_OUTAGE_WAITS = 30
PROBE_TIMEOUT_S = 5.0
PROBED = frozenset(RECOVERING) - {"command"}  # an operator's command may be dear: once a run is enough


@dataclass(frozen=True, slots=True)
class WatchRequest:
    """What this run is asked to do. ``services`` None: this machine; ``names`` empty: all of them.

    ``recovery_wait`` (seconds) overrides what the services file says; ``absent`` is a services file that was named but
    is not there. ``restarted`` are services that somebody restarted or stopped, with when; the operator works on those
    that are ``planned``.
    """

    services: Path | None
    history: Path
    names: tuple[str, ...] = ()
    dry_run: bool = False
    recovery_wait: float | None = None
    absent: str = ""
    restarted: tuple[tuple[str, datetime], ...] = ()
    planned: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Run:
    """What a run has come to so far. ``seen`` holds the latest measurement of each check, in the file's order."""

    report: WatchReport
    mailbox: ResultQueue
    history: histories.CheckHistory = field(default_factory=histories.CheckHistory)
    seen: dict[str, CheckMeasurement] = field(default_factory=dict)
    checks: dict[str, Service] = field(default_factory=dict)
    planned: frozenset[str] = frozenset()

    def take(self, measurement: CheckMeasurement) -> None:
        """One measurement: into the history, its events and words into the stream."""
        before = self.history.track_for(measurement)
        planned = measurement.service in self.planned
        after = self.history.add(self._with_start(before, measurement), planned=planned)
        told = events(before, after, measurement)
        self.history.tracks[measurement.key] = mark_told(before, after, measurement)
        self.seen[measurement.key] = measurement
        self.report.write_measurement(measurement, told)

    def note_restarts(self, restarted: Iterable[tuple[str, datetime]]) -> None:
        """Keep the restarts of each service with its checks: an outage that one of them ended did not end by itself."""
        for service, at in sorted(restarted, key=lambda one: one[1]):
            for check in self.checks.values():
                if check.name == service and check.key in self.history.tracks:
                    self.history.tracks[check.key] = add_order(self.history.tracks[check.key], at)

    def _with_start(self, before: CheckTrack, measurement: CheckMeasurement) -> CheckMeasurement:
        """Where an outage has just ended, with the start of what answers now: it may be another process."""
        over = before.outage is not None and measurement.status in (ServiceStatus.HEALTHY, ServiceStatus.DEGRADED)
        check = self.checks.get(measurement.key)
        if not over or check is None or measurement.found.started_at is not None:
            return measurement
        found = replace(measurement.found, started_at=listener_started_at(check))
        return replace(measurement, found=found)


def watch(wish: WatchRequest, report: WatchReport, mailbox: ResultQueue) -> bool:
    """Run once; False where it was stopped. The result line is the last that is written, whatever happens."""
    report.write_opening()
    try:
        services = default_services() if wish.services is None else load_usable_services(wish.services)
        services, missing = _chosen(services, wish.names)
    except ServicesError as error:
        report.write_events([WatchEvent("critical", "", str(error))])
        report.write_closing(f"Nothing was checked. {error}", [], error=True)
        return True
    with histories.lock_history(wish.history) as mine:
        run = _Run(report, mailbox, checks={check.key: check for check in services.checks}, planned=wish.planned)
        may_save = _open_history(run, wish.history, mine)
        _introduce(wish, services, missing, report)
        report.write_events(
            [WatchEvent("warning", entry.service, f"Not checked: {entry.problem}") for entry in services.invalid]
        )
        try:
            done = _measure(run, wish, services)
        finally:
            run.note_restarts(wish.restarted)
            kept, why = _save(run, wish.history) if may_save else (False, "")
        if why:
            report.write_events([WatchEvent("warning", "", why)])
        if done and kept:
            _learn(run, services, wish.history)
    checked = [run.seen[check.key] for check in services.checks if check.key in run.seen]
    if not done:
        report.interrupted(checked)
        return False
    report.write_closing(summary(checked, missing), checked)
    return True


def summary(checked: Sequence[CheckMeasurement], missing: Sequence[str] = ()) -> str:
    """The run in one or two sentences."""
    worst: dict[str, ServiceStatus] = {}
    rank = [ServiceStatus.HEALTHY, ServiceStatus.UNKNOWN, ServiceStatus.DEGRADED, ServiceStatus.DOWN]
    for seen in checked:
        worst[seen.service] = max(worst.get(seen.service, ServiceStatus.HEALTHY), seen.status, key=rank.index)
    parts = []
    for status, word in (
        (ServiceStatus.DOWN, "down"),
        (ServiceStatus.DEGRADED, "degraded"),
        (ServiceStatus.UNKNOWN, "not known"),
    ):
        if names := [name for name, stands in worst.items() if stands is status]:
            parts.append(f"{word}: {', '.join(names)}")
    well = sum(1 for stands in worst.values() if stands is ServiceStatus.HEALTHY)
    if not parts:
        text = f"{format_count(len(worst), 'service')} checked, all healthy."
    else:
        text = f"{format_count(len(worst), 'service')} checked, {well} healthy; {'; '.join(parts)}."
    return text + (f" Not in the services file: {', '.join(missing)}." if missing else "")


def _chosen(services: ServicesFile, names: Iterable[str]) -> tuple[ServicesFile, tuple[str, ...]]:
    """The services that were asked for, and those of them that there are not. Raises ServicesError with none left."""
    wanted = tuple(dict.fromkeys(name.lower() for name in names))
    if not wanted:
        return services, ()
    missing = tuple(name for name in wanted if name not in services.names)
    if len(missing) == len(wanted):
        if wrong := next((entry for entry in services.invalid if entry.service in wanted), None):
            raise ServicesError(wrong.problem)
        there = ", ".join(services.names)
        origin = services.origin[:1].upper() + services.origin[1:]
        raise ServicesError(
            UserMessage(
                "{origin} has no service {names}. It has: {there}.",
                origin=origin,
                names=", ".join(missing),
                there=there,
            )
        )
    return services.only(wanted), missing


def _open_history(run: _Run, path: Path, mine: bool) -> bool:
    """Read what was measured before; whether this run may write it."""
    if not mine:
        run.report.write_events(
            [
                WatchEvent(
                    "warning", "", f"Another watcher is using {path}, or it cannot be written: this run is not kept."
                )
            ]
        )
    try:
        run.history = histories.load(path)
    except histories.HistoryError as error:
        run.report.write_events([WatchEvent("warning", "", str(error))])
        return mine and error.may_save
    return mine


def _introduce(wish: WatchRequest, services: ServicesFile, missing: Sequence[str], report: WatchReport) -> None:
    lines = [f"Checking {format_count(len(services.names), 'service')} of {services.origin}."]
    if wish.services is None:
        why = f"{wish.absent} is not there" if wish.absent else "no services file names anything else"
        lines[0] = f"Checking this machine: {why}."
    if wish.dry_run:
        lines.append("Dry run: checks that may change something are left out.")
    if missing:
        lines.append(f"Not in {services.origin}: {', '.join(missing)}.")
    report.write_text(*lines)


def _measure(run: _Run, wish: WatchRequest, services: ServicesFile) -> bool:
    """The round of all checks, then a look at what is down until it recovers; False after a stop."""
    checks = [c for c in services.checks if not wish.dry_run or getattr(c, "read_only", True)]
    around = CheckRound(run.mailbox, measure, at_once=services.watch.at_once, overall_s=services.watch.overall_limit)
    for measurement in around.measure(checks):
        run.take(measurement)
    if not run.mailbox.stopped:
        _await_recovery(run, wish, services)
    return not run.mailbox.stopped


def _await_recovery(run: _Run, wish: WatchRequest, services: ServicesFile) -> None:
    """Look every second at what went down not long ago: only so is a recovery time measured to the second."""
    wait = services.watch.recovery_wait if wish.recovery_wait is None else wish.recovery_wait
    recent = timedelta(seconds=wait * RECENT_OUTAGE_WAITS)
    waiting = [check for check in services.checks if _went_down(run, check, recent)]
    if not waiting or wait <= 0:
        return
    names = ", ".join(dict.fromkeys(check.name for check in waiting))
    run.report.write_text(f"Looking at {names} every second for up to {wait:g} s, to see it recover.")
    quick = [check.model_copy(update={"timeout": min(check.timeout, PROBE_TIMEOUT_S)}) for check in waiting]
    for measurement in probe(run.mailbox, _once, quick, wait):
        if measurement.status is ServiceStatus.DOWN:
            track = run.history.track_for(measurement)
            run.history.tracks[measurement.key] = probe_failed(track, measurement.ended)
        else:
            run.take(measurement)


def _once(check: Service) -> CheckMeasurement:
    return measure(check, retries=0)


def _went_down(run: _Run, check: Service, recent: timedelta) -> bool:
    seen = run.seen.get(check.key)
    if seen is None or seen.status is not ServiceStatus.DOWN:
        return False
    outage = run.history.track_for(seen).outage
    if outage is None or outage.last_good is None:  # what was never seen up is more likely set up wrongly
        return False
    return check.check in PROBED and seen.at - outage.first_bad <= recent


def _learn(run: _Run, services: ServicesFile, path: Path) -> None:
    """Tell what is worth remembering, then remember that it was told.

    Only where the history is kept: what cannot be marked as told would be told, and reinforced, at every run.
    """
    now = utc_now()
    found = lessons(run.history.tracks, [c for c in services.checks if c.key in run.seen], now)
    if not found:
        return
    run.report.write_lessons(found)
    for lesson in found:
        track = run.history.tracks[lesson.key]
        run.history.tracks[lesson.key] = mark_said(track, lesson, now)
    _save(run, path)


def _save(run: _Run, path: Path) -> tuple[bool, str]:
    """Tell whether the history is kept, and why not."""
    try:
        run.history.save(path, utc_now())
    except histories.HistoryError as error:
        return False, str(error)
    return True, ""
