"""How quickly the memories page answers: ``python tests/ui/memories/measure.py [100000]``. Prints, asserts nothing.

*answer* is the time from the act until the first rows of the answer are in the table; *whole* until all ids are;
*held* the longest time that the GUI thread did not come back to its event loop, and *own* how much of it was its own
work (the rest is waiting for the processor or the interpreter).
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from support.desks import close_desk, make_desk

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.settings import WindowSettings
from claudeops_desktop.language.types import CATEGORIES
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.ui import theme
from claudeops_desktop.ui.app_context import AppContext
from claudeops_desktop.ui.pages.memories.page import MemoriesPage

WORDS = (
    *("takes", "seconds", "start", "restart", "after", "before", "health", "library", "loaded", "postgres", "tunnel"),
    *("backup", "slow", "query", "port", "error", "timeout", "disk", "cache", "retry", "once", "container"),
)
COLUMNS = "service, category, observation, confidence, active, created_at, updated_at, tier"


def rows(number: int) -> Iterator[tuple[object, ...]]:
    """Memories as an operator of many services would have them."""
    chance, now = random.Random(1), utc_now()
    for at in range(number):
        confidence = round(chance.random(), 2)
        moment = to_text(now - timedelta(seconds=chance.randrange(25 * 86400)))
        text = f"{' '.join(chance.choices(WORDS, k=14))} {at}"
        service = f"svc-{chance.randrange(200)}" if chance.random() < 0.9 else None
        yield service, chance.choice(CATEGORIES), text, confidence, int(confidence >= 0.3), moment, moment, 1


class Watch:
    """Times acts on a page."""

    def __init__(self, app: QApplication) -> None:
        self.app = app
        self.beat = QTimer(interval=1)
        self.beat.setTimerType(Qt.TimerType.PreciseTimer)
        self.beat.timeout.connect(self._tick)
        self.answers: list[float] = []
        self.wholes: list[float] = []
        self.held = self.own = self._wall = self._cpu = 0.0

    def listed(self, listing: object) -> None:
        self.answers.append(time.perf_counter())
        if listing.whole:  # type: ignore[attr-defined]
            self.wholes.append(time.perf_counter())

    def act(self, name: str, act: Callable[[], object]) -> None:
        self.answers.clear()
        self.wholes.clear()
        self.held = self.own = 0.0
        self._wall, self._cpu = time.perf_counter(), time.thread_time()
        began = self._wall
        self.beat.start()
        act()
        while not self.wholes and time.perf_counter() - began < 10:
            self.app.processEvents()
        until = time.perf_counter() + 0.4
        while time.perf_counter() < until:
            self.app.processEvents()
        self._tick()
        self.beat.stop()
        answer, whole = ((times[0] - began) * 1000 if times else -1 for times in (self.answers, self.wholes))
        print(
            f"{name:28} answer {answer:6.1f} ms  whole {whole:6.1f} ms"
            f"  held {self.held * 1000:5.1f} ms  own {self.own * 1000:5.1f} ms"
        )

    def _tick(self) -> None:
        wall, cpu = time.perf_counter(), time.thread_time()
        self.held, self.own = max(self.held, wall - self._wall), max(self.own, cpu - self._cpu)
        self._wall, self._cpu = wall, cpu


def measure(app: QApplication, desk: AppContext) -> None:
    """Open, type, sort, filter, select, add."""
    watch = Watch(app)
    made: list[MemoriesPage] = []

    def begin() -> None:
        page = MemoriesPage(desk)
        made.append(page)
        page.feed.list_loaded.connect(watch.list_loaded)
        page.resize(1104, 720)
        page.show()
        page.activate()

    watch.act("open", begin)
    page = made[0]
    for letter in "time":
        watch.act(f"keystroke {letter}", lambda letter=letter: QTest.keyClick(page.filters.search, letter))
    watch.act("clear search", page.filters.clear)
    for word in ("confidence", "service", "observation", "session_id", "updated_at"):
        watch.act(f"sort by {word}", lambda word=word: page._sort(word, True))
    watch.act("filter one service", lambda: page.filters._choose_service("svc-3"))
    watch.act("all services", lambda: page.filters._choose_service(None))
    page.table.selectAll()
    watch.act("sort, all selected", lambda: page._sort("confidence", True))
    page.table.clearSelection()
    watch.act("a new memory", lambda: page.operations.add(MemoryCandidate("timing", "svc-1", "Takes 5s")))
    page.deactivate()


def main() -> None:
    """Fill a store and measure."""
    app = QApplication([])
    theme.apply_theme(app, WindowSettings(theme="light"))
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as folder:
        desk = make_desk(Path(folder) / "data")
        store = desk.book.store
        sql = f"INSERT INTO memories({COLUMNS}) VALUES(?, ?, ?, ?, ?, ?, ?, ?)"
        store.write(lambda: store.database.connection().executemany(sql, rows(number))).result()
        measure(app, desk)
        close_desk(desk)


if __name__ == "__main__":
    main()
