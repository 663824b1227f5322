"""How deep a recall looks (E9): lean for automated checks, balanced for questions, deep for research; auto chooses."""

from __future__ import annotations

from dataclasses import dataclass

from ...core.errors import UsageError
from ...core.messages import UserMessage
from .question import wants_depth, words_of
from .score_fusion import SHARPNESS
from .types import PROFILES, RecallRequest

UNDER_PRESSURE = 5
_FEW_WORDS = 2


@dataclass(frozen=True, slots=True)
class RecallProfile:
    """How many come back: ``fewest`` where there are so many, up to ``most`` while they are about as good."""

    name: str
    fewest: int
    most: int
    rewrites: bool
    archived: bool = False


LEAN = RecallProfile("lean", 2, 3, rewrites=False)
BALANCED = RecallProfile("balanced", 5, 7, rewrites=True)
DEEP = RecallProfile("deep", 10, 15, rewrites=True, archived=True)
_BY_NAME = {profile.name: profile for profile in (LEAN, BALANCED, DEEP)}


def choose(request: RecallRequest, preferred: str = "auto") -> RecallProfile:
    """The profile that serves; ``preferred`` is the operator's setting where the request leaves it open.

    auto: deep for a question that searches (why, history, many words), lean for what a program asks in a word or two,
    else balanced. Raises UsageError for a name that is none.
    """
    name = request.profile if request.profile != "auto" else preferred
    if request.profile not in PROFILES or name not in PROFILES:
        raise UsageError(
            UserMessage("There is no profile “{profile}”.", profile=request.profile),
            UserMessage("Use one of {join}.", join=", ".join(PROFILES)),
        )
    if name != "auto":
        return _BY_NAME[name]
    if wants_depth(request.question):
        return DEEP if request.asked_by in ("operator", "agent") else BALANCED
    if request.asked_by not in ("operator", "agent") and len(words_of(request.question)) <= _FEW_WORDS:
        return LEAN
    return BALANCED


def cap(scores: list[float], profile: RecallProfile, limit: int | None, pressed: bool) -> int:
    """How many of the ranked results come back. A limit of the asker's is kept as it is; without one, results past
    the profile's fewest come only where they match at least half as well as the best.
    """
    most = profile.most if limit is None else max(0, limit)
    if pressed:
        most = min(most, UNDER_PRESSURE)
    number = min(most, len(scores))
    if limit is None and scores:
        good = sum(1 for score in scores if score >= scores[0] / 2**SHARPNESS)
        number = min(number, max(profile.fewest, good))
    return number
