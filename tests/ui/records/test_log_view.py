"""The live log (UI: the log follows until one scrolls up, then offers "jump to live")."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.ui.widgets.log import log_model, log_view
from claudeops_desktop.ui.widgets.log.log_view import LogView

from .logs import Talker, record, says, writing


@pytest.fixture
def talker(desk):
    return Talker(desk)


@pytest.fixture
def view(qtbot, desk):
    made = LogView(desk)
    qtbot.addWidget(made)
    tester = QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    made.resize(800, 300)
    made.show()
    qtbot.waitExposed(made)
    yield made
    del tester


def texts(view):
    return [entry.text for entry in view.model.entries]


def lines(first, last):
    return [f"line {n}" for n in range(first, last + 1)]


def bar(view):
    return view.list.verticalScrollBar()


def at_bottom(view):
    return bar(view).maximum() > 0 and bar(view).value() == bar(view).maximum()


def test_what_is_said_appears_and_is_followed(qtbot, view, talker):
    talker.say(*lines(1, 50))
    view.show_session(talker.session_id)
    qtbot.waitUntil(lambda: texts(view)[-1:] == ["line 50"])
    talker.say("and more")
    qtbot.waitUntil(lambda: texts(view)[-1] == "and more")
    qtbot.waitUntil(lambda: at_bottom(view))
    assert view.following
    assert view._jump.isHidden()


def test_scrolling_up_stops_following_and_offers_the_way_back(qtbot, view, talker):
    talker.say(*lines(1, 100))
    view.show_session(talker.session_id)
    qtbot.waitUntil(lambda: at_bottom(view))
    view.list.setFocus()
    qtbot.keyClick(view.list, Qt.Key.Key_PageUp)
    qtbot.keyClick(view.list, Qt.Key.Key_Home)
    assert not view.following
    talker.say("later")
    qtbot.waitUntil(lambda: texts(view)[-1] == "later")
    assert not at_bottom(view)
    assert view._jump.isVisible()
    assert view._jump.text() == "Jump to live"
    qtbot.mouseClick(view._jump, Qt.MouseButton.LeftButton)
    assert view.following
    assert at_bottom(view)
    assert view._jump.isHidden()


def test_scrolling_back_to_the_end_follows_again(qtbot, view, talker):
    talker.say(*lines(1, 100))
    view.show_session(talker.session_id)
    qtbot.waitUntil(lambda: at_bottom(view))
    bar(view).setValue(10)
    assert not view.following
    bar(view).setValue(bar(view).maximum())
    assert view.following


def test_a_link_leads_to_the_very_line(qtbot, view, talker):
    talker.say(*lines(1, 3000))
    view.show_session(talker.session_id)
    view.show_line(1234)
    qtbot.waitUntil(lambda: view.list.currentIndex().data() == "line 1234")
    rect = view.list.visualRect(view.list.currentIndex())
    assert view.list.viewport().rect().contains(rect.center())
    assert abs(rect.center().y() - view.list.viewport().height() // 2) < 3 * rect.height()
    assert not view.following


def test_a_link_to_a_line_with_several_shows_all_of_it_selected(qtbot, view, talker):
    talker.say("before", "two\nlines", "after")
    view.show_session(talker.session_id)
    view.show_line(2)
    qtbot.waitUntil(lambda: len(view.list.selectionModel().selectedRows()) == 2)
    view.list.copy()
    assert QGuiApplication.clipboard().text() == "two\nlines"


def test_earlier_lines_load_when_one_scrolls_up_and_the_place_is_kept(qtbot, view, talker):
    talker.say(*lines(1, 2500))
    view.show_session(talker.session_id)
    qtbot.waitUntil(lambda: at_bottom(view))
    assert texts(view)[0] == "line 1501"
    bar(view).setValue(0)
    qtbot.waitUntil(lambda: texts(view)[0] == "line 501")
    top = view.list.indexAt(view.list.viewport().rect().topLeft())
    assert top.data() == "line 1501"


@pytest.mark.slow
def test_only_so_many_rows_stay_in_memory(qtbot, view, talker, monkeypatch):
    monkeypatch.setattr(log_view, "MAX_ROWS", 200)
    monkeypatch.setattr(log_model.LogModel.drop_head, "__defaults__", (200,))
    view.show_session(talker.session_id)
    for start in range(1, 1000, 100):
        talker.say(*lines(start, start + 99))
        qtbot.waitUntil(lambda last=f"line {start + 99}": texts(view)[-1:] == [last])
    assert view.model.rowCount() <= 200
    assert texts(view)[0] == "line 801"
    bar(view).setValue(0)
    qtbot.waitUntil(lambda: texts(view)[0] == "line 1")


def test_a_flood_does_not_make_the_view_fall_behind(qtbot, view, talker):
    talker.say("first")
    view.show_session(talker.session_id)
    qtbot.waitUntil(lambda: texts(view) == ["first"])
    talker.say(*lines(1, 10_000))
    qtbot.waitUntil(lambda: texts(view)[-1] == "line 10000")
    assert len(texts(view)) <= 1000 + 1
    assert view.following


def test_a_shortened_line_opens_on_return(qtbot, view, talker):
    talker.write(record(writing.assistant_text("long " * 300 + "THE END", session_id="s", model="m")))
    view.show_session(talker.session_id)
    qtbot.waitUntil(lambda: view.model.rowCount() > 0)
    assert "THE END" not in texts(view)[0]
    view.list.setCurrentIndex(view.model.index(0))
    qtbot.keyClick(view.list, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "THE END" in texts(view)[0])
    talker.say("goes on")
    qtbot.waitUntil(lambda: texts(view)[-1] == "goes on")


def test_a_hidden_view_reads_nothing_until_it_is_shown(qtbot, view, talker):
    talker.say("one")
    view.show_session(talker.session_id)
    qtbot.waitUntil(lambda: texts(view) == ["one"])
    view.hide()
    talker.say("two")
    qtbot.waitUntil(lambda: view._stale)
    assert texts(view) == ["one"]
    view.show()
    qtbot.waitUntil(lambda: texts(view) == ["one", "two"])


def test_a_session_whose_log_was_removed_says_so(qtbot, view, desk):
    gone = Talker(desk, status="completed")
    with qtbot.waitSignal(view.missing) as told:
        view.show_session(gone.session_id)
        view.show_line(7)
    assert told.args == [7]
    assert "removed" in view._empty.accessibleName()


def test_a_session_that_said_nothing_yet_waits_for_its_first_word(qtbot, view, talker):
    view.show_session(talker.session_id)
    qtbot.waitUntil(lambda: "Nothing yet" in view._empty.accessibleName())
    talker.say("hello")
    qtbot.waitUntil(lambda: texts(view) == ["hello"])
    assert view.list.isVisible()


def test_another_session_takes_the_place_of_the_first(qtbot, view, desk, talker):
    other = Talker(desk, "other.ndjson", status="completed")
    talker.say("mine")
    other.say("theirs")
    view.show_session(talker.session_id)
    view.show_session(other.session_id)
    qtbot.waitUntil(lambda: texts(view) == ["theirs"])
    talker.say("late")
    view.show_session(talker.session_id)
    qtbot.waitUntil(lambda: texts(view) == ["mine", "late"])
    view.show_session(None)
    assert texts(view) == []


def test_narrower_folds_anew_and_keeps_the_selection(qtbot, view, talker):
    talker.say(*(f"line {n} " + "word " * 30 for n in range(1, 60)))
    view.show_session(talker.session_id)
    view.show_line(30)
    qtbot.waitUntil(lambda: view.list.currentIndex().isValid())
    rows = view.model.rowCount()
    view.resize(400, 300)
    qtbot.waitUntil(lambda: view.model.rowCount() > rows)
    assert view.model.entry(view.list.currentIndex().row()).number == 30


def test_a_line_of_a_megabyte_is_no_trouble(qtbot, view, talker):
    talker.write(says("x" * 1_000_000), says("after"))
    view.show_session(talker.session_id)
    qtbot.waitUntil(lambda: texts(view)[-1:] == ["after"])
    assert len(texts(view)[0]) <= 500
