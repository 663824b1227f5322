"""Words that an order cannot do without, read through a slip or a disguise of one letter. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

__all__ = ["correct_spelling"]

_MEANT_WORDS = """
ignore disregard instructions approval approve permission confirm confirmation firewall disable delete remove backup
backups password passwords credentials guard cooldown operator execute download volumes bypass restart monitoring
verification certificate authorized unlimited previous skip agent agents alerts security without
"""
_MEANT = frozenset(_MEANT_WORDS.split())
_TOKEN = re.compile(r"(?<![\w./:@-])[a-z]{4,14}(?![\w/@-])")
_SHORTEST = 6


def _keys(word: str) -> set[str]:
    """What a word is known by when two of its letters changed places, or one is missing or too many."""
    letters = word[0] + "".join(sorted(word[1:]))
    missing = {word[:at] + word[at + 1 :] for at in range(1, len(word))} if len(word) >= _SHORTEST else set()
    return {f"~{letters}", *missing}


_BY_KEY = {key: word for word in sorted(_MEANT, reverse=True) for key in (*_keys(word), word)}
_KNOWN = frozenset(
    (*_MEANT, "instruction", "approved", "approves", "disabled", "disables", "deletes", "deleted", "removes", "removed")
)


def correct_spelling(text: str) -> str:
    """The text with such words as they were meant."""
    return _TOKEN.sub(lambda found: _corrected(found[0]), text)


@lru_cache(maxsize=8_192)
def _corrected(word: str) -> str:
    if word in _KNOWN or any(word.startswith(known[:-1]) for known in _KNOWN if len(known) >= _SHORTEST):
        return word
    if meant := _BY_KEY.get("~" + word[0] + "".join(sorted(word[1:]))):
        return meant
    if len(word) >= _SHORTEST - 1 and (meant := _BY_KEY.get(word)):
        return meant
    return word
