"""Durable steps (E20): what was done is never done again, what waits is never lost, whatever ends the process.

A step is waiting, running (by one process, its ``owner``), done or failed. One that runs in a process that is gone may
be taken up again; one that another process is at is left to it. Who drives a job asks ``due`` what is to be done.
"""

from __future__ import annotations

import builtins
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar, cast

import orjson

from ...core.clock import Clock, from_text, to_text, utc_now
from ...core.errors import EnvironmentFault
from ...core.messages import UserMessage
from ...storage import DataStore
from ...storage.database import proxy
from .owners import is_alive, process_owner

T = TypeVar("T")
MOST_TRIES = 4
FIRST_WAIT = timedelta(minutes=10)  # before a failed step is tried again; three times as long each further time
KEPT = ("%:anew",)  # jobs that are counted: they say how often a transcript was written anew
_here: set[tuple[str, str, str]] = set()  # steps that this process is at: store, job, step
_lock = threading.Lock()


class StepInProgressError(EnvironmentFault):
    """Another process is at this very step."""


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A row of ``steps``. ``state`` is waiting, running, done or failed; ``owner`` the process that is at it."""

    id: int
    job: str
    step: str
    state: str
    attempts: int
    input: str
    result: str
    error: str
    session_id: int | None
    created_at: str
    started_at: str
    ended_at: str
    owner: str = ""

    @property
    def left_behind(self) -> bool:
        """It was running when its process went away."""
        return self.state == "running" and not is_alive(self.owner)

    def as_json(self) -> dict[str, Any]:
        """For ``--json``; what came of it stays out, for it may hold what was drawn from a transcript."""
        data = asdict(self) | {"left_behind": self.left_behind}
        return {name: value for name, value in data.items() if name not in ("input", "result")}


def retry_after(attempts: int) -> timedelta | None:
    """How long a step that failed so many times waits before it is tried again; None: it waits for the operator."""
    return FIRST_WAIT * 3 ** max(0, attempts - 1) if attempts < MOST_TRIES else None


class DurableSteps:
    """The steps of all jobs of one store. A job is a text such as ``observe:session:12``."""

    def __init__(self, store: DataStore, clock: Clock = utc_now) -> None:
        self._store = store
        self._clock = clock

    def plan(self, job: str, *steps: str, session_id: int | None = None, **given: Any) -> None:
        """Note steps that wait; those that are there already stay as they are. Inside ``store.write``."""
        for step in steps:
            proxy.execute_sql(
                "INSERT INTO steps (job, step, state, input, session_id, created_at) VALUES (?, ?, 'waiting', ?, ?, ?)"
                " ON CONFLICT (job, step) DO NOTHING",
                (job, step, orjson.dumps(given).decode(), session_id, to_text(self._clock())),
            )

    def result(self, job: str, step: str) -> tuple[bool, Any]:
        """Tell whether a step is done, and what came of it. Inside ``store.read`` or ``store.write``."""
        row = proxy.execute_sql("SELECT state, result FROM steps WHERE job = ? AND step = ?", (job, step)).fetchone()
        return (True, orjson.loads(row[1])) if row and row[0] == "done" else (False, None)

    def compute_once(self, job: str, step: str, work: Callable[[], T], *, session_id: int | None = None) -> T:
        """Do what changes nothing in the database (ask a model, read a file) once; its result, which must be JSON.

        Called outside ``store.write``, on a thread that may wait. A step that is done gives its recorded result.
        What ``work`` raises is recorded as the step's error and raised again. Raises StepInProgressError where
        another process, or another thread of this one, is at it.
        """
        with self._mine(job, step):
            done, result = self._store.write(lambda: self._claim(job, step, session_id)).result()
            if done:
                return cast(T, result)
            try:
                found = work()
            except Exception as error:
                told = getattr(error, "full_text", None) or f"{type(error).__name__}: {error}"
                self._store.write(lambda: self._end(job, step, "failed", error=str(told))).result()
                raise
            if self._store.write(lambda: self._end(job, step, "done", result=found)).result():
                return found
        done, result = self._store.read(lambda: self.result(job, step)).result()  # it was taken from us meanwhile
        return cast(T, result) if done else found

    def apply_once(self, job: str, step: str, work: Callable[[], T], *, session_id: int | None = None) -> T:
        """Do what changes the database once: the change and the record of it are one transaction.

        Inside ``store.write``. A step that is done gives its recorded result and changes nothing.
        """
        done, result = self.result(job, step)
        if done:
            return cast(T, result)
        self._begin(job, step, session_id)
        found = work()
        self._end(job, step, "done", result=found)
        return found

    def fail(self, job: str, step: str, error: str, *, session_id: int | None = None) -> None:
        """Write down that a step failed whose changes were taken back. Inside ``store.write``."""
        self._begin(job, step, session_id)
        self._end(job, step, "failed", error=error)

    # --- what there is -----------------------------------------------------------------------------------------

    def unfinished(self, limit: int = 1000) -> builtins.list[StepRecord]:
        """Steps that are not done, oldest first. Inside ``store.read``."""
        return _records("WHERE state <> 'done' ORDER BY id LIMIT ?", (limit,))

    def due(self, job: str = "", limit: int = 1000) -> builtins.list[StepRecord]:
        """Steps that are to be done now, oldest first: those that wait, those that failed some time ago and not too
        often, those whose process is gone. ``job`` is how their jobs begin. Inside ``store.read``.
        """
        now = self._clock()
        found = [one for one in self.unfinished(limit) if one.job.startswith(job)]
        return [one for one in found if one.state == "waiting" or one.left_behind or _ripe(one, now)]

    def of_job(self, job: str) -> builtins.list[StepRecord]:
        """All steps of a job, in order. Inside ``store.read``."""
        return _records("WHERE job = ? ORDER BY id", (job,))

    def list(
        self, *, state: str = "", job: str = "", session_id: int | None = None, limit: int = 200
    ) -> builtins.list[StepRecord]:
        """Steps, newest first. ``job`` is how their jobs begin. Inside ``store.read``."""
        where, values = ["1"], builtins.list[Any]()
        for clause, value in (
            ("state = ?", state),
            ("substr(job, 1, length(?)) = ?", job),
            ("session_id = ?", session_id),
        ):
            if value:
                where.append(clause)
                values += [value] * clause.count("?")
        return _records(f"WHERE {' AND '.join(where)} ORDER BY id DESC LIMIT ?", (*values, limit))

    def counts(self) -> dict[str, int]:
        """How many steps stand in each state. Inside ``store.read``."""
        return dict(proxy.execute_sql("SELECT state, count(*) FROM steps GROUP BY state ORDER BY state").fetchall())

    # --- what the operator and the clock do --------------------------------------------------------------------

    def retry(self, ids: Sequence[int] = ()) -> builtins.list[int]:
        """Let failed and left behind steps wait again, as if they had never been tried; all of them without ``ids``.

        Those of them that were changed. Inside ``store.write``.
        """
        wanted = set(ids)
        found = [one for one in self.unfinished(limit=1_000_000) if one.state == "failed" or one.left_behind]
        chosen = [one.id for one in found if not wanted or one.id in wanted]
        for number in chosen:
            proxy.execute_sql(
                "UPDATE steps SET state = 'waiting', attempts = 0, error = '', owner = '', ended_at = ''"
                " WHERE id = ? AND state <> 'done'",
                (number,),
            )
        return chosen

    def prune(self, before: datetime, most: int = 5_000) -> int:
        """Remove the steps of jobs that were wholly done before a time, at most so many; how many. Inside a write."""
        return int(
            proxy.execute_sql(
                "DELETE FROM steps WHERE id IN (SELECT s.id FROM steps s WHERE s.state = 'done' AND s.ended_at < ?"
                f" {' '.join('AND s.job NOT LIKE ?' for _ in KEPT)}"
                " AND NOT EXISTS (SELECT 1 FROM steps o WHERE o.job = s.job AND (o.state <> 'done' OR o.ended_at >= ?))"
                " ORDER BY s.id LIMIT ?)",
                (to_text(before), *KEPT, to_text(before), most),
            ).rowcount
        )

    # --- rows --------------------------------------------------------------------------------------------------

    @contextmanager
    def _mine(self, job: str, step: str) -> Iterator[None]:
        """One thread of this process at a time is at a step."""
        key = (str(self._store.path), job, step)
        with _lock:
            if key in _here:
                raise StepInProgressError(
                    UserMessage("Claude Ops is at this already: {job}, {step}.", job=job, step=step),
                    UserMessage("It will be done."),
                )
            _here.add(key)
        try:
            yield
        finally:
            with _lock:
                _here.discard(key)

    def _claim(self, job: str, step: str, session_id: int | None) -> tuple[bool, Any]:
        """Make a step ours, unless it is done: then what came of it. Raises StepInProgressError."""
        row = proxy.execute_sql(
            "SELECT state, result, owner FROM steps WHERE job = ? AND step = ?", (job, step)
        ).fetchone()
        if row is not None and row[0] == "done":
            return True, orjson.loads(row[1])
        if row is not None and row[0] == "running" and row[2] != process_owner() and is_alive(row[2]):
            raise StepInProgressError(
                UserMessage("Another Claude Ops is at this already: {job}, {step}.", job=job, step=step),
                UserMessage("It will be done."),
            )
        self._begin(job, step, session_id)
        return False, None

    def _begin(self, job: str, step: str, session_id: int | None) -> None:
        now = to_text(self._clock())
        proxy.execute_sql(
            "INSERT INTO steps (job, step, state, attempts, session_id, created_at, started_at, owner)"
            " VALUES (?, ?, 'running', 1, ?, ?, ?, ?)"
            " ON CONFLICT (job, step) DO UPDATE SET state = 'running', attempts = attempts + 1, error = '',"
            " started_at = excluded.started_at, owner = excluded.owner",
            (job, step, session_id, now, now, process_owner()),
        )

    def _end(self, job: str, step: str, state: str, result: Any = None, error: str = "") -> bool:
        """Write down how it ended; False where it is not ours any more."""
        done = proxy.execute_sql(
            "UPDATE steps SET state = ?, result = ?, error = ?, ended_at = ?, owner = ''"
            " WHERE job = ? AND step = ? AND state = 'running' AND owner = ?",
            (state, orjson.dumps(result).decode(), error, to_text(self._clock()), job, step, process_owner()),
        )
        return bool(done.rowcount)


def _records(tail: str, values: tuple[Any, ...]) -> list[StepRecord]:
    names = ", ".join(StepRecord.__dataclass_fields__)
    return [StepRecord(*row) for row in proxy.execute_sql(f"SELECT {names} FROM steps {tail}", values)]


def _ripe(step: StepRecord, now: datetime) -> bool:
    """A step that failed, and has waited long enough."""
    wait = retry_after(step.attempts)
    if step.state != "failed" or wait is None:
        return False
    try:
        return now - from_text(step.ended_at) >= wait
    except ValueError:  # another hand wrote it
        return True
