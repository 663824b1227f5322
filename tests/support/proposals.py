"""A data folder with memories, sessions and a knowledge folder, and proposals over both."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.knowledge.proposals.service import ProposalService
from claudeops_desktop.knowledge.proposals.types import ProposalDraft
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store


class ProposalWorld:
    """Its clock stands until a test moves it."""

    def __init__(self, root: Path) -> None:
        self.folder = used_folder(root)
        self.store = open_store(self.folder)
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # a Monday, in week 2026-W10
        self.settings = Settings()
        self.book = RecordRepositories(self.store, lambda: self.now)
        self.memory = MemoryService(self.book, lambda: self.now, lambda: self.settings)
        self.knowledge = KnowledgeService(self.folder.knowledge, clock=lambda: self.now)
        self.proposals = ProposalService(
            self.book, self.knowledge, self.memory, lambda: self.settings, lambda: self.now
        )

    def close(self) -> None:
        self.knowledge.close()
        self.memory.recall.close()
        self.store.close()

    def forward(self, **span: float) -> None:
        self.now += timedelta(**span)

    def write(self, operation):
        return self.store.write(operation).result()

    def read(self, question):
        return self.store.read(question).result()

    def put(self, path: str, text: str) -> None:
        file = self.knowledge.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    def text(self, path: str = "MEMORY.md") -> str:
        return self.knowledge.text_of(path)

    def offer(self, after: str = "", **fields) -> int:
        """The id of a proposal; one for MEMORY.md where no path is named."""
        fields = {
            "kind": "add",
            "source": "reflection",
            "title": after[:60] or "A change",
            "path": "MEMORY.md",
        } | fields
        (number,) = self.proposals.offer([ProposalDraft(after=after, **fields)]).ids
        return number

    def state(self, number: int) -> str:
        return self.proposals.get(number).state

    def session(self) -> int:
        """A completed session of now."""

        def make() -> int:
            at = to_text(self.now)
            from claudeops_desktop.storage.database import proxy

            done = proxy.execute_sql(
                "INSERT INTO sessions (tier, model, agent, trigger, status, started_at, ended_at)"
                " VALUES (1, 'm', 'claude', 'manual', 'completed', ?, ?)",
                (at, at),
            )
            return int(done.lastrowid)

        return self.write(make)

    def telemetry(self, action: str) -> list[tuple]:
        from claudeops_desktop.storage.database import proxy

        sql = "SELECT component, job, detail FROM telemetry WHERE action = ? ORDER BY id"
        return self.read(lambda: proxy.execute_sql(sql, (action,)).fetchall())
