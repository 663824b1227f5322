"""The page of services: how each stands and stood, and what can be done about it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from PySide6.QtCore import Qt
from support.desks import watch

from claudeops_desktop.agents.watch.edit import rows
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.ui.kit.forms import FormDialog
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.services.dialogs import CheckDialog
from claudeops_desktop.ui.runs.run_dialog import RunDialog
from claudeops_desktop.ui.widgets.record_model import STATE


def choose(page, text):
    """An entry of the menu of the service that is shown."""
    next(action for action in page.menu.actions() if action.text() == text).trigger()


def names(page):
    return list(page.model.keys)


def shown(page):
    return page.line.name if page.line is not None else ""


def button(page, name):
    return page.action_set.buttons[name]


def time_line(page):
    return page.detail.section("time_line")


def test_services_are_one_list_the_worst_first_and_mentioned_names_are_apart(
    qtbot, open_page, configured, check, write
):
    check("gitea", "healthy")
    check("jellyfin", "healthy", "down")
    write(
        lambda: configured.book.events.add(level="warning", service="nas", message="x", session_id=None, now=utc_now())
    )
    page = open_page(configured)
    qtbot.waitUntil(lambda: names(page) == ["jellyfin", "memory"])
    assert [page.model.index(row, 1).data() for row in range(2)] == ["down", "never checked"]
    assert [one.name for one in page.known.mentioned] == ["gitea", "nas"]
    assert page.model.index(0, 0).data(STATE) == "down"
    assert shown(page) == "jellyfin"


def test_an_empty_page_offers_this_machine(qtbot, open_page, desk):
    page = open_page(desk)
    qtbot.waitUntil(lambda: names(page) == ["clock", "disk", "load", "memory", "names"])


def test_the_search_narrows_the_list(qtbot, open_page, configured):
    page = open_page(configured)
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    page.focus_search()
    qtbot.keyClicks(page.search, "mem")
    assert names(page) == ["memory"]
    assert shown(page) == "memory"


def test_all_that_is_known_of_a_service_is_in_one_place(qtbot, open_page, configured, check, write):
    book, now = configured.book, utc_now()

    def fill():
        run = book.sessions.begin_run(
            trigger="manual", agent="watch", max_tier=1, dry_run=False, services=("jellyfin",), now=now
        )
        session = book.sessions.begin(now=now, run_id=run, agent="watch", trigger="manual")
        book.sessions.update(session, status="completed")
        book.events.add(level="critical", service="jellyfin", message="Down", session_id=session, now=now)
        book.cooldowns.add(
            service="jellyfin",
            action_type="restart",
            success=True,
            message="ok",
            session_id=session,
            tier=2,
            now=now,
        )
        return session

    session = write(fill)
    write(lambda: configured.memory.edits.add(MemoryCandidate("timing", "jellyfin", "Takes a minute to start")))
    check("jellyfin", "healthy", "down", response_ms=12.0, check_type="http", detail="HTTP 503")
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    line = time_line(page)
    qtbot.waitUntil(lambda: line.model.rowCount() == 6)
    assert [line.kinds.itemText(n) for n in range(7)] == [
        "Everything  6", "Changes of state  2", "All checks  2", "Incidents  0", "Events  1", "Runs  1",
        "Restarts and redeployments  1",
    ]  # fmt: skip
    for kind, place in (
        ("event", PageLocation("events", id=1)),
        ("memory", PageLocation("memories", id=1)),
        ("action", PageLocation("sessions", id=session)),
        ("run", PageLocation("sessions", id=session)),
    ):
        line.kinds.set_value(kind)
        line.kinds.value_chosen.emit(kind)
        assert line.model.rowCount() == 1
        line.table.setFocus()
        line.table.select_key(line.model.keys[0])
        with qtbot.waitSignal(page.navigation_requested) as went:
            qtbot.keyClick(line.table, Qt.Key.Key_Return)
        assert went.args == [place]


def test_checks_that_found_nothing_new_are_listed_when_asked_for(qtbot, open_page, configured, check):
    check("jellyfin", "healthy", "healthy", "down", "down", check_type="http")
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    line = time_line(page)
    qtbot.waitUntil(lambda: line.model.rowCount() == 2)
    line.kinds.set_value("check")
    line.kinds.value_chosen.emit("check")
    assert line.model.rowCount() == 4


def test_alerts_about_a_service_are_in_its_time_line(qtbot, open_page, configured, write):
    write(lambda: configured.book.alerts.add(
        source="grafana", key="1", title="Down <b>now</b>", services=("jellyfin",), payload="", state="refused",
        why="Runs are paused.", now=utc_now(),
    ))  # fmt: skip
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    line = time_line(page)
    qtbot.waitUntil(lambda: line.model.rowCount() == 1)
    assert [line.model.index(0, n).data() for n in (1, 2, 3)] == [
        "Alert", "refused", "grafana: Down <b>now</b> · Runs are paused.",
    ]  # fmt: skip


def test_a_link_to_an_action_shows_it_in_the_time_line_of_its_service(qtbot, open_page, configured, write):
    number = write(
        lambda: configured.book.cooldowns.add(
            service="jellyfin", action_type="restart", success=True, message="", session_id=None, tier=2, now=utc_now()
        )
    )
    page = open_page(configured, PageLocation("cooldowns", id=number))
    qtbot.waitUntil(lambda: shown(page) == "jellyfin")
    qtbot.waitUntil(lambda: time_line(page).table.current == ("action", number))


def test_the_chart_has_response_times_and_the_state_of_each_stretch(qtbot, open_page, configured, check):
    check("jellyfin", "healthy", "down", response_ms=12.0, check_type="http")
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    chart = page.detail.section("chart").panel.chart
    qtbot.waitUntil(lambda: chart.data.has_values)
    assert chart.data.at(23) == [("half of them within", "12 ms"), ("State", "down in 1 of 2 checks")]
    assert chart.data.states[0].look == ""


def test_an_outage_is_a_band_of_the_chart(qtbot, open_page, configured, write):
    start = utc_now() - timedelta(hours=3)
    write(
        lambda: configured.book.incidents.open(
            service="jellyfin", source="check", started_at=start, worst="down", cause="refused", now=start
        )
    )
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    chart = page.detail.section("chart").panel.chart
    qtbot.waitUntil(lambda: bool(chart.data.bands))
    (band,) = chart.data.bands
    assert band.look == "down" and band.end - band.start >= timedelta(hours=3)


def test_a_new_check_moves_the_service_without_losing_the_choice(qtbot, open_page, configured, check):
    watch(configured, "gitea", "jellyfin")
    check("gitea", "healthy")
    page = open_page(configured, PageLocation("services", filters={"service": "gitea"}))
    qtbot.waitUntil(lambda: shown(page) == "gitea")
    check("jellyfin", "down")
    qtbot.waitUntil(lambda: names(page)[0] == "jellyfin")
    assert shown(page) == "gitea"


def test_checking_now_measures_and_shows_at_once(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "memory"}))
    qtbot.waitUntil(lambda: shown(page) == "memory")
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: page.line.found.startswith("memory:memory: "))
    qtbot.waitUntil(lambda: button(page, "check").text() == "Check now")
    qtbot.waitUntil(lambda: time_line(page).model.rowCount() == 1)
    (found,) = configured.book.health.of_service("memory")
    assert (found.measured, found.check_type, found.session_id) == (1, "memory", None)


def test_a_service_that_is_down_is_told_so(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: shown(page) == "jellyfin")
    qtbot.mouseClick(button(page, "check"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "jellyfin:http: down" in page.line.found)
    qtbot.waitUntil(lambda: names(page)[0] == "jellyfin" and page.model.index(0, 1).data() == "down")


def test_a_run_about_it_is_asked_for(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: shown(page) == "jellyfin")
    qtbot.mouseClick(button(page, "run"), Qt.MouseButton.LeftButton)
    (dialog,) = page.findChildren(RunDialog)
    assert dialog.chosen_services == ("jellyfin",)
    dialog.run_requested.emit(RunRequest(services=("jellyfin",)))
    assert configured.runs.asked == [("enqueue", RunRequest(services=("jellyfin",)))]


@pytest.mark.slow
def test_maintenance_begins_ends_and_is_undone(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: shown(page) == "jellyfin")
    qtbot.mouseClick(button(page, "maintain"), Qt.MouseButton.LeftButton)
    (dialog,) = page.findChildren(FormDialog)
    qtbot.keyClicks(dialog.inputs["note"].widget, "new disk")
    qtbot.mouseClick(dialog.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: button(page, "maintain").text() == "End maintenance")
    rule = configured.book.rules.get("jellyfin")
    assert (rule.maintained(utc_now()), rule.note) == (True, "new disk")
    qtbot.mouseClick(button(page, "maintain"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: button(page, "maintain").text() == "Maintenance…")
    configured.undo.undo()
    qtbot.waitUntil(lambda: button(page, "maintain").text() == "End maintenance")
    assert configured.book.rules.get("jellyfin").note == "new disk"


def test_a_broken_file_is_told_with_its_line(qtbot, open_page, configured, check):
    configured.folder.services_file.write_text("[[service]]\nname = \n")
    check("gitea", "healthy")
    page = open_page(configured)
    qtbot.waitUntil(page.file_problem.isVisible)
    assert "line 2" in page.problem_text.text()
    assert not button(page, "add").isEnabled()
    assert names(page) == ["gitea"]


@pytest.mark.slow
def test_a_check_is_added_in_a_form_and_undone(qtbot, open_page, configured):
    page = open_page(configured)
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    qtbot.mouseClick(button(page, "add"), Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(page.findChildren(CheckDialog)))
    (form,) = page.findChildren(CheckDialog)
    qtbot.keyClicks(form.name._input, "nas")
    qtbot.keyClicks(form.field("url")._input, "http://nas.lan/")
    qtbot.waitUntil(form.keep.isEnabled)
    qtbot.keyClick(form, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: shown(page) == "nas")
    text = configured.folder.services_file.read_text()
    assert rows(text)[-1] == {"name": "nas", "check": "http", "url": "http://nas.lan/"}
    assert "# the media server" in text
    configured.undo.undo()
    qtbot.waitUntil(lambda: "nas" not in names(page))
    assert configured.folder.services_file.read_text() == text.partition('\n\n[[service]]\nname = "nas"')[0] + "\n"


def test_a_check_is_edited_with_what_it_is(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: shown(page) == "jellyfin")
    page.menu.actions()[0].trigger()
    qtbot.waitUntil(lambda: bool(page.findChildren(CheckDialog)))
    (form,) = page.findChildren(CheckDialog)
    assert form.field("url").text == "http://127.0.0.1:9/"
    form.field("slow_ms")._input.setText("800")
    qtbot.waitUntil(form.keep.isEnabled)
    qtbot.mouseClick(form.keep, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "slow_ms = 800" in configured.folder.services_file.read_text())
    assert "# the media server" in configured.folder.services_file.read_text()


@pytest.mark.slow
def test_a_check_is_removed_and_brought_back(qtbot, open_page, configured):
    before = configured.folder.services_file.read_text()
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: shown(page) == "jellyfin")
    choose(page, "Remove the http check")
    qtbot.waitUntil(lambda: names(page) == ["memory"])
    configured.undo.undo()
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    assert configured.folder.services_file.read_text() == before


def test_what_somebody_else_changed_since_is_not_undone(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: shown(page) == "jellyfin")
    choose(page, "Remove the http check")
    qtbot.waitUntil(lambda: names(page) == ["memory"])
    configured.folder.services_file.write_text("# theirs\n")
    said = []
    configured.undo.message_posted.connect(lambda text, _undo: said.append(text))
    configured.undo.undo()
    qtbot.waitUntil(lambda: any("by another program" in text for text in said))
    assert configured.folder.services_file.read_text() == "# theirs\n"


def test_the_chosen_service_is_remembered(qtbot, open_page, configured):
    page = open_page(configured)
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    page.table.select_key("memory")
    again = open_page(configured, state=page.save_state())
    qtbot.waitUntil(lambda: shown(again) == "memory")


def test_this_machine_s_own_checks_can_be_made_but_not_edited(qtbot, open_page, desk):
    page = open_page(desk, PageLocation("services", filters={"service": "memory"}))
    qtbot.waitUntil(lambda: shown(page) == "memory")
    assert button(page, "check").isVisible()
    assert [action.text() for action in page.menu.actions()] == ["Add a check of this service…"]


@pytest.mark.parametrize(
    "text", ["service = 7", "[service]\nname = 'x'", "service = [1, {}]", "[[service]]\ncheck = 3"]
)
def test_a_file_of_another_shape_is_told_too(qtbot, open_page, configured, text):
    configured.folder.services_file.write_text(text)
    page = open_page(configured)
    qtbot.waitUntil(page.file_problem.isVisible)


def test_a_file_that_an_editor_has_changed_is_taken_in(qtbot, open_page, configured):
    page = open_page(configured)
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    configured.folder.services_file.write_text('[[service]]\nname = "new"\ncheck = "memory"\n')
    page.refresh()
    qtbot.waitUntil(lambda: names(page) == ["new"])
