"""Which tools of ours a session is handed: those that make sense in it, and no others."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import MemorySettings
from claudeops_desktop.knowledge import new_operation, open_knowledge
from claudeops_desktop.library import LibraryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.runs.session_tools import session_tools
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def handed(tmp_path):
    folder = DataFolder(tmp_path / "data").create()
    store = open_store(folder)
    book = RecordRepositories(store)

    def ask(settings: Settings | None = None, *, tier: int = 1, dry_run: bool = False) -> tuple[str, ...]:
        work = lambda: session_tools(book, folder, settings or Settings(), tier=tier, dry_run=dry_run)  # noqa: E731
        return store.read(work).result()

    ask.folder, ask.book, ask.store = folder, book, store
    yield ask
    store.close()


def test_a_new_data_folder_hands_over_memory_and_services_alone(handed):
    assert handed(tier=3) == ("recall", "remember", "forget", "list_services")


def test_a_dry_run_gets_what_reads(handed):
    assert handed(dry_run=True) == ("recall", "list_services")


def test_none_where_the_operator_wants_none(handed):
    assert handed(Settings(memory=MemorySettings(agent_tools=False))) == ()


def test_the_tools_of_the_knowledge_folder_come_with_what_they_read(handed):
    knowledge = open_knowledge(handed.folder, Settings())
    knowledge.decisions.add("Use SQLite", context="Two write.", decision="One file.")
    assert {"decisions", "propose_note"} <= {*handed()} and "operations" not in handed()
    knowledge.log_operation(new_operation(NOW, "restart", "nginx", "after an update"), "process:test")
    knowledge.close()
    assert "operations" in handed() and "propose_note" not in handed(dry_run=True)


def test_only_a_tier_that_acts_logs_what_it_did(handed):
    knowledge = open_knowledge(handed.folder, Settings())
    knowledge.decisions.add("Use SQLite", context="Two write.", decision="One file.")
    knowledge.close()
    assert "log_operation" not in handed(tier=1) and "log_operation" in handed(tier=2)


def test_the_library_is_searched_where_there_is_one(handed, tmp_path):
    page = tmp_path / "manual.md"
    page.write_text("# Jellyfin\n\nIt listens on port 8096.\n")
    LibraryService(handed.book).add_path(page)
    assert {"search_library", "suggest_source"} <= {*handed()}
    assert "suggest_source" not in handed(dry_run=True)
