"""What a session's markers became: memories, events, cooldowns, and what was not stored. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ....learning import StoredCase
from ....memory import Memory
from ....records.markers import MarkerRecord
from ...text.translation import tr
from ..cases.text import LOOKS, case_state, helped_text, symptom_text

_SAID = re.compile(r"\[(?:MEMORY|EVENT|COOLDOWN):([^\]]*)\]\s*(.*)", re.DOTALL)
_MEMORY_STATES = {"inserted": "good", "reinforced": "escalated", "contradicted": "warning"}


@dataclass(frozen=True, slots=True)
class LearnedItem:
    """One marker and what became of it.

    ``kind`` memory, event, cooldown, near_miss or case; ``state`` a state of widgets.state_dot; ``outcome`` its word;
    ``about`` category or level, and service; ``now`` how the memory stands today; ``target_id`` what it touched, None
    where that is gone; ``stored`` whether the marker was taken.
    """

    kind: str
    state: str
    outcome: str
    about: str
    text: str
    why: str
    now: str
    line: int
    target_id: int | None
    stored: bool = True


def build_learned_items(markers: Sequence[MarkerRecord], memories: Mapping[int, Memory]) -> list[LearnedItem]:
    """Markers in the order they were said, with the memories that they touched as these stand now."""
    return [_item(marker, memories) for marker in markers]


def build_case_items(cases: Sequence[StoredCase]) -> list[LearnedItem]:
    """What the outcome of a session's actions taught, as the checks measured it."""
    return [
        LearnedItem(
            "case",
            LOOKS.get(case.state, "unknown"),
            tr("case"),
            case.service,
            symptom_text(case),
            tr("What helped: {helped}", helped=helped_text(case)),
            case_state(case),
            0,
            case.id,
        )
        for case in cases
    ]


def count_not_stored(items: Sequence[LearnedItem]) -> int:
    """How many warn the operator."""
    return sum(not item.stored for item in items)


def _item(marker: MarkerRecord, memories: Mapping[int, Memory]) -> LearnedItem:
    found = _SAID.match(marker.said)
    about, text = (found.group(1).replace(":", " · "), found.group(2)) if found else ("", marker.said)
    state, outcome = _outcome(marker)
    if marker.kind == "near_miss":
        about, text = "", marker.said or marker.line
    gone = marker.kind == "memory" and marker.target_id not in memories
    return LearnedItem(
        marker.kind,
        state,
        outcome,
        about,
        text,
        marker.why,
        _now(marker, memories),
        marker.log_line,
        None if gone else marker.target_id,
        stored=_was_stored(marker),
    )


def _was_stored(marker: MarkerRecord) -> bool:
    return marker.kind != "near_miss" and marker.action != "rejected"


def _outcome(marker: MarkerRecord) -> tuple[str, str]:
    if not _was_stored(marker):
        return "warning", tr("not stored")
    if marker.action == "unchanged":
        return "idle", tr("unchanged")
    if marker.kind == "memory":
        return _MEMORY_STATES.get(marker.action, "unknown"), _memory_outcome(marker.action)
    head = marker.said.removeprefix("[").partition("]")[0].split(":")
    if marker.kind == "event":
        level = head[1] if len(head) > 1 else "info"
        return level, tr("{level} event", level=level)
    failed = "] failure" in marker.said
    return ("failed" if failed else "completed"), head[1] if len(head) > 1 else tr("action")


def _memory_outcome(action: str) -> str:
    said = {"inserted": tr("new memory"), "reinforced": tr("reinforced"), "contradicted": tr("contradicts")}
    return said.get(action) or action or tr("waiting")


def _now(marker: MarkerRecord, memories: Mapping[int, Memory]) -> str:
    if marker.kind != "memory" or marker.target_id is None:
        return ""
    memory = memories.get(marker.target_id)
    if memory is None:
        return tr("deleted since")
    shown = f"{memory.confidence:.2f}".removesuffix("0")
    return shown if memory.active else tr("{shown} inactive", shown=shown)
