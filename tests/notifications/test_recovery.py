"""D4: that a service has recovered is told, and what said that it was down goes away."""

from __future__ import annotations

from datetime import timedelta

import pytest
from notify_world import World

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.notifications.rules import NoticeTarget, NoticeUrgency, address_of_link


def looked(world, status, service="jellyfin", session=None, detail="HTTP 200"):
    world.now += timedelta(seconds=10)
    seen = {"service": service, "status": status, "session_id": session, "detail": detail, "measured": True}
    world.store.write(lambda: world.book.health.add(**seen, check_type="http", now=world.now)).result()
    world.notifier.drain()


def titles(world):
    return [title for title, _ in world.sent]


def test_recovery_is_told_with_how_long_it_lasted(world):
    looked(world, "down")
    world.later(minutes=5)
    looked(world, "healthy")
    assert world.sent == [
        ("jellyfin has recovered", "It was down for 5 min 10 s. HTTP 200\n\nOpen: claudeops://services")
    ]
    assert world.urgencies == [NoticeUrgency.LOW]


def test_what_said_that_it_was_down_is_taken_away(world, server):
    world.event("Down: connection refused")
    looked(world, "down")
    looked(world, "healthy")
    shown = server.wait(2)
    assert shown[0].title == "Critical: jellyfin"
    assert shown[1].title == "jellyfin has recovered"
    assert server.closed == [shown[0].number]


def test_what_was_down_before_the_start_is_known(server, tmp_path):
    folder = DataFolder(tmp_path / "data").create()
    first = World(folder)
    first.notifier.start()
    looked(first, "down")
    first.close()
    second = World(folder)
    second.now = first.now
    second.notifier.start()
    second.notifier.drain()
    looked(second, "healthy")
    assert titles(second) == ["jellyfin has recovered"]
    second.close()


def test_a_service_that_was_never_down_tells_nothing(world):
    looked(world, "healthy")
    looked(world, "degraded")
    looked(world, "healthy")
    assert world.sent == []


def test_degraded_is_not_recovered_yet(world):
    looked(world, "down")
    looked(world, "degraded")
    assert world.sent == []
    looked(world, "healthy")
    assert titles(world) == ["jellyfin has recovered"]


def test_a_second_check_of_the_same_look_that_fails_keeps_it_down(world):
    looked(world, "down")
    world.later(minutes=1)

    def both():
        for kind, status in (("http", "healthy"), ("process", "down")):
            seen = {"service": "jellyfin", "status": status, "session_id": None, "check_type": kind}
            world.book.health.add(**seen, now=world.now)

    world.store.write(both).result()
    world.notifier.drain()
    assert world.sent == []


def test_it_is_told_once_and_only_where_it_is_wanted(world):
    looked(world, "down")
    looked(world, "healthy")
    looked(world, "healthy")
    assert titles(world) == ["jellyfin has recovered"]
    world.settings.change("notifications.recoveries", False)
    looked(world, "down")
    looked(world, "healthy")
    assert titles(world) == ["jellyfin has recovered"]


@pytest.mark.parametrize("spot", [NoticeTarget("sessions", 12), NoticeTarget("services")])
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
