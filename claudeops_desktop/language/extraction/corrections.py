"""Corrections by a person: what they say is so, and which statement of the agent they answer. Pure.

Who says outright that something is wrong ("that's wrong: …", "actually no, …", "no, 8097, not 8096") corrects. Who only
says "no, …" may answer a question: it is a correction where it gives another value for what the agent has just said.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from ..subjects.strip_subject import strip_subject
from ..types import ContradictionCertainty
from ..values.measures import values_of
from ..values.values import compare
from .sentences import sentences
from .wording import AGAINST_ALL, ASKS, has_doubts, is_of_the_moment, says

SHORTEST_STATEMENT = 4  # words
SURE = 0.9  # so sure a contradiction without two values must be to be one of the same attribute
MOST_ANSWERED = 40  # sentences of the agent that a correction is compared with, the last ones
_BREAK = r"(?:[\s,.:;!—–-]+|$)"
_NO = rf"(?:no+|nope){_BREAK}"
_WRONG = (
    r"(?:actually,? no+|(?:that|this|it)(?:['’]?s| is| was) (?:wrong|not (?:right|true|correct))"
    r"|wrong|not true|correction)(?:\s*[,.:;!—–-]+\s*|$)"
)
_OUTRIGHT = re.compile(rf"^\W*(?:{_NO})*(?:{_WRONG})+", re.IGNORECASE)
_OBJECTS = re.compile(rf"^\W*(?:(?:{_NO}|actually{_BREAK})+)", re.IGNORECASE)
_OF_THE_TWO = re.compile(r"\b(?:i|me|my|you|your)\b", re.IGNORECASE)
_NOT = re.compile(r"(?:,|\band\b)? \bnot (?P<wrong>[^,.;]{2,60}?)[\s.!]*$", re.IGNORECASE)
_WORD = re.compile(r"[\w/](?:[\w./:-]*\w)?")
_VALUE = re.compile(r"[\d/]")
_PRONOUN = re.compile(r"^(?:(?:it|that|this|they|those)(?:['’](?:s|re)| is| are)?)\b\s*", re.IGNORECASE)


class PersonCorrection(NamedTuple):
    """What a person says is so, without the objection; ``answered`` is the sentence of the agent that it corrects, ""
    where that is not plain."""

    statement: str
    answered: str


def stands_alone(statement: str) -> bool:
    """Tell whether a statement says by itself what it is about."""
    return len(statement.split()) >= SHORTEST_STATEMENT and not says("bare", statement)


def without_objection(text: str) -> str:
    """A text without a leading "that's wrong: "; the text itself where it does not begin so."""
    return _OUTRIGHT.sub("", text)


def find_correction(sentence: str, said: str) -> PersonCorrection | None:
    """Return what a sentence of a person corrects of what the agent ``said`` last; None where it corrects nothing."""
    objection = _OUTRIGHT.match(sentence) or _OBJECTS.match(sentence)
    if objection is None:
        return None
    statement = sentence[objection.end() :].strip(" .!")
    named = _NOT.search(statement)
    outright = _OUTRIGHT.match(sentence) or (named and _VALUE.search(named["wrong"]))
    if not outright and said.endswith("?"):  # it answers the question
        return None
    if not statement or says("task", statement) or any(says(kind, statement) for kind in ("one-off", *AGAINST_ALL)):
        return None
    if is_of_the_moment(_PRONOUN.sub("it is ", statement)) or has_doubts(sentence, ("question", "hedge")):
        return None
    found = PersonCorrection(statement, find_answered(statement, said))
    by_itself = outright and stands_alone(statement) and not ASKS.match(statement) and not _OF_THE_TWO.search(statement)
    return found if found.answered or by_itself else None


def find_answered(statement: str, said: str) -> str:
    """The one sentence of the agent that a statement corrects: in which stands what it calls wrong, or for whose value
    it gives another one. "" where there is none, or more than one."""
    lines = [one.text.rstrip(" .") for one in sentences(said) if not one.text.endswith("?")][-MOST_ANSWERED:]
    found = dict.fromkeys(line for line in lines if _is_answered(statement, line))
    return next(iter(found)) if len(found) == 1 else ""


def _is_answered(statement: str, line: str) -> bool:
    if named := _NOT.search(statement):
        wrong = re.escape(named["wrong"].strip(" '\"“”`"))
        return bool(re.search(rf"(?<![\w.]){wrong}(?![\w])", line, re.IGNORECASE))
    bare = _PRONOUN.sub("", statement)
    values = values_of(bare)
    if len(values) == 1 and values[0].text == bare:  # "it's 8097"
        alike = [one for one in values_of(line) if one.text.isdigit() == bare.isdigit()]
        return bool(compare(alike, values).apart)
    from ..compare import judge  # its lexicon is read when somebody first objects

    subject = line.split(maxsplit=1)[0].lower() if bare != statement else None  # what the pronoun stands for
    judged = judge.judge(strip_subject(line, subject), bare)
    if judged.certainty is None:
        return False
    here, there = _named(bare), _named(line)
    if here and there and here != there:
        return True
    return judged.certainty is ContradictionCertainty.CERTAIN and judged.score >= SURE


def _named(text: str) -> set[str]:
    """The values, hosts and paths that a text names."""
    return {word for word in _WORD.findall(text.lower()) if _VALUE.search(word)}
