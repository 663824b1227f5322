"""The extractor that needs no model: it finds the facts that an operator would write down (E3).

Measured times, required order, quirks, what fixed what, recurring needs, where things are, and what the operator laid
down. A sentence becomes a fact as it was said, with its subject written out; what is a plan, a step, a question, a
guess or the state of a moment becomes none. Nothing is drawn from tool output. Precision goes before recall: what is
missed here may still be marked by the agent, what is wrong has to be found by the operator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ..types import CATEGORIES, ExtractedFact
from .discourse import is_pair
from .expression_matcher import Holds, kinds
from .fact_doubts import find_doubts, is_said
from .fact_wording import FactWording, word_fact
from .initial_confidence import starting_confidence
from .plain_statement import STATEMENT, is_statement
from .sentences import ProseSentence, sentences
from .session_context import SessionContext
from .subject import ServiceNames
from .types import ConversationPassage, ConversationTurn, ExtractionResult, TopicSegment

NAME = "rules"
LONGEST_FACT = 480
SHORTEST_FACT = 12
LONGEST_QUOTE = 700
LONGEST_TYPED = 1_500  # characters; a longer turn may hold a document of others
SHORTEST_STATEMENT = 6  # words

_CONTRACTED = re.compile(r"\b(do|does|is|are|ca|wo|did|was|must|should)nt\b")
_RULES_OF_OURS = ("rules", "preferences")
_MOMENT_OK = ("rules/never", "timing/measured")
_HEDGED_OK = ("timing/measured", "dependency/order", "remediation/cure", "remediation/cause")
_RESTARTS = re.compile(r"\b(?:restart|reboot|redeploy|start|stop|deploy|scale|kill|reload)", re.IGNORECASE)
_CARE = re.compile(
    r"\b(?:back ?up|upgrade|update|patch|prune|rotate|vacuum|renew|clean|delete|remove|maintenance|dump|snapshot)",
    re.IGNORECASE,
)
_ORDER = re.compile(r"\b(?:before|after|first|depends?|until)\b", re.IGNORECASE)
_DROPPED = frozenset(("question", "opinion", "chatter", "plan", "narration"))


class FactKind(NamedTuple):
    """A kind of fact: its key ``category/kind``, and its strength and priority where nothing speaks against them."""

    key: str
    strength: str
    priority: str
    holds: Holds


class RulesExtractor:
    """Draws facts by rules. ``services`` are the configured names; others are found by names that are known."""

    def __init__(self, services: Iterable[str] = ()) -> None:
        self._names = ServiceNames(services)
        self._kinds = tuple(_kind(name, about, holds) for name, about, holds in kinds())
        self._cure = next(kind for kind in self._kinds if kind.key == "remediation/cure")
        ours = [kind for kind in self._kinds if kind.key.startswith(_RULES_OF_OURS)]
        self._said_by_user = (*ours, *(kind for kind in self._kinds if kind not in ours))

    def extract(self, passage: ConversationPassage) -> ExtractionResult:
        """The facts of a passage, each once. Never raises for what a text says."""
        found: list[tuple[int, ExtractedFact]] = []
        seen: set[str] = set()
        scene = SessionContext(self._names)
        for turn in passage.earlier:
            scene.follow(turn)
            scene.add_turn(turn)
        for turn in passage.turns:
            scene.follow(turn)
            if turn.role == "tool" or not turn.text:
                continue
            asked = turn.role == "user" and scene.is_new
            for fact in self._of_turn(turn, scene):
                if asked and not fact.laid_down:
                    continue  # what a session begins with is what it is to look into
                key = re.sub(r"\W+", " ", f"{fact.service} {fact.text}".lower())
                if key not in seen:
                    seen.add(key)
                    found.append((turn.number, fact))
            scene.add_turn(turn)
        return ExtractionResult(_segments(found), NAME)

    def _of_turn(self, turn: ConversationTurn, scene: SessionContext) -> Iterable[ExtractedFact]:
        from_user = turn.role == "user"
        for sentence in sentences(turn.text, spoken_by_us=from_user):
            fact = self._of_sentence(sentence, turn, scene, from_user=from_user)
            if fact is not None:
                yield fact

    def _of_sentence(
        self, sentence: ProseSentence, turn: ConversationTurn, scene: SessionContext, *, from_user: bool
    ) -> ExtractedFact | None:
        raw = sentence.text.lower()
        if is_said("step-ahead", raw) or (is_said("passing", raw) and not self._is_narrow(raw)):
            return None
        if is_said("of-tests", raw) or (not from_user and is_said("of-session", raw)):
            return None
        wording = word_fact(sentence, scene)
        if wording is None or not SHORTEST_FACT <= len(wording.text) <= LONGEST_FACT:
            return None
        if wording.service is None and scene.place is not None:
            wording = wording._replace(service=scene.place)
        if wording.text.startswith("No "):
            wording = wording._replace(text=f"Rule: no {wording.text[3:]}")  # else it reads like a finding
        lower = _CONTRACTED.sub(r"\1n't", wording.text.lower())
        kind = self._cure if sentence.pair or is_pair(lower) else self._kind(lower, from_user=from_user)
        if kind is None or not _stands(wording, lower, kind, from_user=from_user) or _of_others(sentence, kind):
            return None
        hedged = wording.hedged or bool(is_said("uncertain", lower))
        strength = "inferred" if hedged else "implied" if wording.rebuilt else kind.strength
        corrected = from_user and bool(is_said("corrects", sentence.text.lower()))
        remembered = from_user and bool(is_said("to-remember", raw))
        area = kind.key.partition("/")[0]
        return ExtractedFact(
            text=wording.text,
            category=area if area in CATEGORIES else _category(lower),
            service=wording.service,
            domain=_domain(kind.key, from_user=from_user),
            priority="high" if corrected else kind.priority,
            gate="hold" if hedged else "allow",
            confidence=starting_confidence(strength),
            gate_confidence=0.5 if hedged else 0.9 if strength == "explicit" else 0.75,
            category_confidence=0.9 if area in CATEGORIES else 0.6,
            strength=strength,
            sentiment=_sentiment(sentence),
            quote=_quote(sentence, wording),
            quote_at=turn.at,
            speaker=turn.role if len(turn.text) <= LONGEST_TYPED else "",
            laid_down=corrected or remembered or (from_user and kind.key.startswith(_RULES_OF_OURS)),
        )

    def _is_narrow(self, lower: str) -> bool:
        """Whether a sentence may be of a narrower kind than a plain statement, whatever leads up to it."""
        return any(kind.holds(lower) for kind in self._kinds if kind.key != STATEMENT) or is_pair(lower)

    def _kind(self, lower: str, *, from_user: bool) -> FactKind | None:
        """The first kind that a sentence is. What the operator lays down is a rule before it is anything else."""
        kinds = self._said_by_user if from_user else self._kinds
        return next((kind for kind in kinds if kind.holds(lower)), None)


def _kind(name: str, about: str, holds: Holds) -> FactKind:
    strength, priority = about.split()
    return FactKind(name, strength, priority, holds)


def _stands(wording: FactWording, lower: str, kind: FactKind, *, from_user: bool) -> bool:
    """Whether a sentence of this kind is a fact, and no plan, step, moment, question or guess."""
    ours = kind.key.startswith(_RULES_OF_OURS)
    if kind.key == STATEMENT and not is_statement(lower, from_user=from_user):
        return False
    if (
        kind.key == STATEMENT
        and wording.service is None
        and len(lower.split()) < SHORTEST_STATEMENT
        and "/" not in lower
    ):
        return False  # too little to be understood where nobody knows what it is about
    if ours and (is_said("one-off", lower) or (kind.key.endswith("/ours") and not from_user)):
        return False
    if wording.service is None and not (ours and from_user) and not is_said("anchor", lower):
        return False  # of nothing that an operator looks after
    if from_user and not ours and is_said("task", lower):
        return False
    if not from_user and is_said("advice", lower) and not ours:
        return False
    against = find_doubts(lower)
    if against & _DROPPED and not (ours and against == {"opinion"}):
        return False
    if "hedge" in against and kind.key not in _HEDGED_OK:
        return False
    if is_said("changed", lower):  # when it changed is told, and what holds since
        return _subject_is_told(wording)
    if "transient" in against and not kind.key.startswith(("remediation", "rules", "timing/measured")):
        return False
    if is_said("momentary", lower) and kind.key not in _MOMENT_OK:
        return False
    return _subject_is_told(wording)


_QUOTED = re.compile(r"[\"“„«](?:[^\"“”„«»\s]+\s+){3,}[^\"“”„«»]*[\"”»]")


def _of_others(sentence: ProseSentence, kind: FactKind) -> bool:
    """Whether it is told at second hand (a forum, an alert, an example), or is a fact only in what it quotes."""
    said = sentence.text.lower()
    if is_said("secondhand", said):
        return True
    return bool(_QUOTED.search(said)) and not kind.holds(_QUOTED.sub(" … ", said))


_BARE_SUBJECT = re.compile(
    r"^(?:it|this|that|these|those|they|he|she|which|there|here|something|someone|"
    r"(?:one|both|neither|everything|nothing)(?= (?:of|is|are|was|were|has|have|needs?|can|must|do|does|works?)\b))\b",
    re.IGNORECASE,
)


def _subject_is_told(wording: FactWording) -> bool:
    """A fact must be understood alone: it names its service, or it does not begin with a word that points elsewhere."""
    return not _BARE_SUBJECT.match(wording.text)


def _category(lower: str) -> str:
    """The category of a rule that the operator laid down."""
    if _ORDER.search(lower) and _RESTARTS.search(lower) and "during" not in lower:
        return "dependency"
    if _CARE.search(lower):
        return "maintenance"
    return "remediation" if _RESTARTS.search(lower) else "behavior"


def _domain(key: str, *, from_user: bool) -> str:
    """The domain where the kind alone says it; "" leaves it to the words (``domains``)."""
    if key.startswith("preferences"):
        return "preferences"
    if key.startswith("rules") and from_user:
        return "rules-conventions"
    return ""


def _sentiment(sentence: ProseSentence) -> str:
    line = sentence.line.lower()
    if is_said("frustrated", line) or is_said("frustrated", sentence.before[-160:].lower()):
        return "frustrated"
    if is_said("uncertain", sentence.text.lower()):
        return "uncertain"
    return "excited" if is_said("excited", line) else "neutral"


def _quote(sentence: ProseSentence, wording: FactWording) -> str:
    """The passage: the line it stood in, and what came before where the subject was found there."""
    before = sentence.before.strip()[-240:] if wording.from_before else ""
    return f"{before}\n{sentence.line}".strip()[:LONGEST_QUOTE]


_SAID = {
    "timing": "how long things take",
    "dependency": "what needs what",
    "behavior": "how it behaves",
    "remediation": "what helps and why it failed",
    "maintenance": "what has to be done again and again",
}


def _segments(found: list[tuple[int, ExtractedFact]]) -> tuple[TopicSegment, ...]:
    """Facts of one service that follow each other are one topic."""
    segments: list[TopicSegment] = []
    run: list[tuple[int, ExtractedFact]] = []
    for number, fact in found:
        if run and run[-1][1].service != fact.service:
            segments.append(_segment(run))
            run = []
        run.append((number, fact))
    return (*segments, _segment(run)) if run else ()


def _segment(run: list[tuple[int, ExtractedFact]]) -> TopicSegment:
    first, last = run[0][0], run[-1][0]
    what = [_SAID[category] for category in dict.fromkeys(fact.category for _, fact in run)]
    told = ", ".join(what[:-1]) + (" and " if len(what) > 1 else "") + what[-1]
    of = f" of {run[0][1].service}" if run[0][1].service else ""
    where = f"in turn {first}" if first == last else f"in turns {first} to {last}"
    return TopicSegment(f"What was said{of} {where}: {told}.", tuple(fact for _, fact in run))
