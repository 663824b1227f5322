"""What was drawn from a session as it is stored: the words, who said them, and on which day. Pure."""

from __future__ import annotations

import re

from ...core.clock import from_text

_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SAID = ' said: "'
_WHO = {"user": "a person", "assistant": "the agent", "": "a pasted text"}
_QUOTED = re.compile(
    rf"(?:On \d{{1,2}} (?:{'|'.join(_MONTHS)}) )?(?:{'|'.join(_WHO.values())}){SAID}(?P<words>.*)\"", re.IGNORECASE
)


def quote_words(words: str, role: str, at: str) -> str:
    """A statement as a quotation. ``role`` is that of its turn, "" for a document that was pasted; ``at`` is when it
    was said, as stored text, "" where that is not known."""
    who = _WHO[role]
    day = from_text(at) if at else None
    said = f"On {day.day} {_MONTHS[day.month - 1]} {who}" if day else who.capitalize()
    return f'{said} said: "{words}"'


def quoted_words(text: str) -> str:
    """The words of a quotation; any other text as it is."""
    found = _QUOTED.fullmatch(text) if SAID in text[:40] else None
    return found["words"] if found else text
