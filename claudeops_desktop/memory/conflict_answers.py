"""What the operator said of pairs in conflict, kept as labelled pairs, and what follows from it for pairs alike (E11).

A pair is alike where both texts are the same up to their figures. So nothing is concluded from an answer but for the
very wording that it was given for. Writes run inside ``store.write``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..language.subjects.strip_subject import strip_subject
from ..language.types import ContradictionCertainty, PairJudgement, Verdict
from ..storage.database import proxy
from .fact_rules import keeps_values
from .types import Memory

BOTH, REPLACED, SAME = "both", "replaced", "same"  # as ``conflicts.ConflictState`` names them
LABELS = {BOTH: "different", REPLACED: "contradiction", SAME: "same"}
_FIGURES = re.compile(r"\d+(?:[.,:/]\d+)*")
_WORDS = re.compile(r"[^\W_]+|#")
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class LabelledPair:
    """Two texts and the operator's answer: both, replaced or same."""

    conflict_id: int
    service: str | None
    category: str
    old_text: str
    new_text: str
    answer: str
    answered_at: str

    def as_json(self) -> dict[str, Any]:
        """The pair in the form that the judge is trained with."""
        return {
            "id": f"answer-{self.conflict_id}",
            "category": self.category,
            "service": self.service or "",
            "old": self.old_text,
            "new": self.new_text,
            "label": LABELS[self.answer],
            "answered_at": self.answered_at,
        }


def frame(text: str, service: str | None) -> str:
    """A text without its figures, its marks and the name of its service, in lower case."""
    masked = _FIGURES.sub(" # ", strip_subject(text, service).lower())
    return " ".join(_WORDS.findall(masked))[:_LONGEST]


def store_answer(conflict_id: int, old: Memory, new: Memory, answer: str, now: datetime) -> None:
    """Keep an answer; it takes the place of an earlier one on the same pair."""
    proxy.execute_sql(
        "INSERT OR REPLACE INTO memory_answers (conflict_id, service, category, old_text, new_text, old_frame,"
        " new_frame, answer, answered_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            conflict_id, new.service, new.category, old.observation, new.observation,
            frame(old.observation, old.service), frame(new.observation, new.service), answer, to_text(now),
        ),
    )  # fmt: skip


def drop(conflict_id: int) -> None:
    """Forget an answer that was taken back."""
    proxy.execute_sql("DELETE FROM memory_answers WHERE conflict_id = ?", (conflict_id,))


def list_answers() -> list[LabelledPair]:
    """All answers, oldest first."""
    names = ", ".join(LabelledPair.__dataclass_fields__)
    rows = proxy.execute_sql(f"SELECT {names} FROM memory_answers ORDER BY answered_at, conflict_id")
    return [LabelledPair(*row) for row in rows]


def learned(old: Memory, new_text: str, judgement: PairJudgement) -> PairJudgement:
    """The judgement on a pair in the light of what the operator said of pairs of the same wording."""
    if judgement.verdict is Verdict.DIFFERENT and judgement.certainty is None and judgement.score >= 1:
        return judgement  # nothing in common: no answer can be about it
    found = _nearest(frame(old.observation, old.service), frame(new_text, old.service), old.observation, new_text)
    if found is None:
        return judgement
    why = f"You answered of this wording: {_SAID[found.answer]}. {judgement.why}"
    if found.answer == BOTH:
        return PairJudgement(Verdict.DIFFERENT, 1.0, why)
    if found.answer == SAME:
        same = keeps_values(old.observation, new_text) and keeps_values(new_text, old.observation)
        return PairJudgement(Verdict.SAME, 1.0, why) if same else judgement
    if judgement.certainty is None:
        return judgement
    return PairJudgement(Verdict.CONTRADICTION, judgement.score, why, _SURER[judgement.certainty])


_SAID = {BOTH: "both hold", REPLACED: "the new one replaces", SAME: "it is the same"}
_SURER = {
    ContradictionCertainty.UNSURE: ContradictionCertainty.LIKELY,
    ContradictionCertainty.LIKELY: ContradictionCertainty.CERTAIN,
    ContradictionCertainty.CERTAIN: ContradictionCertainty.CERTAIN,
}


def _nearest(one: str, other: str, old_text: str, new_text: str) -> LabelledPair | None:
    """The latest answer on these very texts, in either order; else on two different frames like these."""
    names = ", ".join(LabelledPair.__dataclass_fields__)
    rows = proxy.execute_sql(
        f"SELECT {names} FROM memory_answers"
        " WHERE (old_frame = ? AND new_frame = ?) OR (old_frame = ? AND new_frame = ?)"
        " ORDER BY answered_at DESC, conflict_id DESC",
        (one, other, other, one),
    )
    pairs = [LabelledPair(*row) for row in rows]
    exact = [pair for pair in pairs if {pair.old_text, pair.new_text} == {old_text, new_text}]
    if exact:
        return exact[0]
    # Of two values in one wording another value says nothing: both may have held for a reason that is not in the words.
    return pairs[0] if pairs and one != other else None


def learned_all(olds: Sequence[Memory], new_text: str, judgements: Sequence[PairJudgement]) -> list[PairJudgement]:
    """``learned`` for each; quick where nothing was ever answered."""
    if proxy.execute_sql("SELECT 1 FROM memory_answers LIMIT 1").fetchone() is None:
        return list(judgements)
    return [learned(old, new_text, judgement) for old, judgement in zip(olds, judgements, strict=True)]
