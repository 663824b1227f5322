"""From what was said once to what holds: ids, moments and one-off values go, the service and the condition stay (C9).
Pure.
"""

from __future__ import annotations

import re

from ...language.prompt_quoting import quotable

LONGEST = 240
_DROPPED = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\s*\((?:session|run|job|ticket|pid|id)[^()]{0,40}\)",
        r"\b(?:in|of|for|from|since|see)\s+(?:session|run|job|ticket|issue|incident|case|pr)\s*#?\d+\b",
        r"\b(?:session|run|job|ticket|issue|incident|pid|process)\s*(?:id|no\.?)?\s*#?\d{2,}\b",
        r"(?:\bfor\s+)?\b[A-Z]{2,10}-\d{2,}\b:?",
        r"(?<!\w)#\d{2,}\b",
        r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b",
        r"\b(?:commit|revision|hash|container|image|digest)\s+(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b",
        r"\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,64}\b",
        r"(?:\b(?:at|on|since|from)\s+)?\b20\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?",
        r"(?:\b(?:at|since)\s+)?\b\d\d:\d\d:\d\d(?:\.\d+)?\b",
        r"\b(?:again\s+)?(?:right now|just now|this time|today|tonight|yesterday|"
        r"this (?:morning|evening|afternoon|night|week)|"
        r"last (?:night|week|time)|a minute ago|earlier today|"
        r"the last (?:two|three|few|\d+) (?:times|runs|sessions))\b",
        r"\b(?:please|thanks|thank you|ok(?:ay)?)\b[,!.]?",
    )
)
_SPACE = re.compile(r"\s+")
_LOOSE = re.compile(r"\s+([,.;:!?)])|\(\s*\)|([,;:])(?=\s*[.!?,;:])")
_LINK = re.compile(r"\]\(|\[\[")
_EDGES = " ,;:-–—"


def generalize(text: str) -> str:
    """The principle in a sentence; "" where nothing is left of it. Markup and control characters are made harmless."""
    said = _LINK.sub(lambda found: found[0][0] + " ", quotable(text))
    for pattern in _DROPPED:
        said = pattern.sub(" ", said)
    said = _SPACE.sub(" ", said)
    said = _LOOSE.sub(lambda found: found[1] or "", said)
    said = _SPACE.sub(" ", said).strip(_EDGES)
    if len(said) > LONGEST or len(said) < 8:
        return ""
    said = said[:1].upper() + said[1:]
    return said if said.endswith((".", "!", "?")) else f"{said}."
