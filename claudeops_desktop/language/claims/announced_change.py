"""Whether a statement says of itself that something has changed. Pure.

What happens under a condition is no change ("when the disk is swapped …"), nor is what something is for ("used to sign
tokens"), a reason ("since it binds port 80") or what is asked for ("use reload instead of restart").
"""

from __future__ import annotations

import re

_DONE = (
    "changed|moved|switched|swapped|replaced|migrated|raised|lowered|reduced|increased|bumped|upgraded|rebuilt|cancelled"
    "|dropped|retired|pushed"
)
_ENDS = r"(?=\s*(?:[.,;:)!]|$))"
_SAYS_SO = re.compile(
    r"\b(?:now(?:adays)?(?! and (?:then|again))|these days|by now|from now on|as of|no longer|any ?(?:more|longer)"
    rf"{_ENDS}|since last \w+|since (?:the|\d\S*) (?:(?!(?:is|are|was|were|has|can|needs?)\b)[\w.-]+ ?){{1,3}}{_ENDS}"
    r"|(?:it|they|we|i|which|that) used to|used to be|(?:has|have) (?:become|taken over)|with the new)\b",
    re.IGNORECASE,
)
_DID = re.compile(
    r"\b(?:(?:is|are|was|were) gone|went (?:away|from|into)|(?:has|have) (?:moved|changed)"
    rf"|(?:was|were|got|been|we|i)(?:'ve)? (?:\w+ly )?(?:{_DONE}|set))\b"
    rf"|^\W*(?:{_DONE}) (?=(?:the|an?|my|our|its?|all|off|on|onto|into|to|from|by|with)\b"
    r"|\S+ (?:to|from|onto|into|off)\b)",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:when(?:ever)?|if|unless|once|(?:every|each|after an?) \w+)\b", re.IGNORECASE)
_ASKED = re.compile(
    r"^\W*(?:please |always |better )*(?:use|run|prefer|try|take|do|call|restart|reload)\b", re.IGNORECASE
)


def announces_change(text: str) -> bool:
    """Tell whether it says that something is so now, or was done to make it so: "no longer", "moved to", "since the
    upgrade"."""
    if _SAYS_SO.search(text):
        return True
    if " instead of " in text.lower():
        return not _ASKED.match(text) and not _CONDITION.search(text)
    return bool(_DID.search(text)) and not _CONDITION.search(text)
