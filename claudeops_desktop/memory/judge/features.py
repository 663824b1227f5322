"""What two readings have in common and where they part, as numbers for the judge's weights."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import Indel, Levenshtein

from claudeops_desktop.memory.judge.about import cases, topics
from claudeops_desktop.memory.judge.lexicon import JUDGING
from claudeops_desktop.memory.judge.names import named, turned_words
from claudeops_desktop.memory.judge.reading import Reading
from claudeops_desktop.memory.judge.relations import Term
from claudeops_desktop.memory.judge.values import Comparison, Value, compare

NAMED = 1.2  # the weight of a name
SAME_STEM, SAME_GROUP, SAME_SCALE, ALIKE = 1.0, 0.85, 0.8, 0.7


@dataclass(frozen=True, slots=True)
class Pair:
    """Two terms that stand for each other; ``opposed`` where one says the contrary of the other."""

    old: Term
    new: Term
    strength: float
    opposed: bool
    scale: str = ""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two readings laid side by side: the pairs of terms, what is left on each side, the values, the numbers."""

    pairs: tuple[Pair, ...]
    left_old: tuple[Term, ...]
    left_new: tuple[Term, ...]
    values: Comparison
    features: tuple[float, ...]

    def named(self, name: str) -> float:
        """One of the features, by its name in ``NAMES``."""
        return self.features[_PLACES[name]]


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


def _meet(a: Term, b: Term) -> tuple[float, bool, str]:
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
    """Whether a name may stand for another term: for a part of it ("node1", "node"), or without figures in it."""
    if one in two or two in one:
        return not (name and other) or "/" in one + two
    return not (name and other) and not any(map(str.isdigit, one if name else two))


def pair_terms(old: Reading, new: Reading) -> tuple[list[Pair], list[Term], list[Term]]:
    """Pairs terms, strongest first; each term once."""
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
            pairs.append(Pair(old.terms[i], new.terms[j], min(1.0, strength), opposed, scale))
    left_old, left_new = [old.terms[i] for i in sorted(free_old)], [new.terms[j] for j in sorted(free_new)]
    return _transfer(pairs, left_old, left_new), left_old, left_new


def _transfer(pairs: list[Pair], left_old: list[Term], left_new: list[Term]) -> list[Pair]:
    """Settles negations that sit on another word of the same statement.

    "Never reach clients" and "clients get no updates" deny the same thing: an opposition by negation alone is lifted
    where the side without the negation has a denial of its own that met nothing.
    """
    spare = {1: sum(map(_denies, left_old)), -1: sum(map(_denies, left_new))}
    settled = []
    for pair in pairs:
        if pair.opposed and not pair.scale:
            affirming = 1 if pair.old.sign > pair.new.sign else -1
            if spare[affirming]:
                spare[affirming] -= 1
                pair = replace(pair, opposed=False)  # noqa: PLW2901
        settled.append(pair)
    return settled


def _denies(term: Term) -> bool:
    return term.sign < 0 or any(end < 0 and name in JUDGING for name, end in term.ends)


NAMES = (
    "cover_old", "cover_new", "cover_low", "cover_high", "exact_low", "left_old", "left_new", "left_low",
    "token_sort", "token_set", "ratio", "partial", "length_low", "length_gap", "frame", "first_term", "last_term",
    "swaps", "value_swaps", "swap_frame", "other_case", "case_cover", "left_cover",
    "agree", "flipped", "flipped_odd", "apart", "only_old", "only_new", "apart_far", "values_both",
    "identical_but_values", "swap_apart", "agree_low_cover", "apart_cover",
    "names_shared", "names_old", "names_new", "names_twins",
    "opposed", "opposed_scale", "opposed_sign", "agreed_scale", "negators_odd", "negators_gap", "negators_new",
    "needs_apart", "needs_same", "lone_old", "lone_new", "valence_odd", "opposed_cover", "odd_cover", "lone_cover",
    "cues_new", "cues_gap", "cue_cover", "concede_odd", "only_odd", "order_turned", "order_same", "turned_cover",
    "topics", "cases", "scene", "turned_words", "denial_left", "denied_left",
)  # fmt: skip
_PLACES = {name: place for place, name in enumerate(NAMES)}


def meet(old: Reading, new: Reading) -> Meeting:
    """Lays two readings side by side."""
    pairs, left_old, left_new = pair_terms(old, new)
    values = compare(old.values, new.values)
    return Meeting(
        tuple(pairs), tuple(left_old), tuple(left_new), values, _features(old, new, pairs, left_old, left_new, values)
    )


def _weight(terms: list[Term] | tuple[Term, ...]) -> float:
    return sum(term.weight for term in terms)


def _far(pairs: tuple[tuple[Value, Value], ...]) -> float:
    """How far apart values are: 0 for none, up to 1 for a factor of 16 and more."""
    most = 0.0
    for a, b in pairs:
        low, high = sorted((abs(a.middle), abs(b.middle)))
        most = max(most, min(1.0, math.log2(high / low) / 4) if low > 0 else 1.0)
    return most


def _order(old: Reading, new: Reading) -> tuple[float, float]:
    """Whether both say an order, and whether it is turned round or the same."""
    if not (old.sooner or old.later) or not (new.sooner or new.later):
        return 0.0, 0.0
    both = (old.sooner & old.later) | (new.sooner & new.later)  # "the leader … after the leader is lost" orders others
    moved_on, moved_up = (old.sooner & new.later) - both, (old.later & new.sooner) - both
    if not (moved_on | moved_up) & old.heavy & new.heavy:
        return 0.0, float(bool((old.sooner & new.sooner) | (old.later & new.later)))
    if moved_on and moved_up:
        return 1.0, 0.0
    same = len(old.sooner & new.sooner) + len(old.later & new.later)
    turned = len(moved_on) + len(moved_up)
    return float(turned > same), float(same > turned)


@dataclass(frozen=True, slots=True)
class _Shared:
    """What several groups of features need: terms left over, how much is covered, stretches exchanged."""

    left_old: list[Term]
    left_new: list[Term]
    low: float
    high: float
    swaps: float


def _features(
    old: Reading, new: Reading, pairs: list[Pair], left_old: list[Term], left_new: list[Term], values: Comparison
) -> tuple[float, ...]:
    """The numbers in the order of ``NAMES``."""
    texts, shared = _wording(old, new, pairs, left_old, left_new)
    opposed = [pair for pair in pairs if pair.opposed]
    return (
        *texts,
        *_valued(old, new, values, shared, bool(opposed)),
        *named(old, new),
        *_denied(old, new, pairs, opposed, shared),
        *_told(old, new, shared),
        topics(old, new, pairs, left_old, left_new, values),
        cases(old, new, pairs, left_old, left_new, values),
        (old.scene + new.scene) / 2,
        turned_words(old, new),
        *_denial(old, new, left_old, left_new),
    )


def _wording(
    old: Reading, new: Reading, pairs: list[Pair], left_old: list[Term], left_new: list[Term]
) -> tuple[tuple[float, ...], _Shared]:
    """How much of one sentence is in the other, by meaning and by letters, and how alike they are built."""
    total_old, total_new = _weight(old.terms) or 1.0, _weight(new.terms) or 1.0
    cover_old = sum(pair.strength * pair.old.weight for pair in pairs) / total_old
    cover_new = sum(pair.strength * pair.new.weight for pair in pairs) / total_new
    low, high = min(cover_old, cover_new), max(cover_old, cover_new)
    exact = sum(pair.old.weight for pair in pairs if pair.strength >= SAME_STEM)
    heavy_old = sum(1 for term in left_old if term.weight >= 1)
    heavy_new = sum(1 for term in left_new if term.weight >= 1)
    left_low = float(min(heavy_old, heavy_new, 6))
    swaps, value_swaps, kept = _swaps(old, new, left_old, left_new)
    other = float(_other_case(left_old, left_new))
    few, many = sorted((len(old.terms), len(new.terms)))
    numbers = (
        cover_old, cover_new, low, high, exact / max(total_old, total_new),
        min(6.0, heavy_old), min(6.0, heavy_new), left_low,
        fuzz.token_sort_ratio(old.words, new.words) / 100, fuzz.token_set_ratio(old.words, new.words) / 100,
        fuzz.ratio(old.words, new.words) / 100, fuzz.partial_ratio(old.words, new.words) / 100,
        math.log1p(few), math.log((many + 1) / (few + 1)), _frame(old.words, new.words),
        _matched(old.terms[:1], new.terms[:1], pairs), _matched(old.terms[-1:], new.terms[-1:], pairs),
        min(3.0, swaps), min(3.0, value_swaps), swaps * kept, other, other * low, left_low * low,
    )  # fmt: skip
    return numbers, _Shared(left_old, left_new, low, high, swaps)


def _valued(old: Reading, new: Reading, values: Comparison, shared: _Shared, opposed: bool) -> tuple[float, ...]:
    """The values: which agree, which differ and by how much."""
    apart = float(min(2, len(values.apart)))
    flipped = float(len(values.flipped) > 0)
    left = any(t.weight >= 1 for t in shared.left_old) and any(t.weight >= 1 for t in shared.left_new)
    return (
        float(min(3, len(values.agree))), flipped, flipped * _odd(old, new), apart,
        float(min(2, len(values.only_old))), float(min(2, len(values.only_new))), _far(values.apart),
        float(bool(old.values and new.values)), float(apart > 0 and not left and not opposed),
        shared.swaps * apart, min(2, len(values.agree)) * (1 - shared.high), apart * shared.low,
    )  # fmt: skip


def _denied(old: Reading, new: Reading, pairs: list[Pair], opposed: list[Pair], shared: _Shared) -> tuple[float, ...]:
    """Opposites, negations, needs."""
    weight = min(2.0, sum(p.strength * max(p.old.weight, p.new.weight) for p in opposed))
    odd = _odd(old, new)
    negative = _negative(old.terms) + _negative(new.terms)
    return (
        weight, float(any(p.scale for p in opposed)), float(any(not p.scale for p in opposed)),
        float(min(3, sum(1 for pair in pairs if pair.scale and not pair.opposed))),
        odd, float(min(2, abs(old.negators - new.negators))), float(min(2, new.negators)),
        float((old.needs < 0 and new.needy) or (new.needs < 0 and old.needy)),
        float((old.needs > 0 and new.needy) or (new.needs > 0 and old.needy)),
        float(min(2, _negative(shared.left_old))), float(min(2, _negative(shared.left_new))),
        float((old.negators + new.negators + negative) % 2), weight * shared.low, odd * shared.low,
        abs(_negative(shared.left_old) - _negative(shared.left_new)) * shared.high,
    )  # fmt: skip


def _told(old: Reading, new: Reading, shared: _Shared) -> tuple[float, ...]:
    """Words of change and concession, and the order of things."""
    gap = float(min(2, max(0, new.cues - old.cues)))
    turned, in_order = _order(old, new)
    return (
        float(min(3, new.cues)), gap, gap * shared.high,
        float(min(2, abs(old.concessions - new.concessions))), float(old.only != new.only),
        turned, in_order, turned * shared.low,
    )  # fmt: skip


def _denial(old: Reading, new: Reading, left_old: list[Term], left_new: list[Term]) -> tuple[float, float]:
    """Where one side denies: how many words of weight the denial and what it is laid beside have of their own. "No
    woman cuts an onion" does not deny that a woman cuts bread."""
    if not _odd(old, new):
        return 0.0, 0.0
    one, two = (float(min(3, sum(1 for t in left if t.weight >= 1))) for left in (left_old, left_new))
    return (one, two) if old.negators > new.negators else (two, one)


def _odd(old: Reading, new: Reading) -> float:
    return float((old.negators + new.negators) % 2)


def _negative(terms: list[Term] | tuple[Term, ...]) -> int:
    """How many of these terms are the negative end of a scale that judges (fails, no effect, unnecessary …)."""
    return sum(
        1 for term in terms if term.ends and any(end * term.sign < 0 and name in JUDGING for name, end in term.ends)
    )


def _other_case(left_old: list[Term], left_new: list[Term]) -> bool:
    """Whether one side names one case and the other side the other one (import and export, client and server)."""
    cases = {(number, -end) for term in left_old for number, end in term.cases}
    return any(case in cases for term in left_new for case in term.cases)


def _swaps(old: Reading, new: Reading, left_old: list[Term], left_new: list[Term]) -> tuple[float, float, float]:
    """Word for word: how many stretches exchange a term for an unrelated one, how many hold figures, what is kept."""
    one, two = old.words.split(), new.words.split()
    if not one or not two:
        return 0.0, 0.0, 0.0
    heavy_old = {word for t in left_old for word in t.word.split()}
    heavy_new = {word for t in left_new for word in t.word.split()}
    swaps = figures = kept = 0
    for step in Levenshtein.opcodes(one, two):
        was, now = one[step.src_start : step.src_end], two[step.dest_start : step.dest_end]
        if step.tag == "equal":
            kept += len(was)
        elif step.tag == "replace":
            swaps += bool(heavy_old & set(was)) and bool(heavy_new & set(now))
            figures += any(w[:1].isdigit() for w in was) and any(w[:1].isdigit() for w in now)
    return float(swaps), float(figures), kept / max(len(one), len(two))


def _matched(old: tuple[Term, ...], new: tuple[Term, ...], pairs: list[Pair]) -> float:
    """Whether these end terms have found a partner anywhere: 0, a half (one of them), 1."""
    ends_old, ends_new = {id(t) for t in old}, {id(t) for t in new}
    hit = any(id(p.old) in ends_old for p in pairs), any(id(p.new) in ends_new for p in pairs)
    return sum(hit) / 2


def _frame(old: str, new: str) -> float:
    """How much of the word sequence is common at the two ends: one frame with another filling."""
    one, two = old.split(), new.split()
    most = min(len(one), len(two))
    head = 0
    while head < most and one[head] == two[head]:
        head += 1
    tail = 0
    while tail < most - head and one[-1 - tail] == two[-1 - tail]:
        tail += 1
    return 2 * (head + tail) / (len(one) + len(two)) if one and two else 0.0
