"""What the person in front of a session says of the outcome: that it works now, or that it does not yet (L6). Pure.

The operator looks at the service itself, so that counts as a check; what the agent says never does.
"""

from __future__ import annotations

import re

from ...language.word_lists import table
from .probe_results import ProbeState

_I = re.IGNORECASE
_WORDING = "learning/cases/wording.txt"
_BAD = table(_WORDING, "reported-bad")
_GOOD = table(_WORDING, "reported-good")
LONGEST = 15  # words; a longer sentence is about something else
_FIRST = re.compile(r"\A\W*(?:[^.!?\n]|[.!?](?!\s|\Z))+[.!?]?")


def read_report(text: str) -> ProbeState:
    """Return whether a message says that it works, or that it does not; unknown where it says neither.

    A report comes first and is short: later sentences order, ask or tell something else.
    """
    found = _FIRST.match(text)
    first = found[0] if found else ""
    if first.endswith("?") or len(first.split()) > LONGEST:
        return "unknown"
    if _BAD.search(first):
        return "bad"
    return "good" if _GOOD.search(first) else "unknown"
