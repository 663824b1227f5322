"""Turns, Tools and Injected: a session told again, and who allowed what (S4, S10)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.records.tables import ToolCallRow
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.sessions.page import SessionsPage
from claudeops_desktop.ui.pages.sessions.session_tabs import INJECTED, LOG, TOOLS, TURNS

from .logs import Talker, record, writing

ME = {"session_id": "s", "model": "m"}
RECORDINGS = Path(__file__).parents[2] / "recordings"


@pytest.fixture
def open_tab(qtbot):
    kept = []

    def make(desk, tab, session_id):
        page = SessionsPage(desk)
        qtbot.addWidget(page)
        tabs = page.detail.tabs
        how = QAbstractItemModelTester.FailureReportingMode.Fatal
        models = (tabs.turns.model, tabs.tools.model, tabs.injected.model)
        kept.extend([page, *(QAbstractItemModelTester(model, how) for model in models)])
        page.resize(1100, 800)
        page.show()
        qtbot.waitExposed(page)
        page.activate(PageLocation("sessions", id=session_id))
        qtbot.waitUntil(lambda: page.detail.session_id == session_id)
        bar = tabs.tabBar()
        qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=bar.tabRect(tab).center())
        return page

    yield make
    kept.clear()


def said(text, number):
    return record(writing.assistant_text(text, message_id=f"m{number}", **ME))


def called(command, number):
    line = json.loads(writing.tool_use("Bash", {"command": command}, tool_use_id=f"t{number}", **ME))
    line["message"]["id"] = f"m{number}"
    return record(json.dumps(line).encode())


def answered(text, number, error=False):
    return record(writing.tool_result(text, tool_use_id=f"t{number}", is_error=error, session_id="s"))


@pytest.fixture
def told(desk):
    """Three turns: a look, a restart that is refused, an answer."""
    talker = Talker(desk, status="completed")
    talker.write(
        said("I look at it.", 1),
        called("docker ps", 1),
        answered("up 3 days", 1),
        said("I restart it.", 2),
        called("docker restart jellyfin", 2),
        answered("Restarted twice in 4 h.", 2, error=True),
        said("It was not allowed.\n<b>bold</b>", 3),
        record(writing.result("It was not allowed.", session_id="s", cost_usd=0.3)),
    )
    return talker


def judge(talker, number, verdict, by, why, kind):
    def write():
        now = to_text(utc_now())
        ToolCallRow.create(
            session_id=talker.session_id, tool_use_id=f"t{number}", tool_name="Bash", input="docker", kind=kind,
            services='["jellyfin"]', verdict=verdict, by=by, why=why, asked_at=now, answered_at=now,
        )  # fmt: skip
        talker.desk.book.store.changed("tool_calls")

    talker.desk.book.store.write(write).result()


@pytest.mark.slow
def test_a_finished_session_begins_at_its_first_turn(qtbot, open_tab, desk, told):
    turns = open_tab(desk, TURNS, told.session_id).detail.tabs.turns
    qtbot.waitUntil(lambda: turns.number == 1)
    assert turns.model.rowCount() == 3
    assert turns._where.text() == "Turn 1 of 3"
    shown = turns.view.toPlainText()
    assert "I look at it." in shown
    assert "docker ps" in shown
    assert "up 3 days" in shown
    assert not turns.back.isEnabled()


@pytest.mark.slow
def test_right_and_left_step_and_the_state_is_told_as_it_was_then(qtbot, open_tab, desk, told):
    turns = open_tab(desk, TURNS, told.session_id).detail.tabs.turns
    qtbot.waitUntil(lambda: turns.number == 1)
    turns.table.setFocus()
    qtbot.keyClick(turns.table, Qt.Key.Key_Right)
    assert turns.number == 2
    assert "2 calls, 1 failed" in turns._stands.text()
    qtbot.keyClick(turns.table, Qt.Key.Key_Right)
    assert "$0.30 so far" in turns._stands.text()
    assert not turns.forward.isEnabled()
    qtbot.keyClick(turns.view, Qt.Key.Key_Left)
    assert turns.number == 2


@pytest.mark.slow
def test_what_the_guard_refused_counts_as_refused(qtbot, open_tab, desk, told):
    judge(told, 2, "deny", "cooldown", "Restarted twice in 4 h.", "restart")
    turns = open_tab(desk, TURNS, told.session_id).detail.tabs.turns
    qtbot.waitUntil(lambda: turns.number == 1)
    turns.step_forward()
    assert "2 calls, 1 refused ·" in turns._stands.text()
    assert "Refused by cooldown: Restarted twice in 4 h." in turns.view.toPlainText()
    assert turns.model.state(turns.model.row(1), "said") == "warning"


@pytest.mark.slow
def test_space_plays_to_the_end_and_stops_there(qtbot, open_tab, desk, told):
    turns = open_tab(desk, TURNS, told.session_id).detail.tabs.turns
    qtbot.waitUntil(lambda: turns.number == 1)
    turns.speed.set_value(25.0)
    turns.table.setFocus()
    qtbot.keyClick(turns.table, Qt.Key.Key_Space)
    assert turns.play.accessibleName() == "Stop playing"
    qtbot.waitUntil(lambda: turns.number == 3 and not turns.playing)
    assert turns.play.accessibleName() == "Play"


@pytest.mark.slow
def test_playing_stops_when_it_is_no_longer_looked_at(qtbot, open_tab, desk, told):
    tabs = open_tab(desk, TURNS, told.session_id).detail.tabs
    qtbot.waitUntil(lambda: tabs.turns.number == 1)
    tabs.turns.toggle()
    tabs.setCurrentIndex(LOG)
    assert not tabs.turns.playing


@pytest.mark.slow
def test_return_shows_the_turn_in_the_log(qtbot, open_tab, desk, told):
    tabs = open_tab(desk, TURNS, told.session_id).detail.tabs
    qtbot.waitUntil(lambda: tabs.turns.number == 1)
    tabs.turns.table.setFocus()
    qtbot.keyClick(tabs.turns.table, Qt.Key.Key_Right)
    qtbot.keyClick(tabs.turns.table, Qt.Key.Key_Return)
    assert tabs.currentIndex() == LOG
    qtbot.waitUntil(lambda: tabs.log.list.currentIndex().isValid())


@pytest.mark.slow
def test_what_the_agent_wrote_stays_plain(qtbot, open_tab, desk, told):
    turns = open_tab(desk, TURNS, told.session_id).detail.tabs.turns
    qtbot.waitUntil(lambda: turns.number == 1)
    turns.table.select_key(3)
    assert "<b>bold</b>" in turns.view.toPlainText()


@pytest.mark.slow
def test_a_running_session_is_followed_turn_by_turn(qtbot, open_tab, desk):
    talker = Talker(desk)
    talker.write(said("One", 1))
    turns = open_tab(desk, TURNS, talker.session_id).detail.tabs.turns
    qtbot.waitUntil(lambda: turns.number == 1)
    talker.write(said("Two", 2))
    qtbot.waitUntil(lambda: turns.number == 2)
    turns.step_back()
    talker.write(said("Three", 3))
    qtbot.waitUntil(lambda: turns.model.rowCount() == 3)
    assert turns.number == 1


@pytest.mark.slow
def test_another_session_shows_its_own_turns(qtbot, open_tab, desk, told):
    other = Talker(desk, "other.ndjson", status="completed")
    other.write(said("Another one", 1))
    page = open_tab(desk, TURNS, told.session_id)
    turns = page.detail.tabs.turns
    qtbot.waitUntil(lambda: turns.model.rowCount() == 3)
    page.activate(PageLocation("sessions", id=other.session_id))
    qtbot.waitUntil(lambda: "Another one" in turns.view.toPlainText())
    assert turns.model.rowCount() == 1


@pytest.mark.slow
def test_a_log_that_is_gone_is_said(qtbot, open_tab, desk, told):
    told.path.unlink()
    tabs = open_tab(desk, TURNS, told.session_id).detail.tabs
    qtbot.waitUntil(lambda: "removed" in tabs.turns._empty._title.text())


@pytest.mark.slow
def test_tools_say_who_refused_and_why(qtbot, open_tab, desk, told):
    judge(told, 1, "allow", "tier", "", "read")
    judge(told, 2, "deny", "cooldown", "Restarted twice in 4 h.", "restart")
    tools = open_tab(desk, TOOLS, told.session_id).detail.tabs.tools
    qtbot.waitUntil(lambda: tools.model.rowCount() == 2)
    shown = [tools.model.index(1, column).data() for column in (2, 3, 4, 5, 6)]
    assert shown == ["Bash", "refused", "docker restart jellyfin", "restart", "cooldown: Restarted twice in 4 h."]
    tools.table.select_key(1)
    assert tools._why.text().startswith("Refused by cooldown: Restarted twice in 4 h.")


@pytest.mark.slow
def test_only_what_was_refused(qtbot, open_tab, desk, told):
    judge(told, 2, "deny", "cooldown", "no", "restart")
    tabs = open_tab(desk, TOOLS, told.session_id).detail.tabs
    qtbot.waitUntil(lambda: tabs.tools.model.rowCount() == 2)
    tabs.tools.refused.setChecked(True)
    assert tabs.tools.model.rowCount() == 1
    assert tabs.tabText(TOOLS) == "Tools 2"


@pytest.mark.slow
def test_a_call_that_nobody_refused_says_so(qtbot, open_tab, desk):
    talker = Talker(desk, status="completed")
    talker.write(called("uptime", 1), answered("up", 1))
    tools = open_tab(desk, TOOLS, talker.session_id).detail.tabs.tools
    qtbot.waitUntil(lambda: tools.model.rowCount() == 1)
    tools.refused.setChecked(True)
    assert tools._none.isVisible()


@pytest.mark.slow
def test_where_the_log_is_gone_the_guard_still_knows(qtbot, open_tab, desk, told):
    judge(told, 2, "deny", "cooldown", "no", "restart")
    told.path.unlink()
    tools = open_tab(desk, TOOLS, told.session_id).detail.tabs.tools
    qtbot.waitUntil(lambda: tools.model.rowCount() == 1)
    assert tools.model.index(0, 0).data() == ""


@pytest.mark.slow
@pytest.mark.parametrize("name", ["subagent-2.1.330", "permission_denied-2.1.330", "partial_messages-2.1.197"])
def test_recordings_of_the_cli_are_told(qtbot, open_tab, desk, name):
    talker = Talker(desk, status="completed")
    talker.write(*(record(line) for line in (RECORDINGS / f"{name}.ndjson").read_bytes().splitlines()))
    tabs = open_tab(desk, TURNS, talker.session_id).detail.tabs
    qtbot.waitUntil(lambda: tabs.turns.model.rowCount() > 1)
    assert tabs.tools.model.rowCount() == 1


@pytest.mark.slow
def test_injected_memories_lead_to_what_they_are_today(qtbot, open_tab, filled_desk):
    newest = filled_desk.book.store.read(lambda: filled_desk.book.sessions.list(limit=1)).result()[0]
    page = open_tab(filled_desk, INJECTED, newest.id)
    tab = page.detail.tabs.injected
    qtbot.waitUntil(lambda: tab.model.rowCount() == 3)
    assert page.detail.tabs.tabText(INJECTED) == "In the prompt 3"
    assert [tab.model.index(0, column).data() for column in (0, 1)] == ["memory", "jellyfin"]
    with qtbot.waitSignal(page.navigation_requested) as asked:
        tab.table.setFocus()
        qtbot.keyClick(tab.table, Qt.Key.Key_Return)
    assert asked.args[0].page == "memories"


@pytest.mark.slow
def test_without_memory_it_says_so(qtbot, open_tab, desk, told):
    tab = open_tab(desk, INJECTED, told.session_id).detail.tabs.injected
    qtbot.waitUntil(tab._empty.isVisible)


@pytest.mark.slow
def test_a_session_whose_log_is_gone_is_told_from_its_checkpoints(qtbot, open_tab, desk, told):
    from claudeops_desktop.agents.reader import replay_lines
    from claudeops_desktop.runs.checkpointer import SessionCheckpointer

    kept = SessionCheckpointer(desk.book, told.session_id)
    for line, data, events in replay_lines(told.path):
        kept.read_line(line.number, line.at, data, events)
    kept.wait_until_stored()
    told.path.unlink()
    tabs = open_tab(desk, TURNS, told.session_id).detail.tabs
    qtbot.waitUntil(lambda: tabs.turns.model.rowCount() == 3)
    assert not tabs.turns._story.log_missing
    assert [turn.text for turn in tabs.turns._story.turns][:2] == ["I look at it.", "I restart it."]
