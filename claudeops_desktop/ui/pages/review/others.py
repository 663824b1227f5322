"""What waits beside the held facts: pairs in possible conflict, facts about to expire, and what was closed lately; read
on a reader thread, and answered as changes that can be taken back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from ....clock import utc_now
from ....memory.agent import MemoryAgent
from ....memory.closings import Closing
from ....memory.conflicts import Conflict, ConflictState
from ....memory.expiring import Expiring
from ....memory.fact import Memory, MemoryChange, Snapshot, shown_service

LOOKED_BACK = timedelta(days=30)
EXPIRING, PAIRS, CLOSED = "expiring", "pairs", "closed"


@dataclass(frozen=True, slots=True)
class Others:
    """All of them."""

    expiring: tuple[Expiring, ...]
    pairs: tuple[tuple[Conflict, Memory, Memory], ...]
    closed: tuple[Closing, ...]


@dataclass(frozen=True, slots=True)
class OthersQuestion:
    """Asks for them."""

    agent: MemoryAgent

    def __call__(self) -> Others:
        """Read them."""
        closed = [one for one in self.agent.closings(utc_now() - LOOKED_BACK) if one.standing]
        return Others(tuple(self.agent.expiring()), tuple(self.agent.conflicts()), tuple(closed))


@dataclass(frozen=True, slots=True)
class AnswerChoice:
    """One answer: what its button says, what it does in words, and the change it makes."""

    name: str
    tip: str
    make: Callable[[], MemoryChange]


@dataclass(frozen=True, slots=True)
class OtherItem:
    """One card: what it is about, the facts it shows, why it is here, and the answers."""

    title: str
    facts: tuple[str, ...]
    why: str
    answers: tuple[AnswerChoice, ...]


def items_of(kind: str, others: Others, agent: MemoryAgent) -> list[OtherItem]:
    """The cards of one kind."""
    if kind == EXPIRING:
        return [_expiring(one, agent) for one in others.expiring]
    if kind == PAIRS:
        return [_pair(*one, agent) for one in others.pairs]
    return [_closed(one, agent) for one in others.closed]


def _expiring(one: Expiring, agent: MemoryAgent) -> OtherItem:
    number = one.memory.id
    return OtherItem(
        f"{shown_service(one.memory.service)} · {one.memory.domain}",
        (one.memory.observation,),
        one.why,
        (
            AnswerChoice("Keep", "It is still true: confirmed as of today", lambda: agent.keep_true([number])),
            AnswerChoice("Let go", "It is laid away, and can be brought back", lambda: agent.let_go([number])),
            AnswerChoice(
                "Check",
                "Compare it with what the watcher measured, or have the next session check it",
                lambda: _check(agent, number),
            ),
        ),
    )


def _pair(pair: Conflict, old: Memory, new: Memory, agent: MemoryAgent) -> OtherItem:
    def answer(state: ConflictState) -> Callable[[], MemoryChange]:
        return lambda: _resolve(agent, pair, state)

    return OtherItem(
        shown_service(old.service),
        (f"Older: {old.observation}", f"Newer: {new.observation}"),
        f"{pair.why} Certainty {pair.certainty:.0%}.",
        (
            AnswerChoice("Both hold", "They do not contradict one another", answer(ConflictState.BOTH)),
            AnswerChoice("The new one replaces", "The older one is closed", answer(ConflictState.REPLACED)),
            AnswerChoice("It is the same", "The older one is confirmed", answer(ConflictState.SAME)),
        ),
    )


def _closed(one: Closing, agent: MemoryAgent) -> OtherItem:
    number = one.memory.id
    facts = [one.memory.observation, *([f"By: {one.other.observation}"] if one.other is not None else [])]
    sure = "" if one.certainty is None else f" Certainty {one.certainty:.0%}."
    return OtherItem(
        f"{shown_service(one.memory.service)} · {one.kind} on {one.at[:10]}",
        tuple(facts),
        f"{one.why}{sure}",
        (AnswerChoice("Reopen", "It holds all the same: prompts have it again", lambda: agent.reopen([number])),),
    )


def _check(agent: MemoryAgent, number: int) -> MemoryChange:
    before = agent.rows([number])
    found = agent.check([number])
    note = (
        f"The watcher measured “{found[number]}”."
        if number in found
        else "Nothing measured shows it; the next session about it is asked to check."
    )
    return _change("Check a memory", before, agent.rows([number]), note)


def _resolve(agent: MemoryAgent, pair: Conflict, state: ConflictState) -> MemoryChange:
    ids = [pair.old_id, pair.new_id]
    before = agent.rows(ids)
    agent.resolve(pair.id, state)
    return _change("Answer a pair in conflict", before, agent.rows(ids))


def _change(label: str, before: Sequence[Memory], after: Sequence[Memory], note: str = "") -> MemoryChange:
    made = MemoryChange(label, tuple(map(Snapshot, before)), tuple(map(Snapshot, after)))
    return replace(made, notes=(note,)) if note else made
