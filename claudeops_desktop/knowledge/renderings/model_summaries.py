"""Summaries that a model writes, one for each domain: the one that is there and the facts that hold become the next one
(C2; ADR-0077, Categories). A text that says more than its facts is not kept, and the list of them stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...memory import DueSummary, MemoryService, may_send
from ...models.base import LanguageModel
from ..proposals.model_text import DATA, line_of, unsupported

LONGEST = 700
SYSTEM = f"""\
You keep one short summary for each area of what an operations agent knows. Each line is one area: its current summary,
which may be empty, and the facts that hold now. Rewrite the full summary so that it says what the facts say and nothing
else; where the current one contradicts a fact, the fact holds. Plain sentences, {LONGEST} characters at most, the names
and numbers of the facts as they stand there, no new ones, no list, no heading, no advice.
{DATA}\
"""
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["summaries"],
    "properties": {
        "summaries": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["area", "summary"],
                "properties": {"area": {"type": "integer"}, "summary": {"type": "string"}},
            },
        }
    },
}


@dataclass(frozen=True, slots=True)
class SummariesWritten:
    """How many summaries were asked for and kept, and what that cost in dollars."""

    asked: int = 0
    kept: int = 0
    cost_usd: float = 0.0


def write_summaries(
    memory: MemoryService, due: Sequence[DueSummary], model: LanguageModel, redact: Callable[[str], str]
) -> SummariesWritten:
    """Ask once for all of them. Waits for the model: not inside a read or a write. Raises ModelFault."""
    lines = [
        line_of(redact, area=place, name=one.domain, summary=one.current, facts=[redact(fact) for fact in one.facts])
        for place, one in enumerate(due, start=1)
    ]
    answer = model.ask("\n".join(lines), system=SYSTEM, schema=SCHEMA)
    kept = 0
    for row in answer.data["summaries"] if isinstance(answer.data, dict) else ():
        text = " ".join(str(row["summary"]).split())
        one = due[row["area"] - 1] if 1 <= row["area"] <= len(due) else None
        if one is None or not 0 < len(text) <= LONGEST or unsupported(text, one.facts):
            continue
        kept += memory.folder.keep_summary(one, text)
    return SummariesWritten(len(due), kept, answer.cost_usd)


def sendable(due: Sequence[DueSummary], excluded: Sequence[str]) -> list[DueSummary]:
    """Return the summaries whose facts may all be sent; of the others the lists stand."""
    return [one for one in due if may_send(one.services, [*one.facts, one.current], excluded)]
