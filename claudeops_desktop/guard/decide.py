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


def decide(reading: EffectSummary, policy: GuardPolicy) -> GuardDecision:
    """Whether a session may do this, before cooldowns and maintenance are looked at. Every kind in it must pass."""
    kinds = [kind for kind in reading.kinds if kind != READ]
    if not kinds:
        return GuardDecision(ALLOW, "guard")
    if policy.dry_run:
        return GuardDecision(
            DENY, "dry_run", f"{reading.why} This is a dry run: say what you would do, and change nothing."
        )
    for kind in kinds:
        if policy.tier < _NEEDS[kind]:
            return GuardDecision(
                DENY,
                "tier",
                f"{reading.why} Tier {policy.tier} may not {_NAMES[kind]}. "
                + ("Look on with plain commands, or ask for a higher tier." if policy.tier < 3 else "Report it."),
            )
    for kind in kinds:
        if policy.for_kind(kind) == "never":
            return GuardDecision(
                DENY, "policy", f"{reading.why} The operator does not let a session {_NAMES[kind]}. Report it instead."
            )
    asks = tuple(kind for kind in kinds if policy.for_kind(kind) == "ask")
    if asks:
        return GuardDecision(ASK, "approval", reading.why, asks)
    return GuardDecision(ALLOW, "policy", reading.why)
