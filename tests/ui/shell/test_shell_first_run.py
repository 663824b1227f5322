"""D6: the first minute finds the agent, adds services, runs a test, explains the tray; skipped, resumed, shown once."""

from __future__ import annotations

import stat

import pytest
from PySide6.QtCore import QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QApplication
from support.web_server import web_server

from claudeops_desktop.agents.base import AgentProgram
from claudeops_desktop.agents.registry import AgentRegistry
from claudeops_desktop.agents.watch.discovery.types import DiscoveredService
from claudeops_desktop.agents.watch.services import load_services
from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.core.desktop import autostart
from claudeops_desktop.runs.request import LiveRun, QueueState, RunEnded, RunRequest
from claudeops_desktop.scheduler import edit
from claudeops_desktop.ui.first_run import services_step, should_show
from claudeops_desktop.ui.first_run.dialog import FirstRunDialog
from claudeops_desktop.ui.shell.window import MainWindow
from claudeops_desktop.ui.widgets.discovered_row import DiscoveredRow


@pytest.fixture(autouse=True)
def found_here(monkeypatch):
    """What this machine runs is the outside world: two things that can be measured anywhere."""
    disk = {"name": "root", "check": "disk", "path": "/", "warn_free": "1 MB", "critical_free": "1 MB"}  # may be full
    found = (
        DiscoveredService(disk, "/", why="a disk", status="healthy"),
        DiscoveredService({"name": "mem", "check": "memory"}, "memory", why="the memory", status="healthy"),
    )
    monkeypatch.setattr(services_step.discovery, "discover", lambda _rows: found)


@pytest.fixture
def window(desk, qtbot):
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    return made


def opened(window) -> FirstRunDialog | None:
    return next((found for found in window.findChildren(FirstRunDialog) if found.isVisible()), None)


def at_step(window, number) -> FirstRunDialog:
    dialog = window.open_first_run()
    for _ in range(number - dialog.step_index):
        dialog.next.click()
    return dialog


def test_it_opens_over_an_empty_data_folder(window, qtbot):
    should_show.open_if_needed(window.desk, window.remembered, window.open_first_run)
    qtbot.waitUntil(lambda: opened(window) is not None)


@pytest.mark.slow
def test_it_does_not_open_over_a_folder_that_is_in_use(filled_desk, qtbot):
    made = MainWindow(filled_desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    should_show.open_if_needed(made.desk, made.remembered, made.open_first_run)
    qtbot.waitUntil(lambda: should_show.first_run_state(made.remembered).get("done") is True)
    assert opened(made) is None


def test_a_machine_that_is_set_up_by_a_script_can_leave_it_out(window, monkeypatch):
    monkeypatch.setenv("CLAUDEOPS_FIRST_RUN", "off")
    should_show.open_if_needed(window.desk, window.remembered, window.open_first_run)
    assert should_show.first_run_state(window.remembered) == {}


def test_skipped_it_is_not_shown_again(window, qtbot):
    qtbot.mouseClick(window.open_first_run().skip, Qt.MouseButton.LeftButton)
    should_show.open_if_needed(window.desk, window.remembered, window.open_first_run)
    assert should_show.first_run_state(window.remembered) == {"done": True}
    assert opened(window) is None


def test_left_half_way_it_goes_on_there(window, qtbot):
    dialog = at_step(window, 2)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    should_show.open_if_needed(window.desk, window.remembered, window.open_first_run)
    assert opened(window).step_index == 2


def test_finished_it_can_be_seen_again(window, qtbot):
    dialog = at_step(window, 3)
    assert dialog.next.text() == "Finish"
    dialog.next.click()
    assert should_show.first_run_state(window.remembered) == {"done": True}
    assert window.open_first_run().step_index == 0


@pytest.mark.slow
def test_without_the_cli_it_says_that_the_watcher_runs(window, qtbot):
    step = window.open_first_run().steps[0]
    qtbot.waitUntil(lambda: "the built-in watcher runs" in step.cli.text.text())
    assert step.ask.isHidden()


@pytest.fixture
def cli(desk, tmp_path, monkeypatch):
    """``cli(answer)`` is a Claude CLI that answers so; logged in by a key."""

    def put(answer: str) -> None:
        program = tmp_path / "claude"
        program.write_text(f"#!/bin/sh\ncat > /dev/null\necho '{answer}'\n")
        program.chmod(program.stat().st_mode | stat.S_IXUSR)
        desk.find_agents = lambda: AgentRegistry(AgentProgram(str(program), "2.1.197"), "claude", "")
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-a-key-of-a-test")

    return put


@pytest.mark.slow
def test_the_cli_is_asked_one_question_only_on_demand(cli, window, qtbot):
    cli('{"type":"result","is_error":false,"result":"ready","total_cost_usd":0.012}')
    step = window.open_first_run().steps[0]
    qtbot.waitUntil(step.ask.isVisible)
    assert step.status_label.isHidden()
    qtbot.mouseClick(step.ask, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: step.status_label.text.text().startswith("It answered in"))
    assert "$0.01" in step.status_label.text.text()


@pytest.mark.slow
def test_a_cli_that_is_not_logged_in_is_said_in_its_own_words(cli, window, qtbot):
    cli('{"type":"result","is_error":true,"result":"Not logged in · Please run /login"}')
    step = window.open_first_run().steps[0]
    qtbot.waitUntil(step.ask.isVisible)
    step.ask.click()
    qtbot.waitUntil(lambda: "Not logged in" in step.status_label.text.text())


@pytest.mark.slow
def test_services_are_proposed_chosen_and_tested(window, qtbot):
    step = at_step(window, 1).steps[1]
    qtbot.waitUntil(lambda: len(step.rows) == 2)
    assert [row.box.isChecked() for row in step.rows] == [True, True]
    qtbot.mouseClick(step.rows[0].test, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: step.rows[0].status_label.text().startswith("healthy"))


@pytest.mark.slow
def test_a_name_is_edited_in_its_row_and_is_written_so(window, desk, qtbot):
    dialog = at_step(window, 1)
    step = dialog.steps[1]
    qtbot.waitUntil(lambda: len(step.rows) == 2)
    name = step.rows[0].name
    name.selectAll()
    qtbot.keyClicks(name, "Big Disk")
    dialog.next.click()
    assert dialog.step_index == 1
    assert "letters, digits" in step.rows[0].wrong.text()
    name.setText("mem")
    dialog.next.click()
    assert "Another service is called mem" in step.rows[1].wrong.text()
    name.setText("big-disk")
    with qtbot.waitSignal(step.written):
        dialog.next.click()
    assert "big-disk" in load_services(desk.folder.services_file).names


@pytest.mark.slow
def test_an_address_that_speaks_http_becomes_a_web_check(window, desk, qtbot, tmp_path):
    dialog = at_step(window, 1)
    step = dialog.steps[1]
    qtbot.waitUntil(lambda: len(step.rows) == 2)
    with web_server(tmp_path) as (port, name):
        qtbot.keyClicks(step.field, f"localhost:{port}")
        step.add.click()
        row = step.rows[2]
        qtbot.waitUntil(lambda: row.row == {"name": name, "check": "http", "url": f"http://localhost:{port}/"})
        qtbot.waitUntil(lambda: row.status_label.text().startswith("healthy"))
        row.kind.setCurrentIndex(row.kind.findData("tcp"))
        assert row.row["check"] == "tcp"
        qtbot.waitUntil(lambda: row.dot.state == "healthy")


def test_the_wheel_over_the_list_changes_no_kind_of_check(desk, qtbot):
    web = {"name": "web", "check": "http", "url": "http://127.0.0.1:8080/"}
    row = DiscoveredRow(desk, DiscoveredService(web, "http://127.0.0.1:8080/", port=8080, protocol="tcp"))
    qtbot.addWidget(row)
    place = QPointF(row.kind.rect().center())
    wheel = QWheelEvent(
        place, row.kind.mapToGlobal(place), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(row.kind, wheel)
    assert row.kind.count() > 1
    assert row.kind.currentData() == "http"


@pytest.mark.slow
def test_left_at_once_an_address_is_asked_before_it_is_written(window, desk, qtbot, tmp_path):
    dialog = at_step(window, 1)
    step = dialog.steps[1]
    qtbot.waitUntil(lambda: len(step.rows) == 2)
    with web_server(tmp_path) as (port, _name):
        step.field.setText(f"localhost:{port}")
        with qtbot.waitSignal(step.written):
            dialog.next.click()
        kinds = {check.check for check in load_services(desk.folder.services_file).checks}
    assert "http" in kinds


@pytest.mark.slow
def test_what_is_chosen_is_watched_beside_this_machine(window, desk, qtbot):
    dialog = at_step(window, 1)
    step = dialog.steps[1]
    qtbot.waitUntil(lambda: len(step.rows) == 2)
    qtbot.keyClick(step.rows[1].box, Qt.Key.Key_Space)
    with qtbot.waitSignal(step.written):
        dialog.next.click()
    assert load_services(desk.folder.services_file).names == ("disk", "memory", "load", "clock", "names", "root")


@pytest.mark.slow
def test_an_address_of_ones_own_is_checked_and_added(window, qtbot):
    step = at_step(window, 1).steps[1]
    qtbot.waitUntil(lambda: len(step.rows) == 2)
    qtbot.keyClicks(step.field, "nonsense")
    qtbot.keyClick(step.field, Qt.Key.Key_Return)
    assert step.wrong.text() == "That is not a valid URL. Write https://host/path, or host:port."
    step.field.clear()
    qtbot.keyClicks(step.field, "127.0.0.1:1")
    step.add.click()
    assert step.rows[2].row == {"name": "port-1", "check": "tcp", "address": "127.0.0.1", "port": 1}
    qtbot.waitUntil(lambda: "down" in step.rows[2].status_label.text(), timeout=20_000)
    qtbot.keyClicks(step.field, "127.0.0.1:2")
    step.add.click()
    assert step.rows[3].row["name"] == "port-2"


@pytest.mark.slow
def test_what_was_typed_is_there_again_at_the_next_start(window, qtbot):
    dialog = at_step(window, 1)
    step = dialog.steps[1]
    qtbot.waitUntil(lambda: len(step.rows) == 2)
    qtbot.keyClicks(step.field, "127.0.0.1:1")
    step.add.click()
    dialog.reject()
    again = FirstRunDialog(window.desk, window.remembered, window)
    assert again.step_index == 1
    qtbot.waitUntil(lambda: len(again.steps[1].rows) == 3)
    assert again.steps[1].rows[2].row["port"] == 1
    assert again.steps[1].rows[2].box.isChecked()
    again.reject()


def test_the_test_run_is_shown_and_what_became_of_it(window, desk, qtbot):
    step = at_step(window, 2).steps[2]
    qtbot.mouseClick(step.run, Qt.MouseButton.LeftButton)
    [(what, request)] = desk.runs.asked
    assert (what, request.tier, request.max_tier) == ("enqueue", 1, 1)
    desk.runs.show(QueueState(LiveRun(1, request, 1, 1, "watch", 1, to_text(utc_now()))))
    qtbot.waitUntil(lambda: step.state.text.text() == "Running with the watcher.")
    desk.runs.end(RunEnded(request, 1, "completed", session_ids=(1,)))
    assert step.state.text.text().startswith("It is done.")
    assert step.run.isEnabled()


def test_a_first_run_that_found_a_service_down_has_no_tick(window, desk, qtbot):
    now, book = utc_now(), desk.book

    def ran():
        run = book.sessions.begin_run(trigger="manual", agent="watch", max_tier=1, dry_run=False, services=(), now=now)
        session = book.sessions.begin(now=now, run_id=run, agent="watch", tier=1, trigger="manual", log_file="")
        book.health.add(service="web", status="down", session_id=session, check_type="http", now=now)
        book.sessions.end_run(run, "completed", now)
        return run, session

    run, session = book.store.write(ran).result()
    step = at_step(window, 2).steps[2]
    qtbot.mouseClick(step.run, Qt.MouseButton.LeftButton)
    [(_, request)] = desk.runs.asked
    desk.runs.show(QueueState(LiveRun(1, request, run, session, "watch", 1, to_text(now))))
    qtbot.waitUntil(lambda: step.state.text.text() == "Running with the watcher.")
    desk.runs.end(RunEnded(request, run, "completed", session_ids=(session,)))
    qtbot.waitUntil(lambda: step.state.dot.state == "found_down")


def test_return_pressed_twice_at_the_test_run_skips_nothing(window, desk, qtbot):
    dialog = at_step(window, 2)
    assert dialog.focusWidget() is dialog.steps[2].run
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert len(desk.runs.asked) == 1
    assert dialog.focusWidget() is dialog.next
    desk.runs.end(RunEnded(desk.runs.asked[0][1], 1, "completed", session_ids=(1,)))
    assert dialog.focusWidget() is dialog.next
    qtbot.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
    assert (dialog.step_index, dialog.isVisible()) == (3, True)


@pytest.mark.slow
def test_another_run_that_ends_is_not_taken_for_the_test(window, desk):
    step = at_step(window, 2).steps[2]
    step.run.click()
    desk.runs.end(RunEnded(RunRequest(trigger="scheduled"), 1, "failed", "no"))
    assert not step.run.isEnabled()


@pytest.mark.slow
def test_the_cadence_is_that_of_the_schedule(window, desk, qtbot):
    step = at_step(window, 3).steps[3]
    qtbot.waitUntil(lambda: step.cadence.currentText() == "every 30 minutes")
    step.cadence.setFocus()
    qtbot.keyClick(step.cadence, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: step._schedule is not None)
    [schedule] = desk.book.store.read(desk.book.schedules.list).result()
    assert (schedule.name, schedule.rule, schedule.enabled) == (edit.DEFAULT_NAME, "3600", 1)


@pytest.mark.slow
def test_it_starts_at_login_where_wanted(window, qtbot):
    step = at_step(window, 3).steps[3]
    qtbot.waitUntil(step.login.isEnabled)
    assert not autostart.autostart_status().on
    step.login.setFocus()
    qtbot.keyClick(step.login, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: autostart.autostart_status().on and step.login.isEnabled())
    qtbot.keyClick(step.login, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: not autostart.autostart_status().on and step.login.isEnabled())


@pytest.mark.slow
def test_a_run_that_outlives_the_dialog_troubles_nobody(window, desk, qtbot):
    dialog = at_step(window, 2)
    dialog.steps[2].run.click()
    with qtbot.waitSignal(dialog.destroyed):
        dialog.reject()
    desk.runs.end(RunEnded(desk.runs.asked[0][1], 1, "completed", session_ids=(1,)))


@pytest.mark.slow
def test_without_a_tray_it_explains_how_the_window_comes_back(window, qtbot):
    step = at_step(window, 3).steps[3]
    assert "Starting Claude Ops again brings the window back" in step.tray.text()


@pytest.mark.slow
def test_enter_in_the_address_adds_it_and_stays(window, qtbot):
    dialog = at_step(window, 1)
    step = dialog.steps[1]
    qtbot.waitUntil(lambda: len(step.rows) == 2)
    qtbot.keyClicks(step.field, "127.0.0.1:1")
    qtbot.keyClick(step.field, Qt.Key.Key_Return)
    assert dialog.step_index == 1
    assert len(step.rows) == 3


@pytest.mark.slow
def test_an_address_that_was_typed_is_not_lost_by_going_on(window, qtbot):
    dialog = at_step(window, 1)
    step = dialog.steps[1]
    qtbot.waitUntil(lambda: len(step.rows) == 2)
    qtbot.keyClicks(step.field, "nonsense")
    dialog.next.click()
    assert dialog.step_index == 1
    assert step.wrong.isVisible()
    step.field.setText("127.0.0.1:1")
    dialog.next.click()
    assert dialog.step_index == 2
    assert len(step.rows) == 3


@pytest.mark.slow
def test_until_a_run_was_seen_running_is_the_thing_to_do(window, desk):
    dialog = at_step(window, 2)
    step = dialog.steps[2]
    assert (step.run.property("role"), dialog.next.property("role")) == ("primary", "")
    step.run.click()
    desk.runs.end(RunEnded(desk.runs.asked[0][1], 1, "completed", session_ids=(1,)))
    assert (step.run.property("role"), dialog.next.property("role")) == ("", "primary")


def test_on_a_screen_of_great_letters_its_buttons_are_in_view(window, monkeypatch):
    """A screen of 1,600 × 1,000 at twice the size has 800 × 500 of ours."""
    monkeypatch.setattr(FirstRunDialog, "screen", lambda _self: SmallScreen())
    dialog = window.open_first_run()
    for _ in range(4):
        assert dialog.height() <= 460
        assert dialog.rect().contains(dialog.next.geometry())
        assert dialog.minimumSizeHint().height() <= 460
        if dialog.step_index == 3:
            break
        dialog.next.click()


class SmallScreen:
    """What is asked of a screen."""

    def availableGeometry(self):
        return QRect(0, 0, 800, 500)
