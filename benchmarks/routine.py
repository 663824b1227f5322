"""The nightly job over 100,000 memories: at most 60 s on two cores, and nobody waits for it meanwhile.

Three nights: the first one over a store in which nothing was ever merged, a usual one with some hundred new facts, and
one more with nothing new. The routine works in its own process, as the application has it. Meanwhile this process
writes and reads every 20 ms, as a session that reports would; what these wait for the database is told. A third thread
wakes every 5 ms, as the thread of a window would: what it is late by is what the window is held by.
"""

from __future__ import annotations

import argparse
import os
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.routine.process import RoutineProcess
from claudeops_desktop.routine.tables import RoutineRecords
from claudeops_desktop.storage import DataStore, open_store
from claudeops_desktop.storage.database import proxy

from . import grounds, routine_world
from .report import Figure, report

TARGET_S, TARGET_MS = 60.0, 50.0
WAKES_S = 0.005


@dataclass
class Bystander:
    """Does something every few milliseconds on a thread of its own, and keeps how long each time took."""

    act: Callable[[], object]
    rest_s: float
    waits: list[float] = field(default_factory=list)
    _over: threading.Event = field(default_factory=threading.Event)

    def __enter__(self) -> Bystander:
        self._thread = threading.Thread(target=self._work)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._over.is_set():
            began = time.perf_counter()
            self.act()
            self.waits.append((time.perf_counter() - began) * 1000)
            self._over.wait(self.rest_s)

    def at(self, share: float) -> float:
        """The milliseconds that this share of them stays below."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(share * len(self.waits)))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--new", type=int, default=500)
    parser.add_argument("--job", default="nightly")
    wanted = parser.parse_args()
    with grounds.data_folder() as folder:
        store = open_store(folder)
        now = utc_now()
        routine_world.fill(store, wanted.memories, now)
        routine_world.settle(store, lambda clock: MemoryService(RecordRepositories(store, clock), clock, Settings), now)
        process = RoutineProcess(folder, os.environ)
        figures = _night("the first night", process, store, wanted.job)
        routine_world.pass_a_day(store)
        routine_world.fill(store, wanted.new, utc_now(), seed=11)
        figures += _night("a usual night", process, store, wanted.job)
        figures += _night("a night without news", process, store, wanted.job)
        store.close()
    return report("routine", figures, memories=wanted.memories, new=wanted.new, job=wanted.job)


def _night(name: str, process: RoutineProcess, store: DataStore, job: str) -> list[Figure]:
    def write() -> object:
        sql = "INSERT INTO events (level, message, created_at) VALUES ('info', 'x', '2026-01-01')"
        return store.write(lambda: proxy.execute_sql(sql) and None).result()

    def read() -> object:
        return store.read(lambda: proxy.execute_sql("SELECT max(id) FROM memories").fetchone()).result()

    with (
        Bystander(write, 0.02) as writer,
        Bystander(read, 0.02) as reader,
        Bystander(lambda: time.sleep(WAKES_S), 0.0) as window,
    ):
        began = time.perf_counter()
        process.run(job)
        spent = time.perf_counter() - began
    run = store.read(lambda: RoutineRecords(store).list(job, 1)[0]).result()
    for step in run.steps:
        print(
            f"{name:<22} {step.name:<20} {step.seconds:8.2f} s  looked at {step.count:>8,}  changed {step.changed:>7,}"
            f"  {step.state} {step.note}",
            file=sys.stderr,
        )
    return [
        Figure(name, spent, "s", TARGET_S),
        Figure(f"{name}: a write waits, median", writer.at(0.5), "ms"),
        Figure(f"{name}: a write waits, 99 of 100", writer.at(0.99), "ms"),
        Figure(f"{name}: a write waits, slowest", writer.at(1.0), "ms"),
        Figure(f"{name}: a read waits, slowest", reader.at(1.0), "ms"),
        Figure(f"{name}: the window is held, 99 of 100", window.at(0.99) - WAKES_S * 1000, "ms"),
        Figure(f"{name}: the window is held, longest", window.at(1.0) - WAKES_S * 1000, "ms", TARGET_MS),
    ]


if __name__ == "__main__":
    sys.exit(main())
