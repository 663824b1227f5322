"""The nightly job over 100,000 memories: at most 60 s on two cores, and nobody waits for the database meanwhile.

Three nights: the first one over a store that was never looked through, a usual one with some hundred new facts, and one
more with nothing new. Beside each a second thread writes an event every 20 ms, as a session that begins would, and one
reads: what these wait is what the routine holds up. A third thread wakes every 5 ms: what it is late by, the thread of a
window would be late by too, because the interpreter lets one thread run at a time.
"""

from __future__ import annotations

import argparse
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.routine import RoutineControl
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.database import proxy

from . import grounds, routine_world
from .report import Figure, report

TARGET_S, TARGET_MS = 60.0, 50.0


@dataclass
class Bystander:
    """Does something every few milliseconds on a thread of its own, and keeps how long it took beyond its rest."""

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
        """The wait in milliseconds that this share of them stays below."""
        return sorted(self.waits)[min(len(self.waits) - 1, int(share * len(self.waits)))]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    parser.add_argument("--new", type=int, default=500)
    parser.add_argument("--job", default="nightly")
    wanted = parser.parse_args()
    with grounds.data_folder() as root:
        folder = root if isinstance(root, DataFolder) else DataFolder(root)
        store = open_store(folder)
        moment = [datetime(2026, 6, 1, 2, tzinfo=UTC)]
        clock = lambda: moment[0]  # noqa: E731
        book = RecordRepositories(store, clock)
        memory = MemoryService(book, clock, Settings)
        routine_world.fill(store, wanted.memories, moment[0])
        control = RoutineControl(folder, book, lambda: memory, Settings, clock, lambda: UTC)
        figures: list[Figure] = []
        for name, more in (("the first night", 0), ("a usual night", wanted.new), ("a night without news", 0)):
            moment[0] += timedelta(days=1)
            if more:
                routine_world.fill(store, more, moment[0], seed=11)
            figures += _night(name, control, store, wanted.job)
        memory.recall.close()
        store.close()
    return report("routine", figures, memories=wanted.memories, new=wanted.new, at=str(utc_now().date()))


def _night(name: str, control: RoutineControl, store, job: str) -> list[Figure]:  # type: ignore[no-untyped-def]
    late = 0.005

    def write() -> object:
        sql = "INSERT INTO events (level, message, created_at) VALUES ('info', 'x', '2026-01-01')"
        return store.write(lambda: proxy.execute_sql(sql) and None).result()

    def read() -> object:
        return store.read(lambda: proxy.execute_sql("SELECT max(id) FROM memories").fetchone()).result()

    with Bystander(write, 0.02) as writer, Bystander(read, 0.02) as reader, \
            Bystander(lambda: time.sleep(late), 0.0) as sleeper:  # fmt: skip
        began, cpu = time.perf_counter(), time.process_time()
        run = control.runner.run_now(job)
        spent, worked = time.perf_counter() - began, time.process_time() - cpu
    for step in run.steps:
        print(
            f"{name:<22} {step.name:<20} {step.seconds:8.2f} s  looked at {step.count:>8,}  changed {step.changed:>7,}"
            f"  {step.state} {step.note}",
            file=sys.stderr,
        )
    return [
        Figure(name, spent, "s", TARGET_S),
        Figure(f"{name}: processor", worked, "s"),
        Figure(f"{name}: a write waits, median", writer.at(0.5), "ms"),
        Figure(f"{name}: a write waits, 99 of 100", writer.at(0.99), "ms"),
        Figure(f"{name}: a write waits, slowest", writer.at(1.0), "ms"),
        Figure(f"{name}: a read waits, 99 of 100", reader.at(0.99), "ms"),
        Figure(f"{name}: a read waits, slowest", reader.at(1.0), "ms"),
        Figure(f"{name}: a thread is late, 99 of 100", sleeper.at(0.99) - late * 1000, "ms", TARGET_MS),
        Figure(f"{name}: a thread is late, slowest", sleeper.at(1.0) - late * 1000, "ms"),
    ]


if __name__ == "__main__":
    sys.exit(main())
