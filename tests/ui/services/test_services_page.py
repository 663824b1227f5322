"""The page of services: how each stands and stood, and what can be done about it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel
from support.desks import watch

from claudeops_desktop.agents.watch.edit import rows
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.runs.request import RunRequest
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.cooldowns.dialogs import MaintenanceDialog
from claudeops_desktop.ui.pages.services.detail_pane import ACTIONS, CHECKS, EVENTS, MEMORIES, RUNS
from claudeops_desktop.ui.pages.services.dialogs import CheckDialog
from claudeops_desktop.ui.runs.run_dialog import RunDialog
from claudeops_desktop.ui.widgets.record_model import STATE


def choose(page, text):
    """An entry of the menu of the service that is shown."""
    next(action for action in page.detail.menu.actions() if action.text() == text).trigger()


def names(page):
    return list(page.model.keys)


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
    assert [one.name for one in page._known.mentioned] == ["gitea", "nas"]
    assert page.model.index(0, 0).data(STATE) == "down"
    assert page.detail.name == "jellyfin"


def test_an_empty_page_offers_this_machine(qtbot, open_page, desk):
    page = open_page(desk)
    qtbot.waitUntil(lambda: names(page) == ["clock", "disk", "load", "memory", "names"])


def test_the_search_narrows_the_list(qtbot, open_page, configured):
    page = open_page(configured)
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    page.focus_search()
    qtbot.keyClicks(page.search, "mem")
    assert names(page) == ["memory"]
    assert page.detail.name == "memory"


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
    detail = page.detail
    qtbot.waitUntil(lambda: [detail.tabs.tabText(n).split() for n in range(6)] == [
        ["Checks", "2"], ["Incidents"], ["Events", "1"], ["Memories", "1"], ["Actions", "1"], ["Runs", "1"],
    ])  # fmt: skip
    assert detail.spark.number == 2
    for at, place in (
        (EVENTS, PageLocation("events", id=1)),
        (MEMORIES, PageLocation("memories", id=1)),
        (ACTIONS, PageLocation("cooldowns", id=1)),
        (RUNS, PageLocation("sessions", id=session)),
    ):
        detail.tabs.setCurrentIndex(at)
        table = detail.table(at)
        table.setFocus()
        table.select_key(table.facts.keys[0])
        with qtbot.waitSignal(page.navigation_requested) as went:
            qtbot.keyClick(table, Qt.Key.Key_Return)
        assert went.args == [place]


def test_a_new_check_moves_the_service_without_losing_the_choice(qtbot, open_page, configured, check):
    watch(configured, "gitea", "jellyfin")
    check("gitea", "healthy")
    page = open_page(configured, PageLocation("services", filters={"service": "gitea"}))
    qtbot.waitUntil(lambda: page.detail.name == "gitea")
    check("jellyfin", "down")
    qtbot.waitUntil(lambda: names(page)[0] == "jellyfin")
    assert page.detail.name == "gitea"


def test_checking_now_measures_and_shows_at_once(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "memory"}))
    qtbot.waitUntil(lambda: page.detail.name == "memory")
    page.table.setFocus()
    qtbot.keyClick(page.table, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: page.detail.result.text().startswith("memory:memory: "))
    qtbot.waitUntil(lambda: page.detail.check.text() == "Check now")
    qtbot.waitUntil(lambda: page.detail.table(CHECKS).facts.rowCount() == 1)
    (found,) = configured.book.health.of_service("memory")
    assert (found.measured, found.check_type, found.session_id) == (1, "memory", None)


def test_a_service_that_is_down_is_told_so(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.detail.name == "jellyfin")
    qtbot.mouseClick(page.detail.check, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "jellyfin:http: down" in page.detail.result.text().replace("\u200b", ""))
    qtbot.waitUntil(lambda: names(page)[0] == "jellyfin" and page.model.index(0, 1).data() == "down")


def test_a_run_about_it_is_asked_for(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.detail.name == "jellyfin")
    qtbot.mouseClick(page.detail.run, Qt.MouseButton.LeftButton)
    (dialog,) = page.findChildren(RunDialog)
    assert dialog.chosen_services == ("jellyfin",)
    dialog.run_requested.emit(RunRequest(services=("jellyfin",)))
    assert configured.runs.asked == [("enqueue", RunRequest(services=("jellyfin",)))]


@pytest.mark.slow
def test_maintenance_begins_ends_and_is_undone(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.detail.name == "jellyfin")
    qtbot.mouseClick(page.detail.rest, Qt.MouseButton.LeftButton)
    (dialog,) = page.findChildren(MaintenanceDialog)
    qtbot.keyClicks(dialog.note, "new disk")
    qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.detail.rest.text() == "End maintenance")
    rule = configured.book.rules.get("jellyfin")
    assert (rule.maintained(utc_now()), rule.note) == (True, "new disk")
    qtbot.mouseClick(page.detail.rest, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: page.detail.rest.text() == "Maintenance…")
    configured.undo.undo()
    qtbot.waitUntil(lambda: page.detail.rest.text() == "End maintenance")
    assert configured.book.rules.get("jellyfin").note == "new disk"


def test_a_broken_file_is_told_with_its_line(qtbot, open_page, configured, check):
    configured.folder.services_file.write_text("[[service]]\nname = \n")
    check("gitea", "healthy")
    page = open_page(configured)
    qtbot.waitUntil(page._wrong.isVisible)
    assert "line 2" in page._wrong.findChildren(QLabel)[0].text()
    assert not page.add.isEnabled()
    assert names(page) == ["gitea"]


@pytest.mark.slow
def test_a_check_is_added_in_a_form_and_undone(qtbot, open_page, configured):
    page = open_page(configured)
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    qtbot.mouseClick(page.add, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: bool(page.findChildren(CheckDialog)))
    (form,) = page.findChildren(CheckDialog)
    qtbot.keyClicks(form.name._input, "nas")
    qtbot.keyClicks(form.field("url")._input, "http://nas.lan/")
    qtbot.waitUntil(form.keep.isEnabled)
    qtbot.keyClick(form, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.detail.name == "nas")
    text = configured.folder.services_file.read_text()
    assert rows(text)[-1] == {"name": "nas", "check": "http", "url": "http://nas.lan/"}
    assert "# the media server" in text
    configured.undo.undo()
    qtbot.waitUntil(lambda: "nas" not in names(page))
    assert configured.folder.services_file.read_text() == text.partition('\n\n[[service]]\nname = "nas"')[0] + "\n"


def test_a_check_is_edited_with_what_it_is(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.detail.name == "jellyfin")
    page.detail.menu.actions()[0].trigger()
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
    qtbot.waitUntil(lambda: page.detail.name == "jellyfin")
    choose(page, "Remove the http check")
    qtbot.waitUntil(lambda: names(page) == ["memory"])
    configured.undo.undo()
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    assert configured.folder.services_file.read_text() == before


def test_what_somebody_else_changed_since_is_not_undone(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.detail.name == "jellyfin")
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
    qtbot.waitUntil(lambda: again.detail.name == "memory")


def test_this_machine_s_own_checks_can_be_made_but_not_edited(qtbot, open_page, desk):
    page = open_page(desk, PageLocation("services", filters={"service": "memory"}))
    qtbot.waitUntil(lambda: page.detail.name == "memory")
    assert page.detail.check.isVisible()
    assert [action.text() for action in page.detail.menu.actions()] == ["Add a check of this service…"]


@pytest.mark.parametrize(
    "text", ["service = 7", "[service]\nname = 'x'", "service = [1, {}]", "[[service]]\ncheck = 3"]
)
def test_a_file_of_another_shape_is_told_too(qtbot, open_page, configured, text):
    configured.folder.services_file.write_text(text)
    page = open_page(configured)
    qtbot.waitUntil(page._wrong.isVisible)


def test_a_file_that_an_editor_has_changed_is_taken_in(qtbot, open_page, configured):
    page = open_page(configured)
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    configured.folder.services_file.write_text('[[service]]\nname = "new"\ncheck = "memory"\n')
    page._tell_times()
    qtbot.waitUntil(lambda: names(page) == ["new"])
