"""Does a memory answer a question, or does it only come next in a ranking (E9)? Pure.

How much of a question a memory meets (``evidence``) says nothing by itself: among hundreds of long memories something
always meets half of it, and of a question in other words the answer among sixty short facts meets a quarter. So what is
met is weighed against what chance would give: how many memories there are, what those farther down meet, how much of
the question no memory has at all, and how far the memory's meaning stands out. ``benchmarks.train_answering`` learned
the weights from questions over facts of operators, chats and documents, for either built-in model by itself: their
cosines lie elsewhere.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

LIKELY = 0.5  # of an answer; the line the weights were shifted to
FARTHER_FROM, FARTHER_TO = 5, 15  # places in the ranking: what these meet, chance would give
FEWEST, MOST = 30, 700  # memories that the weights were learned from; beyond, they are as for these
USUAL_COSINE, USUAL_DISTANCE = 0.35, 2.7  # where no meaning was compared


class AnswerSigns(NamedTuple):
    """What speaks for an answer.

    ``met``: the share of the question that the memory meets; ``over_chance``: by how much that is more than what those
    farther down meet; ``unknown``: the share of the question that no memory has; ``memories``: the natural logarithm
    of their number; ``words``: how many the question has; ``cosine`` to the question, and its ``distance`` from the
    mean of all in standard deviations.
    """

    met: float
    over_chance: float
    unknown: float
    memories: float
    words: float
    cosine: float
    distance: float


class SentenceSigns(AnswerSigns):
    """The same, with the cosine of the sentence model."""

    __slots__ = ()


WEIGHTS = AnswerSigns(
    met=4.681, over_chance=0.987, unknown=-3.203, memories=-1.382, words=-0.26, cosine=4.293, distance=0.278
)
BIAS = 5.079
SENTENCE_WEIGHTS = AnswerSigns(
    met=3.879, over_chance=-0.638, unknown=-2.647, memories=-1.308, words=-0.403, cosine=10.5, distance=0.225
)
SENTENCE_BIAS = 3.7  # so that as many foreign questions stay unanswered as with the static model


def answer_probability(signs: AnswerSigns) -> float:
    """How likely the memory answers, 0 to 1."""
    weights, bias = (SENTENCE_WEIGHTS, SENTENCE_BIAS) if isinstance(signs, SentenceSigns) else (WEIGHTS, BIAS)
    total = bias + sum(weight * sign for weight, sign in zip(weights, signs, strict=True))
    return 1 / (1 + math.exp(-max(-50.0, min(50.0, total))))


def by_chance(shares: Sequence[float]) -> float:
    """What a memory meets of a question by chance: the mean of those farther down a ranking, nothing where none is."""
    return sum(sorted(shares, reverse=True)[FARTHER_FROM:FARTHER_TO]) / (FARTHER_TO - FARTHER_FROM)


def size(memories: int) -> float:
    """The sign for that many memories."""
    return math.log(max(FEWEST, min(MOST, memories)))
