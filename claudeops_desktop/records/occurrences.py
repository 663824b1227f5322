"""Schedules and their due times (D5): every due time ends as a visible row."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Any

from ..core.clock import to_text
from ..core.trusted_time import TOLERANCE
from ..storage import DataStore
from .tables import DueTimeRow, ScheduleRow

KEPT_DAYS = 400  # a year and some, so that last year's run of a yearly rule can be looked up
KEPT_ROWS = 20_000  # two weeks of every minute


class OccurrenceState(StrEnum):
    """What became of a due time. ``ran`` is written when the run has ended, never when it was planned.

    ``asked``: it was missed, and waits for the operator's word until the next one is due. ``void``: it was written by a
    clock that was ahead, and its time has not come: it counts for nothing, and gives way once the time comes.
    """

    QUEUED = "queued"
    RUNNING = "running"
    RAN = "ran"
    SKIPPED = "skipped"
    MISSED = "missed"
    FAILED = "failed"
    ASKED = "asked"
    VOID = "void"

    @property
    def open(self) -> bool:
        """Tell whether the occurrence has no final state yet."""
        return self in (OccurrenceState.QUEUED, OccurrenceState.RUNNING, OccurrenceState.ASKED)


CATCH_UPS = ("run", "skip", "ask")


@dataclass(frozen=True, slots=True)
class Schedule:
    """A row of ``schedules``.

    ``kind`` is interval or cron; ``rule`` seconds as text, or five cron fields. ``anchor_at`` is the moment that an
    interval counts from; ``watched_from`` the moment since when missed occurrences count (enabling moves it).
    ``catch_up`` is one of CATCH_UPS and ``max_age_s`` how old is too old, "" and None meaning what the settings say.
    """

    id: int
    name: str
    kind: str
    rule: str
    enabled: int
    jitter_s: int
    tier: int
    agent: str
    prompt: str
    services: tuple[str, ...]
    anchor_at: str
    watched_from: str
    created_at: str
    catch_up: str = ""
    max_age_s: int | None = None
    wait_network: int = 0
    keep_awake: int = 0

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class ScheduleOccurrence:
    """A row of ``due_times``. ``answer`` is "run" once the operator wants a missed one to be made up for."""

    id: int
    schedule_id: int
    due_at: str
    state: str
    why: str
    run_id: int | None
    started_at: str | None
    ended_at: str | None
    answer: str = ""

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_SCHEDULE = [getattr(ScheduleRow, name) for name in Schedule.__dataclass_fields__]
_WAITS = (OccurrenceState.QUEUED, OccurrenceState.RUNNING)
_COUNTS = DueTimeRow.state != OccurrenceState.VOID
_DUE = [getattr(DueTimeRow, name) for name in ScheduleOccurrence.__dataclass_fields__]


def _schedule(row: tuple[Any, ...]) -> Schedule:
    found = Schedule(*row)
    return replace(found, services=tuple(json.loads(row[9])))


class ScheduleRecords:
    """The questions and the writes on schedules and due times. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def save(self, schedule: Schedule) -> int:
        """Insert (id 0) or update a schedule; its id."""
        columns = asdict(schedule) | {"services": json.dumps(list(schedule.services))}
        number = columns.pop("id")
        if number:
            ScheduleRow.update(**columns).where(ScheduleRow.id == number).execute()
        else:
            number = ScheduleRow.create(**columns).id
        self._store.changed("schedules", number)
        return int(number)

    def delete(self, schedule_id: int) -> None:
        """Remove a schedule with its due times."""
        ScheduleRow.delete().where(ScheduleRow.id == schedule_id).execute()
        self._store.changed("schedules", schedule_id, what="deleted")

    def list(self) -> builtins.list[Schedule]:
        """All schedules, by id."""
        return [_schedule(row) for row in ScheduleRow.select(*_SCHEDULE).order_by(ScheduleRow.id).tuples()]

    def get(self, schedule_id: int) -> Schedule | None:
        """One schedule."""
        rows = ScheduleRow.select(*_SCHEDULE).where(ScheduleRow.id == schedule_id).tuples()
        return next((_schedule(row) for row in rows), None)

    def note_due(self, schedule_id: int, due_at: datetime, state: str, why: str = "") -> int | None:
        """Record an occurrence once; its id, or None where it is on record already. A void one gives way."""
        same = (DueTimeRow.schedule_id == schedule_id) & (DueTimeRow.due_at == to_text(due_at))
        DueTimeRow.delete().where(same & ~_COUNTS).execute()
        found = (
            DueTimeRow.insert(schedule_id=schedule_id, due_at=to_text(due_at), state=state, why=why)
            .on_conflict_ignore()
            .returning(DueTimeRow.id)
            .tuples()
            .execute()
        )
        for (number,) in found:
            self._store.changed("due_times", number, what="inserted")
            return int(number)
        return None

    def update_due(self, due_id: int, **columns: Any) -> None:
        """Change columns of one due time."""
        DueTimeRow.update(**columns).where(DueTimeRow.id == due_id).execute()
        self._store.changed("due_times", due_id)

    def begin_due(self, due_id: int, run_id: int) -> bool:
        """Note the run of a due time that waited; False where another workstation has begun or settled it."""
        due = self.due(due_id)
        if due is not None and (due.run_id is not None or due.state not in _WAITS):
            return False
        self.update_due(due_id, run_id=run_id)
        return True

    def list_unanswered(self) -> builtins.list[ScheduleOccurrence]:
        """The missed due times that wait for the operator's word, or whose answer is not taken up yet; by time."""
        query = DueTimeRow.select(*_DUE).where(DueTimeRow.state == OccurrenceState.ASKED)
        return [ScheduleOccurrence(*row) for row in query.order_by(DueTimeRow.due_at, DueTimeRow.id).tuples()]

    def due(self, due_id: int) -> ScheduleOccurrence | None:
        """One due time."""
        rows = DueTimeRow.select(*_DUE).where(DueTimeRow.id == due_id).tuples()
        return next((ScheduleOccurrence(*row) for row in rows), None)

    def of_run(self, run_id: int) -> Schedule | None:
        """The schedule that a run belongs to; None for a run by hand, or where the schedule is gone."""
        rows = DueTimeRow.select(DueTimeRow.schedule_id).where(DueTimeRow.run_id == run_id).limit(1).tuples()
        return next((self.get(number) for (number,) in rows), None)

    def move_due(self, due_id: int, from_state: str, **columns: Any) -> bool:
        """Change one due time that stands in ``from_state``; False where it no longer does."""
        moved = DueTimeRow.update(**columns).where((DueTimeRow.id == due_id) & (DueTimeRow.state == from_state))
        if not moved.execute():
            return False
        self._store.changed("due_times", due_id)
        return True

    def bring_back(self, schedule: Schedule, due_times: Iterable[ScheduleOccurrence]) -> None:
        """A deleted schedule with its due times, under their old ids."""
        ScheduleRow.insert(**(asdict(schedule) | {"services": json.dumps(list(schedule.services))})).execute()
        for due in due_times:
            DueTimeRow.insert(**asdict(due)).on_conflict_ignore().execute()
        self._store.changed("schedules", schedule.id, what="inserted")

    def void_future(self, now: datetime, why: str) -> int:
        """Let what is on record for times that have not come count for nothing; how many. A clock that was ahead wrote
        it. What goes on stays, and so does a clock's small correction, after which nothing is to run twice."""
        ahead = DueTimeRow.select(DueTimeRow.schedule_id).where(
            (DueTimeRow.due_at > to_text(now + TOLERANCE)) & _COUNTS
        )
        future = (DueTimeRow.due_at > to_text(now)) & DueTimeRow.schedule_id.in_(ahead.distinct())
        moved = DueTimeRow.update(state=OccurrenceState.VOID, why=why).where(
            future & _COUNTS & DueTimeRow.state.not_in(_WAITS)
        )
        if done := int(moved.execute()):
            self._store.changed("due_times")
        return done

    def prune(self, now: datetime) -> int:
        """Remove due times past ``KEPT_DAYS`` or beyond the newest ``KEPT_ROWS`` of their schedule; how many.

        What is not over stays, and the last of each schedule: the next occurrence is reckoned from it.
        """
        done = self._store.database.execute_sql(
            "DELETE FROM due_times WHERE id IN (SELECT id FROM (SELECT id, due_at, state,"
            " row_number() OVER (PARTITION BY schedule_id ORDER BY due_at DESC) AS place FROM due_times)"
            " WHERE place > 1 AND state NOT IN (?, ?, ?) AND (place > ? OR due_at < ?))",
            (
                OccurrenceState.QUEUED,
                OccurrenceState.RUNNING,
                OccurrenceState.ASKED,
                KEPT_ROWS,
                to_text(now - timedelta(days=KEPT_DAYS)),
            ),
        )
        if done.rowcount:
            self._store.changed("due_times", what="deleted")
        return int(done.rowcount)

    def due_times(
        self, *, schedule_id: int | None = None, states: tuple[str, ...] = (), limit: int | None = None
    ) -> builtins.list[ScheduleOccurrence]:
        """Due times, newest first."""
        query = DueTimeRow.select(*_DUE).order_by(DueTimeRow.due_at.desc(), DueTimeRow.id.desc())
        if schedule_id is not None:
            query = query.where(DueTimeRow.schedule_id == schedule_id)
        if states:
            query = query.where(DueTimeRow.state.in_(states))
        if limit is not None:
            query = query.limit(limit)
        return [ScheduleOccurrence(*row) for row in query.tuples()]

    def last_due(self, schedule_id: int, until: datetime | None = None) -> str | None:
        """The latest due moment on record for a schedule (not after ``until``), as stored text."""
        query = DueTimeRow.select(DueTimeRow.due_at).where((DueTimeRow.schedule_id == schedule_id) & _COUNTS)
        if until is not None:
            query = query.where(DueTimeRow.due_at <= to_text(until))
        for (due_at,) in query.order_by(DueTimeRow.due_at.desc()).limit(1).tuples():
            return str(due_at)
        return None

    def due_after(self, schedule_id: int, moment: datetime) -> frozenset[str]:
        """Due moments on record that lie in the future of ``moment``, as stored text: the clock was set back."""
        query = DueTimeRow.select(DueTimeRow.due_at).where(
            (DueTimeRow.schedule_id == schedule_id) & (DueTimeRow.due_at > to_text(moment)) & _COUNTS
        )
        return frozenset(str(due_at) for (due_at,) in query.tuples())
