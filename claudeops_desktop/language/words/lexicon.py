"""The words of operations: synonyms, opposites, cases, negators, and what says that things have changed.

The long lists are text files beside this one, a meaning a line; everything is compared by stem, so that ``renew``
stands for renews, renewed, renewing and renewal. They are general vocabulary, read once on first use.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from claudeops_desktop.language.words.stem import stem

LONGEST_PHRASE = 4
_FOLDER = Path(__file__).parent

Phrase = tuple[str, ...]


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


#: Words that carry no meaning of their own here.
STOP = word_set(
    """a an the this that these those its it's their there here of in on at to from by for with as into onto via per
    over through is are was were be been being am do does did has have had will would shall should and or so such than
    too very just also even still already then else it he she they them we our us you your i my one ones own which who
    whom whose what how where when while if whenever wherever because since although though but however whereas
    otherwise about around roughly approximately approx circa ca some any all each every both other another once
    again really quite rather normally usually typically generally often mostly practically e.g i.e etc ie eg got
    gets get getting s t out up down off away back more most less least much many few lot lots several
    may might can could must need needs instead upon within during until till whatsoever please
    been like either neither let lets something anything thing things way case cases kind sort bit now
    nowadays currently today meanwhile set sets setting happen happens happened occur occurs take takes
    taken taking took make makes made making come comes came coming go goes went gone going put puts
    total altogether whole entire entirely fully completely totally time times moment simply merely purely only
    become becomes became
    brand freshly newly recent recently latest current prior sure well good fine ok okay mean means meant
    expect expected expects tend tends seem seems appear appears various certain"""
)

#: Words of the frame ("takes … to start", "needs …"), which say less than what fills it.
LIGHT = word_set(
    """anyone anybody everyone everybody someone somebody member members person people
    run runs use uses using need require start restart work have contain service server system process instance
    container box machine host node new old first last second next time file data job task value number
    show keep do give long large small big day hour minute week month year user client access default
    connect config setup change update needed lead hit see find found"""
)

NEGATORS = word_set(
    """not no never none nobody nothing nowhere neither nor without cannot can't don't doesn't didn't isn't aren't
    wasn't weren't won't wouldn't shouldn't mustn't hasn't haven't hadn't couldn't needn't cant dont doesnt isnt arent
    wont unless hardly barely seldom rarely lacks lack lacking prevent prevents prevented avoid avoids avoided non"""
)

#: Phrases that turn round what follows, read before everything else.
NEGATING_PHRASES = (
    "no longer", "not any longer", "not any more", "not anymore", "instead of", "rather than", "other than", "no need",
    "fails to", "fail to", "failed to", "refuses to", "refuse to", "ceased to", "out of the picture", "leaves alone",
    "independent of", "independently of", "regardless of", "irrespective of", "free of",
)  # fmt: skip

#: What says that a state has ended or begun; in the new fact it speaks for an update of the old one.
CHANGE_CUES = (
    "no longer", "any longer", "any more", "anymore", "not needed", "now", "nowadays", "these days", "since the",
    "was moved", "were moved", "has moved", "moved to", "moved from", "was changed", "has changed", "changed to",
    "switched to", "was switched", "was fixed", "got fixed", "fixed in", "is fixed", "plugged", "took over",
    "takes over from", "was replaced", "got replaced", "replaced by", "instead", "got dropped", "got disabled",
    "was disabled", "has been disabled", "has been turned", "was removed", "got removed", "was cut", "was raised",
    "was lowered", "was doubled", "meanwhile", "was dropped", "retired", "has since", "are gone", "decommissioned",
    "has become", "used to", "until recently", "formerly", "with the new", "rolled out", "in the meantime",
    "upgraded to", "migrated to", "since we", "after the migration", "obsolete", "not any", "as of", "turned out",
    "in fact", "contrary", "out of the picture", "not anymore", "back to", "was turned", "got turned", "got rid",
    "is history",
)  # fmt: skip

#: Words that say that something holds in spite of what the old fact would let one expect.
CONCESSIONS = word_set(
    "even despite regardless still nevertheless anyway nonetheless whatever remains remain stays stay merely"
)

#: Scales whose negative end denies a statement as a whole ("has no effect", "is unnecessary").
JUDGING = word_set("works helps needed accept possible safe enabled include allowed muted")

_PREFIXES = {
    "in": "sensitive active compatible complete consistent secure sufficient accessible correct accurate flexible",
    "dis": "connect connected connects appear appears continue continued charge associate engage arm allow allowed",
    "im": "possible mutable permanent",
    "ir": "regular relevant reversible replaceable",
    "de": "activate compress provision register",
    "a": "synchronous synchronously",
}
_PREFIXED = {prefix + word: word for prefix, line in _PREFIXES.items() for word in line.split()}
_NOT_UN = word_set("under until unless unit units union unique unix unifi universal unicast undo unsure")


def without_prefix(word: str) -> str:
    """``sensitive`` for insensitive, ``encrypted`` for unencrypted; "" for a word without a negating prefix."""
    if word in _PREFIXED:
        return _PREFIXED[word]
    bare = word.removeprefix("un")
    return bare if bare != word and len(bare) > 3 and word not in _NOT_UN else ""


def is_light(word: str) -> bool:
    """Tell whether a word belongs to the frame of a statement."""
    return word in STOP or word in LIGHT or stem(word) in _LIGHT_STEMS


_LIGHT_STEMS = frozenset(stem(word) for word in LIGHT)


@dataclass(frozen=True, slots=True)
class PhraseLexicon:
    """The lists by phrase (a tuple of stems).

    ``groups``: the synonym lines a phrase is on; ``ends``: the scales it is an end of, with +1 or -1; ``cases``: the
    same for cases; ``negating``: phrases that turn round what follows; ``begins``: what phrases of several words
    begin with.
    """

    groups: dict[Phrase, frozenset[int]]
    ends: dict[Phrase, tuple[tuple[str, int], ...]]
    cases: dict[Phrase, tuple[tuple[int, int], ...]]
    negating: frozenset[Phrase]
    begins: frozenset[str]

    def has_phrase(self, phrase: Phrase) -> bool:
        """Tell whether these words make a phrase of their own."""
        return phrase in self.negating or phrase in self.ends or phrase in self.groups or phrase in self.cases


@lru_cache(maxsize=1)
def lexicon() -> PhraseLexicon:
    """The lexicon, read once."""
    groups: dict[Phrase, set[int]] = {}
    for number, line in enumerate(_lines("lexicon_synonyms.txt")):
        for phrase in line.split():
            groups.setdefault(_key(phrase), set()).add(number)
    ends: dict[Phrase, dict[str, int]] = {}
    for line in _lines("lexicon_opposites.txt"):
        name, _, rest = line.partition(" + ")
        for phrase, sign in _sides(rest):
            ends.setdefault(_key(phrase), {})[name] = sign
    cases: dict[Phrase, dict[int, int]] = {}
    for number, line in enumerate(_lines("lexicon_cases.txt")):
        for phrase, sign in _sides(line):
            cases.setdefault(_key(phrase), {})[number] = sign
    negating = frozenset(_key(phrase.replace(" ", "_")) for phrase in NEGATING_PHRASES)
    phrases = (*groups, *ends, *cases, *negating)
    return PhraseLexicon(
        {phrase: frozenset(numbers) for phrase, numbers in groups.items()},
        {phrase: tuple(scales.items()) for phrase, scales in ends.items()},
        {phrase: tuple(sides.items()) for phrase, sides in cases.items()},
        negating,
        frozenset(phrase[0] for phrase in phrases if len(phrase) > 1),
    )


def _lines(name: str) -> list[str]:
    text = (_FOLDER / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def _sides(line: str) -> Iterator[tuple[str, int]]:
    """The words on both sides of `` - ``, with +1 and -1."""
    for side, sign in zip(line.split(" - "), (1, -1), strict=True):
        for phrase in side.split():
            yield phrase, sign


def _key(phrase: str) -> Phrase:
    return tuple(stem(word) for word in phrase.split("_"))
