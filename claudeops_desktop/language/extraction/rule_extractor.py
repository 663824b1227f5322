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
from ..word_lists import PatternTable, tables
from .corrections import SHORTEST_STATEMENT, PersonCorrection, find_correction
from .initial_confidence import starting_confidence
from .later_statements import was_changed_by
from .sentences import ProseSentence, sentences
from .session_context import SessionContext
from .subject import ServiceNames
from .types import LONGEST_TYPED, ConversationPassage, ConversationTurn, ExtractionResult, TopicSegment
from .wording import AGAINST_ALL, FILE, has_doubts, is_of_the_moment, lays_down_for_good, says

NAME = "rules"
LONGEST_FACT = 480
SHORTEST_FACT = 12
LONGEST_QUOTE = 700

_AGAINST_AGENT = ("of-session", "plan")
_CURES = ("cause", "cure", "failed")
_OF_PERSONS = (*_CURES, "timing")  # what else a person says is an order, or the talk of the moment


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
            scene.remember_turn(turn)
        for place, turn in enumerate(passage.turns):
            scene.follow(turn)
            if turn.role == "tool" or not turn.text:
                continue
            commands = [one.command for one in passage.turns[place + 1 :] if one.command]
            for fact in _of_turn(turn, scene):
                if fact.corrects:
                    found = [one for one in found if one.text != fact.corrects]
                key = re.sub(r"\W+", " ", f"{fact.service} {fact.text}".lower())
                if key not in seen and not was_changed_by(fact.text, commands):
                    seen.add(key)
                    found.append(fact)
            scene.remember_turn(turn)
        return ExtractionResult((TopicSegment("", tuple(found)),) if found else (), NAME)


def _of_turn(turn: ConversationTurn, scene: SessionContext) -> Iterator[ExtractedFact]:
    by_person = turn.role == "user"
    for sentence in sentences(turn.text, spoken_by_us=by_person):
        correction = find_correction(sentence.text, scene.said) if by_person and not scene.is_new else None
        fact = _ordered(sentence, turn, scene, correction) if by_person else None
        if fact is None and correction is None and not (by_person and scene.is_new):
            fact = _stated(sentence, turn, scene)
        if fact is not None:
            yield fact


def _ordered(
    sentence: ProseSentence, turn: ConversationTurn, scene: SessionContext, correction: PersonCorrection | None
) -> ExtractedFact | None:
    """What a person lays down: a rule, a preference, where something belongs, or that something was wrong. A text that
    was pasted lays nothing down."""
    if len(turn.text) > LONGEST_TYPED:
        return None
    if correction is not None:
        return _corrected(sentence, turn, scene, correction)
    text = sentence.text
    for_good = lays_down_for_good(text)
    lays_down = for_good or (not scene.is_new and (says("order", text) or says("place", text)))
    if not lays_down or any(says(kind, text) for kind in ("one-off", *AGAINST_ALL)):
        return None
    if not for_good and is_of_the_moment(text):
        return None
    if has_doubts(text, ("question", "hedge")) or not (for_good or says("order", text) or _may_stand(text)):
        return None
    fact = _fact(sentence, text, turn, scene, "behavior")
    if fact is None:
        return None
    if says("preference", text):
        domain = "preferences"
    else:
        domain = "rules-conventions" if for_good or says("order", text) else ""
    return replace(fact, domain=domain, priority="high", laid_down=True)


def _corrected(
    sentence: ProseSentence, turn: ConversationTurn, scene: SessionContext, correction: PersonCorrection
) -> ExtractedFact | None:
    """A correction, with the sentence that it answers."""
    fact = _fact(sentence, correction.statement, turn, scene, "behavior", " ".join(correction))
    if fact is None:
        return None
    return replace(fact, priority="high", laid_down=True, corrects=correction.answered)


def _may_stand(text: str) -> bool:
    """Tell whether a statement of a person says what it is about, and is more than a few words."""
    return len(text.split()) >= SHORTEST_STATEMENT and not says("bare", text) and not says("task", text)


def _stated(sentence: ProseSentence, turn: ConversationTurn, scene: SessionContext) -> ExtractedFact | None:
    """What is measured, required, or named as a cause, a cure or a failed attempt."""
    text = sentence.text
    kind = next((one for one in _kinds() if one.pattern.search(text)), None)
    if kind is None or any(says(name, text) for name in (*AGAINST_ALL, *_AGAINST_AGENT)):
        return None
    if says("bare", text) or (turn.role == "user" and (kind.name not in _OF_PERSONS or says("task", text))):
        return None
    if kind.name not in _CURES and is_of_the_moment(text):
        return None
    if has_doubts(text, ("question", "opinion", "hedge", "chatter")):
        return None
    if kind.name not in (*_CURES, "timing", "setting") and has_doubts(text, ("narration",)):
        return None
    if kind.name not in _CURES and len(text.split()) < SHORTEST_STATEMENT:
        return None
    return _fact(sentence, text, turn, scene, kind.about)


def _fact(
    sentence: ProseSentence, text: str, turn: ConversationTurn, scene: SessionContext, category: str, about: str = ""
) -> ExtractedFact | None:
    """The sentence as a fact in its own words, filed under the service that it names, or that the words ``about`` it
    name, else the session's; None where it is too short or too long for one."""
    text = text.rstrip(" .")
    if not SHORTEST_FACT <= len(about or text) <= LONGEST_FACT:
        return None
    named = next(iter(scene.names.mentions(about or text)), None) or next(
        iter(scene.names.mentions(sentence.heading)), None
    )
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
    return tuple(one for one in tables(FILE) if one.about)
