"""What needs review is held once, however often it is said. Writes run inside ``store.write``."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ..language.extraction.quotation import quoted_words
from . import tables
from .types import MarkerOutcome, MemoryAction


def held_already(service: str | None, text: str, *, by: str, now: datetime, **source: Any) -> MarkerOutcome | None:
    """These very words about this service wait already, on whichever day they were said: that they were said again is
    added to their history. None where they do not. ``source``: session_id, marker_id, resource_id.
    """
    waiting = tables.select("gate = 'hold' AND service IS ?", (service,))
    known = [one for one in waiting if quoted_words(one.observation) == quoted_words(text)]
    if not known:
        return None
    why = "Said again while it needs review."
    tables.add_version(known[0], action="held", by=by, why=why, now=now, **source)
    return MarkerOutcome(MemoryAction.UNCHANGED, known[0], (), "It needs review already.")
