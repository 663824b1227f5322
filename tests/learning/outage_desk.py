"""One operator's services: checks, incidents, and calls of tools that the guard let through, minute by minute."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.learning import LearningService, StoredCase
from claudeops_desktop.monitoring.incident_service import IncidentService
from claudeops_desktop.records.health import MeasuredStatus
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.tables import ToolCallRow
from claudeops_desktop.storage import DataStore
from claudeops_desktop.topology.graph import ServiceGraph

T = TypeVar("T")


class OutageDesk:
    """``check`` measures a service, ``does`` lets a session run a command, each a minute after what came before."""

    def __init__(self, store: DataStore) -> None:
        self.store = store
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
        self.book = RecordRepositories(store, lambda: self.now)
        self.learning = LearningService(self.book, lambda: self.now)
        self.incidents = IncidentService(self.book, ServiceGraph)
        self._calls = 0

    def write(self, operation: Callable[[], T]) -> T:
        return self.store.write(operation).result()

    def read(self, question: Callable[[], T]) -> T:
        return self.store.read(question).result()

    def forward(self, **span: float) -> None:
        self.now += timedelta(**span)

    def check(self, service: str, *statuses: str, detail: str = "answers 502 instead of 200") -> None:
        for status in statuses:
            self.forward(minutes=1)
            self.write(lambda status=status: self._measure(service, status, detail))  # type: ignore[misc]

    def _measure(self, service: str, status: str, detail: str) -> None:
        told = "HTTP 200" if status == "healthy" else detail
        self.book.health.add(
            service=service, status=status, session_id=None, check_type="http", detail=told, measured=True, now=self.now
        )
        self.incidents.take_measurements(
            [MeasuredStatus(service, f"{service}:http", "http", status, told, self.now)], self.now
        )

    def session(self, *services: str, tier: int = 2) -> int:
        def begin() -> int:
            run = self.book.sessions.begin_run(
                trigger="manual", agent="claude", max_tier=3, dry_run=False, services=list(services), now=self.now
            )
            return self.book.sessions.begin(now=self.now, run_id=run, agent="claude", trigger="manual", tier=tier)

        return self.write(begin)

    def does(
        self,
        session: int,
        command: str,
        *services: str,
        kind: str = "restart",
        verdict: str = "allow",
        waited: float = 0,
        result: str = "ok",
        processes: dict[str, str] | None = None,
        files: dict[str, str] | None = None,
    ) -> None:
        """A call that begins 20 seconds later, was asked for so many seconds before that, and takes no time; without a
        ``result`` none comes."""
        self.forward(seconds=20)
        self._calls += 1
        number, asked = self._calls, to_text(self.now - timedelta(seconds=waited))
        began = to_text(self.now) if verdict == "allow" else None

        def insert() -> None:
            ToolCallRow.create(
                session_id=session,
                tool_use_id=f"toolu_{number}",
                tool_name="Bash",
                input=json.dumps({"command": command}),
                kind=kind,
                services=json.dumps(list(services)),
                verdict=verdict,
                by="guard",
                asked_at=asked,
                answered_at=to_text(self.now),
                began_at=began,
                ended_at=began if result else None,
                result=result if began else "",
                processes=json.dumps(processes or {}),
                files=json.dumps(files or {}),
            )

        self.write(insert)

    def reports(self, session: int, **told: str) -> None:
        """The session is over, and its outcome says this of cause and cure."""
        self.forward(seconds=5)
        self.write(
            lambda: self.book.sessions.update(
                session, status="completed", report=json.dumps(told), response="Done.", ended_at=to_text(self.now)
            )
        )
        self.learning.keep_verdicts()

    def cases(self, service: str | None = None) -> list[StoredCase]:
        return self.read(lambda: self.learning.cases.list(service=service))

    def outage(self, service: str, *commands: str, cure: str = "", reported: bool = False) -> int:
        """One that is confirmed; these commands do not help, after the cure it recovers, and the session reports that
        where ``reported``. The session that did it."""
        self.check(service, "down", "down")
        session = self.session(service)
        for command in commands:
            self.does(session, command, service)
            self.check(service, "down")
        if cure:
            self.does(session, cure, service)
        self.check(service, "healthy", "healthy")
        if reported:
            self.reports(session, cure=cure, verified_by="two checks of the page")
        return session
