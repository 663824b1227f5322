"""The inbox over a real store: facts that the gate held, and an operator with a keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QAbstractItemModelTester
from support.cards import is_laid_out

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import resources
from claudeops_desktop.memory.types import GateDecision, MemoryCandidate
from claudeops_desktop.ui.kit import decision_card
from claudeops_desktop.ui.pages.inbox.page import InboxPage
from claudeops_desktop.ui.pages.inbox.queries import InboxKey
from claudeops_desktop.ui.shell.window import MainWindow

WHY = "It would have the agent run what it fetches."


class Held:
    """What waits behind the page."""

    def __init__(self, desk):
        self.desk = desk
        self.memory = desk.memory

    def write(self, operation):
        return self.desk.book.store.write(operation).result()

    def read(self, question):
        return self.desk.book.store.read(question).result()

    def add(self, text, *, service="jellyfin", category="timing"):
        """A memory that is known already; its id."""
        return self.write(lambda: self.memory.edits.add(MemoryCandidate(category, service, text))).ids[0]

    def hold(self, *texts, service="jellyfin", category="timing", why=WHY, quote=""):
        """Facts that the gate held, drawn from passages of their own; their ids."""

        def take():
            ids = []
            for text in texts:
                passage = resources.add(quote or f"user: {text}", "passage", to_text(utc_now()), "", utc_now())
                fact = ExtractedFact(text, category, service, quote=quote)
                gated = GateDecision("hold", "fetch", why)
                taken = self.memory.ingest.fact(fact, gated, source="observed", resource_id=passage)
                ids.append(taken.memory.id)
            return ids

        return self.write(take)

    def get(self, memory_id):
        return self.read(lambda: self.memory.search.get(memory_id))

    def waiting(self):
        return [memory.id for memory in self.read(self.memory.review.waiting)]


@pytest.fixture(autouse=True)
def passing(monkeypatch):
    """Time for the card goes by itself, a second at each look; ``passing(False)`` makes it stand still, and
    ``passing(0.5)`` lets half a second go by then."""
    state = {"now": 1000.0, "each": 1.0}

    def clock():
        state["now"] += state["each"]
        return state["now"]

    def pass_by(seconds):
        state["each"] = 0.0
        state["now"] += seconds or 0.0

    monkeypatch.setattr(decision_card, "monotonic", clock)
    return pass_by


@pytest.fixture
def held(desk):
    return Held(desk)


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
def page(window, qtbot) -> InboxPage:
    """Opened as the operator does, by its key in the side bar."""
    window.show_page("inbox")
    made = window.stack.page
    made.tester = QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    return made


@pytest.fixture
def shown(page, qtbot):
    """Waits until a fact is on the card."""

    def wait(memory_id):
        wanted = InboxKey("held", memory_id)
        qtbot.waitUntil(lambda: page.card.key == wanted and is_laid_out(page.card), timeout=5000)
        return page.card

    return wait
