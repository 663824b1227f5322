"""The Memories page with 100,000 memories: open in 0.3 s, keystroke and sort in 0.1 s, no hold over 50 ms."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from claudeops_desktop.ui.pages.base_page import PageLocation

from . import grounds
from .report import Figure, report
from .window import Opened, open_application

OPEN_MS, ANSWER_MS, HOLD_MS = 300, 100, 50
SETTLED_S = 2.0


class Watched:
    """The page, and when it has answered: the list came, and the rows that are looked at are there and painted."""

    def __init__(self, opened: Opened) -> None:
        self.opened = opened
        opened.window.show_place(PageLocation("memories"))
        self.page: Any = opened.window.stack.currentWidget()
        self.lists = 0
        self.page.feed.list_loaded.connect(self._listed)

    def _listed(self, _: object) -> None:
        self.lists += 1

    def seen(self) -> bool:
        """Whether the first and the last visible row show their memory."""
        first, last = self.page.table.visible_rows()
        model = self.page.model
        return model.rowCount() > 0 and model.row(first) is not None and model.row(last) is not None

    def answer(self, act: Callable[[], None]) -> tuple[float, float]:
        """Do something and wait for the answer on the screen: seconds, and the longest that the thread was held."""
        before = self.lists
        self.opened.pulse.restart()
        QApplication.processEvents()
        self.opened.pulse.restart()
        act()
        seconds = self.opened.wait(lambda: self.lists > before and self.seen())
        self.page.table.viewport().repaint()
        QApplication.processEvents()
        return seconds, self.opened.pulse.longest


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--memories", type=int, default=100_000)
    wanted = parser.parse_args()
    with grounds.data_folder() as folder:
        with grounds.open_book(folder) as (store, _, _):
            grounds.put_memories(store, wanted.memories)
        with open_application(folder) as opened:
            return measure(opened, wanted.memories)


def measure(opened: Opened, memories: int) -> int:
    """Open the page, type a word letter by letter, sort by every column."""
    opened.wait(opened.window.isVisible)
    settled = time.perf_counter() + SETTLED_S  # the other pages are imported by then
    opened.wait(lambda: time.perf_counter() > settled)
    opened.pulse.restart()
    began = time.perf_counter()
    watched = Watched(opened)
    opened.wait(lambda: watched.page.model.rowCount() > 0 and watched.seen())
    watched.page.table.viewport().repaint()
    to_open = time.perf_counter() - began
    opened.wait(lambda: watched.page.model.rowCount() == memories)
    open_hold = opened.pulse.longest
    page = watched.page
    typed, sorted_by, holds = [], [], []
    word = "wireguard"
    for letter in word:
        seconds, hold = watched.answer(lambda key=letter: QTest.keyClicks(page.search, key))
        typed.append(seconds)
        holds.append(hold)
    for _ in word:
        seconds, hold = watched.answer(lambda: QTest.keyClick(page.search, Qt.Key.Key_Backspace))
        typed.append(seconds)
        holds.append(hold)
    for name in ("confidence", "service", "category", "observation", "updated_at", "created_at"):
        for falling in (True, False):
            seconds, hold = watched.answer(lambda s=name, d=falling: page._sort(s, d))
            sorted_by.append(seconds)
            holds.append(hold)
    figures = [
        Figure("open", to_open * 1000, "ms", OPEN_MS),
        Figure("a keystroke in the filter", statistics.median(typed) * 1000, "ms", ANSWER_MS),
        Figure("a keystroke in the filter, slowest", max(typed) * 1000, "ms", ANSWER_MS),
        Figure("a sort", statistics.median(sorted_by) * 1000, "ms", ANSWER_MS),
        Figure("a sort, slowest", max(sorted_by) * 1000, "ms", ANSWER_MS),
        Figure("longest hold while it opens", open_hold * 1000, "ms", HOLD_MS),
        Figure("longest hold while filtering and sorting", max(holds) * 1000, "ms", HOLD_MS),
    ]
    return report("memories_page", figures, memories=memories)


if __name__ == "__main__":
    sys.exit(main())
