"""The guide inside the application, and About."""

from __future__ import annotations

import re

import pytest
from PySide6.QtCore import Qt, QUrl

from claudeops_desktop import __version__
from claudeops_desktop.ui.help import guide_pages
from claudeops_desktop.ui.help.about_dialog import library_licences, open_about
from claudeops_desktop.ui.help.help_window import heading_anchor, open_help
from claudeops_desktop.ui.pages import ENTRIES


@pytest.mark.parametrize("page", ENTRIES)
def test_every_page_of_the_window_has_a_page_of_the_guide(page):
    assert page in guide_pages.GUIDE_PAGES
    assert len(guide_pages.guide_file(page).read_text(encoding="utf-8")) > 300


def test_links_between_pages_of_the_guide_lead_to_pages_that_are_there(qtbot):
    window = open_help("overview", None)
    qtbot.addWidget(window)
    names = set(guide_pages.guide_titles())
    text = guide_pages.guide_file("overview").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([a-z-]+)\.md", text)
    assert links and set(links) <= names
    window.follow_link(QUrl(f"{links[0]}.md"))
    assert window.view.path.stem == links[0]


def test_a_link_goes_to_a_heading(qtbot):
    window = open_help("overview", None)
    qtbot.addWidget(window)
    window.follow_link(QUrl("#the-places-and-their-keys"))
    assert window.view.textCursor().block().text() == "The places and their keys"
    assert heading_anchor("What it is, for you") == "what-it-is-for-you"


def test_pictures_of_the_guide_are_loaded_and_no_other_file(qtbot):
    window = open_help("inbox", None)
    qtbot.addWidget(window)
    assert not window.view.loadResource(2, QUrl("../screenshots/inbox-light.png")).isNull()
    assert window.view.loadResource(2, QUrl("../../pyproject.toml")) is None
    assert window.view.loadResource(2, QUrl("https://example.org/a.png")) is None


def test_the_guide_is_searched_and_closed_with_keys(qtbot):
    window = open_help("services", None)
    qtbot.addWidget(window)
    assert window.view.path.stem == "services"
    qtbot.keyClicks(window.search, "alertmanager")
    qtbot.waitUntil(lambda: window.view.path.stem == "alerts")
    window.search.clear()
    qtbot.keyClicks(window.search, "xyzzyq")
    qtbot.waitUntil(window.none.isVisible)
    with qtbot.waitSignal(window.finished):
        qtbot.keyClick(window.view, Qt.Key.Key_Escape)


@pytest.mark.slow
def test_about_says_what_this_is(desk, qtbot):
    dialog = open_about(desk, None)
    qtbot.addWidget(dialog)
    assert __version__ in dialog.version.text()
    assert dialog.folder.text() == str(desk.folder.root)
    qtbot.waitUntil(lambda: "PySide6" in dialog.licences.toPlainText())
    qtbot.waitUntil(lambda: "Looking" not in dialog.agent.text())


@pytest.mark.slow
def test_licences_are_those_of_what_is_installed():
    lines = library_licences()
    assert any(line.startswith("PySide6_Essentials ") and "LGPL-3.0" in line for line in lines)
    assert not any(line.startswith("claudeops") for line in lines)
