"""How the judge reads one sentence: its terms with their meanings and signs, its values, names, order and cues."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from claudeops_desktop.memory.judge_measures import read_values
from claudeops_desktop.memory.judge_stem import stem
from claudeops_desktop.memory.judge_tokens import Token, plain, tokens
from claudeops_desktop.memory.lexicon import (
    CHANGE_CUES,
    CONCESSIONS,
    LONGEST_PHRASE,
    NEGATORS,
    STOP,
    is_light,
    lexicon,
    without_prefix,
    words,
)
from claudeops_desktop.memory.values import Value

MOST_TERMS = 40
REMEMBERED = 20_000
_NAMED = frozenset(("name", "path", "url"))
_BREAKS = frozenset((",", ";", ":", ".", "!", "?", "(", ")", "→"))
_CLAUSE_WORDS = words("because but while whereas although though so unless if when once until since")
_ABSENT = words("off down offline gone unavailable unreachable dead absent missing")
_NOT_POSSIBLE = words("cannot can't nobody nothing no won't doesn't don't couldn't isn't stands")
_FAILING = words(
    """cannot can't won't doesn't isn't don't couldn't not no nobody nothing never fail fails failed stop stops exits
    breaks broken hang hangs hung dies crashes stands lost loses refuses stuck 503 502 offline otherwise"""
)
_WORKING = words("works work runs run running fine ok possible can may still even independently serves")


@dataclass(frozen=True, slots=True)
class Term:
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


@dataclass(frozen=True, slots=True)
class Reading:
    """One sentence as the judge sees it.

    ``wording`` are its tokens in lower case, ``keys`` stems and group numbers for a cheap first comparison, ``needs``
    +1 or -1 where it says by a (double) negation that something is needed or not, ``needy`` where it says a need at
    all, ``sooner`` and ``later`` what comes first and what after it.
    """

    text: str
    wording: tuple[str, ...]
    words: str
    terms: tuple[Term, ...]
    values: tuple[Value, ...]
    names: frozenset[str]
    keys: frozenset[str | int]
    negators: int
    cues: int
    concessions: int
    needs: int
    needy: bool
    sooner: frozenset[str | int]
    later: frozenset[str | int]
    only: bool


class _Sentence:
    """Walks the tokens once: phrases first, then words; negators govern the next term of their clause."""

    def __init__(self, found: tuple[Token, ...], taken: frozenset[int]) -> None:
        self.found, self.taken, self.table = found, taken, lexicon()
        self.terms: list[Term] = []
        self.clause = 0
        self.negators = 0
        self.pending = 0  # how many further terms the negator may still reach
        self.names: set[str] = set()

    def read(self) -> None:
        place = 0
        while place < len(self.found) and len(self.terms) < MOST_TERMS:
            place = self.step(place)

    def step(self, place: int) -> int:
        token = self.found[place]
        if token.kind == "stop" and token.text in _BREAKS:
            self.clause, self.pending = self.clause + 1, 0
            return place + 1
        if place in self.taken:
            return place + 1
        if token.kind in _NAMED:
            self.add_name(token, place)
            return place + 1
        if token.kind not in ("word", "rest"):
            return place + 1
        phrase = self.phrase(place)
        if phrase:
            key, last = phrase
            if key in self.table.negating:
                self.negate()
            else:
                self.add("_".join(key), " ".join(t.text for t in self.found[place:last]), key, place)
            return last
        self.word(token, place)
        return place + 1

    def phrase(self, place: int) -> tuple[tuple[str, ...], int] | None:
        """The longest phrase of the lexicon that begins here (hyphens between its words are passed over)."""
        stems: list[str] = []
        best: tuple[tuple[str, ...], int] | None = None
        at = place
        while at < len(self.found) and len(stems) < LONGEST_PHRASE:
            token = self.found[at]
            if token.text == "-" and stems:
                at += 1
                continue
            if token.kind != "word" or at in self.taken:
                break
            stems.append(stem(token.text))
            at += 1
            key = tuple(stems)
            if len(key) > 1 and self.table.knows(key):
                best = (key, at)
        return best

    def turn_needs(self) -> None:
        """Puts a negation in the clause of a need on the need itself: "no backups are needed", "needs no restart"."""
        for place, term in enumerate(self.terms):
            if term.stem not in _NEEDING:
                continue
            negated = [n for n, t in enumerate(self.terms) if t.clause == term.clause and t.sign < 0 and n != place]
            if negated and term.sign > 0:
                self.terms[place] = replace(term, sign=-1)
                self.terms[negated[0]] = replace(self.terms[negated[0]], sign=1)

    def settle_needs(self, needs: int) -> None:
        """A double negation ("won't start without X") says a need: no term is denied, the need becomes a term."""
        if needs > 0:
            self.negators = 0
            self.terms = [replace(term, sign=1) if term.sign < 0 else term for term in self.terms]
        key = ("need",)
        if not any(dict(term.ends).get("needed") for term in self.terms):
            groups, ends = self.table.groups.get(key, frozenset()), self.table.ends.get(key, ())
            self.terms.append(Term("need", "need", groups, ends, (), needs, 0.4, self.clause, len(self.found)))

    def negate(self) -> None:
        self.negators += 1
        self.pending = 1

    def word(self, token: Token, place: int) -> None:
        text = token.text
        if text in _CLAUSE_WORDS:
            self.clause, self.pending = self.clause + 1, 0
        if text in NEGATORS:
            self.negate()
            if text == "unless":
                self.pending = 0
            return
        if any(letter.isdigit() for letter in text):
            self.add_name(token, place)
            return
        key = (stem(text),)
        known = key in self.table.ends
        if text in STOP and not known:
            return
        self.add(key[0], text, key, place)

    def add_name(self, token: Token, place: int) -> None:
        name = token.text.strip("/").rstrip(".") or "/"
        self.names.add(name)
        parts = [part for part in re.split(r"[^a-z]+", name) if len(part) > 2]
        groups: set[int] = set()
        for part in parts:
            groups |= self.table.groups.get((stem(part),), frozenset())
        self.terms.append(Term(name, token.text, frozenset(groups), (), (), self.sign(), 1.2, self.clause, place))

    def sign(self) -> int:
        if self.pending:
            self.pending -= 1
            return -1
        return 1

    def add(self, name: str, text: str, key: tuple[str, ...], place: int) -> None:
        flip = 1
        ends = self.table.ends.get(key, ())
        groups = self.table.groups.get(key, frozenset())
        bare = without_prefix(text)
        if not ends and bare:
            name, key, flip = stem(bare), (stem(bare),), -1
            ends, groups = self.table.ends.get(key, ()), self.table.groups.get(key, groups)
        weight = 0.4 if is_light(text) else 1.0
        cases = self.table.cases.get(key, ())
        self.terms.append(Term(name, text, groups, ends, cases, self.sign() * flip, weight, self.clause, place))


_NEEDING = frozenset(stem(word) for word in ("need", "require", "depend", "rely", "necessary", "required"))


def _needs(found: tuple[Token, ...], negators: int) -> int:
    """+1 where the sentence says by a double negation that something is needed ("won't start without X"),

    -1 where it says that it works without ("runs fine w/o X"), 0 otherwise.
    """
    said = [token.text for token in found]
    if _INDEPENDENT & set(said) or _has(said, ("any", "order")):
        return -1
    if said.count("no") > 1 and not {"not", "need", "needed"} & set(said):
        return 1
    if "only" in said and _only_with(said):
        return 1
    for place, word in enumerate(said):
        if word in ("without", "unless"):
            rest = said[:place] + said[place + 1 :]
            if _FAILING & set(rest):
                return 1
            if word == "without" and _WORKING & set(rest):
                return -1
        elif word in _ABSENT and _conditional(found, place):
            outside = [t.text for n, t in enumerate(found) if abs(n - place) > 1]
            if _NOT_POSSIBLE & set(outside):
                return 1
    return 0


_INDEPENDENT = words("independent independently regardless irrespective")


def _has(said: list[str], phrase: tuple[str, ...]) -> bool:
    return any(tuple(said[place : place + len(phrase)]) == phrase for place in range(len(said)))


def _only_with(said: list[str]) -> bool:
    """``only works with X``, ``are only delivered if X``."""
    place = said.index("only")
    return any(word in ("with", "if", "when", "while", "once") for word in said[place + 1 : place + 5])


def _conditional(found: tuple[Token, ...], place: int) -> bool:
    """Whether a condition governs this place: "when LDAP is down", "with the DC gone"."""
    for token in reversed(found[max(0, place - 6) : place]):
        if token.kind == "stop":
            return False
        if token.text in ("if", "when", "while", "whenever", "as", "once", "with"):
            return True
    return False


def _order(terms: Iterable[Term], found: tuple[Token, ...]) -> tuple[frozenset[str | int], frozenset[str | int]]:
    """What comes sooner and what later: "A before B", "B after A", "first A, then B"; empty where no order is said."""
    said = [token.text for token in found]
    marks = [place for place, word in enumerate(said) if word in ("before", "after", "prior", "ahead", "then", "later")]
    ands = [place for place, word in enumerate(said) if word == "and"]
    if ands and said[-1] in ("afterwards", "later", "second"):
        marks = [ands[-1]]
    if not marks:
        return frozenset(), frozenset()
    mark = marks[0]
    turned = said[mark] in ("after", "later")
    left_end, right_start, right_end = mark, mark, len(said)
    if mark == 0:
        commas = [place for place, word in enumerate(said) if word in (",", ";", ":")]
        if not commas:
            return frozenset(), frozenset()
        left_end, right_end = 0, commas[0]
    left: set[str | int] = set()
    right: set[str | int] = set()
    for term in terms:
        side = right if right_start < term.place < right_end else left
        if mark and term.place < left_end:
            side = left
        if term.weight >= 1 and term.word not in _ORDER_WORDS:
            side.update((term.stem, *term.groups))
    return (frozenset(right), frozenset(left)) if turned else (frozenset(left), frozenset(right))


_ORDER_WORDS = frozenset(
    ("before", "after", "then", "later", "prior", "prior to", "ahead", "ahead of", "first", "afterwards")
)


def _cues(text: str) -> int:
    text = text.lower().replace("by now", " ")
    lower = " " + " ".join(text.lower().replace(",", " ").split()) + " "
    return lower.startswith(" since ") + sum(1 for cue in CHANGE_CUES if f" {cue} " in lower)


@lru_cache(maxsize=REMEMBERED)
def read(text: str) -> Reading:
    """Reads a sentence; kept for the last ``REMEMBERED`` texts. Never raises, linear in the first 2,000 characters."""
    found = tokens(text)
    values = read_values(found)
    taken = frozenset(place for value in values for place in range(value.first, value.last))
    sentence = _Sentence(found, taken)
    sentence.read()
    needs = _needs(found, sentence.negators)
    if needs:
        sentence.settle_needs(needs)
    else:
        sentence.turn_needs()
    sooner, later = _order(sentence.terms, found)
    if sooner or later:
        sentence.terms = [term for term in sentence.terms if term.word not in _ORDER_WORDS]
    terms = tuple(sentence.terms)
    keys: set[str | int] = set()
    for term in terms:
        keys.add(term.stem)
        if term.weight >= 1:
            keys |= term.groups
    return Reading(
        text=text,
        wording=tuple(token.text for token in found if token.kind != "stop" or token.text == "→"),
        words=" ".join(token.text for token in found if token.kind != "stop")[:400],
        terms=terms,
        values=values,
        names=frozenset(sentence.names),
        keys=frozenset(keys),
        negators=sentence.negators,
        cues=_cues(plain(text)),
        concessions=sum(token.text in CONCESSIONS for token in found),
        needs=needs,
        needy=needs > 0 or any(dict(term.ends).get("needed", 0) * term.sign > 0 for term in terms),
        only="only" in {token.text for token in found},
        sooner=sooner,
        later=later,
    )
