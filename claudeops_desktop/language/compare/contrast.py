"""What two facts have each of their own beside the value that differs: words, scopes, conditions (M10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from claudeops_desktop.language.claims.qualifiers import has_unmet_qualifier
from claudeops_desktop.language.claims.sentence_reading import SentenceReading
from claudeops_desktop.language.claims.term_relations import MeaningTerm
from claudeops_desktop.language.compare.pairing import SAME_STEM
from claudeops_desktop.language.subjects.attribute_words import (
    CASE_SCALES,
    CONFINING,
    DAYS,
    EMPTY,
    INCIDENTAL,
    NEARLY,
    OBJECTS,
    SEVERAL,
    SUBJECT,
    TIMES,
    attributes,
    counted,
    scopes,
)
from claudeops_desktop.language.subjects.semantic_roles import SemanticRole
from claudeops_desktop.language.values.values import MeasuredValue, ValueComparison, ValueKind
from claudeops_desktop.language.words.stem import stem

if TYPE_CHECKING:
    from claudeops_desktop.language.compare.pairing import TermPair


def scope_of(reading: SentenceReading, shared: frozenset[str] = frozenset()) -> dict[str, int]:
    """The scopes that a sentence names in words other than ``shared``, by dimension; -1 where it names two of one."""
    table = scopes()
    found: dict[str, int] = {}
    for word in reading.wording:
        if word in table and word not in shared:
            name, number = table[word]
            found[name] = number if found.get(name, number) == number else -1
    return found


@dataclass(frozen=True, slots=True)
class ClaimContrast:
    """What two facts have each of their own beside the value that differs.

    ``scopes`` are dimensions in which they name different scopes, ``alone`` those that one of them names alone;
    ``left_old`` and ``left_new`` what met nothing, ``subject_old`` and ``subject_new`` such words of their subjects;
    ``case`` where they speak of two cases, ``day`` of two days; ``several`` where each names another object of a verb
    that has several; ``end`` where their subjects meet on a scale only; ``object`` where one alone names an object;
    ``crossed`` where each names a scope of a dimension that the other leaves open; ``limited`` which of the two is
    limited by a phrase that the other has nothing like; ``counted`` where they count two kinds of thing; ``framed``
    where they differ in nothing but values and such phrases; ``limits`` the pairs of words that stand in such phrases.
    """

    scopes: tuple[str, ...] = ()
    alone: tuple[str, ...] = ()
    left_old: tuple[MeaningTerm, ...] = ()
    left_new: tuple[MeaningTerm, ...] = ()
    subject_old: tuple[MeaningTerm, ...] = ()
    subject_new: tuple[MeaningTerm, ...] = ()
    case: bool = False
    day: bool = False
    several: bool = False
    end: bool = False
    object: bool = False
    crossed: bool = False
    limited: tuple[bool, bool] = (False, False)
    counted: bool = False
    framed: bool = False
    limits: tuple[TermPair, ...] = ()

    @property
    def features(self) -> tuple[float, ...]:
        """The numbers that the weights are learned with, in the order of ``FEATURES``."""
        subjects = bool(self.subject_old), bool(self.subject_new)
        left = bool(self.left_old), bool(self.left_new)
        return (
            float(bool(self.scopes)), float(bool(self.alone)), float(all(subjects)), float(any(subjects)),
            float(all(left)), float(any(left)), float(self.case or self.day), float(self.several), float(self.end),
        )  # fmt: skip


FEATURES = (
    "scope_other", "scope_alone", "subjects_both", "subjects_one", "attributes_both", "attributes_one",
    "case_other", "several", "subject_end",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class AlignedClaims:
    """Two readings laid side by side, as far as a contrast needs it: pairs of terms, what met nothing, the values."""

    old: SentenceReading
    new: SentenceReading
    pairs: Sequence[TermPair]
    left_old: Sequence[MeaningTerm]
    left_new: Sequence[MeaningTerm]
    values: ValueComparison


def contrast(laid: AlignedClaims) -> ClaimContrast:
    """What each of the two has of its own."""
    old, new, values = laid.old, laid.new, laid.values
    (firm_old, firm_new), (met_old, met_new) = _met(laid)
    one, two = scope_of(old, firm_old), scope_of(new, firm_new)
    alone, beside = scope_of(old, met_old), scope_of(new, met_new)
    left_old, left_new = _left(laid.left_old, old, new, laid), _left(laid.left_new, new, old, laid)
    kinds = {kind for a, b in values.apart for kind in (a.kind, b.kind)}
    more = values.apart or values.agree or left_old or left_new or values.only_old or values.only_new
    return ClaimContrast(
        scopes=tuple(
            name for name in one if name in two and one[name] != two[name] and -1 not in (one[name], two[name])
        ),
        alone=tuple(sorted(name for name in alone.keys() ^ beside.keys() if name not in INCIDENTAL)),
        left_old=tuple(left_old),
        left_new=tuple(left_new),
        subject_old=tuple(_in_subject(left_old, old)),
        subject_new=tuple(_in_subject(left_new, new)),
        case=bool(more) and any(pair.opposed and pair.scale in CASE_SCALES for pair in laid.pairs),
        day=bool(kinds & DAYS and kinds - DAYS - TIMES),
        several=_several(laid, left_old, left_new),
        end=_other_end(laid) or _renamed(laid),
        crossed=bool(alone.keys() - beside.keys() and beside.keys() - alone.keys())
        or bool(left_old and left_new and _confined(left_old, old) and _confined(left_new, new)),
        object=_has_object(left_old, old) != _has_object(left_new, new),
        limited=_limited(laid),
        counted=any(_counts_other(a, b) for a, b in (*values.agree, *values.apart)),
        framed=_frame(old) == _frame(new),
        limits=tuple(p for p in laid.pairs if p.opposed and (_in_limit(p.old, old) or _in_limit(p.new, new))),
    )


def _limited(laid: AlignedClaims) -> tuple[bool, bool]:
    """Which of the two has a qualifier of its own, beside the values that are compared."""
    old, new = laid.old, laid.new
    if not old.qualifiers and not new.qualifiers:
        return False, False
    pairs = (*laid.values.agree, *laid.values.apart, *laid.values.flipped)
    return (
        has_unmet_qualifier(old.qualifiers, new.qualifiers, _stems(new.wording), [a for a, _ in pairs]),
        has_unmet_qualifier(new.qualifiers, old.qualifiers, _stems(old.wording), [b for _, b in pairs]),
    )


@lru_cache(maxsize=256)
def _stems(wording: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(stem, wording))


def _counts_other(a: MeasuredValue, b: MeasuredValue) -> bool:
    """Tell whether two bare numbers count different things: 17 workers, 17 rows."""
    if a.kind is not ValueKind.NUMBER or b.kind is not ValueKind.NUMBER or not (a.noun and b.noun) or a.noun == b.noun:
        return False
    return counted().get(a.noun) is None or counted().get(a.noun) != counted().get(b.noun)


def _frame(reading: SentenceReading) -> frozenset[str]:
    """The stems of a sentence without its values and qualifiers."""
    return frozenset(term.stem for term in reading.terms if not _in_limit(term, reading))


def _in_limit(term: MeaningTerm, reading: SentenceReading) -> bool:
    return any(one.first <= term.place < one.last for one in reading.qualifiers)


def _met(laid: AlignedClaims) -> tuple[tuple[frozenset[str], ...], tuple[frozenset[str], ...]]:
    """The words of the old and of the new fact that found their like in the other: firmly, in the same word and no
    other scope; and in any way."""
    table = scopes()
    firm: tuple[set[str], set[str]] = (set(), set())
    found: tuple[set[str], set[str]] = (set(), set())
    for pair in laid.pairs:
        if pair.opposed:
            continue
        mine, theirs = pair.old.word.split(), pair.new.word.split()
        named = {table[word] for word in mine if word in table}, {table[word] for word in theirs if word in table}
        weak = pair.strength < SAME_STEM - NEARLY or (all(named) and named[0] != named[1])
        same = pair.old.stem == pair.new.stem
        for place, (words, others) in enumerate(((mine, theirs), (theirs, mine))):
            if not same and len(words) > 1:  # a warm start is no start
                stems = {stem(word) for word in others}
                words = [word for word in words if stem(word) in stems]  # noqa: PLW2901
            found[place].update(words)
            if not weak:
                firm[place].update(words)
    return tuple(map(frozenset, firm)), tuple(map(frozenset, found))


def _left(
    left: Sequence[MeaningTerm], here: SentenceReading, there: SentenceReading, laid: AlignedClaims
) -> list[MeaningTerm]:
    """The terms that say something of their own: neither a word of change, nor another name of an attribute that the
    other fact names, nor outside the clause in which a value differs."""
    if not left:
        return []
    known = _attributes_of(there.terms)
    clauses, last = _clauses(laid, here), _last_clause(laid, here)
    found = []
    for term in left:
        role = here.roles[term.place] if term.place < len(here.roles) else SemanticRole.NONE
        if term.weight < 1 and (role is not SemanticRole.VERB or term.word in EMPTY):
            continue
        if any(word in EMPTY for word in term.word.split()) or term.stem in EMPTY:
            continue
        if term.stem == "http" and any(value.kind is ValueKind.CODE for value in here.values):
            continue
        if last is not None and term.clause > last:
            continue  # advice behind what is stated: "… -- wait before checking health"
        if not known.isdisjoint(_attributes_of((term,))):
            continue
        if clauses and term.place < len(here.parts) and here.parts[term.place] not in clauses:
            continue
        found.append(term)
    return found


def _attributes_of(terms: Sequence[MeaningTerm]) -> set[int]:
    """The attributes that some terms are names of."""
    table = attributes()
    found: set[int] = set()
    for term in terms:
        for name in (term.stem, term.word.replace(" ", "_")):
            if name in table:
                found |= table[name]
    return found


def _clauses(laid: AlignedClaims, here: SentenceReading) -> set[int]:
    """The clauses in which a value differs, where they name something that both facts speak of; none else."""
    if not laid.values.apart:
        return set()
    places = {
        here.parts[value.first]
        for pair in laid.values.apart
        for value in pair
        if value.first < len(here.parts) and any(value is one for one in here.values)
    }
    terms = {id(term): term for term in here.terms}
    shared = {
        here.parts[term.place]
        for pair in laid.pairs
        for term in (pair.old, pair.new)
        if id(term) in terms and term.weight >= 1 and term.place < len(here.parts)
    }
    return set(range(max(places) + 1)) if places & shared else set()


def _last_clause(laid: AlignedClaims, here: SentenceReading) -> int | None:
    """The clause of the last value that differs, or of the last opposite; None where there is neither."""
    ends = [v.last for pair in laid.values.apart for v in pair if any(v is one for one in here.values)]
    if not ends:
        ends = [t.place for pair in laid.pairs if pair.opposed for t in (pair.old, pair.new) if t in here.terms]
    if not ends:
        return None
    return max((term.clause for term in here.terms if term.place <= max(ends)), default=0)


def _in_subject(left: Sequence[MeaningTerm], reading: SentenceReading) -> list[MeaningTerm]:
    last = reading.topic.last
    return [
        term
        for term in left
        if (last and term.place < last) or (term.place < len(reading.roles) and reading.roles[term.place] in SUBJECT)
    ]


def _other_end(laid: AlignedClaims) -> bool:
    """Tell whether their subjects meet on one scale only, as alerts and reports do, and not in one word or its
    synonym."""
    return any(
        pair.scale
        and not pair.opposed
        and pair.old.place < laid.old.topic.last
        and pair.new.place < laid.new.topic.last
        for pair in laid.pairs
    )


def _renamed(laid: AlignedClaims) -> bool:
    """Tell whether a value differs and one noun stands for its synonym in the very same frame: the gateway, the
    proxy."""
    if not laid.values.apart or laid.left_old or laid.left_new:
        return False
    others = [pair for pair in laid.pairs if pair.old.stem != pair.new.stem and pair.old.weight >= 1]
    if len(others) != 1 or others[0].opposed or others[0].old.place != others[0].new.place:
        return False
    return (
        laid.old.roles[others[0].old.place] != SemanticRole.VERB if others[0].old.place < len(laid.old.roles) else False
    )


def _confined(left: Sequence[MeaningTerm], reading: SentenceReading) -> bool:
    """Tell whether all that is left says where, for whom or when: what is stated is stated of that."""
    return all(term.place < len(reading.roles) and reading.roles[term.place] in CONFINING for term in left)


def _has_object(left: Sequence[MeaningTerm], reading: SentenceReading) -> bool:
    places = (reading.roles[term.place] for term in left if term.place < len(reading.roles) and term.weight >= 1)
    return SemanticRole.THEME in places


def _several(laid: AlignedClaims, left_old: Sequence[MeaningTerm], left_new: Sequence[MeaningTerm]) -> bool:
    """Tell whether each names another object of a verb that has several: it needs the one and needs the other."""
    objects = all(
        any(reading.roles[term.place] in OBJECTS for term in left if term.place < len(reading.roles))
        for reading, left in ((laid.old, left_old), (laid.new, left_new))
    )
    return objects and any(
        pair.old.stem.split("_")[0] in SEVERAL and pair.new.stem.split("_")[0] in SEVERAL for pair in laid.pairs
    )
