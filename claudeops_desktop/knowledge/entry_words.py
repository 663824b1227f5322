"""Ranks entries of the folder by the words of a question, and tells which service a text names. Pure."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W_]{2,}")
_COMMON = frozenset(
    {"the", "and", "why", "how", "what", "which", "does", "did", "was", "were", "are", "is", "it", "we", "our", "for"}
    | {"of", "to", "in", "on", "at", "by", "an", "be", "this", "that", "with", "do"}
)


def question_words(question: str) -> set[str]:
    """The words of a question that say what it is about."""
    return {word for word in _WORD.findall(question.casefold()) if word not in _COMMON}


def shared_words(words: set[str], title: str, text: str) -> int:
    """How many of these words an entry holds; those of its title count three times."""
    return len(words & {*_WORD.findall(text.casefold())}) + 2 * len(words & {*_WORD.findall(title.casefold())})


def names_service(text: str, name: str) -> bool:
    """Tell whether a text names a service by its whole name, in capital or small letters."""
    return re.search(rf"(?<![\w-]){re.escape(name.casefold())}(?![\w-])", text.casefold()) is not None
