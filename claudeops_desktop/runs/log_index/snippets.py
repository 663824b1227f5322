"""A hit → the passage of the log that it stands for, with the words marked. Only the hits that are shown are read."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .extract_text import PARTS, LogLineText, read_line
from .query import LogQuery, QueryTerm, fold_letters

BEFORE, WIDTH = 60, 260
LOOKED_THROUGH = 400_000
_BLANK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class LogSnippet:
    """A piece of what a line says. ``part`` is one of said.PARTS; ``marks`` are start and length within ``text``."""

    at: str
    part: str
    text: str
    marks: tuple[tuple[int, int], ...]


def read_at(path: Path, number: int, mark_line: int, mark_offset: int) -> bytes | None:
    """Line ``number`` of a log, from the place of an earlier line on; None where it is not there (any more)."""
    try:
        with path.open("rb") as file:
            if mark_offset > os.fstat(file.fileno()).st_size:
                return None
            file.seek(mark_offset)
            for _ in range(number - mark_line):
                if not file.readline().endswith(b"\n"):
                    return None
            line = file.readline()
    except OSError:
        return None
    return line if line.endswith(b"\n") else None


def passage_of(line: bytes, query: LogQuery) -> LogSnippet | None:
    """The passage of a log line that shows what was looked for; None where the line does not say it."""
    said = read_line(line)
    best: tuple[int, str, str, list[tuple[int, int]]] | None = None
    for part, text in _looked_at(said, query):
        found = [_found(text, term) for term in query.wanted]
        met = sum(bool(places) for places in found)
        if met and (best is None or met > best[0]):
            best = met, part, text, sorted(place for places in found for place in places)
    if best is None:
        return None
    _, part, text, places = best
    return _cut(said.at, part, text, places)


def _looked_at(said: LogLineText, query: LogQuery) -> list[tuple[str, str]]:
    parts = query.parts or PARTS
    return [
        (part, text[:LOOKED_THROUGH]) for part, text in zip(PARTS, said.texts, strict=True) if text and part in parts
    ]


def _found(text: str, term: QueryTerm) -> list[tuple[int, int]]:
    found = []
    for match in _pattern(term).finditer(fold_letters(text)):
        found.append((match.start(), match.end() - match.start()))
        if match.start() > found[0][0] + WIDTH:  # what is further on is not shown
            break
    return found


@lru_cache(256)
def _pattern(term: QueryTerm) -> re.Pattern[str]:
    between = r"[\W_]+".join(re.escape(word) for word in term.words)
    end = "" if term.prefix else r"(?![^\W_])"
    return re.compile(rf"(?<![^\W_]){between}{end}")


def _cut(at: str, part: str, text: str, places: Sequence[tuple[int, int]]) -> LogSnippet:
    """Some words on both sides of the first place, in one line, with the marks moved along."""
    start = max(0, places[0][0] - BEFORE)
    if start:
        space = text.find(" ", start, places[0][0])
        start = space + 1 if space >= 0 else start
    end = min(len(text), start + WIDTH)
    shown, marks, at_text = "…" if start else "", [], start
    for place, length in places:
        if place < at_text or place + length > end:
            continue
        shown += _BLANK.sub(" ", text[at_text:place])
        marked = _BLANK.sub(" ", text[place : place + length])
        marks.append((len(shown), len(marked)))
        shown += marked
        at_text = place + length
    shown += _BLANK.sub(" ", text[at_text:end]) + ("…" if end < len(text) else "")
    return LogSnippet(at, part, shown, tuple(marks))
