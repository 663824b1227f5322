"""The parts of a prompt put together: the block, what the session is about, lessons (M6, M7, E9, E13, E15)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from ...core.messages import UserMessage
from ..context import INTRODUCTION, ContextRequest, MemoryContext, heading, quotable, tokens_of
from ..lessons.lessons import StoredLesson
from ..recall.types import RecallRequest
from ..reminders.triggers import FutureTrigger
from ..types import Memory, shown_service
from . import lines, recall_query
from .selection import PromptCandidate, choose, said_by
from .token_budget import TokenDemand, fit_entries, share_tokens
from .types import (
    CASES,
    DUE_HEADING,
    LESSONS,
    MEMORY,
    MEMORY_FILE,
    NOTEBOOK,
    PATTERNS,
    PROCEDURES,
    SESSION,
    TITLES,
    InjectionRequest,
    LearnedNote,
    MemoryPromptPart,
    OmittedEntry,
    PromptEntry,
    PromptMemory,
    empty_prompt_memory,
)

LEFT_OUT_SHOWN = 200
CHECKS_AT_MOST = 3
_NAMED = re.compile(r"^-(?: \[(?:pattern|notebook)\])? ?")
NOTHING_IN_PARTICULAR = UserMessage(
    "The session names no service and no wish, and no date is due: nothing was looked for."
)


@dataclass(frozen=True, slots=True)
class PromptSources:
    """Where the parts come from. ``recall`` may wait, the others answer at once."""

    context: Callable[[ContextRequest], MemoryContext]
    recall: recall_query.Recall
    standing: Callable[[Memory, datetime], float]
    due: Callable[[datetime], Sequence[FutureTrigger]]
    lessons: Callable[[], Sequence[StoredLesson]]
    rows: Callable[[Sequence[int]], Sequence[Memory]]
    pressed: Callable[[datetime], bool]
    to_check: Callable[[], Sequence[Memory]] = tuple


def compose(sources: PromptSources, request: InjectionRequest, patience_s: float) -> PromptMemory:
    """All parts of one prompt. Writes nothing; waits for recall ``patience_s`` seconds at most."""
    budgets, now = request.budgets, request.now
    block = sources.context(ContextRequest(budgets.memory, now, request.services))
    memory = _memory_part(block)
    if not request.reads_prompt:
        empty = empty_prompt_memory(block)
        return replace(empty, parts=tuple(memory if part.name == MEMORY else part for part in empty.parts))
    due = tuple(sources.due(now))
    told = [entry.memory for entry in block.included]
    offered, left, notes, troubles = _about(sources, request, due, told, patience_s)
    checks = _checks(sources, request)
    asked = {entry.memory.id for entry in checks if entry.memory is not None}
    about = [*map(_due_entry, due), *checks, *(_entry(one, now) for one in offered if one.memory.id not in asked)]
    learned, known = _learned(sources.lessons(), [*told, *(one.memory for one in offered)], now)
    session = _Kind(SESSION, TITLES[SESSION], lines.SESSION_SENTENCE, "memory", "memories")
    lessons = _Kind(LESSONS, TITLES[LESSONS], lines.LESSONS_SENTENCE, "lesson", "lessons")
    cases = _Kind(CASES, TITLES[CASES], lines.CASES_SENTENCE, "problem", "problems")
    offers = [_noted(note, lines.case) for note in request.cases]
    patterns = _Kind(PATTERNS, TITLES[PATTERNS], lines.PATTERNS_SENTENCE, "pattern", "patterns")
    known_facts = [*told, *(one.memory for one in offered)]
    proven, said = _proven(request.patterns, known_facts, learned)
    notebook = _Kind(NOTEBOOK, TITLES[NOTEBOOK], lines.NOTEBOOK_SENTENCE, "entry", "entries")
    noted, noted_before = _proven(request.notebook, known_facts, [*learned, *proven], lines.notebook)
    wants = [
        TokenDemand(LESSONS, budgets.lessons, lessons.need(learned)),
        TokenDemand(CASES, budgets.cases, cases.need(offers)),
        TokenDemand(SESSION, budgets.session, session.need(about)),
        TokenDemand(PATTERNS, budgets.patterns, patterns.need(proven)),
        TokenDemand(NOTEBOOK, budgets.notebook, notebook.need(noted)),
    ]
    given = share_tokens(budgets.total, tokens_of(len(memory.text) + 4), wants)
    room = {one.name: one.budget if given[one.name] == one.need else given[one.name] for one in wants}
    parts = (
        lessons.fill(learned, room[LESSONS], known),
        cases.fill(offers, room[CASES], []),
        memory,
        session.fill(about, room[SESSION], [_left(one, why) for one, why in left]),
        patterns.fill(proven, room[PATTERNS], said),
        notebook.fill(noted, room[NOTEBOOK], [*noted_before, *request.notebook_left]),
    )
    rules = [*learned, *(entry for part in parts[-2:] for entry in part.entries if entry.note is not None)]
    return PromptMemory(
        (*parts, _procedures(request), _memory_file(request, parts, known_facts, rules)),
        block,
        notes,
        troubles,
        due,
    )


def _memory_file(
    request: InjectionRequest, parts: Sequence[MemoryPromptPart], told: Sequence[Memory], rules: Sequence[PromptEntry]
) -> MemoryPromptPart:
    """MEMORY.md last, in what the others have left of the total. Where it is cut, it says under which sections."""
    kind = _Kind(MEMORY_FILE, TITLES[MEMORY_FILE], lines.MEMORY_FILE_SENTENCE, "entry", "entries")
    entries, told_before = _proven(request.memory_file, told, rules, lines.curated)
    said = [*told_before, *request.memory_file_left]
    room = max(0, request.budgets.total - sum(tokens_of(len(part.text) + 4) for part in parts if part.text))
    if kind.need(entries) <= room:
        return kind.fill(entries, room, said)
    shown = kind.fill(entries, room, said)
    while True:  # the notice needs room as well, and may name more sections then
        kept = {entry.line for entry in shown.entries}
        cut = dict.fromkeys(
            entry.note.text.partition(": ")[0] for entry in entries if entry.line not in kept and entry.note
        )
        sentence = lines.MEMORY_FILE_SENTENCE + lines.MEMORY_FILE_CUT.format(sections=", ".join(map(quotable, cut)))
        again = replace(kind, sentence=sentence).fill(entries, room, said)
        if again.entries == shown.entries or not again.entries:
            return again
        shown = again


def _procedures(request: InjectionRequest) -> MemoryPromptPart:
    """The procedures that the agent is offered as skills, for the preview: the agent lists their names and descriptions
    itself, so that no text of ours stands in the prompt."""
    entries = tuple(_noted(note, lines.procedure) for note in request.procedures)
    tokens = sum(entry.tokens for entry in entries)
    left = request.procedures_left[:LEFT_OUT_SHOWN]
    return MemoryPromptPart(PROCEDURES, TITLES[PROCEDURES], "", tokens, tokens, entries, left)


def _memory_part(block: MemoryContext) -> MemoryPromptPart:
    entries = tuple(
        PromptEntry(e.line, tokens_of(len(e.line) + 1), e.memory, confidence=e.confidence) for e in block.included
    )
    left = tuple(OmittedEntry(one.memory.observation, one.why, one.memory) for one in block.left_out)
    text = f"{INTRODUCTION}\n\n{block.text}" if block.text else ""
    return MemoryPromptPart(MEMORY, TITLES[MEMORY], text, block.tokens, block.budget, entries, left)


def _about(
    sources: PromptSources,
    request: InjectionRequest,
    due: tuple[FutureTrigger, ...],
    told: list[Memory],
    patience_s: float,
) -> tuple[Sequence[PromptCandidate], Sequence[tuple[PromptCandidate, str]], tuple[str, ...], tuple[str, ...]]:
    """What is known of what the session is about, best first: what was said for today, then what recall brings."""
    asked, now = recall_query.question(request, due), request.now
    preloaded = [
        PromptCandidate(memory, sources.standing(memory, now), why="Preloaded for a date that is due.")
        for memory in sources.rows([number for trigger in due for number in trigger.memory_ids])
    ]
    if not asked:
        return (*choose(preloaded, told), (NOTHING_IN_PARTICULAR,), ())
    wanted, notes, troubles = request.budgets.limit, list[str](), list[str]()
    if sources.pressed(now):
        wanted = min(wanted, recall_query.UNDER_PRESSURE)
        notes.append(f"Recall has cost its share of the day: {wanted} memories at most are added.")
    found: list[PromptCandidate] = []
    if wanted and request.budgets.session:
        came = recall_query.ask(
            sources.recall,
            RecallRequest(
                asked,
                now,
                profile=request.profile,
                limit=wanted + recall_query.MORE,
                services=request.services,
                asked_by="injection",
                session_id=request.session_id,
            ),
            patience_s,
        )
        (notes if came.recalled else troubles).extend([came.note] if came.note else [])
        if came.recalled is not None:
            found = [
                PromptCandidate(item.memory, sources.standing(item.memory, now), item.marks, item.why)
                for item in came.recalled.items
            ]
    taken, left = choose([*preloaded, *found], told)
    return taken[:wanted], [*left, *((one, _past(wanted)) for one in taken[wanted:])], tuple(notes), tuple(troubles)


def _past(wanted: int) -> str:
    if not wanted:
        return "The settings have it that no memories are added for a session."
    return f"{wanted} others fit the session better, and no more are added."


def _left(one: PromptCandidate, why: str) -> OmittedEntry:
    return OmittedEntry(one.memory.observation, why, one.memory)


def _learned(
    lessons: Sequence[StoredLesson], told: Sequence[Memory], now: datetime
) -> tuple[list[PromptEntry], list[OmittedEntry]]:
    """Lessons to be told, and those that a memory says which is told."""
    entries, left = list[PromptEntry](), list[OmittedEntry]()
    for one in lessons:
        same = said_by(one.text, told)
        line = lines.lesson(one.text, one.updated_at, now)
        if same is None:
            entries.append(PromptEntry(line, tokens_of(len(line) + 1), lesson=one, why=_counted(one)))
        else:
            left.append(OmittedEntry(line, f"Memory {same.id} says the same and is in the prompt.", same))
    return entries, left


def _noted(note: LearnedNote, line_of: Callable[[str], str]) -> PromptEntry:
    line = line_of(note.text)
    return PromptEntry(line, tokens_of(len(line) + 1), note=note, why=note.why)


def _proven(
    notes: Sequence[LearnedNote],
    told: Sequence[Memory],
    learned: Sequence[PromptEntry],
    line_of: Callable[[str], str] = lines.pattern,
) -> tuple[list[PromptEntry], list[OmittedEntry]]:
    """Patterns or entries of MEMORY.md to be told, and those that a memory, lesson or pattern says which is told."""
    entries, left = list[PromptEntry](), list[OmittedEntry]()
    said = [lines.learned(entry.lesson.text) if entry.lesson else entry.line for entry in learned]
    rules = {_NAMED.sub("", line).casefold().strip() for line in said}
    for note in notes:
        entry, text = _noted(note, line_of), note.said or note.text
        same = said_by(text, told)
        if same is not None:
            left.append(OmittedEntry(entry.line, f"Memory {same.id} says the same and is in the prompt.", same))
        elif lines.learned(text).casefold().removeprefix("-").strip() in rules:
            left.append(OmittedEntry(entry.line, "A lesson or a pattern says the same and is in the prompt."))
        else:
            entries.append(entry)
    return entries, left


def _counted(one: StoredLesson) -> str:
    return "Learned once." if one.times == 1 else f"Learned {one.times} times."


def _entry(one: PromptCandidate, now: datetime) -> PromptEntry:
    line = lines.recalled(one.memory, one.confidence, one.marks, now)
    return PromptEntry(line, tokens_of(len(line) + 1), one.memory, confidence=one.confidence, why=one.why)


def _checks(sources: PromptSources, request: InjectionRequest) -> list[PromptEntry]:
    """Facts of this session's services that the operator wants checked; a few, so that they take no run over."""
    wanted = [m for m in sources.to_check() if m.service is None or m.service in request.services]
    found = []
    for memory in wanted[:CHECKS_AT_MOST]:
        line = lines.check(memory)
        why = "The operator asks whether it is still true."
        found.append(PromptEntry(line, tokens_of(len(line) + 1), memory, confidence=memory.confidence, why=why))
    return found


def _due_entry(trigger: FutureTrigger) -> PromptEntry:
    line = lines.format_reminder(trigger.created_at, trigger.original_message)
    return PromptEntry(line, tokens_of(len(line) + 1), trigger=trigger, why=f"Said for {trigger.trigger_date}.")


@dataclass(frozen=True, slots=True)
class _Kind:
    """How one part is set: its words, and headings by service over the memories in it."""

    name: str
    title: str
    sentence: str
    one: str
    many: str

    def need(self, entries: Sequence[PromptEntry]) -> int:
        """Tokens of the part if all of these stood in it."""
        return self._set(entries)[1]

    def fill(self, entries: Sequence[PromptEntry], budget: int, left: Sequence[OmittedEntry]) -> MemoryPromptPart:
        """The part under its budget: the most valuable first, what does not fit is passed over."""
        taken, over = fit_entries(entries, lambda some: self._set(some)[1] <= budget)
        text, tokens = self._set(taken)
        out = [*left]
        out += [OmittedEntry(entry.line, _over(entry, budget - tokens), entry.memory) for entry in over]
        return MemoryPromptPart(self.name, self.title, text, tokens, budget, tuple(taken), tuple(out[:LEFT_OUT_SHOWN]))

    def _set(self, entries: Sequence[PromptEntry]) -> tuple[str, int]:
        body: list[str] = []
        groups: dict[str, list[str]] = {}
        for entry in entries:
            groups.setdefault(_headline(entry), []).append(entry.line)
        for head, told in groups.items():
            body += [*([""] if body and head else []), *([head] if head else []), *told]
        number = sum(entry.trigger is None for entry in entries)
        return lines.part(self.sentence, self.title, self.one, self.many, number, body)


def _headline(entry: PromptEntry) -> str:
    if entry.trigger is not None:
        return DUE_HEADING
    return heading(shown_service(entry.memory.service)) if entry.memory is not None else ""


def _over(entry: PromptEntry, spare: int) -> str:
    return f"Over the budget: it needs ~{entry.tokens:,} tokens, ~{max(0, spare):,} were left."
