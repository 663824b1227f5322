"""The server of a store goes away: what is read, what waits, who leads, and what hooks of the Claude CLI do."""

from __future__ import annotations

import json
import os
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest
from pytestqt.qtbot import QtBot
from support import postgres_server
from support.tcp_proxy import ServerProxy

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.principals import make_operator
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings import file as settings_file
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.hooks import answer
from claudeops_desktop.memory.extraction import run_hook
from claudeops_desktop.memory.extraction.noted_outbox import any_noted, deliver_notes
from claudeops_desktop.memory.purging.types import PurgeRequest
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.runs.purge_everywhere import OTHER_MACHINES, PurgeRunner
from claudeops_desktop.storage import DataStore, open_store
from claudeops_desktop.storage.leadership import StoreLead
from claudeops_desktop.storage.postgres import keeping_copy
from claudeops_desktop.storage.postgres.address import read_address
from claudeops_desktop.storage.postgres.copy_file import is_behind_purges
from claudeops_desktop.storage.postgres.faults import ServerAway
from claudeops_desktop.storage.postgres.keeping_copy import AS_IT_WAS, refresh_copy
from claudeops_desktop.storage.postgres.leading import LEADERS

READER = make_operator("ops", [], ["claude"])


@pytest.fixture
def way() -> Iterator[ServerProxy]:
    """The way to a server with a store."""
    made = ServerProxy(postgres_server.used_database())
    yield made
    made.close()
    postgres_server.drop_databases()


@pytest.fixture
def folder(tmp_path: Path, way: ServerProxy) -> DataFolder:
    made = DataFolder(tmp_path / "data").create()
    settings_file.change(made.settings_file, "store.url", way.url)
    return made


def add_event(store: DataStore, text: str) -> None:
    book = RecordRepositories(store)
    store.write(
        lambda: book.events.add(level="info", message=text, service=None, session_id=None, now=utc_now())
    ).result()


def messages(store: DataStore) -> list[str]:
    book = RecordRepositories(store)
    return store.read(lambda: [event.message for event in book.events.list()]).result()


@pytest.mark.slow
def test_a_copy_is_read_while_the_server_is_away_and_writes_are_refused(
    folder: DataFolder, way: ServerProxy, qtbot: QtBot
) -> None:
    store = open_store(folder, from_copy=True)
    try:
        add_event(store, "before")
        assert refresh_copy(read_address(way.url), folder.store_copy, READER) > 0
        assert refresh_copy(read_address(way.url), folder.store_copy, READER) == AS_IT_WAS
        way.cut()
        assert messages(store) == ["before"]
        assert store.absence is not None
        assert store.absence.copy_at is not None
        with pytest.raises(EnvironmentFault, match="does not answer"):
            add_event(store, "lost")
        way.heal()
        qtbot.waitUntil(lambda: store.absence is None, timeout=30_000)
        add_event(store, "after")
        assert messages(store) == ["after", "before"]
    finally:
        store.close()


@pytest.mark.slow
def test_a_start_without_the_server_reads_the_copy_until_it_is_back(
    folder: DataFolder, way: ServerProxy, qtbot: QtBot
) -> None:
    open_store(folder).close()
    refresh_copy(read_address(way.url), folder.store_copy, READER)
    way.cut()
    store = open_store(folder, from_copy=True)
    try:
        assert messages(store) == []
        way.heal()
        qtbot.waitUntil(lambda: store.absence is None, timeout=30_000)
        add_event(store, "after")
        assert messages(store) == ["after"]
    finally:
        store.close()


@pytest.mark.slow
def test_a_server_that_loses_its_power_and_is_started_again(tmp_path: Path, qtbot: QtBot) -> None:
    server = postgres_server.OwnServer()
    folder = DataFolder(tmp_path / "data").create()
    settings_file.change(folder.settings_file, "store.url", server.url)
    store = open_store(folder, from_copy=True)
    try:
        lead = StoreLead(store, folder.root)
        assert lead.take_lead()
        add_event(store, "before")
        refresh_copy(read_address(server.url), folder.store_copy, READER)
        server.stop_at_once()
        assert messages(store) == ["before"]
        with pytest.raises(EnvironmentFault, match="does not answer"):
            add_event(store, "lost")
        assert lead.look_again() == "lost"
        server.start()
        qtbot.waitUntil(lambda: store.absence is None, timeout=30_000)
        qtbot.waitUntil(lambda: lead.look_again() == "taken", timeout=30_000)
        add_event(store, "after")
        assert messages(store) == ["after", "before"]
        lead.release()
    finally:
        store.close()
        server.close()


@pytest.mark.slow
def test_a_copy_that_was_read_before_the_end_of_a_purge_does_not_stay(
    folder: DataFolder, way: ServerProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(folder)
    try:
        add_event(store, "Zanzibar")
        purges = ["INSERT INTO purges (at, by, state) VALUES ('2026-03-01T10:00:00.000Z', 'operator', 'done')"]
        fill_file = keeping_copy.fill_file

        def purged_meanwhile(part: Path, *given: Any) -> Any:
            found = fill_file(part, *given)
            for sql in purges:
                store.write(lambda: store.database.execute_sql("DELETE FROM events")).result()
                store.write(lambda sql=sql: store.database.execute_sql(sql)).result()
            purges.clear()
            return found

        monkeypatch.setattr(keeping_copy, "fill_file", purged_meanwhile)
        refresh_copy(read_address(way.url), folder.store_copy, READER)
        assert b"Zanzibar" not in folder.store_copy.read_bytes()
        assert not is_behind_purges(folder.store_copy, [1])
        assert is_behind_purges(folder.store_copy, [1, 2])
    finally:
        store.close()


@pytest.mark.slow
def test_what_is_purged_on_one_machine_goes_from_the_copy_of_another(
    folder: DataFolder, way: ServerProxy, qapp: object, tmp_path: Path
) -> None:
    elsewhere = DataFolder(tmp_path / "elsewhere").create()
    settings_file.change(elsewhere.settings_file, "store.url", way.url)
    here, there = ApplicationEngine(folder), ApplicationEngine(elsewhere)
    try:
        add_event(here.store, "Zanzibar answers")
        for each in (here, there):
            refresh_copy(read_address(way.url), each.folder.store_copy, READER)
            assert b"Zanzibar" in each.folder.store_copy.read_bytes()
        report = PurgeRunner(here.book, here.memory, folder, Settings(), {"HOME": str(tmp_path)}).run(
            PurgeRequest("Zanzibar")
        )
        assert not report.remains
        assert OTHER_MACHINES in report.unreachable
        assert not folder.store_copy.exists()
        there.store_copies._not_before = time.monotonic() + 3600  # it does not wait for the next that is due
        there.store_copies.look_now()
        there.store_copies.finish()
        assert elsewhere.store_copy.exists()
        assert b"Zanzibar" not in elsewhere.store_copy.read_bytes()
    finally:
        here.close()
        there.close()


@pytest.mark.slow
def test_one_that_loses_the_lead_stops_what_a_leader_does_and_takes_it_up_again(
    folder: DataFolder, way: ServerProxy, qapp: object, qtbot: QtBot
) -> None:
    engine = ApplicationEngine(folder)
    here = "(SELECT oid FROM pg_database WHERE datname = current_database())"
    held = f"FROM pg_locks WHERE locktype = 'advisory' AND objid = {LEADERS} AND granted AND database = {here}"

    def acts() -> tuple[bool, ...]:
        parts = (engine.schedule._acting, engine.routine._acting, engine.server._acting, engine.aftercare._on)
        timers = (engine.triage, engine.second_looks, engine.rendering, engine.library_updates, engine.knowledge_sync)
        threads = (engine.monitoring.monitor._thread, engine.notifier._thread)
        return (*parts, *(each._call_off is not None for each in timers), *(each is not None for each in threads))

    try:
        with psycopg.connect(way.url, autocommit=True) as other:
            engine.routine.check_soon = lambda: None  # type: ignore[method-assign]
            assert engine.keep_time()
            qtbot.waitUntil(lambda: all(acts()), timeout=30_000)
            while other.execute(f"SELECT count(*) {held} AND pid <> pg_backend_pid()").fetchone() != (0,):
                other.execute(f"SELECT pg_terminate_backend(pid) {held} AND pid <> pg_backend_pid()")
                other.execute(f"SELECT pg_try_advisory_lock({LEADERS})")
            other.execute(f"SELECT pg_advisory_lock({LEADERS})")
            qtbot.waitUntil(lambda: not any(acts()), timeout=30_000)
            other.execute("SELECT pg_advisory_unlock_all()")
            qtbot.waitUntil(lambda: all(acts()), timeout=30_000)
    finally:
        engine.close()


def test_a_server_without_memory_is_not_a_full_disk(folder: DataFolder) -> None:
    store = open_store(folder)
    try:
        failing = "DO $$ BEGIN RAISE EXCEPTION 'out of memory' USING ERRCODE = '53200'; END $$"
        with pytest.raises(EnvironmentFault, match="has run out of memory"):
            store.write(lambda: store.database.native(failing)).result()
    finally:
        store.close()


def test_a_host_whose_name_is_not_known_is_named(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "data").create()
    settings_file.change(folder.settings_file, "store.url", "postgresql://me@nobody.invalid/ops")
    with pytest.raises(ServerAway, match=r"nobody\.invalid/ops cannot be found by its name"):
        open_store(folder)


def test_a_full_disk_at_the_server_is_one_sentence_and_what_is_there_stays(
    folder: DataFolder, way: ServerProxy
) -> None:
    store = open_store(folder)
    try:
        add_event(store, "before")
        with psycopg.connect(way.url, autocommit=True) as there:
            there.execute(
                "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                " RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
            )
            there.execute("CREATE TRIGGER full_disk BEFORE INSERT ON claudeops.events EXECUTE FUNCTION full_disk()")
            with pytest.raises(EnvironmentFault, match="The disk of the PostgreSQL server is full"):
                add_event(store, "lost")
            there.execute("DROP TRIGGER full_disk ON claudeops.events")
        add_event(store, "after")
        assert messages(store) == ["after", "before"]
    finally:
        store.close()


def hook(folder: DataFolder, event: str, **given: object) -> str:
    said: list[str] = []
    text = json.dumps({"hook_event_name": event, "session_id": str(uuid.uuid4())} | given).encode()
    answer.answer_hook([event, "--data-dir", str(folder.root)], {}, lambda: text, said.append)
    return json.loads(said[0])["hookSpecificOutput"]["additionalContext"] if said else ""


@pytest.mark.slow
def test_hooks_tell_what_the_copy_holds_and_its_age(folder: DataFolder, way: ServerProxy) -> None:
    open_store(folder).close()
    assert "no copy of them yet" in hook(folder, "SessionStart", source="startup")
    assert hook(folder, "UserPromptSubmit", prompt="jellyfin?") == ""
    with psycopg.connect(way.url, autocommit=True) as there:
        there.execute("SET search_path = claudeops, pg_catalog")
        there.execute(
            "INSERT INTO claudeops.memories (category, service, observation, confidence, created_at, updated_at)"
            " VALUES ('behavior', 'jellyfin', 'Takes 60s to start', 0.7, %(at)s, %(at)s)",
            {"at": "2026-01-01T00:00:00.000Z"},
        )
    refresh_copy(read_address(way.url), folder.store_copy, READER)
    way.cut()
    told = hook(folder, "UserPromptSubmit", prompt="Why does jellyfin not start?")
    assert "Takes 60s to start" in told
    assert "hours old" not in told
    os.utime(folder.store_copy, (1, 1))
    assert "hours old" in hook(folder, "UserPromptSubmit", prompt="Why does jellyfin not start?")


def test_what_a_hook_notes_is_kept_here_and_taken_in_once(folder: DataFolder, tmp_path: Path) -> None:
    name = str(uuid.uuid4())
    transcript = tmp_path / "projects" / "p" / f"{name}.jsonl"
    transcript.parent.mkdir(parents=True)
    transcript.write_text("{}\n")
    given = {"hook_event_name": "SessionEnd", "session_id": name, "transcript_path": str(transcript)}
    (tmp_path / "given").write_text(json.dumps(given))
    with (tmp_path / "given").open() as stdin:
        assert run_hook(("--data-dir", str(folder.root)), {}, stdin) == 0
    assert any_noted(str(folder.root))
    taken: list[object] = []

    def killed(note: object) -> None:
        taken.append(note)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        deliver_notes(str(folder.root), killed)
    assert deliver_notes(str(folder.root), taken.append) == 1
    assert taken[0] == taken[1]
    assert deliver_notes(str(folder.root), taken.append) == 0
