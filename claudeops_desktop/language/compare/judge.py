"""Decides what a new operational fact is to an old one of the same service and category (PRODUCT E7, M9 to M11).

*same*: the old one holds, said again. *contradiction*: about the same thing, with another conclusion or another value.
*different*: both stand. What the two share and where they part is put into numbers (``features``), from which learned
weights say how likely each verdict is; a few rules exclude what the values rule out (``rules``), and a contradiction is
only as sure as it is one of the same attribute in the same scope (``attribute``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

import numpy as np

from claudeops_desktop.language.claims.event_wording import resulting_state
from claudeops_desktop.language.claims.host_change import find_host_change
from claudeops_desktop.language.claims.sentence_reading import SentenceReading, read
from claudeops_desktop.language.compare.decision_trees import model
from claudeops_desktop.language.compare.features import AlignedReadings, meet_texts
from claudeops_desktop.language.compare.reason_text import explain_verdict
from claudeops_desktop.language.compare.rules import RULES, Chances, VerdictRule, decide
from claudeops_desktop.language.compare.shared_keys import SharedKeyIndex
from claudeops_desktop.language.subjects.attribute import certainty, of_two_things
from claudeops_desktop.language.types import ContradictionCertainty, PairJudgement, Verdict
from claudeops_desktop.language.words.lexicon import word_set
from claudeops_desktop.language.words.tokens import LONGEST

CLOSEST = 12
_NO_SHARE = 1e-9
PLAIN = 0.5  # how likely a contradiction without another value must be to count where one of the two may be narrower
SHARPNESS = 2.5  # without another value the weights are seldom as sure as the limits of attribute.py ask for

_INDEX = SharedKeyIndex()
_APART = PairJudgement(Verdict.DIFFERENT, 0.95, "About other things: too few words in common.")


def judge(old: str, new: str) -> PairJudgement:
    """What ``new`` is to ``old``: a verdict, how sure (0 to 1), and one sentence that says why. Never raises."""
    return _judge_each([old], new)[0]


def judge_all(new: str, olds: Sequence[str]) -> list[PairJudgement]:
    """``judge`` for every old fact, in their order; *different* for those that ``judge_nearest`` leaves out."""
    found = judge_nearest(new, olds)
    return [found.get(place, _APART) for place in range(len(olds))]


def judge_nearest(new: str, olds: Sequence[str]) -> dict[int, PairJudgement]:
    """``judge`` for the ``CLOSEST`` old facts by shared words and meanings, by their places in ``olds``, in order. The
    others are about other things."""
    if len(olds) <= CLOSEST:
        return dict(enumerate(_judge_each(olds, new)))
    shares = _INDEX.shares(new, olds)
    least = max(np.partition(shares, -CLOSEST)[-CLOSEST], _NO_SHARE)
    near = np.flatnonzero(shares >= least)
    chosen = set(near[np.argsort(shares[near], kind="stable")][-CLOSEST:].tolist())  # of equals the newest
    if new in olds:
        chosen |= {place for place, old in enumerate(olds) if old == new}
    places = sorted(chosen)
    return dict(zip(places, _judge_each([olds[place] for place in places], new), strict=True))


def preload_judge(texts: Sequence[str]) -> int:
    """Read the lexicon, the weights and these texts now, so that no marker has to wait for that; how many texts."""
    model()
    _INDEX.keep(texts)
    return len(texts)


def _judge_each(olds: Sequence[str], new: str) -> list[PairJudgement]:
    """The verdict on each old fact, those that need the weights all at once: most of their time goes into calls."""
    found: list[PairJudgement | AlignedReadings] = [_judge_at_sight(old, new) for old in olds]
    unsettled = [one for one in found if isinstance(one, AlignedReadings)]
    if not unsettled:
        return cast(list[PairJudgement], found)
    chances = iter(model().chances([one.features for one in unsettled]))
    return [
        _decided(old, new, one, next(chances)) if isinstance(one, AlignedReadings) else one
        for old, one in zip(olds, found, strict=True)
    ]


def _judge_at_sight(old: str, new: str) -> PairJudgement | AlignedReadings:
    """The verdict where the words alone show it; else the two readings laid side by side."""
    if old.split() == new.split():
        return PairJudgement(Verdict.SAME, 1.0, "The same words.")
    if old[:LONGEST] == new[:LONGEST]:
        return PairJudgement(Verdict.DIFFERENT, 0.5, f"Alike in the first {LONGEST:,} characters, but not beyond.")
    hosts = find_host_change(resulting_state(old), resulting_state(new))
    if hosts is not None:
        reason = f"Lives on another host: {hosts[0]} / {hosts[1]}."
        return PairJudgement(Verdict.CONTRADICTION, 0.95, reason, ContradictionCertainty.CERTAIN)
    before, after = read(old[:LONGEST]), read(new[:LONGEST])
    if before.wording and before.wording == after.wording:
        return PairJudgement(Verdict.SAME, 0.99, "The same words, written a little differently.")
    if not (before.terms or before.values) or not (after.terms or after.values):
        return PairJudgement(Verdict.DIFFERENT, 0.6, "One of the two says nothing that can be compared.")
    meeting = meet_texts(old, new)
    if _only_small_words(before, after, meeting):
        return PairJudgement(Verdict.SAME, 0.97, explain_verdict(Verdict.SAME, before, after, meeting))
    return meeting


def _decided(old: str, new: str, meeting: AlignedReadings, chances: Chances) -> PairJudgement:
    """The verdict that the weights' chances come to."""
    verdict, chance, reason, sure = decide_verdict(meeting, chances)
    told = explain_verdict(
        Verdict.CONTRADICTION if sure else verdict, read(old[:LONGEST]), read(new[:LONGEST]), meeting
    )
    if reason:
        told = f"{reason} {told}" if sure else reason
    return PairJudgement(verdict, round(model().certainty_of(verdict, chance), 3), told, sure)


def decide_verdict(
    meeting: AlignedReadings, chances: Chances, rules: Iterable[VerdictRule] = RULES
) -> tuple[Verdict, float, str, ContradictionCertainty | None]:
    """The verdict that rules and attributes leave of these chances of same, contradiction and different; how likely it
    was; why it is not the likelier one ("" where it is), and how sure a contradiction is (M10)."""
    verdict, chance = decide(meeting, chances, rules)
    if verdict is Verdict.SAME and (reason := of_two_things(meeting, chance / (chance + chances[2]))):
        return Verdict.DIFFERENT, 1 - chance, reason, None
    if verdict is not Verdict.CONTRADICTION:
        return verdict, chance, "", None
    if not meeting.values.apart:  # whether they are of one attribute lies between these two verdicts
        one, two = chances[1] ** SHARPNESS, chances[2] ** SHARPNESS
        chance_of_one = one / (one + two)
    else:
        chance_of_one = chance
    sure, reason = certainty(meeting, chance_of_one)
    if sure is None:
        return Verdict.DIFFERENT, 1 - chance, reason, None
    values = meeting.values
    if sure is ContradictionCertainty.UNSURE and (chance < PLAIN or values.apart or values.only_old or values.only_new):
        return Verdict.DIFFERENT, 1 - chance, reason, sure
    return verdict, chance, "", ContradictionCertainty.LIKELY if sure is ContradictionCertainty.UNSURE else sure


#: Small words that turn a statement round where they are exchanged.
_TURNING = word_set("off on up down out away over under must may can could might should all some most more less only")


def _only_small_words(old: SentenceReading, new: SentenceReading, meeting: AlignedReadings) -> bool:
    """Tell whether every word that carries meaning, every value, negation and order is in both, and only fillers
    differ."""
    values = meeting.values
    if meeting.left_old or meeting.left_new or not meeting.pairs or meeting.permissions_differ:
        return False
    if values.apart or values.flipped or values.only_old or values.only_new:
        return False
    if meeting.feature("order_turned") or meeting.feature("crossed"):
        return False
    if old.negators != new.negators or old.needs != new.needs or old.sooner != new.sooner or old.later != new.later:
        return False
    if any(pair.opposed or pair.strength < 1 or pair.old.stem != pair.new.stem for pair in meeting.pairs):
        return False
    exchanged = (set(old.wording) - set(new.wording), set(new.wording) - set(old.wording))
    return not any(words & _TURNING - {"on"} for words in exchanged) and not all(
        words & _TURNING for words in exchanged
    )
