"""Runs and sessions (S5): one row for each agent process, one for each chain of them."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

from ..core.clock import to_text
from ..core.principals import EVERYONE, is_private, private_audience
from ..storage import DataStore
from .tables import RunRow, SessionRow


class SessionStatus(StrEnum):
    """The status of a session, running or ended."""

    RUNNING = "running"
    COMPLETED = "completed"
    FAILED = "failed"
    TIMED_OUT = "timed_out"
    ESCALATED = "escalated"
    STOPPED = "stopped"
    INTERRUPTED = "interrupted"


class ConfinementState(StrEnum):
    """How the operating system held a session."""

    CONFINED = "confined"
    UNCONFINED = "unconfined"


class RunTrigger(StrEnum):
    """The trigger of a run."""

    SCHEDULED = "scheduled"
    MANUAL = "manual"
    API = "api"
    ALERT = "alert"
    INCIDENT = "incident"
    ESCALATION = "escalation"
    CATCH_UP = "catch-up"


class Session(Struct, frozen=True):
    """A row of ``sessions``; times are stored text, costs dollars. ``owner`` is the application that runs it.

    ``principal`` is the agent that it acts as, "" for none; ``audience`` who may read it: what it says may repeat what
    it was given, so it has the narrowest audience of that. ``report`` is what it says of cause and cure, as JSON
    (``agents.outcome_schema.report_of``), "" where it says nothing. ``markers_waiting`` is how many markers and tool
    results of its log are not stored yet. ``confinement`` is how the operating system held it (``ConfinementState``),
    "" where that was not recorded or its agent is none that is held, and ``confinement_reason`` why it was not.
    """

    id: int
    parent_session_id: int | None
    agent: str
    tier: int
    model: str
    trigger: str
    status: str
    status_reason: str
    prompt_text: str
    started_at: str
    ended_at: str | None
    exit_code: int | None
    cost_usd: float | None
    num_turns: int | None
    duration_ms: int | None
    response: str
    summary: str
    dry_run: int
    log_file: str
    run_id: int
    agent_version: str
    agent_session_id: str
    appended_prompt: str
    pid: int | None
    process_token: str
    owner: str
    principal: str = ""
    audience: str = EVERYONE
    report: str = ""
    markers_waiting: int = 0
    confinement: str = ""
    confinement_reason: str = ""

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``, under the table's column names."""
        return asdict(self)


class Run(Struct, frozen=True):
    """A row of ``runs``."""

    id: int
    trigger: str
    agent: str
    status: str
    started_at: str
    ended_at: str | None
    cost_usd: float
    max_tier: int
    dry_run: int
    services: tuple[str, ...]


_FIELDS = [getattr(SessionRow, name) for name in Session.__struct_fields__]


class SessionRecords:
    """The questions and the writes on runs and sessions. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def begin_run(
        self,
        *,
        trigger: str,
        agent: str,
        max_tier: int,
        dry_run: bool,
        services: Sequence[str],
        now: datetime,
    ) -> int:
        """Insert a running run; its id."""
        row = RunRow.create(
            trigger=trigger,
            agent=agent,
            status=SessionStatus.RUNNING,
            started_at=to_text(now),
            max_tier=max_tier,
            dry_run=int(dry_run),
            services=json.dumps(list(services)),
        )
        self._store.changed("runs", row.id, what="inserted")
        return int(row.id)

    def end_run(self, run_id: int, status: str, now: datetime) -> None:
        """Close a run with its last session's status and the cost of all."""
        cost = sum(s.cost_usd or 0.0 for s in self.of_run(run_id))
        RunRow.update(status=status, ended_at=to_text(now), cost_usd=cost).where(RunRow.id == run_id).execute()
        self._store.changed("runs", run_id)

    def amend_run(self, session_id: int, status: str) -> None:
        """Give a run that failed the status of its last session, where that is this one and has another by now."""
        session = self.get(session_id)
        if session is not None and self.of_run(session.run_id)[-1].id == session_id:
            failed = (RunRow.id == session.run_id) & (RunRow.status == SessionStatus.FAILED)
            RunRow.update(status=status).where(failed).execute()
            self._store.changed("runs", session.run_id)

    def reopen_run(self, run_id: int) -> None:
        """A run that was interrupted goes on."""
        RunRow.update(status=SessionStatus.RUNNING, ended_at=None).where(RunRow.id == run_id).execute()
        self._store.changed("runs", run_id)

    def begin(self, *, now: datetime, **columns: Any) -> int:
        """Insert a running session; its id."""
        row = SessionRow.create(status=SessionStatus.RUNNING, started_at=to_text(now), **columns)
        self._store.changed("sessions", row.id, what="inserted")
        return int(row.id)

    def update(self, session_id: int, **columns: Any) -> None:
        """Change columns of one session."""
        SessionRow.update(**columns).where(SessionRow.id == session_id).execute()
        self._store.changed("sessions", session_id)

    def narrow(self, session_ids: Iterable[int], audience: str) -> None:
        """These sessions were given something of this audience: nobody else may read them from now on. What two
        projects share is private to the agent that has read both."""
        if audience == EVERYONE:
            return
        for number in dict.fromkeys(session_ids):
            session = self.get(number)
            if session is None or session.audience == audience or is_private(session.audience):
                continue
            alone = session.audience != EVERYONE and not is_private(audience)
            self.update(number, audience=private_audience(session.principal) if alone else audience)

    def get(self, session_id: int) -> Session | None:
        """One session, whole."""
        rows = self._rows(SessionRow.id == session_id)
        return rows[0] if rows else None

    def list(
        self, *, limit: int | None = None, status: str | None = None, before: int | None = None
    ) -> builtins.list[Session]:
        """Sessions, newest first; with ``before`` those of smaller ids."""
        where = None if status is None else SessionRow.status == status
        if before is not None:
            where = (SessionRow.id < before) if where is None else where & (SessionRow.id < before)
        return self._rows(where, limit=limit)

    def with_waiting_markers(self) -> builtins.list[Session]:
        """Sessions that ended and of whose log something is not stored yet, oldest first."""
        return self._rows(SessionRow.markers_waiting > 0)[::-1]

    def count_since(self, since: datetime, agent: str) -> int:
        """Count the sessions of an agent that began since then."""
        begun = (SessionRow.started_at >= to_text(since)) & (SessionRow.agent == agent)
        return int(SessionRow.select().where(begun).count())

    def of_run(self, run_id: int) -> builtins.list[Session]:
        """The chain of one run, first tier first."""
        return sorted(self._rows(SessionRow.run_id == run_id), key=lambda s: s.id)

    def of_runs(self, run_ids: Sequence[int]) -> builtins.list[Session]:
        """The sessions of some runs, in order."""
        return [session for run_id in run_ids for session in self.of_run(run_id)]

    def run(self, run_id: int) -> Run | None:
        """One run."""
        for row in RunRow.select().where(RunRow.id == run_id).dicts():
            return Run(**row | {"services": tuple(json.loads(row["services"]))})
        return None

    def runs(self, *, limit: int | None = None, before: int | None = None) -> builtins.list[Run]:
        """Runs, newest first; with ``before`` those of smaller ids."""
        query = RunRow.select().order_by(RunRow.id.desc()).limit(limit)
        if before is not None:
            query = query.where(RunRow.id < before)
        return [Run(**row | {"services": tuple(json.loads(row["services"]))}) for row in query.dicts()]

    def open_runs(self) -> builtins.list[int]:
        """Runs that are not over, first one first: with a session that is on, or parked between two."""
        query = RunRow.select(RunRow.id).where(RunRow.status == SessionStatus.RUNNING).order_by(RunRow.id)
        return [int(number) for (number,) in query.tuples()]

    def _rows(self, where: Any = None, limit: int | None = None) -> builtins.list[Session]:
        query = SessionRow.select(*_FIELDS).order_by(SessionRow.id.desc())
        if where is not None:
            query = query.where(where)
        if limit is not None:
            query = query.limit(limit)
        return [Session(*row) for row in query.tuples()]
