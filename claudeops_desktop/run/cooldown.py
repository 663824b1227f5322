"""The cooldown rules (S11): two restarts of a service in four hours, one redeployment in twenty-four, sliding."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from ..clock import from_text
from ..records.cooldowns import CooldownAction

RESTARTS = 2
RESTART_WINDOW = timedelta(hours=4)
REDEPLOYMENTS = 1
REDEPLOYMENT_WINDOW = timedelta(hours=24)
LONGEST_WINDOW = max(RESTART_WINDOW, REDEPLOYMENT_WINDOW)


@dataclass(frozen=True, slots=True)
class ServiceCooldown:
    """How a service stands. ``…_free_at`` is the moment when the next slot opens, None while one is free.

    ``in_force`` names the actions that are not allowed now: restart, redeployment.
    """

    service: str
    restarts_used: int
    restarts_allowed: int
    restart_free_at: datetime | None
    redeployments_used: int
    redeployments_allowed: int
    redeployment_free_at: datetime | None
    in_force: tuple[str, ...]
    last: CooldownAction


def standing(actions: Iterable[CooldownAction], now: datetime) -> tuple[ServiceCooldown, ...]:
    """Each service with an action that still counts, by name. An attempt counts whether or not it succeeded."""
    by_service: dict[str, list[CooldownAction]] = {}
    for action in actions:
        if action.cleared_at is None and from_text(action.created_at) > now - LONGEST_WINDOW:
            by_service.setdefault(action.service, []).append(action)
    return tuple(found for name in sorted(by_service) if (found := _of_service(name, by_service[name], now)))


def _of_service(service: str, actions: list[CooldownAction], now: datetime) -> ServiceCooldown | None:
    restarts = _within(actions, "restart", now - RESTART_WINDOW)
    redeployments = _within(actions, "redeployment", now - REDEPLOYMENT_WINDOW)
    if not restarts and not redeployments:
        return None
    restart_free = _free_at(restarts, RESTARTS, RESTART_WINDOW)
    redeployment_free = _free_at(redeployments, REDEPLOYMENTS, REDEPLOYMENT_WINDOW)
    return ServiceCooldown(
        service,
        len(restarts),
        RESTARTS,
        restart_free,
        len(redeployments),
        REDEPLOYMENTS,
        redeployment_free,
        tuple(name for name, free in (("restart", restart_free), ("redeployment", redeployment_free)) if free),
        max(actions, key=lambda action: (action.created_at, action.id)),
    )


def _within(actions: list[CooldownAction], kind: str, since: datetime) -> list[datetime]:
    return sorted(t for a in actions if a.action_type == kind and (t := from_text(a.created_at)) > since)


def _free_at(times: list[datetime], allowed: int, window: timedelta) -> datetime | None:
    """When the oldest of the last ``allowed`` leaves the window; None while there is room."""
    return times[-allowed] + window if len(times) >= allowed else None
