"""What every source of changes is given and answers with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from ...records.changes import NewChange

FIRST_LOOK_BACK = timedelta(days=7)  # the first reading of a log or a repository tells no more than this


class SourceUnreadableError(Exception):
    """A source could not be read; the text says which and why in one sentence."""


@dataclass(frozen=True, slots=True)
class SourceReading:
    """What was found since the last reading, and the state to begin the next one with (JSON values only).

    ``problem`` is a sentence about a part that could not be read, "" for none.
    """

    changes: tuple[NewChange, ...] = ()
    state: Mapping[str, Any] = field(default_factory=dict)
    problem: str = ""


def earliest(state: Mapping[str, Any], now: datetime) -> datetime:
    """How far back a reading goes: to the last one, which is stored as ``seen``, or a week on the first."""
    try:
        return datetime.fromisoformat(str(state["seen"]))
    except (KeyError, ValueError):
        return now - FIRST_LOOK_BACK
