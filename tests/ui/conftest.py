"""A desk for every test of the window: real store, real book, in a folder of its own."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from PySide6.QtWidgets import QApplication
from support.desks import close_desk, fill, make_desk

from claudeops_desktop.core.settings import WindowSettings
from claudeops_desktop.ui import theme
from claudeops_desktop.ui.app_context import AppContext


@pytest.fixture(scope="session", autouse=True)
def _look(qapp: QApplication) -> None:
    """The tests look as the application does, whatever the machine prefers."""
    qapp.setApplicationName("claudeops-tests")
    theme.apply_theme(qapp, WindowSettings(theme="light", reduce_motion=True))


@pytest.fixture
def desk(qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[AppContext]:
    """An empty desk. Its run queue and schedule stand still (``desk.runs.asked`` says what was asked)."""
    for name in [name for name in os.environ if name.startswith("CLAUDEOPS_")]:
        monkeypatch.delenv(name)
    made = make_desk(tmp_path / "data")
    yield made
    close_desk(made)


@pytest.fixture
def filled_desk(desk: AppContext) -> AppContext:
    """A desk with two days of an operator's life in it."""
    fill(desk, days=2)
    return desk


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The offscreen platform complains of what it cannot do (least sizes, raising); that is no fault of the window."""
    here = Path(__file__).resolve().parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.qt_log_ignore("This plugin does not support", extend=True))
