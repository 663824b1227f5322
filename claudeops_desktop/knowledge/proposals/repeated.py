"""Whether a proposal says what an earlier one said in other words: then nobody is asked again (C4). Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from ...language.types import PairJudgement, Verdict
from .promotion import words_of
from .types import ProposalDraft, StoredProposal

if TYPE_CHECKING:
    from ...language.values.values import MeasuredValue

HELD, MOST_ADDED = 0.6, 3
"""The least share of a new text's words that the old one holds, and how many it may lack."""
CLOSEST = 12
SURE = 0.8
"""The least score of a *same* of the judge."""


def says_the_same(text: str, others: Sequence[str]) -> tuple[int, PairJudgement] | None:
    """The place of the one of ``others`` that the judge takes to say the same, with the same values, and what it says
    of the two; None where none does."""
    from ...language.compare import judge

    near = _nearest(text, others)  # whom ``is_same`` would refuse by its words alone need not be judged
    judged = zip(near, judge.judge_all(text, [others[place] for place in near]), strict=True)
    same = [(place, one) for place, one in judged if is_same(others[place], text, one)]
    return max(same, key=lambda pair: pair[1].score) if same else None


def is_same(old: str, new: str, judged: PairJudgement, least: float = SURE) -> bool:
    """Tell whether ``new`` says what ``old`` says and nothing beside it: a sentence that joins two statements is the
    same as neither."""
    if judged.verdict is not Verdict.SAME or judged.score < least or not same_values(old, new):
        return False
    return _added(words_of(new), words_of(old)) is not None


def _nearest(text: str, others: Sequence[str]) -> list[int]:
    """The places of the texts that hold most of its words and have its values, ``CLOSEST`` at most."""
    mine = words_of(text)
    found = [
        (lack, -place) for place, other in enumerate(others) if (lack := _added(mine, words_of(other))) is not None
    ]
    closest = (-place for _, place in sorted(found))
    return list(islice((place for place in closest if same_values(others[place], text)), CLOSEST))


def _added(new: frozenset[str], old: frozenset[str]) -> int | None:
    """How many words the new text has that the old one lacks; None where that is too many for a repetition."""
    lack = len(new - old)
    return lack if lack <= MOST_ADDED and len(new) - lack >= HELD * len(new) else None


def same_values(one: str, other: str) -> bool:
    """Tell whether neither of two texts has a value (number, time, code, switch) that the other lacks."""
    from ...language.values.values import compare

    found = compare(_values(one), _values(other))
    return not (found.only_old or found.only_new or found.apart or found.flipped)


@lru_cache(maxsize=20_000)
def _values(text: str) -> tuple[MeasuredValue, ...]:
    from ...language.values.measures import values_of

    return tuple(values_of(text))


def repeated_proposal(draft: ProposalDraft, earlier: Iterable[StoredProposal]) -> StoredProposal | None:
    """The earlier proposal that says the same. A text to be added is compared wherever it was to stand; other changes
    only with those of the same words in the same file."""
    rows = [one for one in earlier if one.draft.kind == draft.kind]
    if draft.kind == "add":
        found = says_the_same(draft.after, [one.draft.after for one in rows])
        return rows[found[0]] if found else None
    rows = [one for one in rows if one.draft.path == draft.path and one.draft.before.split() == draft.before.split()]
    if draft.kind == "remove":
        return rows[0] if rows else None
    found = says_the_same(draft.after, [one.draft.after for one in rows])
    return rows[found[0]] if found else None
