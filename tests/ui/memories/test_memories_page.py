"""SPEC-0015, Dashboard Memories Page and Inactive Memory Handling; PRODUCT M13."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QPlainTextEdit, QStyleOptionViewItem

from claudeops_desktop.memory.types import MemoryEdit
from claudeops_desktop.ui import theme
from claudeops_desktop.ui.pages.base_page import PageLocation
from claudeops_desktop.ui.pages.memories.confidence_widgets import ConfidenceSpin
from claudeops_desktop.ui.pages.memories.model import MemoryColumn

HORIZONTAL = Qt.Orientation.Horizontal


@pytest.mark.slow
def test_memories_page_renders(known, open_page):
    """A table with service (or "general"), category, observation, confidence, active status, last updated, session."""
    session = known.session()
    said = known.say(session, "Takes 60s to start after restart", service="jellyfin")
    own = known.add("The host takes 4 min to reboot", confidence=0.2)
    operator = open_page()
    operator.sees(said, own)
    titles = [operator.model.headerData(column, HORIZONTAL) for column in MemoryColumn]
    assert titles == ["", "Service", "Category", "Observation", "Confidence", "State", "Updated", "Session"]
    assert [operator.text(said, column) for column in list(MemoryColumn)[1:]] == [
        "jellyfin", "timing", "Takes 60s to start after restart", "0.70", "active", "just now", f"#{session}",
    ]  # fmt: skip
    assert [operator.text(own, column) for column in map(MemoryColumn, (1, 5, 7))] == [
        "general", "inactive", "you",
    ]  # fmt: skip
    assert operator.facts[-1] == "1 active · 1 closed"


@pytest.mark.slow
def test_memories_page_auto_refreshes(known, open_page):
    """A memory that is made during a running session appears by itself."""
    first = known.add("Takes 60s to start", service="jellyfin")
    operator = open_page()
    operator.sees(first)
    said = known.say(known.session(), "Returns 302 when healthy", service="adguard", category="behavior")
    operator.sees(first, said)
    operator.until(lambda: operator.facts[-1] == "2 active · 0 closed")


@pytest.mark.slow
def test_another_programs_writes_appear(known, open_page, desk):
    """DESIGN, Threads and processes: a change that names nothing means that anything may have changed."""
    from claudeops_desktop.storage import CommittedChange

    first = known.add("Takes 60s to start", service="jellyfin")
    operator = open_page()
    operator.until(lambda: operator.text(first, MemoryColumn.CONFIDENCE) == "0.70")
    known.desk.book.store.hub.publish(CommittedChange("sessions"))
    desk.book.store.write(
        lambda: desk.book.store.database.execute_sql("UPDATE memories SET confidence = 0.9 WHERE id = ?", (first,))
    ).result()
    known.desk.book.store.hub.publish(CommittedChange("*"))
    operator.until(lambda: operator.text(first, MemoryColumn.CONFIDENCE) == "0.90")


@pytest.mark.slow
def test_filter_by_service(qtbot, known, open_page):
    jellyfin = known.add("Takes 60s to start", service="jellyfin")
    known.add("Needs a vacuum", service="postgres")
    general = known.add("The host takes 4 min to reboot")
    operator = open_page()
    box = operator.page.boxes["service"]
    operator.until(lambda: box.count() == 4)
    assert [box.itemText(i) for i in range(4)] == ["All services  3", "jellyfin  1", "postgres  1", "general  1"]
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    operator.sees(jellyfin)
    qtbot.keyClick(box, Qt.Key.Key_End)
    operator.sees(general)
    operator.until(lambda: operator.facts[-1].endswith("1 shown"))


@pytest.mark.slow
def test_filter_by_category(qtbot, known, open_page):
    timing = known.add("Takes 60s to start", service="jellyfin")
    known.add("Returns 302 when healthy", service="adguard", category="behavior")
    operator = open_page()
    box = operator.page.boxes["category"]
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Down)
    operator.sees(timing)


@pytest.mark.slow
def test_filter_by_state(qtbot, known, open_page):
    active = known.add("Takes 60s to start", service="jellyfin")
    inactive = known.add("Slow on Mondays", service="grafana", confidence=0.2)
    known.write(lambda: known.desk.memory.edits.edit([active], MemoryEdit(pinned=True)))
    operator = open_page()
    box = operator.page.boxes["state"]
    box.setFocus()
    for state, expected in (("active", active), ("pinned", active), ("closed", inactive)):
        while box.value != state:
            qtbot.keyClick(box, Qt.Key.Key_Down)
        operator.sees(expected)


@pytest.mark.slow
def test_search_forgives_a_typing_mistake(qtbot, known, open_page):
    jellyfin = known.add("Takes 60s to start after a restart", service="jellyfin")
    known.add("Needs a weekly vacuum", service="postgres", category="maintenance")
    operator = open_page()
    operator.page.focus_search()
    qtbot.keyClicks(operator.page.search, "jelyfin")
    operator.sees(jellyfin)
    qtbot.keyClick(operator.page.search, Qt.Key.Key_Return)
    assert operator.table.hasFocus()
    operator.page.focus_search()
    qtbot.keyClick(operator.page.search, Qt.Key.Key_Escape)
    operator.until(lambda: len(operator.rows()) == 2)


@pytest.mark.slow
def test_a_header_click_sorts_and_a_second_one_turns_it(qtbot, known, open_page):
    low = known.add("One", confidence=0.4)
    high = known.add("Two", confidence=0.9)
    middle = known.add("Three", confidence=0.6)
    operator = open_page()
    header = operator.table.horizontalHeader()
    point = header.viewport().rect().center()
    point.setX(header.sectionViewportPosition(MemoryColumn.CONFIDENCE) + 10)
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=point)
    operator.until(lambda: operator.rows() == [high, middle, low])
    assert header.sortIndicatorSection() == MemoryColumn.CONFIDENCE
    assert header.sortIndicatorOrder() is Qt.SortOrder.DescendingOrder
    qtbot.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=point)
    operator.until(lambda: operator.rows() == [low, middle, high])
    assert header.sortIndicatorOrder() is Qt.SortOrder.AscendingOrder


@pytest.mark.slow
def test_selection_follows_its_memory_through_a_sort(known, open_page):
    ids = [known.add(f"Fact {number}", confidence=number / 100) for number in range(30, 60)]
    operator = open_page()
    operator.click(ids[20])
    operator.page.table.sort_requested.emit("confidence", False)
    operator.until(lambda: operator.rows() == ids)
    assert operator.table.selected_keys == [ids[20]]
    assert operator.table.current == ids[20]


@pytest.mark.slow
def test_selection_survives_a_live_insert(known, open_page):
    ids = [known.add(f"Fact {number}") for number in range(6)]
    operator = open_page()
    operator.select(ids[1], ids[3])
    new = known.say(known.session(), "Returns 302 when healthy", service="adguard", category="behavior")
    operator.until(lambda: new in operator.rows())
    assert sorted(operator.table.selected_keys) == [ids[1], ids[3]]


@pytest.mark.slow
def test_scroll_position_survives_a_live_insert(known, open_page):
    for number in range(80):
        known.add(f"Fact {number}")
    operator = open_page()
    bar = operator.table.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    top = operator.rows()[operator.table.rowAt(0)]
    stood = operator.table.rowViewportPosition(operator.table.rowAt(0))
    new = known.say(known.session(), "Returns 302 when healthy", service="adguard", category="behavior")
    operator.until(lambda: operator.rows()[0] == new)
    assert operator.rows()[operator.table.rowAt(0)] == top
    assert operator.table.rowViewportPosition(operator.table.rowAt(0)) == stood


@pytest.mark.slow
def test_an_open_editor_survives_a_live_insert_and_a_change_of_its_own_row(qtbot, known, open_page):
    first = known.add("Takes 60s to start", service="jellyfin")
    operator = open_page()
    editor = operator.double_click(first, MemoryColumn.OBSERVATION)
    assert isinstance(editor, QPlainTextEdit)
    qtbot.keyClicks(editor, " or so")
    session = known.session()
    new = known.say(session, "Returns 302 when healthy", service="adguard", category="behavior")
    known.write(lambda: known.desk.memory.edits.adjust([first], 0.1))
    operator.until(lambda: new in operator.rows() and operator.text(first, MemoryColumn.CONFIDENCE) == "0.80")
    assert operator.table.editing
    assert editor.isVisible() and editor.toPlainText() == "Takes 60s to start or so"
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    operator.until(lambda: known.get(first).observation == "Takes 60s to start or so")
    assert not operator.table.editing


@pytest.mark.slow
def test_an_open_editor_survives_a_sort_that_the_list_waits_with(qtbot, known, open_page):
    ids = [known.add(f"Fact {number}", confidence=0.4) for number in range(20)]
    operator = open_page()
    operator.page.table.sort_requested.emit("confidence", True)
    operator.until(lambda: operator.rows() == ids)
    editor = operator.double_click(ids[3], MemoryColumn.OBSERVATION)
    for memory_id in ids[10:]:
        known.write(lambda memory_id=memory_id: known.desk.memory.edits.edit([memory_id], MemoryEdit(confidence=0.9)))
    known.write(lambda: known.desk.memory.edits.edit([ids[3]], MemoryEdit(confidence=0.95)))
    operator.until(lambda: operator.text(ids[3], MemoryColumn.CONFIDENCE) == "0.95")
    assert operator.table.editing and editor.isVisible()
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    operator.until(lambda: operator.rows()[0] == ids[3])


@pytest.mark.slow
def test_inactive_memory_visible_in_dashboard(qtbot, known, open_page):
    """Inactive memories stand apart, and can still be edited or deleted."""
    active = known.add("Takes 60s to start", service="jellyfin")
    inactive = known.add("Slow on Mondays", service="grafana", confidence=0.2)
    operator = open_page()
    operator.sees(active, inactive)
    colours = {}
    for memory_id in (active, inactive):
        operator.cell(memory_id, MemoryColumn.OBSERVATION)
        index = operator.model.index(operator.model.place(memory_id), MemoryColumn.OBSERVATION)
        option = QStyleOptionViewItem()
        operator.table.itemDelegateForIndex(index).initStyleOption(option, index)
        colours[memory_id] = option.palette.color(QPalette.ColorRole.Text).name().upper()
    assert colours[inactive] == theme.current_tokens().muted.upper()
    assert colours[active] != colours[inactive]
    assert operator.text(inactive, MemoryColumn.STATE) == "inactive"
    editor = operator.double_click(inactive, MemoryColumn.OBSERVATION)
    editor.setPlainText("Slow on Monday mornings")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    operator.until(lambda: known.get(inactive).observation == "Slow on Monday mornings")
    assert known.get(inactive).active == 0


@pytest.mark.slow
def test_reactivate_an_inactive_memory(qtbot, known, open_page):
    """Setting its confidence above 0.3 makes it active again."""
    inactive = known.add("Slow on Mondays", service="grafana", confidence=0.2)
    operator = open_page()
    editor = operator.double_click(inactive, MemoryColumn.CONFIDENCE)
    assert isinstance(editor, ConfidenceSpin)
    editor.selectAll()
    qtbot.keyClicks(editor, "0.5")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    operator.until(lambda: known.get(inactive).active == 1)
    operator.until(lambda: operator.text(inactive, MemoryColumn.STATE) == "active")
    assert known.get(inactive).confidence == 0.5


@pytest.mark.slow
def test_an_empty_page_says_what_will_appear_and_runs(known, open_page):
    operator = open_page()
    empty = operator.page.findChild(type(operator.page.empty))
    operator.until(empty.isVisible)
    assert "Nothing learned yet" in empty.accessibleName()
    operator.page.desk.settings.change("run.dry_run", True)
    empty.action_triggered.emit()
    assert [what for what, _ in operator.page.desk.runs.asked] == ["enqueue"]
    assert operator.page.desk.runs.asked[0][1].dry_run is True


@pytest.mark.slow
def test_filters_that_leave_nothing_offer_to_be_cleared(qtbot, known, open_page):
    first = known.add("Takes 60s to start", service="jellyfin")
    operator = open_page()
    qtbot.keyClicks(operator.page.search, "zzzzqqqq")
    operator.sees()
    operator.until(operator.page.empty.isVisible)
    assert "No memory matches" in operator.page.empty.accessibleName()
    operator.page.empty.action_triggered.emit()
    operator.sees(first)
    assert operator.page.search.text() == ""


@pytest.mark.slow
def test_the_newest_memory_is_shown_at_once(known, open_page):
    known.add("One")
    newest = known.add("Two")
    operator = open_page()
    assert operator.table.selected_keys == [newest]
    operator.until(lambda: operator.page.detail.shown and operator.page.detail.shown.memory_id == newest)


@pytest.mark.slow
def test_a_place_opens_the_page_at_a_memory(known, open_page):
    ids = [known.add(f"Fact {number}") for number in range(90)]
    operator = open_page(PageLocation("memories", id=ids[4]))
    operator.until(lambda: operator.table.selected_keys == [ids[4]])
    operator.until(lambda: operator.page.detail.shown is not None)
    assert operator.page.detail.shown.memory.id == ids[4]


@pytest.mark.slow
def test_a_place_may_carry_filters(known, open_page):
    session = known.session()
    said = known.say(session, "Takes 60s to start", service="jellyfin")
    known.add("The host takes 4 min to reboot")
    operator = open_page(PageLocation("memories", filters={"session_id": session}))
    operator.sees(said)
    operator.push(operator.page.session)
    operator.until(lambda: len(operator.rows()) == 2)


@pytest.mark.slow
def test_a_hidden_page_asks_nothing_and_catches_up(known, open_page):
    first = known.add("Takes 60s to start", service="jellyfin")
    operator = open_page()
    operator.page.deactivate()
    second = known.add("Needs a vacuum", service="postgres")
    operator.qtbot.waitUntil(lambda: operator.page.feed.missed, timeout=5000)
    assert operator.rows() == [first]
    operator.page.activate()
    operator.sees(first, second)


@pytest.mark.slow
def test_a_session_link_opens_the_very_line(known, open_page):
    """PRODUCT M16: a memory leads to the line of the session that said it."""
    session = known.session()
    known.lines = 41
    said = known.say(session, "Takes 60s to start", service="jellyfin")
    operator = open_page()
    operator.click(said, MemoryColumn.SESSION)
    operator.until(lambda: operator.places)
    assert operator.places == [PageLocation("sessions", id=session, line=42)]


@pytest.mark.slow
def test_splitter_columns_and_order_are_remembered(known, open_page):
    known.add("One", confidence=0.4)
    operator = open_page()
    operator.page.table.sort_requested.emit("confidence", True)
    operator.table.horizontalHeader().resizeSection(MemoryColumn.SERVICE, 222)
    state = operator.page.save_state()
    again = open_page()
    again.page.restore_state(state)
    assert again.table.horizontalHeader().sectionSize(MemoryColumn.SERVICE) == 222
    assert again.page.query.sort == "confidence"
    again.page.restore_state({"splitter": "no", "columns": [1], "sort": ["nothing", True]})
    assert again.page.query.sort == "confidence"


@pytest.mark.slow
def test_who_comes_back_finds_filters_and_row_as_they_were(known, open_page):
    first = known.add("Takes 60s to start", service="jellyfin", confidence=0.2)
    known.add("Slow on Mondays", service="grafana", confidence=0.1)
    known.add("The host takes 4 min to reboot")
    operator = open_page(PageLocation("memories", filters={"state": "closed"}))
    operator.until(lambda: len(operator.rows()) == 2)
    operator.click(first)
    position = operator.page.save_position()
    operator.page.clear_filters()
    operator.until(lambda: len(operator.rows()) == 3)
    operator.page.return_to_position(position)
    operator.until(lambda: len(operator.rows()) == 2 and operator.table.selected_keys == [first])
    assert operator.page.boxes["state"].value == "closed"


@pytest.mark.slow
def test_another_filter_shows_its_first_row_where_the_selected_one_is_not_among_them(known, open_page):
    closed = known.add("Slow on Mondays", service="grafana", confidence=0.2)
    known.add("Takes 60s to start", service="jellyfin")
    operator = open_page()
    operator.until(lambda: operator.page.detail.shown is not None)
    operator.page.boxes["state"].value_chosen.emit("closed")
    operator.until(lambda: operator.table.selected_keys == [closed])


@pytest.mark.slow
def test_another_order_shows_its_first_row(known, open_page):
    ids = [known.add(f"Fact {number:02}", confidence=number / 100) for number in range(30, 90)]
    operator = open_page()
    operator.click(ids[0])
    operator.table.horizontalHeader().sectionClicked.emit(MemoryColumn.CONFIDENCE)
    operator.until(lambda: operator.rows() == ids[::-1])
    operator.until(lambda: operator.table.current == ids[-1] and operator.table.rowAt(0) == 0)
