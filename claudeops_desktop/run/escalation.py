"""Whether a next tier follows (S10), and what it may cost: pure rules."""

from __future__ import annotations

from dataclasses import dataclass

from ..agent.words import Escalate, SessionOutcome
from ..records.sessions import Status, Trigger
from ..settings import LimitSettings

HIGHEST_TIER = 3


@dataclass(frozen=True, slots=True)
class NextTier:
    """The decision. ``tier`` None: the chain ends here; ``refused`` says why where a next tier was wanted."""

    tier: int | None
    refused: str = ""


def tier_ceiling(trigger: Trigger, named_tier: int, limits: LimitSettings, wanted: int | None = None) -> int:
    """How high a run may climb by itself: the limit for its trigger; a tier that was named is approved by that."""
    by_hand = trigger in (Trigger.MANUAL, Trigger.API)
    limit = limits.max_tier if by_hand else limits.scheduled_max_tier
    return max(named_tier, min(limit, wanted) if wanted is not None else limit)


def next_tier(outcome: SessionOutcome, *, tier: int, ceiling: int, agent: str, dry_run: bool) -> NextTier:
    """What follows a session that ended so."""
    wish: Escalate | None = outcome.escalate
    if wish is None or outcome.status != Status.COMPLETED or agent == "watch":
        return NextTier(None)
    if tier >= HIGHEST_TIER:
        return NextTier(None, "It asked for a higher tier, and there is none above 3.")
    if dry_run:
        return NextTier(None, f"It asked for tier {tier + 1} ({wish.reason}); a dry run does not escalate.")
    if tier >= ceiling:
        return NextTier(
            None,
            f"It asked for tier {tier + 1} ({wish.reason}); this run may reach tier {ceiling}."
            f" Start tier {tier + 1} yourself, or raise the limit in the settings.",
        )
    return NextTier(tier + 1)


@dataclass(frozen=True, slots=True)
class Allowance:
    """Dollars a session may cost; None for no cap. ``refused`` is a sentence where nothing is left."""

    usd: float | None
    refused: str = ""


def allowance(limits: LimitSettings, *, spent_run: float, spent_day: float) -> Allowance:
    """What is left for the next session under the caps of session, run and day; 0 in a setting means no cap."""
    left: list[float] = []
    if limits.session_usd:
        left.append(limits.session_usd)
    for name, cap, spent in (("run", limits.run_usd, spent_run), ("day", limits.day_usd, spent_day)):
        if cap and spent >= cap:
            return Allowance(
                0.0,
                f"${spent:,.2f} of ${cap:,.2f} a {name} are spent: no session starts."
                f" Raise limits.{name}_usd in the settings to go on.",
            )
        if cap:
            left.append(cap - spent)
    return Allowance(round(min(left), 4) if left else None)
