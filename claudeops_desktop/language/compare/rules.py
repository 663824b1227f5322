"""What the values inside two facts rule out, whatever the learned weights make of them; and how sure *same* must be.

Each rule excludes verdicts. A rule stays only if it earns its place: ``scripts/bench judge_ablation`` shows what is
lost without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from claudeops_desktop.language.compare.features import AlignedReadings
from claudeops_desktop.language.subjects.scope import ALONE, WORDS
from claudeops_desktop.language.types import Verdict
from claudeops_desktop.language.values.values import ValueKind

_SAME, _CONTRADICTION, _DIFFERENT = Verdict.SAME, Verdict.CONTRADICTION, Verdict.DIFFERENT
#: How likely *same* must be to merge two facts, by whether anything in them denies or opposes: a change that is merged
#: away is the worst mistake, and a denial is what is misread most often.
SURE_SAME, SURE_SAME_DENIED = 0.5, 0.65
#: How likely a contradiction must be, and what is enough where *same* would be likelier and is not sure enough.
LIKELY_CONTRADICTION, RATHER_CONTRADICTION = 0.4, 0.35

Chances = tuple[float, float, float]


class VerdictRule(NamedTuple):
    """A named rule: the verdicts it excludes where it applies to a pair."""

    name: str
    excludes: frozenset[Verdict]
    applies: Callable[[AlignedReadings], bool]


def value_differs(meeting: AlignedReadings) -> bool:
    """A value or a bound differs: a changed value is never merged away (M11)."""
    values = meeting.values
    return bool(values.apart or (values.flipped and not meeting.feature("flipped_odd")))


def value_lost(meeting: AlignedReadings) -> bool:
    """A value is on one side only: merged, it would be lost. How often ("every night") is left out often enough."""
    return any(value.kind is not ValueKind.PERIOD for value in (*meeting.values.only_old, *meeting.values.only_new))


def permission_differs(meeting: AlignedReadings) -> bool:
    """One allows what the other does not, and no bound is in both ("may use 20 GB", "is limited to 20 GB")."""
    return meeting.permissions_differ and not any(one.kind in _BOUNDED for one, _ in meeting.values.agree)


_BOUNDED = frozenset((ValueKind.SIZE, ValueKind.DURATION, ValueKind.RATE, ValueKind.PERCENT, ValueKind.NUMBER))


def name_differs(meeting: AlignedReadings) -> bool:
    """Each names a host, a version or a file that the other does not."""
    return bool(meeting.feature("names_old") and meeting.feature("names_new"))


def nothing_shared(meeting: AlignedReadings) -> bool:
    """The two meet in opposites alone ("after an outage", "healthy"), or in nothing: no subject to dispute."""
    return (
        all(pair.opposed for pair in meeting.pairs)
        and bool(meeting.left_old and meeting.left_new)
        and not meeting.feature("names_shared")
        and not meeting.feature("needs_apart")
        and not meeting.values.apart
    )


def replaced(meeting: AlignedReadings) -> bool:
    """The two put another word into one place of one frame, or the same words crosswise, or name another one that is
    the one: unseals with keys, unseals with the TPM; sda1 is the boot disk, sdb1 is."""
    said = meeting.feature
    if said("topics") == ALONE and not said("negators_odd"):
        return True
    if any(map(said, ("scene", "negators_odd", "cases"))) or said("topics") >= WORDS:
        return False
    if any(pair.opposed for pair in meeting.pairs):
        return False
    return said("crossed") > 0 or (said("replaced") > 0 and not meeting.values.agree)


RULES: Sequence[VerdictRule] = (
    VerdictRule("value differs", frozenset((_SAME,)), value_differs),
    VerdictRule("value lost", frozenset((_SAME,)), value_lost),
    VerdictRule("permission differs", frozenset((_SAME,)), permission_differs),
    VerdictRule("name differs", frozenset((_SAME,)), name_differs),
    VerdictRule("nothing shared", frozenset((_CONTRADICTION,)), nothing_shared),
    VerdictRule("another word in one place", frozenset((_SAME, _DIFFERENT)), replaced),
)


def decide(meeting: AlignedReadings, chances: Chances, rules: Iterable[VerdictRule] = RULES) -> tuple[Verdict, float]:
    """The verdict, and how likely it is (0 to 1), from the chances of same, contradiction and different.

    The likeliest verdict that no rule excludes, where it is sure enough; in doubt both facts stand, as *different*.
    """
    excluded: set[Verdict] = set()
    for rule in rules:
        if not rule.excludes <= excluded and rule.applies(meeting):
            excluded |= rule.excludes
    same, contradiction, different = chances
    likeliest = same >= max(contradiction, different)
    if _SAME not in excluded and likeliest and same >= (SURE_SAME_DENIED if _denies(meeting) else SURE_SAME):
        return _SAME, same
    if _CONTRADICTION in excluded:
        return _DIFFERENT, different
    if _DIFFERENT in excluded:
        return _CONTRADICTION, contradiction
    enough = RATHER_CONTRADICTION if likeliest else LIKELY_CONTRADICTION
    if contradiction > different and (contradiction > enough or value_differs(meeting)):
        return _CONTRADICTION, contradiction
    return _DIFFERENT, different


def _denies(meeting: AlignedReadings) -> bool:
    """Tell whether one of the two denies or refutes something in words that the other does not have, or they oppose."""
    said = meeting.feature
    return bool(said("own_negative_old") or said("own_negative_new") or said("opposed_count") or said("refutes_gap"))
