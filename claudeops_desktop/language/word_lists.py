"""Tables of expressions in text files of this package: headings, rows, and names that stand for parts of rows."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

SCAN = "scan"  # rows for another engine, and so are those of kinds (category/kind): they are not compiled here
_FOLDER = Path(__file__).parents[1]
_NAME = re.compile(r"([A-Z][A-Z_]*) = (.+)")
_HEADING = re.compile(r"\[([a-z/-]+)\] ?(.*)")
_STANDS_FOR = re.compile(r"%([A-Z][A-Z_]*)%")


class PatternTable(NamedTuple):
    """The rows under one heading as one expression; ``about`` is the rest of the heading."""

    name: str
    about: str
    pattern: re.Pattern[str]


@lru_cache(maxsize=32)
def tables(file: str) -> tuple[PatternTable, ...]:
    """The tables of a file, in its order. Read once. Rows are in lower case, and so must be what they meet, unless
    the file's first line says ``any case``."""
    path = _FOLDER / file
    with path.open(encoding="utf-8") as lines:
        flags = re.IGNORECASE if "any case" in lines.readline() else re.NOFLAG
    return tuple(
        PatternTable(name, about, re.compile("|".join(f"(?:{row})" for row in rows), flags))
        for name, about, rows in _sections(path)
        if "/" not in name and name != SCAN
    )


def headings(file: str) -> list[tuple[str, str]]:
    """The headings of a file with the rest of their lines, in its order."""
    return [(name, about) for name, about, _ in _sections(_FOLDER / file)]


def rows(file: str, name: str) -> list[str]:
    """The rows under one heading as they are, for another engine. Raises StopIteration."""
    return next(found for heading, _, found in _sections(_FOLDER / file) if heading == name)


@lru_cache(maxsize=128)
def table(file: str, name: str) -> re.Pattern[str]:
    """One table of a file. Raises KeyError."""
    return {one.name: one.pattern for one in tables(file)}[name]


@lru_cache(maxsize=32)
def _sections(path: Path) -> list[tuple[str, str, list[str]]]:
    names: dict[str, str] = {}
    found: list[tuple[str, str, list[str]]] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("# "):
            continue
        if named := _NAME.fullmatch(line):
            names[named[1]] = _STANDS_FOR.sub(lambda found: names[found[1]], named[2])
        elif (heading := _HEADING.fullmatch(line)) and not line.startswith("[^"):
            found.append((heading[1], heading[2], []))
        else:
            found[-1][2].append(_STANDS_FOR.sub(lambda found: names[found[1]], line))
    return found
