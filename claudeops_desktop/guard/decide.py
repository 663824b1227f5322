"""What a session may do, by tier and policy (S10, S11, S12): a pure rule over what a command does."""

from __future__ import annotations

from typing import NamedTuple

from .effects import DESTRUCTIVE, DISCLOSE, HOST, READ, REDEPLOY, RESTART, STOP, UNKNOWN, EffectSummary
from .policy import GuardPolicy

ALLOW, DENY, ASK = "allow", "deny", "ask"
_NEEDS = {DISCLOSE: 1, RESTART: 2, REDEPLOY: 3, STOP: 2, HOST: 2, DESTRUCTIVE: 2, UNKNOWN: 2}
"""The lowest tier that may ask for a class. Tier 1 observes: it may ask to see a secret, never to act."""
_NAMES = {
    DISCLOSE: "show secrets or send data out",
    RESTART: "restart services",
    REDEPLOY: "install or redeploy",
    STOP: "switch off, kill or cut off anything",
    HOST: "reach into the host",
    DESTRUCTIVE: "delete, overwrite or disable anything",
    UNKNOWN: "run a command that the guard could not analyse",
}


class GuardDecision(NamedTuple):
    """``verdict`` allow, deny or ask; ``by`` what decided it; ``why`` a sentence that the agent can act on;
    ``asks`` the kinds that need the operator's yes, worst first."""

    verdict: str
    by: str
    why: str = ""
    asks: tuple[str, ...] = ()


def refused_kinds(reading: EffectSummary, policy: GuardPolicy) -> tuple[str, ...]:
    """The classes in a command that are refused to this session whatever the operator would answer, worst first."""
    kinds = tuple(kind for kind in reading.kinds if kind != READ)
    if policy.dry_run:
        return kinds
    beyond = tuple(kind for kind in kinds if policy.tier < _NEEDS[kind])
    return beyond or tuple(kind for kind in kinds if policy.for_kind(kind) == "never")


def decide(reading: EffectSummary, policy: GuardPolicy) -> GuardDecision:
    """Tell whether a session may do this, before cooldowns and maintenance are looked at. Every kind in it must
    pass."""
    kinds = [kind for kind in reading.kinds if kind != READ]
    if not kinds:
        return GuardDecision(ALLOW, "guard")
    if policy.dry_run:
        return GuardDecision(
            DENY, "dry_run", f"{reading.why} This is a dry run: say what you would do, and change nothing."
        )
    refused = refused_kinds(reading, policy)
    if refused and policy.tier < _NEEDS[refused[0]]:
        looks = "only looks and " if policy.tier == 1 else ""
        why = f"{_why(reading, refused[0])} Tier {policy.tier} {looks}may not {_NAMES[refused[0]]}."
        needed = max(_NEEDS[kind] for kind in refused)
        forbidden = any(policy.for_kind(kind) == "never" for kind in kinds)
        rest = "Report it instead." if forbidden else f"Tier {needed} may: ask for it in the outcome."
        return GuardDecision(DENY, "tier", f"{why} {rest}")
    if refused:
        return GuardDecision(
            DENY,
            "policy",
            f"{_why(reading, refused[0])} The operator does not let a session {_NAMES[refused[0]]}. Report it instead.",
        )
    asks = tuple(kind for kind in kinds if policy.for_kind(kind) == "ask")
    if asks:
        return GuardDecision(ASK, "approval", reading.why, asks)
    return GuardDecision(ALLOW, "policy", reading.why)


def _why(reading: EffectSummary, kind: str) -> str:
    """The sentence for the first part of a class."""
    return next((part.why for part in reading.parts if part.kind == kind and part.why), reading.why)
