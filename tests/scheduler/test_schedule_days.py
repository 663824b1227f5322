"""PRODUCT D5 and R4: whole simulated days, with sleep, downtime, pauses, crashes and clocks that are set."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from schedule_world import BERLIN, World, berlin, changed
from support.other_process import held_for_writing, other_connection, wait_no_longer

from claudeops_desktop.core.clock import from_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.records.sessions import SessionStatus
from claudeops_desktop.scheduler import edit, rules
from claudeops_desktop.scheduler.decide_occurrence import CatchUp

HALF_HOUR = ("interval", "1800")
NewWorld = Callable[..., World]


# -- an ordinary day


def test_a_new_data_folder_observes_every_half_hour_and_not_at_once(world: World) -> None:
    world.start()
    following = world.keeper.next_due()
    assert following is not None
    assert (following.schedule.name, following.schedule.tier, following.words) == ("Observe", 1, "09:30 (in 30 min)")
    assert rules.describe_rule(following.schedule) == "Every 30 minutes"
    world.run(timedelta(minutes=29))
    assert world.begun() == []
    world.run(timedelta(minutes=5))
    assert world.begun() == [("Mon 09:30", "scheduled")]


def test_the_default_schedule_comes_once_and_stays_deleted_until_the_next_start(world: World) -> None:
    world.start().off(timedelta(hours=1))
    assert len(world.store.read(world.book.schedules.list).result()) == 1


@pytest.mark.slow
def test_twenty_four_hours_without_incident(world: World) -> None:
    world.start().run(timedelta(hours=24, minutes=5))
    assert [state for _, state in world.shown()] == ["ran"] * 48
    assert {trigger for _, trigger in world.begun()} == {"scheduled"}
    assert all(row.started_at == row.due_at for row in world.rows())


def test_the_night_the_clocks_go_back_runs_a_nightly_job_once(new_world: NewWorld) -> None:
    world = new_world(now=berlin("2026-10-24 22:00"))
    world.only("cron", "30 2 * * *")
    world.start().run(timedelta(hours=10))
    assert world.shown() == [("Sun 02:30", "ran")]


def test_the_night_the_clocks_go_forward_runs_a_nightly_job_once(new_world: NewWorld) -> None:
    world = new_world(now=berlin("2026-03-28 22:00"))
    world.only("cron", "30 2 * * *")
    world.start().run(timedelta(hours=10))
    assert world.shown() == [("Sun 03:30", "ran")]


def test_a_machine_asleep_over_the_change_of_the_clocks_catches_up_once(new_world: NewWorld) -> None:
    world = new_world(now=berlin("2026-10-24 22:00"))
    world.only("cron", "30 2 * * *")
    world.start().sleep(berlin("2026-10-25 09:00")).run(timedelta(minutes=5))
    assert world.shown() == [("Sun 02:30", "ran")]
    assert world.begun() == [("Sun 09:00", "catch-up")]


def test_a_day_of_naps_downtime_and_a_clock_that_is_set(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(berlin("2026-03-02 10:05"))  # 09:30, 10:00
    world.sleep(berlin("2026-03-02 12:10")).run(berlin("2026-03-02 12:35"))  # 12:00 caught up, 12:30
    world.off(berlin("2026-03-02 14:20")).run(berlin("2026-03-02 14:25"))  # 14:00 caught up
    world.set_clock(berlin("2026-03-02 17:10")).run(berlin("2026-03-02 17:15"))  # 17:00 caught up
    world.set_clock(berlin("2026-03-02 15:31")).run(berlin("2026-03-02 17:45"))  # what was to come counts for nothing
    ran = [wall for wall, state in world.shown() if state == "ran"]
    times = ("09:30", "10:00", "12:00", "12:30", "14:00", "16:00", "16:30", "17:00", "17:30")
    assert ran == [f"Mon {at}" for at in times]
    missed = {
        wall[4:]: row.why for row, (wall, state) in zip(world.rows(), world.shown(), strict=True) if state == "missed"
    }
    assert missed["11:00"] == "the machine was asleep; only the latest, 12:00, is caught up"
    assert missed["13:00"] == "the application was not running; only the latest, 14:00, is caught up"
    assert missed["15:00"] == "the clock was set forward; only the latest, 17:00, is caught up"
    assert len(world.rows()) == len({row.due_at for row in world.rows()}) == 17


# -- clocks that are set


def test_after_a_clock_that_was_ahead_each_time_that_comes_has_its_run(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=95))
    world.set_clock(berlin("2026-03-02 09:55"))
    assert world.shown() == [("Mon 09:30", "ran"), ("Mon 10:00", "void"), ("Mon 10:30", "void")]
    following = world.keeper.next_due()
    assert following is not None
    assert world.wall(following.at) == "Mon 10:00"
    world.run(berlin("2026-03-02 10:05"))
    assert world.shown() == [("Mon 09:30", "ran"), ("Mon 10:00", "ran"), ("Mon 10:30", "void")]


def test_what_a_clock_that_was_ahead_missed_has_its_run_after_a_restart(new_world: NewWorld) -> None:
    """The application starts with the clock ahead, and what lies between is on record as missed."""
    world = new_world(now=berlin("2026-03-02 09:00"))
    world.only("interval", "60")
    world.queue.lasts = timedelta(seconds=20)
    world.start().run(timedelta(minutes=1)).end()
    world.now = berlin("2026-03-02 10:00")
    world.start().run(timedelta(minutes=2)).end()
    world.now = berlin("2026-03-02 09:02")
    world.start()
    following = world.keeper.next_due()
    assert following is not None
    assert world.wall(following.at) == "Mon 09:03"
    began = len(world.begun())
    world.run(timedelta(minutes=3, seconds=30))
    assert [wall for wall, _ in world.begun()][began:] == ["Mon 09:03", "Mon 09:04", "Mon 09:05"]


def test_a_clock_corrected_by_less_than_two_minutes_runs_nothing_twice(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=31))
    world.set_clock(berlin("2026-03-02 09:29")).run(timedelta(minutes=5))
    assert world.shown() == [("Mon 09:30", "ran")]
    assert len(world.begun()) == 1


def test_a_clock_that_was_a_year_ahead_does_not_silence_the_schedule(new_world: NewWorld) -> None:
    world = new_world(now=berlin("2027-03-02 09:00"))
    world.start().run(timedelta(minutes=35))
    world.set_clock(berlin("2026-03-02 09:05")).run(timedelta(minutes=60))
    assert [wall for wall, _ in world.begun()] == ["Tue 09:30", "Mon 09:30", "Mon 10:00"]


def test_a_clock_set_back_while_the_application_was_away(new_world: NewWorld) -> None:
    world = new_world(now=berlin("2027-03-02 09:00"))
    world.start().run(timedelta(minutes=35)).end()
    world.now = berlin("2026-03-02 09:05")
    world.start().run(timedelta(minutes=60))
    assert [wall for wall, _ in world.begun()] == ["Tue 09:30", "Mon 09:30", "Mon 10:00"]


def test_a_clock_set_forward_is_at_most_one_catch_up(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=5)).set_clock(berlin("2026-03-05 11:12")).run(timedelta(minutes=5))
    assert world.begun() == [("Thu 11:12", "catch-up")]
    assert world.rows()[-1].why == "missed at 11:00: the clock was set forward; ran afterwards at 11:12"


def test_a_few_seconds_of_correction_are_nothing(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=10))
    world.set_clock(world.now - timedelta(seconds=3))
    world.set_clock(world.now + timedelta(seconds=7)).run(timedelta(minutes=25))
    assert world.shown() == [("Mon 09:30", "ran")]


# -- long gaps


def test_weeks_away_do_not_fill_the_record(world: World) -> None:
    world.only("interval", "300")
    world.queue.lasts = timedelta(minutes=1)
    world.start().run(timedelta(minutes=8)).off(timedelta(days=21)).run(timedelta(minutes=1, seconds=30))
    rows = world.rows()
    assert [row.state for row in rows] == ["ran", *["missed"] * 199, "ran"]
    told = re.search(r"\(and ([\d,]+) earlier ones since 2 Mar 09:10\)", rows[1].why)
    assert told is not None
    assert int(told[1].replace(",", "")) + 201 == 21 * 288 + 1
    assert not any("earlier" in row.why for row in rows[2:])


def test_a_year_asleep_under_a_rule_of_every_minute(world: World) -> None:
    world.only("cron", "* * * * *")
    world.start().sleep(timedelta(days=365)).run(timedelta(minutes=3))
    assert len(world.rows()) == 200 + 3
    assert [trigger for _, trigger in world.begun()].count("catch-up") == 0  # the one due right now stands for all


def test_an_occurrence_due_right_now_stands_for_the_missed_ones(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().sleep(berlin("2026-03-02 11:00:30")).run(timedelta(minutes=5))
    assert world.begun() == [("Mon 11:00", "scheduled")]
    assert world.rows()[0].why == "the machine was asleep; the run of 11:00 stands for it"


def test_catching_up_can_be_turned_off(new_world: NewWorld) -> None:
    world = new_world(catch_up=CatchUp(policy="skip"))
    world.only(*HALF_HOUR)
    world.start().sleep(berlin("2026-03-02 10:12")).run(timedelta(minutes=5))
    assert world.begun() == []
    assert world.rows()[-1].why == "missed at 10:00: the machine was asleep; catching up is turned off"


def test_a_run_that_was_on_over_the_sleep_is_not_doubled(world: World) -> None:
    world.only(*HALF_HOUR)
    world.queue.lasts = timedelta(minutes=5)
    world.start().run(timedelta(minutes=31)).sleep(berlin("2026-03-02 11:12")).run(timedelta(minutes=10))
    assert world.begun() == [("Mon 09:30", "scheduled")]
    assert world.shown()[-1] == ("Mon 11:00", "skipped")
    assert world.rows()[-1].why == "missed at 11:00: the machine was asleep; the run of 09:30 was still going"


# -- pausing


def test_what_comes_due_while_paused_is_skipped_and_resuming_makes_up_for_nothing(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=5)).pause(True)
    world.run(timedelta(hours=1, minutes=30))
    world.pause(False)
    world.run(timedelta(minutes=10))
    assert world.shown() == [("Mon 09:30", "skipped"), ("Mon 10:00", "skipped"), ("Mon 10:30", "skipped")]
    assert {row.why for row in world.rows()} == {"scheduled runs are paused"}
    world.run(timedelta(minutes=30))
    assert world.shown()[-1] == ("Mon 11:00", "ran")


def test_resuming_right_after_a_wake_makes_up_for_nothing_either(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().pause(True)
    world.driver.stop()  # asleep: nobody looks
    world.sleep(timedelta(hours=2, minutes=12))
    world.pause(False)
    world.run(timedelta(minutes=5))
    assert {state for _, state in world.shown()} == {"skipped"}


def test_paused_over_a_restart(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().pause(True)
    world.off(timedelta(hours=2)).run(timedelta(minutes=5))
    assert world.begun() == []
    assert {row.why for row in world.rows()} == {"scheduled runs are paused"}


def test_pausing_takes_back_what_only_waits(world: World) -> None:
    world.only("cron", "30 9 * * *", "First")
    world.only("cron", "30 9 * * *", "Second")
    world.start().run(timedelta(minutes=31)).pause(True)
    world.run(timedelta(minutes=10))
    assert world.shown(1) == [("Mon 09:30", "ran")]
    (row,) = world.rows(2)
    assert (row.state, row.why) == ("skipped", "scheduled runs were paused while it waited")


# -- the application goes away


def test_killed_in_the_middle_of_a_run(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=31)).off(timedelta(minutes=5))
    (row,) = world.rows()
    assert (row.state, row.why) == ("failed", "the application was ended in the middle")
    world.run(timedelta(minutes=5))
    assert world.begun() == [("Mon 09:30", "scheduled")]


def test_killed_while_a_run_waited_it_is_caught_up_once(world: World) -> None:
    world.only("cron", "30 9 * * *", "First")
    world.only("cron", "30 9 * * *", "Second")
    world.start().run(timedelta(minutes=31)).off(timedelta(minutes=20)).run(timedelta(minutes=5))
    assert world.shown(1) == [("Mon 09:30", "failed")]
    (row,) = world.rows(2)
    assert row.state == "ran"
    assert row.why == "missed at 09:30: it was waiting when the application ended; ran at the next start at 09:51"
    world.off(timedelta(hours=1)).run(timedelta(minutes=5))
    assert len(world.begun()) == 2


def test_what_waited_gives_way_to_a_later_occurrence(world: World) -> None:
    world.only("cron", "30 9 * * *", "First")
    world.only("cron", "30 9,10 * * *", "Second")
    world.start().run(timedelta(minutes=31)).off(berlin("2026-03-02 11:00")).run(timedelta(minutes=5))
    assert world.shown(2) == [("Mon 09:30", "missed"), ("Mon 10:30", "ran")]


def test_quitting_and_starting_again_at_once_repeats_nothing(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=35))
    for _ in range(3):
        world.off(timedelta(seconds=10))
    assert world.shown() == [("Mon 09:30", "ran")]


def test_a_jittered_moment_still_to_come_at_the_next_start_is_on_time(world: World) -> None:
    schedule = world.only("cron", "0 10 * * *", jitter_s=1800)
    at = rules.next_planned(schedule, world.now, BERLIN).at
    assert at > berlin("2026-03-02 10:01")
    world.start().run(berlin("2026-03-02 10:00:30"))
    world.off(timedelta(seconds=20))
    following = world.keeper.next_due()
    assert following is not None
    assert following.at == at
    world.run(at + timedelta(minutes=1))
    assert world.queue.begun[0][0] == at
    assert world.begun()[0][1] == "scheduled"
    assert world.wall(world.rows()[0].due_at) == "Mon 10:00"


# -- the operator changes things


def test_switched_off_while_it_waits(world: World) -> None:
    world.only("cron", "30 9 * * *", "First")
    second = world.only("cron", "30 9 * * *", "Second")
    world.start().run(timedelta(minutes=31))
    world.keeper.enable(second.id, False)
    world.settle()
    world.run(timedelta(minutes=5))
    (row,) = world.rows(second)
    assert (row.state, row.why) == ("skipped", "the schedule was switched off while it waited")
    assert len(world.begun()) == 1


def test_deleted_while_it_waits_and_while_it_runs(world: World) -> None:
    first = world.only("cron", "30 9 * * *", "First")
    second = world.only("cron", "30 9 * * *", "Second")
    world.start().run(timedelta(minutes=31))
    for schedule in (first, second):
        world.keeper.delete(schedule.id)
    world.settle()
    world.run(timedelta(minutes=5))
    assert len(world.begun()) == 1
    assert world.keeper.next_due() is None


def test_a_change_of_the_prompt_does_not_touch_the_rhythm(world: World) -> None:
    schedule = world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=20))
    world.keeper.save(changed(schedule, prompt="Look at the backups.", tier=2))
    world.settle()
    world.run(timedelta(minutes=15))
    assert world.begun() == [("Mon 09:30", "scheduled")]
    _, asked = world.queue.begun[0]
    assert (asked.prompt, asked.tier, asked.due_id) == ("Look at the backups.", 2, world.rows()[0].id)


def test_a_changed_rule_counts_from_now(world: World) -> None:
    schedule = world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=20))
    world.keeper.save(changed(schedule, rule="600"))
    world.settle()
    following = world.keeper.next_due()
    assert following is not None
    assert world.wall(following.at) == "Mon 09:30"
    assert rules.describe_rule(following.schedule) == "Every 10 minutes"


def test_a_schedule_that_another_program_changed_is_noticed_at_the_next_beat(world: World) -> None:
    world.start()
    with other_connection(world.store) as other:
        other.execute("UPDATE schedules SET rule = '600'")
    world.run(timedelta(minutes=2))
    following = world.keeper.next_due()
    assert following is not None
    assert world.wall(following.at) == "Mon 09:10"


def test_a_rule_spoilt_by_another_hand_does_not_stop_the_others(world: World, caplog: pytest.LogCaptureFixture) -> None:
    world.only(*HALF_HOUR, "Good")
    spoilt = world.only("cron", "0 9 * * *", "Spoilt")
    world.store.write(lambda: world.book.schedules.save(changed(spoilt, rule="0 9 * *"))).result()
    world.start().run(timedelta(minutes=35))
    assert world.shown(1) == [("Mon 09:30", "ran")]
    assert "Spoilt" in caplog.text


def test_upcoming_runs_of_all_schedules_in_order(world: World) -> None:
    world.only("cron", "0 12 * * *", "Noon")
    world.only("interval", "7200", "Two hours")
    world.start()
    found = [(due.schedule.name, due.words) for due in world.keeper.upcoming(4)]
    assert found == [
        ("Two hours", "11:00 (in 2 h)"),
        ("Noon", "12:00 (in 3 h)"),
        ("Two hours", "13:00 (in 4 h)"),
        ("Two hours", "15:00 (in 6 h)"),
    ]


def test_a_laptop_that_travels_keeps_local_time(world: World) -> None:
    world.only("cron", "0 17 * * *")
    world.start().run(timedelta(minutes=5))
    world.zone = ZoneInfo("America/New_York")
    world.run(timedelta(minutes=2))
    following = world.keeper.next_due()
    assert following is not None
    assert following.at == datetime(2026, 3, 2, 22, tzinfo=UTC)


@pytest.mark.parametrize(("column", "value"), [("name", " "), ("tier", 4), ("rule", "61 * * * *"), ("jitter_s", -1)])
def test_a_wrong_field_is_refused_at_once(world: World, column: str, value: object) -> None:
    world.start()
    with pytest.raises(UsageError):
        world.keeper.save(changed(edit.new_schedule("New", "cron", "0 9 * * *"), **{column: value}))


def test_one_that_only_shows_decides_nothing_and_writes_nothing(world: World) -> None:
    """Another application keeps the schedule of this data folder."""
    world.only(*HALF_HOUR)
    world.keeper.start(acting=False)
    world.settle()
    following = world.keeper.next_due()
    assert following is not None
    assert world.wall(following.at) == "Mon 09:30"
    world.run(timedelta(hours=2, minutes=10))
    following = world.keeper.next_due()
    assert following is not None
    assert world.wall(following.at) == "Mon 11:30"
    assert (world.rows(), world.begun()) == ([], [])


# -- the machine fails


def test_a_file_in_use_by_another_program_delays_and_loses_nothing(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=29))
    wait_no_longer(world.store)
    with held_for_writing(world.store):
        world.run(timedelta(minutes=2))
        assert world.begun() == []
    world.run(timedelta(minutes=5))
    assert [(wall, state) for wall, state in world.shown()] == [("Mon 09:30", "ran")]


# -- any day at all

EVENTS = st.lists(
    st.tuples(st.sampled_from(["run", "sleep", "off", "pause", "resume", "fail"]), st.integers(1, 1500)), max_size=12
)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(
        [("interval", "1800"), ("interval", "420"), ("cron", "30 2,9-17 * * 1-5"), ("cron", "*/20 * * * *")]
    ),
    EVENTS,
    st.integers(0, 900),
)
def test_whatever_happens_each_occurrence_has_one_row_or_is_counted(
    rule: tuple[str, str], events: list[tuple[str, int]], jitter_s: int
) -> None:
    keep = 30
    with TemporaryDirectory() as folder:
        world = World(Path(folder) / "data", now=berlin("2026-03-27 22:00"), catch_up=CatchUp(keep_rows=keep))
        try:
            schedule = world.only(*rule, jitter_s=min(jitter_s, 400) if rule[0] == "interval" else jitter_s)
            began = world.now
            world.start()
            wakes = 1
            for what, minutes in events:
                if what == "run":
                    world.run(timedelta(minutes=min(minutes, 240)))
                elif what == "sleep":
                    wakes += 1
                    world.sleep(timedelta(minutes=minutes))
                elif what == "off":
                    wakes += 1
                    world.off(timedelta(minutes=minutes))
                elif what == "fail":
                    world.queue.outcome = (
                        (SessionStatus.FAILED, "no login") if minutes % 2 else (SessionStatus.COMPLETED, "")
                    )
                else:
                    world.pause(what == "pause")
            world.pause(False)
            world.run(timedelta(minutes=5))
            rows = world.rows(schedule)
            due = [from_text(row.due_at) for row in rows]
            occurrences = rules.rule_of(schedule, BERLIN).between(began, world.now)
            if occurrences and rules.plan_occurrence(schedule, occurrences[-1], BERLIN).at > world.now:
                occurrences.pop()
            assert len(due) == len(set(due))
            assert set(due) <= set(occurrences)
            counted = sum(
                int(n.replace(",", "")) for row in rows for n in re.findall(r"\(and ([\d,]+) earlier", row.why)
            )
            assert len(due) + counted == len(occurrences)
            assert sum(trigger == "catch-up" for _, trigger in world.begun()) <= wakes
            assert not [row for row in rows if row.state in ("missed", "skipped", "failed") and not row.why]
            answered = [asked.due_id for _, asked in world.queue.begun]
            assert len(answered) == len(set(answered))
        finally:
            world.close()
