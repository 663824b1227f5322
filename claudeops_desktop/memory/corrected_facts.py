"""What a person's correction does to the facts that say what it corrects. Inside ``store.read`` or ``write``.

The correction answers a statement of the agent: what says the same as that statement is wrong by the person's word,
whatever the correction says in its stead. What only may say the same stays beside it, as a possible conflict.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ..language.extraction.quotation import quoted_words
from ..language.types import ContradictionCertainty, PairJudgement, Verdict
from . import fact_rules
from .context import one_line
from .lifecycle import JudgedMemory
from .offered_fact import OfferedFact


def with_corrected(
    offer: OfferedFact, judged: Sequence[JudgedMemory], compare: Callable[[OfferedFact], list[JudgedMemory]]
) -> list[JudgedMemory]:
    """What an offered fact is to those that are known, with what it corrects among them as contradicted. ``compare``
    says what a fact is to them."""
    if not offer.fact.corrects:
        return list(judged)
    found = {one.memory.id: one for one in judged}
    why = f"A person corrected it: “{one_line(quoted_words(offer.text))}”."
    for one in compare(replace(offer, text=offer.fact.corrects)):
        known = found.get(one.memory.id)
        repeated = known is not None and known.judgement.verdict is Verdict.SAME
        if repeated or one.judgement.verdict is not Verdict.SAME:
            continue
        score = one.judgement.score
        if score >= fact_rules.SURE_ENOUGH:
            judgement = PairJudgement(Verdict.CONTRADICTION, score, why, ContradictionCertainty.CERTAIN)
        else:
            judgement = PairJudgement(Verdict.DIFFERENT, score, why, ContradictionCertainty.UNSURE)
        found[one.memory.id] = JudgedMemory(one.memory, judgement)
    return list(found.values())
