"""D4, D11: one outage gives one notice, which is true as long as it is on the screen."""

from __future__ import annotations

from datetime import timedelta

import pytest
from notify_world import World
from support.other_process import other_connection

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.notifications.incident_follower import KEEPS_FAILING, TOLD_BY_EVENT
from claudeops_desktop.records.incidents import BY_OPERATOR
from claudeops_desktop.topology.graph import ServiceGraph

CHILDREN = ("api", "web", "worker")
GRAPH = ServiceGraph.from_edges([(child, "postgres") for child in CHILDREN])
ALONE = ServiceGraph.from_edges([])


def quiet_until_one(world: World) -> None:
    world.settings.change("notifications.quiet_from", "11:00")
    world.settings.change("notifications.quiet_until", "13:00")
    world.settings.change("notifications.quiet", True)


def everything(status: str, *, but: str = "") -> dict[str, str]:
    return {name: status for name in ("postgres", *CHILDREN) if name != but}


# --- one cause, one notice -------------------------------------------------------------------------------------------


def test_a_parent_and_its_three_children_give_one_notice_and_one_recovery(world, server):
    for status in ("down", "down", "healthy", "healthy"):
        world.measure(GRAPH, **everything(status))
    assert world.titles() == ["postgres is down", "postgres is healthy again after 1 min 30 s"]
    assert "And 3 services that depend on it: api, web, worker." in world.sent[0][1]
    assert "Affected with it: api, web, worker." in world.sent[1][1]
    assert server.on_screen() == world.titles()[1:]


def test_a_child_that_falls_later_changes_the_notice_in_place(world, server):
    for _ in range(2):
        world.measure(GRAPH, postgres="down", api="healthy", web="healthy", worker="healthy")
    for _ in range(2):
        world.measure(GRAPH, postgres="down", api="down", web="healthy", worker="healthy")
    first, second = server.wait(2)
    assert second.replaces == first.number
    assert second.body.endswith("And 1 service that depends on it: api.")
    assert world.titles() == ["postgres is down"]


def test_a_child_that_was_told_first_is_withdrawn_when_its_root_opens(world, server):
    for _ in range(2):
        world.measure(GRAPH, api="down", postgres="healthy")
    assert server.on_screen() == ["api is down"]
    for _ in range(2):
        world.measure(GRAPH, api="down", postgres="down")
    assert server.on_screen() == ["postgres is down"]


def test_a_child_that_stays_down_after_its_root_gives_one_notice(world, server):
    for status in ("down", "down", "healthy", "healthy"):
        world.measure(GRAPH, **everything(status, but="api"), api="down")
    assert len(world.titles()) == 1  # the recovery waits for the services that were down with it
    for _ in range(3):
        world.measure(GRAPH, **everything("healthy", but="api"), api="down")
    recovered, alone = world.titles()[1:]
    assert recovered.startswith("postgres is healthy again after")
    assert alone == "api is down"
    assert "api is down" in server.on_screen()


def test_an_outage_that_gets_worse_changes_the_notice_in_place(world, server):
    one = world.open_incident(worst="degraded", cause="Slow.")
    world.write(lambda: world.book.incidents.set_worst(one, "down", "Connection refused."))
    assert server.on_screen() == ["nginx is down"]
    assert world.titles() == ["nginx is degraded"]


# --- events ----------------------------------------------------------------------------------------------------------


def test_a_critical_event_of_a_service_with_an_incident_is_not_told_again(world):
    world.open_incident()
    world.event("nginx does not answer", service="nginx")
    world.event("the disk is full", service="nas")
    assert world.titles() == ["nginx is down", "Critical: nas"]


def test_the_event_of_a_run_that_ends_after_the_recovery_is_not_told(world):
    one = world.open_incident()
    world.now += timedelta(minutes=20)
    world.resolve(one)
    world.now += timedelta(seconds=30)
    world.event("nginx was down", service="nginx")
    world.now += timedelta(minutes=2)
    world.event("the configuration of nginx is broken", service="nginx")
    assert world.titles()[2:] == ["Critical: nginx"]


def test_an_incident_takes_the_place_of_the_event_before_it(world, server):
    world.event("nginx does not answer", service="nginx")
    world.now += timedelta(minutes=1)
    world.open_incident()
    first, second = server.wait(2)
    assert (second.replaces, server.on_screen()) == (first.number, ["nginx is down"])
    assert world.titles() == ["Critical: nginx"]
    assert world.rows()[0].outward == TOLD_BY_EVENT


def test_a_service_in_maintenance_gives_no_notice(world, server):
    world.write(lambda: world.book.rules.maintain("nginx", world.now, None, "", world.now))
    world.event("nginx does not answer", service="nginx")
    assert world.titles() == []


def test_maintenance_withdraws_the_notice_and_its_end_brings_it_back(world, server):
    world.open_incident()
    until = world.now + timedelta(hours=1)
    world.write(lambda: world.book.rules.maintain("nginx", world.now, until, "", world.now))
    assert server.on_screen() == []
    world.later(minutes=61)
    assert server.on_screen() == ["nginx is down"]


def test_a_muted_service_gives_no_notice_until_the_mute_ends(world, server):
    def mute():
        until = world.now + timedelta(hours=1)
        return world.book.mutes.add(service="nginx", level=None, text="", until=until, reason="", now=world.now)

    world.write(mute)
    world.open_incident()
    assert world.titles() == []
    world.later(minutes=61)
    assert world.titles() == ["nginx is down"]


def test_what_only_an_alert_says_stands_alone_some_time_after_its_root_recovered(world, server):
    root = world.open_incident("postgres")
    child = world.open_incident("api", source="alert", cause="Alertmanager: Slow.")
    world.now += timedelta(minutes=1)
    world.write(lambda: world.book.incidents.fold(child, root, world.now))
    world.resolve(root)
    world.later(minutes=1)
    assert server.on_screen() == ["postgres is healthy again after 2 min"]
    world.later(minutes=2)
    assert "Alert: api" in server.on_screen()
    assert world.titles()[-1] == "Alert: api"


# --- what the operator does ------------------------------------------------------------------------------------------


def test_acknowledging_withdraws_the_notice_and_recovery_is_still_told(world, server):
    one = world.open_incident()
    world.write(lambda: world.book.incidents.acknowledge(one, world.now))
    assert server.on_screen() == []
    world.later(minutes=5)
    assert world.titles() == ["nginx is down"]
    world.resolve(one)
    assert world.titles()[1:] == ["nginx is healthy again after 6 min"]


def test_the_button_acknowledges(world, server):
    one = world.open_incident()
    [shown] = server.wait(1)
    assert shown.actions == ["default", "Open", "acknowledge", "Acknowledge"]
    server.press(shown.number, "acknowledge")
    with server.arrived:
        assert server.arrived.wait_for(lambda: server.closed == [shown.number], 90)
    assert world.store.read(lambda: world.book.incidents.get(one)).result().state == "acknowledged"


def test_the_button_starts_the_investigation_that_was_asked_about(world, server):
    answers = []
    world.notifier.answer_investigation = lambda incident, yes: answers.append((incident, yes))
    one = world.open_incident()
    world.write(lambda: world.book.incidents.set_investigation(one, "asked", "Shall a run look into it?", world.now))
    shown = server.wait(2)[-1]
    assert shown.actions[4:] == ["investigate", "Investigate"]
    server.press(shown.number, "investigate")
    world.notifier._screen.server()  # its answer comes after the signal
    world.notifier.drain()
    assert answers == [(one, True)]
    world.write(lambda: world.book.incidents.set_investigation(one, "started", "", world.now))
    assert server.wait(3)[-1].actions[4:] == []


def test_a_click_opens_the_incident(world, server):
    one = world.open_incident()
    server.press(server.wait(1)[0].number, "default")
    world.notifier._screen.server()
    world.notifier.close()
    [spot] = world.opened
    assert (spot.page, spot.filters, spot.address) == ("services", {"incident": one}, f"incidents:{one}")


def test_buttons_work_after_a_restart(server, tmp_path):
    folder = DataFolder(tmp_path / "data").create()
    first = World(folder)
    first.notifier.start()
    one = first.open_incident()
    first.close()
    second = World(folder)
    second.notifier.start()
    second.notifier.drain()
    server.press(server.shown[0].number, "acknowledge")
    second.notifier._screen.server()
    second.notifier.drain()
    assert second.store.read(lambda: second.book.incidents.get(one)).result().state == "acknowledged"
    second.close()


def test_what_you_closed_on_the_screen_does_not_come_back_when_its_text_changes(world, server):
    one = world.open_incident(worst="degraded")
    server.dismiss(server.wait(1)[0].number)
    world.notifier._screen.server()
    world.write(lambda: world.book.incidents.set_worst(one, "down", "Connection refused."))
    assert len(server.shown) == 1


def test_snoozed_it_is_told_again_when_the_snooze_ends(world, server):
    one = world.open_incident()
    world.write(lambda: world.book.incidents.snooze(one, world.now + timedelta(hours=2), world.now))
    assert server.on_screen() == []
    world.later(minutes=119)
    assert len(world.titles()) == 1
    world.later(minutes=2)
    assert world.titles() == ["nginx is down", "nginx is down"]


def test_nothing_is_told_of_a_recovery_while_it_is_snoozed(world, server):
    one = world.open_incident()
    world.write(lambda: world.book.incidents.snooze(one, world.now + timedelta(hours=2), world.now))
    world.resolve(one)
    assert world.titles() == ["nginx is down"]


def test_a_reopened_incident_is_told_again(world, server):
    one = world.open_incident()
    world.resolve(one, BY_OPERATOR)
    world.now += timedelta(minutes=1)
    world.write(lambda: world.book.incidents.reopen(one, world.now))
    assert world.titles() == ["nginx is down", "nginx is down"]
    world.resolve(one)
    assert world.titles()[2:] == ["nginx is healthy again after 2 min"]


# --- quiet hours -----------------------------------------------------------------------------------------------------


def test_an_outage_within_quiet_hours_is_summed_up_when_they_end(world, server):
    quiet_until_one(world)
    one = world.open_incident()
    world.now += timedelta(minutes=3)
    world.resolve(one)
    assert server.shown == []
    world.later(hours=1)
    assert server.on_screen() == ["While it was quiet: nginx was down 11:59–12:03"]
    world.later(minutes=5)
    assert len(server.shown) == 1


def test_what_is_still_open_when_quiet_hours_end_is_told_by_itself(world, server):
    quiet_until_one(world)
    one = world.open_incident()
    world.later(hours=1, minutes=1)
    assert server.on_screen() == ["nginx is down"]
    world.resolve(one)
    assert server.on_screen() == ["nginx is healthy again after 1 h 2 min"]


def test_what_you_dealt_with_in_quiet_hours_is_not_told_after_them(world, server):
    quiet_until_one(world)
    one = world.open_incident()
    world.write(lambda: world.book.incidents.acknowledge(one, world.now))
    world.later(hours=1, minutes=1)
    assert server.shown == []


# --- processes, flapping, the network --------------------------------------------------------------------------------


@pytest.mark.both_stores
def test_what_another_process_resolved_is_withdrawn(world, server):
    one = world.open_incident()
    with other_connection(world.store) as other:
        other.execute(
            "UPDATE incidents SET state = 'resolved', resolved_by = 'measurement', resolved_at = ? WHERE id = ?",
            (to_text(world.now), one),
        )
    world.later(seconds=10)
    assert server.on_screen() == ["nginx is healthy again after 1 min"]


def test_the_process_that_takes_over_repeats_nothing(world, server, tmp_path):
    one = world.open_incident()
    other = World(DataFolder(tmp_path / "data"))
    other.notifier.start()
    other.notifier.drain()
    assert other.sent == []
    world.notifier.close()
    other.resolve(one)
    assert other.titles() == ["nginx is healthy again after 1 min"]
    other.close()


def test_a_recovery_leaves_the_screen_when_the_service_fails_again(world, server):
    world.resolve(world.open_incident())
    world.open_incident()
    assert server.on_screen() == ["nginx is down"]


@pytest.mark.slow
def test_a_service_that_flaps_is_told_three_times_and_its_recovery_when_it_lasts(world, server):
    for _ in range(5):
        one = world.open_incident()
        world.now += timedelta(minutes=2)
        world.resolve(one)
        world.now += timedelta(minutes=2)
    down, well = "nginx is down", "nginx is healthy again after 3 min"
    assert world.titles() == [down, well, down, well, "nginx is down again (3 times in 1 h)"]
    assert world.rows()[0].outward == KEEPS_FAILING
    assert server.on_screen() == [], "while it is healthy nothing says that it is down"
    world.later(minutes=9)
    assert world.titles()[5:] == [well]
    assert "That was outage 5 in a short time." in world.sent[-1][1]


def test_that_there_is_no_network_is_told_once_and_withdrawn(world, server):
    world.event("There is no network: 12 services cannot be checked (a, b).", "warning", None)
    assert server.on_screen() == ["Services cannot be checked"]
    world.event("The network is back after 3 min.", "info", None)
    assert server.on_screen() == []
    assert world.titles() == ["Services cannot be checked"]


def test_what_the_tray_or_the_window_shows_is_withdrawn_there(world, server):
    server.present = False
    told, withdrawn = [], []
    world.notifier.instead = lambda notice: told.append(notice.key) or True
    world.notifier.withdraw_instead = withdrawn.append
    one = world.open_incident()
    world.resolve(one)
    assert told == [f"incident:{one}", f"recovered:incident:{one}"]
    assert withdrawn == [f"incident:{one}"]
