"""What a graph shows: nodes as boxes of one size, lines between them, and where the arrow keys lead. Pure.

A layout says where the boxes stand and how the lines run, in pixels at a scale of one and from left to right; the view
mirrors it where the window reads from right to left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

NODE_WIDTH, NODE_HEIGHT = 156.0, 40.0
SAME_LINE = NODE_HEIGHT * 0.75  # boxes whose heights differ by less stand beside each other


class GraphPoint(NamedTuple):
    """A place in a graph."""

    x: float
    y: float


class LineStyle(StrEnum):
    """How a line is drawn: as one that holds, one that is proposed, or one that is there and not applied."""

    SOLID = "solid"
    DASHED = "dashed"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class GraphNode:
    """What a node says: its name, a second line, and the sentence for tool tips and screen readers.

    ``state`` is drawn as a shape, none where it is empty. A node that is ``wrong`` has the colour of its state; one
    that is ``explained`` by another one has a dotted outline.
    """

    name: str
    words: str = ""
    spoken: str = ""
    state: str = ""
    wrong: bool = False
    explained: bool = False


@dataclass(frozen=True, slots=True)
class GraphBox:
    """The place of a node by its upper left corner. Boxes are read row by row."""

    key: str
    x: float
    y: float
    row: int = 0


@dataclass(frozen=True, slots=True)
class GraphLine:
    """A line through some points, which stands for links between nodes. ``weight`` is its width in pixels.

    One with an ``arrow`` leads down from the start of its links to their end, and bends before and after every second
    stretch; others are straight and lead both ways.
    """

    points: tuple[GraphPoint, ...]
    links: tuple[tuple[str, str], ...]
    style: LineStyle = LineStyle.SOLID
    wrong: bool = False
    arrow: bool = False
    weight: float = 1.2


@dataclass(frozen=True, slots=True)
class GraphFrame:
    """A frame around some boxes."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class GraphScene:
    """A graph as it is drawn. ``nodes`` has an entry for each of ``boxes``; ``first`` is where the keys begin, and
    ``caption`` a text that stands at a height of its own."""

    boxes: Mapping[str, GraphBox] = field(default_factory=dict)
    nodes: Mapping[str, GraphNode] = field(default_factory=dict)
    lines: tuple[GraphLine, ...] = ()
    frames: tuple[GraphFrame, ...] = ()
    width: float = 0.0
    height: float = 0.0
    first: str = ""
    caption: tuple[float, str] | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """Return the keys of all nodes as one reads them: row by row, from left to right."""
        return tuple(box.key for box in sorted(self.boxes.values(), key=lambda box: (box.row, box.y, box.x)))

    def step(self, current: str, across: int, down: int) -> str:
        """Return where an arrow key leads: up and down along the lines, sideways to the neighbour. Where no line leads
        on it is the nearest box in that direction, and where there is none it is ``current``."""
        if current not in self.boxes:
            return next(iter(self.keys), "")
        here = self.boxes[current]
        found = self._step_down(here, down) if down else self._step_across(here, across)
        return found.key if found is not None else current

    def _step_down(self, here: GraphBox, down: int) -> GraphBox | None:
        ahead = [box for box in self._linked(here.key, down) if (box.y - here.y) * down > 0]
        if not ahead:
            beyond = [box for box in self.boxes.values() if (box.y - here.y) * down > SAME_LINE]
            nearest = min((abs(box.y - here.y) for box in beyond), default=0.0)
            ahead = [box for box in beyond if abs(box.y - here.y) <= nearest + SAME_LINE]
        return min(ahead, key=lambda box: (abs(box.x - here.x), box.x), default=None)

    def _linked(self, key: str, down: int) -> list[GraphBox]:
        """Return the nodes that a node has lines to: with arrows those that the arrows lead to, or come from."""
        ends = []
        for line in self.lines:
            for start, end in line.links:
                if start == key and (down > 0 or not line.arrow):
                    ends.append(end)
                elif end == key and (down < 0 or not line.arrow):
                    ends.append(start)
        return [self.boxes[end] for end in ends]

    def _step_across(self, here: GraphBox, across: int) -> GraphBox | None:
        ahead = [box for box in self.boxes.values() if (box.x - here.x) * across > 0]
        beside = [box for box in ahead if abs(box.y - here.y) < SAME_LINE]
        if not beside:
            beside = [box for box in ahead if abs(box.y - here.y) <= abs(box.x - here.x)]
        return min(beside, key=lambda box: abs(box.x - here.x) + abs(box.y - here.y), default=None)
