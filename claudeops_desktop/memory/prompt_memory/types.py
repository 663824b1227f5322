"""The words of injection: what a session is about goes in, the parts of its prompt come out."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from ..context import TITLE, MemoryContext, tokens_of
from ..types import Memory

if TYPE_CHECKING:
    from ...core.settings import Settings
    from ..lessons.lessons import StoredLesson
    from ..reminders.triggers import FutureTrigger

LESSONS, CASES, MEMORY, SESSION, PATTERNS = "lessons", "cases", "memory", "session", "patterns"
NOTEBOOK, PROCEDURES, MEMORY_FILE = "notebook", "procedures", "memory_file"
ORDER = (LESSONS, CASES, MEMORY, SESSION, PATTERNS, NOTEBOOK, PROCEDURES, MEMORY_FILE)
"""The order of the parts in a prompt (docs/decisions/0115). Procedures have no text in it: the agent lists them
itself."""
NOTEBOOK_BUDGET = 400
"""Tokens of a role's notebook, inside the total."""
TITLES = {
    LESSONS: "## Lessons",
    CASES: "## Known problems",
    MEMORY: TITLE,
    SESSION: "## What this session is about",
    PATTERNS: "## Patterns",
    NOTEBOOK: "## Your notebook",
    PROCEDURES: "## Procedures",
    MEMORY_FILE: "## Memory file",
}
DUE_HEADING = "### Said for today"


@dataclass(frozen=True, slots=True)
class TokenBudgets:
    """Tokens that each part may take, and all together; how many memories the session's part may hold."""

    memory: int
    session: int
    lessons: int
    total: int
    limit: int
    cases: int = 0
    patterns: int = 0
    notebook: int = NOTEBOOK_BUDGET

    @classmethod
    def from_settings(cls, settings: Settings, memory: int | None = None, *, verifier: bool = False) -> TokenBudgets:
        """As the operator set them; ``memory`` instead of the setting for the block, ``verifier`` for a session that
        checks another one's claims."""
        own = settings.memory
        block = own.budget if memory is None else memory
        return cls(
            block,
            own.session_budget,
            own.lessons_budget,
            own.total_budget,
            own.inject_limit,
            own.cases_budget,
            own.verifier_patterns_budget if verifier else own.patterns_budget,
        )


@dataclass(frozen=True, slots=True)
class LearnedNote:
    """What was learned from outcomes and is offered to a session: a case or a pattern, by its number. ``text`` is one
    untrusted line, ``why`` for people; the most valuable come first. ``bar`` (answer or hint), ``confidence`` and the
    ``symptom`` that it was offered for are kept with the offer. ``said`` is the statement alone, where ``text`` says
    more."""

    text: str
    why: str = ""
    case_id: int | None = None
    pattern_id: int | None = None
    confidence: float = 0.0
    bar: str = ""
    symptom: str = ""
    said: str = ""


@dataclass(frozen=True, slots=True)
class InjectionRequest:
    """What a session begins with.

    ``wish`` is what the operator asked for, ``handed_over`` what the tier below said (reason, summary, context), both
    untrusted. ``reads_prompt`` False: the agent reads none, only the block is reckoned. ``role`` is whose patterns and
    ``notebook`` are wanted, ``memory_file`` the entries of MEMORY.md, the most valuable first. ``takes_skills``:
    the agent is offered ``procedures``. What must not be told at all stands in the fields that end in ``_left``.
    """

    budgets: TokenBudgets
    now: datetime
    services: tuple[str, ...] = ()
    wish: str = ""
    handed_over: tuple[str, ...] = ()
    session_id: int | None = None
    reads_prompt: bool = True
    profile: str = "auto"
    role: str = ""
    cases: tuple[LearnedNote, ...] = ()
    patterns: tuple[LearnedNote, ...] = ()
    memory_file: tuple[LearnedNote, ...] = ()
    memory_file_left: tuple[OmittedEntry, ...] = ()
    notebook: tuple[LearnedNote, ...] = ()
    notebook_left: tuple[OmittedEntry, ...] = ()
    takes_skills: bool = False
    procedures: tuple[LearnedNote, ...] = ()
    procedures_left: tuple[OmittedEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class PromptEntry:
    """One line of a part: a memory, a lesson, something learned, or (none of them) a date that is due. ``why`` it was
    chosen, for people."""

    line: str
    tokens: int
    memory: Memory | None = None
    lesson: StoredLesson | None = None
    trigger: FutureTrigger | None = None
    confidence: float = 0.0
    why: str = ""
    note: LearnedNote | None = None


@dataclass(frozen=True, slots=True)
class OmittedEntry:
    """What a part had no place for, and why in one sentence."""

    text: str
    why: str
    memory: Memory | None = None


@dataclass(frozen=True, slots=True)
class MemoryPromptPart:
    """One part of what is appended: ``text`` with its sentence and heading, "" where there is nothing to say.

    ``tokens`` of the whole text, of the block's without the sentence before it, as the spec counts it (M7); ``budget``
    what the part was allowed after all had shared.
    """

    name: str
    title: str
    text: str
    tokens: int
    budget: int
    entries: tuple[PromptEntry, ...] = ()
    left_out: tuple[OmittedEntry, ...] = ()


@dataclass(frozen=True, slots=True)
class PromptMemory:
    """All of memory in one prompt. ``block`` is the spec's, alone; ``parts`` hold it too, with our sentence before it.

    ``notes`` are sentences for the operator (nothing to look for, recall saved), ``troubles`` those that went wrong
    (recall failed or was slow). ``due`` are the dates that are told.
    """

    parts: tuple[MemoryPromptPart, ...]
    block: MemoryContext
    notes: tuple[str, ...] = ()
    troubles: tuple[str, ...] = ()
    due: tuple[FutureTrigger, ...] = ()

    @property
    def text(self) -> str:
        """What stands in the prompt after the environment."""
        return "\n\n".join(part.text for part in self.parts if part.text)

    @property
    def tokens(self) -> int:
        """Tokens of all that stands in the prompt."""
        return tokens_of(len(self.text))

    @property
    def before(self) -> str:
        """What stands before the block."""
        return self._texts(ORDER[: ORDER.index(MEMORY)])

    @property
    def more(self) -> str:
        """What stands after the block."""
        return self._texts(ORDER[ORDER.index(MEMORY) + 1 :])

    def _texts(self, names: tuple[str, ...]) -> str:
        return "\n\n".join(part.text for part in self.parts if part.text and part.name in names)

    def part(self, name: str) -> MemoryPromptPart:
        """One part by its name."""
        return next(part for part in self.parts if part.name == name)

    def as_json(self) -> dict[str, Any]:
        """All parts, what is in them and what was left out."""
        return {
            "tokens": self.tokens,
            "notes": [*self.troubles, *self.notes],
            "parts": [
                {
                    "name": part.name,
                    "title": part.title,
                    "text": part.text,
                    "tokens": part.tokens,
                    "budget": part.budget,
                    "entries": [
                        {
                            "line": entry.line,
                            "tokens": entry.tokens,
                            "memory_id": entry.memory.id if entry.memory else None,
                            "lesson_id": entry.lesson.id if entry.lesson else None,
                            "trigger_id": entry.trigger.id if entry.trigger else None,
                            "case_id": entry.note.case_id if entry.note else None,
                            "pattern_id": entry.note.pattern_id if entry.note else None,
                            "why": entry.why,
                        }
                        for entry in part.entries
                    ],
                    "left_out": [
                        {"text": left.text, "why": left.why, "memory_id": left.memory.id if left.memory else None}
                        for left in part.left_out
                    ],
                }
                for part in self.parts
            ],
        }


def empty_prompt_memory(block: MemoryContext) -> PromptMemory:
    """A prompt without memory: all parts empty."""
    return PromptMemory(tuple(MemoryPromptPart(name, TITLES[name], "", 0, 0) for name in ORDER), block)
