"""The parts of a page live as long as the page, whatever the collector of garbage takes away."""

from __future__ import annotations

import gc

import pytest
from PySide6.QtCore import QObject
from shiboken6 import isValid

from claudeops_desktop.ui.pages import PAGES
from claudeops_desktop.ui.shell.window import MainWindow


def parts_of(page):
    """Every object of Qt that a page holds by a name, with those that they hold."""
    found, left = {}, [(type(page).__name__, page)]
    while left:
        path, part = left.pop()
        if id(part) not in found:
            found[id(part)] = path, part
            held = vars(part).items() if hasattr(part, "__dict__") else ()
            left += [(f"{path}.{name}", value) for name, value in held if isinstance(value, QObject)]
    return dict(found.values())


@pytest.mark.slow
def test_the_parts_of_a_page_outlive_a_collection(filled_desk, qtbot):
    window = MainWindow(filled_desk)
    qtbot.addWidget(window, before_close_func=lambda shown: shown.shut_down())
    window.show()
    qtbot.waitUntil(lambda: window.stack.name == "overview")
    for entry in PAGES:
        window.show_page(entry.name)
    gc.collect()
    parts = {path: part for page in window.stack.pages.values() for path, part in parts_of(page).items()}
    assert [path for path, part in parts.items() if not isValid(part)] == []
