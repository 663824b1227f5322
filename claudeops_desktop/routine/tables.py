"""The rows of the routine: when each job was last done, its runs, their steps. Reads belong inside ``store.read``, all
else inside ``store.write``."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from ..core.clock import from_text, to_text
from ..core.messages import pack_message, unpack_message
from ..records.telemetry.owners import is_alive, process_owner
from ..storage import DataStore
from ..storage.database import proxy
from .types import JobState, RoutineJob, RunState, StepResult, StoredRoutineRun, StoredStep

_RUN = "id, job, due_at, state, by_operator, started_at, ended_at, owner"
_STEP = "name, state, attempts, count, changed, seconds, note, position, ended_at"


class RoutineRecords:
    """What was done when, and what is paused."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    # --- jobs ----------------------------------------------------------------------------------------------------

    def watch(self, jobs: Iterable[RoutineJob], now: datetime) -> None:
        """Know these jobs from now on: what was due before the first time owes nothing."""
        for job in jobs:
            proxy.execute_sql(
                "INSERT INTO routine_jobs (job, watched_from) VALUES (?, ?) ON CONFLICT (job) DO NOTHING",
                (job.name, to_text(now)),
            )

    def states(self) -> dict[str, JobState]:
        """How each known job stands, by its name."""
        rows = proxy.execute_sql("SELECT job, watched_from, settled_until, paused FROM routine_jobs")
        return {
            job: JobState(job, from_text(since), from_text(until) if until else None, bool(paused))
            for job, since, until, paused in rows
        }

    def set_paused(self, job: str, paused: bool) -> None:
        """Let a job rest, or go on. What was due meanwhile is done once when it goes on."""
        proxy.execute_sql("UPDATE routine_jobs SET paused = ? WHERE job = ?", (int(paused), job))
        self._store.changed("routine_jobs")

    def settle(self, job: str, until: datetime | None) -> datetime | None:
        """Nothing is owed up to a moment (None: since it is known); the moment that held before."""
        row = proxy.execute_sql("SELECT settled_until FROM routine_jobs WHERE job = ?", (job,)).fetchone()
        text = "" if until is None else to_text(until)
        proxy.execute_sql("UPDATE routine_jobs SET settled_until = ? WHERE job = ?", (text, job))
        self._store.changed("routine_jobs")
        return from_text(row[0]) if row is not None and row[0] else None

    # --- runs ----------------------------------------------------------------------------------------------------

    def begin(
        self, job: RoutineJob, due_at: datetime, now: datetime, *, by_operator: bool = False
    ) -> StoredRoutineRun | None:
        """The run of a job for a due time, ours from now on: a new one, or the one that was begun; None where another
        process that lives is at the job. An older one of the job that is not over is replaced by it."""
        if self._owner_elsewhere(job.name):
            return None
        due = to_text(due_at)
        proxy.execute_sql(
            "UPDATE routine_runs SET state = 'replaced', ended_at = ?, owner = ''"
            " WHERE job = ? AND state = 'running' AND due_at <> ?",
            (to_text(now), job.name, due),
        )
        proxy.execute_sql(
            "INSERT INTO routine_runs (job, due_at, by_operator, started_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (job, due_at) DO NOTHING",
            (job.name, due, int(by_operator), to_text(now)),
        )
        sql = "SELECT id FROM routine_runs WHERE job = ? AND due_at = ?"
        number = int(proxy.execute_sql(sql, (job.name, due)).fetchone()[0])
        for step in job.steps:
            proxy.execute_sql(
                "INSERT INTO routine_steps (routine_run_id, name) VALUES (?, ?)"
                " ON CONFLICT (routine_run_id, name) DO NOTHING",
                (number, step.name),
            )
        proxy.execute_sql("UPDATE routine_runs SET owner = ? WHERE id = ?", (process_owner(), number))
        self._store.changed("routine_runs", number)
        found = self.get(number)
        assert found is not None  # noqa: S101 — inserted above
        return found

    def release(self, number: int) -> None:
        """Nobody is at a run for now: it goes on at the next opportunity."""
        proxy.execute_sql("UPDATE routine_runs SET owner = '' WHERE id = ?", (number,))
        self._store.changed("routine_runs", number)

    def end(self, number: int, state: RunState, now: datetime) -> None:
        """A run is over."""
        proxy.execute_sql(
            "UPDATE routine_runs SET state = ?, ended_at = ?, owner = '' WHERE id = ?", (state, to_text(now), number)
        )
        self._store.changed("routine_runs", number)

    def skip(self, job: str, due_at: datetime, now: datetime) -> None:
        """Note that a due time was skipped."""
        proxy.execute_sql(
            "INSERT INTO routine_runs (job, due_at, state, by_operator, started_at, ended_at)"
            " VALUES (?, ?, 'skipped', 1, ?, ?)"
            " ON CONFLICT (job, due_at) DO UPDATE SET state = 'skipped', ended_at = excluded.ended_at, owner = ''",
            (job, to_text(due_at), to_text(now), to_text(now)),
        )
        self._store.changed("routine_runs")

    def unskip(self, job: str, due_at: datetime) -> None:
        """Take the note of a skipped due time back."""
        proxy.execute_sql(
            "DELETE FROM routine_runs WHERE job = ? AND due_at = ? AND state = 'skipped'", (job, to_text(due_at))
        )
        self._store.changed("routine_runs")

    def get(self, number: int) -> StoredRoutineRun | None:
        """One run with its steps."""
        found = self._select("id = ?", (number,))
        return found[0] if found else None

    def unfinished(self) -> builtins.list[StoredRoutineRun]:
        """The runs that are not over, oldest first."""
        return self._select("state = 'running' ORDER BY due_at, id", ())

    def list(self, job: str = "", limit: int = 50) -> builtins.list[StoredRoutineRun]:
        """Runs, newest first; of one job where it is named."""
        return self._select("? IN ('', job) ORDER BY id DESC LIMIT ?", (job, limit))

    def prune(self, before: datetime, most: int) -> int:
        """Remove runs that were over before a time, at most so many. The last one of each job stays, and with it where
        its steps go on from."""
        return int(
            proxy.execute_sql(
                "DELETE FROM routine_runs WHERE id IN (SELECT r.id FROM routine_runs r WHERE r.state <> 'running'"
                " AND r.ended_at < ? AND r.id < (SELECT max(n.id) FROM routine_runs n WHERE n.job = r.job"
                " AND n.state NOT IN ('skipped', 'replaced')) ORDER BY r.id LIMIT ?)",
                (to_text(before), most),
            ).rowcount
        )

    def _owner_elsewhere(self, job: str) -> bool:
        """Tell whether another process is at a job, and lives."""
        rows = proxy.execute_sql("SELECT owner FROM routine_runs WHERE job = ? AND state = 'running'", (job,))
        return any(owner and owner != process_owner() and is_alive(owner) for (owner,) in rows)

    def _select(self, where: str, values: Sequence[object]) -> builtins.list[StoredRoutineRun]:
        rows = proxy.execute_sql(f"SELECT {_RUN} FROM routine_runs WHERE {where}", tuple(values)).fetchall()
        runs = [
            StoredRoutineRun(number, job, due, state, bool(by), began, over, owner)
            for number, job, due, state, by, began, over, owner in rows
        ]
        steps: dict[int, builtins.list[StoredStep]] = {run.id: [] for run in runs}
        found = proxy.execute_sql(
            f"SELECT routine_run_id, {_STEP} FROM routine_steps"
            " WHERE routine_run_id IN (SELECT value FROM json_each(?)) ORDER BY id",
            (json.dumps(list(steps)),),
        )
        for number, *row in found:
            step = StoredStep(*row)
            steps[number].append(replace(step, note=unpack_message(step.note)))
        return [replace(run, steps=tuple(steps[run.id])) for run in runs]

    # --- steps ---------------------------------------------------------------------------------------------------

    def begin_step(self, number: int, name: str) -> None:
        """A step is tried (once more)."""
        self._set_step(number, name, "state = 'running', attempts = attempts + 1, note = ''", ())

    def take_back_step(self, number: int, name: str) -> None:
        """A step was stopped before its end, for no fault of its own: that attempt does not count."""
        self._set_step(number, name, "state = 'waiting', attempts = max(0, attempts - 1)", ())

    def end_step(self, number: int, name: str, result: StepResult, seconds: float, now: datetime) -> None:
        """A step is done."""
        self._set_step(
            number,
            name,
            "state = 'done', count = ?, changed = ?, note = ?, position = ?, seconds = ?, ended_at = ?",
            (
                *(result.count, result.changed, pack_message(result.note) if result.note else ""),
                *(result.position, seconds, to_text(now)),
            ),
        )

    def fail_step(self, number: int, name: str, why: str, seconds: float, now: datetime) -> None:
        """A step failed, for the reason that one sentence says."""
        self._set_step(
            number,
            name,
            "state = 'failed', note = ?, seconds = ?, ended_at = ?",
            (pack_message(why), seconds, to_text(now)),
        )

    def last_position(self, name: str) -> str:
        """Where the step of this name goes on from: what it answered when it was last done, in whichever job."""
        row = proxy.execute_sql(
            "SELECT position FROM routine_steps WHERE name = ? AND state = 'done' AND position <> ''"
            " ORDER BY id DESC LIMIT 1",
            (name,),
        ).fetchone()
        return str(row[0]) if row else ""

    def _set_step(self, number: int, name: str, sets: str, values: Sequence[object]) -> None:
        proxy.execute_sql(
            f"UPDATE routine_steps SET {sets} WHERE routine_run_id = ? AND name = ?", (*values, number, name)
        )
        self._store.changed("routine_runs", number)
