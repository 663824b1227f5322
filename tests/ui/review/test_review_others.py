"""What waits beside the held facts: expiring facts, pairs in conflict, what was closed lately (M12, E11)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.clock import to_text, utc_now
from claudeops_desktop.memory import conflicts, tables
from claudeops_desktop.memory.conflicts import ConflictKind
from claudeops_desktop.memory.fact import Candidate
from claudeops_desktop.ui.pages.review.others_dialog import OthersDialog


@pytest.fixture
def cards(page, qtbot):
    """Open the cards of a kind; the dialog, once it shows so many."""

    def open_cards(kind, number):
        qtbot.waitUntil(page.others.buttons[kind].isVisible)
        page.others.buttons[kind].click()
        dialog = page.findChild(OthersDialog)
        qtbot.waitUntil(lambda: len(dialog.cards) == number)
        return dialog

    return open_cards


def press(dialog, text, at=0):
    next(button for button in dialog.cards[at].buttons if button.text() == text).click()


def old_fact(held, text, days=46):
    at = to_text(utc_now() - timedelta(days=days))
    number = held.write(lambda: held.memory.add(Candidate("timing", "jellyfin", text, 0.5))).ids[0]
    held.write(lambda: tables.update(number, updated_at=at, last_confirmed_at=at))
    return number


def test_a_fact_about_to_expire_is_kept_on_its_card(held, page, cards, qtbot):
    number = old_fact(held, "Takes 60s to start")
    page.refresh()
    dialog = cards("expiring", 1)
    press(dialog, "Keep")
    qtbot.waitUntil(lambda: held.get(number).last_confirmed_at > to_text(utc_now() - timedelta(days=1)))
    qtbot.waitUntil(lambda: dialog.cards == [])
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: len(dialog.cards) == 1)
    dialog.reject()


def test_let_go_it_is_laid_away(held, page, cards, qtbot):
    number = old_fact(held, "Takes 60s to start")
    page.refresh()
    dialog = cards("expiring", 1)
    press(dialog, "Let go")
    qtbot.waitUntil(lambda: held.get(number).state == "archived")
    dialog.reject()


def test_a_pair_is_answered_on_its_card(held, page, cards, qtbot):
    def write():
        old = held.memory.add(Candidate("timing", "box", "The scheduler checks health every 30 s")).after[0].memory
        new = held.memory.add(Candidate("timing", "box", "The gateway drains its queue at night")).after[0].memory
        conflicts.record(old, new, ConflictKind.UNSURE, "Why.", 0.5, utc_now())
        return old.id, new.id

    old, new = held.write(write)
    page.refresh()
    dialog = cards("pairs", 1)
    press(dialog, "The new one replaces")
    qtbot.waitUntil(lambda: held.get(old).superseded_by == new)
    qtbot.waitUntil(lambda: dialog.cards == [])
    dialog.reject()


def test_a_closing_is_undone_in_the_list(held, page, cards, qtbot):
    old = held.add("Takes 60s to start")
    held.write(lambda: held.memory.add_judged(Candidate("timing", "jellyfin", "Takes 30s to start")))
    page.refresh()
    dialog = cards("closed", 1)
    assert any("30s" in fact for fact in dialog.cards[0].item.facts)
    press(dialog, "Reopen")
    qtbot.waitUntil(lambda: held.get(old).superseded_by is None)
    qtbot.waitUntil(lambda: dialog.cards == [])
    dialog.reject()
