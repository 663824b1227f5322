"""Search through all logs, driven as an operator does (S4)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.agents.log import log_name
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.runs.log_index.database import index_file
from claudeops_desktop.runs.log_index.program import run_indexing
from claudeops_desktop.runs.log_index.search import LogHit
from claudeops_desktop.storage import CommittedChange
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.sessions.log_search import split_marked
from claudeops_desktop.ui.pages.sessions.page import SessionsPage
from claudeops_desktop.ui.pages.sessions.sections import LOG

from .logs import Talker, says


@pytest.fixture
def talk(desk):
    """Three sessions that spoke of a disk."""
    talkers = []
    for number in (1, 2, 3):
        talker = Talker(desk, log_name(number, utc_now()), status="failed" if number == 2 else "completed")
        talker.say("nothing yet", f"the disk of host{number} is full", "and so on", "the disk again")
        talkers.append(talker)
    return talkers


@pytest.fixture
def open_search(qtbot):
    kept = []

    def make(desk, text="", indexed=True):
        if indexed:
            run_indexing(desk.folder)
        page = SessionsPage(desk)
        how = QAbstractItemModelTester.FailureReportingMode.Fatal
        kept.extend([page, QAbstractItemModelTester(page.logs.model, how)])
        qtbot.addWidget(page)
        page.resize(1100, 800)
        page.show()
        qtbot.waitExposed(page)
        page.activate(None)
        qtbot.waitUntil(lambda: page.model.rowCount() > 0)
        choose(qtbot, page.where, "in all logs")
        if text:
            page.search.setFocus()
            qtbot.keyClicks(page.search, text)
            qtbot.keyClick(page.search, Qt.Key.Key_Return)
        return page

    yield make
    kept.clear()


def choose(qtbot, box, text):
    place = box.findText(text, Qt.MatchFlag.MatchStartsWith)
    box.setCurrentIndex(place)
    box.activated.emit(place)


def found(page):
    return [(hit.session_id, hit.line) for hit in page.logs.hits]


@pytest.mark.slow
def test_passages_of_all_logs_newest_first_with_the_words_marked(qtbot, open_search, desk, talk):
    page = open_search(desk, "disk")
    qtbot.waitUntil(lambda: len(page.logs.hits) == 6)
    assert found(page)[:3] == [(3, 4), (3, 2), (2, 4)]
    assert page.logs.model.index(1, 4).data() == "the disk of host3 is full"
    assert split_marked(page.logs.hits[1]) == [("the ", False), ("disk", True), (" of host3 is full", False)]
    assert page.logs.status_label.text().startswith("6 lines")
    assert page.logs.table.isVisible()
    assert not page.table.isVisible()


@pytest.mark.slow
def test_return_opens_the_log_at_that_line_and_f3_goes_on(qtbot, open_search, desk, talk):
    page = open_search(desk, "disk")
    qtbot.waitUntil(lambda: len(page.logs.hits) == 6)
    page.logs.table.select_key(1)
    page.logs.table.setFocus()
    qtbot.keyClick(page.logs.table, Qt.Key.Key_Return)
    log = page.detail.log

    def at(session, line):
        entry = log.model.entry(log.list.currentIndex().row())
        return log.session_id == session and entry is not None and entry.number == line

    qtbot.waitUntil(lambda: at(3, 2))
    assert page.detail.column.sections[LOG].fold.isChecked()
    qtbot.keyClick(log.list, Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: at(2, 4))
    qtbot.keyClick(log.list, Qt.Key.Key_F3, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: at(3, 2))


@pytest.mark.slow
def test_the_filters_narrow_the_search_too(qtbot, open_search, desk, talk):
    page = open_search(desk, "disk")
    qtbot.waitUntil(lambda: len(page.logs.hits) == 6)
    qtbot.waitUntil(lambda: page.boxes["status"].findText("failed", Qt.MatchFlag.MatchStartsWith) > 0)
    choose(qtbot, page.boxes["status"], "failed")
    qtbot.waitUntil(lambda: found(page) == [(2, 4), (2, 2)])


def test_words_in_the_logs_do_not_filter_the_runs(qtbot, open_search, desk, talk):
    page = open_search(desk, "disk")
    qtbot.waitUntil(lambda: len(page.logs.hits) == 6)
    assert page.model.rowCount() == 3
    choose(qtbot, page.where, "in runs")
    qtbot.waitUntil(lambda: page.model.rowCount() == 0)


def test_nothing_found_and_nothing_to_look_for_are_said(qtbot, open_search, desk, talk):
    page = open_search(desk, "unheard")
    qtbot.waitUntil(lambda: page.logs._empty._title.text() == "No log says that")
    page.search.setText("-disk")
    qtbot.waitUntil(lambda: page.logs._empty._title.text() == "Nothing to look for yet")
    page.search.clear()
    qtbot.waitUntil(lambda: page.logs._empty._title.text() == "Search in all logs")


@pytest.mark.slow
def test_while_the_index_is_made_it_says_how_far_it_is_and_then_finds(qtbot, open_search, desk, talk):
    talk[0].say("filler " * 2000)
    page = open_search(desk, "disk", indexed=False)
    qtbot.waitUntil(page.logs._bar.isVisible)
    assert page.logs._behind.text().startswith("0 % of the logs can be searched")
    qtbot.waitUntil(lambda: page.logs._empty._title.text() == "Not found so far")
    run_indexing(desk.folder)
    desk.book.store.hub.publish(CommittedChange("log_index"))
    qtbot.waitUntil(lambda: len(page.logs.hits) == 6)
    assert not page.logs._bar.isVisible()


@pytest.mark.slow
def test_a_damaged_index_is_told_in_a_sentence(qtbot, open_search, desk, talk):
    page = open_search(desk, "disk")
    qtbot.waitUntil(lambda: len(page.logs.hits) == 6)
    index_file(desk.folder).write_bytes(b"SQLite format 3\0" + b"rubbish" * 2000)
    page.search.setText("host1")
    qtbot.waitUntil(lambda: page.logs._empty._title.text() == "The logs could not be searched")


def test_a_passage_cannot_turn_the_reading_direction():
    hit = LogHit(1, 1, "", "said", "a \u202edisk\u202c b", ((3, 4),))
    assert split_marked(hit) == [("a ", False), ("disk", True), (" b", False)]


@pytest.mark.slow
def test_a_link_from_elsewhere_still_leads_to_its_line(qtbot, open_search, desk, talk):
    page = open_search(desk, "disk")
    page.activate(PageLocation("sessions", id=talk[0].session_id, line=2))
    log = page.detail.log
    qtbot.waitUntil(lambda: log.session_id == talk[0].session_id)


@pytest.mark.slow
def test_what_is_said_later_is_found_after_the_next_pass(qtbot, open_search, desk, talk):
    page = open_search(desk, "disk")
    qtbot.waitUntil(lambda: len(page.logs.hits) == 6)
    talk[2].write(says("one more disk"))
    run_indexing(desk.folder)
    desk.book.store.hub.publish(CommittedChange("log_index"))
    qtbot.waitUntil(lambda: len(page.logs.hits) == 7)
    assert found(page)[0] == (3, 5)


@pytest.mark.slow
def test_words_deep_in_a_long_line_are_brought_into_view(qtbot, open_search, desk):
    talker = Talker(desk, log_name(1, utc_now()), status="completed")
    talker.say("short", "\n".join(f"row {n}" for n in range(900)) + "\nhere is the needle\nand more")
    page = open_search(desk, "needle")
    qtbot.waitUntil(lambda: len(page.logs.hits) == 1)
    page.logs.step_hit(1)
    log = page.detail.log

    def in_view():
        first, last = log.list.rowAt(0), log.list.rowAt(log.list.viewport().height() - 1)
        return any("needle" in (log.model.index(row).data() or "") for row in range(first, last + 1))

    qtbot.waitUntil(in_view)
    assert log._delegate.words == ("needle",)
