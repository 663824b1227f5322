"""The slots of a service's cooldown: how many are taken, and when the next one comes back. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from ....clock import from_text
from ....records.cooldowns import CooldownAction
from ....run.cooldown import LONGEST_WINDOW, REDEPLOYMENT_WINDOW, RESTART_WINDOW, ServiceCooldown, standing
from ... import words

WINDOWS = {"restart": RESTART_WINDOW, "redeployment": REDEPLOYMENT_WINDOW}


@dataclass(frozen=True, slots=True)
class Slots:
    """``used`` of ``allowed`` are taken; the next one comes back at ``back_at`` (None: all are free).

    ``shut`` while no further action is allowed; then ``back_at`` is when one is allowed again.
    """

    used: int
    allowed: int
    back_at: datetime | None
    shut: bool


@dataclass(frozen=True, slots=True)
class ServiceSlots:
    """A service with the slots of each kind of action, and what was done to it last."""

    service: str
    restarts: Slots
    redeployments: Slots
    last: CooldownAction

    @property
    def shut(self) -> tuple[str, ...]:
        """The kinds of action that are not allowed now."""
        return tuple(
            kind for kind, slots in (("restart", self.restarts), ("redeployment", self.redeployments)) if slots.shut
        )


def services_of(actions: Iterable[CooldownAction], now: datetime) -> list[ServiceSlots]:
    """Each service with an action that counts, by name (SPEC: two restarts in 4 h, one redeployment in 24 h)."""
    known = tuple(actions)
    return [_service(stand, known, now) for stand in standing(known, now)]


def counts_until(action: CooldownAction) -> datetime:
    """When an action stops to count by itself."""
    return from_text(action.created_at) + WINDOWS.get(action.action_type, LONGEST_WINDOW)


def said(slots: Slots, now: datetime) -> str:
    """Such as ``1 of 2 used, back in 3 h 2 min`` or ``2 of 2 used, next in 12 min 4 s``."""
    if not slots.used:
        return f"0 of {slots.allowed} used"
    text = f"{slots.used} of {slots.allowed} used"
    if slots.back_at is None:
        return text
    left = words.duration(max(1.0, (slots.back_at - now).total_seconds()))
    return f"{text}, next slot in {left}" if slots.shut else f"{text}, back in {left}"


def _service(stand: ServiceCooldown, actions: tuple[CooldownAction, ...], now: datetime) -> ServiceSlots:
    mine = [action for action in actions if action.service == stand.service and action.cleared_at is None]
    restarts = Slots(
        stand.restarts_used,
        stand.restarts_allowed,
        stand.restart_free_at or _oldest_leaves(mine, "restart", now),
        "restart" in stand.in_force,
    )
    redeployments = Slots(
        stand.redeployments_used,
        stand.redeployments_allowed,
        stand.redeployment_free_at or _oldest_leaves(mine, "redeployment", now),
        "redeployment" in stand.in_force,
    )
    return ServiceSlots(stand.service, restarts, redeployments, stand.last)


def _oldest_leaves(actions: list[CooldownAction], kind: str, now: datetime) -> datetime | None:
    window: timedelta = WINDOWS[kind]
    ends = [from_text(action.created_at) + window for action in actions if action.action_type == kind]
    return min((end for end in ends if end > now), default=None)
