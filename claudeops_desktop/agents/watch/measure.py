"""All checks at once: each on a thread of its own, so that one that hangs delays nobody.

A thread cannot be ended, and a check may hang where nothing reaches it (a dead network file system). So a check past
its limit is given up: its thread is left to itself, its slot is free, and what it may still say is not heard.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from queue import Empty, SimpleQueue

from ...core.clock import utc_now
from .measurement import CheckFinding, CheckMeasurement, ServiceStatus
from .models import Service

STEP_S = 1.0
AT_ONCE_A_HOST = 4
_SILENCE_IS_DOWN = ("http", "tcp", "dns", "tls", "ping", "disk")

Check = Callable[[Service], CheckMeasurement]


@dataclass(frozen=True, slots=True)
class _Arrival:
    token: int
    measurement: CheckMeasurement


class ResultQueue:
    """Where finished checks arrive, and the wish to stop. ``stop`` may be called from a signal handler."""

    def __init__(self) -> None:
        self._letters: SimpleQueue[_Arrival | None] = SimpleQueue()
        self.stopped = False

    def put(self, token: int, measurement: CheckMeasurement) -> None:
        """A check has ended."""
        self._letters.put(_Arrival(token, measurement))

    def stop(self) -> None:
        """Nothing more is wanted."""
        self.stopped = True
        self._letters.put(None)

    def next_arrival(self, until: float) -> _Arrival | None:
        """The next arrival; None once ``until`` (of the monotonic clock) has passed or a stop is wanted."""
        while not self.stopped:
            try:
                letter = self._letters.get(timeout=max(0.0, until - time.monotonic()))
            except Empty:
                return None
            if letter is not None:
                return letter
        return None


@dataclass(frozen=True, slots=True)
class _Running:
    service: Service
    began: datetime
    deadline: float


class CheckRound:
    """One round of checks. ``at_once`` is how many run at a time, ``overall_s`` how long all of it may take."""

    def __init__(self, mailbox: ResultQueue, check: Check, *, at_once: int, overall_s: float) -> None:
        self._mailbox = mailbox
        self._check = check
        self._at_once = at_once
        self._end = time.monotonic() + overall_s
        self._running: dict[int, _Running] = {}
        self._tokens = 0

    def measure(self, services: Sequence[Service]) -> Iterator[CheckMeasurement]:
        """Each measurement as it is made, in the order in which they end; fewer only after a stop."""
        waiting = deque(services)
        while (waiting or self._running) and not self._mailbox.stopped:
            if time.monotonic() >= self._end:
                yield from self._give_up_all(waiting)
                return
            while len(self._running) < self._at_once and (service := self._next(waiting)) is not None:
                self._start(service)
            soonest = min(one.deadline for one in self._running.values())
            arrival = self._mailbox.next_arrival(min(soonest, self._end))
            if arrival is not None:
                if self._running.pop(arrival.token, None) is not None:
                    yield arrival.measurement
                continue
            now = time.monotonic()
            for token in [t for t, one in self._running.items() if one.deadline <= now]:
                one = self._running.pop(token)
                yield report_hung_check(one.service, one.began, f"no answer within {one.service.limit:g} s")

    def _next(self, waiting: deque[Service]) -> Service | None:
        """The next that may start: a host is not asked by more than a few at once, or its sshd turns some away."""
        busy = Counter(getattr(one.service, "host", "") for one in self._running.values())
        for service in waiting:
            host = getattr(service, "host", "")
            if not host or busy[host] < AT_ONCE_A_HOST:
                waiting.remove(service)
                return service
        return None

    def _start(self, service: Service) -> None:
        self._tokens += 1
        token = self._tokens
        self._running[token] = _Running(service, utc_now(), time.monotonic() + service.limit)
        threading.Thread(target=self._run, args=(token, service), name=f"check-{service.key}", daemon=True).start()

    def _run(self, token: int, service: Service) -> None:
        self._mailbox.put(token, self._check(service))

    def _give_up_all(self, waiting: deque[Service]) -> Iterator[CheckMeasurement]:
        for one in self._running.values():
            yield report_hung_check(one.service, one.began, "no answer when the time for all checks was over")
        self._running.clear()
        for service in waiting:
            found = CheckFinding(ServiceStatus.UNKNOWN, "not checked: the time for all checks was over")
            yield _measurement(service, utc_now(), found)


def probe(mailbox: ResultQueue, check: Check, services: Sequence[Service], wait_s: float) -> Iterator[CheckMeasurement]:
    """Look at services that are down again, each every second for itself, until each is up or the time is over.

    Yields every measurement, the failed ones too: they are what makes the recovery time a measured one.
    """
    deadline = time.monotonic() + wait_s
    left = {-1 - place: service for place, service in enumerate(services)}  # a round counts its tokens from 1
    for token, service in left.items():
        args = (mailbox, check, token, service, deadline)
        threading.Thread(target=_probe_one, args=args, name=f"probe-{service.key}", daemon=True).start()
    while left and (arrival := mailbox.next_arrival(deadline + STEP_S)) is not None:
        if arrival.token in left:
            if arrival.measurement.status is not ServiceStatus.DOWN:
                del left[arrival.token]
            yield arrival.measurement


def _probe_one(mailbox: ResultQueue, check: Check, token: int, service: Service, deadline: float) -> None:
    due = time.monotonic() + STEP_S
    while not mailbox.stopped and due <= deadline:
        time.sleep(max(0.0, due - time.monotonic()))
        due = time.monotonic() + STEP_S
        measurement = check(service)
        mailbox.put(token, measurement)
        if measurement.status is not ServiceStatus.DOWN:
            return


def report_hung_check(service: Service, began: datetime, detail: str) -> CheckMeasurement:
    """A check that gave no answer: the silence of a server or a disk is an outage, that of a tool is not."""
    status = ServiceStatus.DOWN if service.check in _SILENCE_IS_DOWN else ServiceStatus.UNKNOWN
    return _measurement(service, began, CheckFinding(status, detail))


def _measurement(service: Service, began: datetime, found: CheckFinding) -> CheckMeasurement:
    ended = utc_now()
    took = (ended - began).total_seconds() * 1000
    return CheckMeasurement(
        service=service.name,
        check=service.check,
        key=service.key,
        target=service.target,
        at=began,
        ended=ended,
        found=found,
        response_ms=took,
        builtin=service.builtin,
    )
