"""Whether a next tier follows (S10), who has to agree, and what it may do: pure rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..agents.registry import capabilities_of
from ..agents.types import EscalationRequest, SessionOutcome
from ..core.settings import ApprovalSettings, LimitSettings, Policy
from ..records.approvals import Approval, ApprovalState
from ..records.sessions import RunTrigger, SessionStatus

HIGHEST_TIER = 3
QUIT = "The application ended while this waited."


@dataclass(frozen=True, slots=True)
class NextTier:
    """The decision. ``tier`` None: the chain ends here; ``refused`` says why where a next tier was wanted.

    ``ask``: the operator has to agree first.
    """

    tier: int | None
    refused: str = ""
    ask: bool = False


def tier_ceiling(trigger: RunTrigger, named_tier: int, limits: LimitSettings, wanted: int | None = None) -> int:
    """How high a run may climb at all: the limit for its trigger; a tier that was named is approved by that."""
    limit = limits.max_tier if trigger is RunTrigger.MANUAL else limits.scheduled_max_tier
    return max(named_tier, min(limit, wanted) if wanted is not None else limit)


def policy_for(tier: int, approvals: ApprovalSettings, *, named: int) -> Policy:
    """What has to happen before a run goes up to ``tier``; up to ``named`` the operator has agreed by naming it."""
    if tier <= named:
        return "automatic"
    return approvals.tier2 if tier == 2 else approvals.tier3


@dataclass(frozen=True, slots=True)
class TierReach:
    """How high a run may go, as its sessions are told: up to ``tier``, and before which tiers the operator is asked."""

    tier: int
    asks: tuple[int, ...] = ()


def reachable_tiers(tier: int, ceiling: int, approvals: ApprovalSettings, *, named: int) -> TierReach:
    """The highest tier that the approval policies allow below a ceiling, seen from a session of ``tier``."""
    asks: list[int] = []
    for above in range(tier + 1, ceiling + 1):
        policy = policy_for(above, approvals, named=named)
        if policy == "never":
            return TierReach(above - 1, tuple(asks))
        if policy == "ask":
            asks.append(above)
    return TierReach(max(tier, ceiling), tuple(asks))


def next_tier(
    outcome: SessionOutcome,
    *,
    tier: int,
    ceiling: int,
    agent: str,
    dry_run: bool,
    approvals: ApprovalSettings,
    named: int = 1,
) -> NextTier:
    """Decide whether a session of the next tier follows, from how this one ended."""
    wish: EscalationRequest | None = outcome.escalate
    if wish is None or outcome.status != SessionStatus.COMPLETED or not capabilities_of(agent).can_escalate:
        return NextTier(None)
    if tier >= HIGHEST_TIER:
        return NextTier(None, "It asked for a higher tier, and there is none above 3.")
    asked = f"It asked for tier {tier + 1} ({wish.reason})"
    if dry_run:
        return NextTier(None, f"{asked}; a dry run does not escalate.")
    if tier >= ceiling:
        return NextTier(
            None,
            f"{asked}; this run may reach tier {ceiling}."
            f" Start tier {tier + 1} yourself, or raise the limit in the settings.",
        )
    policy = policy_for(tier + 1, approvals, named=named)
    if policy == "never":
        return NextTier(
            None,
            f"{asked}; approvals.tier{tier + 1} in the settings says never."
            f" Start tier {tier + 1} yourself, or change that setting.",
        )
    return NextTier(tier + 1, ask=policy == "ask")


_KINDS = (
    ("disclose", 1, "show secrets and send data out"),
    ("restart", 2, "restart and reload services"),
    ("redeploy", 3, "install, apply and upgrade"),
    ("stop", 2, "switch off, kill and cut off services"),
    ("host", 2, "reach the files, processes and privileges of the host"),
    ("destructive", 2, "delete, overwrite and disable"),
    ("unknown", 2, "run commands that the guard could not analyse"),
)


class EffectRules(NamedTuple):
    """What a session may do by itself, what it asks for, and what it may not: by the tier, or by the operator's word in
    every tier."""

    free: tuple[str, ...]
    asked: tuple[str, ...]
    refused_by_tier: tuple[str, ...]
    refused_by_operator: tuple[str, ...]


def effect_rules(tier: int, approvals: ApprovalSettings) -> EffectRules:
    """What the guard says of each class of effects in a tier (``guard.decide``), in plain words."""
    by_policy: dict[str, list[str]] = {"automatic": [], "ask": [], "never": [], "tier": []}
    for name, least, words in _KINDS:
        policy: Policy = getattr(approvals, name)
        by_policy["tier" if tier < least and policy != "never" else policy].append(words)
    return EffectRules(*(tuple(by_policy[which]) for which in ("automatic", "ask", "tier", "never")))


def what_it_may(tier: int, approvals: ApprovalSettings) -> str:
    """The same for the operator, who is asked for the tier."""
    rules = effect_rules(tier, approvals)
    told = ["It reads whatever it needs."]
    if rules.free:
        told.append(f"Without asking again it may: {'; '.join(rules.free)}. Cooldowns hold in any case.")
    if rules.asked:
        told.append(f"It asks you before it may: {'; '.join(rules.asked)}.")
    if never := {*rules.refused_by_tier, *rules.refused_by_operator}:
        told.append(f"It may not: {'; '.join(words for _, _, words in _KINDS if words in never)}.")
    return " ".join(told)


def why_not(answered: Approval) -> str:
    """Why a tier that was asked for does not follow, in one sentence."""
    asked = f"tier {answered.tier} ({answered.reason})" if answered.reason else f"tier {answered.tier}"
    match answered.state:
        case ApprovalState.REFUSED:
            note = f" Your note: {answered.note}" if answered.note else ""
            return f"It asked for {asked}; you refused it.{note}"
        case ApprovalState.TIMED_OUT:
            return f"It asked for {asked}; nobody answered in time, which counts as no."
        case _:
            return f"It asked for {asked}; the question was withdrawn. {answered.note}".rstrip()


def who_agreed(answered: Approval, *, covered: bool = False) -> str:
    """One sentence for the prompt of the next tier: who approved it."""
    how = f" ({answered.answered_by})" if answered.answered_by else ""
    if covered:
        return f"The operator approved higher tiers for the whole of this run{how}."
    return f"The operator approved tier {answered.tier} for this run{how}."
