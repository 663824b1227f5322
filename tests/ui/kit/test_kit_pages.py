"""What holds of every page of the kit, shown on pages that there are: keys, links, commands and what is kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from support.cases import fill_patterns

from claudeops_desktop.learning import LearningService
from claudeops_desktop.ui.pages.ask.page import AskPage
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.events.page import EventsPage
from claudeops_desktop.ui.pages.findings.page import FindingsPage
from claudeops_desktop.ui.shell.page_looks import restore_looks, save_looks


@pytest.fixture
def findings(desk):
    """The findings of a desk, as the page lists them."""
    desk.book.store.write(lambda: fill_patterns(desk.book)).result()
    return desk.book.store.read(LearningService(desk.book).findings.list).result()


@pytest.fixture
def open_page(qtbot, desk):
    def make(kind, place=None):
        page = kind(desk)
        qtbot.addWidget(page)
        page.resize(1000, 600)
        page.show()
        qtbot.waitExposed(page)
        page.activate(place)
        return page

    return make


def test_a_link_selects_its_row_and_leaves_the_keys_in_the_table(qtbot, findings, open_page):
    page = open_page(FindingsPage, PageLocation("findings", id=findings[1].id))
    qtbot.waitUntil(lambda: page.current is not None)
    assert page.table.current == findings[1].id
    assert page.focusWidget() is page.table


def test_a_key_of_the_table_is_left_to_a_button_that_has_the_focus(qtbot, findings, open_page):
    page = open_page(FindingsPage)
    qtbot.waitUntil(lambda: page.current is not None)
    page.activateWindow()
    went = []
    page.navigation_requested.connect(went.append)
    page.action_set.buttons["events"].setFocus()
    qtbot.keyClick(page.action_set.buttons["events"], Qt.Key.Key_Space)
    assert [place.page for place in went] == ["events"]
    assert not page.desk.undo.busy and not page.desk.undo.undo_text


def test_the_commands_of_a_list_are_in_the_palette_under_their_full_names(findings, open_page):
    page = open_page(FindingsPage)
    assert [action.text() for action in page.actions()] == [
        "Show the events",
        "Mark the finding as fixed, or open it again",
    ]


def test_the_buttons_of_a_list_are_about_a_row(qtbot, open_page):
    page = open_page(FindingsPage)
    qtbot.waitUntil(page.empty.isVisible)
    assert not any(button.isVisible() for button in page.action_set.buttons.values())


def test_a_list_keeps_the_widths_of_its_columns(open_page):
    page = open_page(FindingsPage)
    page.table.setColumnWidth(1, 222)
    later = open_page(FindingsPage)
    later.restore_state(page.save_state())
    assert later.table.columnWidth(1) == 222


def test_the_look_that_an_earlier_version_kept_is_taken_up(open_page):
    page = open_page(EventsPage)
    assert set(save_looks(page)) == {"EventGroupModel", "EventOccurrenceModel"}
    restore_looks(page, {"EventGroupModel": {"hidden": ["count"], "compact": True}})
    assert page.table.isColumnHidden(2) and page.table.is_compact


def test_a_list_may_be_a_part_of_a_page(qtbot, open_page):
    page = open_page(AskPage)
    page.reveal("steps")
    qtbot.waitUntil(page.steps.empty.isVisible)
    assert page.steps.contentsMargins().left() == 0


def test_a_list_says_its_times_anew_while_it_is_in_view(qtbot, findings, open_page):
    page = open_page(FindingsPage)
    qtbot.waitUntil(lambda: page.current is not None)
    with qtbot.waitSignal(page.model.dataChanged):
        page._retell.setInterval(1)
    page.deactivate()
    assert not page._retell.isActive()
