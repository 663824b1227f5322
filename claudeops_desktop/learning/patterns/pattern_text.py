"""The words of a pattern: one line, whole sentences, and a key that is the same for the same words. Pure."""

from __future__ import annotations

import hashlib
import re

from ...core.errors import UsageError
from ...core.messages import UserMessage
from ...language.prompt_quoting import one_line

LONGEST_PATTERN = 400  # characters
_SENTENCE_END = re.compile(r"(?<=[.!?…])[)”\"]?\s+")
_WORDS = re.compile(r"\w+")


def fit_pattern(text: str) -> str:
    """The text on one line, with as many whole sentences as fit. One that does not fit by itself is cut after a word,
    and "…" says so."""
    said = one_line(text)
    if len(said) <= LONGEST_PATTERN:
        return said
    kept = ""
    for end in (found.end() for found in _SENTENCE_END.finditer(said)):
        if len(said[:end].rstrip()) > LONGEST_PATTERN:
            break
        kept = said[:end].rstrip()
    return kept or f"{said[: LONGEST_PATTERN - 2].rsplit(' ', 1)[0]} …"


def check_pattern_text(text: str) -> str:
    """The words that the operator gave to a pattern, on one line. Raises UsageError where there are none or too many:
    what he wrote is not cut."""
    said = one_line(text)
    if not said:
        raise UsageError(UserMessage("The text is empty."), UserMessage("Say the rule in a sentence, with --text."))
    if len(said) > LONGEST_PATTERN:
        raise UsageError(
            UserMessage("The text has {count} characters.", count=f"{len(said):,}"),
            UserMessage("A pattern holds {longest} at most: say it in a sentence or two.", longest=LONGEST_PATTERN),
        )
    return said


def text_hash(text: str) -> str:
    """32 hexadecimal digits, the same for the same words, whatever their case and signs. What does not fit a pattern
    does not count."""
    words = " ".join(_WORDS.findall(fit_pattern(text).casefold()))
    return hashlib.sha256(words.encode()).hexdigest()[:32]
