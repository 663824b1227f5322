"""What two sentences put into one place: another doer, another means, another end; or the same words crosswise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from claudeops_desktop.language.claims.sentence_reading import SentenceReading
from claudeops_desktop.language.claims.term_relations import MeaningTerm
from claudeops_desktop.language.subjects.semantic_roles import SemanticRole
from claudeops_desktop.language.words.lexicon import word_set
from claudeops_desktop.language.words.stem import stem

if TYPE_CHECKING:
    from claudeops_desktop.language.compare.pairing import TermPair

HEAVY = 1.0
FIRM = 0.8  # how strong a pair must be to count as one and the same word
_DOERS = frozenset((SemanticRole.DOER, SemanticRole.BY, SemanticRole.MEANS))
#: Verbs of a charge: who has it is what the sentence tells, not what it tells something of.
_CHARGES = frozenset(
    map(
        stem,
        word_set(
            """manage own hold lead approve issue apply terminate render handle maintain administer host sign provide
            supply guard operate carry belong responsible make take create"""
        ),
    )
)
_TELLING = word_set("tell call ask inform notify warn")  # what is done beside what helps
_CLAIMS = frozenset((SemanticRole.PLACE, SemanticRole.TO, SemanticRole.AS, SemanticRole.FROM))
_COPULA = frozenset((SemanticRole.BEING, SemanticRole.BE))
_BESIDE = (
    _DOERS | _CLAIMS | {SemanticRole.BE, SemanticRole.FOR, SemanticRole.WITHOUT, SemanticRole.WHEN, SemanticRole.CASE}
)
_CASES = frozenset((SemanticRole.CASE, SemanticRole.WHEN))
_SUBJECTS = frozenset((SemanticRole.DOER, SemanticRole.THEME, SemanticRole.BEING))
_CROSSING = frozenset(
    (SemanticRole.DOER, SemanticRole.THEME, SemanticRole.PLACE, SemanticRole.FROM, SemanticRole.TO, SemanticRole.FOR)
)


def slots(
    old: SentenceReading,
    new: SentenceReading,
    pairs: Sequence[TermPair],
    left_old: Sequence[MeaningTerm],
    left_new: Sequence[MeaningTerm],
) -> tuple[float, ...]:
    """1 or 0 each: another doer or means; another theme; another end or what it is said to be; another verb; another
    case; words crosswise. Then how much of what is in both stands in the same place (0 to 1)."""
    if old.scene or new.scene:  # of two scenes either may be about somebody else, whatever fills their places
        return (0.0,) * 9
    one, two = _filled(old, left_old), _filled(new, left_new)
    exchanged: tuple[float, ...] = (0.0,) * 5
    if one and two:
        doer = bool(one & _DOERS and two & _DOERS)
        doer = doer or bool(one & _DOERS and SemanticRole.BE in two) or bool(two & _DOERS and SemanticRole.BE in one)
        theme = (SemanticRole.THEME in one and SemanticRole.THEME in two) or (
            SemanticRole.BEING in one and SemanticRole.BEING in two
        )
        theme = (
            theme
            or (SemanticRole.THEME in one and SemanticRole.DOER in two)
            or (SemanticRole.THEME in two and SemanticRole.DOER in one)
        )
        claim = bool(one & _CLAIMS and two & _CLAIMS) or (SemanticRole.BE in one and bool(two & _COPULA))
        claim = claim or (SemanticRole.BE in two and bool(one & _COPULA))
        exchanged = tuple(map(float, (doer, theme, claim, SemanticRole.VERB in one & two, bool(one & two & _CASES))))
    firm: list[tuple[TermPair, str, str]] = []
    told: list[tuple[str, str]] = []
    kept, there, here = 0, old.roles, new.roles
    for pair in pairs:
        if pair.strength < FIRM or pair.old.place >= len(there) or pair.new.place >= len(here):
            continue  # a need that was read out of a double negation has no place of its own
        was, now = there[pair.old.place], here[pair.new.place]
        firm.append((pair, was, now))
        if was and now and pair.old.weight >= HEAVY:
            told.append((was, now))
            kept += was is now or _alike(was, now)
    crossed = float(_crossed(firm) or _other_company(old, new, firm))
    replaced = 0.0
    if one and two:
        charge = any(was is now is SemanticRole.VERB and pair.old.stem in _CHARGES for pair, was, now in firm)
        replaced = _replaced(one, two, told, charge, _orders(old) and _orders(new))
    return (
        *exchanged,
        crossed,
        kept / max(1, len(told)),
        replaced,
        _subject_alone(old, new, pairs, left_old, left_new),
    )


def _subject_alone(
    old: SentenceReading,
    new: SentenceReading,
    pairs: Sequence[TermPair],
    left_old: Sequence[MeaningTerm],
    left_new: Sequence[MeaningTerm],
) -> float:
    """1 where they meet in their subject or their verb alone, and each says something else of it."""
    if pairs and all(
        old.roles[pair.old.place : pair.old.place + 1]
        == (SemanticRole.VERB,)
        == new.roles[pair.new.place : pair.new.place + 1]
        for pair in pairs
    ):
        return float(not _filled(old, left_old) & _filled(new, left_new))
    one, two = old.topic.last, new.topic.last
    if not one or not two or old.topic.fronted or new.topic.fronted:
        return 0.0
    if any(pair.old.place >= one or pair.new.place >= two for pair in pairs):
        return 0.0
    said = (
        any(t.place >= one and t.weight >= HEAVY for t in left_old),
        any(t.place >= two and t.weight >= HEAVY for t in left_new),
    )
    return float(bool(pairs) and all(said))


def _filled(reading: SentenceReading, left: Sequence[MeaningTerm]) -> set[str]:
    """The places of what is left that says something: words of weight, and verbs."""
    found = ((reading.roles[term.place], term) for term in left if term.place < len(reading.roles))
    return {role for role, term in found if term.weight >= HEAVY or role is SemanticRole.VERB}


def _replaced(one: set[str], two: set[str], told: Sequence[tuple[str, str]], charge: bool, orders: bool) -> float:
    """Tell whether all that is left on each side fills one and the same place of one frame, and is what the sentence
    claims: 1 for an end, 2 for a means or a doer behind "by", 3 for who has a charge, 4 for a remedy; -1 for two
    subjects."""
    if (
        SemanticRole.VERB in one
        and SemanticRole.VERB in two
        and SemanticRole.DOER not in one | two
        and not (one | two) & _CASES
    ):
        return 4.0 if orders and any(was is now is SemanticRole.WHEN for was, now in told) else 0.0
    few, many = (one, two) if len(one) <= len(two) else (two, one)
    means = (
        few <= _DOERS | {SemanticRole.BE} and bool(many & (_DOERS | {SemanticRole.BE})) and bool((few | many) & _DOERS)
    )
    if not any(was in _SUBJECTS and now in _SUBJECTS for was, now in told):
        done = any(was is now and was in (SemanticRole.VERB, SemanticRole.FOR) for was, now in told)
        return 2.0 if done and means and many <= _BESIDE else 0.0
    if one == {SemanticRole.DOER} == two:
        return 3.0 if charge else -1.0
    if means and many <= _BESIDE:
        return 2.0
    return float(few <= _CLAIMS | {SemanticRole.BE} and bool(many & (_CLAIMS | {SemanticRole.BE})) and many <= _BESIDE)


def _orders(reading: SentenceReading) -> bool:
    """Tell whether it says what to do, and not merely whom to tell."""
    return SemanticRole.DOER not in reading.roles and _TELLING.isdisjoint(reading.wording)


def _alike(was: str, now: str) -> bool:
    return (
        was is now
        or {was, now} <= _DOERS
        or {was, now} <= _CLAIMS
        or {was, now} == {SemanticRole.DOER, SemanticRole.THEME}
    )


def _crossed(firm: Sequence[tuple[TermPair, str, str]]) -> bool:
    """Tell whether two words stand in each other's places: "from Oslo to Bergen", "from Bergen to Oslo"."""
    turned = {(was, now) for _, was, now in firm if was is not now and was in _CROSSING and now in _CROSSING}
    if len(turned) < 2 or any(
        was is now is SemanticRole.VERB and pair.old.stem != pair.new.stem for pair, was, now in firm
    ):
        return False  # a restart keeps the cache, the cache survives a restart
    return any((now, was) in turned for was, now in turned)


def _other_company(old: SentenceReading, new: SentenceReading, firm: Sequence[tuple[TermPair, str, str]]) -> bool:
    """Tell whether two names change the parts that they stand in: "mx1 is the standby and mx2 takes the mail"."""
    if old.parts[-1:] == old.parts[:1] or new.parts[-1:] == new.parts[:1]:
        return False
    at = [(pair.old.stem in old.names, old.parts[pair.old.place], new.parts[pair.new.place]) for pair, _, _ in firm]
    names = [(was, now) for named, was, now in at if named]
    rest = {(was, now) for named, was, now in at if not named}
    return any(
        was != other and now != then and (was, then) in rest and (other, now) in rest
        for was, now in names
        for other, then in names
    )
