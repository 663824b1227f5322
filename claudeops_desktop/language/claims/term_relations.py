"""What a sentence says beyond its words: that something is needed, what comes first, that something has changed."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from claudeops_desktop.language.words.lexicon import CHANGE_CUES, word_set
from claudeops_desktop.language.words.tokens import TextToken, normalize_text

NEAR = 3  # terms on each side of "before" and "after" that are put in order


@dataclass(frozen=True, slots=True)
class MeaningTerm:
    """A word or phrase that carries meaning.

    ``groups`` are the synonym lines it is on, ``ends`` the scales it is an end of (name, +1 or -1), ``sign`` -1
    where a negator governs it, ``weight`` how much it says.
    """

    stem: str
    word: str
    groups: frozenset[int]
    ends: tuple[tuple[str, int], ...]
    cases: tuple[tuple[int, int], ...]
    sign: int
    weight: float
    clause: int
    place: int


ORDER_WORDS = frozenset(
    ("before", "after", "then", "later", "prior", "prior to", "ahead", "ahead of", "first", "afterwards")
)
_MARKS = word_set("before after prior ahead then later")
_ABSENT = word_set("off down offline gone unavailable unreachable dead absent missing")
_NOT_POSSIBLE = word_set("cannot can't nobody nothing no won't doesn't don't couldn't isn't stands")
_FAILING = word_set(
    """cannot can't won't doesn't isn't don't couldn't not no nobody nothing never fail fails failed stop stops exits
    breaks broken hang hangs hung dies crashes stands lost loses refuses stuck 503 502 offline otherwise"""
)
_WORKING = word_set("works work runs run running fine ok possible can may still even independently serves")
_HARM = word_set("lose loses fail affect matter break delete stop interrupt disturb harm hurt drop")
_INDEPENDENT = word_set("independent independently regardless irrespective")


def read_needs(found: tuple[TextToken, ...]) -> int:
    """Tell whether a sentence says by negations that something is needed.

    +1 for a double negation ("won't start without X", "only works with X"), -1 where it works without ("runs fine w/o
    X", "independent of X"), 0 otherwise.
    """
    said = [token.text for token in found]
    if _INDEPENDENT & set(said) or ("any", "order") in itertools.pairwise(said):
        return -1
    if said.count("no") > 1 and not {"not", "need", "needed"} & set(said):
        return 1
    if _only_with(said):
        return 1
    for place, word in enumerate(said):
        if word in ("without", "unless"):
            rest = set(said[:place] + said[place + 1 :])
            if _FAILING & rest:
                return 1
            if word == "without" and _WORKING & rest:
                return -1
        elif word in _ABSENT and _conditional(found, place):
            outside = {token.text for n, token in enumerate(found) if abs(n - place) > 1}
            if _NOT_POSSIBLE & outside and not _HARM & outside:
                return 1
    return 0


def _only_with(said: list[str]) -> bool:
    """``only works with X``, ``are only delivered if X``; not ``read-only when``."""
    if "only" not in said:
        return False
    place = said.index("only")
    if said[max(0, place - 1)] in ("-", "read", "append", "receive"):
        return False
    return any(word in ("with", "if", "when", "while", "once") for word in said[place + 1 : place + 5])


def _conditional(found: tuple[TextToken, ...], place: int) -> bool:
    """Tell whether a condition governs this place: "when LDAP is down", "with the DC gone"."""
    for token in reversed(found[max(0, place - 6) : place]):
        if token.kind == "stop":
            return False
        if token.text in ("if", "when", "while", "whenever", "as", "once", "with"):
            return True
    return False


def read_order(terms: Sequence[MeaningTerm], found: tuple[TextToken, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """What comes sooner and what later, by stem; empty sets where no order is said.

    "A before B", "B after A", "after A, B", "first A, then B", "A first and B afterwards". Only the ``NEAR`` terms on
    each side of the word of order count.
    """
    said = [token.text for token in found]
    if (items := _listed(terms, found, said)) is not None:
        return items
    marks = [place for place, word in enumerate(said) if word in _MARKS]
    ands = [place for place, word in enumerate(said) if word == "and"]
    if ands and said[-1] in ("afterwards", "later", "second"):
        marks = [ands[-1]]
    if not marks:
        return frozenset(), frozenset()
    mark = marks[0]
    named = [term for term in terms if term.word not in ORDER_WORDS]
    left = [term for term in named if term.place < mark][-NEAR:]
    right = [term for term in named if term.place > mark]
    if not any(term.weight >= 1 for term in left) and len(left) < 2:
        commas = [place for place, word in enumerate(said) if word in (",", ";", ":") and place > mark]
        fronted = [term for term in right if commas and term.place < commas[0]]
        if 0 < len(fronted) <= NEAR:
            left, right = right[len(fronted) :][:NEAR], fronted
        elif mark == 0:
            return frozenset(), frozenset()
    one, other = frozenset(term.stem for term in left), frozenset(term.stem for term in right[:NEAR])
    return (other, one) if said[mark] in ("after", "later") else (one, other)


def _listed(
    terms: Sequence[MeaningTerm], found: tuple[TextToken, ...], said: list[str]
) -> tuple[frozenset[str], frozenset[str]] | None:
    """The first and the last of "in the order database, app, proxy"; None where nothing is listed so."""
    if "order" not in said and "sequence" not in said:
        return None
    start = said.index("order" if "order" in said else "sequence")
    listed = [term for term in terms if term.place > start and term.weight >= 1]
    commas = sum(1 for token in found[start:] if token.text == ",")
    if len(listed) < 3 or not commas:
        return None
    return frozenset((listed[0].stem,)), frozenset((listed[-1].stem,))


#: The longest word of each cue: most texts hold none of them.
_CUE_WORDS = frozenset(max(cue.split(), key=len) for cue in CHANGE_CUES) | {"since"}
_LETTERS = re.compile(r"[^\W\d_]+")


def count_cues(text: str) -> int:
    """How many words of change a text holds (``CHANGE_CUES``); one more where it begins with "Since"."""
    if _CUE_WORDS.isdisjoint(_LETTERS.findall(text.lower())):
        return 0
    lower = normalize_text(text).lower().replace("by now", " ")
    lower = " " + " ".join(lower.replace(",", " ").split()) + " "
    return lower.startswith(" since ") + sum(1 for cue in CHANGE_CUES if f" {cue} " in lower)
