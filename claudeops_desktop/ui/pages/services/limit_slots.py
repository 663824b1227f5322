"""How often agents may still act on each service, and its maintenance, in words. Pure.

The rule itself is the guard's own (``guard.cooldown``): the window and the guard cannot disagree.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ....core.clock import from_text, utc_now
from ....core.cooldown_states import START, UNCOUNTED
from ....guard.cooldown import (
    REDEPLOYMENT,
    RESTART,
    CooldownLimits,
    ServiceCooldown,
    in_maintenance,
    list_service_cooldowns,
    with_rule,
)
from ....records.cooldowns import CooldownAction
from ....records.service_rules import MaintenanceWindow, ServiceRule
from ...text import formatting
from ...text.translation import tr
from ...widgets.state_dot import state_word

NOT_ALLOWED = {RESTART: tr("no restart"), REDEPLOYMENT: tr("no redeployment")}
PLURALS = {RESTART: tr("restarts"), REDEPLOYMENT: tr("redeployments")}
MOST_PLANNED = 5  # windows in a tip


@dataclass(frozen=True, slots=True)
class CooldownSlots:
    """How many actions of a kind count: ``used`` of ``allowed`` within ``hours``; the next one comes back at
    ``back_at`` (None: all are free).

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
class ServiceLimits:
    """The slots of a service, the last action on it that counts (None: none does), and its maintenance: going on until
    ``maintenance_until`` (None: until further notice), and planned, the next window first."""

    service: str
    restarts: CooldownSlots
    redeployments: CooldownSlots
    last: CooldownAction | None = None
    maintenance: bool = False
    maintenance_until: datetime | None = None
    note: str = ""
    planned: tuple[MaintenanceWindow, ...] = ()

    @property
    def shut(self) -> tuple[str, ...]:
        """Return the kinds of action that are not allowed now."""
        return tuple(
            kind for kind, slots in ((RESTART, self.restarts), (REDEPLOYMENT, self.redeployments)) if slots.shut
        )

    @property
    def has_own_limits(self) -> bool:
        """Tell whether it has limits of its own."""
        return self.restarts.own or self.redeployments.own

    @property
    def counts(self) -> bool:
        """Tell whether anything that was done to it counts."""
        return bool(self.restarts.used or self.redeployments.used)

    @property
    def stands_out(self) -> bool:
        """Tell whether something is other than usual: an action counts, a limit is its own, or maintenance is set."""
        return self.counts or self.has_own_limits or self.maintenance or bool(self.planned)


def list_limits(
    actions: Iterable[CooldownAction],
    now: datetime,
    usual: CooldownLimits,
    rules: Sequence[ServiceRule] = (),
    services: Collection[str] = (),
) -> dict[str, ServiceLimits]:
    """Return the limits of these services, and of all others that have an action, a rule or maintenance, by name."""
    known, own = tuple(actions), {rule.service: rule for rule in rules}
    stands = {stand.service: stand for stand in list_service_cooldowns(known, now, usual, rules)}
    names = sorted({*stands, *own, *services})
    found = {}
    for name in names:
        rule = own.get(name)
        stand = stands.get(name) or _unused(name, with_rule(usual, rule))
        mine = [one for one in known if one.service == name and one.cleared_at is None]
        found[name] = _limits(stand, mine, rule, now)
    return found


def counts_until(action: CooldownAction, usual: CooldownLimits, rule: ServiceRule | None = None) -> datetime:
    """Return when an action stops to count by itself."""
    return from_text(action.created_at) + with_rule(usual, rule).for_action(action.action_type)[1]


def _limits(
    stand: ServiceCooldown, actions: Sequence[CooldownAction], rule: ServiceRule | None, now: datetime
) -> ServiceLimits:
    maintenance = rule.current_maintenance(now) if rule is not None else None
    return ServiceLimits(
        stand.service,
        _slots(stand, RESTART, actions, rule, now),
        _slots(stand, REDEPLOYMENT, actions, rule, now),
        stand.last,
        in_maintenance(rule, now),
        stand.maintenance_until,
        maintenance.note if maintenance is not None else "",
        rule.upcoming(now) if rule is not None else (),
    )


def _slots(
    stand: ServiceCooldown, kind: str, actions: Sequence[CooldownAction], rule: ServiceRule | None, now: datetime
) -> CooldownSlots:
    if kind == RESTART:
        used, allowed, free = stand.restarts_used, stand.restarts_allowed, stand.restart_free_at
        hours, own = stand.restart_hours, rule and (rule.restarts, rule.restart_hours)
    else:
        used, allowed, free = stand.redeployments_used, stand.redeployments_allowed, stand.redeployment_free_at
        hours, own = stand.redeployment_hours, rule and (rule.redeployments, rule.redeployment_hours)
    ends = (from_text(one.created_at) + timedelta(hours=hours) for one in actions if one.action_type == kind)
    back = free or min((end for end in ends if end > now), default=None)
    has_own = own is not None and own != (None, None)
    return CooldownSlots(used, allowed, back, kind in stand.in_force, hours, has_own)


def _unused(service: str, limits: CooldownLimits) -> ServiceCooldown:
    numbers = ((RESTART, limits.restarts), (REDEPLOYMENT, limits.redeployments))
    shut = tuple(kind for kind, number in numbers if not number)
    hours = (limits.restart_hours, limits.redeployment_hours)
    return ServiceCooldown(service, 0, limits.restarts, None, 0, limits.redeployments, None, shut, None, *hours)


# --- in words -------------------------------------------------------------------------------------------------------


def slots_text(slots: CooldownSlots, now: datetime) -> str:
    """Return such as ``1 of 2 used, back in 3 h 2 min`` or ``2 of 2 used, next in 12 min``."""
    if not slots.allowed:
        return tr("never allowed")
    if not slots.used:
        return tr("0 of {allowed} used", allowed=slots.allowed)
    text = tr("{used} of {allowed} used", used=slots.used, allowed=slots.allowed)
    if slots.back_at is None:
        return text
    left = formatting.format_lasted(max(1.0, (slots.back_at - now).total_seconds()))
    if slots.shut:
        return tr("{words}, next in {left}", words=text, left=left)
    return tr("{words}, back in {left}", words=text, left=left)


def own_limit_text(slots: CooldownSlots, kind: str) -> str:
    """Return such as ``At most 2 restarts in 4 h, the default``."""
    whose = tr("its own limit") if slots.own else tr("the default")
    return tr("At most {limit}, {whose}", limit=limit_text(slots.allowed, slots.hours, kind), whose=whose)


def slots_tip(slots: CooldownSlots, kind: str) -> str:
    """Return the limit, and the moment at which a slot comes back."""
    said = own_limit_text(slots, kind)
    if slots.back_at is None:
        return said
    back = formatting.format_clock_time(slots.back_at)
    free = tr("Next slot at {time}", time=back) if slots.shut else tr("Back at {time}", time=back)
    return f"{said}\n{free}"


def planned_text(window: MaintenanceWindow, now: datetime) -> str:
    """Return such as ``from Sat 22:00 until Sun 01:00``."""
    start, end = (formatting.format_clock_time(from_text(at), now) for at in (window.starts_at, window.ends_at))
    return tr("from {start} until {end}", start=start, end=end)


def limit_text(number: int, hours: float, kind: str) -> str:
    """Return such as ``2 restarts in 4 h``."""
    duration = formatting.format_duration(hours * 3600)
    return tr("{number} in {hours}", number=formatting.format_count(number, kind), hours=duration)


def both_limits_text(limits: CooldownLimits) -> str:
    """Return such as ``2 restarts in 4 h and no redeployment``."""
    restarts = limit_text(limits.restarts, limits.restart_hours, RESTART)
    redeployments = limit_text(limits.redeployments, limits.redeployment_hours, REDEPLOYMENT)
    return tr(" and ").join(
        (
            restarts if limits.restarts else NOT_ALLOWED[RESTART],
            redeployments if limits.redeployments else NOT_ALLOWED[REDEPLOYMENT],
        )
    )


def action_text(action: CooldownAction) -> str:
    """Return such as ``restart ran 3 h ago``."""
    when = formatting.format_relative_time(action.created_at)
    kind = state_word(action.action_type)
    return tr("{action} {outcome} {when}", action=kind, outcome=state_word(action.outcome), when=when)


def permission_text(row: ServiceLimits, now: datetime) -> str:
    """Return whether it may be acted on now: ``allowed``, ``allowed until Sat 22:00`` where maintenance is planned
    then, ``no restart``, ``in maintenance until 14:00``."""
    if row.maintenance:
        if row.maintenance_until is None:
            return tr("in maintenance")
        return tr("in maintenance until {until}", until=formatting.format_clock_time(row.maintenance_until, now))
    if row.shut:
        return tr(" and ").join(NOT_ALLOWED[kind] for kind in row.shut)
    if not row.planned:
        return tr("allowed")
    return tr("allowed until {starts_at}", starts_at=formatting.format_clock_time(row.planned[0].starts_at, now))


def permission_look(row: ServiceLimits) -> str:
    """Return the shape of that."""
    return "maintenance" if row.maintenance else "paused" if row.shut else "good"


def permission_tip(row: ServiceLimits, now: datetime) -> str:
    """Return the note of the maintenance or what is not allowed, and the planned windows."""
    shut = formatting.format_names([state_word(kind) for kind in row.shut])
    said = row.note or (tr("Not allowed now: {shut}", shut=shut) if row.shut else "")
    return "\n".join(filter(None, (said, *(window_text(window, now) for window in row.planned[:MOST_PLANNED]))))


def window_text(window: MaintenanceWindow, now: datetime) -> str:
    """Return such as ``Maintenance from Sat 22:00 until Sun 01:00: new disk``."""
    said = tr("Maintenance {planned_text}", planned_text=planned_text(window, now))
    return f"{said}: {window.note}" if window.note else said


def counting_text(action: CooldownAction, until: datetime, now: datetime | None = None) -> str:
    """Return whether an action still counts against the limit, and until when."""
    if action.cleared_at:
        return tr("cleared {cleared_at}", cleared_at=formatting.format_relative_time(action.cleared_at, now))
    if action.state in UNCOUNTED:
        return tr("does not count")
    if action.action_type == START:
        return tr("does not count: a first start is free")
    now = now or utc_now()
    if until <= now:
        return tr("counts no longer")
    return tr("counts until {until}", until=formatting.format_clock_time(until, now))
