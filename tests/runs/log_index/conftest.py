"""A data folder with logs as sessions leave them."""

from __future__ import annotations

from pathlib import Path

import pytest

from claudeops_desktop.agents.log import SessionLog
from claudeops_desktop.core.clock import from_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.runs.log_index.program import run_indexing
from claudeops_desktop.runs.log_index.query import read_query
from claudeops_desktop.runs.log_index.search import LogSearchRequest, search_logs
from claudeops_desktop.stream import writing

ME = {"session_id": "s", "model": "m"}


class Logs:
    """Writes logs and looks for words in them."""

    def __init__(self, folder: DataFolder) -> None:
        self.folder = folder

    def path(self, session: int) -> Path:
        return self.folder.logs / f"session-{session:06d}-20260501T120000.ndjson"

    def write(self, session: int, *lines: bytes | str, stderr: str = "", at: str = "2026-05-01T12:00:00.000Z") -> Path:
        """Add lines to a session's log: bytes as the CLI prints them, a text as words of the agent."""
        log = SessionLog(self.path(session), clock=lambda: from_text(at))
        for line in lines:
            log.append("stdout", writing.assistant_text(line, **ME) if isinstance(line, str) else line)
        if stderr:
            log.append("stderr", stderr.encode())
        log.close()
        return log.path

    def index(self):
        return run_indexing(self.folder)

    def find(self, text: str, **wish):
        parts = wish.pop("parts", ())
        return search_logs(self.folder, LogSearchRequest(read_query(text, parts), **wish))

    def lines(self, text: str, **wish) -> list[tuple[int, int]]:
        return [(hit.session_id, hit.line) for hit in self.find(text, **wish).hits]


@pytest.fixture
def logs(data_dir: Path) -> Logs:
    return Logs(DataFolder(data_dir).create())
