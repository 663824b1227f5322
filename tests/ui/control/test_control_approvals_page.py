"""Approvals: cards that are answered by key, that go when they are answered elsewhere, and the history below."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication
from support.control import ask_action, ask_tier, fill_control

from claudeops_desktop.core.clock import from_text, utc_now
from claudeops_desktop.core.settings import WindowSettings
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.ui import theme
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.fixture
def page(desk, qtbot):
    window = MainWindow(desk)
    qtbot.addWidget(window, before_close_func=lambda w: w.shut_down())
    window.resize(1180, 760)
    window.show()
    qtbot.waitUntil(lambda: window.stack.name == "overview")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page("approvals")
    return window.stack.page


def toast(page):
    return page.window().toast.text


def waits(page, qtbot, number):
    qtbot.waitUntil(lambda: len(page.cards.cards) == number)
    return page.cards.cards


def state(desk, number):
    return desk.book.approvals.get(number).state


@pytest.mark.slow
def test_with_nothing_asked_it_says_what_will_appear_here(page, qtbot):
    assert page.empty.isVisible()
    with qtbot.waitSignal(page.navigation_requested) as told:
        page.empty.action_triggered.emit()
    assert told.args[0] == PageLocation("settings", filters={"group": "approvals"})


@pytest.mark.slow
def test_a_card_says_what_is_asked_and_what_a_yes_means(page, desk, qtbot):
    ask_tier(desk)
    (card,) = waits(page, qtbot, 1)
    told = card.request_view
    assert card.accessibleName() == "A run asks for tier 3: jellyfin answers 503 and two restarts did not help"
    assert told.reason.text() == "jellyfin answers 503 and two restarts did not help"
    assert told.services.text() == "jellyfin"
    assert told.may.text().startswith("Redeploy, install and upgrade")
    assert told.cost.text() == "At most $1.00"
    assert not told.context.isVisible()
    told.fold.click()
    assert told.context.isVisible()
    assert "SQLITE_BUSY" in told.context.toPlainText()


@pytest.mark.slow
def test_a_command_is_shown_as_it_is_with_what_would_not_show_written_out(page, desk, qtbot):
    ask_action(desk, "rm -rf /srv/\u202egpj.exe\u200b && echo <b>done</b>")
    (card,) = waits(page, qtbot, 1)
    assert card.request_view.command.toPlainText() == "rm -rf /srv/\\u202egpj.exe\\u200b && echo <b>done</b>"


@pytest.mark.slow
def test_agent_text_never_becomes_markup(page, desk, qtbot):
    ask_tier(desk, reason="<img src=x> <b>hurry</b>", context="<h1>now</h1>")
    (card,) = waits(page, qtbot, 1)
    assert card.request_view.reason.textFormat() == Qt.TextFormat.PlainText
    assert card.request_view.reason.text() == "<img src=x> <b>hurry</b>"
    assert "<img src=x>" in page.window().approval_bar.text


@pytest.mark.slow
def test_answering_moves_the_keys_to_the_next_card(page, desk, passing, qtbot):
    mild = {"action": "restart"}
    ids = [ask_tier(desk), ask_action(desk, **mild), ask_action(desk, "docker restart nas", **mild)]
    cards = list(waits(page, qtbot, 3))
    page.cards.focus_card()
    passing(0.5)
    qtbot.keyClick(cards[0], Qt.Key.Key_R)
    assert page.cards.current is cards[1]
    passing(0.5)
    qtbot.keyClick(cards[1], Qt.Key.Key_A)
    assert page.cards.current is cards[2]
    passing(0.5)
    qtbot.keyClick(cards[2], Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: [state(desk, n) for n in ids] == ["refused", "approved", "approved_run"])


@pytest.mark.slow
def test_arrows_move_between_cards(page, desk, qtbot):
    ask_tier(desk)
    ask_action(desk)
    cards = waits(page, qtbot, 2)
    page.cards.focus_card()
    qtbot.keyClick(cards[0], Qt.Key.Key_Down)
    assert page.cards.current is cards[1]
    qtbot.keyClick(cards[1], Qt.Key.Key_Up)
    assert page.cards.current is cards[0]


@pytest.mark.slow
def test_letters_in_the_note_are_letters_and_the_note_goes_along(page, desk, passing, qtbot):
    number = ask_tier(desk)
    (card,) = waits(page, qtbot, 1)
    card.note.setFocus()
    qtbot.keyClicks(card.note, "after the backup, ARa")
    assert state(desk, number) == "waiting"
    passing(0.5)
    qtbot.mouseClick(card.refuse, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: state(desk, number) == "refused")
    assert desk.book.approvals.get(number).note == "after the backup, ARa"


@pytest.mark.slow
def test_a_note_that_is_being_written_survives_another_question(page, desk, qtbot):
    ask_tier(desk)
    (card,) = waits(page, qtbot, 1)
    card.note.setFocus()
    qtbot.keyClicks(card.note, "wait")
    ask_action(desk)
    waits(page, qtbot, 2)
    assert page.cards.cards[0] is card
    assert card.note.text() == "wait"
    assert card.note.hasFocus()


@pytest.mark.slow
def test_answered_elsewhere_it_goes_at_once_with_a_word(page, desk, qtbot):
    number = ask_tier(desk)
    waits(page, qtbot, 1)
    desk.book.store.write(lambda: desk.book.approvals.answer(number, "approved", "tray", utc_now()))
    waits(page, qtbot, 0)
    qtbot.waitUntil(lambda: toast(page) == "Tier 3 for jellyfin was approved from the tray.")


@pytest.mark.slow
def test_the_key_meant_for_a_card_that_went_by_itself_answers_no_other(page, desk, qtbot):
    first, second = ask_tier(desk), ask_action(desk)
    cards = waits(page, qtbot, 2)
    page.cards.focus_card(first)
    assert page.cards.current is cards[0]
    desk.book.store.write(lambda: desk.book.approvals.withdraw("The run was stopped.", utc_now()) and None)
    desk.book.store.write(lambda: None).result()
    waits(page, qtbot, 0)
    third = ask_action(desk, "reboot")
    waits(page, qtbot, 1)
    assert page.cards.current is None
    qtbot.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_A)
    assert state(desk, third) == "waiting"
    assert state(desk, second) == "withdrawn"


@pytest.mark.slow
def test_a_command_of_the_palette_means_the_only_card_there_is(page, desk, passing, qtbot):
    number = ask_tier(desk)
    waits(page, qtbot, 1)
    page.window().header.run.setFocus()
    passing(0.5)
    page.actions()[2].trigger()
    qtbot.waitUntil(lambda: state(desk, number) == "refused")


@pytest.mark.slow
def test_a_command_of_the_palette_does_not_choose_between_cards(page, desk, passing, qtbot):
    numbers = [ask_tier(desk), ask_action(desk)]
    waits(page, qtbot, 2)
    passing(0.5)
    page.window().header.run.setFocus()
    page.actions()[0].trigger()
    assert [state(desk, n) for n in numbers] == ["waiting", "waiting"]


@pytest.mark.slow
def test_an_answer_that_comes_too_late_says_so(page, desk, qtbot):
    number = ask_tier(desk)
    (card,) = waits(page, qtbot, 1)
    desk.bridge.changed.disconnect(desk.approvals._changed)  # as if the other process had been quicker
    desk.book.store.write(lambda: desk.book.approvals.answer(number, "refused", "command line", utc_now())).result()
    desk.approvals._give(card.approval, "approved", "")
    qtbot.waitUntil(
        lambda: re.fullmatch(
            r"Your answer came too late\. Tier 3 for jellyfin was refused on the command line at \d\d:\d\d\.",
            toast(page),
        )
    )
    assert state(desk, number) == "refused"
    desk.bridge.changed.connect(desk.approvals._changed)


@pytest.mark.slow
def test_it_counts_down_and_where_motion_is_reduced_it_says_until_when(page, desk, qtbot, qapp):
    theme.apply_theme(qapp, WindowSettings(theme="light", reduce_motion=True))
    ask_tier(desk)
    (card,) = waits(page, qtbot, 1)
    assert card.left_text.startswith("waits until ")
    assert not page._tick.isActive()
    theme.apply_theme(qapp, WindowSettings(theme="light"))
    try:
        page._tell()
        (asked,) = desk.approvals.waiting
        card.update_time_left(from_text(asked.expires_at) - timedelta(minutes=12, seconds=4))
        assert card.left_text.startswith("12 min ")
        assert page._tick.isActive()
    finally:
        theme.apply_theme(qapp, WindowSettings(theme="light", reduce_motion=True))


@pytest.fixture
def history(page, desk, filled_desk, qtbot):
    fill_control(desk, waiting=False)
    qtbot.waitUntil(lambda: page.history.model.rowCount() == 10)
    return page.history


@pytest.mark.slow
def test_the_history_model_is_sound(history):
    QAbstractItemModelTester(history.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    history.show_rows(history._rows[:3])
    history.show_rows(())


@pytest.mark.slow
def test_what_was_answered_stands_in_the_history_and_can_be_filtered(history, qtbot):
    history.boxes["state"].setCurrentIndex(history.boxes["state"].findText("Refused  2"))
    history.boxes["state"].activated.emit(history.boxes["state"].currentIndex())
    assert history.model.rowCount() == 2
    qtbot.keyClicks(history.search, "systemctl")
    qtbot.waitUntil(lambda: history.model.rowCount() == 1)
    assert history.detail._answer.text().endswith("Not on a Friday. Wait for the maintenance window.")
    assert history.detail._answer.text().startswith("Refused in the window")


@pytest.mark.slow
def test_a_filter_says_how_many_it_leaves_under_the_others(history):
    history.filter_by({"kind": "tier"})
    states = [history.boxes["state"].itemText(n) for n in range(history.boxes["state"].count())]
    assert states == [
        "Any answer  5",
        "Approved  1",
        "Approved for the run  1",
        "Refused  1",
        "No answer in time  1",
        "Withdrawn  1",
    ]


@pytest.mark.slow
def test_return_in_the_history_opens_the_session_that_asked(history, page, qtbot):
    with qtbot.waitSignal(page.navigation_requested) as told:
        qtbot.keyClick(history.table, Qt.Key.Key_Return)
    assert told.args[0].page == "sessions"
    assert told.args[0].id is not None


@pytest.mark.slow
def test_a_place_leads_to_an_answered_question(history, page, desk, qtbot):
    history.filter_by({"state": "refused"})
    oldest = desk.book.approvals.list()[-1]
    page.activate(PageLocation("approvals", id=oldest.id))
    qtbot.waitUntil(lambda: history.table.current == oldest.id)


@pytest.mark.slow
def test_hundreds_of_questions_are_told_in_one_list(page, desk, qtbot):
    def many():
        now = utc_now() - timedelta(days=2)
        for n in range(300):
            desk.book.approvals.ask_operator(ApprovalQuestion("action", 2, now, command=f"reboot {n}"), now)
        desk.book.approvals.expire(utc_now())

    desk.book.store.write(many)
    qtbot.waitUntil(lambda: page.history.model.rowCount() == 300)
