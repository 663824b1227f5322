"""*Why did it not remember X?* (R5): followed stage by stage, from what was said to what the next prompt holds.

    said → extracted → gated → kept → merged → superseded → decayed → laid away → told → recalled

The first stage at which it was lost is the answer. Reads only; belongs inside ``store.read``.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from .. import resources, tables
from ..context import ContextRequest, MemoryContext, one_line, shown_confidence
from ..expiring import ExpiringFact
from ..prompt_memory import records as given
from ..recall import recall_log as recalled
from ..types import ACTIVE_FROM, Memory, counted
from . import traces
from .types import FactExplanation, StageEvidence

QUOTED = 160
PromptBlock = Callable[[ContextRequest], MemoryContext]  # what the next prompt would hold
NextExit = Callable[[Memory], ExpiringFact | None]  # when age takes it out of the prompts
SOURCES = {
    "marker": "It came in as a marker that the agent wrote.",
    "operator": "You wrote it yourself.",
    "observed": "The observer drew it from what was said.",
    "agent": "The agent noted it while it worked.",
    "import": "It came in with an import.",
}


def explain(
    block: PromptBlock,
    question: str,
    *,
    memory_id: int | None,
    session_id: int | None,
    now: datetime,
    budget: int,
    next_exit: NextExit,
) -> FactExplanation:
    """Where a fact was lost on its way, or that it was not. ``memory_id`` names it; else the words of ``question``.

    ``session_id`` asks why that session was not told; without it the next prompt counts.
    """
    if memory_id is not None:
        return _Way(block, question, session_id, now, budget, next_exit).of(memory_id)
    near = traces.find_similar_memories(question)
    turned = traces.turned_away(question)
    if turned is not None and (not near or turned[1] > near[0].share):
        return _turned_away(block, question, turned[0], session_id, now, budget, next_exit)
    if near:
        found = _Way(block, question, session_id, now, budget, next_exit).of(near[0].memory_id)
        others = tuple(one.memory_id for one in near[1:])
        return FactExplanation(question, found.verdict, found.stage, found.evidence, found.memory_id, others)
    return _never_kept(question)


class _Way:
    """One memory, stage by stage."""

    def __init__(
        self,
        block: PromptBlock,
        question: str,
        session_id: int | None,
        now: datetime,
        budget: int,
        next_exit: NextExit,
    ) -> None:
        self._block = block
        self._question = question
        self._session_id = session_id
        self._now = now
        self._budget = budget
        self._next_exit = next_exit

    def of(self, memory_id: int) -> FactExplanation:
        """Its way."""
        found = tables.get_memory(memory_id)
        if found is None:
            return _gone(self._question, memory_id)
        evidence = [
            self._said(found),
            StageEvidence("extracted", SOURCES.get(found.source, "It came in."), True, found.created_at),
            self._gated(found),
            self._kept(found),
            *self._merged(found),
            *self._superseded(found),
            self._decayed(found),
            *self._laid_away(found),
        ]
        if all(one.passed is not False for one in evidence):  # else no prompt and no recall would have it anyway
            evidence.append(self._told(found))
            evidence += self._recalled(found)
        lost = next((one for one in evidence if one.passed is False), None)
        verdict = (
            f"Memory {found.id} ({_quote(found.observation)}): {_lower(lost.told)}"
            if lost
            else f"It is remembered: memory {found.id} ({_quote(found.observation)}). {evidence[-1].told}"
        )
        return FactExplanation(self._question, verdict, lost.stage if lost else "", tuple(evidence), found.id)

    def _said(self, found: Memory) -> StageEvidence:
        passage = resources.get_resource(found.resource_id) if found.resource_id is not None else None
        if passage is None:
            return StageEvidence(
                "said", "Its passage is not kept.", None, found.created_at, session_id=found.session_id
            )
        if passage.content_type == "tombstone":
            return StageEvidence(
                "said", "Its passage was purged.", None, passage.content_at, session_id=found.session_id
            )
        where = f" in session {found.session_id}" if found.session_id else ""
        return StageEvidence(
            "said", f"Said{where}: {_quote(passage.raw_content)}", True, passage.content_at, session_id=found.session_id
        )

    def _gated(self, found: Memory) -> StageEvidence:
        log = traces.of_memory(found.id)
        at = log.at if log else found.created_at
        if found.gate == "hold":
            why = found.gate_why or (log.why if log else "")
            return StageEvidence(
                "gated", f"It is held, and waits in the Inbox: {_ended(why or 'no reason was kept')}", False, at
            )
        if log is not None and log.outcome == "hold":
            return StageEvidence("gated", f"The gate held it ({_ended(log.why)[:-1]}); it was approved.", True, at)
        return StageEvidence("gated", "The gate let it pass.", True, at)

    def _kept(self, found: Memory) -> StageEvidence:
        versions = tables.versions(found.id)
        began = versions[0].confidence if versions else found.confidence
        return StageEvidence(
            "kept", f"Kept with confidence {shown_confidence(began)}.", True, found.created_at, found.id
        )

    def _merged(self, found: Memory) -> list[StageEvidence]:
        again = [one for one in tables.versions(found.id) if one.action == "reinforced"]
        if not again:
            return []
        told = f"Said again {counted(len(again), 'time', 'times')}: merged into this one, its wording kept."
        return [StageEvidence("merged", told, None, again[-1].created_at, session_id=again[-1].session_id)]

    def _superseded(self, found: Memory) -> list[StageEvidence]:
        if found.superseded_by is None:
            return []
        newer = tables.get_memory(found.superseded_by)
        text = f": {_quote(newer.observation)}" if newer else ""
        return [
            StageEvidence(
                "superseded",
                f"It was replaced by memory {found.superseded_by}{text}",
                False,
                found.valid_until,
                found.superseded_by,
            )
        ]

    def _decayed(self, found: Memory) -> StageEvidence:
        if found.active:
            leaves = self._next_exit(found)
            if leaves is not None and leaves.gone:
                return StageEvidence("decayed", leaves.why, False, leaves.leaves_at)
            until = f" Unless it is confirmed, it leaves the prompts on {leaves.leaves_at[:10]}." if leaves else ""
            return StageEvidence("decayed", f"Its confidence is {shown_confidence(found.confidence)}.{until}", True)
        sank = [one for one in tables.versions(found.id) if not one.active]
        last = sank[-1] if sank else None
        why = f": {_ended(last.why)}" if last is not None and last.why else "."
        told = (
            f"It is inactive: its confidence fell to {shown_confidence(found.confidence)}, under {ACTIVE_FROM}{why}"
            if found.confidence < ACTIVE_FROM
            else f"It is inactive, with a confidence of {shown_confidence(found.confidence)}{why}"
        )
        return StageEvidence(
            "decayed", told, False, last.created_at if last else found.updated_at, last.other_id if last else None
        )

    def _laid_away(self, found: Memory) -> list[StageEvidence]:
        since = max(found.last_confirmed_at, found.last_recalled_at)
        if found.state in ("archived", "cold"):
            told = (
                f"is {found.state}: it was neither confirmed nor recalled for too long in its domain, {found.domain}."
            )
            return [StageEvidence("laid away", told, False, since)]
        if found.state == "stale":
            return [
                StageEvidence("laid away", "It is stale: recall counts it half until it is confirmed.", None, since)
            ]
        return []

    def _told(self, found: Memory) -> StageEvidence:
        if self._session_id is not None:
            return self._told_then(found, self._session_id)
        block = self._block(ContextRequest(self._budget, self._now))
        if any(one.memory.id == found.id for one in block.included):
            return StageEvidence("told", "The next prompt holds it.", True, memory_id=found.id)
        why = next((one.why for one in block.left_out if one.memory.id == found.id), "")
        reason = _ended(why) if why else f"{counted(len(block.included))} of {block.total:,} fill the budget before it."
        return StageEvidence("told", f"It is left out of the next prompt: {_lower(reason)}", False, memory_id=found.id)

    def _told_then(self, found: Memory, session_id: int) -> StageEvidence:
        row = next((one for one in given.of_session(session_id) if one.memory_id == found.id), None)
        if row is not None:
            became = "" if row.used is None else ", which used it" if row.used else ", which did not use it"
            told = f"It was in the prompt of session {session_id}{became}."
            return StageEvidence("told", told, True, row.created_at, found.id, session_id)
        others = len(given.of_session(session_id))
        told = (
            f"It was not in the prompt of session {session_id}: {counted(others)} came before it in the budget."
            if others
            else f"It was not in the prompt of session {session_id}, which held no memory."
        )
        return StageEvidence("told", told, False, session_id=session_id)

    def _recalled(self, found: Memory) -> list[StageEvidence]:
        evidence = []
        came = recalled.of_memory(found.id, 1)
        if came:
            evidence.append(
                StageEvidence(
                    "recalled", f"It last came back to {_quote(came[0].question)}", True, came[0].at, found.id
                )
            )
        if not self._question:
            return evidence
        asked = traces.asked_alike(self._question, self._session_id)
        if asked and found.id not in asked[0].memory_ids:
            told = (
                f"It did not come back when last asked for: {counted(len(asked[0].memory_ids))} ranked before it."
                if asked[0].memory_ids
                else "It did not come back when last asked for, nor did any other."
            )
            evidence.append(StageEvidence("recalled", told, False, asked[0].at, session_id=asked[0].session_id))
        return evidence


def _gone(question: str, memory_id: int) -> FactExplanation:
    turned = traces.of_memory(memory_id)
    if turned is not None:
        verb = "was rejected" if turned.rule == "operator" else "did not pass the gate"
        told = f"Memory {memory_id} {verb}: {_ended(turned.why)}"
        return FactExplanation(
            question, told, "gated", (StageEvidence("gated", told, False, turned.at, session_id=turned.session_id),)
        )
    told = f"There is no memory {memory_id}: it was deleted, or there never was one of that number."
    return FactExplanation(question, told, "kept", (StageEvidence("kept", told, False),))


def _turned_away(
    block: PromptBlock,
    question: str,
    turned: traces.GateRejection,
    session_id: int | None,
    now: datetime,
    budget: int,
    next_exit: NextExit,
) -> FactExplanation:
    """The gate has a row that is more like the question than any memory."""
    if turned.memory_id is not None and tables.get_memory(turned.memory_id) is not None:
        return _Way(block, question, session_id, now, budget, next_exit).of(turned.memory_id)
    where = f"in session {turned.session_id}" if turned.session_id else f"by {turned.source}"
    offered = f"It was offered {where}: {_quote(turned.text)}"
    said = StageEvidence("said", offered, True, turned.at, session_id=turned.session_id)
    if turned.rule == "operator":
        told = f"You rejected it in the Inbox: {_ended(turned.why)}"
    elif turned.outcome == "hold":
        told = f"The gate held it ({turned.rule}), and it is gone since: {_ended(turned.why)}"
    else:
        told = f"The gate discarded it ({turned.rule}): {_ended(turned.why)}"
    lost = StageEvidence("gated", told, False, turned.at, session_id=turned.session_id)
    return FactExplanation(question, told, "gated", (said, lost))


def _never_kept(question: str) -> FactExplanation:
    """No memory and no rejection is like it: it was said and not extracted, or never said."""
    said = traces.find_utterances(question)
    waiting = traces.unobserved()
    if said is None:
        told = "Nothing like it was said in anything that is kept."
        if waiting:
            told = (
                f"Nothing like it is known, but {counted(len(waiting), 'transcript waits', 'transcripts wait')}"
                f" to be observed{_first_error(waiting)}."
            )
            return FactExplanation(
                question, told, "extracted", (StageEvidence("extracted", told, False, waiting[0].at),)
            )
        return FactExplanation(question, told, "said", (StageEvidence("said", told, False),))
    where = f"Session {said.session_id}" if said.session_id else "A transcript"
    turn = f" in turn {said.turn}" if said.turn else ""
    evidence = [
        StageEvidence("said", f"{where} said something like it{turn}.", True, said.at, session_id=said.session_id)
    ]
    told = _why_not_extracted(said)
    evidence.append(StageEvidence("extracted", told, False, said.at, session_id=said.session_id))
    evidence += [
        StageEvidence("extracted", f"The step {step} failed: {_ended(error)}", None, session_id=said.session_id)
        for step, error in (traces.failed_steps(said.session_id) if said.session_id else [])[:3]
    ]
    return FactExplanation(question, f"{where} said something like it{turn}. {told}", "extracted", tuple(evidence))


def _why_not_extracted(said: traces.SpokenTrace) -> str:
    if said.kind != "turn":
        return "The memory that was drawn from that passage says something else, or is gone."
    state = traces.observation_of(said.session_id) if said.session_id else None
    if state is None:
        return "The session was not observed: only its markers count."
    if state[1]:
        return f"It could not be observed: {_ended(state[1])}"
    if state[0] != "done":
        return "It waits to be observed."
    return "It was observed, and no fact was drawn from those words; a marker would have kept it."


def _first_error(waiting: list[traces.WaitingTranscript]) -> str:
    error = next((one.error for one in waiting if one.error), "")
    return f" ({_ended(error)[:-1]})" if error else ""


def _quote(text: str) -> str:
    line = one_line(text)
    return f"“{line if len(line) <= QUOTED else line[: QUOTED - 1] + '…'}”"


def _ended(text: str) -> str:
    line = one_line(text)
    return line if line.endswith((".", "!", "?", "…", "”")) else f"{line}."


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:] if text[1:2].islower() else text
