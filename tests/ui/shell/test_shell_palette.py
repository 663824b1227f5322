"""D8: the palette finds every action of every page, settings, services, sessions and memories; the last ones first."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton

from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.shell.page_action_names import BUTTONS
from claudeops_desktop.ui.shell.page_stack import ENTRIES
from claudeops_desktop.ui.shell.palette_entries import PaletteEntries, plain_action_text
from claudeops_desktop.ui.shell.window import MainWindow


@pytest.fixture
def window(filled_desk, qtbot):
    made = MainWindow(filled_desk)
    made.resize(1180, 760)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    return made


def texts(window):
    return [window._palette.list.item(row).text() for row in range(window._palette.list.count())]


def choose(window, qtbot, text):
    window.open_palette()
    qtbot.keyClicks(window._palette.field, text)
    qtbot.keyClick(window._palette.field, Qt.Key.Key_Return)


def test_the_actions_of_another_page_are_offered_and_done_there(window, qtbot):
    window.show_page("events")
    window.show_page("overview")
    choose(window, qtbot, "events: show critical")
    assert window.stack.name == "events"
    assert window.stack.page.save_state()["level"] == "critical"


def test_a_page_of_an_earlier_day_is_offered_with_what_it_could_do(window, qtbot):
    window.remembered.set("palette.actions", {"events": ["Show critical events"]})
    choose(window, qtbot, "events: show critical")
    assert window.stack.name == "events"


def test_a_page_that_was_never_opened_is_offered_with_all_it_can_do(window):
    """A mistake here says that ``page_actions`` does not have the words that the pages have."""
    first = {
        plain_action_text(action)
        for action in PaletteEntries(
            window.desk, window.stack, window.commands, window.remembered, window.open_first_run, window
        ).actions()
    }
    for name in ENTRIES:
        window.show_page(name)
        page = window.stack.pages[name]
        if name != "overview":  # in view at first, without its name before its words
            title = ENTRIES[name].title
            assert {f"{title}: {plain_action_text(action)}" for action in page.actions()} == {
                text for text in first if text.startswith(f"{title}: ") and name != "settings"
            }


@pytest.mark.parametrize(("said", "group", "button"), BUTTONS)
def test_what_settings_can_do_is_a_button_that_is_there(window, said, group, button):
    window.show_place(PageLocation("settings", filters={"group": group}))
    found = window.stack.pages["settings"].sections[group].findChildren(QPushButton)
    assert [each.text() for each in found].count(button) == 1, said


def test_a_button_of_the_settings_is_pressed_from_afar(window, qtbot, monkeypatch):
    asked = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *words: asked.append(words[1]) or ("", ""))
    choose(window, qtbot, "backup restore")
    assert (window.stack.name, asked) == ("settings", ["Restore a backup"])


def test_every_action_of_an_open_page_is_offered(window):
    for name in ("events", "memories", "schedule"):
        window.show_page(name)
    window.show_page("overview")
    offered = {
        plain_action_text(action)
        for action in PaletteEntries(
            window.desk, window.stack, window.commands, window.remembered, window.open_first_run, window
        ).actions()
    }
    for name in ("events", "memories", "schedule"):
        page = window.stack.pages[name]
        assert {f"{page.title}: {plain_action_text(a)}" for a in page.actions() if a.isEnabled()} <= offered


def test_a_setting_is_found_by_its_name(window, qtbot):
    choose(window, qtbot, "cost limit of a month")
    assert window.stack.name == "settings"
    page = window.stack.page
    qtbot.waitUntil(lambda: page.list.currentItem().text().strip() == "Limits")


def test_what_was_chosen_last_comes_first(window, qtbot):
    choose(window, qtbot, "go to schedule")
    window.open_palette()
    assert texts(window)[0] == "Go to Schedule"


def test_a_service_is_found_by_its_name(window, qtbot):
    wanted = []
    window.stack.show_place = wanted.append
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "jellyf")
    qtbot.waitUntil(lambda: "Service: jellyfin" in texts(window))
    row = texts(window).index("Service: jellyfin")
    window._palette.list.setCurrentRow(row)
    qtbot.keyClick(window._palette.field, Qt.Key.Key_Return)
    assert wanted == [PageLocation("services", filters={"service": "jellyfin"})]


def test_a_session_is_found_by_its_number(window, qtbot):
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "#12")
    qtbot.waitUntil(lambda: any(text.startswith("Session #12") for text in texts(window)))


def test_a_memory_is_found_by_its_words(window, filled_desk, qtbot):
    memory = filled_desk.memory
    filled_desk.book.store.write(
        lambda: memory.edits.add(MemoryCandidate("timing", "plex", "Needs the zebra mount"))
    ).result()
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "zebra")
    qtbot.waitUntil(lambda: "Memory: Needs the zebra mount" in texts(window))


def test_what_comes_late_does_not_disturb_what_was_typed_since(window, qtbot):
    window.open_palette()
    palette = window._palette
    qtbot.keyClicks(palette.field, "jellyf")
    palette._found("jell", [window.commands.run])
    assert "Run now" not in texts(window)


def test_the_words_of_a_memory_are_not_kept_among_the_recent(window, filled_desk, qtbot):
    memory = filled_desk.memory
    filled_desk.book.store.write(
        lambda: memory.edits.add(MemoryCandidate("timing", "plex", "Needs the zebra mount"))
    ).result()
    window.remembered.set("palette.recent", ["Memory: Of an earlier day", "Go to Events"])
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "zebra")
    qtbot.waitUntil(lambda: "Memory: Needs the zebra mount" in texts(window))
    window._palette.list.setCurrentRow(texts(window).index("Memory: Needs the zebra mount"))
    qtbot.keyClick(window._palette.field, Qt.Key.Key_Return)
    choose(window, qtbot, "go to schedule")
    assert window.remembered.get("palette.recent") == ["Go to Schedule", "Go to Events"]
