"""What holds of every page of the kit, shown on pages that there are: keys, links, commands and what is kept."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from support.cases import fill_patterns

from claudeops_desktop.learning import LearningService
from claudeops_desktop.ui.kit.actions import ActionSpec
from claudeops_desktop.ui.kit.columns import text_column, time_column
from claudeops_desktop.ui.kit.detail import EmptyText
from claudeops_desktop.ui.kit.list_page import ListPage, ListPageSpec, has_current
from claudeops_desktop.ui.pages.ask.page import AskPage
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.events.page import EventsPage
from claudeops_desktop.ui.shell.page_looks import restore_looks, save_looks


class SamplePage(ListPage):
    """A list of findings with a button and a key of its table."""

    title = "Findings"
    spec = ListPageSpec(
        title=title,
        look="SampleModel",
        intro="What came up more than once.",
        columns=(
            text_column("title", "Finding", 300, lambda finding: finding.title, stretch=True),
            time_column("last", "Latest", 100, lambda finding: finding.last_seen_at),
        ),
        load=lambda context: {one.id: one for one in LearningService(context.book).findings.list()},
        tables=frozenset(("findings",)),
        fact=lambda findings: f"{len(findings)} findings",
        empty=EmptyText("activity", "No finding yet", "The first one appears here."),
        actions=(
            ActionSpec("events", "Show the events", lambda page: page.pressed.append("events"), shown=has_current),
            ActionSpec("fix", "Mark as fixed", lambda page: page.pressed.append("fix"), "Space", for_table=True),
        ),
        buttons=("events",),
    )

    def __init__(self, context):
        super().__init__(context)
        self.pressed = []


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


@pytest.mark.slow
def test_a_link_selects_its_row_and_leaves_the_keys_in_the_table(qtbot, findings, open_page):
    page = open_page(SamplePage, PageLocation("sample", id=findings[1].id))
    qtbot.waitUntil(lambda: page.current is not None)
    assert page.table.current == findings[1].id
    assert page.focusWidget() is page.table


def test_a_key_of_the_table_is_left_to_a_button_that_has_the_focus(qtbot, findings, open_page):
    page = open_page(SamplePage)
    qtbot.waitUntil(lambda: page.current is not None)
    page.activateWindow()
    page.action_set.buttons["events"].setFocus()
    qtbot.keyClick(page.action_set.buttons["events"], Qt.Key.Key_Space)
    assert page.pressed == ["events"]


def test_the_commands_of_a_list_are_in_the_palette_under_their_full_names(findings, open_page):
    page = open_page(SamplePage)
    assert [action.text() for action in page.actions()] == [
        "Show the events",
        "Mark as fixed",
    ]


def test_the_buttons_of_a_list_are_about_a_row(qtbot, open_page):
    page = open_page(SamplePage)
    qtbot.waitUntil(page.empty.isVisible)
    assert not any(button.isVisible() for button in page.action_set.buttons.values())


def test_a_list_keeps_the_widths_of_its_columns(open_page):
    page = open_page(SamplePage)
    page.table.setColumnWidth(1, 222)
    later = open_page(SamplePage)
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
    page = open_page(SamplePage)
    qtbot.waitUntil(lambda: page.current is not None)
    with qtbot.waitSignal(page.model.dataChanged):
        page._retell.setInterval(1)
    page.deactivate()
    assert not page._retell.isActive()
