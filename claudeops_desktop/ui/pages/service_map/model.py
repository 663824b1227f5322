"""What the map shows, in words and by neighbours: states, what needs what, where the arrow keys lead. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ....topology.dependencies import PROPOSED, MapEdge
from ....topology.service_map import ServiceMap
from ...text import formatting
from ...text.translation import tr
from .map_layout import HEIGHT, MapBox, MapLayout

STATE_WORDS = {"healthy": tr("healthy"), "degraded": tr("degraded"), "down": tr("down")}
_SAME_LINE = HEIGHT * 0.75


@dataclass(frozen=True, slots=True)
class MapScene:
    """A layout with what there is to say of it. ``explains`` are the services folded under each root."""

    layout: MapLayout = field(default_factory=MapLayout)
    edges: tuple[MapEdge, ...] = ()
    states: Mapping[str, str] = field(default_factory=dict)
    folded: Mapping[str, str] = field(default_factory=dict)
    explains: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    needed_by: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    circles: tuple[tuple[str, ...], ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All services, as one reads the map: row by row, from left to right."""
        boxes = self.layout.boxes.values()
        return tuple(box.name for box in sorted(boxes, key=lambda box: (box.row, box.y, box.x)))

    @property
    def proposals(self) -> tuple[MapEdge, ...]:
        """The dependencies that wait for an answer."""
        return tuple(edge for edge in self.edges if edge.source == PROPOSED)

    def state(self, name: str) -> str:
        """healthy, degraded, down or unknown."""
        found = self.states.get(name, "")
        return found if found in STATE_WORDS else "unknown"

    def state_text(self, name: str) -> str:
        """The second line of a service: ``down, explains 3``, ``down, explained by postgres``, ``healthy``."""
        word = STATE_WORDS.get(self.state(name), tr("not known"))
        if name in self.folded:
            return tr("{word}, explained by {folded}", word=word, folded=self.folded[name])
        if self.explains.get(name):
            return tr(
                "{word}, explains {explains} more",
                word=word,
                explains=formatting.format_number(len(self.explains[name])),
            )
        return word

    def spoken(self, name: str) -> str:
        """A service in one sentence, for screen readers and tool tips."""
        parts = [f"{name}: {self.state_text(name)}"]
        if needs := self.needs.get(name):
            parts.append(tr("depends on {needs}", needs=formatting.format_names(needs, 5)))
        if needed_by := self.needed_by.get(name):
            parts.append(tr("needed by {needed_by}", needed_by=formatting.format_names(needed_by, 5)))
        proposed = [edge.end for edge in self.proposals if edge.start == name]
        if proposed:
            parts.append(tr("proposed: depends on {proposed}", proposed=formatting.format_names(proposed, 5)))
        return "; ".join(parts)


def make_scene(shown: ServiceMap, layout: MapLayout) -> MapScene:
    """Put what there is to say beside the layout."""
    explains: dict[str, list[str]] = {}
    for name, root in sorted(shown.folded.items()):
        explains.setdefault(root, []).append(name)
    needs: dict[str, list[str]] = {}
    needed_by: dict[str, list[str]] = {}
    for edge in shown.edges:
        if edge.source != PROPOSED:
            needs.setdefault(edge.start, []).append(edge.end)
            needed_by.setdefault(edge.end, []).append(edge.start)
    return MapScene(
        layout,
        shown.edges,
        shown.states,
        shown.folded,
        _frozen(explains),
        _frozen(needs),
        _frozen(needed_by),
        shown.graph.cycles(),
    )


def step_along(scene: MapScene, current: str, across: int, down: int) -> str:
    """Where an arrow key leads: down to what a service needs, up to what needs it, sideways to its neighbour. Where no
    line leads on, to the nearest service in that direction."""
    boxes = scene.layout.boxes
    if current not in boxes:
        return next(iter(scene.names), "")
    here = boxes[current]
    if down:
        linked = [edge.end for edge in scene.edges if edge.start == current]
        if down < 0:
            linked = [edge.start for edge in scene.edges if edge.end == current]
        ahead = [boxes[name] for name in linked if (boxes[name].y - here.y) * down > 0]
        if not ahead:
            ahead = [box for box in boxes.values() if (box.y - here.y) * down > _SAME_LINE]
            ahead = _nearest_line(ahead, here)
        return min(ahead, key=lambda box: (abs(box.x - here.x), box.x), default=here).name
    beside = [b for b in boxes.values() if abs(b.y - here.y) < _SAME_LINE and (b.x - here.x) * across > 0]
    return min(beside, key=lambda box: abs(box.x - here.x), default=here).name


def _nearest_line(ahead: Sequence[MapBox], here: MapBox) -> list[MapBox]:
    nearest = min((abs(box.y - here.y) for box in ahead), default=0.0)
    return [box for box in ahead if abs(box.y - here.y) <= nearest + _SAME_LINE]


def _frozen(found: Mapping[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(others) for name, others in found.items()}
