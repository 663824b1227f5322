"""The cooldown rules (S11): two restarts of a service in four hours, one redeployment in twenty-four, sliding.

The operator's settings and the rules of single services say other numbers. An attempt counts whether or not it
succeeded, and also while nobody knows yet how it went.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..core.clock import from_text
from ..core.cooldown_states import UNCOUNTED
from ..core.maintenance_time import PlannedTime, find_maintenance

if TYPE_CHECKING:
    from ..core.settings import CooldownSettings
    from ..records.cooldowns import CooldownAction

RESTART = "restart"
REDEPLOYMENT = "redeployment"


class CooldownLimits(NamedTuple):
    """How often a service may be acted on: so many times within so many hours. Hours above 0."""

    restarts: int = 2
    restart_hours: float = 4.0
    redeployments: int = 1
    redeployment_hours: float = 24.0

    @property
    def longest_window(self) -> timedelta:
        """The longer of the two windows."""
        return timedelta(hours=max(self.restart_hours, self.redeployment_hours))

    def for_action(self, action: str) -> tuple[int, timedelta]:
        """How many of an action, and within which time."""
        if action == RESTART:
            return self.restarts, timedelta(hours=self.restart_hours)
        return self.redeployments, timedelta(hours=self.redeployment_hours)


RESTARTS = CooldownLimits().restarts
RESTART_WINDOW = timedelta(hours=CooldownLimits().restart_hours)
REDEPLOYMENTS = CooldownLimits().redeployments
REDEPLOYMENT_WINDOW = timedelta(hours=CooldownLimits().redeployment_hours)
LONGEST_WINDOW = CooldownLimits().longest_window


class CooldownRule(Protocol):
    """What the operator lays down for one service; None where the settings hold."""

    @property
    def service(self) -> str:
        """Its name, in lower case."""

    @property
    def restarts(self) -> int | None:
        """As in Limits."""

    @property
    def restart_hours(self) -> float | None:
        """As in Limits."""

    @property
    def redeployments(self) -> int | None:
        """As in Limits."""

    @property
    def redeployment_hours(self) -> float | None:
        """As in Limits."""

    @property
    def maintenance_since(self) -> str | None:
        """Since when it is left alone, None where it is not."""

    @property
    def maintenance_until(self) -> str | None:
        """Until when, None for until further notice."""

    @property
    def note(self) -> str:
        """What is done there."""

    @property
    def planned(self) -> Sequence[PlannedTime]:
        """Its planned maintenance windows."""


class ServiceCooldown(NamedTuple):
    """How a service stands. ``…_free_at`` is the moment when the next slot opens, None while one is free (and where
    none is allowed at all). ``in_force`` names the actions that are not allowed now: restart, redeployment.
    ``last`` is None for a service without an action that counts, which is listed for its maintenance.
    """

    service: str
    restarts_used: int
    restarts_allowed: int
    restart_free_at: datetime | None
    redeployments_used: int
    redeployments_allowed: int
    redeployment_free_at: datetime | None
    in_force: tuple[str, ...]
    last: CooldownAction | None
    restart_hours: float = 4.0
    redeployment_hours: float = 24.0
    maintenance: bool = False
    maintenance_until: datetime | None = None


def limits_of(settings: CooldownSettings) -> CooldownLimits:
    """The limits that the settings lay down for all services."""
    return CooldownLimits(
        settings.restarts, settings.restart_hours, settings.redeployments, settings.redeployment_hours
    )


def with_rule(limits: CooldownLimits, rule: CooldownRule | None) -> CooldownLimits:
    """The limits of one service: its own where it has some."""
    if rule is None:
        return limits
    own = (rule.restarts, rule.restart_hours, rule.redeployments, rule.redeployment_hours)
    return CooldownLimits(*(given if given is not None else usual for given, usual in zip(own, limits, strict=True)))  # type: ignore[arg-type]


def longest_window(limits: CooldownLimits, rules: Iterable[CooldownRule]) -> timedelta:
    """How far back actions must be read so that no window is cut off."""
    return max([limits.longest_window, *(with_rule(limits, rule).longest_window for rule in rules)])


def in_maintenance(rule: CooldownRule | None, now: datetime) -> bool:
    """Tell whether the operator has said that this service is left alone now."""
    return find_maintenance(rule, now) is not None


class MeasuredCheck(Protocol):
    """A check that we measured."""

    @property
    def status(self) -> str:
        """healthy, degraded, down or unknown."""

    @property
    def checked_at(self) -> str:
        """When, as stored."""


def healthy_again(checks: Iterable[MeasuredCheck], last_action: datetime, apart: timedelta) -> datetime | None:
    """The moment when two healthy checks in a row, that far apart, had shown a service to be well after an action.

    ``checks`` are those that we measured, in any order. Anything but healthy between them begins anew. None where it
    has not come to that.
    """
    first: datetime | None = None
    for moment, status in sorted((from_text(check.checked_at), check.status) for check in checks):
        if moment <= last_action:
            continue
        if status != "healthy":
            first = None
        elif first is None:
            first = moment
        elif moment - first >= apart:
            return moment
    return None


def free_at(times: Sequence[datetime], allowed: int, window: timedelta) -> datetime | None:
    """When the oldest of the last ``allowed`` leaves the window; None while there is room, or never any."""
    return times[-allowed] + window if 0 < allowed <= len(times) else None


def list_service_cooldowns(
    actions: Iterable[CooldownAction],
    now: datetime,
    limits: CooldownLimits | None = None,
    rules: Iterable[CooldownRule] = (),
) -> tuple[ServiceCooldown, ...]:
    """Each service with an action that still counts, or in maintenance, by name."""
    usual, own = limits or CooldownLimits(), {rule.service: rule for rule in rules}
    by_service: dict[str, list[CooldownAction]] = {name: [] for name, rule in own.items() if in_maintenance(rule, now)}
    for action in actions:
        if action.cleared_at is None and action.state not in UNCOUNTED:
            by_service.setdefault(action.service, []).append(action)
    found = (_of_service(name, by_service[name], now, usual, own.get(name)) for name in sorted(by_service))
    return tuple(each for each in found if each is not None)


def _of_service(
    service: str, actions: list[CooldownAction], now: datetime, usual: CooldownLimits, rule: CooldownRule | None
) -> ServiceCooldown | None:
    limits, maintenance = with_rule(usual, rule), find_maintenance(rule, now)
    left_alone = maintenance is not None
    restarts = _within(actions, RESTART, now - limits.for_action(RESTART)[1])
    redeployments = _within(actions, REDEPLOYMENT, now - limits.for_action(REDEPLOYMENT)[1])
    if not restarts and not redeployments and not left_alone:
        return None
    full = {
        RESTART: len(restarts) >= limits.restarts,
        REDEPLOYMENT: len(redeployments) >= limits.redeployments,
    }
    until = maintenance.until if maintenance is not None else None
    return ServiceCooldown(
        service,
        len(restarts),
        limits.restarts,
        free_at(restarts, *limits.for_action(RESTART)),
        len(redeployments),
        limits.redeployments,
        free_at(redeployments, *limits.for_action(REDEPLOYMENT)),
        tuple(name for name in (RESTART, REDEPLOYMENT) if full[name] or left_alone),
        max(actions, key=lambda action: (action.created_at, action.id), default=None),
        limits.restart_hours,
        limits.redeployment_hours,
        left_alone,
        from_text(until) if until else None,
    )


def _within(actions: list[CooldownAction], kind: str, since: datetime) -> list[datetime]:
    return sorted(t for a in actions if a.action_type == kind and (t := from_text(a.created_at)) > since)
