"""What the operator does to schedules, each as a step that can be undone. All run inside ``store.write``."""

from __future__ import annotations

from dataclasses import replace

from ....core.clock import utc_now
from ....records.book import Book
from ....records.due import Schedule
from ....schedule import edit
from ....schedule.edit import Removed


def add(book: Book, schedule: Schedule) -> Schedule:
    """Store a new one."""
    return edit.save(book, replace(schedule, id=0), utc_now())


def take_away(book: Book, made: Schedule) -> Removed:
    """Undo an addition."""
    return edit.remove(book, made.id)


def change(book: Book, schedule: Schedule) -> Schedule:
    """Store a changed one."""
    return edit.save(book, schedule, utc_now())


def put_back(book: Book, old: Schedule, _made: Schedule) -> None:
    """Undo a change."""
    edit.put_back(book, old, utc_now())


def switch(book: Book, schedule_id: int, on: bool) -> Schedule:
    """On or off."""
    return edit.enable(book, schedule_id, on, utc_now())


def switch_back(book: Book, on: bool, made: Schedule) -> None:
    """Undo switching."""
    edit.enable(book, made.id, not on, utc_now())


def duplicate(book: Book, schedule_id: int) -> Schedule:
    """A copy, switched off."""
    return edit.duplicate(book, schedule_id, utc_now())


def remove(book: Book, schedule_id: int) -> Removed:
    """Delete, with the record of its due times."""
    return edit.remove(book, schedule_id)


def bring_back(book: Book, removed: Removed) -> None:
    """Undo a deletion."""
    edit.bring_back(book, removed, utc_now())
