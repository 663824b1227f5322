"""Whether two readings speak of two things, or of two cases of one: then another value is no change of value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from claudeops_desktop.language.claims.sentence_reading import SentenceReading
from claudeops_desktop.language.claims.term_relations import MeaningTerm
from claudeops_desktop.language.values.values import MeasuredValue, ValueComparison, ValueKind
from claudeops_desktop.language.words.lexicon import word_set

if TYPE_CHECKING:
    from claudeops_desktop.language.compare.pairing import TermPair

ALONE, PERHAPS, WORDS, NAMES = -1.0, 0.5, 1.0, 2.0
#: Words of the frame that tell two subjects apart all the same.
_TELLING = word_set("client server user new old first last next small large big long access default")
#: Opposites that are no two things: "a restart is needed", "a reload is enough".
_DONE = frozenset(("restarting",))
_NAMING = frozenset((ValueKind.PORT, ValueKind.WEEKDAY, ValueKind.PERIOD, ValueKind.MONTH, ValueKind.ADDRESS))
_TOLD = frozenset((ValueKind.CODE, ValueKind.VERSION))


def topics(
    old: SentenceReading,
    new: SentenceReading,
    pairs: Sequence[TermPair],
    left_old: Sequence[MeaningTerm],
    left_new: Sequence[MeaningTerm],
    values: ValueComparison,
) -> float:
    """How far their subjects are apart.

    ``NAMES`` where they are two instances (pg-01, pg-02), ``WORDS`` where they are two of one kind (hot tier, cold
    tier) or opposites (primary, replica), ``PERHAPS`` where only their words differ, ``ALONE`` where two names are each
    said to be the one ("sda1 is the boot disk"), else 0.
    """
    one, two = old.topic, new.topic
    if not one.last or not two.last:
        return 0.0
    parted_old = [term for term in left_old if term.place < one.last]
    parted_new = [term for term in left_new if term.place < two.last]
    named = _named(parted_old, old) and _named(parted_new, new)
    named = named or any(
        a.first < one.last and b.first < two.last and _names(a, old) and _names(b, new)
        for a, b in values.apart
        if a.denied == b.denied
    )
    opposed = any(
        pair.opposed
        and pair.old.place < one.last
        and pair.new.place < two.last
        and (
            (pair.scale and pair.scale not in _DONE)
            or (one.fronted and two.fronted)
            or (old.scene and new.scene and not _no_one(old, new))
        )
        for pair in pairs
    )
    worded = bool(parted_old and parted_new) and (
        any(term.weight >= 1 for term in parted_old + parted_new)
        or all(term.word in _TELLING for term in parted_old + parted_new)
    )
    kind = all(any(_tells(term) for term in parted) for parted in (parted_old, parted_new)) and any(
        pair.old.place < one.last and pair.new.place < two.last and not pair.opposed for pair in pairs
    )
    if not (named or opposed or worded):
        return 0.0
    if one.unique and two.unique and not opposed:
        rest = [t for t in left_old if t.place >= one.last] + [t for t in left_new if t.place >= two.last]
        if not rest and not values.only_old and not values.only_new:
            single = len(parted_old) == len(parted_new) == 1 and worded
            return ALONE if (named or single) and not values.apart else 0.0
    if named:
        return NAMES
    return WORDS if opposed or kind else PERHAPS


def _no_one(old: SentenceReading, new: SentenceReading) -> bool:
    """Tell whether one denies its whole subject ("no man is …"); "a man without a hat" is a man all the same."""
    return not any("without" in reading.wording[: reading.topic.last] for reading in (old, new))


def _tells(term: MeaningTerm) -> bool:
    return term.weight >= 1 or term.word in _TELLING


def _named(terms: Sequence[MeaningTerm], reading: SentenceReading) -> bool:
    return any(term.stem in reading.names for term in terms)


def _names(value: MeasuredValue, reading: SentenceReading) -> bool:
    """Tell whether a value of the subject names it, and is not what the sentence claims."""
    if value.kind in _NAMING:
        return True
    if value.kind in _TOLD:
        return not reading.topic.states
    return any(place in reading.topic.instances for place in range(value.first, value.last))


def compare_cases(
    old: SentenceReading,
    new: SentenceReading,
    pairs: Sequence[TermPair],
    left_old: Sequence[MeaningTerm],
    left_new: Sequence[MeaningTerm],
    values: ValueComparison,
) -> float:
    """1 where each says something else, and of another case of one thing ("5 s when warm", "90 s when cold"), a half
    where the cases merely differ in words, else 0."""
    (begin, end), (start, stop) = old.topic.case, new.topic.case
    if not end or not stop or old.needs or new.needs:
        return 0.0
    inside = [pair for pair in pairs if begin <= pair.old.place < end and start <= pair.new.place < stop]
    opposed = any(pair.opposed for pair in inside)
    worded = any(begin <= t.place < end for t in left_old) and any(start <= t.place < stop for t in left_new)
    if not (opposed or worded):
        return 0.0
    claimed = any(not begin <= a.first < end and not start <= b.first < stop for a, b in values.apart)
    turned = any(p.opposed and not (begin <= p.old.place < end) and not (start <= p.new.place < stop) for p in pairs)
    return (1.0 if opposed or inside else 0.5) if claimed or turned else 0.0
