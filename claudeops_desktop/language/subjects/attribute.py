"""Whether two facts that seem to contradict one another speak of one attribute of one thing in one scope (M10).

Another value contradicts only what is said of the same subject, the same attribute and the same scope: environment,
host, condition, direction, protocol, time of day, first or later. What is left over on both sides once words of one
meaning have found each other is the difference between two attributes; what is left on one side alone leaves doubt. A
true fact that disappears costs more than two values that stand side by side, so doubt keeps both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from claudeops_desktop.language.claims.term_relations import MeaningTerm
from claudeops_desktop.language.compare.contrast import FEATURES, AlignedClaims, ClaimContrast, contrast, scope_of
from claudeops_desktop.language.compare.pairing import NAMED
from claudeops_desktop.language.subjects.attribute_words import EMPTY, scopes
from claudeops_desktop.language.subjects.scope import ALONE
from claudeops_desktop.language.types import ContradictionCertainty
from claudeops_desktop.language.values.values import MeasuredValue, ValueBound, ValueComparison, ValueKind
from claudeops_desktop.language.words.lexicon import STOP

__all__ = ["FEATURES", "AlignedClaims", "ClaimContrast", "certainty", "contrast", "of_two_things", "scope_of"]

if TYPE_CHECKING:
    from claudeops_desktop.language.compare.features import AlignedReadings

MERGED = 0.8  # how likely *same* must be where one value stands between words that did not meet
NARROWER = 0.95  # how likely a contradiction must be where one of the two names more in its subject
REWORDED = 0.9  # and how likely to be one said in other words, where each has words of its own beside the value
COUNTED = 0.95  # how likely *same* must be where one number is said of nouns that did not meet
PLAIN = 0.97  # the same where one says more beside it
_BOUNDS = (ValueBound.AT_MOST, ValueBound.AT_LEAST)
FIRM = 0.75  # how likely a contradiction must be to close the old fact by itself


def certainty(meeting: AlignedReadings, chance: float) -> tuple[ContradictionCertainty | None, str]:
    """How sure a contradiction is, and why it is none or not sure; None where the two speak of two things."""
    found, values = meeting.contrast, meeting.values
    left_old, left_new = found.left_old, found.left_new
    opposed = any(pair.opposed for pair in meeting.pairs)
    denied = bool(meeting.feature("negators_odd"))
    claimed = _claimed(meeting)
    if found.scopes and _more_than_scope(meeting, found):
        return None, f"Said of another {found.scopes[0]}."
    if found.crossed and left_old and left_new and values.apart:
        return None, "Each is said of another scope."
    if all(found.limited) and (values.apart or (_opposed_outside(meeting) and chance < REWORDED)):
        return None, "Each is said under a condition of its own."
    if _bounded_apart(values):
        return None, "Each is said within a bound of its own."
    if values.apart and found.limits:
        return None, "Each is said under a condition of its own."
    if found.day:
        return None, "Said of another day."
    if found.case:
        return None, "Said of another case."
    if found.subject_old and found.subject_new and not claimed:
        return None, f"Said of another thing: {_words(found.subject_old)} / {_words(found.subject_new)}."
    if left_old and left_new and values.apart and chance < REWORDED:
        return None, f"Another attribute: {_words(left_old)} / {_words(left_new)}."
    if left_old and left_new and values.agree and not (values.apart or opposed or denied):
        return None, f"The same value of another thing: {_words(left_old)} / {_words(left_new)}."
    if _other_kinds(meeting) and not (opposed or denied):
        return None, "Values of another kind."
    if found.several and not opposed and not denied:
        return None, f"Both can hold: {_words(left_old)} / {_words(left_new)}."
    if _doubtful(meeting, chance, claimed=claimed, denied=denied):
        return ContradictionCertainty.UNSURE, "One of the two speaks of a narrower thing or scope."
    subject = _more_than_claim(meeting) if claimed else bool(found.subject_old or found.subject_new)
    lone = bool(left_old or left_new) and not claimed
    sure = chance >= (PLAIN if lone else FIRM) and not subject
    return (ContradictionCertainty.CERTAIN if sure else ContradictionCertainty.LIKELY), ""


def _bounded_apart(values: ValueComparison) -> bool:
    """Tell whether a bound differs, and a value beside it that is none: 30 % below 40 °C, 80 % above 55 °C."""
    return {one.bound in _BOUNDS and two.bound in _BOUNDS for one, two in values.apart} == {True, False}


def _more_than_claim(meeting: AlignedReadings) -> bool:
    """Tell whether one of the two names more than the other beside what it claims: in its subject, or a value."""
    found, values = meeting.contrast, meeting.values
    sides = (found.subject_old, found.left_old), (found.subject_new, found.left_new)
    if any(subject and len(left) > len(subject) for subject, left in sides):
        return True
    return bool(values.only_old) is not bool(values.only_new)


def _opposed_outside(meeting: AlignedReadings) -> bool:
    """Tell whether the two say the contrary in what they state, and not merely in what it is limited to."""
    found = meeting.contrast
    return any(pair.opposed and pair not in found.limits for pair in meeting.pairs)


def _claimed(meeting: AlignedReadings) -> bool:
    """Tell whether what they name differently is the claim itself: who has a charge, which one is the primary."""
    found, values = meeting.contrast, meeting.values
    if values.apart or values.agree or (values.only_old and values.only_new):
        return False
    names = all(left and all(term.weight == NAMED for term in left) for left in (found.left_old, found.left_new))
    if names and not (found.subject_old and found.subject_new):
        return True
    return meeting.feature("topics") == ALONE or meeting.feature("replaced") > 0


def _other_kinds(meeting: AlignedReadings) -> bool:
    """Tell whether each has a value that the other lacks, and none of one kind: a start at 01:15, a start within 48
    s."""
    values = meeting.values
    one, two = (
        {ValueKind.DURATION if value.kind is ValueKind.PERIOD and len(side) == 1 else value.kind for value in side}
        for side in (values.only_old, values.only_new)
    )
    bare = any(_sort(value) == _BARE for value in (*values.only_old, *values.only_new))
    return not values.apart and bool(one and two) and not one & two and not bare


def _exchanged(values: ValueComparison) -> bool:
    """Tell whether each has a value that the other lacks and that may stand in its place."""
    one, two = ({_sort(value) for value in side} for side in (values.only_old, values.only_new))
    return bool(one and two) and (bool(one & two) or _BARE in one | two)


_BARE = (ValueKind.NUMBER, "")


def _sort(value: MeasuredValue) -> tuple[ValueKind, str]:
    """What a value may be exchanged for: its kind, and what a bare number counts; "every 5 min" is a duration too."""
    if value.kind is ValueKind.NUMBER:
        return ValueKind.NUMBER, "" if value.noun in EMPTY or value.noun in STOP else value.noun
    return (ValueKind.DURATION if value.kind is ValueKind.PERIOD else value.kind), ""


def _shown(meeting: AlignedReadings) -> bool:
    """Tell whether anything in the two shows that they dispute one another."""
    values = meeting.values
    if values.apart or values.flipped or _exchanged(values):
        return True
    if any(pair.opposed for pair in meeting.pairs):
        return True
    shows = "negators_odd needs_apart order_turned only_odd crossed other_case turned_words lone_old lone_new"
    return any(meeting.feature(name) for name in shows.split())


def of_two_things(meeting: AlignedReadings, chance: float) -> str:
    """Why two facts that seem to say the same do not: one value of two parts, in two scopes; "" where they do."""
    found = meeting.contrast
    if found.scopes:
        return f"The same of another {found.scopes[0]}."
    if found.crossed and found.left_old and found.left_new and meeting.values.agree:
        return "The same of another scope."
    if all(found.limited) and meeting.values.agree and (found.framed or chance < REWORDED):
        return "The same under another condition."
    if found.counted and chance < COUNTED:
        return "The same number of other things."
    if found.left_old and found.left_new and _merely_near(meeting.values):
        return f"Near values of another attribute: {_words(found.left_old)} / {_words(found.left_new)}."
    if not meeting.values.agree or chance >= MERGED:
        return ""
    if found.subject_old and found.subject_new:
        return f"The same of another thing: {_words(found.subject_old)} / {_words(found.subject_new)}."
    if found.left_old and found.left_new:
        return f"The same of another attribute: {_words(found.left_old)} / {_words(found.left_new)}."
    return ""


def _merely_near(values: ValueComparison) -> bool:
    """Tell whether they agree only because one is a bound that the other keeps to: over 7422, 9687."""
    return bool(values.agree) and all(a.low != b.low and a.bound is not b.bound for a, b in values.agree)


def _doubtful(meeting: AlignedReadings, chance: float, *, claimed: bool, denied: bool) -> bool:
    """Tell whether one of the two says something narrower, so that both may hold."""
    found, values = meeting.contrast, meeting.values
    narrower = found.end or (bool(found.subject_old or found.subject_new) and not claimed and chance < NARROWER)
    differs = bool(values.apart or values.only_old or values.only_new)
    more = any(term.weight >= 1 for term in (*found.left_old, *found.left_new))
    return (
        (chance < (PLAIN if more else REWORDED) and not (claimed or _shown(meeting)))
        or (narrower and not denied)
        or (bool(found.alone) and differs)
        or (bool(values.apart) and more and (chance < REWORDED or found.object))
    )


def _more_than_scope(meeting: AlignedReadings, found: ClaimContrast) -> bool:
    """Tell whether something beside the scope differs: then each is said of its own scope, and both hold."""
    values = meeting.values
    if values.apart or values.flipped or (values.only_old and values.only_new) or meeting.feature("negators_odd"):
        return True
    if any(pair.opposed and not _scoped(pair.old, found.scopes) for pair in meeting.pairs):
        return True
    return all([term for term in left if not _scoped(term, found.scopes)] for left in (found.left_old, found.left_new))


def _scoped(term: MeaningTerm, dimensions: Iterable[str]) -> bool:
    entry = scopes().get(term.word)
    return entry is not None and entry[0] in dimensions


def _words(terms: Sequence[MeaningTerm]) -> str:
    return ", ".join(term.word[:40] for term in terms[:3])
