"""What a session did: turns and tool calls in one list, and who allowed what (S4, S10)."""

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
from claudeops_desktop.ui.pages.sessions.sections import GIVEN, LOG
from claudeops_desktop.ui.pages.sessions.steps_section import COLUMNS

from .logs import Talker, record, writing

ME = {"session_id": "s", "model": "m"}
RECORDINGS = Path(__file__).parents[2] / "recordings"


@pytest.fixture
def open_run(qtbot):
    kept = []

    def make(desk, session_id):
        page = SessionsPage(desk)
        qtbot.addWidget(page)
        how = QAbstractItemModelTester.FailureReportingMode.Fatal
        kept.extend([page, QAbstractItemModelTester(page.detail.steps.model, how)])
        page.resize(1100, 800)
        page.show()
        qtbot.waitExposed(page)
        page.activate(PageLocation("sessions", id=session_id))
        qtbot.waitUntil(lambda: page.detail.session_id == session_id)
        return page

    yield make
    kept.clear()


def choose(box, text):
    place = box.findText(text, Qt.MatchFlag.MatchStartsWith)
    box.setCurrentIndex(place)
    box.activated.emit(place)


def shown(steps, *names):
    columns = [column.name for column in COLUMNS]
    return [
        [(steps.model.index(row, columns.index(name)).data() or "").strip() for name in names]
        for row in range(steps.model.rowCount())
    ]


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


def test_each_turn_is_followed_by_its_calls(qtbot, open_run, desk, told):
    steps = open_run(desk, told.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.model.rowCount() == 5)
    assert shown(steps, "step", "outcome", "said", "result") == [
        ["Turn 1", "", "I look at it.", ""],
        ["Bash", "ok", "docker ps", "up 3 days"],
        ["Turn 2", "failed", "I restart it.", ""],
        ["Bash", "failed", "docker restart jellyfin", "Restarted twice in 4 h."],
        ["Turn 3", "", "It was not allowed.", ""],
    ]


@pytest.mark.slow
def test_a_finished_session_begins_at_its_first_turn(qtbot, open_run, desk, told):
    steps = open_run(desk, told.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.turn == 1)
    document = steps.document.toPlainText()
    assert "I look at it." in document
    assert "docker ps" in document
    assert "up 3 days" in document


def test_a_call_is_shown_in_full_by_itself(qtbot, open_run, desk, told):
    steps = open_run(desk, told.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.turn == 1)
    steps.table.select_key((2, 1))
    assert "docker restart jellyfin" in steps.document.toPlainText()
    assert "I restart it." not in steps.document.toPlainText()


@pytest.mark.slow
def test_right_and_left_go_from_turn_to_turn_with_how_the_session_stood_then(qtbot, open_run, desk, told):
    steps = open_run(desk, told.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.turn == 1)
    steps.table.setFocus()
    qtbot.keyClick(steps.table, Qt.Key.Key_Right)
    assert steps.table.current == (2, 0)
    assert "2 calls, 1 failed" in steps.totals.text()
    qtbot.keyClick(steps.table, Qt.Key.Key_Right)
    assert "$0.30 so far" in steps.totals.text()
    qtbot.keyClick(steps.table, Qt.Key.Key_Right)
    assert steps.turn == 3
    qtbot.keyClick(steps.table, Qt.Key.Key_Left)
    assert steps.turn == 2


@pytest.mark.slow
def test_what_the_guard_refused_counts_as_refused(qtbot, open_run, desk, told):
    judge(told, 2, "deny", "cooldown", "Restarted twice in 4 h.", "restart")
    steps = open_run(desk, told.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.turn == 1)
    steps.step_turn(1)
    assert "2 calls, 1 refused ·" in steps.totals.text()
    assert "Refused by cooldown: Restarted twice in 4 h." in steps.document.toPlainText()
    assert steps.model.state(steps.model.row(2), "outcome") == "warning"


@pytest.mark.slow
def test_return_shows_the_step_in_the_log(qtbot, open_run, desk, told):
    detail = open_run(desk, told.session_id).detail
    qtbot.waitUntil(lambda: detail.steps.turn == 1)
    detail.steps.table.setFocus()
    qtbot.keyClick(detail.steps.table, Qt.Key.Key_Right)
    qtbot.keyClick(detail.steps.table, Qt.Key.Key_Return)
    assert detail.column.sections[LOG].fold.isChecked()
    qtbot.waitUntil(lambda: detail.log.list.currentIndex().isValid())


@pytest.mark.slow
def test_what_the_agent_wrote_stays_plain(qtbot, open_run, desk, told):
    steps = open_run(desk, told.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.turn == 1)
    steps.table.select_key((3, 0))
    assert "<b>bold</b>" in steps.document.toPlainText()


@pytest.mark.slow
def test_a_running_session_is_followed_turn_by_turn(qtbot, open_run, desk):
    talker = Talker(desk)
    talker.write(said("One", 1))
    steps = open_run(desk, talker.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.turn == 1)
    talker.write(said("Two", 2))
    qtbot.waitUntil(lambda: steps.turn == 2)
    steps.step_turn(-1)
    talker.write(said("Three", 3))
    qtbot.waitUntil(lambda: steps.model.rowCount() == 3)
    assert steps.turn == 1


def test_what_comes_in_moves_neither_the_chosen_step_nor_the_parts(qtbot, open_run, desk):
    talker = Talker(desk)
    talker.write(*(said(f"Turn {number}", number) for number in range(1, 31)))
    detail = open_run(desk, talker.session_id).detail
    qtbot.waitUntil(lambda: detail.steps.model.rowCount() == 30)
    detail.steps.table.select_key((5, 0))
    bar = detail.column.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.maximum() >= 60)
    bar.setValue(60)
    talker.write(said("One more", 31))
    qtbot.waitUntil(lambda: detail.steps.model.rowCount() == 31)
    assert (detail.steps.table.current, bar.value()) == ((5, 0), 60)


@pytest.mark.slow
def test_another_session_shows_its_own_steps(qtbot, open_run, desk, told):
    other = Talker(desk, "other.ndjson", status="completed")
    other.write(said("Another one", 1))
    page = open_run(desk, told.session_id)
    steps = page.detail.steps
    qtbot.waitUntil(lambda: steps.model.rowCount() == 5)
    page.activate(PageLocation("sessions", id=other.session_id))
    qtbot.waitUntil(lambda: "Another one" in steps.document.toPlainText())
    assert steps.model.rowCount() == 1


@pytest.mark.slow
def test_a_log_that_is_gone_is_said(qtbot, open_run, desk, told):
    told.path.unlink()
    steps = open_run(desk, told.session_id).detail.steps
    qtbot.waitUntil(lambda: "removed" in steps.nothing.text())


@pytest.mark.slow
def test_calls_say_who_refused_and_why(qtbot, open_run, desk, told):
    judge(told, 1, "allow", "tier", "", "read")
    judge(told, 2, "deny", "cooldown", "Restarted twice in 4 h.", "restart")
    steps = open_run(desk, told.session_id).detail.steps
    choose(steps.filter, "Tool calls")
    qtbot.waitUntil(lambda: steps.model.rowCount() == 2)
    assert shown(steps, "step", "outcome", "said", "kind", "result")[1] == [
        "Bash", "refused", "docker restart jellyfin", "restart", "cooldown: Restarted twice in 4 h.",
    ]  # fmt: skip


@pytest.mark.slow
def test_filters_say_how_many_steps_they_leave(qtbot, open_run, desk, told):
    judge(told, 2, "deny", "cooldown", "no", "restart")
    steps = open_run(desk, told.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.model.rowCount() == 5)
    assert [steps.filter.itemText(row).split()[-1] for row in range(4)] == ["5", "2", "2", "1"]
    choose(steps.filter, "Refused calls")
    assert shown(steps, "said") == [["docker restart jellyfin"]]
    choose(steps.filter, "Failed or refused")
    assert shown(steps, "step") == [["Turn 2"], ["Bash"]]


@pytest.mark.slow
def test_where_no_call_was_refused_it_says_so(qtbot, open_run, desk):
    talker = Talker(desk, status="completed")
    talker.write(called("uptime", 1), answered("up", 1))
    steps = open_run(desk, talker.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.model.rowCount() == 2)
    choose(steps.filter, "Refused calls")
    assert steps.nothing.text() == "No call was refused"


@pytest.mark.slow
def test_where_the_log_is_gone_the_guard_still_knows(qtbot, open_run, desk, told):
    judge(told, 2, "deny", "cooldown", "no", "restart")
    told.path.unlink()
    steps = open_run(desk, told.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.model.rowCount() == 1)
    assert not steps.log_button.isEnabled()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["subagent-2.1.330", "permission_denied-2.1.330", "partial_messages-2.1.197"])
def test_recordings_of_the_cli_are_shown(qtbot, open_run, desk, name):
    talker = Talker(desk, status="completed")
    talker.write(*(record(line) for line in (RECORDINGS / f"{name}.ndjson").read_bytes().splitlines()))
    steps = open_run(desk, talker.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.model.rowCount() > 2)
    choose(steps.filter, "Tool calls")
    assert steps.model.rowCount() == 1


@pytest.mark.slow
def test_memories_in_the_prompt_lead_to_what_they_are_today(qtbot, open_run, filled_desk):
    newest = filled_desk.book.store.read(lambda: filled_desk.book.sessions.list(limit=1)).result()[0]
    page = open_run(filled_desk, newest.id)
    section = page.detail.column.sections[GIVEN]
    section.fold.setChecked(True)
    qtbot.waitUntil(lambda: section.body.model.rowCount() == 3)
    assert section.fold.text() == "Memory in the prompt · 3"
    assert [section.body.model.index(0, column).data() for column in (0, 1)] == ["memory", "jellyfin"]
    with qtbot.waitSignal(page.navigation_requested) as asked:
        section.body.table.setFocus()
        qtbot.keyClick(section.body.table, Qt.Key.Key_Return)
    assert asked.args[0].page == "memories"


@pytest.mark.slow
def test_without_memory_there_is_no_such_section(qtbot, open_run, desk, told):
    page = open_run(desk, told.session_id)
    assert page.detail.column.sections[GIVEN].isHidden()


@pytest.mark.slow
def test_a_session_whose_log_is_gone_is_told_from_its_checkpoints(qtbot, open_run, desk, told):
    from claudeops_desktop.agents.reader import replay_lines
    from claudeops_desktop.runs.checkpointer import SessionCheckpointer

    kept = SessionCheckpointer(desk.book, told.session_id)
    for line, data, events in replay_lines(told.path):
        kept.read_line(line.number, line.at, data, events)
    kept.wait_until_stored()
    told.path.unlink()
    steps = open_run(desk, told.session_id).detail.steps
    qtbot.waitUntil(lambda: steps.model.rowCount() == 5)
    assert not steps.steps.log_missing
    assert [turn.text for turn in steps.steps.turns][:2] == ["I look at it.", "I restart it."]
