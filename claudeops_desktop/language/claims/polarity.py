"""Whether two sentences deny or affirm alike, counted over all their words.

"Data was lost" and "nothing could be saved" both hold one word that denies; "never restart before the drain" and
"restart after the drain" differ by two, which cancel. Which counts speak for what is learned with the weights.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import sub
from typing import TYPE_CHECKING

from claudeops_desktop.language.words.lexicon import word_set
from claudeops_desktop.language.words.stem import stem

if TYPE_CHECKING:
    from claudeops_desktop.language.claims.sentence_reading import SentenceReading
    from claudeops_desktop.language.compare.pairing import TermPair


def stems_of(text: str) -> frozenset[str]:
    """Return the stems of words that blanks and lines separate."""
    return frozenset(map(stem, word_set(text)))


#: Words that deny by grammar alone.
_DENYING = stems_of(
    """not no never none nobody nothing nowhere neither nor without cannot can't don't doesn't didn't isn't aren't
    wasn't weren't won't wouldn't shouldn't mustn't hasn't haven't hadn't couldn't needn't cant dont doesnt isnt arent
    wont unless hardly w/o"""
)
#: Words whose contrary says the same as their denial: lost and not saved, forbidden and not allowed.
NEGATIVE = _DENYING | stems_of(
    """barely seldom rarely lack until before outside beyond except but instead forbidden forbid prohibit refuse reject
    deny decline block drop dropped lose lost loss gone missing absent fail failure failing broken break corrupt damage
    wreck destroy kill die dead down off offline disable disabled unplug unplugged stop stopped halt pause close closed
    shut remove removed delete deleted wipe purge drain empty clear clean discard skip skipped ignore ignored exclude
    excluded avoid prevent abort aborted cancel cancelled revert useless pointless irrelevant unnecessary harmless
    obsolete mute muted silent silence silenced stale old older expired expire late slow hang hung stuck frozen freeze
    crash crashed unreachable unavailable unsafe disconnected disconnect invalid wrong bad worse unmounted unmount
    loose single separate different independent cold manual manually hand false worry problem trouble issue bug fault
    error incident less fewer lower below under decrease reduce least minimum last evict throttle throttled limit
    limited deadlock leak wait waiting hidden yet finite optional"""
)
#: Small words that change what a sentence claims; how often each group is said is compared.
_GROUPS = {
    "only": "only alone just solely exclusively",
    "until": "until till before unless without",
    "still": "still remain remains stay stays keep keeps",
    "again": "again back",
    "longer": "any anymore longer",
    "but": "but however although though",
    "refutes": "nothing difference use blame cause turned revert rather instead contrary",
    "every": "even every all everybody always any whatever whichever",
    "must": "must should need needs necessary required has have mandatory",
    "may": "may can could might allowed possible optional free",
    "itself": "automatic automatically itself themselves alone own",
    "hand": "hand manual manually somebody operator person",
    "after": "after once when since",
    "if": "if when unless",
    "never": "never always",
    "helps": "help helps helped cure cures fix fixes fixed solve works",
    "fine": "ok fine harmless normal expected safe intended",
}
_GROUP_OF: dict[str, list[int]] = {}
for _number, _line in enumerate(_GROUPS.values()):
    for _stem in stems_of(_line):
        _GROUP_OF.setdefault(_stem, []).append(_number)

FEATURES = (
    "negative_old", "negative_new", "negative_gap", "negative_odd", "denying_odd", "own_negative_old",
    "own_negative_new", "own_negative_gap", "own_negative_odd", "own_negative_low", "opposed_count", "opposed_odd",
    "opposed_scales", "opposed_denied_odd", "opposed_negative_odd", "figures_old", "figures_new", "figures_exchanged",
    "figures_shared", "words_old", "words_new", "words_shared",
    *(f"{name}_{end}" for end in ("gap", "both", "more") for name in _GROUPS),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SentencePolarity:
    """The words of one sentence as far as polarity goes: its stems, how many of its tokens are negative and how many
    deny, how often each group of small words is said (2 at most), and the tokens with figures in them."""

    stems: frozenset[str]
    negative: int
    denying: int
    groups: tuple[float, ...]
    figures: frozenset[str]


def read_polarity(wording: Iterable[str]) -> SentencePolarity:
    """The polarity of a sentence, from its tokens in lower case."""
    groups = [0.0] * len(_GROUPS)
    stems: set[str] = set()
    figures: list[str] = []
    negative = denying = 0
    for word in wording:
        root = stem(word)
        stems.add(root)
        if root in NEGATIVE:
            negative += 1
            denying += root in _DENYING
        for number in _GROUP_OF.get(root, ()):
            groups[number] = min(2.0, groups[number] + 1)
        if not word.isalpha() and any(map(str.isdigit, word)):
            figures.append(word)
    return SentencePolarity(frozenset(stems), negative, denying, tuple(groups), frozenset(figures))


def compare_polarity(old: SentenceReading, new: SentenceReading, pairs: Iterable[TermPair]) -> tuple[float, ...]:
    """The numbers in the order of ``FEATURES``."""
    one, two = old.polarity, new.polarity
    own_old, own_new = one.stems - two.stems, two.stems - one.stems
    denies_old, denies_new = len(own_old & NEGATIVE), len(own_new & NEGATIVE)
    opposed = scales = 0
    for pair in pairs:
        if pair.opposed:
            opposed += 1
            scales += bool(pair.scale)
    figures_old, figures_new = one.figures - two.figures, two.figures - one.figures
    own = denies_old + denies_new
    more = tuple(map(sub, two.groups, one.groups))
    return (
        float(one.negative), float(two.negative), float(abs(one.negative - two.negative)),
        float((one.negative + two.negative) % 2), float((one.denying + two.denying) % 2),
        float(denies_old), float(denies_new), float(abs(denies_old - denies_new)), float(own % 2),
        float(min(denies_old, denies_new)), float(opposed), float(opposed % 2), float(scales),
        float((opposed + one.denying + two.denying) % 2), float((opposed + own) % 2),
        float(len(figures_old)), float(len(figures_new)), float(bool(figures_old and figures_new)),
        float(len(one.figures & two.figures)), float(len(own_old)), float(len(own_new)),
        float(len(one.stems & two.stems)),
        *map(abs, more), *map(min, one.groups, two.groups), *more,
    )  # fmt: skip
