"""The record of due times: it says what became of each, and does not grow for ever."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.records.occurrences import KEPT_ROWS, OccurrenceState
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
