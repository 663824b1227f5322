"""The slots of a service's cooldown: how many are taken, and when the next one comes back. Pure.

The rule itself is the guard's own (``guard.cooldown``): the page and the guard cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ....core.clock import from_text
from ....guard.cooldown import REDEPLOYMENT, RESTART, CooldownLimits, ServiceCooldown, list_service_cooldowns, with_rule
from ....records.cooldowns import CooldownAction
from ....records.service_rules import MaintenanceWindow, ServiceRule
from ...text import formatting
from ...text.translation import tr


@dataclass(frozen=True, slots=True)
class CooldownSlots:
    """``used`` of ``allowed`` within ``hours`` are taken; the next one comes back at ``back_at`` (None: all are free).

    ``shut`` while no further action is allowed; then ``back_at`` is when one is allowed again. ``own``: the limit is
    this service's own.
    """

    used: int
    allowed: int
    back_at: datetime | None
    shut: bool
    hours: float = 4.0
    own: bool = False


@dataclass(frozen=True, slots=True)
class ServiceSlots:
    """A service with the slots of each kind of action, and what was done to it last (None: nothing that counts).

    ``maintenance``: the operator has it left alone, until ``maintenance_until`` (None: until further notice).
    ``planned`` are its windows to come, the next one first.
    """

    service: str
    restarts: CooldownSlots
    redeployments: CooldownSlots
    last: CooldownAction | None
    maintenance: bool = False
    maintenance_until: datetime | None = None
    note: str = ""
    planned: tuple[MaintenanceWindow, ...] = ()

    @property
    def shut(self) -> tuple[str, ...]:
        """The kinds of action that are not allowed now."""
        return tuple(
            kind for kind, slots in ((RESTART, self.restarts), (REDEPLOYMENT, self.redeployments)) if slots.shut
        )

    @property
    def has_own_limits(self) -> bool:
        """Whether it has limits of its own."""
        return self.restarts.own or self.redeployments.own

    @property
    def counts(self) -> bool:
        """Whether anything that was done to it counts."""
        return bool(self.restarts.used or self.redeployments.used)


def group_by_service(
    actions: Iterable[CooldownAction],
    now: datetime,
    limits: CooldownLimits | None = None,
    rules: Sequence[ServiceRule] = (),
) -> list[ServiceSlots]:
    """Each service with an action that counts, in maintenance now or later, or with limits of its own, by name."""
    known, usual, own = tuple(actions), limits or CooldownLimits(), {rule.service: rule for rule in rules}
    stands = {stand.service: stand for stand in list_service_cooldowns(known, now, usual, rules)}
    for name, rule in own.items():
        if name not in stands and (rule.has_limits or rule.upcoming(now)):
            stands[name] = _free(name, with_rule(usual, rule))
    return [_service(stands[name], known, own.get(name), now) for name in sorted(stands)]


def counts_until(
    action: CooldownAction, limits: CooldownLimits | None = None, rule: ServiceRule | None = None
) -> datetime:
    """When an action stops to count by itself."""
    return from_text(action.created_at) + with_rule(limits or CooldownLimits(), rule).for_action(action.action_type)[1]


def slots_text(slots: CooldownSlots, now: datetime) -> str:
    """Such as ``1 of 2 used, back in 3 h 2 min`` or ``2 of 2 used, next in 12 min 4 s``."""
    if not slots.allowed:
        return tr("never allowed")
    if not slots.used:
        return tr("0 of {allowed} used", allowed=slots.allowed)
    text = tr("{used} of {allowed} used", used=slots.used, allowed=slots.allowed)
    if slots.back_at is None:
        return text
    left = formatting.format_duration(max(1.0, (slots.back_at - now).total_seconds()))
    return (
        tr("{words}, next in {left}", words=text, left=left)
        if slots.shut
        else tr("{words}, back in {left}", words=text, left=left)
    )


def planned_text(window: MaintenanceWindow, now: datetime) -> str:
    """``from Sat 22:00 until Sun 01:00``."""
    start, end = (formatting.format_clock_time(from_text(at), now) for at in (window.starts_at, window.ends_at))
    return tr("from {start} until {end}", start=start, end=end)


def limit_text(number: int, hours: float, kind: str) -> str:
    """``2 restarts in 4 h``."""
    return tr(
        "{number} in {hours}",
        number=formatting.format_count(number, kind),
        hours=formatting.format_duration(hours * 3600),
    )


def _service(
    stand: ServiceCooldown, actions: tuple[CooldownAction, ...], rule: ServiceRule | None, now: datetime
) -> ServiceSlots:
    maintenance = rule.current_maintenance(now) if rule is not None else None
    mine = [action for action in actions if action.service == stand.service and action.cleared_at is None]

    def slots(kind: str, used: int, allowed: int, free: datetime | None, hours: float, own: bool) -> CooldownSlots:
        back = free or _oldest_leaves(mine, kind, timedelta(hours=hours), now)
        return CooldownSlots(used, allowed, back, kind in stand.in_force, hours, own)

    return ServiceSlots(
        stand.service,
        slots(
            RESTART,
            stand.restarts_used,
            stand.restarts_allowed,
            stand.restart_free_at,
            stand.restart_hours,
            rule is not None and (rule.restarts is not None or rule.restart_hours is not None),
        ),
        slots(
            REDEPLOYMENT,
            stand.redeployments_used,
            stand.redeployments_allowed,
            stand.redeployment_free_at,
            stand.redeployment_hours,
            rule is not None and (rule.redeployments is not None or rule.redeployment_hours is not None),
        ),
        stand.last,
        stand.maintenance,
        stand.maintenance_until,
        maintenance.note if maintenance is not None else "",
        rule.upcoming(now) if rule is not None else (),
    )


def _free(service: str, limits: CooldownLimits) -> ServiceCooldown:
    shut = tuple(
        kind for kind, number in ((RESTART, limits.restarts), (REDEPLOYMENT, limits.redeployments)) if not number
    )
    return ServiceCooldown(
        service,
        0,
        limits.restarts,
        None,
        0,
        limits.redeployments,
        None,
        shut,
        None,
        limits.restart_hours,
        limits.redeployment_hours,
    )


def _oldest_leaves(actions: list[CooldownAction], kind: str, window: timedelta, now: datetime) -> datetime | None:
    ends = [from_text(action.created_at) + window for action in actions if action.action_type == kind]
    return min((end for end in ends if end > now), default=None)
