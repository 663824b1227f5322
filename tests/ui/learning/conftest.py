"""The pages of what was learned, over a real data folder."""

from __future__ import annotations

import importlib

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from support.cases import fill_cases, fill_patterns

from claudeops_desktop.ui.pages import ENTRIES


@pytest.fixture
def taught(desk):
    """A desk with cases, patterns and findings."""
    desk.book.store.write(lambda: fill_cases(desk.book)).result()
    desk.book.store.write(lambda: fill_patterns(desk.book)).result()
    return desk


@pytest.fixture
def open_page(qtbot):
    made = []

    def make(desk, place, width=1100):
        entry = ENTRIES[place.page]
        page = getattr(importlib.import_module(entry.module), entry.class_name)(desk)
        qtbot.addWidget(page)
        page.said = []
        page.message_posted.connect(lambda text, _undo: page.said.append(text))
        desk.undo.message_posted.connect(lambda text, _undo: page.said.append(text))
        page.resize(width, 720)
        page.show()
        qtbot.waitExposed(page)
        page.activate(place)
        made.append(QAbstractItemModelTester(page.model, QAbstractItemModelTester.FailureReportingMode.Fatal))
        return page

    yield make
    made.clear()


@pytest.fixture
def open_page_of_asking(qtbot, taught):
    """The view that asks, and where it led."""
    from claudeops_desktop.ui.pages.ask.page import AskPage

    page, went = AskPage(taught), []
    qtbot.addWidget(page)
    page.navigation_requested.connect(went.append)
    page.resize(1100, 720)
    page.show()
    qtbot.waitExposed(page)
    page.activate(None)
    yield page, went
