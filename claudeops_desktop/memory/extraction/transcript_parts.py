"""A transcript in parts: so much of it that a crash costs little, and gigabytes never stand in memory."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...language.extraction.types import ConversationPassage, ConversationTurn
from ...stream.events import load
from .echo_filter import MARK, InjectedMemoryText, told_in
from .passages import passages
from .transcript_lines import lines
from .transcript_turns import ReadingCounts, TranscriptReader

PART_BYTES = 8_000_000
PART_CHARACTERS = 200_000
_HEAD = 65_536
_UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class TranscriptPart:
    """What stands in a transcript from byte ``start`` to ``end``. ``last`` is true where nothing whole follows yet;
    ``told`` are texts of memories that the conversation was given in it."""

    start: int
    end: int
    turns: tuple[ConversationTurn, ...]
    passages: tuple[ConversationPassage, ...]
    counts: ReadingCounts = field(default_factory=ReadingCounts)
    last: bool = False
    told: tuple[InjectedMemoryText, ...] = ()


def read_part(
    path: Path, start: int, conversation_id: str, until: int | None = None, before: Sequence[ConversationTurn] = ()
) -> TranscriptPart:
    """The part that begins at ``start``; the one that ended at ``until`` is read again to the byte.

    ``before`` are turns that the file does not hold, and that came first.

    A last line that is no whole JSON object is left for the next time: it may still be being written. Raises
    EnvironmentFault where the file cannot be read.
    """
    reader = TranscriptReader()
    turns = list(before)
    told: dict[InjectedMemoryText, None] = {}
    end, characters, last = start, 0, until is None  # what follows one that is read again is seen next
    try:
        for line in lines(path, start, until):
            if not line.ended and until is None and (line.raw is None or load(line.raw) is None):
                break
            if line.raw is not None and MARK in line.raw:
                told |= dict.fromkeys(told_in(line.raw))
            for turn in reader.feed(line.raw):
                turns.append(turn)
                characters += len(turn.text)
            end = line.end
            if until is None and (end - start >= PART_BYTES or characters >= PART_CHARACTERS):
                last = False
                break
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    found = tuple(passages(turns, conversation_id))
    return TranscriptPart(start, end, tuple(turns), found, reader.counts, last, tuple(told))


def conversation_in(path: Path) -> str:
    """The id that a transcript of the CLI gives itself: its name, or what its first lines say; else one made of its
    first bytes, so that a copy is known again. Raises EnvironmentFault."""
    if _UUID.fullmatch(path.stem):
        return path.stem.lower()
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be read: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    reader = TranscriptReader()
    for raw in head.split(b"\n")[:200]:
        for _ in reader.feed(raw):
            pass
        if reader.conversation:
            return reader.conversation
    return hashlib.sha256(head).hexdigest()[:32]
