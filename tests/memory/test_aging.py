"""Lifetimes by domain (E10; the memory build's Domain TTLs): nothing is deleted by age."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.settings.groups import DomainLifetime, LifetimeSettings, Settings
from claudeops_desktop.memory import tables


def put(desk, **columns):
    memory = desk.add("Runs on the second node")
    columns = {"confidence": 1.0, "source": "observed"} | columns
    desk.write(lambda: tables.update(memory.id, **columns))
    return memory.id


def after(desk, number, days):
    """Its state so many days on."""
    desk.clock.forward(days=days)
    desk.write(desk.memory.aging.age)
    return desk.get(number).state


@pytest.mark.parametrize(
    ("domain", "stale", "archived"),
    [
        ("operations", 90, 180),
        ("projects", 90, 180),
        ("memory-system", 90, 180),
        ("preferences", 180, 360),
        ("people-relationships", 180, 360),
        ("system-architecture", 180, 365),
        ("health", 365, 730),
        ("hobbies", 60, 120),
    ],
)
def test_each_domain_has_its_days(desk, domain, stale, archived):
    number = put(desk, domain=domain)
    assert after(desk, number, stale - 1) == "active"
    assert after(desk, number, 1) == "stale"
    assert after(desk, number, archived - stale - 1) == "stale"
    assert after(desk, number, 1) == "archived"
    assert after(desk, number, 181) == "archived"
    assert after(desk, number, 1) == "cold"
    assert [v.action for v in desk.memory.history.versions(number)] == ["inserted", "stale", "archived", "cold"]


def test_rules_and_a_pinned_memory_never_age(desk):
    rule, pinned = put(desk, domain="rules-conventions"), put(desk, pinned=1)
    assert (after(desk, rule, 5000), desk.get(pinned).state) == ("active", "active")


@pytest.mark.parametrize("column", ["last_confirmed_at", "last_recalled_at"])
def test_days_count_from_the_last_confirmation_or_recall(desk, column):
    number = put(desk)
    desk.write(lambda: tables.update(number, **{column: to_text(desk.clock() + timedelta(days=50))}))
    assert after(desk, number, 139) == "active"
    assert after(desk, number, 1) == "stale"


def test_a_stale_one_that_is_recalled_is_active_again(desk):
    number = put(desk)
    assert after(desk, number, 100) == "stale"
    desk.write(lambda: tables.update(number, last_recalled_at=to_text(desk.clock())))
    assert after(desk, number, 0) == "active"


def test_an_archived_one_that_is_said_again_is_active_again(desk):
    number = put(desk, service="plex", domain="rules-conventions")
    desk.write(lambda: tables.update(number, state="archived"))
    desk.says("[MEMORY:timing:plex] Runs on the second node")
    assert desk.get(number).state == "active"


def test_running_it_twice_changes_nothing_more(desk):
    put(desk)
    desk.clock.forward(days=200)
    assert [desk.write(desk.memory.aging.age) for _ in range(2)] == [1, 0]


def test_the_days_are_those_of_the_settings(desk):
    lifetimes = LifetimeSettings(operations=DomainLifetime(stale_days=5, archive_days=0))
    desk.memory.settings.current = lambda: Settings(lifetimes=lifetimes)
    number = put(desk)
    assert after(desk, number, 5) == "stale"
    assert after(desk, number, 5000) == "stale"


def test_the_staleness_check_of_a_run_ages_them_once_a_day(desk):
    number = put(desk)
    desk.clock.forward(days=100)
    desk.write(desk.memory.aging.decay)
    assert desk.get(number).state == "stale"
