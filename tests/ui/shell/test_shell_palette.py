"""D8: the palette finds every action of every page, settings, services, sessions and memories; the last ones first."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QPushButton

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.runs.log_index.program import run_indexing
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


@pytest.mark.slow
def test_the_actions_of_another_page_are_offered_and_done_there(window, qtbot):
    window.show_page("events")
    window.show_page("overview")
    choose(window, qtbot, "events: show critical")
    assert window.stack.name == "events"
    assert window.stack.page.save_state()["level"] == "critical"


@pytest.mark.parametrize(("name", "page"), [("Schedule", "schedule"), ("overview", "overview")])
def test_the_name_of_a_page_leads_to_it_and_not_to_an_action_of_it(window, qtbot, name, page):
    window.open_palette()
    qtbot.keyClicks(window._palette.field, name)
    assert texts(window)[0].lower() == f"go to {page}"


@pytest.mark.slow
def test_a_page_of_an_earlier_day_is_offered_with_what_it_could_do(window, qtbot):
    window.remembered.set("palette.actions", {"events": ["Show critical events"]})
    choose(window, qtbot, "events: show critical")
    assert window.stack.name == "events"


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize(("said", "group", "button"), BUTTONS)
def test_what_settings_can_do_is_a_button_that_is_there(window, said, group, button):
    window.show_place(PageLocation("settings", filters={"group": group}))
    found = window.stack.pages["settings"].sections[group].findChildren(QPushButton)
    assert [each.text() for each in found].count(button) == 1, said


@pytest.mark.slow
def test_a_button_of_the_settings_is_pressed_from_afar(window, qtbot, monkeypatch):
    asked = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *words: asked.append(words[1]) or ("", ""))
    choose(window, qtbot, "backup restore")
    assert (window.stack.name, asked) == ("settings", ["Restore a backup"])


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_setting_is_found_by_its_name(window, qtbot):
    choose(window, qtbot, "cost limit of a month")
    assert window.stack.name == "settings"
    page = window.stack.page
    qtbot.waitUntil(lambda: page.list.currentItem().text().strip() == "Limits")


@pytest.mark.slow
def test_what_was_chosen_last_comes_first(window, qtbot):
    choose(window, qtbot, "go to schedule")
    window.open_palette()
    assert texts(window)[0] == "Go to Schedule"


@pytest.mark.slow
def test_a_service_is_found_by_its_name(window, qtbot):
    wanted = []
    window.stack.show_place = wanted.append
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "jellyf")
    qtbot.waitUntil(lambda: "jellyfin" in texts(window))
    row = texts(window).index("jellyfin")
    window._palette.list.setCurrentRow(row)
    qtbot.keyClick(window._palette.field, Qt.Key.Key_Return)
    assert wanted == [PageLocation("services", filters={"service": "jellyfin"})]


@pytest.mark.slow
def test_a_session_is_found_by_its_number(window, qtbot):
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "#12")
    qtbot.waitUntil(lambda: any(text.startswith("#12") for text in texts(window)))


@pytest.mark.slow
def test_a_memory_is_found_by_its_words(window, filled_desk, qtbot):
    memory = filled_desk.memory
    filled_desk.book.store.write(
        lambda: memory.edits.add(MemoryCandidate("timing", "plex", "Needs the zebra mount"))
    ).result()
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "zebra")
    qtbot.waitUntil(lambda: "Needs the zebra mount" in texts(window))


@pytest.mark.slow
def test_what_comes_late_does_not_disturb_what_was_typed_since(window, qtbot):
    window.open_palette()
    palette = window._palette
    qtbot.keyClicks(palette.field, "jellyf")
    palette._found("jell", [window.commands.run])
    assert "Run now" not in texts(window)


@pytest.mark.slow
def test_the_words_of_a_memory_are_not_kept_among_the_recent(window, filled_desk, qtbot):
    memory = filled_desk.memory
    filled_desk.book.store.write(
        lambda: memory.edits.add(MemoryCandidate("timing", "plex", "Needs the zebra mount"))
    ).result()
    window.remembered.set("palette.recent", ["Memory: Of an earlier day", "Go to Log"])
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "zebra")
    qtbot.waitUntil(lambda: "Needs the zebra mount" in texts(window))
    window._palette.list.setCurrentRow(texts(window).index("Needs the zebra mount"))
    qtbot.keyClick(window._palette.field, Qt.Key.Key_Return)
    choose(window, qtbot, "go to schedule")
    assert window.remembered.get("palette.recent") == ["Go to Schedule", "Go to Log"]


def wait_for_row(window, qtbot, text):
    qtbot.waitUntil(lambda: any(row.startswith(text) for row in texts(window)))
    window._palette.list.setCurrentRow(next(at for at, row in enumerate(texts(window)) if row.startswith(text)))


def add_session(desk, summary):
    now = utc_now()

    def write():
        run = desk.book.sessions.begin_run(
            trigger="manual", agent="claude", max_tier=1, dry_run=False, services=(), now=now
        )
        session = desk.book.sessions.begin(
            now=now, run_id=run, agent="claude", tier=1, trigger="manual", prompt_text="", log_file=""
        )
        desk.book.store.database.execute_sql("UPDATE sessions SET summary = ? WHERE id = ?", (summary, session))
        return session

    return desk.book.store.write(write).result()


@pytest.mark.slow
def test_keys_alone_lead_to_a_run_by_the_words_of_its_summary(window, filled_desk, qtbot):
    session = add_session(filled_desk, "The okapi volume was full")
    wanted = []
    window.stack.show_place = wanted.append
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(window._palette.field, "okapi")
    qtbot.waitUntil(lambda: texts(window) == ["Runs", f"#{session}: The okapi volume was full"])
    assert window._palette.list.currentRow() == 1  # the heading cannot be chosen
    qtbot.keyClick(window._palette.field, Qt.Key.Key_Up)
    assert window._palette.list.currentRow() == 1
    qtbot.keyClick(window._palette.field, Qt.Key.Key_Return)
    assert wanted == [PageLocation("sessions", session)]


@pytest.mark.slow
def test_an_event_that_repeats_is_found_once_under_its_heading(window, filled_desk, qtbot):
    def write():
        for second in range(7):
            filled_desk.book.events.add(
                level="info", message=f"okapi took {second} s", service="nas", session_id=None, now=utc_now()
            )

    filled_desk.book.store.write(write).result()
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "okapi")
    qtbot.waitUntil(lambda: texts(window) == ["Events", "nas: okapi took 6 s"])
    row = window._palette.list.item(1)
    assert row.data(Qt.ItemDataRole.AccessibleTextRole) == "Events: nas: okapi took 6 s"


@pytest.mark.slow
def test_a_line_of_a_log_is_found(window, filled_desk, qtbot):
    assert run_indexing(filled_desk.folder) is not None
    wanted = []
    window.stack.show_place = wanted.append
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "jellyfin")
    qtbot.waitUntil(lambda: "Log lines" in texts(window))
    at = texts(window).index("Log lines") + 1
    window._palette.list.setCurrentRow(at)
    qtbot.keyClick(window._palette.field, Qt.Key.Key_Return)
    (place,) = wanted
    assert (place.page, place.line > 0) == ("sessions", True)


@pytest.mark.slow
def test_where_nothing_is_found_it_says_so_and_offers_the_search_of_logs(window, qtbot):
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "qqxxzzy")
    qtbot.waitUntil(
        lambda: texts(window) == ["Nothing found for “qqxxzzy”", "Search all logs for “qqxxzzy”"], timeout=10_000
    )
    qtbot.keyClick(window._palette.field, Qt.Key.Key_Return)
    assert window.stack.name == "sessions"
    page = window.stack.page
    qtbot.waitUntil(lambda: page.search.text() == "qqxxzzy" and page.logs.isVisible())


@pytest.mark.slow
def test_many_events_do_not_hold_the_window(window, filled_desk, qtbot):
    """What is asked of the records is asked on a thread of its own."""
    threads = []
    asked = filled_desk.bridge.ask

    def ask(question, done=None, failed=None, **more):
        def noted():
            threads.append(threading.current_thread())
            return question()

        return asked(noted, done, failed, **more)

    filled_desk.bridge.ask = ask
    window.open_palette()
    qtbot.keyClicks(window._palette.field, "jellyf")
    qtbot.waitUntil(lambda: "jellyfin" in texts(window))
    assert threads
    assert threading.main_thread() not in threads
