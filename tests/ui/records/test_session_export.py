"""Export of a session from the window, and the filters that are less used."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.sessions.page import SessionsPage
from claudeops_desktop.ui.shell.page_looks import restore_looks, save_looks

from .logs import Talker


@pytest.fixture
def page(qtbot, desk):
    talker = Talker(desk, status="completed")
    talker.say("all is well")
    made = SessionsPage(desk)
    qtbot.addWidget(made)
    made.resize(1100, 800)
    made.show()
    qtbot.waitExposed(made)
    made.activate(None)
    qtbot.waitUntil(lambda: made.detail.session_id == talker.session_id)
    return made


def export(qtbot, page, path, kind=0):
    qtbot.mouseClick(page.detail.action_set.buttons["export"], Qt.MouseButton.LeftButton)
    dialog = page.detail.exporter.dialog
    assert dialog.nameFilters()[kind]
    dialog.selectNameFilter(dialog.nameFilters()[kind])
    told = []
    page.message_posted.connect(lambda text, _undo: told.append(text))
    dialog.fileSelected.emit(str(path))
    qtbot.waitUntil(lambda: len(told) == 2)
    dialog.close()
    return told[-1]


@pytest.mark.slow
def test_a_page_to_read(qtbot, page, tmp_path):
    said = export(qtbot, page, tmp_path / "one.html")
    assert said.startswith("Session 1 is in ")
    assert "all is well" in (tmp_path / "one.html").read_text()


@pytest.mark.slow
def test_the_form_chosen_gives_a_name_without_an_ending_its_own(qtbot, page, tmp_path):
    export(qtbot, page, tmp_path / "one", kind=2)
    assert json.loads((tmp_path / "one.json").read_text())["session"]["id"] == 1


@pytest.mark.slow
def test_the_name_says_the_form(qtbot, page, tmp_path):
    export(qtbot, page, tmp_path / "one.md")
    assert (tmp_path / "one.md").read_text().startswith("# Session 1")


@pytest.mark.slow
def test_a_place_that_cannot_be_written_is_told(qtbot, page, tmp_path):
    assert "could not be written" in export(qtbot, page, tmp_path / "nowhere" / "one.html")


@pytest.mark.slow
def test_it_is_an_action_of_the_page(page):
    assert "Export this session" in [action.text() for action in page.actions()]


@pytest.mark.slow
def test_the_less_used_filters_are_a_button_away_and_say_that_they_are_set(qtbot, page):
    boxes, more = page.boxes, page.more_filters
    assert not boxes["dry_run"].isVisible()
    qtbot.mouseClick(more, Qt.MouseButton.LeftButton)
    assert boxes["dry_run"].isVisible()
    place = boxes["dry_run"].findText("No dry runs", Qt.MatchFlag.MatchStartsWith)
    boxes["dry_run"].setCurrentIndex(place)
    boxes["dry_run"].activated.emit(place)
    qtbot.waitUntil(lambda: more.text() == "More filters 1")
    place = boxes["cost"].findText("Over $1.00")
    boxes["cost"].setCurrentIndex(place)
    boxes["cost"].activated.emit(place)
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)
    qtbot.mouseClick(page._none._button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    qtbot.waitUntil(lambda: more.text() == "More filters")


@pytest.mark.slow
def test_a_place_may_set_them_and_they_are_remembered(qtbot, page, desk):
    page.activate(PageLocation("sessions", filters={"service": "caddy", "days": 7, "cost": True}))
    state = page.save_state()
    assert (state["service"], state["days"], state["cost"]) == ("caddy", 7, None)
    other = SessionsPage(desk)
    qtbot.addWidget(other)
    other.restore_state(state)
    assert other.boxes["service"].value == "caddy"
    assert other.more_filters.isChecked()


@pytest.mark.slow
@pytest.mark.qt_log_ignore("This plugin does not support")
def test_columns_are_chosen_in_a_menu_and_remembered(qtbot, page, desk):
    page.columns.open_menu()
    action = next(action for action in page.columns.menu.actions() if action.text() == "Tiers")
    action.trigger()
    page.columns.menu.close()
    assert page.table.isColumnHidden(2)
    other = SessionsPage(desk)
    qtbot.addWidget(other)
    restore_looks(other, save_looks(page))
    assert other.table.isColumnHidden(2)
