"""A whole store moves to a server and back: the same rows, or nothing has changed."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg
import pytest
from store_folders import add_events, messages
from support.folders import used_folder
from support.matrix import few_of

from claudeops_desktop.core.errors import ClaudeOpsError, EnvironmentFault, OperatorError, UsageError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.principals import make_operator
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.postgres import canonical_rows
from claudeops_desktop.storage.postgres.address import StoreAddress, read_address
from claudeops_desktop.storage.postgres.keeping_copy import refresh_copy
from claudeops_desktop.storage.postgres.moving import move_to_file, move_to_server
from claudeops_desktop.storage.postgres.upkeep import measure_tables, read_everything, write_anew
from claudeops_desktop.storage.store_place import server_of
from claudeops_desktop.storage.store_status import store_status

READER = make_operator("ops", [], ["claude"])

AT = "2026-03-01T10:00:00.000Z"
SAID = "the port of Jellyfin is 8096 — ünïcode, \t tabs\nand lines, \\N, \\., 100% %s"


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    """A store with rows of every kind of value."""
    made = used_folder(tmp_path / "data")
    with closing(sqlite3.connect(made.database)) as file, file:
        file.execute("PRAGMA foreign_keys = ON")
        memory = "INSERT INTO memories (id, service, category, observation, confidence, created_at, updated_at) VALUES"
        file.execute(f"{memory} (1, NULL, 'timing', ?, 0.1, ?, ?)", (SAID, AT, AT))
        file.execute(f"{memory} (7, 'nginx', 'timing', '', 0.30000000000000004, ?, ?)", (AT, AT))
        file.execute("INSERT INTO memory_vectors VALUES (7, 'm', ?)", (bytes(range(256)),))
        file.execute("INSERT INTO memory_links (from_id, to_id, kind, created_at) VALUES (7, 1, 'replaces', ?)", (AT,))
        file.execute("INSERT INTO imported_facts VALUES (x'00ff', 'mem0', 'kept', 1, ?)", (AT,))
        file.execute("INSERT INTO telemetry (at, component, action) VALUES (?, 'a', 'b')", (AT,))
        version = "INSERT INTO memory_versions (id, memory_id, action, by, category, observation, confidence, active,"
        version += " pinned, created_at) VALUES"
        file.execute(f"{version} (1, 1, 'inserted', 'agent', 'timing', ?, 0.1, 1, 0, ?)", (SAID, AT))
        file.execute(f"{version} (2, 1, 'edited', 'operator', 'timing', ?, 0.1, 1, 0, ?)", (SAID, AT))
        kept = {
            "memory": {"owner": "", "audience": "private:", "observation": SAID, "confidence": 0.1},
            "versions": [{"by": "operator", "actor": ""}, {"by": "agent", "actor": ""}],
        }
        put = "INSERT INTO memory_trash (memory_id, document, deleted_at, audience) VALUES (5, ?, ?, 'private:')"
        file.execute(put, (json.dumps({"snapshot": kept}, ensure_ascii=False, separators=(",", ":")), AT))
        file.execute(f"{memory} (900, NULL, 'timing', 'gone', 0.5, ?, ?)", (AT, AT))
        file.execute("DELETE FROM memories WHERE id = 900")
    store = open_store(made)
    add_events(store, 2_500, "of the file")
    store.close()
    made.settings_file.write_text("# mine\n[run]\ndry_run = true\n")
    return made


@pytest.fixture
def address(empty_url: str) -> StoreAddress:
    return read_address(empty_url)


def rows_of(path: Path) -> dict[str, str]:
    """A checksum of each table of a file, reckoned here."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as file:
        names = [n for (n,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
        return {
            name: hashlib.sha256(
                "\n".join(sorted(repr(row) for row in file.execute(f'SELECT * FROM "{name}"'))).encode()
            ).hexdigest()
            for name in names
            if not name.startswith("sqlite_stat") and "_words" not in name
        }


@pytest.mark.slow
def test_there_and_back_every_row_is_the_same(folder: DataFolder, address: StoreAddress) -> None:
    before = rows_of(folder.database)
    there = move_to_server(folder, address, "ops")
    assert there.as_json()["verified"] is True
    assert there.tables["events"] == 2_500
    assert there.tables["memories"] == 2
    assert there.aside is not None
    assert rows_of(there.aside) == before
    assert server_of(folder) == address
    assert folder.settings_file.read_text().startswith("# mine\n[run]\ndry_run = true\n")
    status = store_status(folder)
    assert (status.store, status.place, status.tables) == ("postgresql", address.text, there.tables)
    assert not folder.database.exists()
    refresh_copy(address, folder.store_copy, READER)
    back = move_to_file(folder, address, "ops")
    assert not folder.store_copy.exists()
    assert back.tables == there.tables
    assert rows_of(folder.database) == before
    assert server_of(folder) is None
    assert store_status(folder).store == "file"
    with closing(sqlite3.connect(folder.database)) as file:
        found = file.execute("SELECT rowid FROM memory_words WHERE memory_words MATCH '\"unicode\"'").fetchall()
        assert found == [(1,)]
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


@pytest.mark.slow
def test_what_the_operator_of_a_file_did_has_his_name_on_the_server(folder: DataFolder, address: StoreAddress) -> None:
    move_to_server(folder, address, "ops")
    with psycopg.connect(address.text) as there:
        done = there.execute("SELECT by, actor FROM claudeops.memory_versions ORDER BY id").fetchall()
        assert done == [("agent", ""), ("operator", "ops")]
        ((document, audience),) = there.execute("SELECT document, audience FROM claudeops.memory_trash").fetchall()
    kept = json.loads(document)["snapshot"]
    assert (kept["memory"]["owner"], kept["memory"]["audience"], audience) == ("ops", "private:ops", "private:ops")
    assert kept["memory"]["observation"] == SAID
    assert kept["versions"] == [{"by": "operator", "actor": "ops"}, {"by": "agent", "actor": ""}]


@pytest.mark.slow
def test_the_application_goes_on_there_and_numbers_are_never_given_again(
    folder: DataFolder, address: StoreAddress
) -> None:
    move_to_server(folder, address, "ops")
    store = open_store(folder)
    try:
        add_events(store, 1, "of the server")
        sql = "INSERT INTO memories (category, observation, created_at, updated_at) VALUES ('timing', 'new', ?, ?)"
        assert store.write(lambda: store.database.execute_sql(sql, (AT, AT)).lastrowid).result() == 901
    finally:
        store.close()
    assert messages(folder)[-1] == "of the server 0"
    move_to_file(folder, address, "ops")
    store = open_store(folder)
    try:
        assert store.write(lambda: store.database.execute_sql(sql, (AT, AT)).lastrowid).result() == 902
    finally:
        store.close()
    assert messages(folder)[-1] == "of the server 0"


KILLED = """
import os, signal, sys
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import file as settings_file
from claudeops_desktop.storage.postgres import moving
from claudeops_desktop.storage.postgres.address import read_address
from pathlib import Path

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def told(progress):
    if progress.what == sys.argv[4] and progress.done >= 1000:
        die()

folder, way = DataFolder(Path(sys.argv[1])), sys.argv[3]
if sys.argv[4] == "changing over":
    settings_file.change = die
getattr(moving, way)(folder, read_address(sys.argv[2]), "ops", told)
"""


def killed(folder: DataFolder, address: StoreAddress, way: str, moment: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(folder.root), address.text, way, moment], check=False, timeout=120
    )
    assert done.returncode == -signal.SIGKILL


@pytest.mark.slow
@pytest.mark.parametrize("moment", few_of(["changing over", "Copying rows", "Comparing rows"], 1))
def test_killed_on_the_way_to_the_server_it_is_begun_again(
    folder: DataFolder, address: StoreAddress, moment: str
) -> None:
    before = rows_of(folder.database)
    killed(folder, address, "move_to_server", moment)
    assert rows_of(folder.database) == before
    assert server_of(folder) is None
    assert move_to_server(folder, address, "ops").tables["events"] == 2_500
    assert server_of(folder) == address


@pytest.mark.slow
@pytest.mark.parametrize("moment", few_of(["Comparing rows", "Copying rows"], 1))
def test_killed_on_the_way_back_it_is_begun_again(folder: DataFolder, address: StoreAddress, moment: str) -> None:
    before = rows_of(folder.database)
    move_to_server(folder, address, "ops")
    killed(folder, address, "move_to_file", moment)
    assert server_of(folder) == address
    assert not folder.database.exists()
    move_to_file(folder, address, "ops")
    assert rows_of(folder.database) == before
    assert not list(folder.root.glob(".claudeops.db.moving*"))


@pytest.mark.slow
def test_a_target_that_holds_something_else_is_refused(
    folder: DataFolder, address: StoreAddress, tmp_path: Path
) -> None:
    other = used_folder(tmp_path / "other")
    move_to_server(other, address, "ops")
    before = rows_of(folder.database)
    with pytest.raises(OperatorError, match="holds a store already"):
        move_to_server(folder, address, "ops")
    assert rows_of(folder.database) == before
    used_folder(other.root)
    with pytest.raises(OperatorError, match="is there already"):
        move_to_file(other, address, "ops")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE memories SET observation = 'a' || char(0) || 'b' WHERE id = 7", "id 7, the value of observation"),
        ("UPDATE memories SET tier = 'first' WHERE id = 1", "id 1, the value of tier is no INTEGER"),
    ],
)
def test_a_value_that_a_server_cannot_hold_is_named(
    folder: DataFolder, address: StoreAddress, statement: str, named: str
) -> None:
    with closing(sqlite3.connect(folder.database)) as file, file:
        file.execute(statement)
    before = rows_of(folder.database)
    with pytest.raises(OperatorError, match=named):
        move_to_server(folder, address, "ops")
    assert rows_of(folder.database) == before
    with psycopg.connect(address.text) as there:
        assert there.execute("SELECT to_regnamespace('claudeops')").fetchone() == (None,)


@pytest.mark.slow
def test_while_the_application_is_at_work_nothing_is_moved(folder: DataFolder, address: StoreAddress) -> None:
    store = open_store(folder)
    try:
        add_events(store, 1, "now")
        with closing(sqlite3.connect(folder.database, isolation_level=None)) as held:
            held.execute("BEGIN IMMEDIATE")
            with pytest.raises(ClaudeOpsError):
                move_to_server(folder, address, "ops")
    finally:
        store.close()
    assert server_of(folder) is None


@pytest.mark.slow
def test_rows_that_come_out_differently_change_nothing(
    folder: DataFolder, address: StoreAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = canonical_rows.RowSum.so_far
    sums: list[object] = []

    def other(self: canonical_rows.RowSum) -> object:
        made = real(self)
        sums.append(made)
        return made if len(sums) < 120 else canonical_rows.TableSum(made.rows, "0")

    monkeypatch.setattr(canonical_rows.RowSum, "so_far", other)
    with pytest.raises(EnvironmentFault, match="came out differently"):
        move_to_server(folder, address, "ops")
    assert server_of(folder) is None
    with psycopg.connect(address.text) as there:
        assert there.execute("SELECT to_regnamespace('claudeops')").fetchone() == (None,)


@pytest.mark.slow
def test_a_backup_of_a_store_on_a_server_is_one_like_any_other(folder: DataFolder, address: StoreAddress) -> None:
    from claudeops_desktop.storage.backup import back_up
    from claudeops_desktop.storage.restore import restore_backup

    before = rows_of(folder.database)
    move_to_server(folder, address, "ops")
    target = folder.root.parent / "whole.zip"
    assert back_up(folder, target, logs=False).counts["events"] == 2_500
    with pytest.raises(OperatorError, match="PostgreSQL server"):
        restore_backup(folder, target)
    other = DataFolder(folder.root.parent / "other")
    restore_backup(other, target)
    with closing(sqlite3.connect(other.database)) as file, file:  # a backup keeps the names of the server
        assert file.execute("UPDATE memories SET owner = '' WHERE owner = 'ops'").rowcount > 0
        assert file.execute("UPDATE memory_versions SET actor = '' WHERE actor = 'ops'").rowcount > 0
        in_the_trash = file.execute("SELECT document, audience FROM memory_trash").fetchone()
        assert in_the_trash[1] == "private:ops"
    assert rows_of(other.database) | {"memory_trash": ""} == before | {"memory_trash": ""}


@pytest.mark.slow
def test_upkeep_of_a_server(folder: DataFolder, address: StoreAddress) -> None:
    move_to_server(folder, address, "ops")
    assert read_everything(address) == []
    whole, tables = measure_tables(address)
    assert {name: rows for name, rows, _ in tables}["events"] == 2_500
    assert whole > sum(size for _, _, size in tables) > 0
    before, after = write_anew(address)
    assert before > 0 < after


@pytest.fixture
def cli(folder: DataFolder) -> Iterator[object]:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(folder.root), *words],
            capture_output=True, text=True, check=False, timeout=120, env=os.environ | {"PGPASSWORD": ""},
        )  # fmt: skip

    return run


@pytest.mark.slow
def test_the_command_line(cli: object, folder: DataFolder, address: StoreAddress) -> None:
    run = cli
    done = run("store", "move", address.text, "--json")  # type: ignore[operator]
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout)
    assert {key: said[key] for key in ("from", "to", "verified")} == {
        "from": str(folder.database), "to": address.text, "verified": True,
    }  # fmt: skip
    assert said["tables"]["events"] == 2_500
    found = json.loads(run("store", "status", "--json").stdout)  # type: ignore[operator]
    assert (found["store"], found["tables"]["memories"], found["schema"]) == ("postgresql", 2, found["known"])
    assert "on a server" in run("doctor").stdout  # type: ignore[operator]
    memories = json.loads(run("memory", "list", "--json").stdout)  # type: ignore[operator]
    assert SAID in [memory["observation"] for memory in memories]
    assert run("restore", "none.zip").returncode != 0  # type: ignore[operator]
    assert run("store", "move", "file", "--json").returncode == 0  # type: ignore[operator]


@pytest.mark.slow
def test_a_password_in_the_url_is_refused_and_never_shown(cli: object, folder: DataFolder) -> None:
    for url in ("postgresql://me:hunter2@h/d", "postgresql://h/d?password=hunter2", "mysql://me:hunter2@h/d"):
        done = cli("store", "move", url)  # type: ignore[operator]
        assert done.returncode == 2
        assert "hunter2" not in done.stdout + done.stderr
    assert "hunter2" not in "".join(
        path.read_text(errors="replace") for path in [folder.settings_file, *folder.logs.glob("*.log")]
    )


@pytest.mark.parametrize(
    "text",
    ["", "claudeops.db", "http://h/d", "postgresql://h", "postgresql://h:x/d", "postgresql://h/d?target=1",
     f"postgresql://{'h' * 70}/d"],
)  # fmt: skip
def test_what_is_no_url_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        read_address(text)


def test_a_url_is_kept_as_it_is_shown() -> None:
    made = read_address("postgresql://me@db.example:5433/ops?sslmode=require")
    assert made.text == "postgresql://me@db.example:5433/ops?sslmode=require"
    assert made.place == "db.example/ops"
