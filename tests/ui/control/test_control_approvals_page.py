"""Approvals in the inbox: answered by key, gone when they are answered elsewhere, and found again once decided."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QLabel
from support.cards import box, is_laid_out, links, words
from support.control import ask_action, ask_tier, fill_control

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.settings import WindowSettings
from claudeops_desktop.records.approvals import ApprovalQuestion
from claudeops_desktop.ui import theme
from claudeops_desktop.ui.pages import resolve_location
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.inbox.queries import InboxKey
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
    window.show_page("inbox")
    return window.stack.page


def toast(page):
    return page.window().toast.text


def waits(page, qtbot, number):
    """The card, once so many questions are listed and one of them is shown."""
    qtbot.waitUntil(lambda: page.model.rowCount() == number and (page.card.key is not None) == (number > 0))
    if number:
        qtbot.waitUntil(lambda: is_laid_out(page.card))
    return page.card


def key_of(number):
    return InboxKey("approval", number)


def action_of(page, text):
    return next(one for one in page.actions() if one.text() == text)


def state(desk, number):
    return desk.book.approvals.get(number).state


@pytest.mark.slow
def test_with_nothing_asked_it_says_what_will_appear_here(page, qtbot):
    qtbot.waitUntil(page._none.isVisible)
    with qtbot.waitSignal(page.navigation_requested) as told:
        page._none.action_triggered.emit()
    assert told.args[0] == PageLocation("settings", filters={"group": "approvals"})


@pytest.mark.slow
def test_a_card_says_what_is_asked_and_what_a_yes_means(page, desk, qtbot):
    ask_tier(desk)
    card = waits(page, qtbot, 1)
    said = words(card)
    assert card.accessibleName() == "A run asks for tier 3: jellyfin answers 503 and two restarts did not help"
    assert "Reason\njellyfin answers 503 and two restarts did not help" in said
    assert "Services\njellyfin" in said
    assert "If yes\nRedeploy, install and upgrade" in said
    assert "Cost\nAt most $1.00" in said
    assert "SQLITE_BUSY" not in said
    card.more.views[0].fold.click()
    assert "SQLITE_BUSY" in words(card)


@pytest.mark.slow
def test_a_command_is_shown_as_it_is_with_what_would_not_show_written_out(page, desk, qtbot):
    ask_action(desk, "rm -rf /srv/\u202egpj.exe\u200b && echo <b>done</b>")
    card = waits(page, qtbot, 1)
    assert box(card, "The command").toPlainText() == "rm -rf /srv/\\u202egpj.exe\\u200b && echo <b>done</b>"


@pytest.mark.slow
def test_agent_text_never_becomes_markup(page, desk, qtbot):
    ask_tier(desk, reason="<img src=x> <b>hurry</b>", context="<h1>now</h1>")
    card = waits(page, qtbot, 1)
    labels = [label for label in card.findChildren(QLabel) if label.text()]
    assert all(label.textFormat() == Qt.TextFormat.PlainText for label in labels)
    assert "<img src=x> <b>hurry</b>" in [label.text() for label in labels]
    assert "<img src=x>" in page.window().approval_bar.text


@pytest.mark.slow
def test_answering_moves_the_keys_to_the_next_card(page, desk, passing, qtbot):
    mild = {"action": "restart"}
    ids = [ask_tier(desk), ask_action(desk, **mild), ask_action(desk, "docker restart nas", **mild)]
    card = waits(page, qtbot, 3)
    page.focus_card()
    for key, modifier, after in (
        (Qt.Key.Key_R, Qt.KeyboardModifier.NoModifier, ids[1]),
        (Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, ids[2]),
        (Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier, None),
    ):
        qtbot.waitUntil(lambda: card.is_read)
        passing(0.5)
        qtbot.keyClick(card, key, modifier)
        assert after is None or (card.key == key_of(after) and card.hasFocus())
    qtbot.waitUntil(lambda: [state(desk, n) for n in ids] == ["refused", "approved", "approved_run"])


@pytest.mark.slow
def test_arrows_move_between_cards(page, desk, qtbot):
    first, second = ask_tier(desk), ask_action(desk)
    card = waits(page, qtbot, 2)
    page.focus_card()
    qtbot.keyClick(card, Qt.Key.Key_Down)
    assert card.key == key_of(second) and card.hasFocus()
    qtbot.keyClick(card, Qt.Key.Key_Up)
    assert card.key == key_of(first) and card.hasFocus()


@pytest.mark.slow
def test_letters_in_the_note_are_letters_and_the_note_goes_along(page, desk, passing, qtbot):
    number = ask_tier(desk)
    card = waits(page, qtbot, 1)
    card.note.setFocus()
    qtbot.keyClicks(card.note, "after the backup, ARa")
    assert state(desk, number) == "waiting"
    passing(0.5)
    qtbot.mouseClick(card.buttons["refused"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: state(desk, number) == "refused")
    assert desk.book.approvals.get(number).note == "after the backup, ARa"


@pytest.mark.slow
def test_a_note_that_is_being_written_survives_another_question(page, desk, qtbot):
    ask_tier(desk)
    card = waits(page, qtbot, 1)
    card.note.setFocus()
    qtbot.keyClicks(card.note, "wait")
    ask_action(desk)
    waits(page, qtbot, 2)
    assert card.note.toPlainText() == "wait"
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
    card = waits(page, qtbot, 2)
    page.focus_card()
    assert card.key == key_of(first)
    desk.book.store.write(lambda: desk.book.approvals.withdraw("The run was stopped.", utc_now()) and None)
    desk.book.store.write(lambda: None).result()
    waits(page, qtbot, 0)
    third = ask_action(desk, "reboot")
    waits(page, qtbot, 1)
    assert not card.has_keys
    qtbot.keyClick(QApplication.focusWidget() or page, Qt.Key.Key_A)
    assert state(desk, third) == "waiting"
    assert state(desk, second) == "withdrawn"


@pytest.mark.slow
def test_a_command_of_the_palette_means_the_only_card_there_is(page, desk, passing, qtbot):
    number = ask_tier(desk)
    waits(page, qtbot, 1)
    page.window().header.run.setFocus()
    passing(0.5)
    action_of(page, "Refuse or reject what waits").trigger()
    qtbot.waitUntil(lambda: state(desk, number) == "refused")


@pytest.mark.slow
def test_a_command_of_the_palette_does_not_choose_between_cards(page, desk, passing, qtbot):
    numbers = [ask_tier(desk), ask_action(desk)]
    waits(page, qtbot, 2)
    passing(0.5)
    page.window().header.run.setFocus()
    action_of(page, "Approve what waits").trigger()
    assert [state(desk, n) for n in numbers] == ["waiting", "waiting"]


@pytest.mark.slow
def test_an_answer_that_comes_too_late_says_so(page, desk, qtbot):
    number = ask_tier(desk)
    card = waits(page, qtbot, 1)
    desk.bridge.changed.disconnect(desk.approvals._changed)  # as if the other process had been quicker
    desk.book.store.write(lambda: desk.book.approvals.answer(number, "refused", "command line", utc_now())).result()
    desk.approvals._give(card.item, "approved", "")
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
    card = waits(page, qtbot, 1)
    assert card.time_left.text().startswith("waits until ")
    assert not page._tick.isActive()
    theme.apply_theme(qapp, WindowSettings(theme="light"))
    try:
        page._tell_times()
        page._tick_while_needed()
        assert card.time_left.text().endswith(" left")
        assert page._tick.isActive()
    finally:
        theme.apply_theme(qapp, WindowSettings(theme="light", reduce_motion=True))


@pytest.fixture
def decided(page, desk, filled_desk, qtbot):
    """The page with the approvals that were decided."""
    fill_control(desk, waiting=False)
    action_of(page, "Show decided approvals").trigger()
    qtbot.waitUntil(lambda: page.model.rowCount() == 10)
    return page


@pytest.mark.slow
def test_the_model_of_the_list_is_sound(decided, qtbot):
    QAbstractItemModelTester(decided.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    decided.activate(PageLocation("inbox", filters={}))
    qtbot.waitUntil(lambda: decided.model.rowCount() != 10)


@pytest.mark.slow
def test_what_was_decided_is_listed_and_can_be_filtered(decided, qtbot):
    decided.activate(PageLocation("inbox", filters={"state": "refused"}))
    qtbot.waitUntil(lambda: decided.model.rowCount() == 2)
    qtbot.keyClicks(decided.search, "systemctl")
    qtbot.waitUntil(lambda: decided.model.rowCount() == 1 and decided.card.key is not None)
    qtbot.waitUntil(lambda: "Not on a Friday. Wait for the maintenance window." in words(decided.card))
    assert "Answer\nRefused in the window" in words(decided.card)


@pytest.mark.slow
def test_what_was_decided_is_decided_on_no_more(decided, qtbot):
    qtbot.waitUntil(lambda: decided.card.key is not None)
    assert not any(button.isVisible() for button in decided.card.buttons.values())
    assert not decided.card.note.isVisible()


@pytest.mark.slow
def test_a_filter_says_how_many_it_leaves_under_the_others(decided, qtbot):
    box_of = decided.boxes["category"]
    texts = [box_of.itemText(n) for n in range(box_of.count())]
    assert texts[0] == "Any category  10"
    assert {"a higher tier  5", "a deletion  5"} <= set(texts)


@pytest.mark.slow
def test_the_session_that_asked_is_one_click_away(decided, qtbot):
    qtbot.waitUntil(lambda: bool(links(decided.card)))
    with qtbot.waitSignal(decided.navigation_requested) as told:
        next(iter(links(decided.card).values())).click()
    assert told.args[0].page == "sessions"
    assert told.args[0].id is not None


@pytest.mark.slow
def test_a_place_leads_to_an_answered_question(decided, page, desk, qtbot):
    page.activate(PageLocation("inbox", filters={}))
    oldest = desk.book.approvals.list()[-1]
    page.activate(PageLocation("inbox", id=oldest.id))
    qtbot.waitUntil(lambda: page.card.key == key_of(oldest.id))


@pytest.mark.slow
def test_hundreds_of_questions_are_told_in_one_list(page, desk, qtbot):
    def many():
        now = utc_now() - timedelta(days=2)
        for n in range(300):
            desk.book.approvals.ask_operator(ApprovalQuestion("action", 2, now, command=f"reboot {n}"), now)
        desk.book.approvals.expire(utc_now())

    desk.book.store.write(many)
    page.activate(PageLocation("inbox", filters={"state": "decided"}))
    qtbot.waitUntil(lambda: page.model.rowCount() == 300)


@pytest.mark.parametrize(
    ("old", "filters"),
    [
        (PageLocation("approvals"), {}),
        (PageLocation("approvals", id=7), {"kind": "approval"}),
        (PageLocation("approvals", filters={"state": "refused"}), {"state": "refused", "kind": "approval"}),
        (PageLocation("approvals", filters={"kind": "tier"}), {"category": "tier", "kind": "approval"}),
        (PageLocation("review"), {}),
        (PageLocation("review", id=7), {"kind": "held"}),
        (PageLocation("review", id=7, filters={"kind": "conflict"}), {"kind": "conflict"}),
        (PageLocation("review", filters={"service": "nas"}), {"service": "nas"}),
    ],
)
def test_locations_of_the_pages_before_lead_to_the_inbox(old, filters):
    assert resolve_location(old) == PageLocation("inbox", id=old.id, filters=filters)
