"""What the page of cooldowns is told, in one go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from ....guard.cooldown import CooldownLimits, longest_window
from ....records.cooldowns import CooldownAction
from ....records.service_rules import ServiceRule
from ...app_context import AppContext
from .model import CooldownHistoryRow
from .service_slots import counts_until

HISTORY = 500


@dataclass(frozen=True, slots=True)
class CooldownData:
    """``counting`` are the actions that may still count, ``services`` all names there are."""

    counting: tuple[CooldownAction, ...]
    rules: tuple[ServiceRule, ...]
    history: list[CooldownHistoryRow]
    services: tuple[str, ...]


def load_cooldowns(desk: AppContext, usual: CooldownLimits, now: datetime) -> CooldownData:
    """Asked on a reader thread."""
    book = desk.book
    rules = tuple(book.rules.all())
    own = {rule.service: rule for rule in rules}
    actions = book.cooldowns.list(limit=HISTORY)
    markers = book.markers.of_targets("cooldown", [action.id for action in actions])
    history = [
        CooldownHistoryRow(
            action,
            markers[action.id][0].log_line if action.id in markers else 0,
            counts_until(action, usual, own.get(action.service)),
        )
        for action in actions
    ]
    names = {check.service for check in book.health.latest()} | {action.service for action in actions} | set(own)
    counting = tuple(book.cooldowns.counting(now - longest_window(usual, rules)))
    return CooldownData(counting, rules, history, tuple(sorted(names)))
