"""What speaks for keeping a text for every session: five weighted criteria (C11; the multi-agent memory document,
Recall and promotion). Pure.

That document names the criteria and gives no numbers. Frequency, diversity and the half-life of fourteen days are those
of OpenClaw's promotion (``short-term-promotion``); the weights and the two limits are ours, and a person decides.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Literal

from ...core.messages import UserMessage

PROMOTE_FROM = 0.6
KEEP_FROM = 0.35
HALF_LIFE_DAYS = 14.0
WEIGHTS = {
    "documentation redundancy": 0.2,
    "reusable pattern": 0.3,
    "specificity": 0.15,
    "relevance": 0.2,
    "uniqueness": 0.15,
}
LASTING = ("rules-conventions", "preferences", "people-relationships")
PromotionAdvice = Literal["promote", "keep", "archive"]
_WORD = re.compile(r"[^\W_]{3,}")
_VALUE = re.compile(r"\d")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w-]+|\b[a-z]+-\d+\b|`[^`]+`|\b[a-z]+[A-Z]\w+")
_ACTS = re.compile(
    r"\b(?:always|never|avoid|before|after|when(?:ever)?|if|unless|until|must|needs?|requires?|instead|only|do not"
    r"|don't|use|run|restart|reload|wait|check|ask|stop|start|shut|clear|remove)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class PromotionEvidence:
    """What is known of a text. ``occasions`` is how often it was said independently, ``contexts`` in how many
    sessions, days or services; ``echoed`` how often a session that had been given it said it again, which counts for
    nothing. ``documented`` and ``repeated`` are how much of it (0 to 1) stands in another file, named ``where``, and in
    MEMORY.md or another proposal; ``why_not`` is why no rule and no model may promote it, "" where nothing forbids
    that."""

    text: str
    domain: str = ""
    occasions: int = 1
    contexts: int = 1
    echoed: int = 0
    recalled: int = 0
    confirmed_at: datetime | None = None
    concrete: bool = False
    by_operator: bool = False
    documented: float = 0.0
    where: str = ""
    repeated: float = 0.0
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class PromotionCriterion:
    """One criterion: its ``weight``, its ``value`` from 0 to 1, a sentence on how it came about, and a second one on
    what was not counted, None where everything was."""

    name: str
    weight: float
    value: float
    sentence: UserMessage
    not_counted: UserMessage | None = None


@dataclass(frozen=True, slots=True)
class PromotionScore:
    """All criteria, their weighted sum ``total`` from 0 to 1, what it recommends, and ``why``."""

    total: float
    recommends: PromotionAdvice
    why: UserMessage
    criteria: tuple[PromotionCriterion, ...]

    def as_json(self) -> dict[str, Any]:
        """The score for ``--json``."""
        rows = [
            {**asdict(one), "sentence": str(one.sentence), "not_counted": str(one.not_counted or "")}
            for one in self.criteria
        ]
        return {"total": self.total, "recommends": self.recommends, "why": str(self.why), "criteria": rows}


def score_promotion(found: PromotionEvidence, now: datetime) -> PromotionScore:
    """Weigh a text. What a person said once counts as much as what sessions say three times."""
    values = (_redundancy(found), _pattern(found), _specificity(found), _relevance(found, now), _uniqueness(found))
    criteria = tuple(
        PromotionCriterion(name, weight, round(value, 2), sentence, _not_counted(name, found))
        for (name, weight), (value, sentence) in zip(WEIGHTS.items(), values, strict=True)
    )
    total = round(sum(one.weight * one.value for one in criteria), 3)
    if found.why_not:
        advice: PromotionAdvice = "keep" if total >= KEEP_FROM else "archive"
        return PromotionScore(total, advice, UserMessage("Only you may promote it: {why}", why=found.why_not), criteria)
    if total >= PROMOTE_FROM:
        said = UserMessage(
            "{total:.2f} is at least the {limit} that promotion asks for.", total=total, limit=PROMOTE_FROM
        )
        return PromotionScore(total, "promote", said, criteria)
    if total >= KEEP_FROM:
        said = UserMessage("{total:.2f} is under the {limit} that promotion asks for.", total=total, limit=PROMOTE_FROM)
        return PromotionScore(total, "keep", said, criteria)
    return PromotionScore(total, "archive", UserMessage("Little speaks for it: {total:.2f}.", total=total), criteria)


@lru_cache(maxsize=20_000)  # each proposal is compared with all others
def words_of(text: str) -> frozenset[str]:
    """The words of a text by which it is compared: three letters or more, without case."""
    return frozenset(_WORD.findall(text.casefold()))


def nearest(text: str, others: Mapping[str, frozenset[str]]) -> tuple[float, str]:
    """How much of a text the one of ``others`` holds that holds most of it, and its name; 0 and "" without any."""
    mine = words_of(text)
    if not mine:
        return 0.0, ""
    shares = ((len(mine & words) / len(mine), name) for name, words in others.items())
    return max(shares, default=(0.0, ""), key=lambda pair: (pair[0], pair[1]))


def can_be_acted_on(text: str) -> bool:
    """Tell whether a text says what to do, to avoid or to wait for, and when."""
    return bool(_ACTS.search(text))


def is_specific(text: str) -> bool:
    """Tell whether a text names something: a value, or a name inside a sentence. What does not is seldom new to
    anybody."""
    return bool(_VALUE.search(text) or _NAME.search(text))


def rank(scored: Iterable[tuple[int, PromotionScore]]) -> Sequence[int]:
    """Ids, the ones that most speaks for first; of equals the older one."""
    return [number for number, _ in sorted(scored, key=lambda pair: (-pair[1].total, pair[0]))]


def _redundancy(found: PromotionEvidence) -> tuple[float, UserMessage]:
    if not found.documented or not found.where:
        return 1.0, UserMessage("No other file of the folder says it.")
    share = f"{found.documented:.0%}"
    return 1 - found.documented, UserMessage("{path} holds {share} of its words.", path=found.where, share=share)


def _pattern(found: PromotionEvidence) -> tuple[float, UserMessage]:
    occasions = max(found.occasions, 3) if found.by_operator else found.occasions
    frequency = min(1.0, math.log1p(occasions) / math.log1p(10))
    diversity = min(1.0, found.contexts / 5)
    acts = can_be_acted_on(found.text)
    value = 0.45 * frequency + 0.25 * diversity + 0.3 * acts
    if found.by_operator:
        value = max(value, 0.8 if acts else 0.6)
    return value, _how_often(found, acts=acts)


def _how_often(found: PromotionEvidence, *, acts: bool) -> UserMessage:
    if found.by_operator and acts:
        return UserMessage("The operator said it, and it says what to do.")
    if found.by_operator:
        return UserMessage("The operator said it; it does not say what to do.")
    if found.occasions <= 1 and acts:
        return UserMessage("It was said once, and says what to do.")
    if found.occasions <= 1:
        return UserMessage("It was said once, and does not say what to do.")
    times, contexts = found.occasions, found.contexts
    if acts:
        return UserMessage(
            "It was said {times} times independently, in {contexts} contexts, and says what to do.",
            times=times, contexts=contexts,
        )  # fmt: skip
    return UserMessage(
        "It was said {times} times independently, in {contexts} contexts, and does not say what to do.",
        times=times, contexts=contexts,
    )  # fmt: skip


def _not_counted(name: str, found: PromotionEvidence) -> UserMessage | None:
    """Recalled or injected text is no evidence."""
    if name != "reusable pattern" or not found.echoed:
        return None
    return UserMessage(
        "{count} sessions repeated what they had been given in their prompt: that does not count.", count=found.echoed
    )


def _specificity(found: PromotionEvidence) -> tuple[float, UserMessage]:
    valued, named = bool(_VALUE.search(found.text)), bool(_NAME.search(found.text))
    value = 0.2 + 0.4 * found.concrete + 0.2 * valued + 0.2 * named
    if found.concrete:
        return value, UserMessage("It names a decision, a path or a command.")
    if valued or named:
        return value, UserMessage("It names a value or a name.")
    return value, UserMessage("It names no value, name, path or command.")


def _relevance(found: PromotionEvidence, now: datetime) -> tuple[float, UserMessage]:
    if found.domain in LASTING:
        return 1.0, UserMessage("Rules, preferences and people matter at any time.")
    days = max(0.0, (now - found.confirmed_at).total_seconds() / 86_400) if found.confirmed_at else HALF_LIFE_DAYS
    recent = 0.5 ** (days / HALF_LIFE_DAYS)
    asked = min(1.0, math.log1p(found.recalled) / math.log1p(10))
    value = 0.6 * recent + 0.4 * asked
    return value, UserMessage(
        "It was last confirmed {days} days ago and recalled {times} times.", days=round(days), times=found.recalled
    )


def _uniqueness(found: PromotionEvidence) -> tuple[float, UserMessage]:
    if not found.repeated:
        return 1.0, UserMessage("Neither MEMORY.md nor another proposal says anything like it.")
    share = f"{found.repeated:.0%}"
    return 1 - found.repeated, UserMessage("MEMORY.md or another proposal holds {share} of its words.", share=share)
