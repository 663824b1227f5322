"""A window over a day of an operator's life, for walks through all its screens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from support.control import fill_control
from support.desks import fill
from support.knowing import fill_memory

from claudeops_desktop.ui.app_context import AppContext
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.fixture
def asked(desk: AppContext, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What was asked of the database and of other threads, and may not be answered yet."""
    futures: list[Any] = []

    def note(owner: object, name: str) -> None:
        ask = getattr(owner, name)

        def noted(*args: Any, **kwargs: Any) -> Any:
            futures.append(ask(*args, **kwargs))
            return futures[-1]

        monkeypatch.setattr(owner, name, noted)

    for owner, name in ((desk.book.store, "read"), (desk.book.store, "write"), (desk, "run_in_background")):
        note(owner, name)
    return futures


@pytest.fixture
def window(desk: AppContext, asked: list[Any], qtbot) -> MainWindow:
    """The window at 1,280 × 800."""
    fill(desk, days=1)
    fill_memory(desk)
    fill_control(desk)
    made = MainWindow(desk)
    made.resize(1280, 800)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    return made


@pytest.fixture
def settle(asked: list[Any], qtbot) -> Callable[[], None]:
    """Wait until what was asked for has come."""

    def wait() -> None:
        while any(not future.done() for future in asked):
            qtbot.waitUntil(lambda: all(future.done() for future in asked))
            QApplication.processEvents()
        asked.clear()
        QApplication.processEvents()

    return wait
