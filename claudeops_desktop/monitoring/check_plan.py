"""When each check is due: on its own interval, spread out, and sooner where a failure or a recovery is to be confirmed.

Checks of this machine that are made of our own accord are not spread: they cost nobody anything but the waking up.

Times are seconds of a clock that nobody can set. Nothing here waits or measures.
"""

from __future__ import annotations

import heapq
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..agents.watch.models import Service

FIRST_ROUND_STEP_S = 0.25
FIRST_ROUND_S = 60.0
CONFIRM_AFTER_S = 5.0
RECOVERY_AFTER_S = 15.0
WHILE_BAD_S = 60.0


@dataclass(slots=True)
class PlannedCheck:
    """A check and when it is due next; ``interval`` in seconds. ``phase`` (0 to 1) spreads checks over the interval."""

    check: Service
    interval: float
    due: float
    phase: float
    measured: bool = False
    running: bool = False

    @property
    def key(self) -> str:
        """The key of the check."""
        return self.check.key


class CheckPlan:
    """All checks of an application. Not for several threads at once."""

    def __init__(self) -> None:
        self._planned: dict[str, PlannedCheck] = {}
        self._heap: list[tuple[float, str]] = []

    def __len__(self) -> int:
        return len(self._planned)

    def __contains__(self, key: object) -> bool:
        return key in self._planned

    def get(self, key: str) -> PlannedCheck | None:
        """The plan of one check."""
        return self._planned.get(key)

    @property
    def all(self) -> Sequence[PlannedCheck]:
        """Every check, in the order of the services file."""
        return tuple(self._planned.values())

    def keys_of(self, services: Iterable[str]) -> list[str]:
        """The keys of the checks of these services."""
        wanted = set(services)
        return [one.key for one in self._planned.values() if one.check.name in wanted]

    def replace(self, checks: Sequence[Service], interval: float, now: float) -> None:
        """These are the checks from now on; ``interval`` holds for those without one. What is known keeps its time."""
        before, self._planned, self._heap = self._planned, {}, []
        step = _first_step(len(checks))
        fresh = 0
        for check in checks:
            every = check.interval or interval
            known = before.get(check.key)
            if known is None or known.check != check:
                phase = 1.0 if check.builtin else zlib.crc32(check.key.encode()) / 2**32
                known = PlannedCheck(check, every, now + fresh * step, phase)
                fresh += not check.builtin
            elif known.interval != every:
                known.interval, known.due = every, min(known.due, now + every)
            self._planned[check.key] = known
            self._push(known)

    def restart(self, now: float, after: float) -> None:
        """Forget all due times: the first round begins anew, ``after`` seconds from now."""
        self._heap = []
        step, fresh = _first_step(len(self._planned)), 0
        for one in self._planned.values():
            one.due, one.measured, one.running = now + after + fresh * step, False, False
            fresh += not one.check.builtin
            self._push(one)

    @property
    def next_due(self) -> float | None:
        """When the next check that is not running is due."""
        while self._heap:
            due, key = self._heap[0]
            one = self._planned.get(key)
            if one is not None and one.due == due and not one.running:
                return due
            heapq.heappop(self._heap)
        return None

    def take_due(self, now: float) -> PlannedCheck | None:
        """The check that has been due for the longest; it counts as running. None where none is due."""
        due = self.next_due
        if due is None or due > now:
            return None
        one = self._planned[heapq.heappop(self._heap)[1]]
        one.running = True
        return one

    def put_back(self, one: PlannedCheck) -> None:
        """It could not begin yet: it stays due."""
        one.running = False
        self._push(one)

    def ended(self, one: PlannedCheck, now: float, *, again_in: float | None = None) -> None:
        """A check has ended. It is due after its interval, or after ``again_in`` seconds where that is sooner."""
        one.running = False
        if not one.measured:
            one.measured = True
            following = one.due + one.interval * (0.5 + one.phase / 2)
        else:
            following = one.due + one.interval
        if following <= now:
            following = now + one.interval - (now - one.due) % one.interval
        if again_in is not None and now + again_in < following:
            following = now + again_in
        one.due = following
        self._push(one)

    def hurry(self, keys: Iterable[str], now: float) -> None:
        """Make these checks at once."""
        for key in keys:
            one = self._planned.get(key)
            if one is not None and not one.running and one.due > now:
                one.due = now
                self._push(one)

    def _push(self, one: PlannedCheck) -> None:
        heapq.heappush(self._heap, (one.due, one.key))


def _first_step(checks: int) -> float:
    return min(FIRST_ROUND_STEP_S, FIRST_ROUND_S / max(1, checks))
