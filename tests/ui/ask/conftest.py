"""The pages that read memory, over a real store and the built-in embedding."""

from __future__ import annotations

import pytest

import claudeops_desktop.memory.recall.recall  # noqa: F401 — loaded, so that its limits are a test's
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.ui.pages.ask.page import AskPage
from claudeops_desktop.ui.shell.window import MainWindow

FACTS = (
    ("timing", "jellyfin", "Takes 60s to start after restart"),
    ("dependency", "nextcloud", "Needs postgres to be up before it starts"),
    ("behavior", "jellyfin", "The library at /srv/media is mounted from nas over wireguard"),
    ("behavior", "wireguard", "A handshake older than 5 min means that the tunnel is down"),
    ("maintenance", "postgres", "Backups run daily at 02:00"),
    ("remediation", "jellyfin", "Remounting /srv/media brings the library back"),
)


class Known:
    """What is known behind the page."""

    def __init__(self, desk):
        self.desk = desk
        self.memory = desk.memory

    def write(self, operation):
        return self.desk.book.store.write(operation).result()

    def read(self, question):
        return self.desk.book.store.read(question).result()

    def add(self, text, service=None, category="timing"):
        return self.write(lambda: self.memory.edits.add(MemoryCandidate(category, service, text))).ids[0]

    def fill(self):
        """The ids of FACTS."""
        return [self.add(text, service, category) for category, service, text in FACTS]


@pytest.fixture
def known(desk):
    return Known(desk)


@pytest.fixture
def window(desk, qtbot):
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.resize(1180, 760)
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def page(window) -> AskPage:
    window.show_page("ask")
    return window.stack.page
