"""Entries of a log as rows of a width: a long entry takes several. No Qt: done on the threads that read the log."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from .log_entry import LogEntry


class LogRow(NamedTuple):
    """One row: a piece of an entry. ``first``: it begins its entry; ``leads``: and the entry is of another kind or log
    line than the one before."""

    entry: LogEntry
    text: str
    first: bool
    leads: bool


class FoldedLines(NamedTuple):
    """Rows of ``columns`` characters at most."""

    columns: int
    rows: Sequence[LogRow]


def fold_entries(entries: Sequence[LogEntry], columns: int, before: LogEntry | None = None) -> FoldedLines:
    """Entries that follow ``before`` as rows."""
    rows: list[LogRow] = []
    for entry in entries:
        leads = before is None or before.number != entry.number or before.kind != entry.kind
        before = entry
        if len(entry.text) <= columns:
            rows.append(LogRow(entry, entry.text, True, leads))
            continue
        for n, piece in enumerate(fold_line(entry.text, columns)):
            rows.append(LogRow(entry, piece, n == 0, leads and n == 0))
    return FoldedLines(columns, rows)


def fold_line(text: str, columns: int) -> list[str]:
    """A line in pieces of at most ``columns`` characters, broken after a space where there is one in the last third."""
    if len(text) <= columns:
        return [text]
    pieces: list[str] = []
    start = 0
    while len(text) - start > columns:
        end = text.rfind(" ", start + columns - columns // 3, start + columns + 1)
        end = start + columns if end < 0 else end + 1
        pieces.append(text[start:end].rstrip(" "))
        start = end
    pieces.append(text[start:])
    return pieces
