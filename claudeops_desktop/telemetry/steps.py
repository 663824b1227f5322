"""Durable steps (E20): what was done is never done again, what waits is never lost, whatever ends the process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import orjson

from ..clock import Clock, to_text, utc_now
from ..store import Store
from ..store.database import proxy

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StepRecord:
    """A row of ``steps``. ``state`` is waiting, running, done or failed."""

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


class Steps:
    """The steps of all jobs of one store. A job is a text such as ``observe:session:12``."""

    def __init__(self, store: Store, clock: Clock = utc_now) -> None:
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
        """Whether a step is done, and what came of it. Inside ``store.read`` or ``store.write``."""
        row = proxy.execute_sql("SELECT state, result FROM steps WHERE job = ? AND step = ?", (job, step)).fetchone()
        return (True, orjson.loads(row[1])) if row and row[0] == "done" else (False, None)

    def reckon(self, job: str, step: str, work: Callable[[], T], *, session_id: int | None = None) -> T:
        """Do what changes nothing in the database (ask a model, read a file) once; its result, which must be JSON.

        Called outside ``store.write``, on a thread that may wait. A step that is done gives its recorded result.
        What ``work`` raises is recorded as the step's error and raised again.
        """
        done, result = self._store.read(lambda: self.result(job, step)).result()
        if done:
            return result  # type: ignore[no-any-return]
        self._store.write(lambda: self._begin(job, step, session_id)).result()
        try:
            result = work()
        except Exception as error:
            told = getattr(error, "told", None) or f"{type(error).__name__}: {error}"
            self._store.write(lambda: self._end(job, step, "failed", error=str(told))).result()
            raise
        self._store.write(lambda: self._end(job, step, "done", result=result)).result()
        return result  # type: ignore[no-any-return]

    def apply(self, job: str, step: str, work: Callable[[], T], *, session_id: int | None = None) -> T:
        """Do what changes the database once: the change and the record of it are one transaction.

        Inside ``store.write``. A step that is done gives its recorded result and changes nothing.
        """
        done, result = self.result(job, step)
        if done:
            return result  # type: ignore[no-any-return]
        self._begin(job, step, session_id)
        result = work()
        self._end(job, step, "done", result=result)
        return result  # type: ignore[no-any-return]

    def unfinished(self, limit: int = 1000) -> list[StepRecord]:
        """Steps that are not done, oldest first. Inside ``store.read``."""
        names = ", ".join(StepRecord.__dataclass_fields__)
        rows = proxy.execute_sql(f"SELECT {names} FROM steps WHERE state <> 'done' ORDER BY id LIMIT ?", (limit,))
        return [StepRecord(*row) for row in rows]

    def of_job(self, job: str) -> list[StepRecord]:
        """All steps of a job, in order. Inside ``store.read``."""
        names = ", ".join(StepRecord.__dataclass_fields__)
        rows = proxy.execute_sql(f"SELECT {names} FROM steps WHERE job = ? ORDER BY id", (job,))
        return [StepRecord(*row) for row in rows]

    def _begin(self, job: str, step: str, session_id: int | None) -> None:
        now = to_text(self._clock())
        proxy.execute_sql(
            "INSERT INTO steps (job, step, state, attempts, session_id, created_at, started_at)"
            " VALUES (?, ?, 'running', 1, ?, ?, ?)"
            " ON CONFLICT (job, step) DO UPDATE SET state = 'running', attempts = attempts + 1, error = '',"
            " started_at = excluded.started_at",
            (job, step, session_id, now, now),
        )

    def _end(self, job: str, step: str, state: str, result: Any = None, error: str = "") -> None:
        proxy.execute_sql(
            "UPDATE steps SET state = ?, result = ?, error = ?, ended_at = ? WHERE job = ? AND step = ?",
            (state, orjson.dumps(result).decode(), error, to_text(self._clock()), job, step),
        )
