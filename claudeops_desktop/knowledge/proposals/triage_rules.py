"""The first tier of triage: what the rules alone promote, reject or merge (C4; the component document, The proposal
triage pipeline). Pure.

Promoted is an addition to MEMORY.md that names a decision record, a path or a command, is more certain than 0.8, that a
second session or the operator confirms, and that nothing there says yet. What happened once and what permits something
is proposed to the operator. Rejected is text that tells how to change a text, what is too short, an exact repetition,
and what is less certain than 0.3. Merged is what an entry says already in other words. What others wrote, and what
would change permissions, policy, tools or secrets, goes to the operator; so does whatever takes words out of a file.
Everything else goes to a model.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from ...language.dates.tense import is_past
from ...language.types import Verdict
from ..entries import read_entry
from ..layout import MEMORY_FILE, NOTE, kind_of
from ..memory_file import MemoryEntry, entry_in
from .apply import entry_text
from .repeated import SURE, is_same
from .types import ProposalDraft

if TYPE_CHECKING:
    from ...memory import TextVerdict

PROMOTED_OVER = 0.8
REJECTED_UNDER = 0.3
CERTAIN = 0.95
"""The least score of a *same* for a text that the operator would have to decide about."""
SHORTEST = 12
LONGEST_ENTRY = 300
"""Characters of an entry of MEMORY.md, which every session reads."""
TriageOutcome = Literal["promote", "reject", "merge", "model", "operator"]
_WORD = re.compile(r"[^\W_]+")
_PERMITS = re.compile(
    r"\b(?:may|might)\b(?! not\b)|\b(?:can|could) (?:\w+ )?be (?:safely )?(?:deleted|removed|dropped|wiped|purged"
    r"|killed|stopped|restarted|rebooted|disabled|ignored|skipped|overwritten|truncated|emptied|pruned|discarded)\b"
    r"|\b(?:allowed|permitted|authori[sz]ed|free|safe|fine|ok|okay) to\b|\bno longer needed\b",
    re.IGNORECASE,
)
_WAS = re.compile(r"\b(?:was|were|had|did|didn't|(?:has|have) been)\b", re.IGNORECASE)
_HOLDS = re.compile(r"\b(?:is|are|needs?|must|always|never)\b", re.IGNORECASE)  # "a stuck unit is cleared with …"


@dataclass(frozen=True, slots=True)
class TriageDecision:
    """What becomes of a proposal, by which ``rule``, and one sentence that says why. ``entry`` is the one of MEMORY.md
    that says the same, and ``text`` its new wording where it changes, "" where it stays."""

    outcome: TriageOutcome
    rule: str
    why: str
    entry: MemoryEntry | None = None
    text: str = ""


def decide_by_rule(
    draft: ProposalDraft, verdict: TextVerdict, entries: Sequence[MemoryEntry], *, confirmed: bool
) -> TriageDecision:
    """What the first tier does with a proposal. ``verdict`` is the gate's word on ``statement_of(draft)``; ``entries``
    those of MEMORY.md as it stands; ``confirmed`` whether a second session or the operator stands behind the facts it
    was drawn from."""
    said = statement_of(draft)
    if (rejected := _reject(draft, verdict, said, entries)) is not None:
        return rejected
    only_proposed = why_only_proposed(said, confirmed=confirmed)
    harmless = draft.trusted and not verdict.hold
    added = draft.kind == "add" and draft.path == MEMORY_FILE
    near = meet_entries(said, entries, SURE if harmless else CERTAIN) if added else None
    if near is not None and near.outcome == "merge":  # what is known already can do no new harm; its wording stays
        return near if harmless and not only_proposed else replace(near, text="")
    if not draft.trusted:
        return TriageDecision("operator", "untrusted", "Its words come from a page, a log, an alert or a message.")
    if verdict.hold:
        return TriageDecision("operator", "sensitive", verdict.hold)
    if draft.kind != "add" or draft.source in ("operator", "auditor", "consolidation"):
        return TriageDecision("operator", "takes-out", "It changes or takes out what stands in a file.")
    if draft.path != MEMORY_FILE:
        if kind_of(draft.path) is NOTE:
            return TriageDecision("model", "note", "A note is no line of MEMORY.md: no rule promotes it.")
        return TriageDecision("operator", "place", f"Nothing is written to {draft.path} without the operator.")
    if near is not None:
        return near
    if verdict.concrete and draft.confidence > PROMOTED_OVER and not verdict.against and len(said) <= LONGEST_ENTRY:
        if only_proposed:
            return TriageDecision("operator", "proposed", only_proposed)
        return TriageDecision("promote", "concrete", "It names a decision, a path or a command, and is certain enough.")
    if not verdict.concrete:
        why = "It names no decision, path or command."
    elif draft.confidence <= PROMOTED_OVER:
        why = f"It is less certain than a rule asks for ({draft.confidence:.2f})."
    else:
        why = f"It is {verdict.against}." if verdict.against else "It is too long for a line of MEMORY.md."
    return TriageDecision("model", "unclear", why)


def why_only_proposed(said: str, *, confirmed: bool) -> str:
    """Return why no rule may write a text into MEMORY.md, "" where one may."""
    if _PERMITS.search(said):
        return "It permits something, which is the operator's to decide."
    if _WAS.search(said) or (is_past(said) and not _HOLDS.search(said)):
        return "It tells what happened once."
    return "" if confirmed else "No second source confirms it."


def statement_of(draft: ProposalDraft) -> str:
    """What a proposal would have a file say, without frontmatter, hyphen and date; for a removal what it takes out."""
    said = draft.after if draft.kind != "remove" else draft.before
    if draft.path == MEMORY_FILE:
        return entry_text(said)
    return read_entry(said).body.strip() if said.lstrip().startswith("---") else said.strip()


def meet_entries(said: str, entries: Sequence[MemoryEntry], least: float = SURE) -> TriageDecision | None:
    """What an addition is to the entries: merged with the one that says the same, as surely as ``least``; the
    operator's where one may say the opposite, a model's where one is alike; None where none has to do with it."""
    from ...language.compare import judge

    judged = list(zip(entries, judge.judge_all(said, [entry.text for entry in entries]), strict=True))
    same = [(entry, one) for entry, one in judged if is_same(entry.text, said, one, least)]
    if same:
        entry, _ = max(same, key=lambda pair: pair[1].score)
        return TriageDecision(
            "merge", "similar", f"MEMORY.md says this already: “{entry.text}”", entry, merged_text(entry.text, said)
        )
    against = [(entry, one) for entry, one in judged if one.verdict is Verdict.CONTRADICTION]
    if against:
        entry, one = max(against, key=lambda pair: pair[1].score)
        return TriageDecision(
            "operator", "contradicts", f"MEMORY.md may say otherwise: “{entry.text}” {one.why}", entry
        )
    near = [entry for entry, one in judged if one.verdict is Verdict.SAME]
    if near:  # alike, and it may say more: no rule decides whether it is new
        return TriageDecision("model", "near", f"MEMORY.md says something like it: “{near[0].text}”", near[0])
    return None


def merged_text(old: str, new: str) -> str:
    """The wording of two texts that say the same: the new one where it holds every word of the old one and adds some,
    else "" for the old one."""
    before, after = _words(old), _words(new)
    return new if before < after and len(new) <= LONGEST_ENTRY else ""


def _reject(
    draft: ProposalDraft, verdict: TextVerdict, said: str, entries: Sequence[MemoryEntry]
) -> TriageDecision | None:
    if draft.kind == "remove":
        return None
    if verdict.artefact:
        return TriageDecision("reject", "instruction", "It tells how to change a text; it is no fact.")
    if len(said) < SHORTEST:
        return TriageDecision("reject", "short", f"It has under {SHORTEST} characters.")
    if draft.path == MEMORY_FILE and draft.kind == "add" and (entry := entry_in(entries, said)) is not None:
        return TriageDecision("reject", "duplicate", f"MEMORY.md says so word by word, under {entry.section}.")
    if draft.kind == "edit" and draft.before.split() == draft.after.split():
        return TriageDecision("reject", "duplicate", "It changes no word.")
    if draft.confidence < REJECTED_UNDER:
        return TriageDecision("reject", "uncertain", f"It is too uncertain ({draft.confidence:.2f}).")
    return None


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.casefold()))
