"""Cuts a document into chunks for search (C15). Pure.

A chunk stays under one heading and on one page. It is cut between paragraphs, else between lines, never inside a code
block or a row of a table; only a line of prose that is longer than a chunk is cut at the end of a sentence or a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .types import DocumentText, TextChunk

TARGET = 1_200  # characters of a chunk
LEAST = 300  # characters; less than that takes in the next paragraph even past the target
LONGEST_HEADING = 200
_HEADING = re.compile(r"(#{1,6})[ \t]+(?=\S)")
_CLOSING_MARKS = re.compile(r"[ \t]#+$")
_FENCE = re.compile(r"[ ]{0,3}(`{3,}|~{3,})")
_UNDERLINE = re.compile(r"[ ]{0,3}(={3,}|-{3,})[ \t]*$")
_NO_TITLE = ("|", ">", "#", "-", "*", "+", " ", "\t", "`", "~")
_SENTENCE_END = re.compile(r"[.!?;:][\"')\]]*\s+")


@dataclass(frozen=True, slots=True)
class _Atom:
    """Lines that stay together: one line, or a whole code block. ``start`` is counted from 0; ``level`` is that of a
    heading, else 0."""

    start: int
    lines: tuple[str, ...]
    whole: bool = False
    level: int = 0
    heading: str = ""

    @property
    def length(self) -> int:
        return sum(map(len, self.lines)) + len(self.lines)


def split_lines(text: str) -> list[str]:
    """The lines of a text, whatever ends them."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def split_document(document: DocumentText) -> list[TextChunk]:
    """The chunks of a document, in its order. Each line that is not empty stands in them, whole or in pieces."""
    lines = split_lines(document.text)
    cutter = _ChunkCutter(document.page_starts)
    for paragraph in _paragraphs(_atoms(lines, document.has_markup), document.page_starts):
        cutter.take(paragraph)
    return cutter.finish()


class _ChunkCutter:
    """Takes paragraph after paragraph, and closes a chunk where it is full or where a heading or a page begins."""

    def __init__(self, page_starts: Sequence[int]) -> None:
        self._page_starts = page_starts
        self._path: list[tuple[int, str]] = []
        self._open: list[_Atom] = []
        self._length = 0
        self._has_words = False  # a heading stays with what follows it
        self._done: list[TextChunk] = []

    def take(self, paragraph: Sequence[_Atom]) -> None:
        first = paragraph[0]
        if self._open and self._page(first.start) != self._page(self._open[0].start):
            self._close()
        if first.level:
            if self._is_closable():
                self._close()
            self._path = [one for one in self._path if one[0] < first.level]
            self._path.append((first.level, first.heading))
        length = sum(atom.length for atom in paragraph)
        if self._is_closable() and self._length + length > TARGET and self._length >= LEAST:
            self._close()
        if self._length + length <= TARGET or length <= TARGET:
            self._add(*paragraph)
            return
        for atom in paragraph:
            if self._is_closable() and self._length + atom.length > TARGET:
                self._close()
            if atom.whole or atom.length <= TARGET:
                self._add(atom)
                continue
            for piece in split_long_line(atom.lines[0]):
                if self._is_closable() and self._length + len(piece) > TARGET:
                    self._close()
                self._add(_Atom(atom.start, (piece,)))

    def finish(self) -> list[TextChunk]:
        self._close()
        return self._done

    def _add(self, *atoms: _Atom) -> None:
        self._open += atoms
        self._has_words |= any(not atom.level for atom in atoms)
        self._length += sum(atom.length for atom in atoms)

    def _is_closable(self) -> bool:
        return self._has_words or self._length > TARGET

    def _close(self) -> None:
        if not self._open:
            return
        first, last = self._open[0], self._open[-1]
        rows: list[str] = []
        at = first.start
        for atom in self._open:
            rows += [""] * min(1, max(0, atom.start - at))  # empty lines between paragraphs
            rows += atom.lines
            at = max(at, atom.start + len(atom.lines))
        self._done.append(
            TextChunk(
                index=len(self._done),
                headings=tuple(heading for _, heading in self._path if heading),
                page=self._page(first.start),
                first_line=first.start + 1,
                last_line=last.start + len(last.lines),
                text="\n".join(rows),
            )
        )
        self._open, self._length, self._has_words = [], 0, False

    def _page(self, start: int) -> int | None:
        return _page_of(start, self._page_starts)


def split_long_line(line: str) -> list[str]:
    """A long line of prose in pieces of ``TARGET`` characters at most, cut after a sentence, else at a space."""
    pieces, at = [], 0
    while len(line) - at > TARGET:
        half, end = at + TARGET // 2, at + TARGET
        ends = [found.end() for found in _SENTENCE_END.finditer(line, half, end)]
        space = line.rfind(" ", half, end)
        cut = ends[-1] if ends else space + 1 if space > 0 else end
        pieces.append(line[at:cut])
        at = cut
    return [*pieces, line[at:]] if at < len(line) else pieces


def _page_of(start: int, page_starts: Sequence[int]) -> int | None:
    from bisect import bisect_right

    return max(1, bisect_right(page_starts, start + 1)) if page_starts else None


def _paragraphs(atoms: Iterator[_Atom], page_starts: Sequence[int]) -> Iterator[list[_Atom]]:
    """What stands between empty lines; a heading, a code block and the beginning of a page each begin a new one."""
    held: list[_Atom] = []
    for atom in atoms:
        empty = not atom.whole and not atom.level and not atom.lines[0].strip()
        begins = atom.level or atom.whole or (held and (held[-1].level or held[-1].whole))
        turned = held and _page_of(atom.start, page_starts) != _page_of(held[-1].start, page_starts)
        if held and (empty or begins or turned):
            yield held
            held = []
        if not empty:
            held.append(atom)
    if held:
        yield held


def _atoms(lines: Sequence[str], markup: bool) -> Iterator[_Atom]:
    at = 0
    if markup and (end := _front_matter_end(lines)):
        yield _Atom(0, tuple(lines[:end]), whole=True)
        at = end
    unclosed: dict[str, int] = {}  # marks of code blocks that are never closed, and how short those were
    while at < len(lines):
        line = lines[at]
        if not markup:
            yield _Atom(at, (line,))
        elif (fence := _FENCE.match(line)) and (end := _fence_end(lines, at, fence[1], unclosed)):
            yield _Atom(at, tuple(lines[at:end]), whole=True)
            at = end
            continue
        elif heading := _HEADING.match(line):
            yield _Atom(at, (line,), whole=True, level=len(heading[1]), heading=_plain_heading(line[heading.end() :]))
        elif _is_underlined(lines, at):
            level = 1 if lines[at + 1].strip().startswith("=") else 2
            yield _Atom(at, tuple(lines[at : at + 2]), whole=True, level=level, heading=_plain_heading(line))
            at += 1
        else:
            yield _Atom(at, (line,), whole=False) if not line.lstrip().startswith("|") else _table_row(at, line)
        at += 1


def _table_row(at: int, line: str) -> _Atom:
    """A row stays whole, however long it is, and joins the rows around it where it is not."""
    return _Atom(at, (line,), whole=len(line) >= TARGET)


def _fence_end(lines: Sequence[str], at: int, fence: str, unclosed: dict[str, int]) -> int:
    """The line after a code block; 0 where it is never closed, and so is none."""
    mark = fence[0]
    if len(fence) >= unclosed.get(mark, len(fence) + 1):
        return 0  # a shorter one before it was looked for until the end already
    close = re.compile(rf"[ ]{{0,3}}{re.escape(mark)}{{{len(fence)},}}[ \t]*$")
    end = next((number + 1 for number in range(at + 1, len(lines)) if close.match(lines[number])), 0)
    if not end:
        unclosed[mark] = len(fence)
    return end


def _front_matter_end(lines: Sequence[str]) -> int:
    """The line after the block of settings at the beginning of a note; 0 without one."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    return next((number + 1 for number in range(1, min(len(lines), 100)) if lines[number].rstrip() == "---"), 0)


def _is_underlined(lines: Sequence[str], at: int) -> bool:
    line = lines[at]
    if not line.strip() or line.startswith(_NO_TITLE) or at + 1 >= len(lines) or len(line) > LONGEST_HEADING:
        return False
    return bool(_UNDERLINE.match(lines[at + 1])) and (at == 0 or not lines[at - 1].strip())


def _plain_heading(text: str) -> str:
    """A heading without the marks of links and emphasis."""
    text = _CLOSING_MARKS.sub("", text[: 4 * LONGEST_HEADING].rstrip())
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return " ".join(re.sub(r"[*`]+", "", text).split())[:LONGEST_HEADING]
