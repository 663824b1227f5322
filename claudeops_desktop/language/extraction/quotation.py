"""What was drawn from a session as it is stored: the words, who said them, on which day, and by which command what they
say was measured. Pure."""

from __future__ import annotations

import re

from ...core.clock import from_text

LONGEST_COMMAND = 120  # characters
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SAID = " said"  # stands in each quotation, soon after its beginning
_WHO = {"user": "a person", "assistant": "the agent", "": "a pasted text"}
_QUOTED = re.compile(
    rf"(?:On \d{{1,2}} (?:{'|'.join(_MONTHS)}) )?(?:{'|'.join(_WHO.values())}) said(?: of “.*”)?: \"(?P<words>.*)\""
    r"(?: \(measured with `[^`\n]+`\))?",
    re.IGNORECASE,
)


def quote_words(words: str, role: str, at: str, *, of: str = "", command: str = "") -> str:
    """A statement as a quotation. ``role`` is that of its turn, "" for a document that was pasted; ``at`` is when it
    was said, as stored text, "" where that is not known; ``of`` are the words that it was said of, where it does not
    say by itself what it is about; ``command`` is the one whose output shows its values."""
    who = _WHO[role]
    day = from_text(at) if at else None
    said = f"On {day.day} {_MONTHS[day.month - 1]} {who}" if day else who.capitalize()
    about = f" of “{of}”" if of else ""
    quotation = f'{said} said{about}: "{words}"'
    shown = " ".join(command.replace("`", "'").split())
    if len(shown) > LONGEST_COMMAND:
        shown = f"{shown[: LONGEST_COMMAND - 1].rstrip()}…"
    return f"{quotation} (measured with `{shown}`)" if shown else quotation


def quoted_words(text: str) -> str:
    """The words of a quotation; any other text as it is."""
    found = _QUOTED.fullmatch(text) if SAID in text[:30] else None
    return found["words"] if found else text
