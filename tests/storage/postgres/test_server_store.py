"""A store on a server as the application has it: other processes, a server that goes away, one leader."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pytestqt.qtbot import QtBot
from support import postgres_server
from support.ports import held_port

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.errors import EnvironmentFault, OperatorError
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import file as settings_file
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store
from claudeops_desktop.storage import store as store_module
from claudeops_desktop.storage.database import proxy
from claudeops_desktop.storage.leadership import StoreLead
from claudeops_desktop.storage.postgres import building, database, leading, looking
from claudeops_desktop.storage.postgres.address import read_address
from claudeops_desktop.storage.postgres.building import BUILDERS
from claudeops_desktop.storage.postgres.database import PostgresDatabase
from claudeops_desktop.storage.qt_async import StoreBridge


@pytest.fixture
def url() -> Iterator[str]:
    yield postgres_server.used_database()
    postgres_server.drop_databases()


def folder_of(root: Path, url: str) -> DataFolder:
    """A workstation of that store."""
    folder = DataFolder(root).create()
    settings_file.change(folder.settings_file, "store.url", url)
    return folder


def add_event(store: DataStore, text: str) -> None:
    book = RecordRepositories(store)
    store.write(
        lambda: book.events.add(level="info", message=text, service=None, session_id=None, now=utc_now())
    ).result()


def count(store: DataStore) -> int:
    return int(store.read(lambda: store.database.execute_sql("SELECT count(*) FROM events").fetchone()[0]).result())


WORKER = """
import sys
from pathlib import Path
from typing import Any
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.leadership import StoreLead

store = open_store(DataFolder(Path(sys.argv[1])))
what = sys.argv[2]
if what == "lead":
    lead = StoreLead(store, Path(sys.argv[1]))
    print("leads" if lead.take_lead() else "waits", flush=True)
    sys.stdin.read()
elif what == "count":
    def one_more():
        found = store.database.execute_sql("SELECT detail FROM health_checks WHERE id = 1").fetchone()
        store.database.execute_sql("UPDATE health_checks SET detail = ? WHERE id = 1", (str(int(found[0]) + 1),))
    for _ in range(30):
        store.write(one_more).result()
store.close()
"""


def worker(folder: DataFolder, what: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WORKER, str(folder.root), what],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip


def test_what_one_machine_writes_the_window_of_another_hears(tmp_path: Path, url: str, qtbot: QtBot) -> None:
    here = open_store(folder_of(tmp_path / "a", url))
    bridge = StoreBridge(here)
    try:
        bridge.watch(True)
        bridge._poll.stop()  # only what the server tells
        heard: list[object] = []
        bridge.changed.connect(heard.append)
        qtbot.waitUntil(lambda: here.mark()[0] > 0)  # it listens
        bound = proxy.obj
        there = open_store(folder_of(tmp_path / "b", url))
        try:
            add_event(there, "from another machine")
        finally:
            there.close()
            proxy.initialize(bound)
        qtbot.waitUntil(lambda: bool(heard))
        assert heard[0].table == "*"  # type: ignore[attr-defined]
        assert count(here) == 1
    finally:
        bridge.close()
        here.close()


def test_own_writes_are_not_those_of_others(tmp_path: Path, url: str) -> None:
    store = open_store(folder_of(tmp_path / "a", url))
    try:
        add_event(store, "one")
        before = store.external_version().result()
        add_event(store, "two")
        assert store.external_version().result() == before
        with psycopg.connect(url, autocommit=True) as other:
            other.execute("DELETE FROM claudeops.events WHERE message = 'one'")
        assert store.external_version().result() > before
    finally:
        store.close()


@pytest.mark.slow
def test_no_update_is_lost_between_machines(tmp_path: Path, url: str) -> None:
    folders = [folder_of(tmp_path / name, url) for name in "abc"]
    with psycopg.connect(url, autocommit=True) as there:
        there.execute(
            "INSERT INTO claudeops.health_checks (id, service, status, detail, checked_at)"
            " VALUES (1, 's', 'up', '0', '2026-01-01T00:00:00.000Z')"
        )
        running = [worker(folder, "count") for folder in folders]
        for one in running:
            one.communicate(timeout=120)
        assert [one.returncode for one in running] == [0, 0, 0]
        assert there.execute("SELECT detail FROM claudeops.health_checks").fetchone() == ("90",)


@pytest.mark.slow
def test_one_leads_and_another_takes_over_when_it_dies(tmp_path: Path, url: str, qtbot: QtBot) -> None:
    first, second = (folder_of(tmp_path / name, url) for name in "ab")
    store = open_store(second)
    lead = StoreLead(store, second.root)
    running = worker(first, "lead")
    try:
        assert running.stdout is not None
        assert running.stdout.readline() == "leads\n"
        assert lead.take_lead() is False
        assert lead.look_again() == ""
        os.kill(running.pid, signal.SIGKILL)
        running.wait(60)
        qtbot.waitUntil(lambda: lead.look_again() == "taken")
        assert lead.held
        with psycopg.connect(url, autocommit=True) as there:
            there.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 1668050796"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
            )
        assert lead.look_again() == "lost"
        assert not lead.held
        assert lead.look_again() == "taken"
    finally:
        lead.release()
        store.close()
        running.kill()
        running.communicate()


@pytest.mark.parametrize("hours", [1, -1])
def test_a_machine_whose_clock_is_an_hour_off_goes_by_the_server_s(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch, hours: int
) -> None:
    for place in (leading, looking, store_module):
        monkeypatch.setattr(place, "utc_now", lambda: utc_now() + timedelta(hours=hours))
    folder = folder_of(tmp_path / "a", url)
    store = open_store(folder)
    lead = StoreLead(store, folder.root)
    try:
        assert lead.take_lead()
        assert abs(store.now() - utc_now()) < timedelta(minutes=1)
    finally:
        lead.release()
        store.close()
    assert abs(looking.clock_difference(read_address(url)) + timedelta(hours=hours)) < timedelta(minutes=1)


@pytest.mark.slow
def test_a_machine_that_stands_still_in_a_write_keeps_no_other_from_writing(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BEGIN_WRITING", database._BEGIN_WRITING.replace(f"'{database.STILL}'", "'200ms'"))
    first, second = open_store(folder_of(tmp_path / "a", url)), open_store(folder_of(tmp_path / "b", url))
    stands, wakes = threading.Event(), threading.Event()

    def suspended() -> None:
        first.database.execute_sql("SELECT 1")
        stands.set()
        wakes.wait(60)
        first.database.execute_sql("INSERT INTO due_times (schedule_id, due_at, state) VALUES (1, 'x', 'queued')")

    try:
        slept = first.write(suspended)
        stands.wait(60)
        add_event(second, "goes on")
        wakes.set()
        with pytest.raises(EnvironmentFault, match="stood still in the middle of a write"):
            slept.result()
        add_event(first, "awake")
        assert count(second) == 2
    finally:
        wakes.set()
        first.close()
        second.close()


@pytest.mark.slow
def test_where_the_server_goes_a_sentence_says_so_and_it_goes_on_when_it_is_back(tmp_path: Path, url: str) -> None:
    store = open_store(folder_of(tmp_path / "a", url))
    try:
        add_event(store, "before")
        with psycopg.connect(postgres_server.server(), autocommit=True) as there:
            name = url.partition("?")[0].rpartition("/")[2]
            there.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
            there.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", (name,))
            with pytest.raises(EnvironmentFault):
                add_event(store, "lost")
            with pytest.raises(EnvironmentFault):
                count(store)
            there.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        add_event(store, "after")
        assert count(store) == 2
    finally:
        store.close()


def test_nobody_listens(tmp_path: Path) -> None:
    with held_port() as port, pytest.raises(EnvironmentFault, match="does not answer"):
        open_store(folder_of(tmp_path / "a", f"postgresql://me@127.0.0.1:{port}/ops"))


def test_a_database_that_is_not_there_is_named(tmp_path: Path, url: str) -> None:
    missing = url.replace(url.partition("?")[0].rpartition("/")[2], "no_such_database")
    with pytest.raises(EnvironmentFault, match="There is no database") as told:
        open_store(folder_of(tmp_path / "a", missing))
    assert "createdb" in told.value.remedy


def test_a_wrong_password_is_one_sentence_and_the_right_one_opens(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    guarded = folder_of(tmp_path / "a", postgres_server.with_password(url, "right"))
    monkeypatch.setenv("CLAUDEOPS_SECRET_STORE_PASSWORD", "wr0ng")
    with pytest.raises(EnvironmentFault, match="refuses the user or the password") as told:
        open_store(guarded)
    assert "claudeops secrets set store-password" in told.value.remedy
    assert "wr0ng" not in told.value.full_text
    monkeypatch.setenv("CLAUDEOPS_SECRET_STORE_PASSWORD", "right")
    open_store(guarded).close()


@pytest.mark.slow
@pytest.mark.parametrize("kept", ["in a file too", "in the environment alone"])
def test_a_session_is_refused_where_its_guard_could_not_log_in(
    tmp_path: Path, url: str, monkeypatch: pytest.MonkeyPatch, kept: str
) -> None:
    folder = folder_of(tmp_path / "a", postgres_server.with_password(url, "right"))
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "PGPASSFILE", "PGPASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("CLAUDEOPS_SECRET_STORE_PASSWORD", "right")
    program = tmp_path / "claude"
    program.write_text("#!/bin/sh\necho '2.1.330 (Claude Code)'\n")
    program.chmod(0o755)
    if kept == "in a file too":
        (tmp_path / ".pgpass").write_text("*:*:*:*:right\n")
        (tmp_path / ".pgpass").chmod(0o600)
    words = ("run", "--agent", "claude", "--data-dir", str(folder.root))
    chosen = {"CLAUDEOPS_AGENT_CLAUDE_PATH": str(program), "CLAUDEOPS_AGENT_PREFERRED": "claude"}
    done = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", *words],
        capture_output=True,
        text=True,
        env=os.environ | chosen,
        check=False,
    )
    refused = "The password of the store is in CLAUDEOPS_SECRET_STORE_PASSWORD alone, which no session is handed"
    assert (refused in done.stderr) == (kept == "in the environment alone"), done.stderr
    store = open_store(folder)
    try:
        sessions = store.read(lambda: store.database.execute_sql("SELECT count(*) FROM sessions").fetchone()[0])
        assert sessions.result() == (0 if refused in done.stderr else 1)
    finally:
        store.close()
    doctor = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop", "doctor", "--data-dir", str(folder.root)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (refused in doctor.stdout) == (refused in done.stderr), doctor.stdout


@pytest.mark.slow
def test_migrations_are_made_by_one_while_others_wait(
    tmp_path: Path, empty_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder = folder_of(tmp_path / "a", empty_url)
    with psycopg.connect(empty_url, autocommit=True) as other, ThreadPoolExecutor(1) as pool:
        other.execute(f"SELECT pg_advisory_lock({BUILDERS})")
        opening = pool.submit(open_store, folder)
        waiting = (
            "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
        )
        while not other.execute(waiting).fetchone()[0]:  # type: ignore[index]
            assert not opening.done()
        assert "waiting for it" in caplog.text
        other.execute(f"SELECT pg_advisory_unlock({BUILDERS})")
        store = opening.result(60)
        add_event(store, "made")
        assert count(store) == 1
        store.close()


@pytest.mark.slow
def test_one_that_is_suspended_while_it_makes_the_schema_keeps_no_other_waiting(
    tmp_path: Path, empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(building, "STILL", "1s")
    suspended, goes_on = threading.Event(), threading.Event()
    make_schema = building.make_schema

    def stands_still(*args: Any) -> None:
        if not suspended.is_set():
            suspended.set()
            goes_on.wait(60)
        make_schema(*args)

    monkeypatch.setattr(building, "make_schema", stands_still)
    with ThreadPoolExecutor(1) as pool:
        opening = pool.submit(prepare, empty_url)
        assert suspended.wait(60)
        store = open_store(folder_of(tmp_path / "b", empty_url))
        add_event(store, "made")
        assert count(store) == 1
        goes_on.set()
        assert opening.exception(60) is not None  # its transaction is gone
        store.close()


def prepare(url: str) -> None:
    database = PostgresDatabase(read_address(url))
    database.connect()
    try:
        building.prepare_server(database)
    finally:
        database.close_everywhere()


def test_a_store_of_a_newer_version_is_refused_with_a_choice(tmp_path: Path, url: str) -> None:
    with psycopg.connect(url, autocommit=True) as there:
        there.execute("INSERT INTO claudeops.schema_migrations VALUES (9999, 'later', '2026-01-01T00:00:00.000Z')")
    with pytest.raises(OperatorError, match="newer version") as refused:
        open_store(folder_of(tmp_path / "a", url))
    assert "--data-dir" in refused.value.remedy


@pytest.mark.slow
def test_psycopg_is_not_imported_while_the_store_is_a_file() -> None:
    code = (
        "import sys; from claudeops_desktop.__main__ import keep_peewee_alone; keep_peewee_alone();"
        "from claudeops_desktop.engine import ApplicationEngine; sys.exit('psycopg' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=120).returncode == 0
