"""A session on record, and the guard beside it: its broker as a process, or in this one with a clock of the test's
own."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from claudeops_desktop.agents.broker_process import BrokerProcess
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.guard.broker_words import DOOR, client_words, own_words
from claudeops_desktop.guard.hook import SessionGuard
from claudeops_desktop.guard.policy import GuardPolicy, write_policy
from claudeops_desktop.records.record_books import RecordRepositories

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)


@dataclass
class Guarded:
    """One running session with its guard. ``now`` is its clock; ``slept`` runs each time the guard waits."""

    book: RecordRepositories
    folder: DataFolder
    session_id: int
    run_id: int
    policy: GuardPolicy
    now: datetime = NOON
    calls: int = 0
    slept: Callable[[], None] = field(default=lambda: None)

    @property
    def file(self) -> Path:
        return self.folder.sessions / str(self.session_id) / "guard.json"

    def rules(self, **changes: Any) -> Guarded:
        self.policy = self.policy._replace(**changes)
        write_policy(self.file, self.policy)
        return self

    def payload(self, tool: str, **given: Any) -> str:
        self.calls += 1
        return json.dumps({"tool_name": tool, "tool_input": given, "tool_use_id": f"toolu_{self.calls}"})

    def _sleep(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
        self.slept()

    def ask(self, tool: str, **given: Any) -> tuple[str, str]:
        """The guard's verdict ("" for none) and its sentence."""
        return read(self.answer(self.payload(tool, **given)))

    def guard(self) -> SessionGuard:
        """The guard as the rules are now. It keeps its tickets, and nothing else."""
        return SessionGuard(self.policy, self.door, lambda: self.now, self._sleep)

    def answer(self, payload: str) -> dict[str, Any]:
        """The guard's answer to a payload."""
        guard = self.guard()
        try:
            return guard.answer(payload)
        finally:
            guard.ledgers.close()

    @property
    def door(self) -> str:
        return str(self.file.parent / DOOR)

    def bash(self, command: str, **given: Any) -> tuple[str, str]:
        return self.ask("Bash", command=command, **given)

    @contextmanager
    def broker(self, before: str = "", **environ: str) -> Iterator[BrokerProcess]:
        """The broker, as the application starts it; ``before`` is done between reaching our modules and starting it."""
        words = list(own_words("guard", "--broker", str(self.file)))
        if before:
            at = next(at for at, word in enumerate(words) if "from claudeops_desktop" in word)
            words[at] = words[at].replace(" from claudeops_desktop", f" {before}; from claudeops_desktop", 1)
        process = BrokerProcess(words, os.environ | environ)
        process.wait_until_ready()
        try:
            yield process
        finally:
            process.close()

    def client(self, *words: str) -> list[str]:
        """The words by which the session speaks with its broker."""
        return list(client_words(self.door, *words))

    def asked(self, payload: str) -> subprocess.CompletedProcess[str]:
        """The hook as the CLI starts it, with a broker that runs."""
        return subprocess.run(self.client("hook"), input=payload, capture_output=True, text=True, check=False)

    def process(self, payload: str, before: str = "") -> subprocess.CompletedProcess[str]:
        """The same, with a broker for this call alone."""
        with self.broker(before):
            return self.asked(payload)

    def actions(self) -> list[tuple[str, str, str]]:
        return [(a.service, a.action_type, a.state) for a in reversed(self.book.cooldowns.list())]


def read(answer: dict[str, Any]) -> tuple[str, str]:
    told = answer.get("hookSpecificOutput", {})
    return told.get("permissionDecision", ""), told.get("permissionDecisionReason", "")
