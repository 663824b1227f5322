"""One displayed line of a log."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class LogEntry:
    """One displayed line.

    ``number`` is its log line, from 1; ``at`` stored text; ``kind`` that of streamjson.display, or stderr, marker,
    near_miss; ``hidden`` says that the line holds more than is shown. Two entries are never equal: each is a place.
    """

    number: int
    at: str
    kind: str
    text: str
    hidden: bool = False
