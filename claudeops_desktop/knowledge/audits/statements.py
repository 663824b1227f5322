"""The statements of a file: what it says, sentence by sentence, each with its line and its passage (C8). Pure.

Code, quotes, tables, headings and comments say nothing that could be checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...language.extraction.sentences import plain_words
from ..entries import read_entry
from ..layout import DECISION, MEMORY_FILE, NOTE, PROCEDURE, ROLE, kind_of
from ..memory_file import read_memory_file
from .types import KnowledgeStatement, StatementPlace

LONGEST = 600  # characters of a statement
MOST = 200  # statements of a file
LESSONS = "lessons.md"
_BULLET = re.compile(r"^\s*(?:[-*+]|\d{1,3}[.)])\s+")
_FENCE = re.compile(r"^\s*(```|~~~)")
_HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*\s*$")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"'“(])")
_ABBREVIATED = re.compile(r"\b(?:e\.g|i\.e|approx|ca|vs|etc|cf|nr|no|v)\.$", re.IGNORECASE)
_PLACES: Mapping[str, StatementPlace] = {NOTE.name: "note", ROLE.name: "role", DECISION.name: "decision",
                                         PROCEDURE.name: "procedure"}  # fmt: skip
_IN_FORCE = ("accepted", "shipped")


def place_of(path: str) -> StatementPlace | None:
    """What kind of entry a file is to the auditor; None for one that is not audited."""
    if path == MEMORY_FILE:
        return "memory"
    if path == LESSONS:
        return "lesson"
    kind = kind_of(path)
    if kind is None or not path.endswith(".md") or (kind is PROCEDURE and not path.endswith("/SKILL.md")):
        return None
    if path.rpartition("/")[2] in ("index.md", "log.md"):
        return None
    return _PLACES.get(kind.name)


def statements_of(path: str, text: str) -> list[KnowledgeStatement]:
    """What a file states. Of a decision its title and its part “Decision”; of a procedure its description and steps."""
    place = place_of(path)
    if place is None:
        return []
    if place == "memory":
        return list(_of_memory_file(path, text))[: MOST * 2]
    entry = read_entry(text)
    if entry.fault:
        return []
    sources = sources_of(entry.meta)
    accepted = place != "decision" or str(entry.meta.get("status", "")) in _IN_FORCE
    first = text.count("\n", 0, len(text) - len(entry.body)) + 1
    found = [
        KnowledgeStatement(path, first + at, said, raw, place, section, sources=sources, accepted=accepted)
        for at, section, said, raw in _sentences(entry.body)
        if place != "decision" or section.casefold() == "decision"
    ][:MOST]
    if place == "decision" and entry.title:
        line = key_lines(text).get("title", 1)
        found.insert(0, KnowledgeStatement(path, line, entry.title, "", place, sources=sources, accepted=accepted))
    if place == "procedure" and entry.description:
        line = key_lines(text).get("description", 1)
        found.insert(0, KnowledgeStatement(path, line, entry.description, "", place))
    if place in ("note", "role") and len(found) == 1:
        only = found[0]
        found = [KnowledgeStatement(path, only.line, only.text, only.raw, place, only.section, alone=True,
                                    sources=sources)]  # fmt: skip
    return found


def sources_of(meta: Mapping[str, Any]) -> tuple[str, ...]:
    """The sources that a frontmatter names."""
    given = meta.get("sources")
    rows = given if isinstance(given, list) else [given]
    return tuple(str(row["resource"]) for row in rows if isinstance(row, dict) and row.get("resource"))


def key_lines(text: str) -> dict[str, int]:
    """The lines of the keys of a frontmatter, counted from 1."""
    lines = text.split("\n")
    if not lines or lines[0].strip() != "---":
        return {}
    found: dict[str, int] = {}
    for number, line in enumerate(lines[1:], 2):
        if line.rstrip() == "---":
            break
        if match := re.match(r"([A-Za-z_][\w.-]*)\s*:", line):
            found.setdefault(match[1], number)
    return found


def _of_memory_file(path: str, text: str) -> Iterator[KnowledgeStatement]:
    lines = text.splitlines()
    for entry in read_memory_file(text).entries:
        if len(entry.text) <= LONGEST:
            yield KnowledgeStatement(
                path, entry.line, plain_words(entry.text), lines[entry.line - 1], "memory", entry.section, entry.date
            )


def _sentences(body: str) -> Iterator[tuple[int, str, str, str]]:
    """Line from 0, section, text without marks, and the passage as it stands there."""
    for at, section, block in _blocks(body):
        parts = _split(block)
        if len(parts) == 1:
            yield from _stated(at, section, block, block)
            continue
        for offset, part in parts:
            yield from _stated(at + block.count("\n", 0, offset), section, part, part)


def _stated(at: int, section: str, part: str, raw: str) -> Iterator[tuple[int, str, str, str]]:
    said = plain_words(_BULLET.sub("", part, count=1))
    if 8 <= len(said) <= LONGEST:
        yield at, section, said, raw


def _split(block: str) -> list[tuple[int, str]]:
    """The sentences of a block, each with its place in it."""
    parts, begin = list[tuple[int, str]](), 0
    for gap in _SENTENCE_END.finditer(block):
        if _ABBREVIATED.search(block[begin : gap.start()]):
            continue
        parts.append((begin, block[begin : gap.start()]))
        begin = gap.end()
    return [*parts, (begin, block[begin:])]


def _blocks(body: str) -> Iterator[tuple[int, str, str]]:
    """The paragraphs and list items of a text: line from 0, section, and the block as it stands there."""
    section, fence, comment = "", "", False
    block, start = list[str](), 0
    lines = body.split("\n")
    for number, line in enumerate([*lines, ""]):
        opens = _FENCE.match(line)
        passes = bool(fence) or bool(opens) or comment or line.lstrip().startswith(("<!--", ">", "|"))
        heading = None if passes else _HEADING.match(line)
        ends = passes or heading is not None or not line.strip() or bool(_BULLET.match(line))
        if ends and block:
            yield start, section, "\n".join(block)
            block = []
        if opens and (not fence or fence == opens[1]):
            fence = "" if fence else opens[1]
        comment = not fence and (comment or "<!--" in line) and "-->" not in line
        if heading is not None:
            section = heading[1]
        elif not passes and line.strip():
            if not block:
                start = number
            block.append(line)


def entry_count(texts: Mapping[str, str]) -> int:
    """How many entries a folder has: those of MEMORY.md, and the files of all other kinds."""
    return sum(
        len(read_memory_file(text).entries) if path == MEMORY_FILE else 1
        for path, text in texts.items()
        if place_of(path) is not None
    )
