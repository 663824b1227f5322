"""How likely a text that is no memory answers a question: a part of a note or of a document (E9).

Such a text has no place in the index of memories, so that less is known of it: the share of the question that it meets
(``question_coverage``), and how near it lies by the static model. The weights were learned by logistic regression on
the first half of the guide's questions and of alerts to runbooks, with questions about other things between them
(``benchmarks.library`` has both); the line was chosen with the second halves in view.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from ...language.words.stem import stem
from .question import words_of
from .question_coverage import LONG, met_by_meaning

if TYPE_CHECKING:
    from ..embed.built_in import BuiltInEmbedder

MET, COSINE, BIAS = 4.92, 3.44, -4.94


class TextRating(NamedTuple):
    """``met``: the share of the question that a text meets; ``answers``: how likely it answers, 0 to 1."""

    met: float
    answers: float


def rate_texts(question: str, texts: Sequence[str], words: BuiltInEmbedder | None) -> list[TextRating]:
    """Rate texts by a question. Without ``words``, the static model, the share of the question's words that a text
    holds stands for both."""
    import numpy as np

    named = words_of(question)
    if not named or not texts:
        return [TextRating(0.0, 0.0)] * len(texts)
    if words is None:
        roots = {stem(word) for word in named}
        held = [len(roots & {stem(word) for word in words_of(text, len(text))}) / len(roots) for text in texts]
        return [TextRating(share, share) for share in held]
    directions, says = words.words(named)
    most = min(float(says.sum()), LONG) or 1.0
    met = np.minimum(met_by_meaning(named, directions, texts, words) @ says / most, 1.0)
    near = words.embed(texts) @ words.question(question, {})
    return [
        TextRating(float(share), 1 / (1 + math.exp(-(MET * share + COSINE * cosine + BIAS))))
        for share, cosine in zip(met, near, strict=True)
    ]
