"""``build_memory_context()``: what the next prompt gets, under the budget (M6, M7; SPEC-0015 Prompt Injection,
Token Budget Enforcement, Memory Context Format)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ..core.clock import from_text
from ..language.prompt_echo import INTRODUCTION, TITLE
from ..language.prompt_quoting import IN_CONFLICT, OLDER, UNCONFIRMED, one_line, quotable
from ..language.types import CATEGORIES, GENERAL
from . import newest_first
from .types import Memory, counted

__all__ = ["INTRODUCTION", "TITLE", "UNCONFIRMED", "one_line", "quotable"]

CHARACTERS_A_TOKEN = 4
LEFT_OUT_SHOWN = 200
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
BULLET_FRAME = len("\n- []  (confidence: 0.7) [#1, 1 Jan]")  # what a bullet takes beside its category and text
HEADING_FRAME = len("\n\n### ")  # what a heading takes beside its service's name
SHORTEST_BULLET = BULLET_FRAME + min(len(category) for category in CATEGORIES) + 1


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """What the block is for: tokens allowed, services that the session is about, the moment decay is reckoned at."""

    budget: int
    now: datetime
    services: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IncludedMemory:
    """A memory in the block, with the confidence it shows (decay reckoned)."""

    memory: Memory
    confidence: float
    now: datetime
    in_conflict: bool = False
    older: bool = False

    @property
    def line(self) -> str:
        """Its line in the block."""
        return bullet(self.memory, self.confidence, self.now, in_conflict=self.in_conflict, older=self.older)


@dataclass(frozen=True, slots=True)
class OmittedMemory:
    """A memory that did not make it, and why in one sentence."""

    memory: Memory
    why: str


@dataclass(frozen=True, slots=True)
class MemoryContext:
    """The block and how it came about. ``text`` is empty where there is nothing to say.

    ``tokens`` of the whole block; ``total`` eligible memories; ``left_out`` the first of ``left_out_count``.
    """

    text: str
    tokens: int
    budget: int
    total: int
    included: tuple[IncludedMemory, ...] = ()
    left_out: tuple[OmittedMemory, ...] = ()
    left_out_count: int = 0


def tokens_of(characters: int) -> int:
    """Tokens of so many characters: four to a token, rounded up."""
    return -(-characters // CHARACTERS_A_TOKEN)


def shown_confidence(value: float) -> str:
    """``0.8``, ``0.95``, ``1.0``: one decimal, two where needed."""
    text = f"{value:.2f}"
    return text[:-1] if text.endswith("0") else text


def bullet(memory: Memory, confidence: float, now: datetime, *, in_conflict: bool = False, older: bool = False) -> str:
    """``- [timing] text (confidence: 0.8) [#12, 3 Mar]``: what SPEC-0015 shows, then the number by which the session
    names it in its outcome, and the day it was last said or measured. What only one source said has ``(unconfirmed)``
    before the confidence, what another fact may contradict ``(in conflict)``, and what a newer one says has changed
    ``(older)``."""
    marks = ((UNCONFIRMED, not memory.confirmed), (IN_CONFLICT, in_conflict), (OLDER, older))
    mark = "".join(f" {text}" for text, shown in marks if shown)
    shown = f"- [{memory.category}] {quotable(memory.observation)}{mark} (confidence: {shown_confidence(confidence)})"
    return f"{shown} [#{memory.id}, {shown_day(memory.stated_at, now)}]"


def shown_day(at: str, now: datetime) -> str:
    """``3 Mar`` for a stored moment, ``3 Mar 2025`` in another year than this one."""
    moment = from_text(at)
    day = f"{moment.day} {_MONTHS[moment.month - 1]}"
    return day if moment.year == now.year else f"{day} {moment.year}"


def heading(service: str | None) -> str:
    """``### jellyfin``."""
    return f"### {service or GENERAL}"


def header(included: int, total: int, body: int) -> tuple[str, int]:
    """The first line and the tokens of the whole block, whose other lines have ``body`` characters.

    The line names the very tokens that it is itself a part of, so it is reckoned until it agrees with itself.
    """
    what = counted(included) if included == total else f"{included:,} of {counted(total)}"
    tokens = tokens_of(body)
    while True:
        line = f"{TITLE} ({what}, ~{tokens:,} tokens)"
        found = tokens_of(len(line) + body)
        if found <= tokens:
            return line, tokens
        tokens = found


class ContextBlock:
    """The block as it grows: takes memories, best first, as long as they fit."""

    def __init__(self, budget: int, total: int, now: datetime, conflicts: Sequence[tuple[int, int]] = ()) -> None:
        """``conflicts`` are pairs of the older and the newer of two facts that may contradict one another."""
        self._conflicts = conflicts
        self._disputed = frozenset(number for pair in conflicts for number in pair)
        self._now = now
        self.budget = budget
        self.total = total
        self.included: list[IncludedMemory] = []
        self.left_out: list[OmittedMemory] = []
        self._body = 0
        self._services: set[str | None] = set()
        self._seen: set[int] = set()

    def add_memories(self, memories: Iterable[tuple[Memory, float]]) -> None:
        """Try each that was not tried yet; one that does not fit is passed over and the next tried."""
        for memory, confidence in memories:
            if memory.id in self._seen:
                continue
            self._seen.add(memory.id)
            entry = IncludedMemory(memory, confidence, self._now, memory.id in self._disputed)
            size = 1 + len(entry.line)
            if memory.service not in self._services:
                size += 2 + len(heading(memory.service))
            _, tokens = header(len(self.included) + 1, self.total, self._body + size)
            if tokens <= self.budget:
                self._body += size
                self._services.add(memory.service)
                self.included.append(entry)
            elif len(self.left_out) < LEFT_OUT_SHOWN:
                why = f"Over the budget: it needs ~{tokens_of(size):,} tokens, ~{max(0, self.room // 4):,} were left."
                self.left_out.append(OmittedMemory(memory, why))

    @property
    def room(self) -> int:
        """Characters that are left for one more bullet at the most."""
        line, _ = header(len(self.included) + 1, self.total, self._body)
        return self.budget * CHARACTERS_A_TOKEN - len(line) - self._body

    @property
    def full(self) -> bool:
        """Tell whether not even the shortest bullet fits any more."""
        return self.room < SHORTEST_BULLET or len(self._seen) >= self.total

    @property
    def headed(self) -> frozenset[str | None]:
        """Services that have their heading already."""
        return frozenset(self._services)

    def finish(self) -> MemoryContext:
        """Set the block: services by their best memory, then name, ``general`` last (M6); of facts that are near each
        other, or in conflict, the newest first. What the marks take is room that the least certain facts lose."""
        while True:
            found = self._set()
            if found.tokens <= self.budget:
                return found
            lost = self.included.pop()
            self.left_out.append(OmittedMemory(lost.memory, "Over the budget, once others were marked as older."))

    def _set(self) -> MemoryContext:
        older = newest_first.find_older(entry.memory for entry in self.included)
        pairs = {frozenset(pair) for pair in self._conflicts}
        pairs |= {frozenset((number, newer.id)) for number, newer in older.items()}
        left = self.total - len(self.included)
        if not self.included:
            return MemoryContext("", 0, self.budget, self.total, (), tuple(self.left_out), left)
        groups: dict[str | None, list[IncludedMemory]] = {}
        for entry in self.included:
            marked = replace(entry, older=entry.memory.id in older)
            groups.setdefault(entry.memory.service, []).append(marked)
        lines: list[str] = []
        for service in sorted(groups, key=lambda s: _service_rank(s, groups[s])):
            lines += ["", heading(service)]
            ranked = sorted(groups[service], key=_entry_rank)
            groups[service] = newest_first.newest_first(ranked, _memory_of, newest_first.near_by_words, pairs)
            lines += [entry.line for entry in groups[service]]
        body = "\n" + "\n".join(lines)
        first, tokens = header(len(self.included), self.total, len(body))
        ordered = tuple(
            entry for service in sorted(groups, key=lambda s: _service_rank(s, groups[s])) for entry in groups[service]
        )
        return MemoryContext(first + body, tokens, self.budget, self.total, ordered, tuple(self.left_out), left)


def _memory_of(entry: IncludedMemory) -> Memory:
    return entry.memory


def _service_rank(service: str | None, entries: list[IncludedMemory]) -> tuple[bool, float, str]:
    return service is None, -max(entry.confidence for entry in entries), service or GENERAL


def _entry_rank(entry: IncludedMemory) -> tuple[float, tuple[int, ...], int]:
    latest = tuple(-ord(c) for c in entry.memory.stated_at)
    return -entry.confidence, latest, entry.memory.id
