"""The extractor that needs no model: it keeps what a session says outright, in the words in which it was said (E3).

Kept are measured values, requirements, sentences that name a cause, a cure or what did not help, and what a person lays
down. A sentence that does not say by itself what it is about, that tells of a moment, a plan or a guess, or that is
about tests or the session itself is left out. Nothing is drawn from tool output, and of the task that a session is
given only what a person lays down for good. Precision goes before recall: what is missed here may still be marked by
the agent or read by a model.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from ..tone import tone_of
from ..types import ExtractedFact
from ..word_lists import PatternTable, table, tables
from .initial_confidence import starting_confidence
from .later_statements import was_changed_by
from .sentences import ProseSentence, sentences
from .session_context import SessionContext
from .subject import ServiceNames
from .types import ConversationPassage, ConversationTurn, ExtractionResult, TopicSegment

NAME = "rules"
LONGEST_FACT = 480
SHORTEST_FACT = 12
LONGEST_QUOTE = 700
LONGEST_TYPED = 1_500  # characters; a longer turn may hold a document of others
SHORTEST_STATEMENT = 4  # words

_FILE = "language/extraction/rules.txt"
_WORTH = "language/words/worth.txt"
_AGAINST_ALL = ("of-tests", "secondhand", "reported")
_AGAINST_AGENT = ("of-session", "plan")
_CURES = ("cause", "cure", "failed")
_OF_PERSONS = (*_CURES, "timing")  # what else a person says is an order, or the talk of the moment
_OBJECTS = re.compile(
    r"^(?:(?:no|nope|wrong|actually|correction|that(?:[’']s| is) (?:wrong|not (?:right|true)))[,:.!]* +)+",
    re.IGNORECASE,
)


class RulesExtractor:
    """Draws facts by rules. ``services`` are the configured names; others are found by names that are known."""

    def __init__(self, services: Iterable[str] = ()) -> None:
        self._names = ServiceNames(services)

    def extract(self, passage: ConversationPassage) -> ExtractionResult:
        """The facts of a passage, each once. Never raises for what a text says."""
        found: list[ExtractedFact] = []
        seen: set[str] = set()
        scene = SessionContext(self._names)
        for turn in passage.earlier:
            scene.follow(turn)
        for place, turn in enumerate(passage.turns):
            scene.follow(turn)
            if turn.role == "tool" or not turn.text:
                continue
            commands = [one.command for one in passage.turns[place + 1 :] if one.command]
            for fact in _of_turn(turn, scene):
                key = re.sub(r"\W+", " ", f"{fact.service} {fact.text}".lower())
                if key not in seen and not was_changed_by(fact.text, commands):
                    seen.add(key)
                    found.append(fact)
            scene.is_new = False
        return ExtractionResult((TopicSegment("", tuple(found)),) if found else (), NAME)


def _of_turn(turn: ConversationTurn, scene: SessionContext) -> Iterator[ExtractedFact]:
    by_person = turn.role == "user"
    for sentence in sentences(turn.text, spoken_by_us=by_person):
        fact = _ordered(sentence, turn, scene) if by_person else None
        if fact is None and not (by_person and scene.is_new):
            fact = _stated(sentence, turn, scene)
        if fact is not None:
            yield fact


def _ordered(sentence: ProseSentence, turn: ConversationTurn, scene: SessionContext) -> ExtractedFact | None:
    """What a person lays down: a rule, a preference, where something belongs, or that something was wrong."""
    said = sentence.text
    corrects = not scene.is_new and _says("corrects", said)
    text = _OBJECTS.sub("", said) if corrects else said
    for_good = _says("for-good", text) or _says("preference", text)
    lays_down = for_good or (not scene.is_new and (corrects or _says("order", text) or _says("place", text)))
    if not lays_down or any(_says(kind, text) for kind in ("one-off", *_AGAINST_ALL)):
        return None
    if not for_good and (_says("moment", text) or _has_doubts(text, ("transient", "moment"))):
        return None
    if _has_doubts(text, ("question", "hedge")) or not (for_good or _says("order", text) or _may_stand(text)):
        return None
    fact = _fact(sentence, text, turn, scene, "behavior")
    if fact is None:
        return None
    if _says("preference", text):
        domain = "preferences"
    else:
        domain = "rules-conventions" if for_good or _says("order", text) else ""
    return replace(fact, domain=domain, priority="high", laid_down=True)


def _may_stand(text: str) -> bool:
    """Whether a statement of a person says what it is about, and is more than a few words."""
    return len(text.split()) >= SHORTEST_STATEMENT and not _says("bare", text) and not _says("task", text)


def _stated(sentence: ProseSentence, turn: ConversationTurn, scene: SessionContext) -> ExtractedFact | None:
    """What is measured, required, or named as a cause, a cure or a failed attempt."""
    text = sentence.text
    kind = next((one for one in _kinds() if one.pattern.search(text)), None)
    if kind is None or any(_says(name, text) for name in (*_AGAINST_ALL, *_AGAINST_AGENT)):
        return None
    if _says("bare", text) or (turn.role == "user" and (kind.name not in _OF_PERSONS or _says("task", text))):
        return None
    if kind.name not in _CURES and (_says("moment", text) or _has_doubts(text, ("transient", "moment"))):
        return None
    if _has_doubts(text, ("question", "opinion", "hedge", "chatter")):
        return None
    if kind.name not in (*_CURES, "timing", "setting") and _has_doubts(text, ("narration",)):
        return None
    if kind.name not in _CURES and len(text.split()) < SHORTEST_STATEMENT:
        return None
    return _fact(sentence, text, turn, scene, kind.about)


def _fact(
    sentence: ProseSentence, text: str, turn: ConversationTurn, scene: SessionContext, category: str
) -> ExtractedFact | None:
    """The sentence as a fact in its own words, filed under the service that it names, else the session's; None where
    it is too short or too long for one."""
    text = text.rstrip(" .")
    if not SHORTEST_FACT <= len(text) <= LONGEST_FACT:
        return None
    named = next(iter(scene.names.mentions(text)), None) or next(iter(scene.names.mentions(sentence.heading)), None)
    return ExtractedFact(
        text=text,
        category=category,
        service=named.name if named is not None else scene.place,
        confidence=starting_confidence("explicit"),
        gate_confidence=0.9,
        category_confidence=0.9,
        strength="explicit",
        sentiment=tone_of(sentence.line),
        quote=sentence.line[:LONGEST_QUOTE],
        quote_at=turn.at,
        speaker="" if turn.role == "user" and len(turn.text) > LONGEST_TYPED else turn.role,
    )


@lru_cache(maxsize=1)
def _kinds() -> tuple[PatternTable, ...]:
    return tuple(one for one in tables(_FILE) if one.about)


def _says(name: str, text: str) -> bool:
    return bool(table(_FILE, name).search(text))


def _has_doubts(text: str, names: Iterable[str]) -> bool:
    """Whether a text is a question, or has words that speak against a fact, as the gate knows them."""
    lower = text.lower()
    return any(lower.endswith("?") if name == "question" else table(_WORTH, name).search(lower) for name in names)
