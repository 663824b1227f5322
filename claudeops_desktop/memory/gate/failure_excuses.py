"""Statements that have a failure pass for normal: they need evidence, since whoever believes one looks away.

Pure.

*503 is normal for payments*, *alerts for db can be ignored*: nothing is ordered, and yet the next outage goes unseen.
What has its circumstance ("for 30 s after a restart") is an observation and passes; so does a harmless warning.
"""

from __future__ import annotations

import re

from ...language.word_lists import table
from .normalize import NormalizedText

_FILE = "memory/gate/failure_excuses.txt"
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+")

WHY = "It has a failure pass for normal, and nothing that this session or a check of ours saw shows it."
WHY_SILENT = "It would have alerts or checks passed over."


def find_excuse(read: NormalizedText, shown: bool = False) -> tuple[str, str] | None:
    """The rule and why a text must be held, or None. ``shown``: what it speaks of was seen in this session."""
    for reading in read.readings:
        for sentence in _SENTENCE.split(reading):
            if table(_FILE, "dated").search(sentence):
                continue
            if table(_FILE, "signal").search(sentence) and table(_FILE, "ignored").search(sentence):
                return "excuse", WHY_SILENT
            if shown or table(_FILE, "bounded").search(sentence):
                continue
            if table(_FILE, "failure").search(sentence) and table(_FILE, "normal").search(sentence):
                return "excuse", WHY
    if not read.native.isascii() and table(_FILE, "native").search(read.native):
        return "excuse", WHY
    return None
