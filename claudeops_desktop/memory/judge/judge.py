"""Decides what a new operational fact is to an old one of the same service and category (PRODUCT E7, M9 to M11).

*same*: the old one holds, said again. *contradiction*: about the same thing, with another conclusion or another value.
*different*: both stand. The values inside the sentences decide first: a change of value is never merged away. Then
come negation and its scope, opposites, order, and how much of what is said is the same thing in other words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from claudeops_desktop.memory.fact import Certainty, Judgement, Verdict
from claudeops_desktop.memory.judge.about import ALONE, NAMES, WORDS
from claudeops_desktop.memory.judge.attribute import certainty, of_two_things
from claudeops_desktop.memory.judge.events import settled
from claudeops_desktop.memory.judge.features import Meeting, meet
from claudeops_desktop.memory.judge.lexicon import words
from claudeops_desktop.memory.judge.model import model
from claudeops_desktop.memory.judge.pairing import NAMED, Pair
from claudeops_desktop.memory.judge.place import moved
from claudeops_desktop.memory.judge.reading import Reading, read
from claudeops_desktop.memory.judge.relations import Term
from claudeops_desktop.memory.judge.tokens import LONGEST
from claudeops_desktop.memory.judge.values import Kind
from claudeops_desktop.memory.judge.why import why

Chances = Callable[[tuple[float, ...]], tuple[float, float, float]]
CLOSEST = 12
_NO_SHARE = 1e-9
UNPROVEN = 0.5  # how sure of a contradiction one must be that nothing in the sentences shows
SUBJECT = 0.75  # and where they have nothing but their subject in common
FIRM = 0.9  # how likely *same* must be where each side has another word in one place
SURE = 0.75  # how sure of *same* one must be where each side says something that met nothing on the other

_APART = Judgement(Verdict.DIFFERENT, 0.95, "About other things: too few words in common.")


def judge(old: str, new: str) -> Judgement:
    """What ``new`` is to ``old``: a verdict, how sure (0 to 1), and one sentence that says why. Never raises."""
    if old.split() == new.split():
        return Judgement(Verdict.SAME, 1.0, "The same words.")
    if old[:LONGEST] == new[:LONGEST]:
        return Judgement(Verdict.DIFFERENT, 0.5, f"Alike in the first {LONGEST:,} characters, but not beyond.")
    hosts = moved(settled(old), settled(new))
    if hosts is not None:
        reason = f"Lives on another host: {hosts[0]} / {hosts[1]}."
        return Judgement(Verdict.CONTRADICTION, 0.95, reason, Certainty.CERTAIN)
    return _weigh(read(old[:LONGEST]), read(new[:LONGEST]))


def judge_all(new: str, olds: Sequence[str]) -> list[Judgement]:
    """``judge`` for every old fact, in their order.

    The ``CLOSEST`` by shared words and meanings are weighed in full, the rest are *different*: 1,000 old facts take
    less than 8 ms once their readings are remembered.
    """
    if len(olds) <= CLOSEST:
        return [judge(old, new) for old in olds]
    keys = read(new[:LONGEST]).keys
    size = len(keys) + 1
    shares = [len(keys & other) / (size + len(other)) for other in (read(old[:LONGEST]).keys for old in olds)]
    least = max(sorted(shares, reverse=True)[CLOSEST - 1], _NO_SHARE)
    near = [place for place, share in enumerate(shares) if share >= least]
    chosen = set(sorted(near, key=lambda place: (shares[place], place))[-CLOSEST:])  # of equals the newest
    return [judge(old, new) if place in chosen or old == new else _APART for place, old in enumerate(olds)]


def warm(texts: Iterable[str]) -> int:
    """Read the lexicon, the weights and these texts now, so that no marker has to wait for that; how many texts."""
    model()
    count = 0
    for count, text in enumerate(texts, start=1):  # noqa: B007
        read(text[:LONGEST])
    return count


def _weigh(old: Reading, new: Reading) -> Judgement:
    """The verdict on two readings."""
    if old.wording and old.wording == new.wording:
        return Judgement(Verdict.SAME, 0.99, "The same words, written a little differently.")
    if not (old.terms or old.values) or not (new.terms or new.values):
        return Judgement(Verdict.DIFFERENT, 0.6, "One of the two says nothing that can be compared.")
    meeting = meet(old, new)
    if _only_small_words(old, new, meeting):
        return Judgement(Verdict.SAME, 0.97, why(Verdict.SAME, old, new, meeting))
    weights = model()
    verdict, chance = decide(meeting, weights.chances, weights.doubt)
    if verdict is Verdict.CONTRADICTION:
        return _contradiction(old, new, meeting, chance)
    if verdict is Verdict.SAME and (reason := of_two_things(meeting, chance)):
        return Judgement(Verdict.DIFFERENT, round(chance, 3), reason)
    return Judgement(verdict, round(chance, 3), why(verdict, old, new, meeting))


def _contradiction(old: Reading, new: Reading, meeting: Meeting, chance: float) -> Judgement:
    """A contradiction as sure as it is: only of one attribute of one thing in one scope (M10)."""
    sure, reason = certainty(meeting, chance)
    if sure is None:
        return Judgement(Verdict.DIFFERENT, round(chance, 3), reason)
    told = why(Verdict.CONTRADICTION, old, new, meeting)
    if sure is Certainty.UNSURE:
        return Judgement(Verdict.DIFFERENT, round(chance, 3), f"{reason} {told}", sure)
    return Judgement(Verdict.CONTRADICTION, round(chance, 3), told, sure)


def decide(meeting: Meeting, chances: Chances, doubt: float) -> tuple[Verdict, float]:
    """The verdict, and how likely it is (0 to 1), from the chances of same, contradiction, different for features: what
    the values, names and denials rule out is out, whatever the weights say, which then are not asked."""
    if _frame_alone(meeting):
        return Verdict.DIFFERENT, 1.0
    if _replaced(meeting):
        return Verdict.CONTRADICTION, 0.8
    apart, alone = _must_not_merge(meeting), _nothing_in_common(meeting)
    others = _about_others(meeting) or _both_can_be(meeting)
    if (apart and (alone or others)) or (alone and not meeting.pairs and not meeting.values.agree):
        return Verdict.DIFFERENT, 1.0
    same, contradiction, different = chances(meeting.features)
    whole = contradiction + different + (same if same > 2 * contradiction else 0.0)
    left = meeting.left_old + meeting.left_new
    if apart or (same < FIRM and _doubtful(meeting, left)):
        same = 0.0
    contradiction = 0.0 if alone else contradiction
    if meeting.named("topics") == ALONE and not meeting.named("negators_odd"):
        return Verdict.CONTRADICTION, 0.9
    if others:
        if meeting.named("scene") < 1 and same < contradiction * (2.0 if _weighty(left) else 1.0):
            same = 0.0  # in such doubt they are kept apart
        contradiction = 0.0
    ranked = {
        Verdict.CONTRADICTION: contradiction,
        Verdict.DIFFERENT: different,
        Verdict.SAME: same / doubt,
    }
    lone = bool(meeting.named("subject_alone") or meeting.named("other_when"))
    if contradiction < (SUBJECT if lone else UNPROVEN) * max(whole, same + contradiction + different) and not _disputed(
        meeting
    ):
        del ranked[Verdict.CONTRADICTION]
        if same < contradiction * (2.0 if _weighty(left) else 0.6):  # in such doubt they are kept apart
            del ranked[Verdict.SAME]
    verdict = max(ranked, key=lambda label: ranked[label])
    total = same + contradiction + different
    unmet = _weighty(meeting.left_old), _weighty(meeting.left_new)
    if verdict is Verdict.SAME and same < SURE * total and (all(unmet) or (any(unmet) and meeting.named("order_odd"))):
        verdict = Verdict.DIFFERENT
    chance = {Verdict.SAME: same, Verdict.CONTRADICTION: contradiction, Verdict.DIFFERENT: different}[verdict]
    return verdict, chance / total if total else 0.5


def _replaced(meeting: Meeting) -> bool:
    """Whether the two put another word into one place of one frame, or the same words crosswise."""
    if any(map(meeting.named, ("scene", "negators_odd", "cases"))):
        return False
    if meeting.named("topics") >= WORDS:
        return False
    opposed = [pair for pair in meeting.pairs if pair.opposed]
    if opposed:  # "a restart is needed after a change", "a reload is enough after a change"
        others = meeting.named("other_when") or meeting.named("other_theme") or len(meeting.pairs) == len(opposed)
        return not others and all(pair.scale == "restarting" for pair in opposed)
    alike = meeting.named("in_place") == 1 and len(meeting.left_old + meeting.left_new) == 2
    if alike and meeting.named("other_case") and meeting.named("other_verb"):
        return True  # metrics are pushed, metrics are pulled
    return meeting.named("crossed") > 0 or (meeting.named("replaced") > 0 and not meeting.values.agree)


def _doubtful(meeting: Meeting, left: Sequence[Term]) -> bool:
    """Whether each side has another doer or end or another word beside one that both have, or only one denies, or says
    "only", while something met nothing."""
    said = meeting.named
    if said("scene"):
        return bool(said("negators_odd") and _weighty(left))
    if said("negators_odd") and any(term.sign < 0 and term.weight >= 1 for term in left):
        return True  # what one side alone denies
    if any(_beside(pair, meeting) for pair in meeting.pairs):
        return True
    return bool(said("other_doer") or said("other_end") or (said("only_odd") and _weighty(left)))


def _beside(pair: Pair, meeting: Meeting) -> bool:
    """Whether another word stands right before a word that both have: "the network group", "the database group"."""
    return any(t.place == pair.old.place - 1 and t.weight >= 1 for t in meeting.left_old) and any(
        t.place == pair.new.place - 1 and t.weight >= 1 for t in meeting.left_new
    )


def _one_and_many(meeting: Meeting) -> bool:
    """Whether one side has a single one of what the other has several of."""
    values = meeting.values
    return any(
        value.kind is Kind.NUMBER and value.low > 1 and any(name == "single" for t in left for name, _ in t.ends)
        for counted, left in ((values.only_old, meeting.left_new), (values.only_new, meeting.left_old))
        for value in counted
    )


def _weighty(terms: Iterable[Term]) -> bool:
    """Whether any of these terms says something by itself."""
    return any(term.weight >= 1 for term in terms)


def _about_others(meeting: Meeting) -> bool:
    """Whether they speak of two things, or of two cases of one: both can be true."""
    return meeting.named("topics") >= WORDS or meeting.named("cases") == 1


def _both_can_be(meeting: Meeting) -> bool:
    """Whether nothing disputes and one merely says more, or both are scenes; or a scene is denied that is not quite the
    other one ("a woman is slicing bread", "there is no woman peeling carrots")."""
    scene = meeting.named("scene")
    if _disputed(meeting):
        return scene == 1 and bool(meeting.named("denial_left")) and bool(meeting.named("denied_left"))
    values = meeting.values
    exchanged = (meeting.left_old or values.only_old) and (meeting.left_new or values.only_new)
    return scene > 0 or not exchanged


def _must_not_merge(meeting: Meeting) -> bool:
    """Whether a value, a bound, a name, an order or an end of a scale differs, or a measured value is on one side only
    (merged, it would be lost), so that *same* is out of the question (M11)."""
    said, values = meeting.named, meeting.values
    return bool(
        values.apart
        or _lone_values_differ(meeting)
        or (values.flipped and not said("flipped_odd"))
        or said("names_twins")
        or said("topics") == NAMES
        or said("turned_words")
        or said("needs_apart")
        or said("other_case")
        or said("crossed")
        or any(pair.opposed and pair.scale for pair in meeting.pairs)
        or bool({value.kind for value in (*values.only_old, *values.only_new)} - _COUNTED)
        or _name_left(meeting)
        or _one_and_many(meeting)
        or _cures(meeting)
        or (said("order_turned") and not said("order_same"))
    )


#: What is said beside the fact often enough ("the second", "every night") to be on one side only.
_COUNTED = frozenset((Kind.NUMBER, Kind.PERIOD))


def _name_left(meeting: Meeting) -> bool:
    """Whether a numbered name on one side met nothing while the other side has something of its own in its place."""
    old, new = meeting.left_old, meeting.left_new
    return bool(old and new) and any(term.weight == NAMED and any(map(str.isdigit, term.stem)) for term in (*old, *new))


def _cures(meeting: Meeting) -> bool:
    """Whether one says that something is of no help, and the other does not say so."""
    pairs = [pair for pair in meeting.pairs if pair.old.sign == pair.new.sign or pair.opposed]
    old = [*meeting.left_old, *(pair.old for pair in pairs)]
    new = [*meeting.left_new, *(pair.new for pair in pairs)]
    return sum(map(_no_help, old)) % 2 != sum(map(_no_help, new)) % 2


def _no_help(term: Term) -> bool:
    return any(name == "helps" and end * term.sign < 0 for name, end in term.ends)


def _lone_values_differ(meeting: Meeting) -> bool:
    """Whether each side has a value of one kind that the other lacks: 2 previous releases, 5 old ones."""
    old, new = meeting.values.only_old, meeting.values.only_new
    return any(a.kind is b.kind and a.low != b.low and not (a.denied or b.denied) for a in old for b in new)


def _nothing_in_common(meeting: Meeting) -> bool:
    """Whether the two meet in opposites alone ("after an outage", "healthy"): no subject that they could dispute."""
    return (
        all(pair.opposed for pair in meeting.pairs)
        and bool(meeting.left_old and meeting.left_new)
        and not meeting.named("names_shared")
        and not meeting.named("needs_apart")
        and not meeting.values.apart
    )


def _disputed(meeting: Meeting) -> bool:
    """Whether anything shows that the two dispute each other: a value, an opposite, a negation, a need, an order, other
    names in one place, a case, a word of change. A word that was merely exchanged for another shows nothing."""
    values, said = meeting.values, meeting.named
    if values.apart or values.flipped or (values.only_old and values.only_new):
        return True
    if any(pair.opposed for pair in meeting.pairs) or (said("names_old") and said("names_new")):
        return True
    if said("subject_alone"):
        return bool(said("needs_apart"))
    shows = (
        "negators_odd needs_apart order_turned names_twins only_odd concede_odd other_case turned_words lone_old"
        " lone_new cues_gap"
    )
    return any(said(name) for name in shows.split())


def _frame_alone(meeting: Meeting) -> bool:
    """Whether they meet in words of the frame alone ("takes", "start") while each speaks of things of its own, and not
    even a value of one kind is in both: a start that takes 80 s and a backup that starts at 10:00."""
    values = meeting.values
    if values.agree or values.apart or values.flipped or meeting.named("names_shared"):
        return False
    if any(pair.opposed or max(pair.old.weight, pair.new.weight) >= 1 for pair in meeting.pairs):
        return False
    return bool(values.only_old or values.only_new) and any(
        term.weight >= 1 for term in meeting.left_old + meeting.left_new
    )


#: Small words that turn a statement round where they are exchanged.
_TURNING = words("off on up down out away over under must may can could might should all some most more less only")


def _only_small_words(old: Reading, new: Reading, meeting: Meeting) -> bool:
    """Whether every word that carries meaning, every value, negation and order is in both, and only fillers differ."""
    values = meeting.values
    if meeting.left_old or meeting.left_new or not meeting.pairs:
        return False
    if values.apart or values.flipped or values.only_old or values.only_new:
        return False
    if meeting.named("order_turned") or meeting.named("crossed"):
        return False
    if old.negators != new.negators or old.needs != new.needs or old.sooner != new.sooner or old.later != new.later:
        return False
    if any(pair.opposed or pair.strength < 1 or pair.old.stem != pair.new.stem for pair in meeting.pairs):
        return False
    exchanged = (set(old.wording) - set(new.wording), set(new.wording) - set(old.wording))
    return not any(words & _TURNING - {"on"} for words in exchanged) and not all(
        words & _TURNING for words in exchanged
    )
