"""Describes a session's environment for its appended prompt, read from the records.

A run and the preview of a run call the same function, so that the preview shows what the agent will read.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from ..agents.claude_cli.command import folder_notes
from ..agents.registry import capabilities_of
from ..core.paths import DataFolder
from ..core.settings import Settings
from ..core.text_format import format_count
from ..guard.cooldown import CooldownLimits, limits_of, list_service_cooldowns, longest_window, with_rule
from ..records.record_books import RecordRepositories
from ..records.service_rules import ServiceRule
from .decisions_part import decisions_part
from .escalation import reachable_tiers
from .prompt import EnvironmentContext, build_env_context
from .repositories import read_repositories, repositories_part


def own_limits(limits: CooldownLimits, rules: Iterable[ServiceRule]) -> tuple[str, ...]:
    """One line for each service that has limits of its own."""
    lines = []
    for rule in rules:
        own = with_rule(limits, rule)
        if own != limits:
            lines.append(
                f"{rule.service}: {format_count(own.restarts, 'restart')} in {own.restart_hours:g} h,"
                f" {format_count(own.redeployments, 'redeployment')} in {own.redeployment_hours:g} h"
            )
    return tuple(lines)


@dataclass(frozen=True, slots=True)
class EnvironmentRequest:
    """The session whose environment is to be described, at ``now`` (UTC).

    ``hand_off`` is the path of the file that the session may leave; ``ceiling`` the highest tier the run may reach;
    ``named`` the highest tier that the operator named for this run, where it is above ``tier``.
    """

    agent: str
    tier: int
    ceiling: int
    dry_run: bool
    services: tuple[str, ...]
    hand_off: str
    now: datetime
    named: int = 0


def session_environment(
    book: RecordRepositories, folder: DataFolder, settings: Settings, session: EnvironmentRequest
) -> str:
    """Tier, dry run, services, cooldowns in force (S2), and the notes of the folder that the tier works in.

    Reads the records: call it inside ``store.read`` or on a thread that may wait.
    """
    limits, rules = limits_of(settings.cooldowns), book.rules.all()
    actions = book.cooldowns.counting(session.now - longest_window(limits, rules))
    can = capabilities_of(session.agent)
    up = reachable_tiers(session.tier, session.ceiling, settings.approvals, named=max(session.named, session.tier))
    environment = build_env_context(
        EnvironmentContext(
            tier=session.tier,
            dry_run=session.dry_run,
            services=session.services,
            cooldowns=list_service_cooldowns(actions, session.now, limits, rules),
            rules=own_limits(limits, rules),
            data_folder=str(folder.root),
            hand_off_file=session.hand_off,
            max_tier=up.tier,
            asks=up.asks if can.can_escalate and not session.dry_run else (),
        )
    )
    if not can.takes_prompt:  # the watcher reads no prompt
        return environment
    notes = folder_notes(settings.tiers.for_tier(session.tier).working_dir)
    described = repositories_part(read_repositories(settings.repositories.folders))
    decided = decisions_part(folder, settings, session.services)
    return "\n\n".join(part for part in (environment, decided, described, notes) if part)
