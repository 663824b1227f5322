"""The graph of the kit: walked by keys, told in words, mirrored where one reads from right to left."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from claudeops_desktop.ui.kit.graph import GraphView
from claudeops_desktop.ui.kit.graph_scene import GraphBox, GraphLine, GraphNode, GraphPoint, GraphScene

NAMES = ("left", "right", "below", "far")


def make_scene(**changes):
    places = {"left": (0, 0), "right": (300, 0), "below": (0, 120), "far": (400, 260)}
    boxes = {name: GraphBox(name, x, y, row=y) for name, (x, y) in places.items()}
    nodes = {name: GraphNode(name, "healthy", f"{name}: healthy", "healthy") for name in NAMES}
    line = GraphLine((GraphPoint(78, 40), GraphPoint(478, 260)), (("left", "far"),), arrow=True)
    return GraphScene(**{"boxes": boxes, "nodes": nodes, "lines": (line,), "width": 556, "height": 300, **changes})


@pytest.fixture
def view(qtbot):
    made = GraphView("A graph")
    qtbot.addWidget(made)
    made.resize(700, 400)
    made.show()
    qtbot.waitExposed(made)
    made.show_scene(make_scene())
    return made


def press(view, *keys):
    for key in keys:
        QTest.keyClick(view, key)
    return view.current


def test_it_begins_at_the_first_node(view):
    assert view.current == "left"
    view.show_scene(make_scene(boxes={}, nodes={}, lines=()))
    view.show_scene(make_scene(first="below"))
    assert view.current == "below"


def test_down_follows_the_line_before_what_is_nearer(view):
    assert press(view, Qt.Key.Key_Down) == "far"
    assert press(view, Qt.Key.Key_Up) == "left"


def test_where_nothing_stands_the_arrow_stays(view):
    assert press(view, Qt.Key.Key_Up) == "left"
    assert press(view, Qt.Key.Key_Left) == "left"


def test_the_current_node_is_said(view):
    view.select_node("right")
    assert view.accessibleDescription() == "right: healthy"


def test_the_current_node_stays_while_others_change(view):
    view.select_node("below")
    view.show_scene(make_scene(lines=()))
    assert view.current == "below"


def test_it_is_mirrored_where_one_reads_from_right_to_left(view):
    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    assert view.box_in_view("left").left() > view.box_in_view("right").left()
    assert press(view, Qt.Key.Key_Left) == "right"


def test_a_mirrored_graph_is_scrolled_to_its_nodes(view):
    view.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    view.set_scale(2.0)
    for name in reversed(NAMES):
        view.select_node(name)
        assert view.viewport().rect().contains(view.box_in_view(name).center().toPoint())


@pytest.mark.parametrize("scale", [0.2, 0.5, 1.0])
def test_it_is_painted_at_every_scale(view, scale):
    view.set_scale(scale)
    assert not view.grab().isNull()
