"""Which words of two sentences stand for each other, and which of these pairs say the contrary."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz.distance import Indel

from claudeops_desktop.language.claims.sentence_reading import SentenceReading
from claudeops_desktop.language.claims.term_relations import MeaningTerm
from claudeops_desktop.language.words.lexicon import JUDGING

NAMED = 1.2  # the weight of a name
SAME_STEM, SAME_GROUP, SAME_SCALE, ALIKE = 1.0, 0.85, 0.8, 0.7


#: Scales whose other end says what a negation says: "cannot be searched", "does not come up by itself".
_CANCELLING = JUDGING | {"automatic"}


@dataclass(frozen=True, slots=True)
class TermPair:
    """Two terms that stand for each other; ``opposed`` where one says the contrary of the other."""

    old: MeaningTerm
    new: MeaningTerm
    strength: float
    opposed: bool
    scale: str = ""


@lru_cache(maxsize=8_192)
def _alike(one: str, two: str) -> float:
    """How close two different stems are in spelling: typing errors, compounds ("mysqldump" and "dump")."""
    if len(one) < 4 or len(two) < 4:
        return 0.0
    short, long = (one, two) if len(one) <= len(two) else (two, one)
    if short in long and len(short) * 3 >= len(long):
        return ALIKE
    if abs(len(one) - len(two)) <= 2 and len(short) >= 5 and one.isalpha() and two.isalpha():
        return ALIKE if Indel.normalized_similarity(one, two) >= 0.84 else 0.0
    return 0.0


def _meet(a: MeaningTerm, b: MeaningTerm) -> tuple[float, bool, str]:
    """Strength, whether opposed, and the scale on which they meet."""
    turned = a.sign != b.sign
    if a.stem == b.stem:
        return SAME_STEM, turned, ""
    for name, end in a.ends:
        for other, far in b.ends:
            if name == other and end != far:
                return SAME_SCALE, not turned, name
    if (a.stem[:2] == "un") != (b.stem[:2] == "un") and a.stem.removeprefix("un") == b.stem.removeprefix("un"):
        return SAME_SCALE, not turned, "un"
    if not a.groups.isdisjoint(b.groups):
        return SAME_GROUP, turned, ""
    for name, _ in a.ends:
        for other, _ in b.ends:
            if name == other:
                return SAME_SCALE, turned, name
    return _alike(a.stem, b.stem), turned, ""


def _may_name(one: str, two: str, name: bool, other: bool) -> bool:
    """Tell whether a name may stand for another term: for a part of it ("node1", "node"), or without figures in it."""
    if one in two or two in one:
        return not (name and other) or "/" in one + two
    return not (name and other) and not any(map(str.isdigit, one if name else two))


def pair_terms(
    old: SentenceReading, new: SentenceReading
) -> tuple[list[TermPair], list[MeaningTerm], list[MeaningTerm], int]:
    """Pairs terms, strongest first; each term once. Last how many negations a word of denial makes up for."""
    candidates: list[tuple[float, int, int, bool, str]] = []
    others = [(j, b, b.stem, b.stem[:2] == "un") for j, b in enumerate(new.terms)]
    for i, a in enumerate(old.terms):
        one, un, ends, groups, name = a.stem, a.stem[:2] == "un", a.ends, a.groups, a.weight == NAMED
        for j, b, two, un_too in others:
            if one != two and (name or b.weight == NAMED) and not _may_name(one, two, name, b.weight == NAMED):
                continue  # bond0 and bond1 are alike in kind, and two; node1 is not just any server
            if one != two and un is un_too and not (ends and b.ends) and groups.isdisjoint(b.groups):
                if not (strength := _alike(one, two)):  # as most are: a thousand term pairs for each marker
                    continue
                opposed, scale = a.sign != b.sign, ""
            else:
                strength, opposed, scale = _meet(a, b)
            if strength:
                near = 0.004 * len(a.groups & b.groups) + 0.01 * (1 - abs(i / len(old.terms) - j / len(new.terms)))
                candidates.append((strength + near - 0.02 * opposed, i, j, opposed, scale))
    candidates.sort(reverse=True)
    free_old, free_new = set(range(len(old.terms))), set(range(len(new.terms)))
    pairs = []
    for strength, i, j, opposed, scale in candidates:
        if i in free_old and j in free_new:
            free_old.remove(i)
            free_new.remove(j)
            pairs.append(TermPair(old.terms[i], new.terms[j], min(1.0, strength), opposed, scale))
    for pair in tuple(pairs):
        if pair.strength > SAME_GROUP + 0.05 or (pair.old.weight == NAMED) is (pair.new.weight == NAMED):
            continue
        i, j = old.terms.index(pair.old), new.terms.index(pair.new)
        free, terms, place = (free_new, new.terms, j) if pair.old.weight == NAMED else (free_old, old.terms, i)
        if any(n in free and terms[n].weight >= 1 for n in (place - 1, place + 1)):
            pairs.remove(pair)  # pool.ntp.org is not the clock of "the GPS clock"
            free_old.add(i)
            free_new.add(j)
    left_old, left_new = [old.terms[i] for i in sorted(free_old)], [new.terms[j] for j in sorted(free_new)]
    settled, lifted = _transfer(pairs, left_old, left_new)
    return settled, left_old, left_new, lifted


def _transfer(
    pairs: list[TermPair], left_old: list[MeaningTerm], left_new: list[MeaningTerm]
) -> tuple[list[TermPair], int]:
    """Settles negations that sit on another word of the same statement.

    "Never reach clients" and "clients get no updates" deny the same thing: an opposition by negation alone is lifted
    where the side without the negation has a denial of its own that met nothing; where that is a word of denial
    ("forbidden"), it has met the negation, and is left no longer.
    """
    spare = {1: [t for t in left_old if _denies(t)], -1: [t for t in left_new if _denies(t)]}
    settled, lifted = [], 0
    for pair in pairs:
        if pair.opposed and not pair.scale:
            affirming = 1 if pair.old.sign > pair.new.sign else -1
            if spare[affirming]:
                denial = spare[affirming].pop()
                if denial.sign > 0:
                    lifted += 1
                    (left_old if affirming > 0 else left_new).remove(denial)
                pair = replace(pair, opposed=False)  # noqa: PLW2901
        settled.append(pair)
    denied = [place for place, pair in enumerate(settled) if pair.opposed and not pair.scale]
    judged = [place for place, pair in enumerate(settled) if pair.opposed and pair.scale in _CANCELLING]
    for one, other in zip(denied, judged, strict=False):  # "cannot be searched", "no search is possible"
        a, b = settled[one], settled[other]
        if _lower(a) != _lower(b) and a.old.clause == b.old.clause and a.new.clause == b.new.clause:
            settled[one], settled[other] = (replace(settled[n], opposed=False) for n in (one, other))
            lifted += 1
    return settled, lifted


def _lower(pair: TermPair) -> int:
    """Which side of an opposed pair denies: -1 the old one, 1 the new one."""
    if not pair.scale:
        return -1 if pair.old.sign < pair.new.sign else 1
    ends = dict(pair.old.ends)
    return -1 if ends.get(pair.scale, 1) * pair.old.sign < 0 else 1


def _denies(term: MeaningTerm) -> bool:
    return term.sign < 0 or any(end < 0 and name in JUDGING for name, end in term.ends)
