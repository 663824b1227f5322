"""D4: what happens in the data folder reaches the desktop, once, and a click leads to it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from notify_world import World
from support.other_process import other_connection

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.notifications.apprise_backend import SendResult
from claudeops_desktop.notifications.rules import NoticeKind
from claudeops_desktop.records.occurrences import Schedule
from claudeops_desktop.runs.request import RunEnded, RunRequest
from claudeops_desktop.ui.text.translation import choose_language, tr_message, use_catalogue


def test_a_critical_event_is_shown(world, server):
    world.event("answers 503")
    [shown] = server.wait(1)
    assert (shown.title, shown.body, shown.hints["urgency"]) == ("Critical: jellyfin", "answers 503", 2)
    assert world.rows()[0].desktop == "shown"


def test_events_of_before_the_start_are_not_told(tmp_path, server):
    world = World(DataFolder(tmp_path / "data").create())
    world.event("long ago", wait=False)
    world.now += timedelta(minutes=1)
    world.notifier.start()
    world.event("now")
    assert [shown.body for shown in server.wait(1)] == ["now"]
    world.close()


def test_a_warning_is_told_only_where_wanted(world, server):
    world.event("slow", "warning")
    world.settings.change("notifications.warnings", True)
    world.event("slow again", "warning")
    assert [shown.body for shown in server.wait(1)] == ["slow again"]


def test_a_muted_event_is_not_told(world, server):
    world.store.write(
        lambda: world.book.mutes.add(service="jellyfin", level=None, text="", until=None, reason="", now=world.now)
    ).result()
    world.event("answers 503")
    world.event("no route", service="caddy")
    assert [shown.body for shown in server.wait(1)] == ["no route"]


def test_the_same_again_changes_what_is_shown_and_counts(world, server):
    world.event("answers 503 after 5.0 s")
    world.event("answers 503 after 6.1 s")
    first, second = server.wait(2)
    assert (second.replaces, second.title) == (first.number, "Critical: jellyfin (2 times)")
    assert [row.count for row in world.rows()] == [2]


def test_what_repeated_is_summed_up_once_its_hour_is_over(world, server):
    for _ in range(3):
        world.event("answers 503")
    world.later(minutes=61)
    assert server.wait(4)[-1].title == "Critical: jellyfin (2 more times)"
    world.later(minutes=61)
    assert len(server.shown) == 4


def test_a_failed_run_opens_its_session_by_a_click(world, server):
    world.notifier.run_ended(RunEnded(RunRequest(), 4, "failed", "The API is overloaded.", (7, 8)))
    world.notifier.drain()
    [shown] = server.shown
    assert shown.title == "A run failed"
    server.press(shown.number, "default")
    server.press(shown.number, "default")
    world.notifier.drain()
    world.notifier._screen.server()  # its answer comes after both signals
    world.notifier.close()
    assert {(spot.page, spot.id) for spot in world.opened} == {("sessions", 8)}


def test_a_run_that_could_not_begin_is_not_told_as_one_that_failed(world, server):
    world.notifier.run_ended(RunEnded(RunRequest(), None, "failed", "$5.00 of $5.00 a day are spent."))
    assert server.wait(1)[0].title == "A run did not start"


def test_a_run_that_the_operator_stopped_is_not_told(world, server):
    world.notifier.run_ended(RunEnded(RunRequest(), 4, "stopped", "", (7,)))
    assert world.rows() == []


def test_a_completed_run_is_told_where_wanted(world, server):
    world.settings.change("notifications.completed", True)
    world.notifier.run_ended(RunEnded(RunRequest(), 4, "completed", "", (7,)))
    assert server.wait(1)[0].title == "A run is completed"


def test_a_question_has_buttons(world, server):
    world.ask()
    [shown] = server.wait(1)
    assert shown.title == "May the run go up to tier 3?"
    assert shown.actions == ["default", "Open", "look", "Look…", "refuse", "Refuse"]


def test_what_cannot_be_taken_back_is_approved_at_its_card_only(world, server):
    tier = world.ask()
    server.wait(1)
    stop = world.ask(kind="action", tier=2, action="stop", services=("nas",), command="ssh nas poweroff")
    long = world.ask(kind="action", tier=2, action="restart", services=("nas",), command=f"true {'x' * 400}; reboot")
    short = world.ask(kind="action", tier=2, action="restart", services=("nas",), command="docker restart nas")
    shown = server.wait(4)
    assert [notice.actions[2] for notice in shown] == ["look", "look", "look", "approve"]
    for notice in shown[:3]:
        server.press(notice.number, "look")
        server.press(notice.number, "approve")  # a server that keeps buttons of its own
    world.notifier.drain()
    world.notifier._screen.server()
    world.notifier.drain()
    states = [
        world.store.read(lambda n=n: world.book.approvals.get(n)).result().state for n in (tier, stop, long, short)
    ]
    assert states == ["waiting"] * 4
    world.notifier.close()
    assert {(spot.page, spot.id) for spot in world.opened} == {("inbox", n) for n in (tier, stop, long)}


def test_a_question_is_answered_by_its_button_and_taken_away(world, server):
    asked = world.ask(
        kind="action", tier=2, action="restart", services=("jellyfin",), command="docker restart jellyfin"
    )
    [shown] = server.wait(1)
    assert shown.title == "May the agent restart jellyfin?"
    server.press(shown.number, "approve")
    with server.arrived:
        assert server.arrived.wait_for(lambda: server.closed == [shown.number], 90)
    world.notifier.drain()
    answered = world.store.read(lambda: world.book.approvals.get(asked)).result()
    assert (answered.state, answered.answered_by) == ("approved", "notification")


@pytest.mark.slow
def test_a_question_that_ran_out_is_taken_away(world, server):
    world.ask(minutes=5)
    world.later(minutes=6)
    assert server.closed == [server.shown[0].number]


def test_a_question_that_waited_before_the_start_is_told(tmp_path, server):
    world = World(DataFolder(tmp_path / "data").create())
    world.ask(wait=False)
    world.notifier.start()
    assert len(server.wait(1)) == 1
    world.close()


def test_quiet_hours_keep_it_and_tell_it_together_after(world, server):
    world.settings.change("notifications.quiet_from", "11:00")
    world.settings.change("notifications.quiet_until", "13:00")
    world.settings.change("notifications.quiet", True)
    world.event("answers 503")
    world.event("no route", service="caddy")
    world.later(minutes=30)
    assert server.shown == []
    world.later(minutes=31)
    [shown] = server.wait(1)
    assert shown.title == "While it was quiet: 2 things"
    assert shown.body.splitlines() == ["Critical: jellyfin", "Critical: caddy"]
    world.later(minutes=5)
    assert len(server.shown) == 1


def test_a_question_breaks_through_quiet_hours(world, server):
    world.settings.change("notifications.quiet_from", "11:00")
    world.settings.change("notifications.quiet_until", "13:00")
    world.settings.change("notifications.quiet", True)
    world.ask()
    assert len(server.wait(1)) == 1


def test_markup_in_an_agents_words_is_shown_as_text(world, server):
    world.event("<b>503</b> & more")
    assert server.wait(1)[0].body == "&lt;b&gt;503&lt;/b&gt; &amp; more"


def test_a_server_without_markup_and_buttons_gets_neither(world, server):
    server.abilities = ("body",)
    world.ask(reason="a < b")
    [shown] = server.wait(1)
    assert (shown.body, shown.actions) == ("a < b", [])


def test_without_a_server_the_tray_tells_it_and_the_row_says_so(world, server):
    told = []
    world.notifier.instead = lambda notice: told.append(notice.title) or True
    server.present = False
    world.event("answers 503")
    assert told == ["Critical: jellyfin"]
    assert world.rows()[0].desktop == ("as a message of the tray (No notification server answers on this desktop.)")


def test_without_server_and_tray_the_row_says_that_only_the_window_shows_it(world, server):
    server.present = False
    world.event("answers 503")
    assert world.rows()[0].desktop.startswith("in the window only")


def test_a_bus_that_went_away_is_found_again(world, server):
    world.event("answers 503")
    server.hang_up()
    world.event("no route", service="caddy")
    assert len(server.wait(2)) == 2


def test_another_server_is_asked_what_it_can(world, server):
    world.event("answers 503")
    server.restart(("body", "actions"))
    world.notifier._screen.server()  # its answer comes after the signal
    world.event("<none>", service="caddy")
    assert server.wait(2)[1].body == "<none>"


def test_turned_off_it_is_noted_and_not_shown(world, server):
    world.settings.change("notifications.desktop", False)
    world.event("answers 503")
    assert (world.rows()[0].desktop, server.shown) == ("turned off", [])


def test_it_goes_outward_too(world, server):
    world.outcome = (SendResult("phone", "ntfy"),)
    world.event("answers 503")
    assert world.sent == [("Critical: jellyfin", "answers 503\n\nOpen: claudeops://events/1")]
    assert world.rows()[0].outward == "phone: sent"


def test_an_address_that_fails_is_told_once_as_an_event(world, server):
    world.settings.change("notifications.warnings", True)
    world.outcome = (SendResult("phone", "ntfy", "ntfy did not take it."),)
    world.event("answers 503")
    world.event("no route", service="caddy")
    world.notifier.drain()
    events = [event.message for event in world.store.read(world.book.events.list).result()]
    assert events.count("Notifications to phone (ntfy) do not arrive. ntfy did not take it.") == 1
    assert len(server.shown) == 2


def test_the_test_says_what_became_of_it(world, server):
    world.outcome = (SendResult("phone", "ntfy"), SendResult("mail", "E-Mail", "E-Mail did not take it."))
    said = world.notifier.send_test()
    assert said == "On this desktop: shown. phone: sent by ntfy. mail: E-Mail did not take it."


def test_spend_that_the_application_tells_of_is_of_its_own_kind(world, server):
    world.event("$4.10 of $5.00 are spent today (82%). At $5.00 no run starts until tomorrow.", "warning", None)
    assert server.wait(1)[0].title == "A spend cap is near"  # though warnings are not told
    assert world.rows()[0].kind == NoticeKind.SPEND


def test_a_missed_due_time_is_told_where_wanted_and_once(world, server):
    world.settings.change("notifications.missed", True)
    schedule = Schedule(0, "Observe", "interval", "3600", 1, 0, 1, "", "", (), "", "", "")

    def miss():
        number = world.book.schedules.save(schedule)
        return world.book.schedules.note_due(number, world.now, "missed", "The computer was asleep.")

    due = world.store.write(miss).result()
    world.store.write(lambda: world.book.schedules.update_due(due, why="Asleep.")).result()
    assert [row.title for row in world.rows()] == [f"Observe: the run of {world.now.astimezone():%H:%M} was missed"]


@pytest.mark.slow
@pytest.mark.both_stores
def test_what_another_process_wrote_is_told_too(world, server):
    with other_connection(world.store) as other:
        other.execute(
            "INSERT INTO events (level, service, message, created_at) VALUES ('critical', 'caddy', 'gone', ?)",
            (to_text(world.now),),
        )
    world.later(seconds=10)
    assert [shown.body for shown in server.wait(1)] == ["gone"]


@pytest.mark.slow
@pytest.mark.both_stores
def test_a_notification_to_all_who_share_a_store_says_nothing_of_a_private_session(world, server):
    """Each operator of a store on a server reads what was sent, and the machine of one of them sends it."""
    said = "The safe opens with 40 turns."

    def begin():
        run = world.book.sessions.begin_run(
            trigger="manual", agent="watch", max_tier=1, dry_run=False, services=[], now=world.now
        )
        number = world.book.sessions.begin(
            now=world.now, agent="watch", tier=1, trigger="manual", prompt_text="", run_id=run, principal="watch",
            audience="project:web", model="", log_file="",
        )  # fmt: skip
        world.book.events.add(level="critical", message=said, service="safe", session_id=number, now=world.now)
        return run, number

    run, number = world.write(begin)
    world.ask(run_id=run, session_id=number, reason=said)
    world.notifier.run_ended(RunEnded(RunRequest(), run, "failed", said, (number,)))
    rows = world.rows()
    told = " ".join(f"{row.title} {row.body}" for row in rows)
    shared = world.store.database.is_server
    assert (said in told) is not shared
    assert sorted(row.kind for row in rows) == (
        ["approval", "failed"] if shared else ["approval", "critical", "failed"]
    )
    assert ("A private session asks a question" in told) is shared


def test_the_desktop_is_told_in_the_language_of_the_window_and_all_others_in_english(world, server):
    german = {
        "{service} is {state}": "{service} ist {state}",
        "down": "ausgefallen",
        "Since {time}.": "Seit {time}.",
        "Open": "Öffnen",
        "Acknowledge": "Bestätigen",
    }
    world.settings.change("notifications.outward", True)
    choose_language("de")
    use_catalogue(lambda text, _comment, _count: german.get(text, ""))
    world.notifier.translate = tr_message
    try:
        world.open_incident("nginx", "Connection refused.")
        [shown] = server.wait(1)
    finally:
        choose_language("en")
    assert shown.title == "nginx ist ausgefallen"
    assert shown.body.splitlines()[1].startswith("Seit ")
    assert shown.actions == ["default", "Öffnen", "acknowledge", "Bestätigen"]
    assert world.rows()[0].title == world.titles()[0] == "nginx is down"
