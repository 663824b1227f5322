"""Where the services of the map stand and how their lines run. Pure; in pixels at a scale of one.

The way of Sugiyama, Tagawa and Toda: what needs others stands above them (longest path), each row is ordered so that
lines cross little (barycentre), and lines that pass a row have a slot of their own in it, so that none runs behind a
service. Lines to one service that pass the same row share a slot. Three things keep five hundred services readable:
services with the same neighbours and nothing above them stand in one block with one line, a wide layer is broken into
several rows, and services without any line stand in a grid apart.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ....topology.dependencies import MapEdge
from ....topology.graph import ServiceGraph
from ...kit.graph_scene import NODE_HEIGHT as HEIGHT
from ...kit.graph_scene import NODE_WIDTH as WIDTH
from ...kit.graph_scene import GraphBox, GraphFrame, GraphPoint

GAP_X, GAP_Y = 20.0, 52.0
SLOT, PADDING, INNER_GAP = 12.0, 10.0, 8.0
MARGIN = 24.0
BLOCK_LEAST = 3
NARROWEST_ROW = 8
ORDERING_SWEEPS, PLACING_SWEEPS = 6, 6


@dataclass(frozen=True, slots=True)
class MapLine:
    """A line down from what needs to what is needed, through the points between; ``edges`` are what it stands for."""

    points: tuple[GraphPoint, ...]
    edges: tuple[MapEdge, ...]


@dataclass(frozen=True, slots=True)
class MapLayout:
    """The whole map. ``apart_y`` is where the services without any line begin; None where there is none."""

    boxes: Mapping[str, GraphBox] = field(default_factory=dict)
    frames: tuple[GraphFrame, ...] = ()
    lines: tuple[MapLine, ...] = ()
    width: float = 0.0
    height: float = 0.0
    apart_y: float | None = None


@dataclass(slots=True)
class _Item:
    """What takes room in a row: a block of services (mostly of one), or a slot of lines on their way down."""

    key: str
    width: float
    height: float = 0.0
    members: tuple[str, ...] = ()
    columns: int = 1
    row: int = 0
    x: float = 0.0
    y: float = 0.0
    above: list[_Item] = field(default_factory=list)
    below: list[_Item] = field(default_factory=list)


def place_services(names: Iterable[str], edges: Sequence[MapEdge]) -> MapLayout:
    """Place all services and lines. Half a second of work for a few thousand: not on the GUI thread."""
    every = sorted({*names, *(name for edge in edges for name in (edge.start, edge.end))})
    edges = [edge for edge in edges if edge.start != edge.end]
    graph = ServiceGraph.from_edges(((edge.start, edge.end) for edge in edges), every)
    linked = {name for edge in (*graph.edges, *graph.left_out) for name in edge}
    items = _blocks(graph, [name for name in every if name in linked])
    by_name = {name: item for item in items.values() for name in item.members}
    rows = _break_rows(_layers(items, by_name, graph))
    slots = _add_slots(rows, by_name, edges, graph)
    _order(rows)
    width = _place_across(rows)
    bottom = _place_down(rows)
    boxes: dict[str, GraphBox] = {}
    for row, members in enumerate(rows):
        for item in members:
            boxes |= _boxes_of(item, row)
    alone = [name for name in every if name not in linked]
    apart_y = bottom + (GAP_Y if rows else 0.0) if alone else None
    if apart_y is not None:
        width, bottom = _place_apart(alone, max(width, _grid_width(len(alone))), apart_y, len(rows), boxes)
    lines = _lines(edges, graph, by_name, slots)
    frames = tuple(
        GraphFrame(item.x, item.y, item.width, item.height) for row in rows for item in row if len(item.members) > 1
    )
    return MapLayout(boxes, frames, lines, width + 2 * MARGIN, bottom + MARGIN, apart_y)


# --- layers and rows -------------------------------------------------------------------------------------------------


def _blocks(graph: ServiceGraph, linked: Sequence[str]) -> dict[str, _Item]:
    """The services with lines; those that need the same and that nothing needs in one block, from three on."""
    alike: dict[tuple[str, ...], list[str]] = defaultdict(list)
    left_out = {name for edge in graph.left_out for name in edge}
    for name in linked:
        needs = graph.direct_dependencies(name)
        is_top = needs and not graph.direct_dependents(name) and name not in left_out
        alike[needs if is_top else ("", name)].append(name)
    found: dict[str, _Item] = {}
    for members in alike.values():
        for group in [members] if len(members) >= BLOCK_LEAST else [[name] for name in members]:
            columns = min(len(group), max(1, round(math.sqrt(len(group) * HEIGHT * 2.4 / WIDTH) + 0.4)))
            lines = math.ceil(len(group) / columns)
            pad = PADDING if len(group) > 1 else 0.0
            found[group[0]] = _Item(
                group[0],
                columns * WIDTH + (columns - 1) * INNER_GAP + 2 * pad,
                lines * HEIGHT + (lines - 1) * INNER_GAP + 2 * pad,
                tuple(group),
                columns,
            )
    return found


def _layers(items: Mapping[str, _Item], by_name: Mapping[str, _Item], graph: ServiceGraph) -> list[list[_Item]]:
    """By longest path from above; what nothing needs is let down to right above what it needs."""
    level: dict[str, int] = {}
    for item in _dependents_first(items, by_name, graph):
        above = {by_name[name].key for member in item.members for name in graph.direct_dependents(member)}
        level[item.key] = 1 + max((level[key] for key in above), default=-1)
    for item in items.values():
        member = item.members[0]
        if not graph.direct_dependents(member):
            below = [level[by_name[name].key] for name in graph.direct_dependencies(member)]
            level[item.key] = min(below, default=1) - 1
    lowest = min(level.values(), default=0)
    layers: list[list[_Item]] = [[] for _ in range(max(level.values(), default=-1) - lowest + 1)]
    for item in items.values():
        layers[level[item.key] - lowest].append(item)
    return [layer for layer in layers if layer]


def _dependents_first(items: Mapping[str, _Item], by_name: Mapping[str, _Item], graph: ServiceGraph) -> Iterable[_Item]:
    waiting = {
        item.key: len({by_name[n].key for member in item.members for n in graph.direct_dependents(member)})
        for item in items.values()
    }
    ready = [key for key, number in waiting.items() if not number]
    while ready:
        item = items[ready.pop()]
        yield item
        for key in {by_name[n].key for member in item.members for n in graph.direct_dependencies(member)}:
            waiting[key] -= 1
            if not waiting[key]:
                ready.append(key)


def _break_rows(layers: Sequence[list[_Item]]) -> list[list[_Item]]:
    """A layer that is wider than the map should be becomes several rows, each across the whole width."""
    area = sum((item.width + GAP_X) * (item.height + GAP_Y) for layer in layers for item in layer)
    widest = max(NARROWEST_ROW * (WIDTH + GAP_X), math.sqrt(area * 1.8))
    rows: list[list[_Item]] = []
    for layer in layers:
        number = max(1, math.ceil(sum(item.width + GAP_X for item in layer) / widest))
        rows += [part for start in range(number) if (part := layer[start::number])]
    for place, row in enumerate(rows):
        for item in row:
            item.row = place
    return rows


def _add_slots(
    rows: list[list[_Item]], by_name: Mapping[str, _Item], edges: Sequence[MapEdge], graph: ServiceGraph
) -> dict[tuple[str, bool, int], _Item]:
    """A slot in each row that a line passes, one for all lines of a kind to the same service; neighbours are tied."""
    slots: dict[tuple[str, bool, int], _Item] = {}
    tied: set[tuple[str, str]] = set()
    applied = set(graph.edges)
    for edge in edges:
        if (edge.start, edge.end) not in applied:
            continue
        upper, target = by_name[edge.start], by_name[edge.end]
        for row in range(upper.row + 1, target.row + 1):
            lower = target
            if row < target.row:
                place = (target.key, edge.applied, row)
                if place not in slots:
                    slots[place] = _Item(f"{target.key} {edge.applied} {row}", SLOT, row=row)
                    rows[row].append(slots[place])
                lower = slots[place]
            if (upper.key, lower.key) not in tied:
                tied.add((upper.key, lower.key))
                upper.below.append(lower)
                lower.above.append(upper)
            upper = lower
    return slots


# --- order and places ------------------------------------------------------------------------------------------------


def _order(rows: list[list[_Item]]) -> None:
    """Sort each row by the middle of its neighbours, down and up in turns."""
    for row in rows:
        _number(row)
    for sweep in range(ORDERING_SWEEPS):
        down = sweep % 2 == 0
        for row in rows if down else reversed(rows):
            row.sort(key=lambda item: _middle(item.above if down else item.below, item.x))
            _number(row)


def _number(row: Sequence[_Item]) -> None:
    """Before there are places, the place within the row counts, as a share of its width."""
    total = sum(item.width for item in row) or 1.0
    done = 0.0
    for item in row:
        item.x = (done + item.width / 2) / total
        done += item.width


def _middle(neighbours: Sequence[_Item], otherwise: float) -> float:
    return sum(item.x for item in neighbours) / len(neighbours) if neighbours else otherwise


def _place_across(rows: Sequence[list[_Item]]) -> float:
    """Each item as near to the middle of its neighbours as the others of its row allow; the width of all."""
    for row in rows:
        x = 0.0
        for item in row:
            item.x = x + item.width / 2
            x += item.width + GAP_X
    for sweep in range(PLACING_SWEEPS):
        for row in rows if sweep % 2 == 0 else reversed(rows):
            wanted = [_middle([*item.above, *item.below], item.x) for item in row]
            for item, x in zip(row, _spread(row, wanted), strict=True):
                item.x = x
    left = min((item.x - item.width / 2 for row in rows for item in row), default=0.0)
    right = max((item.x + item.width / 2 for row in rows for item in row), default=0.0)
    for row in rows:
        for item in row:
            item.x += MARGIN - left - item.width / 2
    return right - left


def _spread(row: Sequence[_Item], wanted: Sequence[float]) -> list[float]:
    """The places nearest to those wanted that keep order and distance (isotonic regression by pooling)."""
    offsets: list[float] = []
    for place, item in enumerate(row):
        before = row[place - 1] if place else None
        step = 0.0 if before is None else (before.width + item.width) / 2 + _gap(before, item)
        offsets.append((offsets[-1] if offsets else 0.0) + step)
    pools: list[tuple[float, int]] = []  # (sum, number) of what stands as close as it may
    for want, offset in zip(wanted, offsets, strict=True):
        total, number = want - offset, 1
        while pools and pools[-1][0] / pools[-1][1] >= total / number:
            before_total, before_number = pools.pop()
            total, number = total + before_total, number + before_number
        pools.append((total, number))
    starts = [total / number for total, number in pools for _ in range(number)]
    return [start + offset for start, offset in zip(starts, offsets, strict=True)]


def _gap(before: _Item, item: _Item) -> float:
    return GAP_X if before.members and item.members else GAP_X / 2


def _place_down(rows: Sequence[list[_Item]]) -> float:
    """Row below row; a slot is as high as its row. The lower edge of the last one."""
    y = MARGIN
    for row in rows:
        height = max(item.height for item in row)
        for item in row:
            if item.members:
                item.y = y + (height - item.height) / 2
            else:
                item.y, item.height = y, height
        y += height + GAP_Y
    return y - GAP_Y if rows else MARGIN


def _boxes_of(item: _Item, row: int) -> dict[str, GraphBox]:
    pad = PADDING if len(item.members) > 1 else 0.0
    found = {}
    for place, name in enumerate(item.members):
        down, across = divmod(place, item.columns)
        x = item.x + pad + across * (WIDTH + INNER_GAP)
        y = item.y + pad + down * (HEIGHT + INNER_GAP)
        found[name] = GraphBox(name, x, y, row)
    return found


def _grid_width(number: int) -> float:
    columns = max(5, math.ceil(math.sqrt(number * HEIGHT * 1.8 / WIDTH) * 1.6))
    return min(number, columns) * (WIDTH + INNER_GAP) - INNER_GAP


def _place_apart(
    alone: Sequence[str], width: float, top: float, row: int, boxes: dict[str, GraphBox]
) -> tuple[float, float]:
    """The services without any line, in a grid below the others under a heading; the width and the lower edge."""
    columns = max(1, int((width + INNER_GAP) // (WIDTH + INNER_GAP)))
    y = top + HEIGHT * 0.75
    for place, name in enumerate(alone):
        down, across = divmod(place, columns)
        boxes[name] = GraphBox(name, MARGIN + across * (WIDTH + INNER_GAP), y + down * (HEIGHT + INNER_GAP), row + down)
    return width, y + math.ceil(len(alone) / columns) * (HEIGHT + INNER_GAP) - INNER_GAP


# --- lines -----------------------------------------------------------------------------------------------------------


def _lines(
    edges: Sequence[MapEdge],
    graph: ServiceGraph,
    by_name: Mapping[str, _Item],
    slots: Mapping[tuple[str, bool, int], _Item],
) -> tuple[MapLine, ...]:
    """One line for all edges between the same two blocks; edges of a circle run straight."""
    applied = set(graph.edges)
    together: dict[tuple[str, str, bool, bool], list[MapEdge]] = defaultdict(list)
    for edge in edges:
        is_placed = (edge.start, edge.end) in applied
        together[by_name[edge.start].key, by_name[edge.end].key, edge.applied, is_placed].append(edge)
    found = []
    for (_, _, kind, is_placed), mine in together.items():
        upper, target = by_name[mine[0].start], by_name[mine[0].end]
        points = [GraphPoint(upper.x + upper.width / 2, upper.y + upper.height)]
        if is_placed:
            for row in range(upper.row + 1, target.row):
                slot = slots[target.key, kind, row]
                x = slot.x + slot.width / 2
                points += [GraphPoint(x, slot.y), GraphPoint(x, slot.y + slot.height)]
        points.append(GraphPoint(target.x + target.width / 2, target.y))
        found.append(MapLine(tuple(points), tuple(mine)))
    return tuple(found)
