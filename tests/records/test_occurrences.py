"""The record of due times: it says what became of each, and does not grow for ever."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.occurrences import KEPT_ROWS, OccurrenceState, Schedule, ScheduleOccurrence
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.scheduler import edit, occurrence_records
from claudeops_desktop.scheduler.decide_occurrence import OccurrenceAction, OccurrenceDecision
from claudeops_desktop.storage import CommittedChange, open_store

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path / "data"))
    yield RecordRepositories(store)
    store.close()


@pytest.fixture
def schedule(book):
    return book.store.write(lambda: edit.create_default(book, NOW)).result()


def note(book, schedule, *ages, state=OccurrenceState.RAN):
    """Occurrences so many days ago."""
    for age in ages:
        book.store.write(
            lambda days=age: book.schedules.note_due(schedule.id, NOW - timedelta(days=days), state)
        ).result()


def prune(book):
    return book.store.write(lambda: occurrence_records.prune_occurrences(book, NOW)).result()


def test_what_is_older_than_four_hundred_days_goes_and_is_counted(book, schedule, caplog):
    note(book, schedule, 500, 401, 399, 1)
    with caplog.at_level("INFO"):
        assert prune(book) == 2
    assert "2 old due times were removed" in caplog.text
    assert len(book.schedules.due_times()) == 2
    assert prune(book) == 0


def test_the_last_one_of_a_schedule_stays_however_old(book, schedule):
    note(book, schedule, 900, 800)
    prune(book)
    assert book.schedules.last_due(schedule.id, NOW) is not None
    assert len(book.schedules.due_times()) == 1


def test_what_is_not_over_stays(book, schedule):
    note(book, schedule, 900, state=OccurrenceState.RUNNING)
    note(book, schedule, 800, state=OccurrenceState.QUEUED)
    note(book, schedule, 1)
    assert prune(book) == 0


def test_a_rule_of_every_minute_keeps_its_newest_rows_only(book, schedule):
    told = []
    book.store.hub.listen(told.append)

    def fill():
        book.store.database.execute_sql(
            "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?) INSERT INTO due_times"
            " (schedule_id, due_at, state) SELECT ?, strftime('%Y-%m-%dT%H:%M:00.000Z', ?, '-' || i || ' minutes'),"
            " 'ran' FROM n",
            (KEPT_ROWS + 500, schedule.id, "2026-03-01 12:00"),
        )

    book.store.write(fill).result()
    assert prune(book) == 500
    assert told == [CommittedChange("due_times", (), "deleted")]
    newest = book.schedules.due_times(limit=1)
    assert newest[0].due_at == "2026-03-01T11:59:00.000Z"


def test_the_start_and_each_thousandth_row_look_for_what_is_old(book, schedule):
    note(book, schedule, 900, 800, 1)
    book.store.write(lambda: occurrence_records.settle_leftovers(book, NOW)).result()
    assert len(book.schedules.due_times()) == 1
    note(book, schedule, 700)
    last = occurrence_records.PRUNED_EACH - 1
    book.store.write(lambda: book.store.database.keep_numbers_from("due_times", last)).result()
    made = OccurrenceDecision(schedule, NOW, OccurrenceAction.RUN)
    book.store.write(lambda: occurrence_records.record_decisions(book, [made])).result()
    assert all(due.due_at > "2026" for due in book.schedules.due_times())


# --- the schedules themselves, and the questions on due times -------------------------------------------------------

MADE = Schedule(
    id=0,
    name="nightly",
    kind="cron",
    rule="0 3 * * *",
    enabled=1,
    jitter_s=60,
    tier=2,
    agent="claude",
    prompt="look",
    services=("web", "db"),
    anchor_at="2026-03-01T12:00:00.000Z",
    watched_from="2026-03-01T12:00:00.000Z",
    created_at="2026-03-01T12:00:00.000Z",
    catch_up="ask",
    max_age_s=3600,
    wait_network=1,
    keep_awake=1,
)
AT = [to_text(NOW + timedelta(minutes=minute)) for minute in range(6)]


@pytest.fixture
def save(book, write):
    return lambda schedule=MADE: write(lambda: book.schedules.save(schedule))


@pytest.fixture
def due(book, write):
    """Notes a due time of a schedule at a minute; its id, or None."""

    def note_it(minute, schedule=1, state="queued", why=""):
        at = NOW + timedelta(minutes=minute)
        return write(lambda: book.schedules.note_due(schedule, at, state, why))

    return note_it


def occurrence(number, minute, state="queued", **fields):
    return replace(ScheduleOccurrence(number, 1, AT[minute], state, "", None, None, None), **fields)


@pytest.mark.parametrize(
    ("state", "is_open"),
    [
        ("queued", True),
        ("running", True),
        ("asked", True),
        ("ran", False),
        ("skipped", False),
        ("missed", False),
        ("failed", False),
    ],
)
def test_an_occurrence_without_its_final_state_is_open(state, is_open):
    assert OccurrenceState(state).open is is_open


def test_a_schedule_is_kept_changed_and_removed_with_its_due_times(book, save, due, write, told):
    assert (save(), save(replace(MADE, name="weekly", max_age_s=None))) == (1, 2)
    assert told() == [("schedules", (1,), "updated"), ("schedules", (2,), "updated")]
    nightly, weekly = replace(MADE, id=1), replace(MADE, id=2, name="weekly", max_age_s=None)
    assert book.schedules.list() == [nightly, weekly]
    assert (book.schedules.get(2), book.schedules.get(3)) == (weekly, None)
    assert nightly.as_json() == asdict(nightly)
    changed = replace(nightly, enabled=0, services=(), catch_up="")
    assert save(changed) == 1
    assert book.schedules.list() == [changed, weekly]
    due(1), due(1, 2)
    told()
    write(lambda: book.schedules.delete(1))
    assert told() == [("schedules", (1,), "deleted")]
    assert book.schedules.list() == [weekly]
    assert book.schedules.due_times() == [occurrence(2, 1, schedule_id=2)]


def test_a_due_time_is_noted_once(book, save, due, told):
    save(), save()
    told()
    assert due(1, why="late") == 1
    assert told() == [("due_times", (1,), "inserted")]
    assert due(1, state="ran") is None
    assert told() == []
    assert due(1, schedule=2) is not None
    assert due(2) is not None
    assert book.schedules.due(1) == occurrence(1, 1, why="late")
    assert book.schedules.due(99) is None
    assert occurrence(1, 1).as_json() == asdict(occurrence(1, 1))


def test_a_due_time_changes_where_it_stands_as_it_was_thought_to(book, save, due, write, told):
    save()
    due(1), due(2)
    told()
    write(lambda: book.schedules.update_due(1, state="running", started_at=AT[2]))
    assert told() == [("due_times", (1,), "updated")]
    assert write(lambda: book.schedules.move_due(1, "running", state="ran", ended_at=AT[3])) is True
    assert told() == [("due_times", (1,), "updated")]
    assert write(lambda: book.schedules.move_due(1, "running", state="failed")) is False
    assert told() == []
    assert book.schedules.due_times() == [occurrence(2, 2), occurrence(1, 1, "ran", started_at=AT[2], ended_at=AT[3])]


@pytest.mark.parametrize(
    ("state", "run_id", "begins"),
    [
        ("queued", None, True),
        ("running", None, True),
        ("queued", 1, False),
        ("asked", None, False),
        ("missed", None, False),
    ],
)
def test_a_due_time_begins_where_nobody_has_begun_or_settled_it(book, save, due, run, write, state, run_id, begins):
    save(), run(), run()
    due(1, state=state), due(2)
    write(lambda: book.schedules.update_due(1, run_id=run_id))
    assert write(lambda: book.schedules.begin_due(1, 2)) is begins
    assert book.schedules.due_times() == [occurrence(2, 2), occurrence(1, 1, state, run_id=2 if begins else run_id)]


def test_the_schedule_of_a_run_is_that_of_its_due_time(book, save, due, run, write):
    save(), save(), run(), run()
    due(1, 2), due(2, 2)
    write(lambda: book.schedules.begin_due(1, 2))
    assert book.schedules.of_run(2) == replace(MADE, id=2)
    assert book.schedules.of_run(1) is None


def test_a_deleted_schedule_is_brought_back_with_its_due_times(book, save, due, write, told):
    save()
    due(1), due(2, state="ran", why="on time")
    before = book.schedules.list(), book.schedules.due_times()
    write(lambda: book.schedules.delete(1))
    told()
    write(lambda: book.schedules.bring_back(before[0][0], [*before[1], before[1][0]]))
    assert told() == [("schedules", (1,), "inserted")]
    assert (book.schedules.list(), book.schedules.due_times()) == before


def test_due_times_are_newest_first_and_can_be_narrowed(book, save, due):
    save(), save()
    for minute, schedule, state in ((3, 1, "ran"), (1, 1, "asked"), (2, 2, "ran"), (1, 2, "missed"), (4, 2, "asked")):
        due(minute, schedule, state)
    listed = book.schedules.due_times
    assert [one.id for one in listed()] == [5, 1, 3, 4, 2]
    assert [one.id for one in listed(schedule_id=2)] == [5, 3, 4]
    assert [one.id for one in listed(schedule_id=0)] == []
    assert [one.id for one in listed(states=("ran", "missed"))] == [1, 3, 4]
    assert [one.id for one in listed(schedule_id=1, states=("ran",))] == [1]
    assert [len(listed(limit=limit)) for limit in (0, 4, 5, 6)] == [0, 4, 5, 5]
    assert [one.id for one in book.schedules.list_unanswered()] == [2, 5]


def test_the_last_due_moment_and_those_to_come(book, save, due):
    save(), save()
    for minute, schedule in ((3, 1), (1, 1), (2, 1), (5, 2)):
        due(minute, schedule)
    minutes = [NOW + timedelta(minutes=minute) for minute in range(5)]
    assert book.schedules.last_due(1) == AT[3]
    assert [book.schedules.last_due(1, until) for until in minutes] == [None, AT[1], AT[2], AT[3], AT[3]]
    assert book.schedules.last_due(3) is None
    assert [len(book.schedules.due_after(1, moment)) for moment in minutes] == [3, 2, 1, 0, 0]
    assert book.schedules.due_after(1, minutes[1]) == {AT[2], AT[3]}


@pytest.mark.parametrize(
    ("state", "days", "stays"),
    [
        ("ran", 400, True),
        ("ran", 400.001, False),
        ("missed", 401, False),
        ("skipped", 401, False),
        ("queued", 401, True),
        ("running", 401, True),
        ("asked", 401, True),
    ],
)
def test_what_is_over_is_kept_four_hundred_days(book, save, write, told, state, days, stays):
    save(), save()
    for schedule in (1, 2):
        write(lambda schedule=schedule: book.schedules.note_due(schedule, NOW - timedelta(days=999), state))
    write(lambda: book.schedules.note_due(1, NOW - timedelta(days=days), state))
    write(lambda: book.schedules.note_due(1, NOW, "ran"))
    write(lambda: book.store.database.execute_sql("DELETE FROM due_times WHERE schedule_id = 1 AND due_at < '2024'"))
    told()
    assert write(lambda: book.schedules.prune(NOW)) == (0 if stays else 1)
    assert told() == ([] if stays else [("due_times", (), "deleted")])
    assert [one.schedule_id for one in book.schedules.due_times()] == ([1, 1, 2] if stays else [1, 2])
