"""The pages of services over a real data folder; checks measure this computer."""

from __future__ import annotations

import importlib

import pytest
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.ui.pages import ENTRIES, resolve_location

FILE = """# mine
[[service]]
name = "jellyfin"   # the media server
check = "http"
url = "http://127.0.0.1:9/"
retries = 0

[[service]]
name = "memory"
check = "memory"
"""


@pytest.fixture
def configured(desk):
    """A desk with a services.toml of two checks."""
    desk.folder.services_file.write_text(FILE)
    return desk


@pytest.fixture
def open_page(qtbot):
    made = []

    def make(desk, place=None, state=None):
        place = resolve_location(place) if place is not None else None
        entry = ENTRIES[place.page if place is not None else "services"]
        page = getattr(importlib.import_module(entry.module), entry.class_name)(desk)
        qtbot.addWidget(page)
        if hasattr(page, "model"):
            made.append(QAbstractItemModelTester(page.model, QAbstractItemModelTester.FailureReportingMode.Fatal))
        if state is not None:
            page.restore_state(state)
        page.resize(1100, 720)
        page.show()
        qtbot.waitExposed(page)
        page.activate(place)
        return page

    yield make
    made.clear()


@pytest.fixture
def write(desk):
    """``write(operation)`` inside the store."""
    return lambda operation: desk.book.store.write(operation).result()


@pytest.fixture
def check(desk, write):
    """``check("caddy", "down", …)`` records how it stood, now unless said."""

    def record(service, *states, at=None, **more):
        for state in states:
            write(
                lambda state=state: desk.book.health.add(
                    service=service, status=state, session_id=None, now=at or utc_now(), **more
                )
            )

    return record
