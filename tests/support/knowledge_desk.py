"""A desk whose knowledge folder, library, routine and proposals have something to show, for pictures."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC
from pathlib import Path
from typing import Any

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.knowledge import open_knowledge
from claudeops_desktop.knowledge.proposals.service import ProposalService
from claudeops_desktop.knowledge.proposals.types import ProposalDraft, ProposalEvidence
from claudeops_desktop.learning import LearningService
from claudeops_desktop.library import LibraryService
from claudeops_desktop.routine import JOBS, RoutineService
from claudeops_desktop.routine.questions.tables import QuestionRecords
from claudeops_desktop.routine.questions.types import KnowledgeGap
from claudeops_desktop.routine.runner import RoutineRunner
from claudeops_desktop.routine.types import StepContext
from claudeops_desktop.runs.run_context import RunContext
from claudeops_desktop.storage.backup import back_up
from claudeops_desktop.ui.app_context import AppContext

EXAMPLE = Path(__file__).resolve().parents[2] / "docs" / "example-knowledge"
GUIDE = EXAMPLE.parent / "guide"
MANUALS = ("backup.md", "gate.md", "incidents.md", "library.md", "recall.md", "routine.md", "services.md", "window.md")


class _Loop:
    def call(self, work: Any) -> None:
        work()

    def later(self, _seconds: float, _work: Any) -> Any:
        return lambda: None


def fill_knowledge(desk: AppContext) -> ThreadPoolExecutor:
    """Fill it. The pool that is returned serves the routine's page: shut it down after."""
    folder = open_knowledge(desk.folder, desk.settings.current)
    shutil.copytree(EXAMPLE, folder.root, dirs_exist_ok=True)
    folder.take_edits()
    folder.notes.add(
        "reference", "Disks of nas1",
        "Bays are counted from the top.\n\n| bay | disk | since |\n|---|---|---|\n| 1 | WD80 | 2024 |\n"
        "| 2 | WD80 | 2026 |\n\n"
        "- [x] Scrub on the 1st\n- [ ] Replace bay 1\n\nSee [[Back up after the dump]] and [the log](/log.md).\n\n"
        "```sh\nzpool status tank\n```",
        tags=("nas1", "disks"),
    )  # fmt: skip
    folder.procedures.add(
        "Restore a database", "Restores a PostgreSQL database from restic. Use it after data loss.",
        "1. Stop what writes: `docker compose stop nextcloud`\n2. `restic restore latest --target /tmp/r`\n"
        "3. Compare counts.",
    )  # fmt: skip
    library = LibraryService(desk.book)
    manuals = desk.folder.root.parent / "manuals"
    shutil.copytree(GUIDE, manuals, ignore=lambda _, names: [one for one in names if one not in MANUALS])
    library.add_path(manuals, watch=True)
    service = ProposalService(desk.book, folder, desk.memory, lambda: desk.settings.current)
    service.offer([
        ProposalDraft(
            kind="add", source="reflection", title="Wait 60 seconds after a restart of jellyfin", path="MEMORY.md",
            after="Wait 60 seconds after a restart of jellyfin before its health is checked.",
            reason="Four sessions found it unhealthy in the first minute and healthy in the second.",
            evidence=(ProposalEvidence("session", "12", "Healthy again after 58 seconds."),),
        ),
        ProposalDraft(
            kind="add", source="discoverer", title="Reload nginx, do not restart it", path="MEMORY.md",
            after="Reload nginx after a change of its configuration; a restart drops connections.",
            reason="Said twice as a correction.",
        ),
    ])  # fmt: skip
    pool = ThreadPoolExecutor(1)
    around = RunContext(desk.folder, desk.settings, desk.book, lambda: desk.memory, _Loop(), pool)
    desk.routine = RoutineService(around, lambda: UTC)
    desk.book.store.write(desk.routine.control.watch).result()
    gap = KnowledgeGap("nas", "remediation")
    desk.book.store.write(lambda: QuestionRecords(desk.book.store).ask([gap], utc_now())).result()
    desk.folder.backups.mkdir(exist_ok=True)
    back_up(desk.folder, desk.folder.backups / "claudeops-1.zip", logs=False)
    means = StepContext(
        desk.book, desk.memory, LearningService(desk.book), desk.settings.current, desk.folder, utc_now, UTC
    )
    runner = RoutineRunner(desk.book, JOBS, lambda: means, utc_now, lambda: UTC)
    for job in JOBS:
        runner.run_now(job.name)
    folder.close()
    return pool
