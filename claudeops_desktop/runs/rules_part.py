"""How a session works here: what it may do by itself, what is asked of the operator, what is refused, and its tools.

All of it follows from the policies that the guard goes by, and from the tools that the session is handed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ..core.settings import ApprovalSettings
from ..guard.cooldown import CooldownLimits
from .escalation import effect_rules
from .services_part import describe_limits

HEADING = "## How things work here"
ACTING_TIER = 2
ACTING = "whatever acts on a service, the host or its files, and what the guard cannot analyse"


def rules_part(
    tier: int,
    approvals: ApprovalSettings,
    limits: CooldownLimits,
    *,
    dry_run: bool,
    max_tier: int,
    tools: Collection[str],
) -> str:
    """Write the section. ``max_tier`` is the highest tier that the run may reach, ``tools`` the tools of this
    application that the session is given."""
    rules = _dry_run_rules() if dry_run else _rules(tier, approvals, limits, max_tier)
    return "\n".join((HEADING, "", *(f"- {line}" for line in (*rules, *_tool_rules(tools)))))


def _dry_run_rules() -> Iterator[str]:
    yield "This is a dry run: only what reads is let through. Say what you would do instead of doing it."


def _rules(tier: int, approvals: ApprovalSettings, limits: CooldownLimits, max_tier: int) -> Iterator[str]:
    rules = effect_rules(tier, approvals)
    yield "Each tool call is looked at before it runs. What only reads is let through."
    if rules.free:
        yield f"You may by yourself: {'; '.join(rules.free)}."
    if rules.asked:
        yield (
            f"The operator is asked before you may: {'; '.join(rules.asked)}. The call waits for him for"
            f" {approvals.wait_minutes:g} minutes at most; no answer is a no. He reads the `description` of a Bash"
            " call, so say there what it does and why. A note that he adds comes back with the answer."
        )
    instead = "ask for the next tier in your outcome" if tier < max_tier else "report what it takes"
    if tier < ACTING_TIER:
        yield f"Refused in this tier: {ACTING}. Where it takes that, {instead}."
        return
    if rules.refused_by_tier:
        yield f"Refused in this tier: {'; '.join(rules.refused_by_tier)}. Where it takes that, {instead}."
    if rules.refused_by_operator:
        yield f"Refused in every tier, by the operator: {'; '.join(rules.refused_by_operator)}. Report what it takes."
    yield (
        f"Cooldowns: {describe_limits(limits)} for each service without limits of its own, counted by what sessions"
        " ran, whatever came of it; a first start of what is down and a reload are free. At the limit the operator is"
        " asked: only he lifts it, by that answer or by `claudeops cooldowns clear`."
    )
    yield (
        "A command that is let through to act runs outside of this session, in a shell of its own: no variable and no"
        " `cd` of yours holds there, and after 10 minutes it is ended. Files that it needs you write into the folder"
        " that $CLAUDEOPS_WORK_DIR names."
    )
    yield (
        "What you start by the service's own means (systemctl, service, docker, pg_ctlcluster, supervisorctl, or its"
        " script called by path with `start` or `restart`) outlives this session; what you start in another way"
        " (`nohup`, `&`) ends with it."
    )


def _tool_rules(tools: Collection[str]) -> Iterator[str]:
    if "recall" in tools and "remember" in tools:
        yield "`recall` asks memory while you work; `remember` keeps a fact at once, in place of a marker line."
    elif "recall" in tools:
        yield "`recall` asks memory while you work."
    if "decisions" in tools:
        yield "Ask `decisions` before you change how a service is set up."
    if "log_operation" in tools:
        yield "Write down with `log_operation` what you changed."
