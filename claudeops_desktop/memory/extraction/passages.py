"""Turns → passages: windows of a conversation that are small enough to be read at once. Pure.

A boundary is set where the topic is likely to change: after a long silence, and where the person speaks again once
enough was said. A very long stretch is cut between turns, a very long turn between its paragraphs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from ...core.clock import from_text
from ...language.extraction.types import ConversationPassage, ConversationTurn

LONGEST = 12_000  # characters of a passage
ENOUGH = 3_000  # from here on, the person's next words begin a new one
MOST_TURNS = 60
EARLIER = 12  # turns before a passage that tell what it goes on about
SILENCE = timedelta(minutes=30)


def passages(turns: Iterable[ConversationTurn], conversation_id: str) -> Iterator[ConversationPassage]:
    """Consecutive windows over all turns, each at most ``LONGEST`` characters. A window without words is left out."""
    window: list[ConversationTurn] = []
    earlier: tuple[ConversationTurn, ...] = ()
    length = 0
    before: datetime | None = None
    for turn in _cut(turns):
        at = from_text(turn.at) if turn.at else before
        silent = before is not None and at is not None and at - before > SILENCE
        begins = turn.role == "user" and length >= ENOUGH
        if window and (silent or begins or length + len(turn.text) > LONGEST or len(window) >= MOST_TURNS):
            if length:
                yield ConversationPassage(tuple(window), conversation_id, earlier)
            earlier = (*earlier, *window)[-EARLIER:]
            window, length = [], 0
        window.append(turn)
        length += len(turn.text)
        before = at
    if length:
        yield ConversationPassage(tuple(window), conversation_id, earlier)


def _cut(turns: Iterable[ConversationTurn]) -> Iterator[ConversationTurn]:
    for turn in turns:
        text = turn.text
        while len(text) > LONGEST:
            at = max(text.rfind("\n\n", 0, LONGEST), text.rfind("\n", LONGEST // 2, LONGEST))
            at = at if at > 0 else max(text.rfind(" ", LONGEST // 2, LONGEST), 0) or LONGEST
            yield replace(turn, text=text[:at].strip())
            text = text[at:].strip()
        yield turn if text is turn.text else replace(turn, text=text)
