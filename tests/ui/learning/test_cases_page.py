"""The page of cases: what helped is read at a glance, corrected with undo, merged, voted on and exported."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.learning import LearningService
from claudeops_desktop.ui.pages.base_page import PageLocation

PLACE = PageLocation("cases")


@pytest.fixture
def page(qtbot, taught, open_page):
    made = open_page(taught, PLACE)
    qtbot.waitUntil(lambda: made.model.rowCount() == 4 and made.detail.record is not None)
    return made


def case(page, service):
    found = page.desk.book.store.read(lambda: LearningService(page.desk.book).cases.list(service=service)).result()
    return found[0]


def choose(qtbot, page, service):
    number = case(page, service).id
    page.table.select_key(number)
    qtbot.waitUntil(lambda: page.detail.record is not None and page.detail.record.id == number)


def shown(page, section):
    return page.detail.section(section).label.text().replace("\u200b", "")


def save(page):
    page.dialog.submit.click()


def cells(page):
    columns = range(page.model.columnCount())
    return [[page.model.index(row, at).data() for at in columns] for row in range(page.model.rowCount())]


@pytest.mark.slow
def test_the_latest_comes_first_with_what_helped(page):
    rows = cells(page)
    assert [row[0] for row in rows] == ["mail", "nas", "vpn", "nginx"]
    assert [row[2] for row in rows] == [
        "not known",
        "ran zpool replace tank sdc sdf (1 of 1)",
        "Nothing that was done is on record.",
        "ran certbot renew, then reloaded nginx (2 of 2)",
    ]
    assert rows[3][3] == "cured, held" and rows[3][4] == "2"


@pytest.mark.slow
def test_one_shows_what_failed_the_cause_and_what_happened_in_order(qtbot, page):
    choose(qtbot, page, "nginx")
    assert "restarted nginx (0 of 2)" in shown(page, "failed")
    assert "renewal timer" in shown(page, "cause")
    facts = page.detail.facts.text()
    assert "seen 2 times" in facts and "offered 2 times, resolved 1" in facts
    moments = page.detail.section("moments").model
    qtbot.waitUntil(lambda: moments.rowCount() == 10)
    told = [(moments.index(row, 1).data(), moments.index(row, 2).data()) for row in range(moments.rowCount())]
    assert told[0][0] == "Began" and told[-1][0] == "Over"
    assert ("Attempt", "restarted nginx: did not help") in told
    assert ("Attempt", "ran certbot renew, then reloaded nginx: helped, after 41 s") in told


@pytest.mark.slow
def test_search_and_state_leave_what_matches(qtbot, page):
    page.search.setText("certbot")
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    page.search.setText("")
    qtbot.waitUntil(lambda: page.model.rowCount() == 4)
    page.boxes["state"].setCurrentIndex(2)
    page.boxes["state"].activated.emit(2)
    qtbot.waitUntil(lambda: {row[3] for row in cells(page)} <= {"cured", "cured, held"})


@pytest.mark.slow
def test_f2_corrects_the_words_and_undo_takes_it_back(qtbot, page):
    choose(qtbot, page, "mail")
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_F2)
    qtbot.waitUntil(lambda: page.dialog is not None)
    page.dialog.inputs["cure"].set_value("raised the limit of processes")
    save(page)
    qtbot.waitUntil(lambda: case(page, "mail").cure == "raised the limit of processes")
    qtbot.waitUntil(lambda: "raised the limit of processes (1 of 1)" in shown(page, "helped"))
    qtbot.waitUntil(lambda: page.said == ["Changed a case."])
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: case(page, "mail").cure == "" and len(case(page, "mail").attempts) == 1)


@pytest.mark.slow
def test_return_opens_the_form_of_the_case(qtbot, page):
    choose(qtbot, page, "nas")
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.dialog is not None)
    assert page.dialog.values["service"] == "nas"


@pytest.mark.slow
def test_a_click_on_a_head_sorts(qtbot, page):
    page.table.sort_requested.emit("seen", True)
    qtbot.waitUntil(lambda: cells(page)[0][0] == "nginx")


@pytest.mark.slow
def test_a_vote_and_a_retirement_count_and_are_undone(qtbot, page):
    choose(qtbot, page, "nas")
    page.action_set.buttons["wrong"].click()
    qtbot.waitUntil(lambda: case(page, "nas").record.down == 1)
    qtbot.waitUntil(lambda: bool(page.desk.undo.undo_text))
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: case(page, "nas").record.down == 0)
    page.action_set.buttons["retire"].click()
    qtbot.waitUntil(lambda: case(page, "nas").retired_at is not None)
    qtbot.waitUntil(lambda: page.action_set.buttons["retire"].text() == "Offer again")
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: case(page, "nas").retired_at is None)


@pytest.mark.slow
def test_two_cases_are_merged_and_split_again(qtbot, page):
    choose(qtbot, page, "mail")
    page.action_set.buttons["merge"].click()
    qtbot.waitUntil(lambda: page.dialog is not None)
    others = page.dialog.inputs["into"].widget
    others.setCurrentIndex(next(at for at in range(others.count()) if "nas" in others.itemText(at)))
    save(page)
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)
    assert case(page, "nas").seen == 2
    qtbot.waitUntil(lambda: bool(page.desk.undo.undo_text))
    page.desk.undo.undo()
    qtbot.waitUntil(lambda: page.model.rowCount() == 4)
    assert case(page, "nas").seen == 1


@pytest.mark.slow
def test_the_draft_of_a_postmortem_is_written(qtbot, page, tmp_path):
    file = tmp_path / "draft.md"
    page.export_to(case(page, "nginx").id, str(file))
    qtbot.waitUntil(lambda: bool(page.said) and file.exists())
    assert "# Postmortem (draft): nginx" in file.read_text(encoding="utf-8")


def test_without_cases_the_page_says_what_will_appear(qtbot, desk, open_page):
    page = open_page(desk, PLACE)
    qtbot.waitUntil(page._none.isVisible)
    assert page._none.accessibleName().startswith("No case yet") and not page.search.isVisible()


@pytest.mark.slow
def test_a_link_leads_to_a_case_and_to_those_of_a_service(qtbot, taught, open_page):
    number = case(open_page(taught, PLACE), "vpn").id
    page = open_page(taught, PageLocation("cases", id=number))
    qtbot.waitUntil(lambda: page.detail.record is not None and page.detail.record.id == number)
    page = open_page(taught, PageLocation("cases", filters={"service": "nginx"}))
    qtbot.waitUntil(lambda: [row[0] for row in cells(page)] == ["nginx"])


@pytest.mark.slow
def test_its_look_is_kept(qtbot, page):
    page.boxes["state"].setCurrentIndex(2)
    page.boxes["state"].activated.emit(2)
    state = page.save_state()
    assert state["state"] == "cured" and "splitter" in state
    page.restore_state({"state": "no such", "splitter": "damaged"})


@pytest.mark.slow
def test_a_question_is_answered_by_what_helped_last_time(qtbot, taught, open_page_of_asking):
    view, went = open_page_of_asking
    view.ask_question("the certificate of nginx has expired")
    qtbot.waitUntil(lambda: bool(view.answers.cards))
    card = view.answers.cards[0]
    assert "ran certbot renew, then reloaded nginx (2 of 2)" in card.answer.text
    card.setFocus()
    qtbot.keyClick(card, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(went))
    assert (went[0].page, went[0].id) == ("cases", card.answer.place.id)
    view.ask_question("something that was never seen")
    qtbot.waitUntil(lambda: not view.is_searching and view.answers.cards == [])
