"""An upgrade is gone back on by one command: database, settings and services are those that the older version left."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from kept_versions import KeptVersion, copy_of

from claudeops_desktop.storage.upgrade_copies import KEPT

pytestmark = pytest.mark.file_only("a server keeps no copies of before an upgrade; its own backups do")


@pytest.fixture
def kept(tmp_path: Path) -> KeptVersion:
    return copy_of("version_0_1_0", tmp_path)


def content(database: Path) -> list[str]:
    with closing(sqlite3.connect(database)) as opened:
        return list(opened.iterdump())


def files(kept: KeptVersion) -> dict[str, bytes]:
    return {name: (kept.data / name).read_bytes() for name in ("settings.toml", "services.toml")}


@pytest.mark.slow
def test_the_folder_is_as_the_older_version_left_it(kept: KeptVersion) -> None:
    before, rows = files(kept), content(kept.data / "claudeops.db")
    assert kept("memory", "add", "Needs 2 GB of memory", "--category", "maintenance").code == 0
    assert kept("settings", "set", "server.trusted_proxies", '["192.0.2.7"]').code == 0  # that version has no such one
    (kept.data / "services.toml").write_text("")
    shown = kept("restore", "--before-upgrade", "--show").out
    assert "server.trusted_proxies" in shown
    assert "checks: " in shown
    done = kept("restore", "--before-upgrade", "--yes")
    assert done.code == 0
    assert "Install the version of before now" in done.out
    assert files(kept) == before
    assert content(kept.data / "claudeops.db") == rows
    assert list((kept.data / "backups").glob("claudeops-before-restore-*.zip"))


def test_which_backup_is_meant_must_be_clear(kept: KeptVersion, tmp_path: Path) -> None:
    assert kept("restore", "--yes").code == 2
    assert kept("restore", "some.zip", "--before-upgrade", "--yes").code == 2
    fresh = kept("restore", "--before-upgrade", "--yes", data=tmp_path / "fresh")
    assert (fresh.code, "No copy of before an upgrade" in fresh.err) == (2, True)


@pytest.mark.slow
def test_what_lies_beside_a_copy_is_the_operators_alone_and_goes_with_it(kept: KeptVersion) -> None:
    kept("memory", "list")
    backups = kept.data / "backups"
    (copy,) = backups.glob("claudeops-schema*.db")
    beside = sorted(path for path in backups.iterdir() if path.name.startswith(f"{copy.stem}."))
    assert len(beside) == 3
    assert {path.stat().st_mode & 0o777 for path in beside} == {0o600}
    for number in range(KEPT):
        (backups / f"claudeops-schema999-{number}.db").write_bytes(b"")
    assert kept("restore", str(copy), "--yes").code == 0
    os.utime(copy, (1, 1))
    replace(kept, now=kept.now + timedelta(days=1))("memory", "list")
    assert not any(path.exists() for path in beside)
