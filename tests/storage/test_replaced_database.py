"""The database is replaced or deleted under a process that has it open: nothing is written where nobody finds it."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing

import pytest

from claudeops_desktop import app
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.database import ReplacedDatabase

pytestmark = pytest.mark.file_only("a server has no file of ours")


@pytest.fixture
def folder(tmp_path) -> DataFolder:
    return DataFolder(tmp_path / "data")


@pytest.fixture
def store(folder):
    opened = open_store(folder)
    yield opened
    opened.close()


def add(store, message="x"):
    return store.write(
        lambda: RecordRepositories(store).events.add(
            level="info", message=message, service=None, session_id=None, now=utc_now()
        )
    )


def replace(folder: DataFolder) -> None:
    """Put another database there, as restoring a copy by hand does."""
    other = folder.root / "other.db"
    with closing(sqlite3.connect(folder.database)) as source, closing(sqlite3.connect(other)) as target:
        source.backup(target)
    other.replace(folder.database)


def test_a_replaced_database_takes_no_write(store, folder):
    replace(folder)
    with pytest.raises(ReplacedDatabase, match=r"was replaced while Claude Ops used it: nothing more is stored\.$"):
        add(store).result()


def test_a_deleted_folder_takes_no_write(store, folder):
    shutil.rmtree(folder.root)
    with pytest.raises(ReplacedDatabase, match=r"was deleted while Claude Ops used it") as raised:
        add(store).result()
    assert "restore a backup" in raised.value.remedy
    assert not folder.root.exists()


def test_a_write_during_which_it_is_replaced_is_not_called_stored(store, folder):
    with pytest.raises(ReplacedDatabase):
        store.write(lambda: replace(folder)).result()


def test_no_further_thread_opens_the_other_database(store, folder):
    replace(folder)
    with pytest.raises(ReplacedDatabase):
        store.read(RecordRepositories(store).events.list).result()


def test_it_goes_on_where_the_database_is_put_back(store, folder):
    kept = folder.root / "kept.db"
    folder.database.rename(kept)
    with pytest.raises(ReplacedDatabase):
        add(store).result()
    kept.rename(folder.database)
    assert add(store).result()


@pytest.fixture
def engine(qapp, folder):
    opened = ApplicationEngine(folder)
    yield opened
    opened.close()


@pytest.mark.slow
def test_the_heartbeat_says_so_and_saves_what_the_former_one_held(engine, folder, qtbot):
    told: list[EnvironmentFault] = []
    engine.heartbeat.tell = told.append
    engine.keep_time()
    add(engine.store, "written before").result()
    replace(folder)
    assert engine.heartbeat.look_at_store() is False
    qtbot.waitUntil(lambda: bool(told), timeout=30_000)
    (copy,) = folder.backups.glob("claudeops-replaced-*.db")
    assert str(copy) in told[0].full_text
    with closing(sqlite3.connect(copy)) as database:
        assert database.execute("SELECT count(*) FROM events WHERE message = 'written before'").fetchone() == (1,)
    assert not engine.schedule.acts


@pytest.mark.slow
def test_the_daemon_ends_and_says_why(folder, qapp, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.runs.store_heartbeat.EVERY_S", 0.05)
    engines: list[ApplicationEngine] = []
    opened = app.open_engine

    def open_and_replace(place: DataFolder) -> ApplicationEngine:
        engines.append(opened(place))
        replace(place)
        return engines[0]

    monkeypatch.setattr(app, "open_engine", open_and_replace)
    with pytest.raises(EnvironmentFault, match="was replaced while Claude Ops used it"):
        app.run_daemon(folder)
