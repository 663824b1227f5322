"""Whether a statement says of itself that something has changed. Pure."""

from __future__ import annotations

import re

_DONE = (
    "changed|moved|switched|swapped|replaced|migrated|raised|lowered|reduced|increased|bumped|upgraded|rebuilt|cancelled"
    "|dropped|retired|pushed"
)
_ANNOUNCES = re.compile(
    r"\b(?:now(?:adays)?|these days|by now|from now on|as of|since|no longer|any ?(?:more|longer)|instead of|used to"
    r"|(?:is|are|was|were) gone|went (?:away|from|into)|(?:has|have) (?:been|become|moved|changed|taken over)"
    rf"|(?:was|were|got|been|we|i)(?:'ve)? (?:\w+ly )?(?:{_DONE}|set)|with the new)\b"
    rf"|^\W*(?:{_DONE})\b",
    re.IGNORECASE,
)


def announces_change(text: str) -> bool:
    """Whether it says that something is so now, or was done to make it so: "no longer", "moved to", "since the
    upgrade"."""
    return _ANNOUNCES.search(text) is not None
