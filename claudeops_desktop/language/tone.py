"""The tone of a text where it is plain (E6): frustrated, uncertain, excited, or neutral. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from .word_lists import rows

__all__ = ["NEUTRAL", "tone_of"]

NEUTRAL = "neutral"
_TONES = ("frustrated", "uncertain", "excited")  # the first that is plain
_WORDS = "language/extraction/rules.txt"
_MOST_READ = 600


def tone_of(text: str) -> str:
    """The tone of what somebody says or asks."""
    said = text[:_MOST_READ].lower()
    return next((tone for tone, pattern in _patterns() if pattern.search(said)), NEUTRAL)


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((tone, re.compile("|".join(f"(?:{row})" for row in rows(_WORDS, tone)))) for tone in _TONES)
