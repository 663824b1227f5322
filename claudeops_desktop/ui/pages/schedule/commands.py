"""What the operator does to schedules, each as a step that can be undone. All run inside ``store.write``."""

from __future__ import annotations

from dataclasses import replace

from ....core.clock import utc_now
from ....records.occurrences import Schedule
from ....records.record_books import RecordRepositories
from ....scheduler import edit
from ....scheduler.edit import RemovedSchedule


def add_schedule(book: RecordRepositories, schedule: Schedule) -> Schedule:
    """Store a new one."""
    return edit.save_schedule(book, replace(schedule, id=0), utc_now())


def undo_add(book: RecordRepositories, made: Schedule) -> RemovedSchedule:
    """Undo an addition."""
    return edit.remove_schedule(book, made.id)


def change_schedule(book: RecordRepositories, schedule: Schedule) -> Schedule:
    """Store a changed one."""
    return edit.save_schedule(book, schedule, utc_now())


def undo_change(book: RecordRepositories, old: Schedule, _made: Schedule) -> None:
    """Undo a change."""
    edit.revert_schedule(book, old, utc_now())


def switch_schedule(book: RecordRepositories, schedule_id: int, on: bool) -> Schedule:
    """On or off."""
    return edit.enable_schedule(book, schedule_id, on, utc_now())


def undo_switch(book: RecordRepositories, on: bool, made: Schedule) -> None:
    """Undo switching."""
    edit.enable_schedule(book, made.id, not on, utc_now())


def duplicate_schedule(book: RecordRepositories, schedule_id: int) -> Schedule:
    """A copy, switched off."""
    return edit.duplicate_schedule(book, schedule_id, utc_now())


def remove_schedule(book: RecordRepositories, schedule_id: int) -> RemovedSchedule:
    """Delete, with the record of its due times."""
    return edit.remove_schedule(book, schedule_id)


def undo_remove(book: RecordRepositories, removed: RemovedSchedule) -> None:
    """Undo a deletion."""
    edit.restore_schedule(book, removed, utc_now())
