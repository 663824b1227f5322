"""Every page with 10,000 runs, 100,000 events and 100,000 memories: opened first and again, in 0.2 s each.

Sessions and Events also while they are scrolled through and while news comes in. The GUI thread is never to be held
over 50 ms.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtWidgets import QApplication

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.ui.pages import PAGES
from claudeops_desktop.ui.pages.base_page import PageLocation

from . import grounds
from .opening import Questions, seconds_to_open, settle
from .report import Figure, report
from .window import Opened, open_application

OPEN_MS, LIVE_MS, HOLD_MS = 200, 1000, 50
SETTLED_S, STEPS, NEWS = 2.0, 120, 10


class Watched:
    """One page with a table of records."""

    def __init__(self, opened: Opened, name: str) -> None:
        self._opened = opened
        self._name = name
        self.page: Any = None

    def seen(self) -> bool:
        """Whether the first and the last row in view are known."""
        table, model = self.page.table, self.page.model
        first, last = table.rowAt(0), table.rowAt(table.viewport().height() - 1)
        return model.rowCount() > 0 and all(
            model.row(place) is not None for place in (first, last if last >= 0 else model.rowCount() - 1)
        )

    def settle(self, seconds: float) -> None:
        """Let what follows the picture come in."""
        until = time.perf_counter() + seconds
        self._opened.wait(lambda: time.perf_counter() > until)

    def open(self) -> None:
        """Until rows are on the screen."""
        self._opened.window.show_place(PageLocation(self._name))
        self.page = self._opened.window.stack.currentWidget()
        self._opened.wait(self.seen)

    def scroll(self) -> None:
        """From the first row to the last and back, a step each time that the window is idle."""
        bar = self.page.table.verticalScrollBar()
        for way in (range(STEPS + 1), range(STEPS, -1, -1)):
            for step in way:
                bar.setValue(bar.maximum() * step // STEPS)
                QApplication.processEvents()
        self._opened.wait(self.seen)

    def news(self, tell: Callable[[], object]) -> Figure:
        """Something new in the records, until its row is on the screen; the slowest of several."""
        slowest = 0.0
        for _ in range(NEWS):
            before = self.page.model.key(0)
            began = time.perf_counter()
            tell()
            self._opened.wait(lambda before=before: self.page.model.key(0) != before and self.seen())
            slowest = max(slowest, time.perf_counter() - began)
            self.settle(0.3)
        return Figure(f"{self._name}: something new, slowest", slowest * 1000, "ms", LIVE_MS)

    def held(self, what: str, act: Callable[[], Figure | None]) -> list[Figure]:
        """Do something; its figure, and the longest that the thread was held meanwhile and right after."""
        self._opened.pulse.restart()
        QApplication.processEvents()
        self._opened.pulse.restart()
        figure = act()
        self.settle(0.5)
        hold = Figure(f"{self._name}: longest hold {what}", self._opened.pulse.longest * 1000, "ms", HOLD_MS)
        return [figure, hold] if figure else [hold]


def tell_run(opened: Opened) -> None:
    """A run has ended."""
    store = opened.engine.store

    def write() -> None:
        now = to_text(utc_now())
        sql = "INSERT INTO runs (trigger, agent, status, started_at, ended_at) VALUES ('manual', 'watch', ?, ?, ?)"
        number = store.database.execute_sql(sql, ("completed", now, now)).lastrowid
        store.database.execute_sql(
            "INSERT INTO sessions (run_id, agent, trigger, status, started_at) VALUES (?, 'watch', 'manual', ?, ?)",
            (number, "completed", now),
        )
        store.changed("runs", number)
        store.changed("sessions")

    store.write(write)


def tell_event(opened: Opened) -> None:
    """An event has been said."""
    name = "".join(chr(ord("a") + int(digit)) for digit in str(time.time_ns()))  # folds leave figures out
    events = opened.engine.book.events

    def write() -> None:
        events.add(level="warning", message=f"Queue {name} is long", service="gitea", session_id=None, now=utc_now())

    opened.engine.store.write(write)


def every_page(opened: Opened) -> list[Figure]:
    """Open each page, go round once more, and tell both."""
    questions = Questions(opened.bridge)
    figures = []
    settle(opened, questions, SETTLED_S)
    names = [entry.name for entry in PAGES]
    for when, order in (("first opened", [*names[1:], names[0]]), ("opened again", names[1:])):
        for name in order:
            seconds, hold = seconds_to_open(opened, questions, name)
            figures.append(Figure(f"{name}: {when}", seconds * 1000, "ms", OPEN_MS))
            figures.append(Figure(f"{name}: longest hold, {when}", hold * 1000, "ms", HOLD_MS))
            settle(opened, questions, 0.4)
    return figures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10_000)
    parser.add_argument("--events", type=int, default=100_000)
    parser.add_argument("--memories", type=int, default=100_000)
    wanted = parser.parse_args()
    figures: list[Figure] = []
    with grounds.data_folder() as folder:
        with grounds.open_book(folder) as (store, _, _):
            grounds.put_runs(store, wanted.runs)
            grounds.put_events(store, wanted.events)
            grounds.put_memories(store, wanted.memories)
            grounds.put_the_rest(store, wanted.runs)
        folder.services_file.write_text(grounds.services_text(40))
        with open_application(folder) as opened:
            opened.wait(lambda: opened.window.stack.page is not None)
            figures += every_page(opened)
            for name, tell in (("sessions", tell_run), ("events", tell_event)):
                watched = Watched(opened, name)
                watched.open()
                watched.settle(SETTLED_S)
                figures += watched.held("while scrolled", watched.scroll)
                figures += watched.held("while news comes in", lambda w=watched, t=tell: w.news(lambda: t(opened)))
    return report("pages", figures, runs=wanted.runs, events=wanted.events, memories=wanted.memories)


if __name__ == "__main__":
    sys.exit(main())
