"""The window: frame, pages made late, keys, runs, dry run, and what it remembers (D1, D7, D8, S12)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QAbstractButton, QApplication, QWidget
from support.incidents import fill_incidents

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.routine.questions.tables import QuestionRecords
from claudeops_desktop.routine.questions.types import KnowledgeGap
from claudeops_desktop.runs.request import LiveRun, QueuedRun, QueueState, RunEnded, RunRequest
from claudeops_desktop.ui.pages import FORMER_KEYS, PAGES, PLACE_OF, PLACES
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.memories.context_editor import ContextEditor
from claudeops_desktop.ui.pages.memories.preview_pane import PreviewDialog
from claudeops_desktop.ui.runs.run_dialog import RunDialog
from claudeops_desktop.ui.shell.window import MainWindow
from claudeops_desktop.ui.ui_state import UiState

TRIED = 2  # a column of incidents


@pytest.fixture
def window(desk, qtbot):
    made = MainWindow(desk)
    made.resize(1180, 760)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")
    return made


def live(**more):
    return LiveRun(1, RunRequest(**more), 1, 1, "watch", 1, to_text(utc_now()))


@pytest.mark.slow
def test_a_page_is_made_when_it_is_first_opened(window):
    assert set(window.stack.pages) == {"overview"}
    window.show_page("settings")
    assert set(window.stack.pages) == {"overview", "settings"}


def test_every_page_is_a_tab_of_one_place():
    tabs = [name for place in PLACES for name in place.pages]
    assert sorted(tabs) == sorted(entry.name for entry in PAGES)
    assert len(set(tabs)) == len(tabs)


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES, ids=lambda place: place.name)
def test_control_and_a_digit_open_a_place(window, qtbot, place):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    keys = QKeySequence(place.keys)[0]
    qtbot.keyClick(window, keys.key(), keys.keyboardModifiers())
    assert window.stack.name == place.pages[0]
    assert window.sidebar.buttons[place.name].isChecked()
    assert window.tabs.isVisible() == (len(place.pages) > 1)


@pytest.mark.slow
@pytest.mark.parametrize(("keys", "page"), FORMER_KEYS.items())
def test_keys_from_before_the_places_lead_to_the_same_page(window, qtbot, keys, page):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    pressed = QKeySequence(keys)[0]
    qtbot.keyClick(window, pressed.key(), pressed.keyboardModifiers())
    assert window.stack.name == page


@pytest.mark.slow
def test_control_and_tab_go_round_the_tabs_of_a_place(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page("sessions")
    place = PLACE_OF["sessions"]
    for name in (*place.pages[1:], place.pages[0]):
        qtbot.keyClick(window, Qt.Key.Key_Tab, Qt.KeyboardModifier.ControlModifier)
        assert window.stack.name == name
    back = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(window, Qt.Key.Key_Backtab, back)
    assert window.stack.name == place.pages[-1]


@pytest.mark.slow
def test_a_place_is_left_and_found_again_at_the_same_tab(window, qtbot):
    window.show_page("events")
    window.show_page("overview")
    qtbot.mouseClick(window.sidebar.buttons["activity"], Qt.MouseButton.LeftButton)
    assert window.stack.name == "events"
    assert window.tabs.bar.tabData(window.tabs.bar.currentIndex()) == "events"


@pytest.mark.slow
def test_tab_reaches_the_first_incident_before_top_and_bottom_of_the_window(window, desk, qtbot):
    desk.book.store.write(lambda: fill_incidents(desk.book)).result()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_page("incidents")
    page = window.stack.page
    qtbot.waitUntil(lambda: page.model.rowCount() > 0)
    window.sidebar.buttons["activity"].setFocus(Qt.FocusReason.TabFocusReason)
    stops = []
    while len(stops) < 8 and window.focusWidget() is not page.table:
        qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
        stops.append(window.focusWidget())
    assert window.focusWidget() is page.table, stops


@pytest.mark.slow
@pytest.mark.parametrize(("name", "first"), [("settings", "search"), ("ask", "bar")])
def test_tab_goes_into_a_page_that_was_turned_to(window, qtbot, name, first):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.stack.page.setFocus()
    window.show_page(name)
    qtbot.keyClick(window.stack.page, Qt.Key.Key_Tab)
    part = getattr(window.stack.page, first)
    assert part is window.focusWidget() or part.isAncestorOf(window.focusWidget())


@pytest.mark.slow
def test_a_column_that_was_switched_off_is_hidden_at_the_next_start(desk, qtbot):
    first = MainWindow(desk)
    qtbot.addWidget(first, before_close_func=lambda w: w.shut_down())
    first.show_page("incidents")
    first.stack.page.table.choose_column(TRIED, shown=False)
    first.shut_down()
    second = MainWindow(desk)
    qtbot.addWidget(second, before_close_func=lambda w: w.shut_down())
    second.show()
    second.show_page("incidents")
    assert second.stack.page.table.isColumnHidden(TRIED)


@pytest.mark.slow
def test_a_tab_is_chosen_with_the_mouse_and_says_how_much_needs_the_operator(window, desk, qtbot):
    window.show_page("sessions")
    add = desk.book.events.add
    desk.book.store.write(
        lambda: add(level="critical", message="It is down", service="web", session_id=None, now=utc_now())
    )
    number = PLACE_OF["events"].pages.index("events")
    qtbot.waitUntil(lambda: window.tabs.bar.tabText(number).endswith(" (1)"))
    assert window.sidebar.buttons["activity"].badge == 1
    at = window.tabs.bar.tabRect(number).center()
    qtbot.mouseClick(window.tabs.bar, Qt.MouseButton.LeftButton, pos=at)
    assert window.stack.name == "events"


@pytest.mark.slow
def test_the_side_bar_says_how_much_waits_in_the_inbox(window, desk, qtbot):
    ask = [KnowledgeGap(name, "dependency") for name in ("web", "db", "mail")]
    desk.book.store.write(lambda: QuestionRecords(desk.book.store).ask(ask, utc_now()))
    qtbot.waitUntil(lambda: window.sidebar.buttons["inbox"].badge == 3)
    window.show_page("inbox")
    qtbot.waitUntil(lambda: window.stack.page.model.rowCount() == 3)


@pytest.mark.slow
def test_a_link_from_before_the_places_leads_to_what_holds_it_now(window):
    for page in ("inbox", "activity"):
        window.show_place(PageLocation(page))
        assert window.stack.name == PLACE_OF[window.stack.name].pages[0]
        assert PLACE_OF[window.stack.name].name == page


@pytest.mark.slow
def test_turning_the_page_takes_the_focus_along(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.stack.page.setFocus()
    window.show_page("settings")
    now = QApplication.focusWidget()
    assert now is window.stack.page or window.stack.page.isAncestorOf(now)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sessions", "events", "memories"])
def test_a_page_of_rows_has_the_keys_in_its_rows(filled_desk, qtbot, name):
    """Not in its search field, which would take them as words."""
    window = MainWindow(filled_desk)
    qtbot.addWidget(window, before_close_func=lambda w: w.shut_down())
    window.show()
    qtbot.waitUntil(lambda: window.stack.name == "overview")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.stack.page.setFocus()
    window.show_page(name)
    table = window.stack.page.table
    qtbot.waitUntil(table.hasFocus)
    qtbot.waitUntil(lambda: [index.row() for index in table.selectionModel().selectedRows()] == [0])


@pytest.mark.slow
def test_no_page_flashes_a_window_of_its_own_while_it_is_made(filled_desk, qtbot, qapp):
    window = MainWindow(filled_desk)
    qtbot.addWidget(window, before_close_func=lambda w: w.shut_down())
    watcher = _Windows()
    qapp.installEventFilter(watcher)
    try:
        window.show()
        qtbot.waitUntil(lambda: window.stack.name == "overview")
        for entry in PAGES:
            window.show_page(entry.name)
    finally:
        qapp.removeEventFilter(watcher)
    assert watcher.shown == {window}, [
        (type(w).__name__, w.text() if hasattr(w, "text") else "") for w in watcher.shown
    ]


class _Windows(QObject):
    """Every top-level widget that is shown."""

    def __init__(self):
        super().__init__()
        self.shown = set()

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            self.shown.add(watched)
        return False


@pytest.mark.slow
def test_no_two_actions_share_a_key(window):
    for name in (entry.name for entry in PAGES):
        window.show_page(name)
        seen: dict[str, str] = {}
        page = window.stack.page
        for action in [*window.commands.all, *window.commands.groups[3][1], *(page.actions() if page else [])]:
            for keys in action.shortcuts():
                text = keys.toString(QKeySequence.SequenceFormat.PortableText)
                assert seen.setdefault(text, action.text()) == action.text(), text


@pytest.mark.slow
def test_the_side_bar_folds_to_icons_below_900_pixels(window):
    window.resize(899, 700)
    assert window.sidebar.width() < 60
    window.resize(1000, 700)
    assert window.sidebar.width() > 150


@pytest.mark.slow
def test_counts_in_the_side_bar_are_said_aloud(window):
    window.sidebar.set_badge("activity", 3)
    assert window.sidebar.buttons["activity"].accessibleName() == "Activity, 3 need you"


@pytest.mark.slow
def test_events_that_wait_are_counted_before_their_page_is_opened(desk, qtbot):
    def happened(level, message):
        desk.book.store.write(
            lambda: desk.book.events.add(level=level, message=message, service=None, session_id=None, now=utc_now())
        ).result()

    happened("critical", "jellyfin answers 503")
    happened("critical", "jellyfin answers 502")
    happened("info", "backups are there")
    window = MainWindow(desk)
    qtbot.addWidget(window, before_close_func=lambda w: w.shut_down())
    window.show()
    badge = window.sidebar.buttons["activity"]
    qtbot.waitUntil(lambda: badge.badge == 1)  # the same but for its digits
    happened("warning", "grafana is slow")
    qtbot.waitUntil(lambda: badge.badge == 2)
    assert set(window.stack.pages) == {"overview"}
    window.show_page("events")
    ids = [event.id for event in desk.book.events.list()]
    desk.book.store.write(lambda: desk.book.events.acknowledge(ids, utc_now()))
    qtbot.waitUntil(lambda: badge.badge == 0)


@pytest.mark.slow
def test_the_budget_is_two_clicks_from_running_with_choices(window, qtbot):
    """M17: what the preview leads to is opened in the window, and the dialogs make way."""
    window.runs.open_dialog()
    dialog = window.findChild(RunDialog)
    qtbot.mouseClick(dialog.preview, Qt.MouseButton.LeftButton)
    preview = dialog.findChild(ContextEditor)
    qtbot.waitUntil(lambda: bool(preview.pane.meters.total.text()))
    qtbot.mouseClick(preview.pane.budget, Qt.MouseButton.LeftButton)
    assert not dialog.isVisible()
    assert window.stack.name == "settings"
    qtbot.waitUntil(lambda: window.stack.page.list.currentItem().text().strip() == "Memory")


@pytest.mark.slow
def test_a_memory_that_was_left_out_is_opened_from_the_preview(window, desk, qtbot):
    desk.settings.change("memory.budget", 0)
    change = desk.book.store.write(
        lambda: desk.memory.edits.add(MemoryCandidate("timing", "jellyfin", "Takes 60s to start"))
    ).result()
    window.runs.open_preview()
    preview = window.findChild(PreviewDialog)
    qtbot.waitUntil(lambda: preview.pane.left_out_model.rowCount() == 1)
    preview.pane.left_out.setCurrentIndex(preview.pane.left_out_model.index(0, 0))
    qtbot.keyClick(preview.pane.left_out, Qt.Key.Key_Return)
    assert window.stack.name == "memories"
    qtbot.waitUntil(lambda: window.stack.page.table.selected_keys == list(change.ids))


@pytest.mark.slow
def test_run_now_asks_for_a_run_by_hand(window, desk):
    window.commands.run.trigger()
    (asked,) = desk.runs.asked
    assert asked[0] == "enqueue"
    assert asked[1].trigger == "manual"


@pytest.mark.slow
def test_a_second_run_says_that_it_waits(window, desk):
    desk.runs.show(QueueState(live()))
    window.runs.run_now()
    assert "is queued" in window.toast.text


@pytest.mark.slow
def test_stop_is_one_click_and_only_offered_while_a_run_is_on(window, desk, qtbot):
    assert not window.header.stop.isVisible()
    desk.runs.show(QueueState(live()))
    qtbot.waitUntil(window.header.stop.isVisible)
    qtbot.mouseClick(window.header.stop, Qt.MouseButton.LeftButton)
    assert desk.runs.asked == [("stop", None)]
    qtbot.waitUntil(lambda: not window.header.stop.isEnabled())


@pytest.mark.slow
def test_a_waiting_run_can_be_cancelled_from_the_status_line(window, desk, qtbot):
    desk.runs.show(QueueState(live(), (QueuedRun(7, RunRequest(services=("postgres",)), to_text(utc_now())),)))
    qtbot.waitUntil(window.status.waiting.isVisible)
    (action,) = window.status.waiting.menu().actions()
    assert action.text() == "Cancel manual observe of postgres"
    action.trigger()
    assert desk.runs.asked == [("cancel", 7)]


@pytest.mark.slow
def test_pausing_waits_for_no_disk(window, desk, qtbot):
    window.commands.pause.trigger()
    qtbot.waitUntil(lambda: window.status_monitor.current.paused)
    assert desk.settings.current.run.paused
    assert window.commands.pause.text() == "Resume scheduled runs"
    assert window.header.pause.text() == "Resume"


@pytest.mark.slow
def test_dry_run_is_visible_on_every_page(window, desk, qtbot):
    window.commands.dry_run.trigger()
    qtbot.waitUntil(window.dry_run.isVisible)
    for entry in PAGES:
        window.show_page(entry.name)
        assert window.dry_run.isVisible()
    window.dry_run.button.click()
    qtbot.waitUntil(lambda: not window.dry_run.isVisible())
    assert not desk.settings.current.run.dry_run


@pytest.mark.slow
def test_one_dry_run_is_told_while_it_is_on(window, desk, qtbot):
    desk.runs.show(QueueState(live(dry_run=True)))
    qtbot.waitUntil(lambda: "dry run" in window.dry_run.text)


@pytest.mark.slow
def test_a_run_that_could_not_begin_says_why_until_it_is_closed(window, desk):
    desk.runs.end(RunEnded(RunRequest(), None, "failed", "There is no program at /opt/claude. Correct its path."))
    assert window.error_bar.isVisible()
    assert window.error_bar.text.startswith("There is no program")


@pytest.mark.slow
def test_a_cancelled_run_is_no_fault(window, desk):
    desk.runs.end(RunEnded(RunRequest(), None, "stopped", "Cancelled before it began."))
    assert not window.error_bar.isVisible()


@pytest.mark.slow
def test_what_the_store_cannot_do_is_one_plain_sentence(window, desk):
    desk.bridge.failed.emit("The disk is full: nothing more can be stored.")
    assert window.error_bar.text == "The disk is full: nothing more can be stored."


@pytest.mark.slow
def test_a_notice_stays_above_a_page_that_is_opened(window):
    window.toast.show_message("nginx is down.")
    window.show_page("services")
    above = [child for child in window.toast.parent().children() if isinstance(child, QWidget)]
    assert above[-1] is window.toast


@pytest.mark.slow
def test_the_toast_offers_undo_for_ten_seconds(window):
    taken = []
    window.toast.show_message("Deleted 5 memories.", lambda: taken.append(True))
    assert window.toast.isVisible()
    assert window.toast.findChild(QTimer).interval() == 10_000
    window.toast.undo()
    assert taken == [True]
    assert not window.toast.isVisible()


@pytest.mark.slow
def test_control_k_finds_a_command_by_a_few_letters(window, qtbot, desk):
    window.open_palette()
    palette = window._palette
    qtbot.keyClicks(palette.field, "pauz sched")
    assert "Pause scheduled runs" in palette.list.item(0).text()
    qtbot.keyClick(palette.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desk.settings.current.run.paused)
    assert not palette.isVisible()


@pytest.mark.slow
def test_escape_leaves_the_palette(window, qtbot):
    window.open_palette()
    qtbot.keyClick(window._palette.field, Qt.Key.Key_Escape)
    assert not window._palette.isVisible()


@pytest.mark.slow
def test_f1_lists_the_keys(window, qtbot):
    window.open_keys()
    dialog = window.findChild(type(QApplication.activeModalWidget()))
    assert dialog is not None
    dialog.reject()


@pytest.mark.slow
def test_size_page_and_splitters_are_remembered(window, desk, qtbot):
    window.show_page("settings")
    window.resize(710, 590)
    window.shut_down()
    kept = json.loads(desk.folder.ui_state.read_text(encoding="utf-8"))
    assert kept["page"] == "settings"
    again = MainWindow(desk)
    qtbot.addWidget(again, before_close_func=lambda w: w.shut_down())
    again.show()
    qtbot.waitUntil(lambda: again.stack.name == "settings")
    assert again.size().width() == 710


def test_words_that_a_purge_took_out_of_the_file_are_not_written_again(desk, qtbot):
    remembered = UiState(desk)
    remembered.set("filters", {"text": "quokkacast"})
    remembered.set("page", "events")
    remembered.save()
    purged = json.loads(desk.folder.ui_state.read_text(encoding="utf-8")) | {"filters": {"text": ""}}
    desk.folder.ui_state.write_text(json.dumps(purged), encoding="utf-8")
    remembered.set("page", "sessions")
    remembered.save()
    kept = json.loads(desk.folder.ui_state.read_text(encoding="utf-8"))
    assert kept == {"filters": {"text": ""}, "page": "sessions"}


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["", "[1, 2]", '{"geometry": 5, "page": "gone", "page.overview": 3}', "\x00"])
def test_a_damaged_memory_of_the_window_is_no_obstacle(desk, qtbot, damage):
    desk.folder.ui_state.write_text(damage, encoding="utf-8")
    made = MainWindow(desk)
    qtbot.addWidget(made, before_close_func=lambda w: w.shut_down())
    made.show()
    qtbot.waitUntil(lambda: made.stack.name == "overview")


@pytest.mark.slow
def test_hidden_nothing_ticks(window, desk, qtbot):
    for entry in PAGES:
        window.show_page(entry.name)
    window.hide()
    ticking = [timer for timer in window.findChildren(QTimer) if timer.isActive() and not timer.isSingleShot()]
    assert ticking == []
    assert not desk.bridge.findChild(QTimer).isActive()


@pytest.mark.slow
def test_threads_let_the_window_in_at_once_only_while_it_is_in_sight(window):
    assert sys.getswitchinterval() < 0.001
    window.hide()
    assert sys.getswitchinterval() == pytest.approx(0.005)


@pytest.mark.slow
def test_every_button_has_a_name_and_is_high_enough(window):
    for entry in PAGES:
        window.show_page(entry.name)
        for button in window.stack.page.findChildren(QAbstractButton):
            if button.isVisibleTo(window.stack.page) and type(button).__name__ not in (
                "QTableCornerButton",
                "QAbstractButton",
            ):
                assert button.text() or button.accessibleName() or button.toolTip(), (entry.name, button)
    for button in (window.header.run, window.header.more, window.header.pause, *window.sidebar.buttons.values()):
        assert button.height() >= 28
        assert button.accessibleName() or button.text()


@pytest.mark.slow
def test_a_place_in_an_unknown_page_changes_nothing(window, caplog):
    window.show_place(PageLocation("nowhere"))
    assert window.stack.name == "overview"


@pytest.mark.slow
def test_opening_the_window_imports_only_the_first_page(tmp_path):
    script = textwrap.dedent(
        """
        import sys
        from pathlib import Path
        from PySide6.QtWidgets import QApplication
        from support.desks import close_desk, make_desk
        app = QApplication([])
        from claudeops_desktop.ui.shell.startup import open_window
        desk = make_desk(Path(sys.argv[1]))
        window = open_window(desk)
        while not window.stack.name:
            app.processEvents()
        modules = list(sys.modules)  # at once: threads import meanwhile
        loaded = [m for m in modules if m.startswith("claudeops_desktop.ui.pages.") and m.endswith(".page")]
        print(",".join(loaded))
        window.shut_down(); window.tray.close(); window.deleteLater(); app.processEvents(); close_desk(desk)
        """
    )
    tests = Path(__file__).resolve().parents[2]
    env = {**os.environ, "PYTHONPATH": f"{tests.parent}{os.pathsep}{tests}", "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path / "d")], env=env, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "claudeops_desktop.ui.pages.overview.page"), done.stderr
