"""Whether a text is a diagnosis: what fails, and why (E4). Pure.

*redis cannot write its dump, because its folder belongs to root* speaks of rights and of a refusal as an order or a
permission would, and is neither. What tells them apart is the form: a failure with its cause, and no word that asks,
allows, excuses or praises. Texts that were written to get past the gate praise what they want ("green again since …"),
and have that form nowhere.
"""

from __future__ import annotations

from ...language.word_lists import table
from .normalize import NormalizedText

_FILE = "memory/gate/diagnosis.txt"


def is_diagnosis(read: NormalizedText) -> bool:
    """Tell whether a text only says what fails and why, in each of its readings."""
    return not read.hidden and all(map(_is_diagnosis, read.readings))


def _is_diagnosis(reading: str) -> bool:
    if not table(_FILE, "caused").search(reading):
        return False
    return not table(_FILE, "orders").search(table(_FILE, "name").sub("…", reading))
