"""A knowledge folder with a database, a services.toml and a tree of files that stands for the machine."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from support.folders import used_folder

from claudeops_desktop.core.settings import Settings
from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.knowledge.audits.auditor import audit_knowledge
from claudeops_desktop.knowledge.audits.machine import MachineReader
from claudeops_desktop.knowledge.audits.types import AuditFinding, AuditResult
from claudeops_desktop.knowledge.consolidation.service import ConsolidationService
from claudeops_desktop.knowledge.discoverer.discoverer import discover_signals
from claudeops_desktop.knowledge.discoverer.types import DiscoveryResult
from claudeops_desktop.knowledge.layout import MEMORY_FILE
from claudeops_desktop.knowledge.memory_file import add_entry
from claudeops_desktop.knowledge.proposals.service import ProposalService
from claudeops_desktop.learning import LearningService
from claudeops_desktop.memory import MemoryCandidate, MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

OPERATOR, PROCESS = "human:operator", "process:triage"


class StandingClock:
    """A clock that stands until a test moves it."""

    def __init__(self) -> None:
        self.now = datetime(2025, 10, 6, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **span: float) -> None:
        self.now += timedelta(**span)


class AuditDesk:
    """One operator with a folder, a database and a machine."""

    def __init__(self, root: Path) -> None:
        self.clock = StandingClock()
        self.data = used_folder(root / "data")
        self.store = open_store(self.data)
        self.book = RecordRepositories(self.store, self.clock)
        self.memory = MemoryService(self.book, self.clock)
        self.learning = LearningService(self.book, self.clock)
        self.folder = KnowledgeService(root / "knowledge", clock=self.clock)
        self.proposals = ProposalService(self.book, self.folder, self.memory, Settings, self.clock)
        self.root = root / "machine"
        (self.root / "etc/systemd/system").mkdir(parents=True)
        self.containers: list[str] = []
        self.services = root / "services.toml"
        self.set_services(jellyfin="http://localhost:8080/health")

    def close(self) -> None:
        self.folder.close()
        self.memory.recall.close()
        self.store.close()

    def set_services(self, **addresses: str) -> None:
        rows = (f'[[service]]\nname = "{name}"\ncheck = "http"\nurl = "{url}"\n' for name, url in addresses.items())
        self.services.write_text("\n".join(rows), encoding="utf-8")

    def measured(self, service: str, status: str = "healthy") -> None:
        self.store.write(
            lambda: self.book.health.add(
                service=service, status=status, session_id=None, now=self.clock(), check_type="http", measured=True
            )
        ).result()

    def remember(self, text: str, section: str = "Operations", *, by: str = PROCESS, day: str = "") -> None:
        """An entry of MEMORY.md, dated today or otherwise."""
        date = datetime.fromisoformat(day).date() if day else self.clock().date()
        self.folder.change({MEMORY_FILE: add_entry(self.folder.text_of(MEMORY_FILE), section, text, date)}, "Test", by)

    def fact(self, text: str, service: str | None = None) -> int:
        """A fact that the operator stands for."""
        add = lambda: self.memory.edits.add(MemoryCandidate("behavior", service, text))  # noqa: E731
        return self.store.write(add).result().after[0].memory.id

    def machine(self) -> MachineReader:
        return MachineReader(self.root, "atlas", self.containers)

    def audit(self, stopped: Callable[[], bool] = lambda: False) -> AuditResult:
        return audit_knowledge(
            self.folder,
            self.book,
            self.memory,
            self.clock(),
            stopped,
            services_file=self.services,
            machine=self.machine(),
        )

    def finding(self) -> AuditFinding:
        """The one finding of an audit."""
        (found,) = self.audit().findings
        return found

    def discover(self, **more: object) -> DiscoveryResult:
        return discover_signals(self.folder, self.book, self.memory, self.learning, self.clock(), **more)  # type: ignore[arg-type]

    def consolidation(self) -> ConsolidationService:
        return ConsolidationService(
            self.book, self.folder, self.memory, self.learning, self.proposals, self.clock,
            services_file=self.services, machine=self.machine(),
        )  # fmt: skip
