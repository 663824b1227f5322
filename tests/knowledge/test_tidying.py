"""Git housekeeping of the folder: packed and pruned beside others who write; a second time changes nothing."""

from __future__ import annotations

import multiprocessing
import os
import time
from pathlib import Path

import pytest
from dulwich.objects import Blob
from dulwich.repo import Repo

from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.knowledge.git_objects import loose_objects
from claudeops_desktop.knowledge.tidying import TidyResult, tidy_repository


def fill(folder: KnowledgeService, number: int = 30) -> None:
    for turn in range(number):
        folder.update("notes/a.md", lambda _, turn=turn: f"---\ntype: Note\n---\n\nText {turn}.\n", "w", "human:a")


@pytest.mark.slow
def test_loose_objects_are_packed_and_every_version_is_still_there(folder: KnowledgeService) -> None:
    fill(folder)
    before = [(one.number, folder.text_at("notes/a.md", one.number)) for one in folder.log("notes/a.md", None)]
    done = tidy_repository(folder, least_loose=10)
    assert done.packed > 90 and done.removed == 0 and done.packs == 1
    assert len(loose_objects(folder.repository.git)) <= 1, "what nothing leads to yet stays for two weeks"
    assert [(one.number, folder.text_at("notes/a.md", one.number)) for one in folder.log("notes/a.md", None)] == before
    assert tidy_repository(folder, least_loose=10) == TidyResult(packs=1)
    folder.notes.add("project", "Later", "Text.")
    assert folder.status().edited == () and tidy_repository(folder, least_loose=100).changed == 0


def test_what_nothing_leads_to_is_removed_after_two_weeks(folder: KnowledgeService) -> None:
    fill(folder, 3)
    repo = folder.repository.git
    old, young = Blob.from_string(b"old"), Blob.from_string(b"young")
    for one in (old, young):
        repo.object_store.add_object(one)
    file = folder.root / ".git" / "objects" / old.id[:2].decode() / old.id[2:].decode()
    at = time.time() - 15 * 24 * 3600
    os.utime(file, (at, at))
    assert tidy_repository(folder, least_loose=1).removed == 1
    assert old.id not in repo.object_store and young.id in repo.object_store


@pytest.mark.slow
def test_many_packs_become_one(folder: KnowledgeService) -> None:
    for turn in range(12):
        fill(folder, 2)
        folder.update("b.md", lambda _, turn=turn: f"---\ntype: Note\n---\n{turn}\n", "w", "human:a")
        tidy_repository(folder, least_loose=1)
    assert len(folder.repository.git.object_store.packs) <= 11
    head = folder.repository.head()
    tidy_repository(folder, least_loose=1)
    assert folder.repository.head() == head and len(folder.log(limit=None)) >= 30


def test_a_repository_of_the_operators_is_left_to_his_git(tmp_path: Path) -> None:
    with Repo.init(str(tmp_path), default_branch=b"main"):
        pass
    folder = KnowledgeService(tmp_path / "knowledge", shared=True)
    fill(folder, 10)
    assert tidy_repository(folder, least_loose=1) == TidyResult()
    folder.close()


def test_a_folder_that_is_not_there_is_not_made(folder: KnowledgeService) -> None:
    assert tidy_repository(folder) == TidyResult() and not folder.root.exists()


def _write(root: str, number: int) -> None:
    service = KnowledgeService(Path(root))
    for turn in range(15):
        service.notes.add("project", f"Process {number} turn {turn}", "Said.")
    service.close()


@pytest.mark.slow
def test_others_write_while_it_is_tidied_and_nothing_is_lost(folder: KnowledgeService) -> None:
    fill(folder, 5)
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_write, args=(str(folder.root), number)) for number in range(3)]
    for worker in workers:
        worker.start()
    while any(worker.is_alive() for worker in workers):
        tidy_repository(folder, least_loose=1)
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 3
    tidy_repository(folder, least_loose=1)
    assert len(folder.notes.list()) == 46 and folder.status().edited == ()
    for commit in folder.log(limit=None):
        for path in commit.paths:
            folder.text_at(path, commit.number)
