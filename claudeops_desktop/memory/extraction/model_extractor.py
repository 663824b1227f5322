"""The extractor that asks a model: the observer of the component document, held to a schema or to the seed's XML (E3).

What was said goes in as data between two marks that nothing in it can close; what tools printed does not. Nothing the
model says is believed before the gate has seen it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from ...core.paths import bundled_path
from ...language.extraction.types import (
    LONGEST_TYPED,
    ConversationPassage,
    ConversationTurn,
    ExtractionResult,
    TopicSegment,
)
from ...language.prompt_echo import is_injected, is_marker
from ...language.types import ExtractedFact
from ...models.base import LanguageModel, ModelAnswer, UnreadableAnswer
from .answer_schema import OBSERVER_SCHEMA
from .parse_answer import read_answer, read_document

LONGEST_PASSAGE = 60_000  # characters; the observer is given passages, never a whole transcript
LONGEST_TURN = 12_000
_OPEN = "<transcript>"
_CLOSE = "</transcript>"
_MARKS = re.compile(r"<(/?)(transcript|turn|system|assistant|user|human)\b", re.IGNORECASE)
_PLAIN_MARKS = str.maketrans("“”„’‘", '"""\'\'')
_AS_XML = """

## The form of your answer

Answer with this XML and nothing else, no words before or after it:

<observations>
  <segment>
    <narrative>One to three sentences.</narrative>
    <facts>
      - 🔴 [gate=allow confidence=0.92 category=timing service=jellyfin domain=operations strength=explicit sentiment=neutral quote="took 63 s"] Jellyfin takes 63 s to start after a restart
    </facts>
  </segment>
</observations>

🔴 is priority high, 🟡 medium, 🟢 low. Leave `service` out where there is none. No double quotes inside `quote`.
"""  # noqa: E501 — a fact stands on one line


class ModelExtractor:
    """Asks ``model``. ``as_xml`` asks for the seed's XML, for models that cannot be held to a schema."""

    def __init__(self, model: LanguageModel, *, as_xml: bool = False, timeout_s: float | None = None) -> None:
        self._model = model
        self._as_xml = as_xml
        self._timeout_s = timeout_s

    def extract(self, passage: ConversationPassage) -> ExtractionResult:
        """The facts of a passage. Raises ExtractionFault for what does not parse, ModelFault where nobody answers."""
        shown = transcript(passage)
        if not shown:
            return ExtractionResult((), self._model.name)
        said_at = next((turn.at for turn in reversed(passage.turns) if turn.at), "")
        answer, segments = self._asked(f"{_OPEN}\n{shown}\n{_CLOSE}", said_at)
        notes = ("The passage was long: its middle was left out.",) if len(shown) >= LONGEST_PASSAGE else ()
        kept, echoed, unfounded = _founded(segments, passage)
        if echoed:
            notes = (*notes, f"{echoed} facts were text of ours that came back.")
        if unfounded:
            notes = (*notes, f"{unfounded} facts quoted no words of the passage and were dropped.")
        return ExtractionResult(kept, self._model.name, answer.cost_usd, notes)

    def _asked(self, prompt: str, said_at: str) -> tuple[ModelAnswer, tuple[TopicSegment, ...]]:
        if self._as_xml:
            answer = self._model.ask(prompt, system=observer_prompt() + _AS_XML, timeout_s=self._timeout_s)
            return answer, read_answer(answer.text, said_at)
        try:
            answer = self._model.ask(
                prompt, system=observer_prompt(), schema=OBSERVER_SCHEMA, timeout_s=self._timeout_s
            )
        except UnreadableAnswer as fault:
            if "<observations" not in fault.text:
                raise
            # A model that was trained on the seed's form answers in it whatever it is asked for.
            return ModelAnswer(fault.text, None, self._model.name, fault.cost_usd), read_answer(fault.text, said_at)
        return answer, read_document(answer.data, said_at)


@lru_cache(maxsize=1)
def observer_prompt() -> str:
    """The observer's prompt as it ships."""
    return bundled_path("prompts", "observer.md").read_text(encoding="utf-8")


def transcript(passage: ConversationPassage) -> str:
    """A passage as the model is shown it: turn by turn, its own marks defused, ours left out; "" where nothing is left.

    Of a passage that is too long the beginning and the end are shown.
    """
    turns = [shown for turn in passage.turns if (shown := _turn(turn))]
    whole = "\n".join(turns)
    if len(whole) <= LONGEST_PASSAGE:
        return whole
    half = LONGEST_PASSAGE // 2
    return f"{whole[:half]}\n[… left out …]\n{whole[-half:]}"


def _turn(turn: ConversationTurn) -> str:
    text = _said(turn)
    if len(text) > LONGEST_TURN:
        text = f"{text[: LONGEST_TURN // 2]}\n[…]\n{text[-LONGEST_TURN // 2 :]}"
    return f"[turn {turn.number}, {turn.role}]\n{text}" if text.strip() else ""


def _said(turn: ConversationTurn) -> str:
    """Return the words of a turn that a model is shown: none of a tool, and no text of ours."""
    if turn.role == "tool":
        return ""
    return _defused("\n".join(line for line in turn.text.splitlines() if not (is_injected(line) or is_marker(line))))


def _defused(text: str) -> str:
    """Text whose tags cannot be taken for ours."""
    return _MARKS.sub(lambda found: f"‹{found[1]}{found[2]}", text)


def _founded(
    segments: tuple[TopicSegment, ...], passage: ConversationPassage
) -> tuple[tuple[TopicSegment, ...], int, int]:
    """Keep the facts that quote the passage, with who said the words and when; count those that are text of ours, and
    those that quote nothing of it."""
    kept: list[TopicSegment] = []
    echoed = unfounded = 0
    turns = [(turn, said) for turn in passage.turns if (said := _flat(_said(turn)))]
    for segment in segments:
        own = [fact for fact in segment.facts if not is_injected(fact.text)]
        quoted = [found for fact in own if (found := _attributed(fact, turns)) is not None]
        echoed += len(segment.facts) - len(own)
        unfounded += len(own) - len(quoted)
        kept.append(replace(segment, facts=tuple(quoted)))
    return tuple(kept), echoed, unfounded


def _attributed(fact: ExtractedFact, turns: Sequence[tuple[ConversationTurn, str]]) -> ExtractedFact | None:
    """Return the fact with the turn that its quote stands in word for word; None where it stands in none. Where "…"
    leaves words out, each part must stand there. Nobody is named for words that stand in several turns, nor for a turn
    so long that it may hold a document of others."""
    parts = [part.strip() for part in re.split(r"\[?(?:…|\.\.\.)\]?", _flat(_defused(fact.quote))) if part.strip()]
    for turn, said in turns:
        if parts and all(part in said for part in parts):
            typed = turn.role != "user" or len(turn.text) <= LONGEST_TYPED
            return replace(fact, speaker=turn.role if typed else "", quote_at=turn.at or fact.quote_at)
    if parts and all(any(part in said for _, said in turns) for part in parts):
        return fact
    return None


def _flat(text: str) -> str:
    """Return text on one line in small letters, with plain quotation marks."""
    return " ".join(text.translate(_PLAIN_MARKS).split()).lower()
