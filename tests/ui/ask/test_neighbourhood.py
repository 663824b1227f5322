"""Around a service: a small graph that the keyboard moves in, and the list that says the same (E9)."""

from __future__ import annotations

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from claudeops_desktop.memory.recall.graph import EntityGraph, MemoryGraphNode
from claudeops_desktop.ui.kit.graph_scene import NODE_HEIGHT, NODE_WIDTH
from claudeops_desktop.ui.pages.ask.related_view import MOST, build_graph, place_around
from claudeops_desktop.ui.pages.base_page import PageLocation


@pytest.fixture
def view(known, window, qtbot):
    known.fill()
    window.show_place(PageLocation("recall", filters={"view": "around", "service": "jellyfin"}))
    made = window.stack.page.related
    made.tester = QAbstractItemModelTester(made.model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    qtbot.waitUntil(lambda: len(names(made)) > 2, timeout=20_000)
    return made


def names(view):
    return [node.name for node in view.answer.graph.scene.nodes.values()]


def key(view, name):
    return next(key for key, node in view.answer.graph.scene.nodes.items() if node.name == name)


@pytest.mark.slow
def test_the_service_stands_in_the_middle_with_what_is_named_with_it(view):
    assert names(view)[0] == "jellyfin"
    assert {"/srv/media", "wireguard"} <= set(names(view))


@pytest.mark.slow
def test_the_list_says_what_is_said_of_the_chosen_one(view, known, qtbot):
    view.graph.select_node(key(view, "/srv/media"))
    assert view.chosen.text() == "/srv/media and jellyfin"
    qtbot.waitUntil(lambda: view.model.rowCount() == 2)
    qtbot.waitUntil(lambda: all("/srv/media" in (view.model.index(row, 0).data() or "") for row in range(2)))


@pytest.mark.slow
def test_arrows_move_and_home_goes_back_to_the_middle(view, qtbot):
    view.graph.setFocus()
    middle = key(view, "jellyfin")
    for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(view.graph, arrow)
    qtbot.keyClick(view.graph, Qt.Key.Key_Home)
    assert view.graph.current == middle
    reached = set()
    for arrow in (Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_Down):
        qtbot.keyClick(view.graph, arrow)
        reached.add(view.graph.current)
        qtbot.keyClick(view.graph, Qt.Key.Key_Home)
    assert reached - {middle}


@pytest.mark.slow
def test_a_click_chooses_and_return_leads_to_its_memories(view, window, qtbot):
    path = key(view, "/srv/media")
    at = view.graph.box_in_view(path).center().toPoint()
    qtbot.mouseClick(view.graph.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert view.graph.current == path
    qtbot.keyClick(view.graph, Qt.Key.Key_Return)
    assert window.stack.name == "memories"
    assert window.stack.page.query.text == "/srv/media"


@pytest.mark.slow
def test_a_service_that_is_entered_filters_by_it(view, window, qtbot):
    view.graph.select_node(key(view, "wireguard"))
    view.action_set.buttons["memories"].click()
    assert window.stack.page.query.service == "wireguard"


@pytest.mark.slow
def test_c_puts_the_chosen_one_in_the_middle(view, qtbot):
    view.graph.setFocus()
    view.graph.select_node(key(view, "/srv/media"))
    qtbot.keyClick(view.graph, Qt.Key.Key_C)
    qtbot.waitUntil(lambda: names(view)[0] == "/srv/media")
    assert "jellyfin" in names(view)


@pytest.mark.slow
def test_what_is_learned_meanwhile_appears(view, known, qtbot):
    known.add("Its admin page is on port 8097", "jellyfin", "behavior")
    qtbot.waitUntil(lambda: any("8097" in name for name in names(view)), timeout=20_000)


def test_without_memories_it_says_what_will_appear(window, qtbot):
    window.show_place(PageLocation("recall", filters={"view": "around"}))
    view = window.stack.page.related
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
    assert len(found.kinds) == MOST + 1
    assert found.scene.nodes[found.scene.first].name == "jellyfin"
    assert {line.weight for line in found.scene.lines} == {1.0}
    assert not build_graph(EntityGraph((), ())).kinds


@pytest.mark.parametrize("number", range(1, MOST + 2))
def test_the_first_stands_in_the_middle_and_none_over_another(number):
    boxes, width, height = place_around([str(at) for at in range(number)])
    assert (boxes["0"].x + NODE_WIDTH / 2, boxes["0"].y + NODE_HEIGHT / 2) == (width / 2, height / 2)
    for a, b in combinations(boxes.values(), 2):
        assert abs(a.x - b.x) >= NODE_WIDTH or abs(a.y - b.y) >= NODE_HEIGHT
    assert all(0 <= box.x <= width - NODE_WIDTH and 0 <= box.y <= height - NODE_HEIGHT for box in boxes.values())


def test_an_arrow_without_anything_there_stays():
    found = build_graph(_graph(1))
    assert found.scene.step(found.scene.first, 0, 1) == found.scene.first
