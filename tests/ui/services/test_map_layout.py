"""The layout of the map: what is needed stands below, nothing overlaps, no line runs behind a service."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claudeops_desktop.topology.dependencies import MapEdge
from claudeops_desktop.topology.graph import ServiceGraph
from claudeops_desktop.ui.kit.graph_scene import NODE_HEIGHT as HEIGHT
from claudeops_desktop.ui.kit.graph_scene import NODE_WIDTH as WIDTH
from claudeops_desktop.ui.pages.service_map.map_layout import INNER_GAP, place_services

NAMES = st.integers(0, 15).map(lambda number: f"s{number:02}")
EDGES = st.lists(st.tuples(NAMES, NAMES), max_size=40)


def edges(*pairs, source="declared"):
    return [MapEdge(start, end, source, source != "proposed") for start, end in pairs]


def layered(services, seed=5):
    chance = random.Random(seed)
    names = [f"service-{number:03}" for number in range(services)]
    level = {name: min(5, int(chance.random() ** 0.7 * 6)) for name in names}
    pairs = set()
    for name in names:
        lower = [other for other in names if level[other] > level[name]]
        pairs |= {(name, chance.choice(lower)) for _ in range(chance.choice([0, 1, 1, 2, 3])) if lower}
    return names, edges(*sorted(pairs))


def overlaps(layout):
    boxes = sorted(layout.boxes.values(), key=lambda box: (box.y, box.x))
    return [
        (a.key, b.key)
        for place, a in enumerate(boxes)
        for b in boxes[place + 1 :]
        if abs(a.x - b.x) < WIDTH - 0.01 and abs(a.y - b.y) < HEIGHT - 0.01
    ]


def behind(layout):
    """Lines that pass through a service that is not theirs, where they run straight."""
    found = []
    for line in layout.lines:
        own = {name for edge in line.edges for name in (edge.start, edge.end)}
        for here, there in zip(line.points[1:-1:2], line.points[2:-1:2], strict=False):
            found += [
                (line.edges[0], box.key)
                for box in layout.boxes.values()
                if box.key not in own
                and box.x < here.x < box.x + WIDTH
                and min(here.y, there.y) < box.y + HEIGHT
                and max(here.y, there.y) > box.y
            ]
    return found


def test_what_is_needed_stands_below():
    layout = place_services([], edges(("jellyfin", "postgres"), ("postgres", "disk"), ("jellyfin", "caddy")))
    y = {name: box.y for name, box in layout.boxes.items()}
    assert y["jellyfin"] < y["postgres"] < y["disk"]
    assert y["caddy"] > y["jellyfin"]


def test_a_long_line_goes_around_what_stands_between():
    layout = place_services([], edges(("a", "b"), ("b", "c"), ("a", "c")))
    assert behind(layout) == []
    (long,) = [line for line in layout.lines if line.edges[0][:2] == ("a", "c")]
    assert len(long.points) == 4


def test_lines_to_one_service_share_their_way_down():
    layout = place_services([], edges(("a", "b"), ("b", "z"), ("a", "z"), ("x", "b"), ("x", "z")))
    ways = {line.points[1:] for line in layout.lines if line.edges[0].end == "z" and len(line.points) > 2}
    assert len(ways) == 1


def test_services_with_the_same_neighbours_are_one_block_with_one_line():
    many = [(f"app-{number}", "postgres") for number in range(9)]
    layout = place_services([], edges(*many, ("postgres", "disk")))
    (frame,) = layout.frames
    assert sorted(len(line.edges) for line in layout.lines) == [1, 9]
    for name, _ in many:
        box = layout.boxes[name]
        assert frame.x <= box.x <= frame.x + frame.width - WIDTH
        assert frame.y <= box.y <= frame.y + frame.height - HEIGHT


def test_services_without_a_line_stand_in_a_grid_apart():
    layout = place_services([f"alone-{number}" for number in range(12)], edges(("a", "b")))
    assert layout.apart_y is not None
    assert all((box.y > layout.apart_y) == name.startswith("alone") for name, box in layout.boxes.items())
    assert len({box.y for name, box in layout.boxes.items() if name.startswith("alone")}) > 1
    assert place_services([], edges(("a", "b"))).apart_y is None


def test_a_proposed_line_keeps_apart_from_those_that_hold():
    pairs = (("a", "b"), ("b", "z"), ("a", "z"))
    layout = place_services([], [*edges(*pairs), *edges(("x", "z"), source="proposed")])
    assert {line.edges[0].source for line in layout.lines} == {"declared", "proposed"}
    assert all(len({edge.applied for edge in line.edges}) == 1 for line in layout.lines)


def test_a_circle_is_drawn_though_it_is_not_applied():
    ring = [MapEdge("a", "b", "declared", False), MapEdge("b", "a", "declared", False)]
    layout = place_services(["a", "b", "c"], [*ring, *edges(("c", "a"))])
    assert len(layout.lines) == 3
    assert overlaps(layout) == []


def test_nothing_at_all_is_an_empty_map():
    layout = place_services([], [])
    assert (layout.boxes, layout.lines, layout.apart_y) == ({}, (), None)


@pytest.mark.slow
def test_five_hundred_services_do_not_overlap_and_stay_in_proportion():
    names, found = layered(500)
    layout = place_services(names, found)
    assert layout.boxes.keys() == set(names)
    assert overlaps(layout) == []
    assert behind(layout) == []
    assert layout.width < 5 * layout.height
    assert layout.height < 5 * layout.width


@pytest.mark.parametrize("seed", range(3))
def test_the_layout_does_not_depend_on_the_order_of_names(seed):
    names, found = layered(60, seed)
    shuffled = names.copy()
    random.Random(seed).shuffle(shuffled)
    assert place_services(shuffled, found) == place_services(names, found)


@pytest.mark.slow
@given(EDGES)
@settings(max_examples=150, deadline=None)
def test_each_service_has_a_place_of_its_own_and_each_edge_a_line(pairs):
    found = edges(*sorted(set(pairs)))
    layout = place_services([], found)
    assert layout.boxes.keys() == {name for pair in pairs for name in pair}
    assert overlaps(layout) == []
    drawn = {edge[:2] for line in layout.lines for edge in line.edges}
    assert drawn == {pair for pair in pairs if pair[0] != pair[1]}
    for start, end in ServiceGraph.from_edges(pairs).edges:
        assert layout.boxes[start].y < layout.boxes[end].y
    assert behind(layout) == []
    assert all(0 <= box.x <= layout.width and 0 <= box.y <= layout.height for box in layout.boxes.values())
    assert INNER_GAP > 0
