"""D5: what each schedule lays down for itself about missed runs, how old is too old, the network."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from schedule_world import World, berlin

from claudeops_desktop.core.errors import PolicyRefusal, UsageError
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.scheduler import edit, occurrence_records

NINE = ("cron", "30 9 * * *")
HALF_HOUR = ("interval", "1800")
WAKE = berlin("2026-03-02 11:12")


def test_codex_24327_missed_at_0930_ran_on_wake_at_1112(world: World) -> None:
    only = world.only(*NINE, catch_up="run")
    world.start().sleep(WAKE).run(timedelta(minutes=5))
    (row,) = world.rows(only)
    assert row.state == "ran"
    assert row.why == "missed at 09:30: the machine was asleep; ran on wake at 11:12"


def test_claude_code_51122_a_schedule_may_skip_what_it_missed_while_another_catches_up(world: World) -> None:
    skips, runs = world.only(*NINE, "Skips", catch_up="skip"), world.only(*NINE, "Runs")
    world.start().sleep(WAKE).run(timedelta(minutes=5))
    assert [row.state for row in world.rows(runs)] == ["ran"]
    (row,) = world.rows(skips)
    assert row.state == "skipped"
    assert row.why == "missed at 09:30: the machine was asleep; catching up is turned off for this schedule"


def test_the_policy_of_the_settings_holds_where_a_schedule_has_none(world: World) -> None:
    world.settings.change("schedule.catch_up", "skip")
    only = world.only(*NINE)
    own = world.only(*NINE, "Own", catch_up="run")
    world.start().sleep(WAKE).run(timedelta(minutes=5))
    assert [row.state for row in world.rows(only)] == ["skipped"]
    assert [row.state for row in world.rows(own)] == ["ran"]


def test_claude_code_54555_how_old_is_too_old_is_said_for_each_schedule(world: World) -> None:
    fussy, patient = world.only(*NINE, "Fussy", max_age_s=3600), world.only(*NINE, "Patient", max_age_s=2 * 86_400)
    world.start().sleep(WAKE).run(timedelta(minutes=5))
    (row,) = world.rows(fussy)
    assert (row.state, row.why) == ("missed", "the machine was asleep, and it is over 1 h old")
    assert [row.state for row in world.rows(patient)] == ["ran"]


def test_a_schedule_that_asks_runs_nothing_until_it_is_answered(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE).run(timedelta(hours=2))
    (row,) = world.rows(only)
    assert (row.state, row.why) == ("asked", "missed at 09:30: the machine was asleep")
    assert world.begun() == []


def test_the_answer_run_makes_one_catch_up_run(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE)
    world.answer(only, run=True)
    world.run(timedelta(minutes=5))
    (row,) = world.rows(only)
    assert row.state == "ran"
    assert row.why == "missed at 09:30: the machine was asleep; ran on your approval at 11:12"
    assert world.begun() == [("Mon 11:12", RunTrigger.CATCH_UP)]


def test_the_answer_skip_ends_the_question(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE)
    world.answer(only, run=False)
    world.run(timedelta(minutes=5))
    (row,) = world.rows(only)
    assert row.state == "skipped"
    assert row.why == "missed at 09:30: the machine was asleep; you chose to skip it"
    assert row.ended_at is not None


def test_a_skip_can_be_taken_back_until_the_next_one_is_due(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE)
    (asked,) = world.rows(only)
    world.answer(only, run=False)
    assert world.store.write(lambda: occurrence_records.restore_question(world.book, asked)).result()
    assert world.shown(only) == [("Mon 09:30", "asked")]
    world.answer(only, run=False)
    world.run(berlin("2026-03-03 09:40"))
    assert not world.store.write(lambda: occurrence_records.restore_question(world.book, asked)).result()


def test_a_question_nobody_answered_is_missed_when_the_next_one_is_due(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE).run(berlin("2026-03-03 09:35"))
    assert world.shown(only) == [("Mon 09:30", "missed"), ("Tue 09:30", "ran")]
    assert world.rows(only)[0].why.endswith("; nobody answered before the next one was due")


def test_many_missed_ones_are_one_question_about_the_latest(world: World) -> None:
    only = world.only(*HALF_HOUR, catch_up="ask")
    world.start().sleep(berlin("2026-03-02 11:12"))
    states = [state for _, state in world.shown(only)]
    assert states == ["missed"] * 3 + ["asked"]
    assert world.rows(only)[0].why == "the machine was asleep; you are asked about the latest, 11:00"


def test_an_answer_from_another_program_is_taken_up_at_the_next_beat(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE)
    (row,) = world.rows(only)
    world.driver.keeper = None  # nobody tells this process
    world.store.write(lambda: occurrence_records.answer_missed(world.book, row.id, True, world.now)).result()
    world.run(timedelta(minutes=5))
    assert world.shown(only) == [("Mon 09:30", "ran")]


def test_an_answer_given_while_nobody_kept_time_is_taken_up_at_the_next_start(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE)
    (row,) = world.rows(only)
    world.end()
    world.store.write(lambda: occurrence_records.answer_missed(world.book, row.id, True, world.now)).result()
    world.off(timedelta(minutes=10)).run(timedelta(minutes=5))
    assert world.shown(only) == [("Mon 09:30", "ran")]
    assert len(world.begun()) == 1


def test_a_question_survives_a_restart(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE)
    world.off(timedelta(minutes=10)).run(timedelta(minutes=10))
    assert world.shown(only) == [("Mon 09:30", "asked")]


def test_it_is_answered_once(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE)
    (row,) = world.rows(only)
    world.answer(only, run=False)
    with pytest.raises(UsageError, match="does not wait for an answer: it is skipped"):
        world.store.write(lambda: occurrence_records.answer_missed(world.book, row.id, True, world.now)).result()


def test_switching_a_schedule_off_ends_its_question(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE)
    world.keeper.enable(only.id, False).result()
    world.settle()
    (row,) = world.rows(only)
    assert row.state == "skipped"
    assert row.why.endswith("the schedule was switched off before you answered")


def test_what_came_due_while_paused_is_never_asked_about(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start()
    world.pause(True)
    world.sleep(WAKE)
    assert world.shown(only) == [("Mon 09:30", "skipped")]


def test_a_run_waits_for_the_network_and_says_how_long(world: World) -> None:
    only = world.only(*NINE, wait_network=True)
    world.start()
    world.online = False
    world.run(berlin("2026-03-02 09:32"))
    (row,) = world.rows(only)
    assert (row.state, row.why) == ("queued", "waiting for the network")
    world.online = True
    world.run(timedelta(minutes=5))
    (row,) = world.rows(only)
    assert (row.state, row.why) == ("ran", "waited 3 min for the network")


def test_without_a_network_it_is_skipped_in_the_end_and_says_why(world: World) -> None:
    only = world.only(*NINE, wait_network=True)
    world.settings.change("schedule.network_minutes", 10)
    world.start()
    world.online = False
    world.run(berlin("2026-03-02 09:45"))
    (row,) = world.rows(only)
    assert (row.state, row.why) == ("skipped", "there was no network for 10 min")
    assert world.begun() == []


def test_a_schedule_that_needs_no_network_does_not_wait(world: World) -> None:
    only = world.only(*NINE)
    world.start()
    world.online = False
    world.run(berlin("2026-03-02 09:35"))
    assert world.shown(only) == [("Mon 09:30", "ran")]


def test_a_wake_before_the_network_is_back_is_one_late_catch_up(world: World) -> None:
    only = world.only(*NINE, wait_network=True)
    world.start()
    world.online = False
    world.sleep(WAKE)
    world.run(timedelta(minutes=1))
    world.online = True
    world.run(timedelta(minutes=5))
    (row,) = world.rows(only)
    assert row.why == "missed at 09:30: the machine was asleep; waited 2 min for the network; ran on wake at 11:14"


def test_pausing_takes_back_what_waits_for_the_network(world: World) -> None:
    only = world.only(*NINE, wait_network=True)
    world.start()
    world.online = False
    world.run(berlin("2026-03-02 09:31"))
    world.pause(True)
    world.online = True
    world.run(timedelta(minutes=5))
    (row,) = world.rows(only)
    assert row.state == "skipped"
    assert "paused while it waited" in row.why


def test_the_next_occurrence_does_not_overtake_one_that_waits_for_the_network(world: World) -> None:
    only = world.only("interval", "120", wait_network=True)
    world.start()
    world.online = False
    world.run(timedelta(minutes=4))
    assert world.shown(only) == [("Mon 09:02", "queued"), ("Mon 09:04", "skipped")]
    assert world.rows(only)[1].why == "the run of 09:02 was still waiting for the network"


def test_the_run_is_told_to_keep_the_computer_awake(world: World) -> None:
    only = world.only(*NINE, keep_awake=True)
    world.start().run(berlin("2026-03-02 09:31"))
    ((_, asked),) = world.queue.begun
    assert asked.keep_awake
    assert asked.schedule_id == only.id


def test_that_the_computer_may_fall_asleep_is_on_record(world: World) -> None:
    only = world.only(*NINE, keep_awake=True)
    world.start().run(berlin("2026-03-02 09:31"))
    (row,) = world.rows(only)
    world.keeper.note_trouble(row.id, "the computer could not be kept awake: no login manager answers")
    world.settle()
    world.run(timedelta(minutes=5))
    (row,) = world.rows(only)
    assert row.state == "ran"
    assert row.why == "the computer could not be kept awake: no login manager answers"


def test_a_month_that_is_spent_skips_with_the_sentence(world: World) -> None:
    only = world.only(*NINE)
    world.start()
    world.queue.refusal = PolicyRefusal("This month's runs have cost $50.00 of $50.00, so no run starts.")
    world.run(berlin("2026-03-02 09:35"))
    (row,) = world.rows(only)
    assert (row.state, row.why) == ("skipped", "This month's runs have cost $50.00 of $50.00, so no run starts")


def test_claude_code_73927_a_run_that_is_tried_again_stays_running_until_it_has_ended(world: World) -> None:
    """No retry when the service is overloaded in the middle."""
    only = world.only(*NINE)
    world.start().run(berlin("2026-03-02 09:31"))
    world.queue.park()
    world.settle()
    world.run(timedelta(minutes=20))
    assert world.shown(only) == [("Mon 09:30", "running")]
    world.queue.go_on()
    world.settle()
    world.run(timedelta(minutes=5))
    assert world.shown(only) == [("Mon 09:30", "ran")]
    assert len(world.begun()) == 1


@pytest.mark.parametrize(("column", "value"), [("catch_up", "perhaps"), ("max_age_s", 5), ("max_age_s", 10**9)])
def test_a_wrong_policy_is_refused_at_once(world: World, column: str, value: object) -> None:
    with pytest.raises(UsageError):
        edit.prepare_schedule(replace(edit.new_schedule("x", *HALF_HOUR), **{column: value}), None, world.now)  # type: ignore[arg-type]


def test_a_duplicate_is_off_and_has_a_name_of_its_own(world: World) -> None:
    only = world.only(*NINE, "Nightly", catch_up="ask", wait_network=True)
    first = world.store.write(lambda: edit.duplicate_schedule(world.book, only.id, world.now)).result()
    second = world.store.write(lambda: edit.duplicate_schedule(world.book, only.id, world.now)).result()
    assert [first.name, second.name] == ["Nightly (copy)", "Nightly (copy 2)"]
    assert (first.enabled, first.catch_up, first.wait_network, first.rule) == (0, "ask", 1, only.rule)


@pytest.mark.slow
def test_twenty_four_hours_of_every_policy_with_sleeps_and_a_clock_that_is_set(
    new_world: Callable[..., World],
) -> None:
    """Each occurrence has one row; none is open at the end but the last; nothing ran twice; what was killed failed."""
    world = new_world(now=berlin("2026-10-24 14:00"))  # the clocks go back at 03:00
    policies = {
        policy: world.only("interval", "900", policy, catch_up=policy, wait_network=policy == "run")
        for policy in ("run", "skip", "ask")
    }
    nightly = world.only("cron", "30 2 * * *", "Nightly", max_age_s=6 * 3600)
    world.start().run(timedelta(hours=2))
    world.sleep(timedelta(hours=1)).run(timedelta(minutes=40))
    world.online = False
    world.run(timedelta(minutes=30))
    world.online = True
    world.set_clock(world.now - timedelta(minutes=50)).run(timedelta(hours=2))
    world.set_clock(world.now + timedelta(hours=3)).run(timedelta(hours=1))
    world.off(timedelta(hours=1)).run(timedelta(hours=2))
    world.sleep(berlin("2026-10-25 06:10")).run(berlin("2026-10-25 14:00"))
    for schedule in policies.values():
        moments = [row.due_at for row in world.rows(schedule)]
        assert len(moments) == len(set(moments))
        assert {row.state for row in world.rows(schedule)[:-1]} <= {"ran", "skipped", "missed", "failed"}
    assert [state for _, state in world.shown(nightly)] == ["ran"]
    answered = [asked.due_id for _, asked in world.queue.begun if asked.due_id is not None]
    assert len(answered) == len(set(answered))


def test_two_applications_on_one_folder_take_an_answer_up_once(world: World) -> None:
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE)
    (row,) = world.rows(only)
    world.store.write(lambda: occurrence_records.answer_missed(world.book, row.id, True, world.now)).result()
    assert world.store.write(lambda: occurrence_records.take_answer(world.book, row.id)).result()
    assert not world.store.write(lambda: occurrence_records.take_answer(world.book, row.id)).result()


def test_one_that_only_shows_takes_no_answer_up(world: World) -> None:
    """The answer is for the application that keeps the schedule of this data folder."""
    only = world.only(*NINE, catch_up="ask")
    world.start().sleep(WAKE)
    (row,) = world.rows(only)
    world.end()
    world.keeper.start(acting=False)
    world.settle()
    world.keeper.answer(row.id, True).result()
    world.settle()
    world.run(timedelta(minutes=10))
    (row,) = world.rows(only)
    assert (row.state, row.answer) == ("asked", "run")
    assert world.begun() == []


def test_thousands_of_due_times_under_every_policy_leave_one_row_each_and_one_question(world: World) -> None:
    schedules = [world.only("interval", "60", policy, catch_up=policy) for policy in ("run", "skip", "ask")]
    world.start().sleep(timedelta(days=20))
    world.run(timedelta(minutes=3))
    for schedule in schedules:
        rows = world.rows(schedule)
        assert len(rows) <= 210
        assert len({row.due_at for row in rows}) == len(rows)
        assert "earlier ones since" in rows[0].why
    assert sum(row.state == "asked" for schedule in schedules for row in world.rows(schedule)) <= 1
