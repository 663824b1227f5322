"""Where a service lives: a host that merely changed its name in the sentence is another value, not another subject."""

from __future__ import annotations

import re
from functools import lru_cache

from claudeops_desktop.language.words.lexicon import word_set

_LIVES = re.compile(
    r"^(?P<what>.*?)\b(?:runs|running|run|ran|hosted|lives|living|located|deployed|installed|moved|migrated|relocated)"
    r"\s+(?:over\s+)?(?:now\s+)?(?:on|to|at)\s+(?:the\s+)?(?P<kind>(?:host|node|server|machine|vm)\s+)?"
    r"(?P<where>[a-z][a-z0-9.-]*)(?:\s+now)?\s*[.!]?$",
    re.IGNORECASE,
)
_FILLERS = word_set("the our is are was were has have been being now currently it service container")
_NUMBERED = re.compile(r"[a-z].*\d", re.IGNORECASE)
_LONGEST = 200


def find_host_change(old: str, new: str) -> tuple[str, str] | None:
    """The two hosts, where both sentences say of one thing on which host it lives, and the hosts differ.

    A name counts as a host's where it is called one (``host atlas``) or is numbered (``db1``): "on Docker" is none.
    """
    before, after = _read(old), _read(new)
    if before is None or after is None or before[1].lower() == after[1].lower() or before[0] != after[0]:
        return None
    return before[1], after[1]


@lru_cache(maxsize=4096)
def _read(text: str) -> tuple[tuple[str, ...], str] | None:
    """What lives, and on which host."""
    found = _LIVES.match(text.strip()) if len(text) <= _LONGEST else None
    if found is None or not (found["kind"] or _NUMBERED.match(found["where"])):
        return None
    what = re.findall(r"[\w.-]+", found["what"].lower())
    return tuple(word for word in what if word not in _FILLERS), found["where"]
