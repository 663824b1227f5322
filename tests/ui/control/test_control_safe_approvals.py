"""Approvals cannot be given by accident: one card in view, keys that wait for it, and five seconds to undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication
from support.cards import box, is_laid_out
from support.control import ask_action, ask_tier

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.emergency_stop_marker import clear_marker, set_marker
from claudeops_desktop.records.approvals import Approval, is_held_back
from claudeops_desktop.storage import CommittedChange
from claudeops_desktop.ui.kit.decision_card import NOT_CHOSEN, NOT_READ
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.inbox.queries import InboxKey
from claudeops_desktop.ui.shell.window import MainWindow

A, R, Z = Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_Z
LEFT = Qt.MouseButton.LeftButton
LONG = "ssh nas 'docker compose -f /srv/media/docker-compose.yml " + " ".join(f"--env V{n}={n:04}" for n in range(310))
LONG = f"{LONG[:3980]} restart; reboot'"


@pytest.fixture
def window(desk, qtbot):
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.resize(1280, 800)
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


@pytest.fixture
def page(window):
    window.show_page("inbox")
    return window.stack.page


def waits(page, qtbot, number):
    """The card, once so many questions are listed and the first of them is shown."""
    qtbot.waitUntil(lambda: page.model.rowCount() == number and (page.card.key is not None) == (number > 0))
    if number:
        qtbot.waitUntil(lambda: is_laid_out(page.card))
    return page.card


def key_of(number):
    return InboxKey("approval", number)


def choose(page, qtbot):
    """Give the card the keys, as Return in the list does."""
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    assert page.card.hasFocus()


def states(desk, *ids):
    desk.book.store.write(lambda: None).result()  # what was asked for before is done
    return [desk.book.approvals.get(n).state for n in ids]


def press(qtbot, key, modifier=Qt.KeyboardModifier.NoModifier):
    qtbot.keyClick(QApplication.focusWidget() or QApplication.activeWindow(), key, modifier)


def mild(desk, number, command="docker restart jellyfin"):
    return [ask_action(desk, f"{command} {n}", action="restart") for n in range(number)]


@pytest.mark.slow
@pytest.mark.parametrize("number", [1, 3, 12])
def test_a_second_key_answers_nothing_until_its_card_was_in_view_for_half_a_second(page, desk, passing, qtbot, number):
    ids = mild(desk, number)
    waits(page, qtbot, number)
    choose(page, qtbot)
    passing(0.5)
    press(qtbot, A)
    press(qtbot, A)
    passing(0.49)
    press(qtbot, A)
    assert states(desk, *ids) == ["approved", *["waiting"] * (number - 1)]
    if number > 1:
        card = page.card
        assert card.key == key_of(ids[1]) and card.hasFocus()
        assert card.visibleRegion().boundingRect() == card.rect()
        passing(0.02)
        press(qtbot, A)
        assert states(desk, *ids)[:2] == ["approved", "approved"]
        assert "waiting" in states(desk, *ids) or number == 2


@pytest.mark.slow
def test_on_arrival_no_key_answers_whatever_it_was_meant_for(window, desk, passing, qtbot):
    ids = [ask_tier(desk), *mild(desk, 2)]
    qtbot.waitUntil(lambda: len(desk.approvals.waiting) == 3)
    window.show_place(PageLocation("approvals", id=ids[0]))
    page = window.stack.page
    card = waits(page, qtbot, 3)
    passing(5)
    for key in (A, R, Qt.Key.Key_Space):
        press(qtbot, key)
    assert not card.has_keys
    assert card.hint.text() == NOT_CHOSEN
    assert states(desk, *ids) == ["waiting"] * 3


@pytest.mark.slow
def test_the_card_of_a_place_is_shown_and_has_no_keys_yet(window, desk, passing, qtbot):
    ids = mild(desk, 3)
    qtbot.waitUntil(lambda: len(desk.approvals.waiting) == 3)
    window.show_place(PageLocation("approvals", id=ids[2]))
    page = window.stack.page
    qtbot.waitUntil(lambda: page.card.key == key_of(ids[2]))
    assert page.card.position.text() == "3 of 3"
    passing(1)
    press(qtbot, A)
    assert states(desk, *ids) == ["waiting"] * 3
    choose(page, qtbot)
    press(qtbot, A)
    assert states(desk, *ids) == ["waiting", "waiting", "approved"]


@pytest.mark.slow
def test_a_new_question_moves_neither_the_card_nor_the_keys(page, desk, passing, qtbot):
    (first,) = mild(desk, 1)
    card = waits(page, qtbot, 1)
    choose(page, qtbot)
    passing(0.5)
    before = card.mapToGlobal(QPoint(0, 0)), card.size()
    ask_action(desk, "docker restart other", action="restart")
    waits(page, qtbot, 2)
    assert card.key == key_of(first) and card.hasFocus()
    assert (card.mapToGlobal(QPoint(0, 0)), card.size()) == before
    press(qtbot, A)
    assert states(desk, first) == ["approved"]


@pytest.mark.slow
def test_a_key_that_is_held_down_counts_once(page, desk, passing, qtbot):
    ids = mild(desk, 3)
    waits(page, qtbot, 3)
    choose(page, qtbot)
    passing(0.5)
    press(qtbot, A)
    for _ in range(5):
        passing(0.5)
        focused = QApplication.focusWidget()
        QApplication.sendEvent(
            focused, QKeyEvent(QEvent.Type.KeyPress, A, Qt.KeyboardModifier.NoModifier, "a", autorep=True)
        )
    assert states(desk, *ids) == ["approved", "waiting", "waiting"]


@pytest.mark.slow
def test_a_command_of_4000_characters_is_approved_only_once_it_was_scrolled_to_its_end(page, desk, passing, qtbot):
    number = ask_action(desk, LONG, action="restart")
    assert len(LONG) == 3997
    card = waits(page, qtbot, 1)
    choose(page, qtbot)
    qtbot.waitUntil(lambda: card.area.verticalScrollBar().maximum() > 0)
    command = box(card, "The command")
    assert command.toPlainText() == LONG
    assert command.verticalScrollBar().maximum() == 0  # the card scrolls, not the command in it
    passing(5)
    press(qtbot, A)
    qtbot.mouseClick(card.buttons["approved"], LEFT)
    assert card.hint.text() == NOT_READ
    assert not card.buttons["approved"].isEnabled()
    assert states(desk, number) == ["waiting"]
    while card.area.verticalScrollBar().value() < card.area.verticalScrollBar().maximum():
        press(qtbot, Qt.Key.Key_PageDown)
    assert card.buttons["approved"].isEnabled()
    press(qtbot, A)
    assert states(desk, number) == ["approved"]


@pytest.mark.slow
def test_a_long_command_can_be_refused_without_reading_it(page, desk, passing, qtbot):
    number = ask_action(desk, LONG)
    card = waits(page, qtbot, 1)
    qtbot.waitUntil(lambda: card.area.verticalScrollBar().maximum() > 0)
    qtbot.mouseClick(card.buttons["refused"], LEFT)
    assert states(desk, number) == ["waiting"]  # it has only just come under the pointer
    passing(0.5)
    qtbot.mouseClick(card.buttons["refused"], LEFT)
    qtbot.waitUntil(lambda: states(desk, number) == ["refused"])


@pytest.mark.slow
def test_a_double_click_answers_one_card(page, desk, passing, qtbot):
    ids = mild(desk, 3)
    card = waits(page, qtbot, 3)
    qtbot.waitUntil(card.buttons["approved"].isEnabled)
    passing(0.5)
    qtbot.mouseClick(card.buttons["approved"], LEFT)
    qtbot.mouseClick(card.buttons["approved"], LEFT)
    qtbot.waitUntil(lambda: states(desk, *ids) == ["approved", "waiting", "waiting"])


@pytest.mark.slow
def test_a_card_that_was_out_of_view_begins_anew(window, page, desk, passing, qtbot):
    (number,) = mild(desk, 1)
    card = waits(page, qtbot, 1)
    choose(page, qtbot)
    passing(0.5)
    assert card.armed
    window.show_page("overview")
    passing(5)
    window.show_page("inbox")
    card.setFocus()
    assert not card.armed
    passing(0.5)
    assert card.armed
    window.resize(1280, 700)
    assert not card.armed
    passing(0.5)
    QApplication.sendEvent(window, QEvent(QEvent.Type.WindowDeactivate))
    assert not card.armed
    assert states(desk, number) == ["waiting"]


@pytest.mark.slow
def test_a_card_that_does_not_fit_its_place_is_not_answered_by_a_key(window, page, desk, passing, qtbot):
    (number,) = mild(desk, 1)
    card = waits(page, qtbot, 1)
    choose(page, qtbot)
    card.setMinimumHeight(3000)
    passing(5)
    press(qtbot, A)
    assert not card.is_whole
    assert states(desk, number) == ["waiting"]
    card.setMinimumHeight(0)


@pytest.mark.parametrize(
    ("kind", "tier", "action", "held"),
    [
        ("tier", 3, "", True),
        ("tier", 2, "", False),
        ("action", 1, "host", True),
        ("action", 2, "stop", True),
        ("action", 1, "destructive", True),
        ("action", 3, "restart", True),
        ("action", 2, "restart", False),
        ("action", 2, "disclose", False),
    ],
)
def test_what_waits_five_seconds(kind, tier, action, held):
    row = Approval(1, kind, 1, 1, tier, action, (), "", "", "", "", None, "", "", "waiting", None, "", "")
    assert is_held_back(row) is held


@pytest.fixture
def held(page, desk, passing, qtbot):
    """Tier 3, approved by key a moment ago."""
    number = ask_tier(desk)
    card = waits(page, qtbot, 1)
    choose(page, qtbot)
    passing(0.5)
    press(qtbot, A)
    assert card.is_pending
    return number, card


@pytest.mark.slow
def test_tier_3_takes_effect_after_five_seconds(held, page, desk, passing, qtbot):
    number, card = held
    assert card.pending_label.text().endswith("It takes effect in 5 s.")
    assert card.hint.text() == "Z: undo, R: refuse"
    assert page.window().approval_bar.other_button.text() == "Undo"
    passing(4.9)
    desk.approvals.held.apply_due()
    assert card.pending_label.text().endswith("It takes effect in 1 s.")
    assert states(desk, number) == ["waiting"]
    press(qtbot, A)
    assert states(desk, number) == ["waiting"]
    passing(0.2)
    desk.approvals.held.apply_due()
    assert states(desk, number) == ["approved"]
    waits(page, qtbot, 0)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["key", "button", "bar"])
def test_undo_leaves_the_question_waiting(held, page, desk, passing, qtbot, way):
    number, card = held
    if way == "key":
        press(qtbot, Z)
    else:
        qtbot.mouseClick(card.undo if way == "button" else page.window().approval_bar.other_button, LEFT)
    assert not card.is_pending
    passing(10)
    desk.approvals.held.apply_due()
    assert states(desk, number) == ["waiting"]
    assert page.window().toast.text.startswith("Not approved")


@pytest.mark.slow
def test_refusing_is_immediate_also_while_an_approval_is_on_its_way(held, desk, passing, qtbot):
    number, _ = held
    press(qtbot, R)
    qtbot.waitUntil(lambda: states(desk, number) == ["refused"])
    passing(10)
    desk.approvals.held.apply_due()
    assert states(desk, number) == ["refused"]


@pytest.mark.slow
def test_a_window_that_is_closed_within_the_five_seconds_approves_nothing(held, window, desk, passing, qtbot):
    number, _ = held
    window.hide()
    passing(10)
    desk.approvals.held.apply_due()
    assert states(desk, number) == ["waiting"]


@pytest.mark.slow
def test_an_application_that_ends_within_the_five_seconds_approves_nothing(held, window, desk, passing):
    number, _ = held
    window.shut_down()
    passing(10)
    desk.approvals.held.apply_due()
    assert states(desk, number) == ["waiting"]


@pytest.mark.slow
def test_a_stop_within_the_five_seconds_is_stronger(held, desk, passing, qtbot):
    number, _ = held
    set_marker(desk.folder.root)
    passing(10)
    desk.approvals.held.apply_due()
    assert states(desk, number) == ["waiting"]


@pytest.mark.slow
def test_a_stop_takes_all_cards_away_at_once_though_no_record_says_so_yet(held, page, desk, passing, qtbot):
    number, _ = held
    set_marker(desk.folder.root)
    desk.book.store.hub.publish(CommittedChange("stop"))
    waits(page, qtbot, 0)
    assert desk.approvals.held.all_held == ()
    clear_marker(desk.folder.root)
    desk.book.store.hub.publish(CommittedChange("stop"))
    card = waits(page, qtbot, 1)
    assert not card.is_pending
    assert states(desk, number) == ["waiting"]


@pytest.mark.slow
def test_a_question_whose_asker_is_gone_goes_at_once_and_its_approval_with_it(held, page, desk, passing, qtbot):
    number, _ = held
    desk.book.store.write(lambda: desk.book.approvals.withdraw("The session that asked has ended.", utc_now())).result()
    waits(page, qtbot, 0)
    passing(10)
    desk.approvals.held.apply_due()
    assert states(desk, number) == ["withdrawn"]
    qtbot.waitUntil(lambda: "no longer asked for" in page.window().toast.text)


@pytest.mark.slow
def test_turning_to_another_page_lets_it_take_effect_and_says_so(held, window, desk, passing):
    number, _ = held
    window.show_page("overview")
    assert "takes effect in" in window.approval_bar.text
    passing(5)
    desk.approvals.held.apply_due()
    assert states(desk, number) == ["approved"]
