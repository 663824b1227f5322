"""D4: that a service has recovered is told, and what said that it was down goes away."""

from __future__ import annotations

from datetime import timedelta

import pytest
from notify_world import World

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.monitoring.incident_service import NOT_CHECKED
from claudeops_desktop.notifications.rules import NoticeTarget, NoticeUrgency, address_of_link
from claudeops_desktop.records.incidents import BY_ALERT, BY_OPERATOR


def test_recovery_is_told_once_with_how_long_it_lasted(world):
    one = world.open_incident(cause="HTTP 503.")
    world.now += timedelta(minutes=4)
    world.resolve(one)
    world.later(minutes=1)
    assert world.titles() == ["nginx is down", "nginx is healthy again after 5 min"]
    assert world.sent[1][1] == f"It was down 11:59–12:04.\n\nOpen: claudeops://incidents/{one}"
    assert world.urgencies == [NoticeUrgency.CRITICAL, NoticeUrgency.LOW]


def test_the_notice_is_withdrawn_when_it_is_over(world, server):
    one = world.open_incident()
    world.resolve(one)
    shown = server.wait(2)
    assert server.closed == [shown[0].number]
    assert server.on_screen() == ["nginx is healthy again after 1 min"]


def test_what_was_told_before_the_start_is_known(server, tmp_path):
    folder = DataFolder(tmp_path / "data").create()
    first = World(folder)
    first.notifier.start()
    one = first.open_incident()
    first.close()
    second = World(folder)
    second.notifier.start()
    second.notifier.drain()
    assert second.sent == [], "an incident that was told is not told again by the next start"
    second.resolve(one)
    assert second.titles() == ["nginx is healthy again after 1 min"]
    assert server.on_screen() == second.titles(), "the notice of the process before is withdrawn"
    second.close()


def test_numbers_of_another_session_of_the_desktop_are_not_touched(server, tmp_path):
    folder = DataFolder(tmp_path / "data").create()
    first = World(folder)
    first.notifier.start()
    one = first.open_incident()
    first.close()
    server.bus_id = "another login"
    second = World(folder)
    second.notifier.start()
    second.resolve(one)
    assert server.closed == []
    second.close()


def test_an_incident_of_before_the_start_is_told_by_the_start(server, tmp_path):
    world = World(DataFolder(tmp_path / "data").create())
    world.store.write(
        lambda: world.book.incidents.open(
            service="nginx", source="check", started_at=world.now, worst="down", cause="", now=world.now
        )
    ).result()
    world.now += timedelta(minutes=5)
    world.notifier.start()
    world.notifier.drain()
    assert world.titles() == ["nginx is down"]
    world.close()


def test_a_recovery_while_nothing_ran_is_told_by_the_next_start_and_not_after_a_day(server, tmp_path):
    folder = DataFolder(tmp_path / "data").create()
    first = World(folder)
    first.notifier.start()
    new, old = first.open_incident(), first.open_incident("postgres")
    first.notifier.close()
    incidents = first.book.incidents
    first.store.write(lambda: incidents.resolve(old, "measurement", first.now)).result()
    first.store.write(lambda: incidents.resolve(new, "measurement", first.now + timedelta(hours=12))).result()
    first.store.close()
    second = World(folder)
    second.now += timedelta(hours=13)
    second.notifier.start()
    second.notifier.drain()
    assert second.titles() == ["nginx is healthy again after 12 h 1 min"]
    second.close()


def test_the_sender_of_the_alert_says_that_it_is_over(world):
    one = world.open_incident(source="alert")
    world.resolve(one, BY_ALERT)
    assert world.titles()[1] == "nginx: the alert is over after 1 min"


@pytest.mark.parametrize(("by", "why"), [(BY_OPERATOR, ""), ("measurement", NOT_CHECKED)])
def test_what_you_close_or_no_longer_check_has_not_recovered(world, server, by, why):
    one = world.open_incident()
    world.resolve(one, by, why)
    assert world.titles() == ["nginx is down"]
    assert server.on_screen() == []


def test_a_recovery_is_told_only_where_it_is_wanted(world):
    world.settings.change("notifications.recoveries", False)
    world.resolve(world.open_incident())
    assert world.titles() == ["nginx is down"]


def test_nothing_is_told_of_the_recovery_where_the_outage_was_not_told(world):
    world.settings.change("notifications.critical", False)
    world.resolve(world.open_incident())
    assert world.titles() == []


@pytest.mark.parametrize(
    "spot", [NoticeTarget("sessions", 12), NoticeTarget("services"), NoticeTarget("services", None, {"incident": 7})]
)
def test_a_link_leads_to_the_place_of_its_notice(spot):
    assert address_of_link(spot.link) == spot.address


@pytest.mark.parametrize(
    "link",
    [
        "claudeops://",
        "claudeops://a/b/c",
        "claudeops://sessions/1;x",
        "claudeops://../x",
        "https://x",
        "claudeops://--run-now",
    ],
)
def test_any_other_link_names_no_place(link):
    assert address_of_link(link) == ""
