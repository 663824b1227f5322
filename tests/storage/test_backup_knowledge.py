"""A backup holds the knowledge folder with its history, and a restore gives it back beside what was there (X4)."""

from __future__ import annotations

import io
import json
import shutil
import tarfile
import zipfile
from pathlib import Path

import pytest
from support.folders import used_folder

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.storage.backup import back_up
from claudeops_desktop.storage.knowledge_archive import KNOWLEDGE, pack_knowledge, plain_config, unpack_knowledge
from claudeops_desktop.storage.restore import finish_restore, restore_backup


@pytest.fixture
def data(tmp_path: Path) -> DataFolder:
    folder = used_folder(tmp_path / "data")
    knowledge = KnowledgeService(folder.knowledge)
    knowledge.notes.add("project", "Backups", "They run at night.")
    knowledge.notes.edit("notes/backups.md", text="They run at noon.")
    knowledge.close()
    return folder


def contents(root: Path) -> dict[str, bytes]:
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.name.endswith(".lock") and path.name != "config" and "hooks" not in path.parts
    }


@pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")
def test_a_restore_gives_back_every_file_and_the_whole_history(data: DataFolder, tmp_path: Path) -> None:
    manifest = back_up(data, tmp_path / "b.zip")
    assert KNOWLEDGE in [file.name for file in manifest.files]
    was = contents(data.knowledge)
    other = used_folder(tmp_path / "other")
    done = restore_backup(other, tmp_path / "b.zip")
    assert contents(other.knowledge) == was and done.old_knowledge is None
    assert not (other.root / KNOWLEDGE).exists()
    knowledge = KnowledgeService(other.knowledge)
    assert len(knowledge.log("notes/backups.md")) == 2 and knowledge.status().edited == ()
    knowledge.notes.add("project", "Later", "Text.")
    knowledge.close()


@pytest.mark.slow
@pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")
def test_the_folder_that_was_there_is_kept_aside_and_not_mixed(data: DataFolder, tmp_path: Path) -> None:
    back_up(data, tmp_path / "b.zip")
    knowledge = KnowledgeService(data.knowledge)
    knowledge.notes.add("project", "Written since", "Text.")
    knowledge.close()
    was = contents(data.knowledge)
    done = restore_backup(data, tmp_path / "b.zip")
    assert done.old_knowledge is not None and done.old_knowledge.parent == data.backups
    assert contents(done.old_knowledge) == was
    assert not (data.knowledge / "notes" / "written-since.md").exists()


@pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")
def test_an_older_backup_without_a_folder_restores_as_before(data: DataFolder, tmp_path: Path) -> None:
    empty = used_folder(tmp_path / "empty")
    manifest = back_up(empty, tmp_path / "old.zip")
    assert KNOWLEDGE not in [file.name for file in manifest.files]
    was = contents(data.knowledge)
    done = restore_backup(data, tmp_path / "old.zip")
    assert contents(data.knowledge) == was and done.old_knowledge is None


@pytest.mark.file_only("a restore works on the files of a folder, and is refused on a server")
def test_a_restore_that_was_killed_in_the_middle_of_the_swap_is_finished(data: DataFolder, tmp_path: Path) -> None:
    back_up(data, tmp_path / "b.zip")
    was = contents(data.knowledge)
    stage = data.restoring
    new = stage / "new"
    new.mkdir(parents=True)
    shutil.copyfile(data.database, new / "claudeops.db")
    with zipfile.ZipFile(tmp_path / "b.zip") as archive:
        archive.extract(KNOWLEDGE, tmp_path)
    unpack_knowledge(tmp_path / KNOWLEDGE, new / "knowledge", tmp_path)
    (data.knowledge / "mine.md").write_text("mine")
    (stage / "ready").write_text(json.dumps({"remove": [], "old_logs": "logs-x", "old_knowledge": "knowledge-x"}))
    finish_restore(data)
    assert contents(data.knowledge) == was and (data.backups / "knowledge-x" / "mine.md").read_text() == "mine"


def hostile(place: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(place / "k.tar", "w") as archive:
        for info, data in members:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return place / "k.tar"


@pytest.mark.parametrize("name", ["../out.md", "/etc/x", "a/../../out.md"])
def test_a_name_that_leads_out_is_refused(tmp_path: Path, name: str) -> None:
    source = hostile(tmp_path, (tarfile.TarInfo(name), b"x"))
    with pytest.raises(OperatorError, match="cannot be restored"):
        unpack_knowledge(source, tmp_path / "target", tmp_path)


def test_links_are_refused_and_hooks_left_out(tmp_path: Path) -> None:
    link = tarfile.TarInfo("notes/a.md")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    with pytest.raises(OperatorError):
        unpack_knowledge(hostile(tmp_path, (link, b"")), tmp_path / "one", tmp_path)
    source = hostile(
        tmp_path,
        (tarfile.TarInfo(".git/hooks/post-commit"), b"#!/bin/sh\n"),
        (tarfile.TarInfo(".git/config"), b"[core]\n\tfsmonitor = touch /tmp/x\n[alias]\n\tst = !sh\n"),
    )
    unpack_knowledge(source, tmp_path / "two", tmp_path)
    assert not (tmp_path / "two/.git/hooks").exists()
    assert "fsmonitor" not in (tmp_path / "two/.git/config").read_text()


def test_of_a_configuration_only_addresses_of_remotes_stay() -> None:
    given = (
        '[core]\n\thooksPath = /x\n\tsshCommand = sh\n[remote "origin"]\n\turl = https://git.example.org/k.git\n'
        '\tuploadpack = sh\n[remote "bad"]\n\turl = ext::sh -c x\n[include]\n\tpath = /x\n[filter "f"]\n\tclean = sh\n'
    )
    found = plain_config(given)
    assert "https://git.example.org/k.git" in found
    assert not any(word in found for word in ("hooksPath", "ssh", "sh -c", "include", "uploadpack", "filter"))
    assert plain_config("[broken") == plain_config("")


def test_links_in_the_folder_do_not_take_others_files_into_the_backup(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "key").write_text("k")
    root = tmp_path / "knowledge"
    root.mkdir()
    (root / "a.md").write_text("a")
    (root / "linked").symlink_to(secret)
    (root / "key").symlink_to(secret / "key")
    pack_knowledge(root, tmp_path / "k.tar")
    with tarfile.open(tmp_path / "k.tar") as archive:
        assert archive.getnames() == ["a.md"]
