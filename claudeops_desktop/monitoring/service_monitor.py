"""Continuous checks (S15): every service on its own interval, by our own code, without an agent and without a run.

One thread plans and collects; each check runs on a thread of its own, so that one that hangs delays nobody. What the
kernel answers from its memory that thread asks itself. It wakes for checks alone. Only the application that keeps the
schedule of a data folder checks.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import datetime
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Protocol

from ..core.clock import Clock, utc_now
from ..core.errors import ClaudeOpsError
from ..core.gap_detection import ElapsedClocks, Stopwatch, read_stopwatches
from ..core.network_route import Reachable, has_route
from ..records.health import MeasuredStatus
from ..records.service_edges import EdgeState
from ..storage import CommittedChange
from .check_plan import CONFIRM_AFTER_S, RECOVERY_AFTER_S, WHILE_BAD_S, CheckPlan, PlannedCheck
from .incident_service import IncidentChanges, IncidentService
from .network_watch import NetworkWatch
from .reachability import remote_host
from .services_source import ServicesSource
from .status_recorder import StatusRecorder

if TYPE_CHECKING:
    from ..agents.watch.measurement import CheckMeasurement
    from ..agents.watch.models import Service
    from ..core.settings import SettingsService
    from ..records.record_books import RecordRepositories
    from ..records.service_rules import ServiceRule

log = logging.getLogger(__name__)
AT_ONCE = 128
AT_ONCE_A_HOST = 4
SETTLE_S = 15.0
"""After sleep, and after the network came back, nothing is checked for so long."""
ASLEEP_S = 2.0
HELD_UP_S = 30.0
HOUSEKEEPING_S = 300.0
FIRST_HOUSEKEEPING_S = 20.0
NEVER_HANGS = frozenset({"clock", "load", "memory"})
"""Kinds of checks that are made of our own accord and wait for nothing: of this machine, with no server to ask."""

_Letter = Callable[[], None]


class ResultSink(Protocol):
    """Where every result goes."""

    def add(self, found: CheckMeasurement, *, status: str, detail: str, maintenance: bool) -> None:
        """Take one result; it may be kept back for some seconds, and is written with others."""

    @property
    def due_at(self) -> float | None:
        """When what is kept back is to be written (``time.monotonic``); None where nothing is."""

    def keep_only(self, services: Collection[str]) -> None:
        """Drop what is kept back of other services."""

    def flush(self) -> None:
        """Write what is kept back."""


@dataclass(slots=True)
class _RunningCheck:
    planned: PlannedCheck
    began: datetime
    deadline: float
    host: str


class ServiceMonitor:
    """Checks the services of one data folder.

    ``follow_up`` hears, on the monitor's thread, of incidents that were opened or resolved; ``housekeeping`` is called
    about every five minutes on a thread of its own. Both must be quick or fail safely.
    """

    def __init__(
        self,
        book: RecordRepositories,
        settings: SettingsService,
        source: ServicesSource,
        incidents: IncidentService,
        results: ResultSink,
        *,
        follow_up: Callable[[IncidentChanges], None] = lambda _changes: None,
        housekeeping: Callable[[], None] = lambda: None,
        clock: Clock = utc_now,
        stopwatches: Stopwatch = read_stopwatches,
        route: Reachable = has_route,
    ) -> None:
        self._book = book
        self._settings = settings
        self._source = source
        self._incidents = incidents
        self._results = results
        self._follow_up = follow_up
        self._housekeeping = housekeeping
        self._clock = clock
        self._stopwatches = stopwatches
        self._letters: SimpleQueue[_Letter | None] = SimpleQueue()
        self._thread: threading.Thread | None = None
        self._before: threading.Thread | None = None  # of the time before the last rest
        self._forget: Callable[[], None] | None = None
        self._plan = CheckPlan()
        self._running: dict[int, _RunningCheck] = {}
        self._tokens = 0
        self._bad: dict[str, int] = {}
        self._good: dict[str, int] = {}
        self._not_well: set[str] = set()
        self._statuses = StatusRecorder(book, settings)
        self._network = NetworkWatch(book, route, clock)
        self._settled_at = 0.0
        self._kept_house = time.monotonic() - HOUSEKEEPING_S + FIRST_HOUSEKEEPING_S
        self._house: threading.Thread | None = None
        self._rules: tuple[ServiceRule, ...] = ()
        self._told_problem = ""
        self._followed = 0  # the version of the services file
        self._look_due = False

    # --- from other threads ----------------------------------------------------------------------------------------

    def start(self) -> None:
        """Check from now on, as long as the settings want it."""
        if self._thread is None:
            self._letters, self._look_due = SimpleQueue(), False
            self._forget = self._book.store.hub.listen(self._changed)
            self._thread = threading.Thread(
                target=self._run, args=(self._letters, self._before), name="service-monitor", daemon=True
            )
            self._thread.start()

    def rest(self) -> None:
        """Check no more until the next start, and write what is kept back. Does not wait."""
        if self._forget is not None:
            self._forget()
            self._forget = None
        if self._thread is not None:
            self._letters.put(None)
            self._before, self._thread = self._thread, None

    def stop(self) -> None:
        """Check no more, and write what is kept back. Checks that hang are left to themselves."""
        self.rest()
        if self._before is not None:
            self._before.join()
        if self._house is not None:
            self._house.join(5.0)

    def check_soon(self, services: Sequence[str]) -> None:
        """Make the checks of these services at once."""
        names = tuple(services)
        self._letters.put(lambda: self._plan.hurry(self._plan.keys_of(names), time.monotonic()))

    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("services", "settings", "service_edges", "service_rules", "check_states", "*"):
            if not self._look_due:
                self._look_due = True
                self._letters.put(self._look)
        elif change.table == "cooldown_actions":
            self._statuses.actions_changed()

    # --- the thread ------------------------------------------------------------------------------------------------

    def _run(self, letters: SimpleQueue[_Letter | None], before: threading.Thread | None) -> None:
        if before is not None:
            before.join()
            self._running.clear()  # who was asked then has answered into the letters of then
            self._plan.restart(time.monotonic(), 0.0)
        try:
            self._begin()
        except ClaudeOpsError as error:
            log.warning("continuous checks begin without what was known: %s", error.full_text)
        last = self._stopwatches()
        while True:
            waiting_from = self._stopwatches().awake
            planned_wait = self._wait_s(time.monotonic())
            try:
                letter = letters.get(timeout=planned_wait)
            except Empty:
                letter = _nothing
            if letter is None:
                break
            now = self._stopwatches()
            if _has_slept(last, now) or _is_late(now.awake - waiting_from, planned_wait):
                self._woke()
            last = now
            try:
                letter()
                self._step(time.monotonic())
            except ClaudeOpsError as error:
                log.warning("continuous checks: %s", error.full_text)
            except Exception:
                log.exception("continuous checks")
        self._results.flush()

    def _begin(self) -> None:
        states = self._book.store.read(self._book.incidents.check_states).result()
        self._not_well = {state.key for state in states}
        self._statuses.begin()
        self._look()

    def _wait_s(self, now: float) -> float | None:
        """Seconds until there is something to do without news; None where only news can bring something."""
        ends = [one.deadline for one in self._running.values()]
        due = self._plan.next_due
        if due is not None and len(self._running) < AT_ONCE and not (due <= now and self._running):
            ends.append(max(due, self._settled_at))
        if (write_at := self._results.due_at) is not None:
            ends.append(write_at)
        return max(0.0, min(ends) - now) if ends else None

    def _look(self) -> None:
        """The services file, the settings or rules have changed, or another process wrote."""
        self._look_due = False
        edges = self._book.store.read(lambda: self._book.service_edges.list(EdgeState.CONFIRMED)).result()
        self._source.take_edges(edges)
        rules = self._book.store.read(self._book.rules.all).result()
        self._rules = tuple(rule for rule in rules if rule.maintenance_since is not None or rule.planned)
        states = self._book.store.read(self._book.incidents.check_states).result()
        self._not_well |= {state.key for state in states}
        self._follow_file(changed=self._has_file_changed())
        doubtful = [state.key for state in states if not state.confirmed and state.key not in self._bad]
        if doubtful and self._plan:
            self._plan.hurry(doubtful, time.monotonic())

    def _has_file_changed(self) -> bool:
        """Tell whether services.toml was read again, by whomever, since this monitor last followed it."""
        before, self._followed = self._followed, self._source.refresh()
        return self._followed != before

    def _follow_file(self, *, changed: bool) -> None:
        monitoring = self._settings.current.monitoring
        services = self._source.services
        if self._source.problem and self._source.problem != self._told_problem:
            self._say("warning", self._source.problem)
        self._told_problem = self._source.problem
        checks = services.checks if services is not None and monitoring.enabled else ()
        self._plan.replace(checks, monitoring.interval, time.monotonic())
        if not changed:
            return
        keys = [check.key for check in checks]
        self._statuses.keep_only(keys)
        if services is not None:
            self._results.keep_only(frozenset(services.names))
        for known in (self._bad, self._good):
            for key in known.keys() - set(keys):
                del known[key]
        if monitoring.enabled and services is not None and not self._source.problem:
            every = {check.key for check in services.checks}
            self._book.store.write(lambda: self._incidents.keep_only(every, self._clock()))

    def _step(self, now: float) -> None:
        self._give_up(now)
        if self._has_file_changed():
            self._follow_file(changed=True)
        self._launch(now)
        write_at = self._results.due_at
        if write_at is not None and (write_at <= now or not self._more_comes_before(write_at)):
            self._results.flush()
        if now - self._kept_house >= HOUSEKEEPING_S and (self._house is None or not self._house.is_alive()):
            self._kept_house = now
            self._house = threading.Thread(target=self._keep_house, name="monitor-housekeeping", daemon=True)
            self._house.start()

    def _more_comes_before(self, moment: float) -> bool:
        """Tell whether another result may come before: then what is kept back is written together with it."""
        due = self._plan.next_due
        return bool(self._running) or (due is not None and max(due, self._settled_at) < moment)

    def _keep_house(self) -> None:
        try:
            self._housekeeping()
        except ClaudeOpsError as error:
            log.warning("%s", error.full_text)
        except Exception:
            log.exception("housekeeping of the checks")

    # --- making checks ---------------------------------------------------------------------------------------------

    def _launch(self, now: float) -> None:
        """Start what is due. A host is not asked by more than a few at once, or its sshd turns some away."""
        if now < self._settled_at:
            return
        busy = Counter(one.host for one in self._running.values())
        held: list[PlannedCheck] = []
        while len(self._running) < AT_ONCE and (one := self._plan.take_due(now)) is not None:
            ssh = str(getattr(one.check, "host", "") or "")
            if ssh and busy[ssh] >= AT_ONCE_A_HOST:
                held.append(one)
                continue
            busy[ssh] += 1
            self._start(one, ssh, now)
        for one in held:
            self._plan.put_back(one)

    def _start(self, one: PlannedCheck, ssh: str, now: float) -> None:
        host = remote_host(one.check)
        if host and not self._network.is_up(self._remote_services):
            self._plan.ended(one, now)
            return
        self._tokens += 1
        token = self._tokens
        limit = one.check.timeout + 2.0
        self._running[token] = _RunningCheck(one, self._clock(), now + limit, ssh)
        if one.check.builtin and one.check.check in NEVER_HANGS:
            from ..agents.watch.checks import measure

            self._measured(token, measure(one.check, retries=0))
            return
        try:
            threading.Thread(
                target=self._measure, args=(token, one.check), name=f"check-{one.key}", daemon=True
            ).start()
        except RuntimeError:  # no thread can be started: nothing is known of the service
            del self._running[token]
            self._plan.ended(one, now)
            self._network.note_shortage("this program can start no more threads")

    def _remote_services(self) -> list[str]:
        return sorted({one.check.name for one in self._plan.all if remote_host(one.check)})

    def _measure(self, token: int, check: Service) -> None:
        """On a thread of its own."""
        from ..agents.watch.checks import measure

        found = measure(check, retries=0)
        self._letters.put(lambda: self._measured(token, found))

    def _give_up(self, now: float) -> None:
        from ..agents.watch.measure import report_hung_check

        for token in [token for token, one in self._running.items() if one.deadline <= now]:
            one = self._running[token]
            check = one.planned.check
            self._measured(token, report_hung_check(check, one.began, f"no answer within {check.timeout:g} s"))

    # --- what was measured -----------------------------------------------------------------------------------------

    def _measured(self, token: int, found: CheckMeasurement) -> None:
        running = self._running.pop(token, None)
        if running is None:  # given up, or from before the machine slept
            return
        now = time.monotonic()
        one = running.planned
        if self._has_file_changed():  # a service that was renamed meanwhile is not written down under its old name
            self._follow_file(changed=True)
        if self._plan.get(one.key) is not one:  # changed or removed while it ran
            return
        host = remote_host(one.check)
        status, detail = str(found.status), found.detail
        self._network.note_shortage(detail if found.found.is_shortage else "")
        if host:
            down = status == "down"
            if why := self._network.explanation(host, detail, down=down, services=self._remote_services):
                status, detail = "unknown", why
        measured = MeasuredStatus(
            found.service,
            one.key,
            found.check,
            status,
            detail,
            found.at,
            counts_when_degraded=one.check.incident_when_degraded,
        )
        maintained = self._is_maintained(found.service)
        self._results.add(found, status=status, detail=detail, maintenance=maintained)
        self._plan.ended(one, now, again_in=self._again_in(one, measured, now))
        changed = self._statuses.record_status(measured, found.response_ms)
        if measured.is_bad or one.key in self._not_well or changed:
            self._results.flush()
            self._store([measured])

    def _again_in(self, one: PlannedCheck, measured: MeasuredStatus, now: float) -> float | None:
        """Seconds to the next look where that is sooner than the interval: a failure and a recovery are confirmed."""
        key = one.key
        if measured.is_bad:
            self._good.pop(key, None)
            self._bad[key] = self._bad.get(key, 0) + 1
            if self._bad[key] == 1:
                needed = self._source.graph().dependencies(measured.service)
                self._plan.hurry(self._plan.keys_of(needed), now)
                return CONFIRM_AFTER_S
            return WHILE_BAD_S
        if measured.is_good and (key in self._bad or key in self._not_well):
            self._bad.pop(key, None)
            self._good[key] = self._good.get(key, 0) + 1
            if self._good[key] == 1:
                return RECOVERY_AFTER_S
            del self._good[key]
        return None

    def _store(self, measured: Sequence[MeasuredStatus]) -> None:
        """Hand measurements to the records; what came of them arrives as a letter."""
        now = self._clock()

        def write() -> IncidentChanges:
            return self._incidents.take_measurements(measured, now)

        self._book.store.write(write).add_done_callback(lambda done: self._letters.put(lambda: self._stored(done)))

    def _stored(self, done: Future[IncidentChanges]) -> None:
        try:
            changes = done.result()
        except ClaudeOpsError as error:  # a full disk: the next measurement of the check says it again
            log.warning("incidents are not up to date: %s", error.full_text)
            return
        self._not_well = set(changes.not_well)
        if changes.opened or changes.resolved:
            if changes.opened:  # what changed before it is looked for at once
                self._kept_house = float("-inf")
            if changes.resolved:
                folded = self._book.store.read(lambda: self._folded_services(changes.resolved)).result()
                self._plan.hurry(self._plan.keys_of(folded), time.monotonic())
            self._follow_up(changes)

    def _folded_services(self, incident_ids: Sequence[int]) -> list[str]:
        return [one.service for each in incident_ids for one in self._book.incidents.folded_under(each) if one.is_live]

    def _is_maintained(self, service: str) -> bool:
        now = self._clock()
        return any(rule.service == service and rule.maintained(now) for rule in self._rules)

    # --- gaps ------------------------------------------------------------------------------------------------------

    def _woke(self) -> None:
        """The machine slept, or the application was held up: what was being measured then tells of nothing."""
        log.info("the clock moved on without us: all checks begin anew in %g s", SETTLE_S)
        now = time.monotonic()
        self._running.clear()
        self._bad.clear()
        self._good.clear()
        self._network.forget()
        self._settled_at = now + SETTLE_S
        self._plan.restart(now, SETTLE_S)
        self._book.store.write(self._incidents.forget_suspicions)

    def _say(self, level: str, message: str) -> None:
        now = self._clock()
        self._book.store.write(
            lambda: self._book.events.add(level=level, message=message, service=None, session_id=None, now=now)
        )


def _has_slept(before: ElapsedClocks, after: ElapsedClocks) -> bool:
    """Tell whether the machine slept between two looks at its stopwatches."""
    return (after.with_sleep - before.with_sleep) - (after.awake - before.awake) > ASLEEP_S


def _is_late(waited: float, planned: float | None) -> bool:
    """Tell whether a wait took much longer than planned: the process was stopped, or the machine could not go on."""
    return planned is not None and waited > planned + HELD_UP_S


def _nothing() -> None:
    """The wait is over without news."""
