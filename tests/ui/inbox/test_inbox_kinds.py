"""Pairs in possible conflict and facts about to expire, on the page's own cards and by its keys (E11, M12)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QBoxLayout
from support.cards import box, is_laid_out, words

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.language.types import ContradictionCertainty, PairJudgement, Verdict
from claudeops_desktop.memory import apply_verdict, conflicts, tables
from claudeops_desktop.memory.conflicts import ConflictKind, ConflictState
from claudeops_desktop.memory.lifecycle import JudgedMemory
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.inbox.queries import InboxKey

OLD, NEW = "The scheduler checks the health of box every 30 s", "The scheduler checks the health of box every 60 s"


def press(qtbot, key):
    qtbot.keyClick(QApplication.focusWidget(), key)


def said(page):
    return page.window().toast.text


@pytest.fixture
def pair(held):
    """An unsure pair: its key on the page, and the ids of the older and the newer fact."""

    def make(kind=ConflictKind.UNSURE):
        def write():
            memory = held.memory
            old = memory.edits.add(MemoryCandidate("timing", "box", OLD)).after[0].memory
            new = memory.edits.add(MemoryCandidate("timing", "box", NEW)).after[0].memory
            if kind is ConflictKind.LIKELY:
                judged = JudgedMemory(
                    old, PairJudgement(Verdict.CONTRADICTION, 0.8, "Another interval.", ContradictionCertainty.LIKELY)
                )
                apply_verdict.contradict(judged, new, apply_verdict.ChangeCause(NEW, "agent", utc_now()))
            else:
                conflicts.record(old, new, kind, "Two intervals, perhaps of two checks.", 0.55, utc_now())
            (row,) = [one for one in conflicts.list_open() if one.new_id == new.id]
            return InboxKey("conflict", row.id), old.id, new.id

        return held.write(write)

    return make


@pytest.fixture
def old_fact(held):
    """A fact that nobody confirmed for weeks; its key on the page."""

    def make(text="Takes 60s to start", service="jellyfin", days=46):
        at = to_text(utc_now() - timedelta(days=days))
        number = held.write(lambda: held.memory.edits.add(MemoryCandidate("timing", service, text, 0.5))).ids[0]
        held.write(lambda: tables.update(number, updated_at=at, last_confirmed_at=at, domain="operations"))
        return InboxKey("expiring", number)

    return make


@pytest.fixture
def on_card(page, qtbot):
    """Waits until a row is on the card in front."""

    def wait(key):
        wanted = key if isinstance(key, InboxKey) else InboxKey("held", key)
        qtbot.waitUntil(lambda: page.card.key == wanted and is_laid_out(page.card), timeout=5000)
        return page.card

    return wait


def state(held, key):
    return held.read(lambda: conflicts.get(key.id)).state


@pytest.mark.slow
def test_a_pair_is_a_card_with_both_facts_side_by_side(held, pair, page, on_card):
    key, old, new = pair()
    page.refresh()
    card = on_card(key)
    assert box(card, "The older fact").toPlainText() == OLD and box(card, "The newer fact").toPlainText() == NEW
    assert "Two intervals, perhaps of two checks." in words(card) and "55 %" in words(card)
    assert [button.text() for button in card.buttons.values()] == [
        "Both hold",
        "The new one replaces",
        "They are the same",
    ]
    assert held.get(old).superseded_by is None and held.get(new).superseded_by is None


@pytest.mark.slow
def test_in_a_narrow_card_the_two_stand_under_one_another(pair, page, on_card, qtbot):
    key, _, _ = pair()
    page.refresh()
    card = on_card(key)
    qtbot.waitUntil(lambda: card.must.views[0].sides.direction() == QBoxLayout.Direction.LeftToRight)
    page.window().resize(620, 700)
    qtbot.waitUntil(lambda: card.must.views[0].sides.direction() == QBoxLayout.Direction.TopToBottom)


@pytest.mark.slow
def test_n_replaces_and_z_makes_the_pair_wait_again(held, pair, page, on_card, qtbot):
    key, old, new = pair()
    before = held.get(old), held.get(new)
    page.refresh()
    on_card(key).setFocus()
    press(qtbot, Qt.Key.Key_N)
    qtbot.waitUntil(lambda: held.get(old).superseded_by == new)
    qtbot.waitUntil(lambda: said(page) == "Replaced the older fact.")
    assert state(held, key) is ConflictState.REPLACED
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: state(held, key) is ConflictState.OPEN)
    assert (held.get(old), held.get(new)) == before
    assert held.read(lambda: held.memory.history.links(old)) == []
    on_card(key)
    page.desk.undo.redo()
    qtbot.waitUntil(lambda: state(held, key) is ConflictState.REPLACED)
    qtbot.waitUntil(lambda: not page.desk.undo.busy)
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: state(held, key) is ConflictState.OPEN)
    assert held.get(old).superseded_by is None


@pytest.mark.slow
@pytest.mark.parametrize("kind", [ConflictKind.UNSURE, ConflictKind.LIKELY])
@pytest.mark.parametrize(
    ("answer", "wanted"), [("both", "both"), ("same", "same"), ("replaced", "replaced")], ids=["b", "s", "n"]
)
def test_every_answer_to_a_pair_can_be_undone_whole(held, pair, page, on_card, qtbot, kind, answer, wanted):
    key, old, new = pair(kind)
    before = held.get(old), held.get(new)
    links = held.read(lambda: held.memory.history.links(old))
    page.refresh()
    button = on_card(key).buttons[answer]
    qtbot.waitUntil(button.isEnabled)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: str(state(held, key)) == wanted)
    qtbot.waitUntil(lambda: bool(page.desk.undo.undo_text))
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: state(held, key) is ConflictState.OPEN)
    assert (held.get(old), held.get(new)) == before
    assert held.read(lambda: held.memory.history.links(old)) == links


@pytest.mark.slow
def test_letters_of_other_cards_answer_nothing(held, pair, old_fact, page, on_card, qtbot):
    (number,) = held.hold("Runs version 10.8.13")
    key, old, _ = pair()
    fact = old_fact()
    page.refresh()
    on_card(number).setFocus()
    for letter in (Qt.Key.Key_N, Qt.Key.Key_B, Qt.Key.Key_S, Qt.Key.Key_T, Qt.Key.Key_L, Qt.Key.Key_C):
        press(qtbot, letter)
    press(qtbot, Qt.Key.Key_Down)
    assert on_card(key).hasFocus()
    for letter in (Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_E, Qt.Key.Key_T):
        press(qtbot, letter)
    press(qtbot, Qt.Key.Key_Down)
    assert on_card(fact).hasFocus()
    for letter in (Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_N):
        press(qtbot, letter)
    held.desk.book.store.drain()
    assert held.waiting() == [number]
    assert state(held, key) is ConflictState.OPEN and held.get(old).superseded_by is None
    assert not page.desk.undo.undo_text


@pytest.mark.slow
def test_t_keeps_a_fact_that_is_about_to_expire(held, old_fact, page, on_card, qtbot):
    key = old_fact()
    before = held.get(key.id)
    page.refresh()
    card = on_card(key)
    assert "Not confirmed for 46 days" in words(card)
    assert "What you wrote" in words(card)
    card.setFocus()
    press(qtbot, Qt.Key.Key_T)
    qtbot.waitUntil(lambda: held.get(key.id).last_confirmed_at > to_text(utc_now() - timedelta(days=1)))
    qtbot.waitUntil(lambda: said(page) == "Kept 1 memory.")
    page.desk.undo.undo()
    on_card(key)
    assert held.get(key.id) == before


@pytest.mark.slow
def test_l_lets_it_go(held, old_fact, page, on_card, qtbot):
    key = old_fact()
    page.refresh()
    on_card(key).setFocus()
    press(qtbot, Qt.Key.Key_L)
    qtbot.waitUntil(lambda: held.get(key.id).state == "archived")
    qtbot.waitUntil(page._none.isVisible)
    page.desk.undo.undo()
    on_card(key)
    assert held.get(key.id).state == "active"


@pytest.mark.slow
def test_c_confirms_what_a_check_of_ours_measured(held, old_fact, page, on_card, qtbot):
    key = old_fact("Answers HTTP 200 on port 8096")
    held.write(
        lambda: held.desk.book.health.add(
            service="jellyfin",
            status="healthy",
            session_id=None,
            now=utc_now(),
            check_type="http",
            detail="HTTP 200 on port 8096",
            measured=True,
        )
    )
    page.refresh()
    on_card(key).setFocus()
    press(qtbot, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: "HTTP 200" in said(page))
    qtbot.waitUntil(page._none.isVisible)
    assert held.get(key.id).last_confirmed_at > to_text(utc_now() - timedelta(days=1))
    page.desk.undo.undo()
    on_card(key)


@pytest.mark.slow
def test_c_asks_the_next_session_where_no_check_can_tell(held, window, old_fact, page, on_card, qtbot):
    key, other = old_fact(), old_fact("The library scan takes 20 min", days=47)
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 2)
    page.table.select_key(key)
    on_card(key).setFocus()
    qtbot.waitUntil(lambda: window.sidebar.buttons["inbox"].badge == 2)
    press(qtbot, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: "the next session about jellyfin checks it" in said(page))
    assert [memory.id for memory in held.read(held.memory.aging.to_check)] == [key.id]
    assert list(page.model.keys) == [other]  # it needs nobody now
    qtbot.waitUntil(lambda: window.sidebar.buttons["inbox"].badge == 1)
    page.activate(PageLocation("inbox", filters={"state": "asked"}))
    assert "You asked for a check" in words(on_card(key))
    assert not page.card.buttons["check"].isVisible()
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: held.read(held.memory.aging.to_check) == [])
    qtbot.waitUntil(lambda: window.sidebar.buttons["inbox"].badge == 2)


@pytest.mark.slow
def test_several_that_expire_are_kept_at_once(held, old_fact, page, qtbot):
    keys = [old_fact(f"Job {n} takes {n} min", days=46) for n in (11, 12, 13)]
    page.refresh()
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    keep = page.bulk.buttons["expiring", "keep"]
    assert keep.isVisible() and keep.text() == "Keep 3"
    assert not page.bulk.buttons["held", "approve"].isVisible()
    qtbot.mouseClick(keep, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page._none.isVisible)
    fresh = to_text(utc_now() - timedelta(days=1))
    qtbot.waitUntil(lambda: all(held.get(key.id).last_confirmed_at > fresh for key in keys))


@pytest.mark.slow
def test_the_kinds_are_filtered_and_counted_in_the_side_bar(held, window, pair, old_fact, page, on_card, qtbot):
    (number,) = held.hold("Runs version 10.8.13")
    key, _, _ = pair()
    fact = old_fact()
    page.refresh()
    qtbot.waitUntil(lambda: list(page.model.keys) == [InboxKey("held", number), key, fact])
    qtbot.waitUntil(lambda: window.sidebar.buttons["inbox"].badge == 3)
    kind, service = page.boxes["kind"], page.boxes["service"]
    assert [kind.itemText(at) for at in range(kind.count())] == [
        "Anything  3",
        "Approval  0",
        "Upgrade  0",
        "New fact  1",
        "Possible conflict  1",
        "Proposed change  0",
        "Question  0",
        "Proven pattern  0",
        "Still true?  1",
    ]
    kind.setCurrentIndex(4)
    kind.activated.emit(4)
    qtbot.waitUntil(lambda: list(page.model.keys) == [key])
    kind.setCurrentIndex(0)
    kind.activated.emit(0)
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)
    index = next(at for at in range(service.count()) if service.itemText(at).startswith("box"))
    service.setCurrentIndex(index)
    service.activated.emit(index)
    qtbot.waitUntil(lambda: list(page.model.keys) == [key])
    page.search.setText("takes 60s")
    service.setCurrentIndex(0)
    service.activated.emit(0)
    page.search.searched.emit("takes 60s")
    qtbot.waitUntil(lambda: list(page.model.keys) == [fact])


@pytest.mark.slow
def test_a_place_names_a_pair(held, window, pair, old_fact, page, on_card):
    old_fact()
    key, _, _ = pair()
    window.show_place(PageLocation("review", key.id, filters={"kind": "conflict"}))
    on_card(key)


@pytest.mark.slow
def test_a_pair_that_was_answered_elsewhere_changes_nothing(held, pair, page, on_card, qtbot):
    key, old, _ = pair()
    page.refresh()
    card = on_card(key)
    held.desk.bridge.changed.disconnect(page._committed)  # it has not heard of it yet
    held.write(lambda: held.memory.review.resolve(key.id, ConflictState.BOTH))
    qtbot.waitUntil(card.buttons["replaced"].isEnabled)
    qtbot.mouseClick(card.buttons["replaced"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "answered elsewhere" in said(page))
    assert held.get(old).superseded_by is None and state(held, key) is ConflictState.BOTH
    qtbot.waitUntil(page._none.isVisible)
