"""The services page: what is discovered, renamed, removed, and names that only agents speak of."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QMenu
from support.web_server import web_server

from claudeops_desktop.agents.watch.services import load_services
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.ui.kit.forms import FormDialog
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.overview.queries import OverviewData, load_overview
from claudeops_desktop.ui.pages.services.dialogs import CheckDialog
from claudeops_desktop.ui.pages.services.discover_dialog import DiscoverDialog
from claudeops_desktop.ui.pages.services.name_dialog import RenameServiceDialog


def names(page):
    return list(page.model.keys)


def shown(page, kind):
    found = page.findChildren(kind)
    return found[-1] if found else None


@pytest.fixture
def mentioned(configured, write):
    """A name that only an event knows."""
    write(lambda: configured.book.events.add(
        level="critical", service="vault", message="It is sealed", session_id=None, now=utc_now()))  # fmt: skip
    return configured


def open_dialog(page, qtbot, text, kind):
    next(action for action in page.menu.actions() if action.text() == text).trigger()
    qtbot.waitUntil(lambda: shown(page, kind) is not None)
    return shown(page, kind)


# --- renamed -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_service_is_renamed_with_its_records_and_undone(qtbot, open_page, configured, check, write):
    check("jellyfin", "healthy")
    before = configured.folder.services_file.read_text()
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "jellyfin")
    dialog = open_dialog(page, qtbot, "Rename the service…", RenameServiceDialog)
    assert not dialog.submit.isEnabled()
    qtbot.keyClicks(dialog.inputs["name"].widget, "a b")
    assert "letters, digits" in dialog.message.text()
    dialog.inputs["name"].widget.clear()
    qtbot.keyClicks(dialog.inputs["name"].widget, "Media")
    qtbot.keyClick(dialog.inputs["name"].widget, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "media")
    assert names(page) == ["media", "memory"]
    qtbot.waitUntil(lambda: bool(configured.undo.undo_text) and not configured.undo.busy)
    assert [one.service for one in configured.book.health.latest()] == ["media"]
    configured.undo.undo()
    qtbot.waitUntil(lambda: names(page) == ["jellyfin", "memory"])
    assert configured.folder.services_file.read_text() == before


def test_a_name_that_is_taken_is_refused_where_it_was_typed(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "jellyfin")
    dialog = open_dialog(page, qtbot, "Rename the service…", RenameServiceDialog)
    dialog.inputs["name"].widget.setText("memory")
    qtbot.mouseClick(dialog.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "There is a service memory already" in dialog.message.text())
    assert dialog.isVisible()


@pytest.mark.slow
def test_records_of_the_new_name_are_merged_at_a_second_press(qtbot, open_page, mentioned):
    page = open_page(mentioned, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "jellyfin")
    dialog = open_dialog(page, qtbot, "Rename the service…", RenameServiceDialog)
    dialog.inputs["name"].widget.setText("vault")
    qtbot.mouseClick(dialog.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: dialog.submit.text() == "Merge both")
    assert "cannot be undone" in dialog.message.text()
    qtbot.mouseClick(dialog.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: "vault" in names(page))
    assert page.known.mentioned == ()


# --- removed -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_removal_says_what_there_is_and_keeps_the_history_unless_told(qtbot, open_page, configured, check):
    check("jellyfin", "healthy", "down")
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "jellyfin")
    dialog = open_dialog(page, qtbot, "Remove the service…", FormDialog)
    assert any("1 check, 2 measurements" in label.text() for label in dialog.findChildren(QLabel))
    assert dialog.values["keep"]
    qtbot.mouseClick(dialog.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: names(page) == ["memory"] and page.known.mentioned == ())  # the file changes first
    assert configured.book.health.of_service("jellyfin")
    qtbot.waitUntil(lambda: bool(configured.undo.undo_text) and not configured.undo.busy)
    configured.undo.undo()
    qtbot.waitUntil(lambda: names(page) == ["jellyfin", "memory"])


def test_everything_it_left_is_deleted_where_that_is_chosen(qtbot, open_page, configured, check):
    check("jellyfin", "down")
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "jellyfin")
    dialog = open_dialog(page, qtbot, "Remove the service…", FormDialog)
    qtbot.keyClick(dialog.inputs["keep"].widget, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: "deleted for good" in dialog.message.text())
    qtbot.mouseClick(dialog.submit, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: names(page) == ["memory"])
    qtbot.waitUntil(lambda: configured.book.health.latest() == [])  # the file changes first


# --- mentioned -----------------------------------------------------------------------------------------------------


def test_a_name_that_only_agents_speak_of_is_apart_and_counts_nowhere(qtbot, open_page, mentioned, check):
    check("vault", "down")
    page = open_page(mentioned)
    qtbot.waitUntil(page.mentioned.isVisible)
    assert page.mentioned.fold.text() == "Mentioned by the agent (1)"
    assert not page.mentioned.names.isVisible()
    assert "vault" not in names(page)
    known = load_overview(mentioned, OverviewData(), utc_now(), utc_now())
    assert len(known.services) + len(known.unchecked) == len(names(page)) == 2


def test_it_is_watched_by_adding_a_check(qtbot, open_page, mentioned):
    page = open_page(mentioned)
    qtbot.waitUntil(page.mentioned.isVisible)
    qtbot.mouseClick(page.mentioned.fold, Qt.MouseButton.LeftButton)
    assert not page.mentioned.watch.isEnabled()
    page.mentioned.names.setFocus()
    qtbot.keyClick(page.mentioned.names, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "vault")
    page._show_list()
    assert page.line is not None and page.line.name == "vault"
    qtbot.mouseClick(page.mentioned.watch, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: shown(page, CheckDialog) is not None)
    form = shown(page, CheckDialog)
    assert form.name.text == "vault"
    qtbot.keyClicks(form.field("url").input, "http://vault.lan/")
    qtbot.waitUntil(form.keep.isEnabled)
    form.keep.click()
    qtbot.waitUntil(lambda: "vault" in names(page))
    assert page.known.mentioned == ()


def test_dismissed_it_is_gone_and_undo_brings_it_back(qtbot, open_page, mentioned):
    page = open_page(mentioned)
    qtbot.waitUntil(page.mentioned.isVisible)
    assert page.mentioned.choose("vault")
    qtbot.mouseClick(page.mentioned.dismiss, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(page.mentioned.isHidden)
    qtbot.waitUntil(lambda: bool(mentioned.undo.undo_text) and not mentioned.undo.busy)
    mentioned.undo.undo()
    qtbot.waitUntil(page.mentioned.isVisible)


def test_a_link_to_such_a_name_shows_it(qtbot, open_page, mentioned):
    page = open_page(mentioned, PageLocation("services", filters={"service": "vault"}))
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "vault")
    assert page.mentioned.fold.isChecked()


# --- discovered ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_what_is_discovered_is_named_in_its_row_tested_and_added(qtbot, open_page, configured, tmp_path):
    page = open_page(configured)
    qtbot.waitUntil(lambda: len(names(page)) == 2)
    with web_server(tmp_path) as (_port, name):
        qtbot.mouseClick(page.action_set.buttons["discover"], Qt.MouseButton.LeftButton)
        dialog = shown(page, DiscoverDialog)
        qtbot.waitUntil(lambda: any(row.name.text() == name for row in dialog.rows))
        row = next(row for row in dialog.rows if row.name.text() == name)
        assert row.status_label.text().startswith("HTTP 200")
        assert not dialog.go.isEnabled()
        row.box.setFocus()
        qtbot.keyClick(row.box, Qt.Key.Key_Space)
        row.name.setText("wiki")
        qtbot.mouseClick(row.test, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: row.status_label.text().startswith("healthy"))
        assert dialog.go.text() == "Add 1 service"
        qtbot.mouseClick(dialog.go, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: "wiki" in names(page))
    checks = {check.name: check.check for check in load_services(configured.folder.services_file).checks}
    assert checks["wiki"] == "http"
    qtbot.waitUntil(lambda: bool(configured.undo.undo_text) and not configured.undo.busy)
    configured.undo.undo()
    qtbot.waitUntil(lambda: "wiki" not in names(page))


def test_the_menu_says_what_can_be_done_with_a_service(qtbot, open_page, configured):
    page = open_page(configured, PageLocation("services", filters={"service": "jellyfin"}))
    qtbot.waitUntil(lambda: page.line is not None and page.line.name == "jellyfin")
    assert isinstance(page.menu, QMenu)
    texts = [action.text() for action in page.menu.actions() if action.text()]
    assert texts[-2:] == ["Rename the service…", "Remove the service…"]
