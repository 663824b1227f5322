"""The environment part of a session's appended prompt, read from the records: the run and the preview tell the same."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from ..agents.claude_cli.command import folder_notes
from ..agents.registry import capabilities_of
from ..agents.watch.text import plural
from ..core.paths import DataFolder
from ..core.settings import Settings
from ..guard.cooldown import CooldownLimits, limits_of, list_service_cooldowns, longest_window, with_rule
from ..records.record_books import RecordRepositories
from ..records.service_rules import ServiceRule
from .escalation import reachable_tiers
from .prompt import build_env_context
from .repositories import repositories, repositories_part


def own_limits(limits: CooldownLimits, rules: Iterable[ServiceRule]) -> tuple[str, ...]:
    """A line for each service whose limits are not those of all."""
    lines = []
    for rule in rules:
        own = with_rule(limits, rule)
        if own != limits:
            lines.append(
                f"{rule.service}: {plural(own.restarts, 'restart')} in {own.restart_hours:g} h,"
                f" {plural(own.redeployments, 'redeployment')} in {own.redeployment_hours:g} h"
            )
    return tuple(lines)


def session_environment(
    book: RecordRepositories,
    folder: DataFolder,
    settings: Settings,
    *,
    agent: str,
    tier: int,
    ceiling: int,
    dry_run: bool,
    services: tuple[str, ...],
    hand_off: str,
    now: datetime,
    named: int = 0,
) -> str:
    """Tier, dry run, services, cooldowns in force at ``now`` (S2), and the notes of the folder the tier works in.

    Reads the records: call inside ``store.read`` or on a thread of your own. ``hand_off`` is the path of the file that
    the session may leave; ``named`` the highest tier that the operator named for this run, where it is above ``tier``.
    """
    limits, rules = limits_of(settings.cooldowns), book.rules.all()
    actions = book.cooldowns.counting(now - longest_window(limits, rules))
    can = capabilities_of(agent)
    up = reachable_tiers(tier, ceiling, settings.approvals, named=max(named, tier))
    environment = build_env_context(
        tier=tier,
        dry_run=dry_run,
        services=services,
        cooldowns=list_service_cooldowns(actions, now, limits, rules),
        rules=own_limits(limits, rules),
        data_folder=str(folder.root),
        hand_off_file=hand_off,
        max_tier=up.tier,
        asks=up.asks if can.can_escalate and not dry_run else (),
    )
    if not can.takes_prompt:  # the watcher reads no prompt
        return environment
    notes = folder_notes(settings.tiers.for_tier(tier).working_dir)
    described = repositories_part(repositories(settings.repositories.folders))
    return "\n\n".join(part for part in (environment, described, notes) if part)
