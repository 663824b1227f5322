"""The rules of cooldowns, maintenance and clearing, with nothing around them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from guard_world import NOON

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.guard.cooldown import (
    REDEPLOYMENT,
    RESTART,
    CooldownLimits,
    free_at,
    healthy_again,
    in_maintenance,
    list_service_cooldowns,
    longest_window,
    with_rule,
)
from claudeops_desktop.guard.guard_store import _cooldown, _doubt, _maintenance, _way_out, clock_words
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


def test_each_action_has_its_own_number_and_window():
    limits = CooldownLimits(3, 2.0, 5, 1.5)
    assert limits.for_action(RESTART) == (3, timedelta(hours=2))
    assert limits.for_action(REDEPLOYMENT) == (5, timedelta(hours=1.5))
    assert limits.longest_window == timedelta(hours=2)
    assert CooldownLimits() == CooldownLimits(2, 4.0, 1, 24.0)
    assert CooldownLimits().longest_window == timedelta(hours=24)


@pytest.mark.parametrize(
    ("times", "allowed", "free"),
    [
        ([], 2, None),
        ([0], 2, None),
        ([0, 5], 2, 60),
        ([0, 5, 9], 2, 65),
        ([0], 1, 60),
        ([0, 5], 0, None),
    ],
)
def test_a_slot_opens_when_the_oldest_of_the_last_ones_leaves_the_window(times, allowed, free):
    given = [NOON + minutes * MINUTE for minutes in times]
    assert free_at(given, allowed, 60 * MINUTE) == (None if free is None else NOON + free * MINUTE)


def test_how_a_service_stands_is_told_in_full():
    actions = [
        action("web", "restart", 300, 1),
        action("web", "restart", 100, 2),
        action("web", "restart", 10, 3),
        action("db", "redeployment", 60, 4),
        action("old", "restart", 241, 5),
        action("edge", "restart", 239, 6),
        replace(action("cleared", "restart", 5, 7), cleared_at=to_text(NOON)),
    ]
    found = {each.service: each for each in list_service_cooldowns(actions, NOON)}
    assert list(found) == ["db", "edge", "web"]
    web, db, edge = found["web"], found["db"], found["edge"]
    assert (web.restarts_used, web.restarts_allowed, web.restart_free_at) == (2, 2, NOON + 140 * MINUTE)
    assert (web.redeployments_used, web.redeployments_allowed, web.redeployment_free_at) == (0, 1, None)
    assert (web.in_force, web.last, web.maintenance, web.maintenance_until) == (("restart",), actions[2], False, None)
    assert (db.restarts_used, db.redeployments_used) == (0, 1)
    assert (db.in_force, db.redeployment_free_at) == (("redeployment",), NOON + 23 * 60 * MINUTE)
    assert (edge.restarts_used, edge.in_force, edge.restart_free_at) == (1, (), None)


def test_a_service_in_maintenance_is_listed_without_an_action():
    rule = ServiceRule("web", maintenance_since=to_text(NOON - MINUTE), maintenance_until=to_text(NOON + MINUTE))
    (web,) = list_service_cooldowns([], NOON, rules=[rule])
    assert (web.maintenance, web.maintenance_until, web.in_force, web.last) == (
        True, NOON + MINUTE, ("restart", "redeployment"), None,
    )  # fmt: skip
    assert list_service_cooldowns([], NOON + 2 * MINUTE, rules=[rule]) == ()


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        (
            ("web", RESTART, 2, 4, 30),
            "web was restarted 2 times in the last 4 hours, which is the limit; the next restart is free at 12:30.",
        ),
        (
            ("web", REDEPLOYMENT, 1, 1, 24 * 60),
            "web was redeployed once in the last hour, which is the limit; "
            "the next redeployment is free at 2026-11-23 12:00.",
        ),
        (("web", RESTART, 0, 4, None), "web may not be started or restarted by a session at all."),
        (
            ("any-service", REDEPLOYMENT, 3, 1.5, 5),
            "what could not be told before was redeployed 3 times in the last 1.5 hours, which is the limit; "
            "the next redeployment is free at 12:05.",
        ),
    ],
)
def test_a_cooldown_is_told_in_a_sentence(given, sentence):
    service, kind, used, hours, free = given
    opens = None if free is None else NOON + free * MINUTE
    assert _cooldown(service, kind, used, timedelta(hours=hours), opens, NOON) == sentence


@pytest.mark.parametrize(
    ("given", "command"),
    [
        (("web", RESTART, 2), "clear web"),
        (("web", RESTART, 0), "limits web --restarts 1"),
        (("web", REDEPLOYMENT, 0), "limits web --redeployments 1"),
        (("/my web/", RESTART, 2), "clear '/my web/'"),
    ],
)
def test_what_the_operator_can_do_about_a_limit_is_named(given, command):
    assert _way_out(*given) == (
        f"Look for the cause and report it. The operator can lift this with `claudeops cooldowns {command}`."
    )


def test_maintenance_and_doubt_are_told_in_a_sentence():
    alone = "the operator works on it, and it is left alone."
    assert _maintenance("web", None) == f"web is in maintenance: {alone}"
    assert _maintenance("web", to_text(NOON)) == f"web is in maintenance until 2026-11-22 12:00: {alone}"
    assert _doubt("web") == "What this acts on cannot be told for certain. It may be web: "
    assert _doubt("any-service") == "What this acts on cannot be told for certain. "


def test_a_time_is_told_with_its_day_where_that_is_another():
    assert clock_words(NOON, NOON) == "12:00"
    assert clock_words(NOON, NOON + timedelta(days=1)) == "2026-11-22 12:00"
    assert clock_words(NOON) == "2026-11-22 12:00"
