"""Where the nodes of a small graph stand: the middle, the others around it, none over another. Pure.

Kinds stand together, the nearest to each other by how much is said of them. The same graph always looks the same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

GAP = 10.0
ROUNDS = 60
FEW, ONE_RING = 4, 10
LEAST = (280, 200)
GROWING = (1.0, 1.15, 1.3, 1.5, 1.75, 2.0)


@dataclass(frozen=True, slots=True)
class NodeBox:
    """The middle of a node and its size."""

    x: float
    y: float
    width: float
    height: float


def place_nodes(sizes: Sequence[tuple[float, float]], width: float, height: float, edge: float = 12.0) -> list[NodeBox]:
    """A box for each size; the first one is the middle. What does not fit stands as near as it gets."""
    if not sizes:
        return []
    around = len(sizes) - 1
    middle = (width / 2, height / 2)
    points = [list(middle)]
    for at in range(around):
        # Two rings where there are many: every second one nearer to the middle. Few stand near it.
        near = around <= FEW or (around > ONE_RING and at % 2)
        far = 0.6 if near else 1.0
        angle = 2 * math.pi * at / around - (math.pi if around == 2 else math.pi / 2)
        reach_x = (width / 2 - sizes[at + 1][0] / 2 - edge) * far
        reach_y = (height / 2 - sizes[at + 1][1] / 2 - edge) * far
        points.append([middle[0] + reach_x * math.cos(angle), middle[1] + reach_y * math.sin(angle)])
    for _ in range(ROUNDS):
        if not _pushed(points, sizes):
            break
        for point, (w, h) in zip(points, sizes, strict=True):
            point[0] = min(max(point[0], w / 2 + edge), max(w / 2 + edge, width - w / 2 - edge))
            point[1] = min(max(point[1], h / 2 + edge), max(h / 2 + edge, height - h / 2 - edge))
    return [NodeBox(x, y, w, h) for (x, y), (w, h) in zip(points, sizes, strict=True)]


def needed_room(sizes: Sequence[tuple[float, float]], edge: float = 12.0) -> tuple[int, int]:
    """A small width and height in which no box stands over another: tried from two columns beside each other on."""
    if not sizes:
        return LEAST
    widest, highest = (max(size[at] for size in sizes) for at in (0, 1))
    width = max(LEAST[0], 2 * (widest + edge) + GAP)
    height = max(LEAST[1], (math.ceil((len(sizes) - 1) / 2) + 1) * (highest + GAP) + 2 * edge)
    for more in GROWING:
        room = (round(width * more), round(height * more))
        if not _over(place_nodes(sizes, *room, edge)):
            break
    return room


def _over(boxes: Sequence[NodeBox]) -> bool:
    """Whether one stands over another, by more than a line."""
    return any(
        abs(a.x - b.x) < (a.width + b.width) / 2 - 1 and abs(a.y - b.y) < (a.height + b.height) / 2 - 1
        for at, a in enumerate(boxes)
        for b in boxes[:at]
    )


def _pushed(points: list[list[float]], sizes: Sequence[tuple[float, float]]) -> bool:
    """Move what overlaps apart, by the shorter way; the middle stays. Whether anything moved."""
    moved = False
    for a in range(len(points)):
        for b in range(a + 1, len(points)):
            dx, dy = points[b][0] - points[a][0], points[b][1] - points[a][1]
            over_x = (sizes[a][0] + sizes[b][0]) / 2 + GAP - abs(dx)
            over_y = (sizes[a][1] + sizes[b][1]) / 2 + GAP - abs(dy)
            if over_x <= 0 or over_y <= 0:
                continue
            moved = True
            axis, over, way = (0, over_x, dx) if over_x < over_y else (1, over_y, dy)
            sign = 1.0 if way >= 0 else -1.0
            if a == 0:
                points[b][axis] += sign * over
            else:
                points[a][axis] -= sign * over / 2
                points[b][axis] += sign * over / 2
    return moved


def nearest_box(boxes: Sequence[NodeBox], at: int, dx: int, dy: int) -> int:
    """The box that an arrow key leads to from ``at``: the nearest in that direction; ``at`` where there is none."""
    best, found = math.inf, at
    here = boxes[at]
    for number, box in enumerate(boxes):
        along = (box.x - here.x) * dx + (box.y - here.y) * dy
        aside = abs((box.x - here.x) * dy) + abs((box.y - here.y) * dx)
        if number != at and along > 1 and along + 2 * aside < best:
            best, found = along + 2 * aside, number
    return found
