"""FIELD.md: what users of other schedulers report. Each report is a scenario that must come out well here."""

from __future__ import annotations

from datetime import timedelta

from schedule_world import World, berlin, changed

from claudeops_desktop.core.errors import PolicyRefusal
from claudeops_desktop.records.sessions import RunTrigger, SessionStatus
from claudeops_desktop.scheduler import edit

HALF_HOUR = ("interval", "1800")


def test_claude_code_76304_a_dropped_catch_up_is_never_shown_as_the_last_run(world: World) -> None:
    """A catch-up run is dispatched at start, silently dropped, and the task still shows it as last run."""
    world.only("cron", "0 9 * * *")
    world.end()
    world.now = berlin("2026-03-03 11:12")
    world.queue.drops = True
    world.start()
    assert [row.state for row in world.rows()] == ["queued"]
    world.run(timedelta(minutes=10))
    (row,) = world.rows()
    assert row.state == "skipped"
    assert row.run_id is None
    assert "it was taken out of the queue" in row.why


def test_claude_code_73927_a_due_time_has_run_only_when_its_run_has_ended(world: World) -> None:
    """Last run is written when a run ends, not when it is planned."""
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=31))
    (row,) = world.rows()
    assert (row.state, row.ended_at) == ("running", None)
    world.run(timedelta(minutes=2))
    (row,) = world.rows()
    assert row.state == "ran"
    assert world.wall(row.started_at) == "Mon 09:30"
    assert world.wall(row.ended_at) == "Mon 09:32"
    assert row.run_id is not None


def test_claude_code_73927_an_overload_in_the_middle_is_a_failure_with_its_reason(world: World) -> None:
    """No retry when the service is overloaded in the middle: it is told, and the rhythm goes on."""
    world.only(*HALF_HOUR)
    world.queue.outcome = (SessionStatus.FAILED, "The API is overloaded (529).")
    world.start().run(timedelta(minutes=40))
    world.queue.outcome = (SessionStatus.COMPLETED, "")
    world.run(timedelta(minutes=25))
    assert world.shown() == [("Mon 09:30", "failed"), ("Mon 10:00", "ran")]
    assert world.rows()[0].why == "The API is overloaded (529)"


def test_claude_code_67195_waking_up_starts_one_run_a_schedule_one_after_the_other(world: World) -> None:
    """Waking up starts eight sessions at once, some twice, some never."""
    schedules = [
        world.only("cron", f"{minute} 9-17 * * *", f"No {minute}") for minute in (40, 10, 50, 20, 0, 30, 15, 45)
    ]
    world.start().sleep(berlin("2026-03-02 17:55"))
    assert world.queue.state.live is not None
    assert len(world.queue.state.waiting) == 7
    world.run(timedelta(minutes=16))
    caught_up = [asked for _, asked in world.queue.begun if asked.trigger is RunTrigger.CATCH_UP]
    assert len(caught_up) == 8
    for schedule in schedules:
        states = [row.state for row in world.rows(schedule)]
        assert states.count("ran") == 1
        assert "queued" not in states


def test_claude_code_51120_after_a_wake_runs_come_in_the_order_of_their_due_times(world: World) -> None:
    late, early = world.only("cron", "50 9 * * *", "Late"), world.only("cron", "20 9 * * *", "Early")
    world.start().sleep(berlin("2026-03-02 11:00")).run(timedelta(minutes=10))
    starts = {schedule.name: world.rows(schedule)[0].started_at for schedule in (late, early)}
    assert world.wall(starts["Early"]) == "Mon 11:00"
    assert world.wall(starts["Late"]) == "Mon 11:02"


def test_claude_code_93687_no_catch_up_on_a_day_that_the_rule_excludes(world: World) -> None:
    """Catch-up fires on days the rule excludes."""
    world.only("cron", "0 9 * * 1-5")
    world.now = berlin("2026-03-06 10:00")  # Friday, after the hour
    world.start()
    world.run(timedelta(minutes=5)).sleep(berlin("2026-03-07 12:00"))  # Saturday
    world.run(timedelta(minutes=30))
    assert [wall for wall, _ in world.shown() if wall.startswith("Sat")] == []
    following = world.keeper.next_due()
    assert following is not None
    assert world.wall(following.due_at) == "Mon 09:00"


def test_claude_code_93687_a_catch_up_on_an_excluded_day_belongs_to_an_occurrence_of_the_rule(world: World) -> None:
    world.only("cron", "0 9 * * 1-5")
    world.now = berlin("2026-03-06 08:00")
    world.start().run(timedelta(minutes=5)).sleep(berlin("2026-03-07 07:00")).run(timedelta(minutes=5))
    assert world.shown()[-1] == ("Fri 09:00", "ran")
    assert world.begun()[-1] == ("Sat 07:00", "catch-up")


def test_claude_code_79754_enabling_a_daily_task_after_its_hour_does_not_run_it(world: World) -> None:
    """Enabling a daily task after its hour runs it at once."""
    schedule = world.only("cron", "0 9 * * *", enabled=False)
    world.now = berlin("2026-03-02 15:00")
    world.start()
    world.keeper.enable(schedule.id, True)
    world.settle()
    world.run(timedelta(hours=1))
    assert world.shown() == []
    following = world.keeper.next_due()
    assert following is not None
    assert following.words == "tomorrow 09:00"


def test_claude_code_79754_nor_does_making_one_or_changing_its_rule(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=5))
    world.keeper.save(edit.new_schedule("New", "cron", "0 9 * * *"))
    world.settle()
    old = world.store.read(lambda: world.book.schedules.get(1)).result()
    assert old is not None
    world.keeper.save(changed(old, kind="cron", rule="0 8 * * *"))
    world.settle()
    world.run(timedelta(hours=2))
    assert world.shown(1) == []
    assert world.shown(2) == []


def test_claude_code_93626_a_missed_or_failed_run_never_pauses_a_task(world: World) -> None:
    """A missed run pauses the task for good."""
    world.only(*HALF_HOUR)
    world.queue.outcome = (SessionStatus.FAILED, "no login")
    world.start().run(timedelta(hours=1)).sleep(timedelta(days=3)).run(timedelta(minutes=5))
    world.queue.outcome = (SessionStatus.COMPLETED, "")
    world.run(timedelta(hours=1))
    assert [state for _, state in world.shown()[-2:]] == ["ran", "ran"]
    schedule = world.store.read(lambda: world.book.schedules.get(1)).result()
    assert schedule is not None
    assert schedule.enabled


def test_claude_code_51122_how_old_is_too_old(world: World) -> None:
    world.only("cron", "0 9 * * 1")
    world.now = berlin("2026-03-02 08:00")
    world.start().sleep(berlin("2026-03-04 10:00")).run(timedelta(minutes=10))
    (row,) = world.rows()
    assert row.state == "missed"
    assert row.why == "the machine was asleep, and it is over 24 h old"
    assert world.begun() == []


def test_claude_code_54555_codex_24327_it_says_when_it_was_missed_and_when_it_ran(world: World) -> None:
    """ "missed at 09:30, ran on wake at 11:12"."""
    world.only("cron", "30 9 * * *")
    world.start().sleep(berlin("2026-03-02 11:12")).run(timedelta(minutes=5))
    (row,) = world.rows()
    assert row.why == "missed at 09:30: the machine was asleep; ran on wake at 11:12"
    assert (world.wall(row.due_at), world.wall(row.started_at)) == ("Mon 09:30", "Mon 11:12")


def test_vorta_347_1214_1530_what_sleep_missed_is_caught_up_once_and_the_rest_is_on_record(world: World) -> None:
    world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=35)).sleep(berlin("2026-03-02 11:12")).run(timedelta(minutes=5))
    assert world.shown() == [
        ("Mon 09:30", "ran"),
        ("Mon 10:00", "missed"),
        ("Mon 10:30", "missed"),
        ("Mon 11:00", "ran"),
    ]
    assert world.begun() == [("Mon 09:30", "scheduled"), ("Mon 11:12", "catch-up")]
    assert world.rows()[1].why == "the machine was asleep; only the latest, 11:00, is caught up"


def test_vorta_2312_2197_the_next_run_comes_from_the_rule_not_from_the_last_run(world: World) -> None:
    world.only(*HALF_HOUR)
    world.queue.lasts = timedelta(minutes=11)
    world.start().run(timedelta(minutes=31))
    world.sleep(berlin("2026-03-02 10:47"))
    following = world.keeper.next_due()
    assert following is not None
    assert world.wall(following.at) == "Mon 11:00"
    world.run(timedelta(hours=1))
    assert [wall[4:] for wall, _ in world.begun()][-2:] == ["11:00", "11:30"]


def test_vorta_2312_run_now_does_not_move_the_schedule(world: World) -> None:
    schedule = world.only(*HALF_HOUR)
    world.start().run(timedelta(minutes=20))
    before = world.keeper.next_due()
    world.keeper.run_now(schedule)
    world.run(timedelta(minutes=5))
    assert before is not None
    assert world.keeper.next_due() is not None
    assert world.keeper.next_due().at == before.at  # type: ignore[union-attr]
    assert world.begun() == [("Mon 09:20", "manual")]
    assert world.shown() == []


def test_vorta_348_1439_a_skipped_run_says_so_and_why(world: World) -> None:
    """A run skipped without a word."""
    world.only(*HALF_HOUR)
    world.queue.lasts = timedelta(minutes=45)
    world.start().run(timedelta(minutes=80))
    assert world.shown() == [("Mon 09:30", "ran"), ("Mon 10:00", "skipped")]
    assert world.rows()[1].why == "the run of 09:30 was still going"


def test_vorta_348_a_spend_cap_is_a_skip_with_its_reason(world: World) -> None:
    world.only(*HALF_HOUR)
    world.queue.refusal = PolicyRefusal("$5.02 of $5.00 a day are spent: no session starts.")
    world.start().run(timedelta(minutes=35))
    (row,) = world.rows()
    assert (row.state, row.why) == ("skipped", "$5.02 of $5.00 a day are spent: no session starts")


def test_vorta_348_a_run_that_cannot_begin_is_a_failure_with_its_reason(world: World) -> None:
    world.only(*HALF_HOUR)
    world.queue.refusal = OSError("no space left")
    world.start().run(timedelta(minutes=35))
    (row,) = world.rows()
    assert (row.state, row.why) == ("failed", "no space left")


def test_a_queue_that_ends_a_run_within_enqueue_leaves_nothing_open(world: World) -> None:
    world.only(*HALF_HOUR)
    world.queue.refusal = PolicyRefusal("capped")
    world.start().run(timedelta(hours=2))
    assert [state for _, state in world.shown()] == ["skipped"] * 4
