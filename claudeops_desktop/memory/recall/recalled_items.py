"""One memory as it comes back: its scores, what is left of them now, and how it was found. Pure."""

from __future__ import annotations

from ...core.settings.groups import LifetimeSettings
from ..types import Memory
from . import age_decay, rerank
from .profiles import RecallProfile
from .types import Origin, RecalledItem, RecallRequest


def item_of(
    memory: Memory,
    request: RecallRequest,
    lifetimes: LifetimeSettings | None,
    scores: tuple[float, ...],
    origin: Origin,
) -> RecalledItem:
    """``scores`` are raw, keyword, vector, graph; ``lifetimes`` None where nothing fades."""
    raw, keyword, vector, near = scores
    left = age_decay.current_score(memory, request.now, lifetimes) if lifetimes is not None else 1.0
    heavier = rerank.rerank_factor(memory.sentiment, memory.retrieval_priority, request.mood)
    heavier *= rerank.domain_factor(memory.domain, request.domains)
    seen = (("its words", keyword), ("its meaning", vector), ("what it is about", near))
    how = [name for name, score in seen if score > 0]
    since = age_decay.days_since(memory.stated_at, request.now)
    where = "Among the surest facts, by " if origin == "summary" else "Found by "
    why = f"{where}{' and '.join(how) or 'its standing'}; confirmed {since:.0f} days ago, keeps {left:.0%}."
    return RecalledItem(memory, raw * left * heavier, raw, keyword, vector, near, left, heavier, (), why, origin)


def may_show(memory: Memory, request: RecallRequest, profile: RecallProfile) -> bool:
    """Tell whether it may come back: held, replaced and laid away ones only where they were asked for."""
    return (
        (request.include_held or memory.gate == "allow")
        and (request.include_superseded or memory.superseded_by is None)
        and (request.include_archived or profile.archived or memory.state not in ("archived", "cold"))
    )
