"""Knowledge with 5,000 files: the page opens in 0.2 s and holds the window for 50 ms at most; a commit takes 100 ms."""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from contextlib import closing
from typing import Any

from claudeops_desktop.core.settings import Settings
from claudeops_desktop.knowledge import KnowledgeService, open_knowledge
from claudeops_desktop.ui.pages.base_page import PageLocation

from . import grounds
from .report import Figure, report
from .window import Opened, open_application

OPEN_MS, COMMIT_MS, HOLD_MS, COMMITS = 200, 100, 50, 15
SETTLED_S = 2.0
NOTE = """---
type: Note
title: {title}
description: What is known of host {number}.
note_type: reference
tags: [host-{number}]
---

Host {number} stands in rack {rack}. It was bought in {year}.

## Disks

Two of them, see [[Host {other}]]. The log is in `/var/log/host-{number}`.
"""


def fill(folder: KnowledgeService, files: int) -> None:
    """Notes that link to one another, in one commit."""
    texts: dict[str, str | None] = {
        f"notes/host-{number}.md": NOTE.format(
            title=f"Host {number}", number=number, rack=number % 40, year=2010 + number % 16, other=(number * 7) % files
        )
        for number in range(files)
    }
    folder.change(texts, "All hosts", "human:operator")


def commits(folder: KnowledgeService) -> list[float]:
    """Seconds that saving one changed note takes, each by a service of its own, as a command has it."""
    found = []
    for number in range(COMMITS):
        path = f"notes/host-{number * 31}.md"
        read = folder.read(path)
        began = time.perf_counter()
        folder.save(path, f"{read.text}\nSeen again.\n", f"Edited {path}", revision=read.revision)
        found.append(time.perf_counter() - began)
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=5_000)
    wanted = parser.parse_args()
    with grounds.data_folder() as data:
        with closing(open_knowledge(data, Settings())) as folder:
            fill(folder, wanted.files)
            saved = commits(folder)
        with open_application(data) as opened:
            return measure(opened, wanted.files, saved)


def measure(opened: Opened, files: int, saved: list[float]) -> int:
    """Open the page, wait for its list and for the check of all files, and search."""
    opened.wait(opened.window.isVisible)
    settled = time.perf_counter() + SETTLED_S
    opened.wait(lambda: time.perf_counter() > settled and not opened.window.stack._next.isActive())
    opened.pulse.restart()
    began = time.perf_counter()
    opened.window.show_place(PageLocation("knowledge"))
    page: Any = opened.window.stack.currentWidget()
    opened.wait(lambda: page.model.rowCount() > 0)
    page.table.viewport().repaint()
    to_open = time.perf_counter() - began
    opened.wait(lambda: page.found is not None and page.picture.files)
    to_check = time.perf_counter() - began
    opened.wait(lambda: page.model.rowCount() >= files)
    open_hold = opened.pulse.longest
    opened.pulse.restart()
    began = time.perf_counter()
    page.search.setText("host 4711")
    opened.wait(lambda: 0 < page.model.rowCount() < files)
    to_find = time.perf_counter() - began
    figures = [
        Figure("open", to_open * 1000, "ms", OPEN_MS),
        Figure("until every file is checked", to_check * 1000, "ms"),
        Figure("longest hold while it opens", open_hold * 1000, "ms", HOLD_MS),
        Figure("a search", to_find * 1000, "ms"),
        Figure("longest hold while searching", opened.pulse.longest * 1000, "ms", HOLD_MS),
        Figure("a commit, median", statistics.median(saved) * 1000, "ms", COMMIT_MS),
        Figure("a commit, slowest", max(saved) * 1000, "ms"),
    ]
    return report("knowledge_page", figures, files=files)


if __name__ == "__main__":
    sys.exit(main())
