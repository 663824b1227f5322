"""MEMORY.md: the little that every session should know, in sections, each entry with its date (C1; the component
document, The curated memory file). Pure; a change touches the lines of its entry alone.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

MOST_LINES = 200
MOST_BYTES = 25 * 1024
"""What the agent's command line reads of such a file; the rest would be dropped."""
NEAR = 0.9  # of either: the operator is warned before anything is lost
FRONT = "---\ntype: Memory\ntitle: Memory\ndescription: What every session should know.\n---\n\n"
SECTIONS = {
    "rules-conventions": "Rules and conventions",
    "preferences": "Preferences",
    "operations": "Operations",
    "system-architecture": "System architecture",
    "projects": "Projects",
    "people-relationships": "People",
    "memory-system": "Memory system",
    "health": "Health",
    "hobbies": "Hobbies",
}
"""The section of each domain of facts, in the order of the file."""
_HEADING = re.compile(r"^##\s+(.+?)\s*#*\s*$")
_ENTRY = re.compile(r"^-\s+\((\d{4}-\d{2}-\d{2})\)\s+(.*\S)\s*$")
_BULLET = re.compile(r"^-\s+(.*\S)\s*$")


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """One entry: its ``section``, the date that it was written or last changed, None where it has none, its ``text``
    on one line, and the ``line`` in the file, counted from 1."""

    section: str
    text: str
    date: date | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class MemoryFile:
    """The file taken apart; ``lines`` and ``size`` (bytes) are of the whole file."""

    text: str
    entries: tuple[MemoryEntry, ...]
    sections: tuple[str, ...]
    lines: int
    size: int

    @property
    def fills(self) -> float:
        """How much of what is read of it is used up, from 0; over 1 where the end would be dropped."""
        return max(self.lines / MOST_LINES, self.size / MOST_BYTES)


def read_memory_file(text: str) -> MemoryFile:
    """Take the file apart. Lines that are no entry belong to none; they stay when the file is written."""
    section, entries, sections = "", list[MemoryEntry](), list[str]()
    for number, line in enumerate(text.splitlines(), 1):
        if heading := _HEADING.match(line):
            section = heading[1]
            sections.append(section)
        elif found := _ENTRY.match(line):
            entries.append(MemoryEntry(section, found[2], _date(found[1]), number))
        elif section and (bare := _BULLET.match(line)):
            entries.append(MemoryEntry(section, bare[1], None, number))
    return MemoryFile(text, tuple(entries), tuple(sections), len(text.splitlines()), len(text.encode()))


def add_entry(text: str, section: str, said: str, day: date) -> str:
    """The file with one more entry at the end of a section, which is made where there is none."""
    line = f"- ({day.isoformat()}) {_one_line(said)}\n"
    lines = (text or FRONT).splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    at = next((n for n, one in enumerate(lines) if (found := _HEADING.match(one)) and found[1] == section), None)
    if at is None:
        place = _place_of(lines, section)
        block = [f"## {section}\n", line]
        if place == len(lines):
            return "".join([*_without_blank_end(lines), "\n", *block]) if lines else "".join(block)
        return "".join([*_without_blank_end(lines[:place]), "\n", *block, "\n", *lines[place:]])
    end = next((n for n in range(at + 1, len(lines)) if _HEADING.match(lines[n])), len(lines))
    last = max((n for n in range(at, end) if lines[n].strip()), default=at)
    return "".join([*lines[: last + 1], line, *lines[last + 1 :]])


def replace_entry(text: str, old: MemoryEntry, said: str, day: date) -> str:
    """The file with an entry rewritten. Raises LookupError where that entry is not there any more."""
    lines = text.splitlines(keepends=True)
    at = _line_of(text, old)
    lines[at] = f"- ({day.isoformat()}) {_one_line(said)}\n"
    return "".join(lines)


def remove_entry(text: str, old: MemoryEntry) -> str:
    """The file without an entry, and without the heading of one of ``SECTIONS`` under which nothing is left. Raises
    LookupError where the entry is not there any more."""
    lines = text.splitlines(keepends=True)
    at = _line_of(text, old)
    del lines[at]
    above = next((n for n in range(at - 1, -1, -1) if _HEADING.match(lines[n])), None)
    if above is None or _HEADING.sub(r"\1", lines[above].rstrip("\n")) not in SECTIONS.values():
        return "".join(lines)
    end = next((n for n in range(above + 1, len(lines)) if _HEADING.match(lines[n])), len(lines))
    if any(line.strip() for line in lines[above + 1 : end]):
        return "".join(lines)
    before = lines[:above] if end < len(lines) else _without_blank_end(lines[:above])
    return "".join([*before, *lines[end:]])


def cut_for_prompt(text: str, room: int) -> tuple[str, tuple[str, ...]]:
    """What of the file fits into so many characters, and the names of the sections that were left out or cut. Whole
    entries only: a section loses its oldest entries first, and the last sections go before the first."""
    found = read_memory_file(text)
    kept: list[tuple[str, list[str]]] = []
    cut = list[str]()
    used = 0
    for section in dict.fromkeys(entry.section for entry in found.entries):
        mine = [entry for entry in found.entries if entry.section == section]
        newest_first = sorted(mine, key=lambda entry: (entry.date is not None, entry.date or date.min), reverse=True)
        taken, spent = set[int](), used + len(section) + 5
        for entry in newest_first:
            length = len(_shown(entry)) + 1
            if spent + length <= room:
                taken.add(entry.line)
                spent += length
        if taken:
            kept.append((section, [_shown(entry) for entry in mine if entry.line in taken]))
            used = spent
        if len(taken) < len(mine):
            cut.append(section)
    return "\n".join(f"### {section}\n" + "\n".join(lines) for section, lines in kept), tuple(cut)


def same_words(one: str, other: str) -> bool:
    """Tell whether two entries say the same but for case and punctuation."""
    return re.findall(r"\w+", one.casefold()) == re.findall(r"\w+", other.casefold())


def entry_in(entries: Sequence[MemoryEntry], text: str) -> MemoryEntry | None:
    """The entry that says this, if there is one."""
    return next((entry for entry in entries if same_words(entry.text, text)), None)


def without_line(entry: MemoryEntry) -> MemoryEntry:
    """The entry itself, wherever it stands."""
    return replace(entry, line=0)


def _shown(entry: MemoryEntry) -> str:
    return f"- ({entry.date.isoformat()}) {entry.text}" if entry.date else f"- {entry.text}"


def _line_of(text: str, wanted: MemoryEntry) -> int:
    found = [entry for entry in read_memory_file(text).entries if without_line(entry) == without_line(wanted)]
    if not found:
        raise LookupError(wanted.text)
    return min(found, key=lambda entry: abs(entry.line - wanted.line)).line - 1


def _place_of(lines: Sequence[str], section: str) -> int:
    """Where a new section belongs: in the order of SECTIONS; one that is not in it goes to the end."""
    order = list(SECTIONS.values())
    if section not in order:
        return len(lines)
    later = order[order.index(section) + 1 :]
    headings = ((at, found[1]) for at, line in enumerate(lines) if (found := _HEADING.match(line)))
    return next((at for at, name in headings if name in later), len(lines))


def _without_blank_end(lines: Sequence[str]) -> list[str]:
    end = len(lines)
    while end and not lines[end - 1].strip():
        end -= 1
    return list(lines[:end])


def _one_line(text: str) -> str:
    return " ".join(text.split()).lstrip("-# ").strip()


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
