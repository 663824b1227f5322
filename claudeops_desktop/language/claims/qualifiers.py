"""What limits a statement: for whom, where, when and under which condition it is said to hold (M10).

"The limit is 60 requests for guests" and "The limit is 300 requests in the blue pool" are limited by different things,
so that both can hold. A word that names no scope on any list is seen here, because of its place behind a preposition.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from claudeops_desktop.language.subjects.semantic_roles import SemanticRole
from claudeops_desktop.language.subjects.topic import AUXILIARIES
from claudeops_desktop.language.values.values import MeasuredValue
from claudeops_desktop.language.words.lexicon import STOP, lexicon, word_set
from claudeops_desktop.language.words.stem import stem
from claudeops_desktop.language.words.tokens import TextToken

_LIMITING = word_set(
    """in on at under inside within behind below beside near across among between outside for from with without
    through via over when if while whenever once unless whereas after before during until against per"""
)
_OPENING = _LIMITING | word_set("to into onto towards toward as since because due of")
_DETERMINERS = word_set("the a an its our their this that these those each every all both any no")
#: What was changed or measured when it was said: no limit of the statement.
_CHANGE = frozenset(
    map(
        stem,
        word_set(
            """now today yesterday currently meanwhile again moment upgrade update change migration patch firmware
            release version deploy deployment rollout move switch least most average total default once week month
            year incident outage maintenance now itself own themselves order turn place general fact case"""
        ),
    )
)
_BY_TIMES = word_set("day night default daylight")
_PARTS = frozenset(";:.!?()→")
_ENDS = frozenset(",;:.!?()[]|→") | word_set("and but so then because since although")


@dataclass(frozen=True, slots=True)
class StatementQualifier:
    """A phrase that limits a statement. ``stems`` are its words that say something, ``sorts`` what it may limit:
    the condition, the place, the use or the means; ``first`` and ``last`` the places of its tokens, the latter
    exclusive."""

    stems: frozenset[str]
    sorts: frozenset[str]
    first: int
    last: int

    def contains_value(self, value: MeasuredValue) -> bool:
        """Tell whether a value of the sentence stands in it."""
        return self.first <= value.first < self.last


def read_qualifiers(
    found: Sequence[TextToken], roles: Sequence[str], values: Sequence[MeasuredValue]
) -> tuple[StatementQualifier, ...]:
    """The phrases behind prepositions and words of condition, from left to right.

    Where the text states values, only the parts of it that hold one count: "takes 60 s -- wait before checking".
    """
    qualifiers = []
    valued = {value.first for value in values}
    stops = [place for place, token in enumerate(found) if token.text in _PARTS]
    parts = list(zip([-1, *stops], [*stops, len(found)], strict=True))
    if valued and stops:
        silent = [range(a + 1, b) for a, b in parts if not any(a < place < b for place in valued)]
    else:
        silent = []
    place = 0
    while place < len(found):
        if not _begins(found, place) or any(place in part for part in silent):
            place += 1
            continue
        last = _end(found, roles, place)
        if (one := _qualifier(found, place, last)) is not None:
            qualifiers.append(one)
        place = max(last, place + 1)
    return tuple(qualifiers)


def _begins(found: Sequence[TextToken], place: int) -> bool:
    """Tell whether a phrase that limits begins here; "by day" does, "by cron" says who does it."""
    text = found[place].text
    return text in _LIMITING or (text == "by" and place + 1 < len(found) and found[place + 1].text in _BY_TIMES)


def _end(found: Sequence[TextToken], roles: Sequence[str], first: int) -> int:
    """Where the phrase ends: at a stop, at the next preposition, or where the subject of the statement begins behind a
    phrase that stands in front."""
    for place in range(first + 1, len(found)):
        text = found[place].text
        if (
            text in _ENDS
            or text in _OPENING
            or (place > first + 1 and (text in AUXILIARIES or roles[place] == SemanticRole.VERB))
        ):
            return place
        if roles[place] != roles[first] and roles[first] and (text in _DETERMINERS or first == 0) and place > first + 1:
            return place
    return len(found)


def _qualifier(found: Sequence[TextToken], first: int, last: int) -> StatementQualifier | None:
    texts = [
        token.text
        for token in found[first + 1 : last]
        if token.kind in ("word", "name", "host", "rest", "path", "url", "number")
        and (token.text not in STOP or token.text in _TELLING)
    ]
    named = [text for text in texts if stem(text) not in _CHANGE]
    if not named or all(text[0].isdigit() for text in named):
        return None
    return StatementQualifier(frozenset(map(stem, named)), _sorts(found[first].text), first, last)


_SORTS = {
    "condition": word_set(
        "by when if while whenever once unless whereas after before during until on at in upon under with"
    ),
    "place": word_set("in on at inside within behind below beside near beneath across among between outside from"),
    "use": word_set("for per against"),
    "means": word_set("with without over via through"),
}


@lru_cache(maxsize=128)
def _sorts(word: str) -> frozenset[str]:
    return frozenset(name for name, members in _SORTS.items() if word in members)


#: Words that say nothing in a statement, and what it is limited to in a qualifier: GET and PUT requests.
_TELLING = word_set("get put second last up down off")


def has_unmet_qualifier(
    mine: Sequence[StatementQualifier],
    other: Sequence[StatementQualifier],
    said: frozenset[str],
    values: Iterable[MeasuredValue],
) -> bool:
    """Tell whether one of ``mine`` holds a word that the other sentence does not say, in no other word for it either.

    ``said`` are the stems of the other sentence and ``other`` its qualifiers; a qualifier with one of the ``values``
    is what is stated, and no limit of it.
    """
    stated = list(values)
    return any(
        not (one.stems <= said or _said_otherwise(one, other, said))
        for one in mine
        if not any(map(one.contains_value, stated))
    )


def _said_otherwise(one: StatementQualifier, others: Sequence[StatementQualifier], said: frozenset[str]) -> bool:
    """Tell whether each word is said or has a synonym in a qualifier of the same sort: when it boots, after a start."""
    alike = [stem for other in others if one.sorts & other.sorts for stem in other.stems]
    return all(word in said or any(_synonyms(word, stem) for stem in alike) for word in one.stems)


def _synonyms(one: str, other: str) -> bool:
    groups = lexicon().groups
    return not groups.get((one,), frozenset()).isdisjoint(groups.get((other,), frozenset()))
