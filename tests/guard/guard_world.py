"""A session on record, and the guard beside it: as a process, or in this one with a clock of the test's own."""

from __future__ import annotations

import json
import shlex
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from claudeops_desktop.agents.claude_cli.command import guard_settings
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.guard.hook import answer_text
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
        return read(answer_text(self.payload(tool, **given), str(self.file), lambda: self.now, self._sleep))

    def bash(self, command: str, **given: Any) -> tuple[str, str]:
        return self.ask("Bash", command=command, **given)

    def process(self, payload: str, file: Path | None = None, before: str = "") -> subprocess.CompletedProcess[str]:
        """The hook as the CLI starts it; ``before`` is done between reaching our modules and starting it."""
        hooks: Any = guard_settings(file or self.file, 15)["hooks"]
        words = shlex.split(hooks["PreToolUse"][0]["hooks"][0]["command"])
        if before:
            at = next(at for at, word in enumerate(words) if "from claudeops_desktop" in word)
            words[at] = words[at].replace(" from claudeops_desktop", f" {before}; from claudeops_desktop", 1)
        return subprocess.run(
            words,
            input=payload,
            capture_output=True,
            text=True,
            check=False,
        )

    def actions(self) -> list[tuple[str, str, str]]:
        return [(a.service, a.action_type, a.state) for a in reversed(self.book.cooldowns.list())]


def read(answer: dict[str, Any]) -> tuple[str, str]:
    told = answer.get("hookSpecificOutput", {})
    return told.get("permissionDecision", ""), told.get("permissionDecisionReason", "")
