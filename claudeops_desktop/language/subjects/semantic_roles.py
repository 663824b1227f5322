"""Which place a word fills in its sentence: who does it, to what, where, by what, from where, in which case.

"Backups are made with borg" and "restic makes the backups" have another word in one place; "the gateway calls the
ledger" and "the ledger calls the gateway" have the same words in each other's places. No grammar is at hand: verbs are
found as for the topic, a passive by its "is" and participle, and prepositions say the rest.
"""

from __future__ import annotations

from collections.abc import Sequence

from claudeops_desktop.language.subjects.topic import ADVERBS, AUXILIARIES, BASE, DETERMINERS, FINITE, is_verb
from claudeops_desktop.language.words.lexicon import word_set
from claudeops_desktop.language.words.tokens import TextToken


class SemanticRole:
    """The place of a word, as plain strings (sets of them are made for each pair); ``NONE`` where none was found."""

    NONE = ""
    VERB = "verb"
    DOER = "doer"  # who or what does it, as the subject
    BY = "by"  # the same behind "by" in a passive
    THEME = "theme"  # what it is done to: the object, or the subject of a passive
    BEING = "being"  # of what something is said to be
    BE = "be"  # what it is said to be
    MEANS = "means"  # by what: by, with, through, via
    PLACE = "place"
    FROM = "from"
    TO = "to"
    FOR = "for"
    AS = "as"
    WITHOUT = "without"
    WHEN = "when"  # when, if, while …
    CASE = "case"  # after, before, during …


_PLACES = {
    SemanticRole.MEANS: "by with through via using over against",
    SemanticRole.PLACE: "in on at under inside within behind below beside near beneath across among between outside",
    SemanticRole.FROM: "from due because",
    SemanticRole.TO: "to into onto towards toward",
    SemanticRole.FOR: "for",
    SemanticRole.AS: "as",
    SemanticRole.WITHOUT: "without",
}
_PREPOSITIONS = {word: role for role, line in _PLACES.items() for word in line.split()}
_WEAK_CASES = word_set("since after before during until because")
_CASES = word_set("when if while whenever once unless whereas") | _WEAK_CASES
_BE = word_set("is are was were be been being isn't aren't wasn't weren't")
_GET = word_set("get gets got getting")
_NOT_VERBS = word_set("the a an this that these its our their every each all some no another")
_PARTICIPLES = word_set(
    """done made kept held sent written read taken given shown set put built run found left lost shut told thrown fed
    led brought bought caught driven hidden frozen broken chosen drawn known seen stolen worn cut split laid paid sold
    spun hung bound drawn grown begun rewritten rebuilt overwritten reset"""
)
_JOINS = word_set("and but then so")
_ENDS = _CASES | _JOINS | frozenset(",;:.!?()[]|→")
_ACTING = AUXILIARIES | FINITE | BASE
_AFTER_NOUNS = AUXILIARIES | FINITE | word_set("of never always")
_USING = word_set("use uses using")
_FAR = 3


def roles(found: Sequence[TextToken], said: Sequence[str]) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The role of each token, and the number of the clause that it is in. Linear."""
    filled, parts = [SemanticRole.NONE] * len(said), [0] * len(said)
    start = number = 0
    while start < len(said):
        if found[start].kind == "stop":
            start += 1
            continue
        end = _end(found, said, start)
        _clause(found, said, start, end, filled)
        parts[start:end] = [number] * (end - start)
        start, number = end, number + 1
    return tuple(filled), tuple(parts)


def _end(found: Sequence[TextToken], said: Sequence[str], start: int) -> int:
    """Where the clause that begins here ends: a stop, a word that begins a case, "and" with a subject and a verb."""
    for place in range(start + 1, len(said)):
        text = said[place]
        if text in _ENDS and (text not in _JOINS or _predicate(found, said, place)):
            return place
    return len(said)


def _predicate(found: Sequence[TextToken], said: Sequence[str], place: int) -> bool:
    """Tell whether a verb of its own stands shortly behind "and"."""
    for at in range(place + 1, min(place + 2 + _FAR, len(said))):
        if found[at].kind == "stop":
            return False
        if said[at] in AUXILIARIES or said[at] in FINITE or (at == place + 1 and said[at] in BASE):
            return True
    return False


def _clause(found: Sequence[TextToken], said: Sequence[str], start: int, end: int, filled: list[str]) -> None:
    if said[start] in _JOINS:
        start += 1
    if start >= end:
        return
    if start == 0 and end < len(said) and said[end] == ":":  # "stuck uploads: delete the lock file"
        filled[start:end] = [SemanticRole.WHEN] * (end - start)
        return
    if said[start] in _CASES:
        start = _case(found, said, start, end, filled)
    verb = _verb(found, said, start, end)
    at = verb + 1
    while at < end and (said[at] in ADVERBS or said[at] in AUXILIARIES):
        at += 1
    helper = said[at - 1] if at > max(verb, 0) else ""
    passive = (helper in _BE or helper in _GET) and at < end and _participle(said[at])
    being = helper in _BE
    before = (
        (SemanticRole.THEME if passive else SemanticRole.BEING if being else SemanticRole.DOER)
        if verb > start
        else SemanticRole.NONE
    )
    _subject(said, start, verb, before, filled)
    if passive:
        filled[at] = SemanticRole.VERB
        at += 1
        role = SemanticRole.NONE
    elif being:
        role = SemanticRole.BE
    else:
        if verb >= start:
            filled[verb] = SemanticRole.VERB
            if said[verb] in AUXILIARIES and at < end:
                filled[at] = SemanticRole.VERB
                at += 1
        else:
            at = start
        role = SemanticRole.MEANS if verb >= start and said[verb] in _USING else SemanticRole.THEME
    for place in range(at, end):
        text = said[place]
        if text in _PREPOSITIONS:
            role = _PREPOSITIONS[text]
            if passive and text == "by":
                role = SemanticRole.BY
            elif text == "to" and place + 1 < end and said[place + 1] in BASE:
                role = SemanticRole.FOR
        filled[place] = role


def _subject(said: Sequence[str], start: int, verb: int, before: str, filled: list[str]) -> None:
    """What stands before the verb; a place or time in front of the subject ("on weekends the pager …") is its own."""
    if verb <= start:
        return
    inner = start
    if said[start] in _PREPOSITIONS:
        later = [place for place in range(start + 2, verb) if said[place] in DETERMINERS]
        if not later:
            later = [min(start + 2, verb - 1)]
        inner = later[-1]
        filled[start + 1 : inner] = [_PREPOSITIONS[said[start]]] * (inner - start - 1)
    filled[inner:verb] = [before] * (verb - inner)


def _case(found: Sequence[TextToken], said: Sequence[str], start: int, end: int, filled: list[str]) -> int:
    """Fills a case; where the rest begins, if it stands in front without a comma ("after a power cut the switch …")."""
    last = end
    if start == 0 and said[start] in _WEAK_CASES and not (end < len(said) and said[end] == ","):
        verb = _verb(found, said, start + 1, end)
        later = [place for place in range(start + 2, max(verb, 0)) if said[place] in DETERMINERS]
        last = later[-1] if later and verb > 0 else min(start + 3, verb) if verb > start + 2 else end
    filled[start:last] = [SemanticRole.CASE if said[start] in _WEAK_CASES else SemanticRole.WHEN] * (last - start)
    return last


def _verb(found: Sequence[TextToken], said: Sequence[str], start: int, end: int) -> int:
    """The place of the clause's verb; -1 where none is found."""
    if start >= end:
        return -1
    first, following = said[start], said[start + 1] if start + 1 < end else ""
    if first in AUXILIARIES or (
        first in _ACTING and following not in _AFTER_NOUNS and not (first in FINITE and following in BASE)
    ):
        return start
    for place in range(start + 1, end):
        if (said[place] in _ACTING or said[place][-1] == "s") and (
            is_verb(found, said, place) or _acts(said, place, end)
        ):
            return place
    return -1


def _acts(said: Sequence[str], place: int, end: int) -> bool:
    """Tell whether an unknown word stands like a verb: "seals the", "looks after"."""
    word = said[place]
    if len(word) < 4 or word[-1] != "s" or word[-2] in "suio" or said[place - 1] in _NOT_VERBS or place + 1 >= end:
        return False
    return said[place + 1] in _NOT_VERBS or said[place + 1] == "it"


def _participle(word: str) -> bool:
    return (len(word) > 4 and word.endswith("ed")) or word in _PARTICIPLES
