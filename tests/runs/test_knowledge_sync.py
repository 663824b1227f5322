"""Syncing every so many minutes while the application runs: only where that is wanted."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from dulwich.repo import Repo

from claudeops_desktop.core.emergency_stop_marker import clear_marker, set_marker
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.memory import MemoryCandidate


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    place = tmp_path / "remote.git"
    place.mkdir()
    Repo.init_bare(str(place), default_branch=b"main").close()
    return place


def commits(remote: Path) -> int:
    with Repo(str(remote)) as repo:
        return len(list(repo.get_walker())) if b"refs/heads/main" in repo.get_refs() else 0


def beat(engine: ApplicationEngine) -> None:
    engine.knowledge_sync.look_now()
    engine.knowledge_sync.finish()


def learn(engine: ApplicationEngine, text: str) -> None:
    engine.store.write(lambda: engine.memory.edits.add(MemoryCandidate("timing", "nginx", text))).result()


def messages(engine: ApplicationEngine) -> list[str]:
    return [one.message for one in engine.store.read(engine.book.events.list).result() if "synced" in one.message]


def test_it_syncs_when_it_is_due_and_only_where_that_is_wanted(engine: ApplicationEngine, remote: Path) -> None:
    learn(engine, "The nginx workers reload within 4 seconds.")
    beat(engine)
    engine.settings.change("knowledge.remote", str(remote))
    beat(engine)
    assert commits(remote) == 0, "off by default"
    engine.settings.change("knowledge.sync_minutes", 10)
    set_marker(engine.folder.root)
    beat(engine)
    assert commits(remote) == 0, "nothing while everything is stopped"
    clear_marker(engine.folder.root)
    beat(engine)
    assert commits(remote) == 1
    learn(engine, "The redis shards hold 3 GB.")
    beat(engine)
    assert commits(remote) == 1, "not again at once"
    engine.knowledge_sync._synced_at -= timedelta(minutes=10)
    beat(engine)
    assert commits(remote) == 2


def test_a_remote_that_is_away_is_one_event(engine: ApplicationEngine, remote: Path) -> None:
    engine.settings.change("knowledge.remote", str(remote.parent / "later.git"))
    engine.settings.change("knowledge.sync_minutes", 10)
    for _ in range(3):
        beat(engine)
        engine.knowledge_sync._synced_at -= timedelta(minutes=10)
    (said,) = messages(engine)
    assert "no git repository" in said
