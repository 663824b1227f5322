"""A database and a knowledge folder, and what an operator does to the rendered files."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from memory_world import Desk, MovingClock
from support.folders import used_folder

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.knowledge.renderings.render import RenderResult, render_knowledge
from claudeops_desktop.learning import LearningService
from claudeops_desktop.learning.cases.outcomes import CaseAttempt
from claudeops_desktop.learning.cases.types import CaseDraft
from claudeops_desktop.storage import open_store

FACTS = "domains/operations.md"


class RenderedWorld:
    """One data folder. ``root`` is where the knowledge folder stands."""

    def __init__(self, place: Path, root: Path | None = None, *, shared: bool = False) -> None:
        self.clock = MovingClock()
        self.data: DataFolder = used_folder(place)
        self.store = open_store(self.data)
        self.desk = Desk(self.store, self.clock)
        self.learning = LearningService(self.desk.book, self.clock)
        self.knowledge = KnowledgeService(root or self.data.knowledge, shared=shared, clock=self.clock)

    def close(self) -> None:
        self.knowledge.close()
        self.store.close()

    def render(self, **more: bool) -> RenderResult:
        return render_knowledge(self.desk.book, self.desk.memory, self.learning, self.knowledge, self.clock, **more)

    def text(self, path: str = FACTS) -> str:
        return (self.knowledge.root / path).read_text(encoding="utf-8")

    def put(self, text: str, path: str = FACTS) -> None:
        file = self.knowledge.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def edit(self, change: Callable[[str], str], path: str = FACTS) -> None:
        """Somebody edits a file with an editor of his own."""
        before = self.text(path)
        after = change(before)
        assert after != before
        self.put(after, path)

    def files(self) -> dict[str, str]:
        root = self.knowledge.root
        return {
            path.relative_to(root).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(root.rglob("*.md"))
            if ".git" not in path.parts
        }

    def case(self, service: str = "nginx", key: str = "incident:1") -> int:
        at = self.clock()
        draft = CaseDraft(
            key, "check", service, "answers 526 instead of 200", "cured",
            (
                CaseAttempt("restarted nginx", "restart", at, "agent", "4", "did_not_help"),
                CaseAttempt("ran certbot renew; then (re)loaded nginx", "redeploy", at, "agent", "9", "helped", 41.0),
            ),
            at - timedelta(minutes=3), at + timedelta(minutes=10), 1, True, named=(service,), trigger="http",
            shown="The certificate has expired", cause="The renewal timer was disabled by an update.",
        )  # fmt: skip
        return self.desk.write(lambda: self.learning.cases.file(draft)).case_id

    def lesson(self, text: str) -> int:
        return self.desk.write(lambda: self.desk.memory.lessons.add(text)).id
