"""The second tier of triage: what a model is asked about a batch of proposals, and how its answer is read: strictly,
never guessed (C4; the component document, The proposal triage pipeline). Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ..layout import MEMORY_FILE
from ..memory_file import MemoryEntry
from .apply import entry_text, heading_of
from .model_text import DATA, LONGEST_TEXT, entry_lines, line_of, unsupported
from .triage_rules import LONGEST_ENTRY, SHORTEST, statement_of
from .types import ProposalDraft, StoredProposal

BATCH = 20
LONGEST_WHY = 300
ModelWord = Literal["promote", "reject", "review"]
SYSTEM = f"""\
You curate MEMORY.md, a short file that every session of an operations agent reads. You are given its entries and a
batch of proposed additions. Decide about each proposal:
- "promote": a lasting fact or rule about the operator's systems that future sessions need, that no entry says already,
  and that is complete in itself. Give its text, tidied up: one plain sentence, no bullet, no date, at most
  {LONGEST_ENTRY} characters, and nothing that the proposal does not say: no new number, name, path or cause. One with
  "facts" stands for all of them: its text is the insight that they give together.
- "reject": chatter, a step that was taken, how something stood at one moment, text about editing a document, or what
  an entry says already. Say why.
- "review": ambiguous, risky, against an entry, or about permissions, policy, tools or secrets. Say why.
In doubt say "review": a person decides then.
{DATA}\
"""
SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["answers"],
    "properties": {
        "answers": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["proposal", "decision", "text", "why"],
                "properties": {
                    "proposal": {"type": "integer"},
                    "decision": {"type": "string", "enum": ["promote", "reject", "review"]},
                    "text": {"type": "string"},
                    "why": {"type": "string"},
                },
            },
        }
    },
}


@dataclass(frozen=True, slots=True)
class ModelDecision:
    """What a model says of a proposal: ``text`` its wording where it promotes, ``why`` its reason."""

    decision: ModelWord
    text: str = ""
    why: str = ""


def question_of(batch: Sequence[StoredProposal], entries: Sequence[MemoryEntry], redact: Callable[[str], str]) -> str:
    """The user's message: the entries, then the proposals, numbered from 1."""
    lines = entry_lines(entries, redact)
    for place, one in enumerate(batch, start=1):
        draft = one.draft
        where = heading_of(draft) if draft.path == MEMORY_FILE else draft.path
        lines.append(
            line_of(redact, proposal=place, section=where, text=statement_of(draft), reason=draft.reason,
                    confidence=draft.confidence, **_facts(draft, redact))
        )  # fmt: skip
    return "\n".join(lines)


def sources_of(draft: ProposalDraft) -> list[str]:
    """The texts that what is written may come from: of facts that are about the same, all of them."""
    facts = [one.quote for one in draft.evidence if one.kind == "memory"] if draft.source == "clustering" else []
    return [statement_of(draft), *facts]


def _facts(draft: ProposalDraft, redact: Callable[[str], str]) -> dict[str, list[str]]:
    facts = [redact(" ".join(text.split()))[:LONGEST_TEXT] for text in sources_of(draft)[1:]]
    return {"facts": facts} if facts else {}


def read_answers(data: Any, batch: Sequence[StoredProposal]) -> dict[int, ModelDecision]:
    """The decisions by the ids of the proposals. One that is named twice or is not in the batch has none. A text that
    says more than its proposal is refused, and the operator decides."""
    rows = data.get("answers", ()) if isinstance(data, dict) else ()
    found: dict[int, ModelDecision] = {}
    twice = set[int]()
    for row in rows:
        place = row["proposal"]
        if not 1 <= place <= len(batch):
            continue
        one = batch[place - 1]
        if one.id in found:
            twice.add(one.id)
        found[one.id] = _checked(one, row)
    return {number: said for number, said in found.items() if number not in twice}


def _checked(proposal: StoredProposal, row: Mapping[str, Any]) -> ModelDecision:
    why = " ".join(str(row["why"]).split())[:LONGEST_WHY]
    if row["decision"] != "promote":
        return ModelDecision(row["decision"], "", why or "The model gave no reason.")
    said = statement_of(proposal.draft)
    if proposal.draft.path != MEMORY_FILE:
        return ModelDecision("promote", "", why)  # a note stays as it is
    text = entry_text(str(row["text"])) or said
    if len(text) < SHORTEST or len(text) > LONGEST_ENTRY:
        return ModelDecision("review", "", f"The model would promote it with a text of {len(text)} characters.")
    if fault := unsupported(text, sources_of(proposal.draft)):
        return ModelDecision("review", "", f"The model would promote it as “{text}”. {fault}")
    return ModelDecision("promote", text, why)
