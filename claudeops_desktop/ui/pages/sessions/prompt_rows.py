"""What of memory a session was given, part by part, read back from its prompt, and what came of each. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....language.types import GENERAL
from ....memory import InjectedComparison, InjectionRow, Memory, one_line
from ....memory.prompt_memory.types import CASES, DUE_HEADING, LESSONS, MEMORY, MEMORY_FILE, PATTERNS, SESSION, TITLES
from ...text.translation import tr

PARTS = {
    MEMORY: "memory",
    SESSION: tr("this session"),
    LESSONS: "lesson",
    CASES: tr("known problem"),
    PATTERNS: tr("pattern"),
    MEMORY_FILE: tr("memory file"),
    "due": tr("said for today"),
}
_PROSE = re.compile(
    r"~ (?:\[[a-z ]+\] )*(?P<text>.*) \(confidence: (?P<confidence>[01](?:\.\d+)?);[^()]*\)(?: \[#\d+\])?"
)


@dataclass(frozen=True, slots=True)
class PromptRow:
    """One line of the prompt. ``memory`` is what it is today, None for a lesson, a date, or one that was deleted;
    ``changed`` says that it reads otherwise now; ``used`` is 1, 0, or None while nobody can tell, ``how`` why.
    """

    part: str
    text: str
    service: str | None = None
    category: str = ""
    confidence: float | None = None
    memory: Memory | None = None
    changed: bool = False
    used: int | None = None
    how: str = ""

    @property
    def was_memory(self) -> bool:
        """Whether it was a memory, of which can be said what came of it."""
        return self.part in (MEMORY, SESSION)


def build_prompt_rows(
    appended: str, block: Sequence[InjectedComparison], told: Sequence[InjectionRow], known: dict[int, Memory]
) -> list[PromptRow]:
    """All that a prompt holds of memory, in its order: the block, what fits the session, dates, lessons.

    ``block`` is the block as it was read back, ``told`` the session's rows, ``known`` its memories as they are today.
    """
    came = {(row.part, row.memory_id): row for row in told}
    found = [
        PromptRow(MEMORY, one.given.text, one.given.service, one.given.category, one.given.confidence, one.memory,
                 one.changed)
        for one in block
    ]  # fmt: skip
    found += _matched(_session_rows(appended), [known[r.memory_id] for r in told if _of_session(r, known)])
    for part, mark in (
        (LESSONS, "- "),
        (CASES, "- [case] "),
        (PATTERNS, "- [pattern] "),
        (MEMORY_FILE, "- [memory file] "),
    ):
        lines = _section(appended, part)
        found += [PromptRow(part, line.removeprefix(mark)) for line in lines if line.startswith(mark)]
    return [_with_outcome(row, came) for row in found]


def _of_session(row: InjectionRow, known: dict[int, Memory]) -> bool:
    return row.part == SESSION and row.memory_id in known


def _section(appended: str, part: str) -> list[str]:
    """The lines of a part, without its heading. No line of a memory can read as one."""
    _, title, text = appended.partition(f"\n{TITLES[part]} (")
    lines = text.split("\n")[1:] if title else []
    end = next((at for at, line in enumerate(lines) if line.startswith("## ")), len(lines))
    return lines[:end]


def _session_rows(appended: str) -> list[PromptRow]:
    found: list[PromptRow] = []
    heading = ""
    for line in _section(appended, SESSION):
        if line.startswith("### "):
            heading = line
        elif heading == DUE_HEADING and line.startswith("- "):
            found.append(PromptRow("due", line.removeprefix("- ")))
        elif prose := _PROSE.fullmatch(line):
            name = heading.removeprefix("### ")
            service = None if name in ("", GENERAL) or heading == DUE_HEADING else name
            found.append(PromptRow(SESSION, prose["text"], service, confidence=float(prose["confidence"])))
    return found


def _matched(found: list[PromptRow], memories: list[Memory]) -> list[PromptRow]:
    """Each line with its memory: by its words, and where these have changed by its place."""
    by_text = {one_line(memory.observation): memory for memory in memories}
    taken = {by_text[row.text].id for row in found if row.part == SESSION and row.text in by_text}
    left = [memory for memory in memories if memory.id not in taken]
    made = []
    for row in found:
        if row.part != SESSION:
            made.append(row)
        elif row.text in by_text:
            memory = by_text[row.text]
            made.append(replace(row, memory=memory, category=memory.category, service=memory.service))
        elif left:
            memory = left.pop(0)
            made.append(replace(row, memory=memory, category=memory.category, changed=True))
        else:
            made.append(row)
    return made


def _with_outcome(row: PromptRow, came: dict[tuple[str, int], InjectionRow]) -> PromptRow:
    told = came.get((row.part, row.memory.id)) if row.memory is not None else None
    return row if told is None else replace(row, used=told.used, how=told.how)
