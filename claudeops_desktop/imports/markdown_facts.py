"""The statements of a Markdown note: entries of its lists and its paragraphs, each with the line it begins on. Pure.

Headings, code, tables, quotations, comments and entries that are nothing but a link say no fact of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from ..knowledge.entries import EntryText
from .moments import read_moment

LONGEST = 500  # characters of one statement: a longer paragraph is several
_FENCE = re.compile(r"\s*(```+|~~~+)")
_HEADING = re.compile(r"\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$")
_ENTRY = re.compile(r"(\s*)(?:[-*+]|\d{1,4}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$")
_RULE = re.compile(r"\s*(?:[-*_]\s*){3,}$|\s*[=-]+\s*$")
_WIKI = re.compile(r"!?\[\[([^\[\]|\n]{1,300})(?:\|([^\[\]\n]{1,300}))?\]\]")
_LINK = re.compile(r"!?\[([^\[\]\n]{0,300})\]\([^()\n]{0,2000}\)")
_COMMENT = re.compile(r"<!--.*?-->|%%.*?%%", re.DOTALL)
_BOLD = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_BLOCK_ID = re.compile(r"\s\^[\w-]{1,60}$")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`\"(])")
_TIMES = ("modified", "updated", "updated_at", "last_modified", "last_validated", "timestamp", "date", "created",
          "created_at")  # fmt: skip


@dataclass(frozen=True, slots=True)
class NoteStatement:
    """One statement, on one line of text, and the heading that it stands under ("" for none)."""

    line: int
    text: str
    heading: str = ""
    is_entry: bool = False


def read_statements(entry: EntryText) -> Iterator[NoteStatement]:
    """The statements of a note, in its order."""
    first = entry.text[: len(entry.text) - len(entry.body)].count("\n") + 1
    body = _COMMENT.sub(lambda found: "\n" * found[0].count("\n"), entry.body)
    for block in _blocks(body, first):
        text = plain_text(block.text)
        for part in _parts(text):
            if part and any(char.isalpha() for char in part):
                yield NoteStatement(block.line, part, block.heading, block.is_entry)


def plain_text(text: str) -> str:
    """A statement without the marks of Markdown: links become their words, what is bold is as any other word."""
    text = _WIKI.sub(lambda found: found[2] or found[1], text)
    text = _LINK.sub(lambda found: found[1], text)
    text = _BOLD.sub(lambda found: found[2], text)
    return " ".join(_BLOCK_ID.sub("", text).split())


def moment_of(meta: Mapping[str, Any], default: str) -> str:
    """When a note was last right, by its frontmatter; else the default."""
    made = meta.get("generated")
    inner = meta.get("metadata")
    found = [read_moment(meta.get(key)) for key in _TIMES]
    found += [read_moment(made.get("at"))] if isinstance(made, Mapping) else []
    found += [read_moment(inner.get(key)) for key in _TIMES] if isinstance(inner, Mapping) else []
    return next(filter(None, found), default)


def _blocks(body: str, first: int) -> Iterator[NoteStatement]:
    """Paragraphs and entries as they stand, each with its continuation lines."""
    heading, fence, open_block = "", "", None
    for number, raw in enumerate(body.split("\n"), first):
        line = raw.rstrip("\r").expandtabs(4)
        if fence:
            fence = "" if line.strip().startswith(fence) else fence
            continue
        starts: NoteStatement | None = None
        if found := _FENCE.match(line):
            fence = found[1]
        elif found := _HEADING.match(line):
            heading = plain_text(found[1])
        elif not line.strip() or _RULE.match(line) or line.lstrip().startswith(("|", ">", "<", "---")):
            pass
        elif found := _ENTRY.match(line):
            starts = None if _is_link_alone(found[2]) else NoteStatement(number, found[2], heading, True)
        elif open_block is not None:
            text = f"{open_block.text} {line.strip()}"
            open_block = NoteStatement(open_block.line, text, open_block.heading, open_block.is_entry)
            continue
        else:
            starts = None if _is_link_alone(line) else NoteStatement(number, line.strip(), heading)
        if open_block is not None:
            yield open_block
        open_block = starts
    if open_block is not None:
        yield open_block


def _is_link_alone(text: str) -> bool:
    """Tell whether an entry is a link with nothing but marks, tags or a short hint beside it, as those of an index
    are."""
    rest = text.strip()
    for form in (_WIKI, _LINK):
        found = form.match(rest)
        if found:
            after = rest[found.end() :].strip()
            return not after or after[0] in "—–-:("
    return False


def _parts(text: str) -> Iterator[str]:
    """A text in parts of some sentences, where it is long."""
    part = ""
    for sentence in _SENTENCE_END.split(text) if len(text) > LONGEST else [text]:
        if part and len(part) + len(sentence) >= LONGEST:
            yield part
            part = ""
        part = f"{part} {sentence}".strip()
    yield part
