"""Reflection by a model: recent facts and MEMORY.md become proposals that the rules would not find, such as a pattern
in several facts (C3; the component document, The reflection cycle). Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..layout import MEMORY_FILE
from ..memory_file import SECTIONS, MemoryEntry
from .apply import entry_text
from .model_text import DATA, entry_lines, line_of, unsupported
from .reflection_rules import MOST_LENGTH, WeighedFact
from .triage_rules import LONGEST_ENTRY, SHORTEST
from .types import ProposalDraft, ProposalEvidence

MOST_FACTS = 60
_DOMAINS = {heading: domain for domain, heading in SECTIONS.items()}
SYSTEM = f"""\
You keep MEMORY.md, a short file that every session of an operations agent reads. You are given its entries and recent
facts from its memory. Propose changes: facts that belong together become one entry, a pattern in several facts becomes
one sentence, an entry that newer facts correct is replaced. Leave out what is true at one moment only and what the
entries say already. All your texts together have 60 to 80% of the length of the facts, or less. Each text is one plain
sentence of at most {LONGEST_ENTRY} characters that says nothing its facts do not say: no new number, name, path or
cause. For each change give:
- "section": one of {", ".join(SECTIONS.values())};
- "replaces": the number of the entry that it replaces, 0 for none;
- "text": the sentence;
- "facts": the numbers of the facts that it rests on.
No change is a good answer.
{DATA}\
"""
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["changes"],
    "properties": {
        "changes": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["section", "replaces", "text", "facts"],
                "properties": {
                    "section": {"type": "string"},
                    "replaces": {"type": "integer"},
                    "text": {"type": "string"},
                    "facts": {"type": "array", "items": {"type": "integer"}},
                },
            },
        }
    },
}


def question_of(facts: Sequence[WeighedFact], entries: Sequence[MemoryEntry], redact: Callable[[str], str]) -> str:
    """The user's message: the entries, then the facts, numbered from 1."""
    lines = entry_lines(entries, redact)
    for place, one in enumerate(facts, start=1):
        section = SECTIONS.get(one.fact.memory.domain, SECTIONS["operations"])
        lines.append(line_of(redact, fact=place, section=section, text=one.text, occasions=one.fact.occasions))
    return "\n".join(lines)


def read_changes(
    data: Any, facts: Sequence[WeighedFact], entries: Sequence[MemoryEntry], revision: str
) -> tuple[list[ProposalDraft], list[str]]:
    """The proposals in an answer, and why each of the others was dropped."""
    drafts, dropped = list[ProposalDraft](), list[str]()
    room = MOST_LENGTH * sum(len(one.text) for one in facts)
    for row in data.get("changes", ()) if isinstance(data, dict) else ():
        found = _draft(row, facts, entries, revision)
        if isinstance(found, str):
            dropped.append(found)
        elif len(found.after) > room:
            dropped.append("length")
        else:
            room -= len(found.after)
            drafts.append(found)
    return drafts, dropped


def _draft(
    row: Mapping[str, Any], facts: Sequence[WeighedFact], entries: Sequence[MemoryEntry], revision: str
) -> ProposalDraft | str:
    """The proposal, or in one word why there is none."""
    numbers = list(dict.fromkeys(row["facts"]))
    if not numbers or not all(1 <= number <= len(facts) for number in numbers):
        return "no facts"
    if row["section"] not in _DOMAINS:
        return "section"
    if not 0 <= row["replaces"] <= len(entries):
        return "entry"
    rest = [facts[number - 1] for number in numbers]
    old = entries[row["replaces"] - 1] if row["replaces"] else None
    text = entry_text(row["text"])
    if not SHORTEST <= len(text) <= LONGEST_ENTRY:
        return "size"
    if unsupported(text, [*(one.text for one in rest), *([old.text] if old else [])]):
        return "unsupported"
    memories = [fact.memory for one in rest for fact in one.facts]
    evidence = tuple(
        ProposalEvidence("memory", str(fact.memory.id), fact.memory.observation, next(iter(fact.sessions), None))
        for one in rest
        for fact in one.facts
    )
    return ProposalDraft(
        "edit" if old else "add", "reflection", text[:80], MEMORY_FILE, old.section if old else row["section"],
        before=old.text if old else "", after=text, revision=revision,
        reason=f"A model drew it from {len(memories)} facts." if len(memories) > 1 else "A model drew it from a fact.",
        evidence=evidence, confidence=min(memory.confidence for memory in memories),
        trusted=all(one.trusted for one in rest), memory_ids=tuple(memory.id for memory in memories),
    )  # fmt: skip
