"""What two readings have in common and where they part, as numbers for the judge's weights."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from claudeops_desktop.language.claims.host_names import name_features, turned_words
from claudeops_desktop.language.claims.permission import permissions_differ
from claudeops_desktop.language.claims.polarity import FEATURES as POLARITY_FEATURES
from claudeops_desktop.language.claims.polarity import compare_polarity
from claudeops_desktop.language.claims.sentence_reading import SentenceReading, read
from claudeops_desktop.language.claims.term_relations import MeaningTerm
from claudeops_desktop.language.compare.pairing import SAME_STEM, TermPair, pair_terms
from claudeops_desktop.language.compare.slot_conflict import slots
from claudeops_desktop.language.subjects.attribute import FEATURES, AlignedClaims, ClaimContrast, contrast
from claudeops_desktop.language.subjects.scope import compare_cases, topics
from claudeops_desktop.language.values.values import MeasuredValue, ValueComparison, ValueKind, compare
from claudeops_desktop.language.words.lexicon import JUDGING
from claudeops_desktop.language.words.tokens import LONGEST

_NOTHING = ClaimContrast()


@dataclass(frozen=True, slots=True)
class AlignedReadings:
    """Two readings laid side by side: the pairs of terms, what is left on each side, the values, the numbers, and
    whether one allows what the other does not."""

    pairs: tuple[TermPair, ...]
    left_old: tuple[MeaningTerm, ...]
    left_new: tuple[MeaningTerm, ...]
    values: ValueComparison
    features: tuple[float, ...]
    contrast: ClaimContrast = _NOTHING
    permissions_differ: bool = False

    def feature(self, name: str) -> float:
        """One of the features, by its name in ``NAMES``."""
        return self.features[_PLACES[name]]


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
    "other_doer", "other_theme", "other_end", "other_verb", "other_when", "crossed", "in_place",
    "replaced", "subject_alone", "order_odd", *FEATURES, *POLARITY_FEATURES,
)  # fmt: skip
_PLACES = {name: place for place, name in enumerate(NAMES)}


@lru_cache(maxsize=256)
def meet_texts(old: str, new: str) -> AlignedReadings:
    """``meet`` of what is read of two texts, kept for the last 256 pairs: a new fact is laid beside the same few facts
    once to judge it, and again to weigh what the judge found."""
    return align_readings(read(old[:LONGEST]), read(new[:LONGEST]))


def align_readings(old: SentenceReading, new: SentenceReading) -> AlignedReadings:
    """Lays two readings side by side."""
    pairs, left_old, left_new, lifted = pair_terms(old, new)
    values = compare(old.values, new.values)
    if any(a.kind is ValueKind.DURATION for a, _ in values.agree):  # kept for 14 days, deleted after 14 days
        pairs = [replace(pair, opposed=False) if pair.scale == "keep" else pair for pair in pairs]
    found = contrast(AlignedClaims(old, new, pairs, left_old, left_new, values))
    return AlignedReadings(
        tuple(pairs),
        tuple(left_old),
        tuple(left_new),
        values,
        (
            *_features(old, new, pairs, left_old, left_new, values, lifted),
            *found.features,
            *compare_polarity(old, new, pairs),
        ),
        found,
        permissions_differ(old.permission, new.permission),
    )


def _weight(terms: list[MeaningTerm] | tuple[MeaningTerm, ...]) -> float:
    return sum(term.weight for term in terms)


def _far(pairs: tuple[tuple[MeasuredValue, MeasuredValue], ...]) -> float:
    """How far apart values are: 0 for none, up to 1 for a factor of 16 and more."""
    most = 0.0
    for a, b in pairs:
        low, high = sorted((abs(a.middle), abs(b.middle)))
        most = max(most, min(1.0, math.log2(high / low) / 4) if low > 0 else 1.0)
    return most


def _order(old: SentenceReading, new: SentenceReading) -> tuple[float, float]:
    """Tell whether both say an order, and whether it is turned round or the same."""
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

    left_old: list[MeaningTerm]
    left_new: list[MeaningTerm]
    low: float
    high: float
    swaps: float


def _features(
    old: SentenceReading,
    new: SentenceReading,
    pairs: list[TermPair],
    left_old: list[MeaningTerm],
    left_new: list[MeaningTerm],
    values: ValueComparison,
    lifted: int,
) -> tuple[float, ...]:
    """The numbers in the order of ``NAMES``."""
    texts, shared = _wording(old, new, pairs, left_old, left_new)
    odd = float((old.negators + new.negators + lifted) % 2)
    opposed = [pair for pair in pairs if pair.opposed]
    return (
        *texts,
        *_valued(old, new, values, shared, bool(opposed), odd),
        *name_features(old, new),
        *_denied(old, new, pairs, opposed, shared, odd),
        *_told(old, new, shared),
        topics(old, new, pairs, left_old, left_new, values),
        compare_cases(old, new, pairs, left_old, left_new, values),
        (old.scene + new.scene) / 2,
        turned_words(old, new),
        *_denial(old, new, left_old, left_new, odd),
        *slots(old, new, pairs, left_old, left_new),
        float(bool(old.sooner or old.later) != bool(new.sooner or new.later)),
    )


def _wording(
    old: SentenceReading,
    new: SentenceReading,
    pairs: list[TermPair],
    left_old: list[MeaningTerm],
    left_new: list[MeaningTerm],
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


def _valued(
    old: SentenceReading, new: SentenceReading, values: ValueComparison, shared: _Shared, opposed: bool, odd: float
) -> tuple[float, ...]:
    """The values: which agree, which differ and by how much."""
    apart = float(min(2, len(values.apart)))
    flipped = float(len(values.flipped) > 0)
    left = any(t.weight >= 1 for t in shared.left_old) and any(t.weight >= 1 for t in shared.left_new)
    return (
        float(min(3, len(values.agree))), flipped, flipped * odd, apart,
        float(min(2, len(values.only_old))), float(min(2, len(values.only_new))), _far(values.apart),
        float(bool(old.values and new.values)), float(apart > 0 and not left and not opposed),
        shared.swaps * apart, min(2, len(values.agree)) * (1 - shared.high), apart * shared.low,
    )  # fmt: skip


def _denied(
    old: SentenceReading,
    new: SentenceReading,
    pairs: list[TermPair],
    opposed: list[TermPair],
    shared: _Shared,
    odd: float,
) -> tuple[float, ...]:
    """Opposites, negations, needs."""
    weight = min(2.0, sum(p.strength * max(p.old.weight, p.new.weight) for p in opposed))
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


def _told(old: SentenceReading, new: SentenceReading, shared: _Shared) -> tuple[float, ...]:
    """Words of change and concession, and the order of things."""
    gap = float(min(2, max(0, new.cues - old.cues)))
    turned, in_order = _order(old, new)
    return (
        float(min(3, new.cues)), gap, gap * shared.high,
        float(min(2, abs(old.concessions - new.concessions))), float(old.only != new.only),
        turned, in_order, turned * shared.low,
    )  # fmt: skip


def _denial(
    old: SentenceReading, new: SentenceReading, left_old: list[MeaningTerm], left_new: list[MeaningTerm], odd: float
) -> tuple[float, float]:
    """Where one side denies: how many words of weight the denial and what it is laid beside have of their own. "No
    woman cuts an onion" does not deny that a woman cuts bread."""
    if not odd:
        return 0.0, 0.0
    one, two = (float(min(3, sum(1 for t in left if t.weight >= 1))) for left in (left_old, left_new))
    return (one, two) if old.negators > new.negators else (two, one)


def _negative(terms: list[MeaningTerm] | tuple[MeaningTerm, ...]) -> int:
    """How many of these terms are the negative end of a scale that judges (fails, no effect, unnecessary …)."""
    return sum(
        1 for term in terms if term.ends and any(end * term.sign < 0 and name in JUDGING for name, end in term.ends)
    )


def _other_case(left_old: list[MeaningTerm], left_new: list[MeaningTerm]) -> bool:
    """Tell whether one side names one case and the other side the other one (import and export, client and server)."""
    cases = {(number, -end) for term in left_old for number, end in term.cases}
    return any(case in cases for term in left_new for case in term.cases)


def _swaps(
    old: SentenceReading, new: SentenceReading, left_old: list[MeaningTerm], left_new: list[MeaningTerm]
) -> tuple[float, float, float]:
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


def _matched(old: tuple[MeaningTerm, ...], new: tuple[MeaningTerm, ...], pairs: list[TermPair]) -> float:
    """Tell whether these end terms have found a partner anywhere: 0, a half (one of them), 1."""
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
