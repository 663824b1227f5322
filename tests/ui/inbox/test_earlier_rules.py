"""What rules of an earlier version drew: the window counts it first, the inbox has it then, and puts it back."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import resources
from claudeops_desktop.memory.types import GateDecision
from claudeops_desktop.records.telemetry.steps import DurableSteps
from claudeops_desktop.storage.migrations import m064_rule_facts
from claudeops_desktop.ui.pages.inbox.queries import InboxKey

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def drawn(held):
    """Two facts that rules had drawn before the upgrade; their ids."""
    steps, now = DurableSteps(held.desk.book.store), utc_now()

    def take(text, service):
        passage = resources.add(text, "passage", to_text(now), f"cli:{service}", now)
        fact, gated = ExtractedFact(text, "timing", service, quote=text), GateDecision("allow", "score", "")
        done = held.memory.ingest.fact(fact, gated, source="observed", resource_id=passage)
        return {"memory_id": done.memory.id, "action": str(done.action)}

    def write():
        for text, service in (("Takes 23 s to start", "grafana"), ("Needs 4 GB of memory", "loki")):
            steps.apply_once(f"observe:cli:{service}:0", "store:rules:all:0", lambda t=text, s=service: take(t, s))
        m064_rule_facts.up(held.desk.book.store.database)

    held.write(write)
    return [memory.id for memory in held.read(held.memory.earlier_rules.list_to_move)]


@pytest.mark.slow
def test_the_window_counts_them_before_anything_is_moved(held, drawn, window, qtbot):
    bar = window.earlier_rules
    qtbot.waitUntil(bar.isVisible)
    assert bar.text.startswith("Rules of an earlier version drew 2 facts")
    assert held.waiting() == []


@pytest.mark.slow
def test_they_are_moved_to_review_and_all_put_back(held, drawn, window, qtbot):
    before = [held.get(number) for number in drawn]
    qtbot.waitUntil(window.earlier_rules.isVisible)
    QTest.mouseClick(window.earlier_rules.button, LEFT)
    qtbot.waitUntil(lambda: window.stack.name == "inbox")
    page = window.stack.page
    (notice,) = page.notices
    qtbot.waitUntil(notice.isVisible)
    assert held.waiting() == drawn
    qtbot.waitUntil(lambda: not window.earlier_rules.isVisible())
    QTest.mouseClick(notice.button, LEFT)
    qtbot.waitUntil(lambda: not notice.isVisible())
    assert [held.get(number) for number in drawn] == before


@pytest.mark.slow
def test_one_is_put_back_by_its_card(held, drawn, page, shown, qtbot):
    (other,) = held.hold("Takes 10s to start after restart")
    held.write(held.memory.earlier_rules.move)
    qtbot.waitUntil(lambda: page.model.place(InboxKey("held", drawn[0])) >= 0)
    page.table.select_key(InboxKey("held", drawn[0]))
    card = shown(drawn[0])
    qtbot.waitUntil(card.buttons["put back"].isVisible)
    QTest.mouseClick(card.buttons["put back"], LEFT)
    qtbot.waitUntil(lambda: held.get(drawn[0]).gate == "allow")
    assert sorted(held.waiting()) == sorted([other, drawn[1]])


@pytest.mark.slow
def test_what_was_not_moved_has_nothing_to_be_put_back_to(held, page, shown):
    (number,) = held.hold("Takes 10s to start after restart")
    assert not shown(number).buttons["put back"].isVisible()


@pytest.mark.slow
def test_they_are_left_where_they_are(held, drawn, window, qtbot):
    qtbot.waitUntil(window.earlier_rules.isVisible)
    QTest.mouseClick(window.earlier_rules.other_button, LEFT)
    qtbot.waitUntil(lambda: not window.earlier_rules.isVisible())
    assert held.read(held.memory.earlier_rules.list_to_move) == []
    assert [held.get(number).gate for number in drawn] == ["allow", "allow"]


@pytest.fixture
def upgrade(drawn, page, qtbot):
    """The card that asks what becomes of them."""
    page.refresh()
    qtbot.waitUntil(lambda: page.card.key == InboxKey("upgrade", 0))
    page.card.setFocus()
    qtbot.waitUntil(lambda: page.card.armed)
    return page.card


@pytest.mark.slow
def test_the_inbox_has_a_card_that_moves_them_here(held, drawn, upgrade, page, qtbot):
    assert page.model.rowCount() == 1
    qtbot.keyClick(upgrade, Qt.Key.Key_M)
    qtbot.waitUntil(lambda: held.waiting() == drawn)
    qtbot.waitUntil(lambda: {key.kind for key in page.model.keys} == {"held"})


@pytest.mark.slow
def test_the_card_leaves_them_where_they_are(held, upgrade, page, qtbot):
    qtbot.keyClick(upgrade, Qt.Key.Key_L)
    qtbot.waitUntil(lambda: held.read(held.memory.earlier_rules.list_to_move) == [])
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
