"""Tables of Markdown as sentences: each row says something of what stands in its first cell (or of what the heading
above names, where it is a table of settings). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ..word_lists import table

_FILE = "language/extraction/markdown_tables.txt"
_RULE = re.compile(r"^\|?(?:\s*:?-{2,}:?\s*\|?)+$")
_MARKS = re.compile(r"\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")
MOST_CELLS = 12
LONGEST_SUBJECT = 40


class TableStatement(NamedTuple):
    """What one cell or row says: its sentence, and the row's subject."""

    text: str
    subject: str
    line: str


def read_table(lines: Sequence[str], heading: str) -> Iterator[TableStatement]:
    """What the rows of a table say; nothing of one without a header, or of how things stood at one moment."""
    rows = [_cells(line) for line in lines]
    if len(rows) < 3 or not _RULE.match(lines[1].strip()) or not 2 <= len(rows[0]) <= MOST_CELLS:
        return
    header = [cell.lower() for cell in rows[0]]
    of_settings = bool(table(_FILE, "setting").fullmatch(header[0]))
    for line, cells in zip(lines[2:], rows[2:], strict=True):
        if len(cells) != len(header) or not cells[0] or len(cells[0]) > LONGEST_SUBJECT:
            continue
        for name, cell in zip(header[1:], cells[1:], strict=True):
            if cell.strip(" -–—?") and not table(_FILE, "moment").search(name):
                subject = heading if of_settings else cells[0]
                yield TableStatement(
                    _sentence(cells[0], name, cell, heading if of_settings else ""), subject, line.strip()
                )


def _sentence(first: str, name: str, cell: str, heading: str) -> str:
    of = f" of {heading}" if heading else ""
    if table(_FILE, "remark").fullmatch(name):
        return f"{first}{of} {cell}" if cell[:1].islower() else f"{first}{of}: {cell}"
    if heading or table(_FILE, "value").fullmatch(name):
        return f"{first}{of} is {cell}"
    if table(_FILE, "place").fullmatch(name):
        return f"{first} is at {cell}"
    return f"The {name} of {first} is {cell}"


def _cells(line: str) -> list[str]:
    return [_MARKS.sub("", cell).strip() for cell in line.strip().strip("|").split("|")]
