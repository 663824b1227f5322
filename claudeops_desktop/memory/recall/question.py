"""What a question asks for: its words without those that every question has, and the names in it (E9). Pure."""

from __future__ import annotations

import re

_EVERY_QUESTION_WORDS = """
    a about after again all also am an and any are as at be because been before being both but by can could d
    did do does doing done down during each few for from further get gets got had happen happened happens has
    have having he her here hers herself him himself his how i if in into is it its itself just kind know known
    ll long m many may me might mine more most much must my myself no nor not now of off on once only or other
    our ours ourselves out over own please re s same shall she should so some such t tell than that the their
    theirs them themselves then there these they thing things this those through to too under until up us use
    used uses using ve very was way we were what when where whether which while who whom whose why will with
    work worked working works would you your yours yourself
"""
_EVERY_QUESTION = frozenset(_EVERY_QUESTION_WORDS.split())
_WORD = re.compile(r"[^\W_]+")
MOST_WORDS = 32
_MOST_CHARACTERS = 8_000
_DEEP = re.compile(
    r"\b(why|debug\w*|investigat\w*|diagnos\w*|root cause|histor(?:y|ies)|compare|everything|explain|all (?:we|you))\b",
    re.I,
)
_LONG_QUESTION = 14


def words_of(text: str, most: int = MOST_WORDS) -> list[str]:
    """The words that a search is made of: lower case, each once, question words dropped; ``most`` of them.

    From a longer text those are kept that tell most by their looks: with digits first, then the longest. Letters and
    digits only, so that whatever stands in the text, a search made of them is a search.
    """
    found = list(dict.fromkeys(_WORD.findall(text[:_MOST_CHARACTERS].lower())))
    kept = [word for word in found if word not in _EVERY_QUESTION and (len(word) > 1 or word.isdigit())]
    if len(kept) > most:
        best = sorted(kept, key=lambda word: (not any(c.isdigit() for c in word), -len(word)))[:most]
        kept = [word for word in kept if word in set(best)]
    return kept or [word for word in found if len(word) > 2][:most]


def phrases_of(text: str, longest: int = 3) -> list[str]:
    """One to ``longest`` words in a row, lower case, as names are looked up."""
    pieces = re.findall(r"[^\s,;:!?()\[\]{}\"“”‘’]+", text[:_MOST_CHARACTERS].lower())
    pieces = [piece.strip(".'`*").removesuffix("'s").removesuffix("’s") for piece in pieces][:64]
    found = [
        " ".join(pieces[start : start + length])
        for length in range(1, longest + 1)
        for start in range(len(pieces) - length + 1)
    ]
    return list(dict.fromkeys(phrase for phrase in found if phrase and phrase not in _EVERY_QUESTION))


def wants_depth(text: str) -> bool:
    """Tell whether the question is of the searching kind: a why, a history, or many words."""
    return bool(_DEEP.search(text)) or len(words_of(text)) > _LONG_QUESTION
