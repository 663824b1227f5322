"""The page of runs, driven as an operator does (UI.md, Sessions)."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QMessageBox

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.runs.prompt import build_prompt
from claudeops_desktop.runs.request import LiveRun, QueueState, RunRequest
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.sessions.page import SessionsPage
from claudeops_desktop.ui.pages.sessions.sections import CHECKED, LEARNED, LOG, PROMPT, STEPS

from .logs import Talker, record, writing

ME = {"session_id": "s", "model": "m"}


@pytest.fixture
def open_page(qtbot):
    testers = []

    def make(desk, place=None, checked=True):
        page = SessionsPage(desk)
        qtbot.addWidget(page)
        if checked:  # the tester looks at every cell, which no view of ten thousand rows does
            for model in (page.model, page.detail.steps.model, page.detail.learned.model):
                watcher = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
                testers.append(watcher)
        page.resize(940, 700)
        page.show()
        qtbot.waitExposed(page)
        page.activate(place)
        return page

    yield make
    testers.clear()


def cells(page, row):
    return [page.model.index(row, column).data() for column in range(page.model.columnCount())]


def loaded(page, row=0):
    return page.model.rowCount() > row and page.model.row(row) is not None


def fold(page, name):
    return page.detail.column.sections[name].fold


def unfolded(page, name):
    return page.detail.column.sections[name].isVisible() and fold(page, name).isChecked()


def unfold(qtbot, page, name):
    """Press the head of a section, where it is folded."""
    qtbot.waitUntil(fold(page, name).isVisible)
    if not fold(page, name).isChecked():
        qtbot.mouseClick(fold(page, name), Qt.MouseButton.LeftButton)


def answer(page):
    return page.detail.section("answer").view


def sentence(page):
    return page.detail.paragraphs[0].text()


def button(page, name):
    return page.detail.action_set.buttons[name]


def choose(box, text):
    place = box.findText(text, Qt.MatchFlag.MatchStartsWith)
    box.setCurrentIndex(place)
    box.activated.emit(place)


@pytest.mark.slow
def test_one_row_a_run_newest_first_with_its_chain(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: loaded(page))
    assert page.model.rowCount() == 48
    assert list(page.model.keys) == sorted(page.model.keys, reverse=True)
    chained = page.model.place(47)
    page.table.scrollTo(page.model.index(chained, 0))
    qtbot.waitUntil(lambda: loaded(page, chained))
    assert cells(page, chained)[2] == "1 → 2"


@pytest.mark.slow
def test_the_newest_run_is_chosen_at_first_and_its_answer_shown(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: "Checked 8 services" in answer(page).toPlainText())
    assert unfolded(page, "answer")


def test_an_empty_page_says_what_will_appear_and_starts_a_run(qtbot, open_page, desk):
    page = open_page(desk)
    qtbot.waitUntil(page._none.isVisible)
    assert "No run yet" in page._none.accessibleName()
    page._none.action_triggered.emit()
    assert desk.runs.asked == [("enqueue", RunRequest())]


@pytest.mark.slow
def test_filters_say_what_they_leave_and_leave_that(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    status = page.boxes["status"]
    qtbot.waitUntil(lambda: status.count() > 1)
    failed = status.findText("failed", Qt.MatchFlag.MatchStartsWith)
    assert status.itemText(failed).split() == ["failed", "3"]
    choose(status, "failed")
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)
    page.search.setFocus()
    qtbot.keyClicks(page.search, "no such thing")
    qtbot.waitUntil(page._none.isVisible)
    assert "No run matches" in page._none.accessibleName()
    page._none.action_triggered.emit()
    qtbot.waitUntil(lambda: page.model.rowCount() == 48)
    assert page.search.text() == ""


@pytest.mark.slow
def test_a_click_on_a_header_sorts_in_the_database(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: loaded(page))
    header = page.table.horizontalHeader()
    at = header.sectionViewportPosition(6) + 10
    qtbot.mouseClick(
        header.viewport(), Qt.MouseButton.LeftButton, pos=header.viewport().rect().topLeft().__class__(at, 8)
    )
    qtbot.waitUntil(lambda: loaded(page) and page.model.row(0).cost_usd is not None)
    costs = [page.model.row(row).cost_usd or 0 for row in range(5)]
    assert costs == sorted(costs, reverse=True)


@pytest.mark.slow
def test_a_new_run_keeps_the_selection_and_the_place(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: loaded(page))
    page.table.select_key(page.model.key(20))
    chosen = page.table.current
    top = page.model.key(page.table.rowAt(0))
    assert page.table.verticalScrollBar().value() > 0
    Talker(filled_desk)
    qtbot.waitUntil(lambda: page.model.rowCount() == 49)
    assert page.table.current == chosen
    assert page.model.key(page.table.rowAt(0)) == top
    assert page.detail.session_id is not None


@pytest.mark.slow
def test_a_link_opens_the_session_at_the_line(qtbot, open_page, filled_desk):
    page = open_page(filled_desk, PageLocation("sessions", id=5, line=4))
    qtbot.waitUntil(lambda: page.detail.session_id == 5)
    qtbot.waitUntil(lambda: page.detail.log.list.currentIndex().isValid())
    assert unfolded(page, LOG)
    assert page.detail.log.model.entry(page.detail.log.list.currentIndex().row()).number == 4
    assert page.table.current == 5
    page.activate(PageLocation("sessions", id=40, line=2))
    qtbot.waitUntil(lambda: page.detail.session_id == 40 and page.detail.log.list.currentIndex().isValid())
    assert page.detail.log.model.entry(page.detail.log.list.currentIndex().row()).number == 2


@pytest.mark.slow
def test_a_link_to_a_filtered_out_run_clears_the_filters(qtbot, open_page, filled_desk):
    page = open_page(filled_desk, PageLocation("sessions", filters={"status": "failed"}))
    qtbot.waitUntil(lambda: page.model.rowCount() == 3)
    page.activate(PageLocation("sessions", id=5))
    qtbot.waitUntil(lambda: page.table.current == 5)
    assert page.model.rowCount() == 48


@pytest.mark.slow
def test_a_link_to_a_session_that_is_gone_says_so(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    with qtbot.waitSignal(page.message_posted) as said:
        page.activate(PageLocation("sessions", id=9999))
    assert "9999" in said.args[0]


@pytest.mark.slow
def test_the_chain_chooses_the_session(qtbot, open_page, filled_desk):
    page = open_page(filled_desk, PageLocation("sessions", id=21))
    qtbot.waitUntil(lambda: page.detail.session_id == 21)
    timeline = page.detail.timeline
    qtbot.waitUntil(timeline.isVisible)
    qtbot.mouseClick(timeline, Qt.MouseButton.LeftButton, pos=timeline.rects()[-1].center().toPoint())
    assert page.detail.session_id == 22
    assert page.detail.title.text() == "Session 22 completed"


@pytest.mark.slow
def test_why_it_failed_stands_on_top_as_a_sentence(qtbot, open_page, filled_desk):
    page = open_page(filled_desk, PageLocation("sessions", filters={"status": "failed"}))
    qtbot.waitUntil(lambda: "529" in sentence(page))
    assert page.detail.column.sections["answer"].isHidden()


def test_a_running_session_is_followed_until_it_is_stopped(qtbot, open_page, desk):
    talker = Talker(desk)
    desk.runs.show(
        QueueState(LiveRun(1, RunRequest(), talker.run_id, talker.session_id, "claude", 1, to_text(utc_now())))
    )
    talker.say("hello")
    page = open_page(desk)
    qtbot.waitUntil(lambda: [e.text for e in page.detail.log.model.entries] == ["hello"])
    assert unfolded(page, LOG)
    assert button(page, "again").isHidden()
    desk.runs.stop()
    qtbot.waitUntil(lambda: sentence(page).startswith("Stopping:"))

    def end():
        desk.book.sessions.update(
            talker.session_id,
            status="stopped",
            status_reason="You stopped it.",
            ended_at=to_text(utc_now()),
            response="x",
        )
        desk.book.sessions.end_run(talker.run_id, "stopped", utc_now())

    desk.runs.show(QueueState())
    desk.book.store.write(end)
    qtbot.waitUntil(lambda: sentence(page) == "You stopped it.")
    assert button(page, "again").isVisible()
    assert unfolded(page, "answer")
    assert not unfolded(page, LOG)
    assert not page.detail._tick.isActive()


def test_a_session_of_another_program_cannot_be_stopped_here(qtbot, open_page, desk):
    Talker(desk)
    page = open_page(desk)
    qtbot.waitUntil(lambda: "another program" in sentence(page))
    assert button(page, "again").isHidden()


def test_a_run_is_made_again_as_it_was_asked_for(qtbot, open_page, desk):
    asked = build_prompt(2, "Why is it slow?")

    def past():
        run_id = desk.book.sessions.begin_run(
            trigger="manual", agent="claude", max_tier=3, dry_run=True, services=("postgres",), now=utc_now()
        )
        session_id = desk.book.sessions.begin(
            now=utc_now(),
            run_id=run_id,
            agent="claude",
            trigger="manual",
            tier=2,
            prompt_text=asked,
        )
        desk.book.sessions.update(session_id, status="completed", ended_at=to_text(utc_now()))
        desk.book.sessions.end_run(run_id, "completed", utc_now())

    desk.book.store.write(past).result()
    page = open_page(desk)
    told = []
    page.message_posted.connect(lambda text, _undo: told.append(text))
    qtbot.waitUntil(button(page, "again").isVisible)
    assert button(page, "again").toolTip() == "Tier 2 investigate with claude, about postgres, as a dry run"
    qtbot.mouseClick(button(page, "again"), Qt.MouseButton.LeftButton)
    wanted = RunRequest(tier=2, agent="claude", prompt="Why is it slow?", services=("postgres",), dry_run=True)
    assert desk.runs.asked == [("enqueue", wanted)]
    assert told == ["The run is in the queue."]


@pytest.mark.slow
def test_what_a_session_checked_is_told_worst_first(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: fold(page, CHECKED).text() == "What was checked · 8")
    unfold(qtbot, page, CHECKED)
    model = page.detail.section(CHECKED).model
    qtbot.waitUntil(lambda: model.rowCount() == 8)
    found = [(model.index(row, 0).data(), model.index(row, 1).data()) for row in range(3)]
    assert found == [("jellyfin", "down"), ("grafana", "degraded"), ("wireguard", "unknown")]


@pytest.mark.slow
def test_find_searches_the_log_that_has_the_focus(qtbot, open_page, desk):
    talker = Talker(desk)
    talker.say("first hello", *[f"line {n}" for n in range(40)], "second hello", "the end")
    page = open_page(desk)
    page.activateWindow()
    log = page.detail.log
    qtbot.waitUntil(lambda: log.model.rowCount() == 43)
    log.list.setFocus()
    qtbot.waitUntil(log.list.hasFocus)
    page.focus_search()
    qtbot.waitUntil(log._find.field.hasFocus)
    qtbot.keyClicks(log._find.field, "HELLO")
    qtbot.waitUntil(lambda: log._find.status_label.text() == "Line 1")
    qtbot.keyClick(log._find.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: log._find.status_label.text() == "Line 42")
    assert log.model.entry(log.list.currentIndex().row()).text == "second hello"
    qtbot.keyClick(log._find.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: log._find.status_label.text() == "Line 1, continued from the top")
    qtbot.keyClick(log._find.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: log._find.status_label.text() == "Line 42, continued from the end")
    log._find.field.setText("nowhere")
    qtbot.waitUntil(lambda: log._find.status_label.text() == "“nowhere” is not in this log.")
    qtbot.keyClick(log._find.field, Qt.Key.Key_Escape)
    assert log._find.isHidden()
    assert log.list.hasFocus()


def test_the_next_tier_is_turned_to_when_it_starts(qtbot, open_page, desk):
    talker = Talker(desk)
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.session_id == talker.session_id)

    def escalate():
        desk.book.sessions.update(talker.session_id, status="escalated", ended_at=to_text(utc_now()))
        return desk.book.sessions.begin(
            now=utc_now(),
            run_id=talker.run_id,
            agent="claude",
            tier=2,
            trigger="escalation",
            parent_session_id=talker.session_id,
        )

    second = desk.book.store.write(escalate).result()
    qtbot.waitUntil(lambda: page.detail.session_id == second)


@pytest.mark.slow
def test_tools_list_each_call_with_its_outcome(qtbot, open_page, desk):
    talker = Talker(desk, status="completed")
    talker.write(
        record(writing.tool_use("Bash", {"command": "uptime"}, tool_use_id="t1", **ME)),
        record(writing.tool_result("up 3 days\nmore", tool_use_id="t1", session_id="s")),
        record(writing.tool_use("Bash", {"command": "rm x"}, tool_use_id="t2", **ME)),
        record(writing.tool_result("no such file", tool_use_id="t2", is_error=True, session_id="s")),
        record(writing.tool_use("Read", {"file_path": "/etc/hosts"}, tool_use_id="t3", **ME)),
    )
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.session_id == talker.session_id)
    tools = page.detail.steps
    choose(tools.filter, "Tool calls")
    qtbot.waitUntil(lambda: tools.model.rowCount() == 3)
    shown = [[tools.model.index(row, column).data().strip() for column in range(4)] for row in range(3)]
    assert shown == [
        ["Bash", "ok", "uptime", "up 3 days"],
        ["Bash", "failed", "rm x", "no such file"],
        ["Read", "no answer", "/etc/hosts", ""],
    ]
    tools.table.select_key(tools.model.key(1))
    tools.table.setFocus()
    qtbot.keyClick(tools.table, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.detail.log.list.currentIndex().isValid())
    assert page.detail.log.model.entry(page.detail.log.list.currentIndex().row()).number == 3


@pytest.mark.slow
def test_learned_shows_what_became_of_each_marker(qtbot, open_page, filled_desk):
    page = open_page(filled_desk, PageLocation("sessions", id=5))
    qtbot.waitUntil(lambda: page.detail.session_id == 5)
    unfold(qtbot, page, LEARNED)
    learned = page.detail.learned
    qtbot.waitUntil(lambda: learned.model.rowCount() == 1)
    assert learned.model.index(0, 0).data() in ("new memory", "reinforced")
    assert learned.model.index(0, 1).data() == "maintenance · postgres"
    with qtbot.waitSignal(page.navigation_requested) as went:
        qtbot.mouseClick(learned.button, Qt.MouseButton.LeftButton)
    assert went.args[0].page == "memories"
    qtbot.mouseClick(learned.line_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.detail.log.list.currentIndex().isValid())
    assert unfolded(page, LOG)


def test_a_near_miss_is_quoted_with_its_reason(qtbot, open_page, desk):
    talker = Talker(desk, status="completed")

    def write():
        marker = desk.book.markers.claim(
            MarkerPlace(talker.session_id, 3, 0, 0),
            kind="near_miss",
            line="[MEMORY:x] y",
            said="[MEMORY:x] y",
            now=utc_now(),
        )
        desk.book.markers.settle(marker, action="rejected", why="There is no category x.", target_id=None)

    desk.book.store.write(write)
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.session_id == talker.session_id)
    unfold(qtbot, page, LEARNED)
    learned = page.detail.learned
    qtbot.waitUntil(lambda: learned.model.rowCount() == 1)
    assert [learned.model.index(0, column).data() for column in (0, 2, 3)] == [
        "not stored",
        "[MEMORY:x] y",
        "There is no category x.",
    ]
    assert fold(page, LEARNED).text() == "What was learned · 1, 1 not stored"
    assert not learned.button.isEnabled()


@pytest.mark.slow
def test_a_memory_appears_under_learned_while_the_session_runs(qtbot, open_page, desk):
    talker = Talker(desk)
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.session_id == talker.session_id)

    def write():
        marker = desk.book.markers.claim(
            MarkerPlace(talker.session_id, 3, 0, 0),
            kind="event",
            line="l",
            said="[EVENT:critical:caddy] Down",
            now=utc_now(),
        )
        desk.book.markers.settle(marker, action="inserted", why="", target_id=1)

    desk.book.store.write(write)
    unfold(qtbot, page, LEARNED)
    qtbot.waitUntil(lambda: page.detail.learned.model.rowCount() == 1)
    assert page.detail.learned.model.index(0, 0).data() == "critical event"


@pytest.mark.slow
def test_a_line_whose_log_is_gone_leads_to_what_was_kept_of_it(qtbot, open_page, filled_desk):
    for path in filled_desk.folder.logs.glob("*.ndjson"):
        path.unlink()
    page = open_page(filled_desk, PageLocation("sessions", id=5, line=4))
    qtbot.waitUntil(lambda: unfolded(page, LEARNED))
    qtbot.waitUntil(lambda: page.detail.learned.table.current == 0)


@pytest.mark.slow
def test_the_prompt_is_shown_as_it_was_given(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: page.detail.session_id is not None)
    unfold(qtbot, page, PROMPT)
    prompt = page.detail.section(PROMPT)
    assert prompt.asked.text.toPlainText() == "Look at every service and say how it stands."
    assert prompt.added.text.toPlainText().count("confidence: 0.7") == 3


@pytest.mark.slow
def test_what_is_unfolded_stays_so_for_the_next_run(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: page.detail.session_id is not None)
    unfold(qtbot, page, PROMPT)
    first = page.detail.session_id
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: page.detail.session_id != first)
    assert unfolded(page, PROMPT)


@pytest.mark.slow
def test_what_is_remembered_comes_back(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: loaded(page))
    page._change(status="failed", sort="cost")
    state = page.save_state()
    other = SessionsPage(filled_desk)
    qtbot.addWidget(other)
    other.restore_state(state)
    assert other.boxes["status"].value == "failed"
    assert other.save_state()["sort"] == "cost"
    other.restore_state({"splitter": "x", "columns": [1], "status": 7, "sort": "; DROP TABLE runs"})
    assert other.save_state()["sort"] == "started"


@pytest.mark.slow
def test_out_of_view_nothing_ticks(qtbot, open_page, desk):
    talker = Talker(desk)
    page = open_page(desk)
    qtbot.waitUntil(page.detail._tick.isActive)
    page.deactivate()
    assert not page._retell.isActive()
    assert not page.detail._tick.isActive()
    assert talker.session_id


@pytest.mark.slow
def test_agent_text_can_do_nothing(qtbot, open_page, desk):
    talker = Talker(desk, status="completed")
    evil = "<b>bold</b> <script>x</script> ![i](file:///etc/passwd) [safe](https://example.net/a) [run](file:///bin/sh)"
    desk.book.store.write(lambda: desk.book.sessions.update(talker.session_id, response=evil, summary="<b>sum</b>"))
    page = open_page(desk)
    response = answer(page)
    qtbot.waitUntil(lambda: "<script>" in response.toPlainText())
    assert "<b>bold</b>" in response.toPlainText()
    assert "<b>sum</b>" in sentence(page)
    assert page.detail.paragraphs[0].textFormat() == Qt.TextFormat.PlainText
    qtbot.waitUntil(lambda: loaded(page))
    tip = page.model.index(0, 8).data(Qt.ItemDataRole.ToolTipRole)
    assert "<b>" not in tip
    assert response.loadResource(2, "file:///etc/passwd") is None


@pytest.mark.slow
def test_a_link_in_an_answer_asks_before_it_opens(qtbot, open_page, desk, monkeypatch):
    opened = []
    monkeypatch.setattr(
        "claudeops_desktop.ui.widgets.response_view.QDesktopServices.openUrl",
        lambda url: opened.append(url.toString()),
    )
    talker = Talker(desk, status="completed")
    desk.book.store.write(lambda: desk.book.sessions.update(talker.session_id, response="[go](https://example.net/a)"))
    page = open_page(desk)
    response = answer(page)
    qtbot.waitUntil(lambda: response.toPlainText() == "go")
    response.anchorClicked.emit("https://example.net/a")
    box = response.findChild(QMessageBox)
    assert "https://example.net/a" in box.text()
    assert opened == []
    qtbot.mouseClick(response._open, Qt.MouseButton.LeftButton)
    assert opened == ["https://example.net/a"]
    response.anchorClicked.emit("file:///bin/sh")
    assert response._open is None
    qtbot.keyClick(response._asking, Qt.Key.Key_Escape)
    assert opened == ["https://example.net/a"]


@pytest.mark.slow
def test_ten_thousand_runs_open_with_the_rows_in_view_only(qtbot, open_page, desk):
    now = utc_now()

    def write():
        database = desk.book.store.database
        for n in range(1, 10_001):
            at = to_text(now - timedelta(minutes=10_001 - n))
            database.execute_sql(
                "INSERT INTO runs (id, trigger, agent, status, started_at, ended_at) VALUES (?, 'scheduled', 'watch',"
                " 'completed', ?, ?)",
                (n, at, at),
            )

    desk.book.store.write(write).result()
    page = open_page(desk, checked=False)
    qtbot.waitUntil(lambda: page.model.rowCount() == 10_000)
    qtbot.waitUntil(lambda: loaded(page))
    assert len(page.model._rows) < 300
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    qtbot.waitUntil(lambda: loaded(page, 9_999))
    assert len(page.model._rows) < 600


@pytest.mark.slow
def test_an_interrupted_run_goes_on_in_itself(qtbot, open_page, desk):
    talker = Talker(desk, status="interrupted")
    page = open_page(desk)
    qtbot.waitUntil(button(page, "resume").isVisible)
    assert "Continue resumes its work" in sentence(page)
    qtbot.mouseClick(button(page, "resume"), Qt.MouseButton.LeftButton)
    ((_, wanted),) = desk.runs.asked
    assert (wanted.go_on.run_id, wanted.go_on.session_id) == (talker.run_id, talker.session_id)


@pytest.mark.slow
def test_a_run_that_ended_does_not_offer_to_go_on(qtbot, open_page, desk):
    Talker(desk, status="completed")
    page = open_page(desk)
    qtbot.waitUntil(button(page, "again").isVisible)
    assert button(page, "resume").isHidden()


@pytest.mark.slow
def test_a_search_of_runs_that_finds_nothing_offers_the_logs(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: loaded(page))
    page.search.setFocus()
    qtbot.keyClicks(page.search, "nobody said this")
    qtbot.waitUntil(page._none.other_button.isVisible)
    qtbot.mouseClick(page._none.other_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.logs.isVisible)
    assert page.search.text() == "nobody said this"
    assert page.search.hasFocus()


@pytest.mark.slow
def test_a_run_opens_in_a_window_of_its_own_which_escape_closes(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: loaded(page) and page.detail.session_id is not None)
    unfold(qtbot, page, LOG)
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: len(page.windows) == 1)
    [window] = page.windows.values()
    qtbot.waitUntil(lambda: window.detail.session_id == page.detail.session_id)
    assert window.detail.column.sections[LOG].fold.isChecked()
    assert str(page.detail.run_id) in window.windowTitle()
    qtbot.keyClick(page.table, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: page.detail.run_id != window.run_id)
    page.open_window()
    assert len(page.windows) == 2
    window.resize(700, 500)
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: len(page.windows) == 1)
    assert page.save_state()["window"] == [700, 500]


@pytest.mark.slow
def test_links_in_a_window_of_a_run_lead_to_the_pages(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: loaded(page) and page.detail.session_id is not None)
    qtbot.mouseClick(button(page, "window"), Qt.MouseButton.LeftButton)
    [window] = page.windows.values()
    qtbot.waitUntil(window.detail.action_set.buttons["window"].isHidden)
    with qtbot.waitSignal(page.navigation_requested) as asked:
        window.detail.navigation_requested.emit(PageLocation("memories", id=3))
    assert asked.args == [PageLocation("memories", id=3)]


def test_what_each_agent_cost_stands_over_the_table_and_follows_the_filter_by_time(qtbot, open_page, filled_desk):
    page = open_page(filled_desk)
    qtbot.waitUntil(lambda: page.summary.text().startswith("Cost by agent, last 30 days: claude $"))
    page._change(days=7)
    qtbot.waitUntil(lambda: page.summary.text().startswith("Cost by agent, last 7 days: claude $"))


def test_the_log_of_a_live_run_is_unfolded_and_comes_first(qtbot, open_page, desk):
    talker = Talker(desk)
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.session_id == talker.session_id)
    shown = [name for name, section in page.detail.column.sections.items() if not section.isHidden()]
    assert shown[:2] == [LOG, STEPS]
    assert unfolded(page, LOG)


def test_the_log_of_a_run_that_ended_is_folded_for_itself(qtbot, open_page, desk):
    Talker(desk, status="completed")
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.session_id is not None)
    assert not unfolded(page, LOG)
    unfold(qtbot, page, LOG)
    assert (page.save_state()["sections"]["log"], page.save_state()["sections"]["live_log"]) == (True, True)
    page.detail.restore_state({"log": False, "live_log": "damaged"})
    assert not unfolded(page, LOG)


def test_a_part_with_nothing_in_it_is_left_out(qtbot, open_page, desk):
    Talker(desk, status="completed")
    page = open_page(desk)
    qtbot.waitUntil(lambda: page.detail.session_id is not None)
    assert page.detail.column.sections[LEARNED].isHidden()
    assert page.detail.column.sections[CHECKED].isHidden()
