"""The objects of a JSON file one by one, with the line that each begins on, however large the file is.

Three shapes are read: an array of objects, an object that begins with such an array (``{"results": [...]}``), and JSON
Lines. What is damaged is said with its line, and reading goes on at the next line that can begin an object.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

import orjson

from ..core.errors import EnvironmentFault, UsageError
from ..core.extensions.importer import UnreadablePart
from ..core.messages import UserMessage

CHUNK = 1 << 20  # bytes that are read at once
LARGEST = 4 << 20  # bytes of one object
_ARRAY = re.compile(rb'\s*(?:\[|\{\s*"(?:results|memories|items|data)"\s*:\s*\[\s*(?=[{\]]))')
_GAP = re.compile(rb"[\s,]*")
_LONGEST_INDENT = 200
_LONGEST_LINE = 64 << 10
_NEXT = re.compile(rb"\n[ \t]{0,190}(?=\{)")
_NEW_OBJECT = re.compile(rb'\n[ \t]{0,2}\{[ \t\r\n]*"')
"""A line that begins an object and is hardly indented: the object before it ought to have ended."""
_STRUCTURE = re.compile(rb'"(?:[^"\\\n]|\\.)*"|[{}\[\]]')
CUT_OFF = UserMessage("It is cut off or damaged.")
TOO_LONG = UserMessage("It is longer than {size} MB.", size=LARGEST >> 20)
Record = tuple[int, dict[str, Any]]


def read_records(source: Path) -> Iterator[Record | UnreadablePart]:
    """Each object with its line, counted from 1. Raises UsageError for what is no JSON file at all, EnvironmentFault
    where it cannot be read."""
    try:
        with source.open("rb") as file:
            head = file.read(CHUNK).removeprefix(b"\xef\xbb\xbf")
            start = _ARRAY.match(head)
            if start is None and head.lstrip()[:1] != b"{":
                raise UsageError(
                    UserMessage("{source} is not a JSON file.", source=source),
                    UserMessage("Name a file with a JSON array, or with one JSON object on each line."),
                )
            buffer = _JsonBuffer(file, head)
            if start is not None and not _is_one_line_object(head):
                buffer.go_to(start.end())
                buffer.is_wrapped = head.lstrip().startswith(b"{")
            yield from _objects(buffer)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{source} cannot be read: {strerror}.", source=source, strerror=error.strerror),
            UserMessage("Check its rights."),
        ) from error


def _is_one_line_object(head: bytes) -> bool:
    """Tell whether the file begins with a whole object on one line, so that it is JSON Lines: ``{"tags": ["a"],
    …}``."""
    line = head.lstrip().split(b"\n", 1)[0]
    if not line.startswith(b"{"):
        return False
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return not any(isinstance(value, list) and value and isinstance(value[0], dict) for value in found.values())


class _JsonBuffer:
    """The part of a file that is being read. ``at`` is how far it was read, ``line`` the number of the line there."""

    def __init__(self, file: BinaryIO, head: bytes) -> None:
        self._file = file
        self.data = head
        self.at = 0
        self.line = 1
        self.ended = False
        self.is_wrapped = False  # the objects are the value of a key

    def more(self) -> bool:
        """Read on; False at the end of the file."""
        found = self._file.read(CHUNK)
        self.data = self.data[self.at :] + found
        self.at = 0
        self.ended = not found
        return bool(found)

    def go_to(self, at: int) -> None:
        """Go past what stands before a place in the data."""
        self.line += self.data.count(b"\n", self.at, at)
        self.at = at

    @property
    def left(self) -> int:
        """How many bytes are at hand."""
        return len(self.data) - self.at


def _objects(buffer: _JsonBuffer) -> Iterator[Record | UnreadablePart]:
    while True:
        gap = _GAP.match(buffer.data, buffer.at)
        buffer.go_to(gap.end() if gap else buffer.at)
        if not buffer.left:
            if not buffer.more():
                return
            continue
        if (whole := _on_one_line(buffer)) is not None:
            yield buffer.line, whole
            buffer.go_to(buffer.data.index(b"\n", buffer.at))
            continue
        first = buffer.data[buffer.at : buffer.at + 1]
        if first == b"]" and buffer.is_wrapped:  # what follows the array is none of its objects
            return
        if first in b"]}":
            line = buffer.line
            if not _go_to_next(buffer):
                return
            yield UnreadablePart(line, CUT_OFF)
            continue
        end = _end_of(buffer.data, buffer.at) if first == b"{" else None
        wanted = first == b"{" and end is None and not _NEW_OBJECT.search(buffer.data, buffer.at)
        if wanted and not buffer.ended and buffer.left <= LARGEST:
            buffer.more()
            continue
        line = buffer.line
        if end is not None:
            read = _parsed(buffer.data[buffer.at : end])
            if isinstance(read, dict):
                buffer.go_to(end)
                yield line, read
                continue
            yield UnreadablePart(line, read)
            end = end if not _NEW_OBJECT.search(buffer.data, buffer.at, end) else None
        else:
            yield UnreadablePart(line, TOO_LONG if buffer.left > LARGEST else CUT_OFF)
        buffer.go_to(end or buffer.at + 1)
        if end is None and not _go_to_next(buffer):
            return


def _on_one_line(buffer: _JsonBuffer) -> dict[str, Any] | None:
    """The object that fills the rest of a line, as almost all do; None where it does not. Twenty times as fast as
    looking for its end."""
    end = buffer.data.find(b"\n", buffer.at, buffer.at + _LONGEST_LINE)
    if end < 0:
        return None
    try:
        found = orjson.loads(buffer.data[buffer.at : end].rstrip(b" \t\r,"))
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _end_of(data: bytes, at: int) -> int | None:
    """Where the object that begins at a place ends; None where it does not."""
    depth = 0
    for found in _STRUCTURE.finditer(data, at):
        sign = data[found.start()]
        if sign in b"{[":
            depth += 1
        elif sign in b"}]":
            depth -= 1
            if not depth:
                return found.end()
    return None


def _go_to_next(buffer: _JsonBuffer) -> bool:
    """Go on to the next line that can begin an object; False where there is none."""
    while True:
        found = _NEXT.search(buffer.data, buffer.at)
        if found is not None:
            buffer.go_to(found.end())
            return True
        buffer.go_to(max(buffer.at, len(buffer.data) - _LONGEST_INDENT))
        if not buffer.more():
            return False


def _parsed(data: bytes) -> dict[str, Any] | str:
    """The object, or why it is none."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        said = error.msg if isinstance(error, json.JSONDecodeError) else "it is not text in UTF-8"
        return UserMessage("It is not JSON: {said}.", said=said)
    return found if isinstance(found, dict) else UserMessage("It is not an object.")
