"""A data folder with memories, sessions and a knowledge folder, and proposals over both."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.knowledge.proposals.service import ProposalService
from claudeops_desktop.knowledge.proposals.types import ProposalDraft, StoredProposal
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import Memory, MemoryCandidate, MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.database import proxy


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

    def session(self, log: str = "") -> int:
        """A completed session of now, with the path of its log."""

        def make() -> int:
            records = self.book.sessions
            run = records.begin_run(
                trigger="manual", agent="claude", max_tier=1, dry_run=False, services=(), now=self.now
            )
            number = records.begin(now=self.now, run_id=run, agent="claude", trigger="manual")
            records.update(number, status="completed", ended_at=to_text(self.now), log_file=log)
            return number

        return self.write(make)

    def said(self, text: str, service: str | None = "jellyfin", *, session: int | None = None, **fields: Any) -> Memory:
        """A fact that a session asks to be remembered; of a session of its own where none is named."""
        number = self.session() if session is None else session
        fact = ExtractedFact(text, fields.pop("category", "behavior"), service, quote=text, **fields)
        outcome = self.write(lambda: self.memory.ingest.agent_fact(fact, number, 1))
        assert outcome.memory is not None, outcome.why
        return outcome.memory

    def entered(self, text: str, service: str | None = None, domain: str = "") -> Memory:
        """A fact that the operator enters."""
        candidate = MemoryCandidate("behavior", service, text, domain=domain)
        change = self.write(lambda: self.memory.edits.add(candidate))
        return change.after[0].memory

    def inject(self, memory: Memory, session: int) -> None:
        """Note that a session was given a memory in its prompt."""
        self.write(
            lambda: proxy.execute_sql(
                "INSERT INTO injections (session_id, memory_id, part, created_at) VALUES (?, ?, 'memory', ?)",
                (session, memory.id, to_text(self.now)),
            )
        )

    def proposed(self) -> list[StoredProposal]:
        """All proposals that are open."""
        return self.proposals.list()

    def telemetry(self, action: str) -> list[tuple]:
        sql = "SELECT component, job, detail FROM telemetry WHERE action = ? ORDER BY id"
        return self.read(lambda: proxy.execute_sql(sql, (action,)).fetchall())
