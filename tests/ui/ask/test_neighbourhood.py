"""Around a service: a small graph that the keyboard moves in, and the list that says the same (E9)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.memory.recall.graph import EntityGraph, MemoryGraphNode
from claudeops_desktop.ui.pages.ask.graph_layout import GAP, nearest_box, place_nodes
from claudeops_desktop.ui.pages.ask.neighbourhood import MOST, build_graph
from claudeops_desktop.ui.pages.base_page import PageLocation


@pytest.fixture
def view(known, window, qtbot):
    known.fill()
    window.show_place(PageLocation("recall", filters={"view": "around", "service": "jellyfin"}))
    made = window.stack.page.view("around")
    made.tester = QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    qtbot.waitUntil(lambda: len(made.neighbourhood.dots) > 2, timeout=20_000)
    return made


def names(view):
    return [dot.name for dot in view.neighbourhood.dots]


@pytest.mark.slow
def test_the_service_stands_in_the_middle_with_what_is_named_with_it(view):
    assert names(view)[0] == "jellyfin"
    assert {"/srv/media", "wireguard"} <= set(names(view))


@pytest.mark.slow
def test_the_list_says_what_is_said_of_the_chosen_one(view, known, qtbot):
    path = names(view).index("/srv/media")
    view.graph.select_node(path)
    assert view.title.text() == "/srv/media and jellyfin"
    qtbot.waitUntil(lambda: view.model.rowCount() == 2)
    qtbot.waitUntil(lambda: all("/srv/media" in (view.model.index(row, 0).data() or "") for row in range(2)))


@pytest.mark.slow
def test_arrows_move_and_home_goes_back_to_the_middle(view, qtbot):
    view.graph.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(view.graph, key)
    qtbot.keyClick(view.graph, Qt.Key.Key_Home)
    assert view.graph.current == 0
    reached = set()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(view.graph, key)
        reached.add(view.graph.current)
        qtbot.keyClick(view.graph, Qt.Key.Key_Home)
    assert reached - {0}


@pytest.mark.slow
def test_a_click_chooses_and_return_leads_to_its_memories(view, window, qtbot):
    path = names(view).index("/srv/media")
    box = view.graph.boxes[path]
    qtbot.mouseClick(view.graph, Qt.MouseButton.LeftButton, pos=QPoint(round(box.x), round(box.y)))
    assert view.graph.current == path
    qtbot.keyClick(view.graph, Qt.Key.Key_Return)
    assert window.stack.name == "memories"
    assert window.stack.page.filters.query.text == "/srv/media"


@pytest.mark.slow
def test_a_service_that_is_entered_filters_by_it(view, window, qtbot):
    view.graph.select_node(names(view).index("wireguard"))
    view.open.click()
    assert window.stack.page.filters.query.service == "wireguard"


@pytest.mark.slow
def test_c_puts_the_chosen_one_in_the_middle(view, qtbot):
    view.graph.setFocus()
    view.graph.select_node(names(view).index("/srv/media"))
    qtbot.keyClick(view.graph, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: names(view)[0] == "/srv/media")
    assert "jellyfin" in names(view)


@pytest.mark.slow
def test_what_is_learned_meanwhile_appears(view, known, qtbot):
    known.add("Its admin page is on port 8097", "jellyfin", "behavior")
    qtbot.waitUntil(lambda: any("8097" in name for name in names(view)), timeout=20_000)


def test_without_memories_it_says_what_will_appear(window, qtbot):
    window.show_place(PageLocation("recall", filters={"view": "around"}))
    view = window.stack.page.view("around")
    qtbot.waitUntil(view.empty.isVisible)


def _graph(number):
    middle = MemoryGraphNode("entity:0", "service", "jellyfin", None, number, 0)
    others = [MemoryGraphNode(f"entity:{n}", "host", f"host{n}", None, n, 2) for n in range(1, number + 1)]
    memory = MemoryGraphNode("memory:7", "timing", "x", 7, 1, 1)
    return EntityGraph(
        (middle, memory, *others), tuple(("memory:7", f"entity:{n}", "speaks of") for n in range(number + 1))
    )


def test_no_more_are_drawn_than_can_be_told_apart():
    found = build_graph(_graph(200))
    assert len(found.dots) == MOST + 1
    assert found.dots[0].name == "jellyfin"
    assert {tie.count for tie in found.ties} == {1}
    assert build_graph(EntityGraph((), ())).dots == ()


sizes = st.lists(st.tuples(st.floats(40, 160), st.just(28.0)), min_size=1, max_size=MOST + 1)


@settings(max_examples=60)
@given(sizes)
def test_the_middle_stays_and_nothing_leaves_the_room(given_sizes):
    boxes = place_nodes(given_sizes, 900, 640)
    assert (boxes[0].x, boxes[0].y) == (450, 320)
    for box in boxes:
        assert box.width / 2 <= box.x <= 900 - box.width / 2
        assert box.height / 2 <= box.y <= 640 - box.height / 2


def test_few_of_them_do_not_stand_over_one_another():
    boxes = place_nodes([(120.0, 28.0)] * 13, 700, 560)
    for at, a in enumerate(boxes):
        for b in boxes[at + 1 :]:
            apart_x = abs(a.x - b.x) - (a.width + b.width) / 2
            apart_y = abs(a.y - b.y) - (a.height + b.height) / 2
            assert max(apart_x, apart_y) >= -GAP


def test_an_arrow_without_anything_there_stays():
    boxes = place_nodes([(60.0, 28.0)], 300, 200)
    assert nearest_box(boxes, 0, 1, 0) == 0
