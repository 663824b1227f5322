"""How a memory grows, is doubted and fades: pure rules over frozen dataclasses.

SPEC-0015: Confidence Scoring, Memory Reinforcement, Memory Contradiction, Staleness Decay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from ..core.clock import from_text, to_text
from ..language.types import PairJudgement, Verdict
from .types import ACTIVE_FROM, Memory, MemoryAction

if TYPE_CHECKING:
    from ..core.settings.groups import LifetimeSettings

REINFORCEMENT = 0.1
CONTRADICTION = 0.2
DECAY_A_WEEK = 0.1
GRACE = timedelta(days=30)
WEEK = timedelta(days=7)
LAID_AWAY = ("archived", "cold")
PROMISED = ("marker", "operator")  # whose words the spec treats by itself


@dataclass(frozen=True, slots=True)
class DecayGraces:
    """How long each domain's facts are spared decay: ``never`` names the domains that do not decay, ``longer`` the
    graces beyond the thirty days of SPEC-0015, which hold for every other domain."""

    never: frozenset[str] = frozenset()
    longer: Mapping[str, timedelta] = field(default_factory=dict)

    def for_domain(self, domain: str) -> timedelta:
        """Return the grace of a domain that decays."""
        return self.longer.get(domain, GRACE)


DEFAULT_GRACES = DecayGraces(  # as the settings are by default; reading them takes longer than the rest of memory
    frozenset(("rules-conventions",)),
    {
        "preferences": timedelta(days=60),
        "people-relationships": timedelta(days=60),
        "system-architecture": timedelta(days=60),
        "health": timedelta(days=121),
    },
)


def decay_graces(lifetimes: LifetimeSettings) -> DecayGraces:
    """Return the graces that the settings give: a third of the days after which a domain's facts are stale, at least
    thirty; for *operations* always thirty (SPEC-0015)."""
    stale = {name: lifetime.stale_days for name, lifetime in lifetimes.all_lifetimes().items()}
    graces = {name: timedelta(days=days // 3) for name, days in stale.items() if name != "operations"}
    return DecayGraces(
        frozenset(name for name, days in stale.items() if not days),
        {name: grace for name, grace in graces.items() if grace > GRACE},
    )


def clamp_confidence(value: float) -> float:
    """Clamped to 0..1 and rounded to four places, as every write stores it (0.4 - 0.1 is 0.3)."""
    return round(min(1.0, max(0.0, value)), 4)


def is_active_confidence(value: float) -> bool:
    """Tell whether a memory of this confidence counts (SPEC-0015, Confidence Scoring: under 0.3 is inactive)."""
    return clamp_confidence(value) >= ACTIVE_FROM


@dataclass(frozen=True, slots=True)
class JudgedMemory:
    """An old memory and what the new fact is to it."""

    memory: Memory
    judgement: PairJudgement


@dataclass(frozen=True, slots=True)
class FactPlan:
    """What a new fact does to the old ones (M9, M10, M11).

    ``reinforced`` is the one that grows, None where a row is inserted; ``lowered`` those it contradicts;
    ``returns`` the inactive one that says the same, where nothing active does; ``compared`` the id of the memory that
    ``why`` speaks of.
    """

    action: MemoryAction
    reinforced: JudgedMemory | None = None
    lowered: tuple[JudgedMemory, ...] = ()
    returns: JudgedMemory | None = None
    why: str = ""
    compared: int | None = None

    @property
    def inserts(self) -> bool:
        """Tell whether a new row is made."""
        return self.reinforced is None


def plan(judged: Sequence[JudgedMemory]) -> FactPlan:
    """What becomes of a new fact that was judged against all old ones of its service and category.

    Every active contradiction is lowered; the best active *same* is reinforced, one that is still valid before one that
    was superseded; only without one is a row inserted. An inactive *same* is linked to the new row and stays as it is.
    """
    lowered = tuple(j for j in judged if j.memory.active and j.judgement.verdict is Verdict.CONTRADICTION)
    same = [j for j in judged if j.judgement.verdict is Verdict.SAME]
    best = max((j for j in same if j.memory.active), key=_rank, default=None)
    if best is not None:
        return FactPlan(MemoryAction.REINFORCED, best, lowered, None, best.judgement.why, best.memory.id)
    returns = max(same, key=_rank, default=None)
    if lowered:
        return FactPlan(
            MemoryAction.CONTRADICTED, None, lowered, returns, lowered[0].judgement.why, lowered[0].memory.id
        )
    if returns is not None:
        why = f"Known before, but no longer trusted: {returns.judgement.why}"
        return FactPlan(MemoryAction.INSERTED, None, (), returns, why, returns.memory.id)
    nearest = max(judged, key=lambda j: (j.judgement.score, -j.memory.id), default=None)
    if nearest is None:
        return FactPlan(MemoryAction.INSERTED, why="Nothing like it was known.")
    return FactPlan(MemoryAction.INSERTED, why=nearest.judgement.why, compared=nearest.memory.id)


def _rank(judged: JudgedMemory) -> tuple[bool, float, float, int]:
    memory = judged.memory
    return memory.superseded_by is None, judged.judgement.score, memory.confidence, -memory.id


def reinforced_confidence(memory: Memory) -> float:
    """Its confidence after a reinforcement, at most 1."""
    return clamp_confidence(memory.confidence + REINFORCEMENT)


def lowered_confidence(memory: Memory) -> float:
    """Its confidence after a contradiction."""
    return clamp_confidence(memory.confidence - CONTRADICTION)


def ages_from(memory: Memory) -> str:
    """Return when its age is counted from: when it was last refreshed, or when a session relied on it since."""
    return max(memory.updated_at, memory.ages_from)


def ages_from_use(memory: Memory, used_at: datetime, graces: DecayGraces = DEFAULT_GRACES) -> str:
    """Return ``ages_from`` of a memory that a session relied on at that time.

    Use is no confirmation: past its grace one use counts, and no other until something confirms it. That one counts
    from when it was, not from the end of the grace, or all that is used would fade on one day.
    """
    grace_ends = to_text(from_text(memory.updated_at) + graces.for_domain(memory.domain))
    return memory.ages_from if memory.ages_from > grace_ends else max(memory.ages_from, to_text(used_at))


def weeks_due(memory: Memory, now: datetime, graces: DecayGraces = DEFAULT_GRACES) -> int:
    """Full weeks past the grace; 0 within it, and where the clock was set back."""
    past = now - from_text(ages_from(memory)) - graces.for_domain(memory.domain)
    return max(0, past // WEEK)


def is_past_grace(memory: Memory, now: datetime, graces: DecayGraces = DEFAULT_GRACES) -> bool:
    """Tell whether its grace is over: from now on time takes from it."""
    return can_decay(memory, graces) and now - from_text(ages_from(memory)) >= graces.for_domain(memory.domain)


def weeks_counted(memory: Memory) -> int:
    """Weeks that were taken off already since the memory was last refreshed."""
    return memory.decay_weeks if memory.decay_from == memory.updated_at else 0


@dataclass(frozen=True, slots=True)
class DecayStep:
    """What the staleness check takes off one memory: to ``confidence``, with ``weeks`` counted from now on."""

    memory: Memory
    confidence: float
    weeks: int


def can_decay(memory: Memory, graces: DecayGraces = DEFAULT_GRACES) -> bool:
    """Tell whether time takes from it (M12): not where it is pinned, nor in a domain that never grows stale, whoever
    said it."""
    return not memory.pinned and memory.domain not in graces.never


def decay_due(memory: Memory, now: datetime, graces: DecayGraces = DEFAULT_GRACES) -> DecayStep | None:
    """The decay that is due and was not counted yet, or None (M12). An inactive memory does not decay."""
    if not memory.active or not can_decay(memory, graces):
        return None
    due = weeks_due(memory, now, graces)
    fresh = due - weeks_counted(memory)
    if fresh <= 0:
        return None
    return DecayStep(memory, clamp_confidence(memory.confidence - DECAY_A_WEEK * fresh), due)


def fades_at(memory: Memory, graces: DecayGraces = DEFAULT_GRACES) -> datetime | None:
    """Return when decay takes it out of the prompts if nothing confirms it and no session relies on it before, or None
    where that never happens (M12)."""
    if not memory.active or not can_decay(memory, graces):
        return None
    weeks, value = weeks_counted(memory), memory.confidence
    while is_active_confidence(value):
        value = clamp_confidence(value - DECAY_A_WEEK)
        weeks += 1
    return from_text(ages_from(memory)) + graces.for_domain(memory.domain) + weeks * WEEK
