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
LONGEST = 400  # characters; a longer message is a new task, not a report


def read_report(text: str) -> ProbeState:
    """Whether a message says that it works, or does not; unknown where it says neither."""
    if len(text) > LONGEST:
        return "unknown"
    if _BAD.search(text):
        return "bad"
    return "good" if _GOOD.search(text) else "unknown"
