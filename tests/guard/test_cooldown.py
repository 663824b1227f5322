"""The rules of cooldowns, maintenance and clearing, with nothing around them."""

from __future__ import annotations

from datetime import timedelta

from guard_world import NOON

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.guard.cooldown import (
    CooldownLimits,
    healthy_again,
    in_maintenance,
    list_service_cooldowns,
    longest_window,
    with_rule,
)
from claudeops_desktop.records.cooldowns import CooldownAction
from claudeops_desktop.records.health import HealthCheck
from claudeops_desktop.records.service_rules import ServiceRule

MINUTE = timedelta(minutes=1)
APART = 5 * MINUTE


def action(service="web", kind="restart", minutes_ago=10, number=1):
    return CooldownAction(number, service, kind, 1, "", to_text(NOON - minutes_ago * MINUTE), 1, 2, None, "")


def checks(*states):
    """One check every three minutes from noon on."""
    return [
        HealthCheck(n, 1, "web", "", state, "", None, 1, to_text(NOON + n * 3 * MINUTE))
        for n, state in enumerate(states, 1)
    ]


def test_two_healthy_checks_far_enough_apart_clear():
    assert healthy_again(checks("healthy", "healthy"), NOON, APART) is None, "three minutes are not enough"
    assert healthy_again(checks("healthy", "healthy", "healthy"), NOON, APART) == NOON + 9 * MINUTE


def test_anything_else_in_between_begins_anew():
    assert healthy_again(checks("healthy", "down", "healthy"), NOON, APART) is None
    assert healthy_again(checks("healthy", "unknown", "healthy"), NOON, APART) is None
    assert (
        healthy_again(checks("down", "healthy", "degraded", "healthy", "healthy", "healthy"), NOON, APART) is not None
    )


def test_checks_before_the_action_say_nothing():
    assert healthy_again(checks("healthy", "healthy", "healthy"), NOON + 5 * MINUTE, APART) is None


def test_one_check_is_not_two():
    assert healthy_again(checks("healthy"), NOON, timedelta()) is None


def test_a_service_with_limits_of_its_own_stands_by_them():
    rule = ServiceRule("web", restarts=1, restart_hours=48)
    assert with_rule(CooldownLimits(), rule) == CooldownLimits(1, 48, 1, 24)
    assert longest_window(CooldownLimits(), [rule]) == timedelta(hours=48)
    (web,) = list_service_cooldowns([action(minutes_ago=40 * 60)], NOON, CooldownLimits(), [rule])
    assert (web.restarts_used, web.restarts_allowed, web.in_force) == (1, 1, ("restart",))
    assert web.restart_free_at == NOON + timedelta(hours=8)


def test_a_service_in_maintenance_is_listed_though_nothing_was_done_to_it():
    rule = ServiceRule("web", maintenance_since=to_text(NOON), maintenance_until=to_text(NOON + MINUTE))
    (web,) = list_service_cooldowns([], NOON, CooldownLimits(), [rule])
    assert (web.maintenance, web.in_force, web.last) == (True, ("restart", "redeployment"), None)
    assert web.maintenance_until == NOON + MINUTE
    assert list_service_cooldowns([], NOON + MINUTE, CooldownLimits(), [rule]) == ()


def test_maintenance_without_an_end_lasts():
    rule = ServiceRule("web", maintenance_since=to_text(NOON))
    assert in_maintenance(rule, NOON + timedelta(days=999))
    assert not in_maintenance(rule, NOON - MINUTE)
    assert not in_maintenance(None, NOON)


def test_none_allowed_at_all_is_in_force_from_the_first_on():
    (web,) = list_service_cooldowns([action()], NOON, CooldownLimits(restarts=0))
    assert web.in_force == ("restart",)
    assert web.restart_free_at is None
