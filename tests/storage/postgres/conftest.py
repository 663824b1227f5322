"""A real server; each test has databases of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from support import postgres_server
from support.store_people import Person

from claudeops_desktop.cli.cli_context import CliBackend
from claudeops_desktop.cli.main import main
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import file as settings_file
from claudeops_desktop.storage.postgres.address import read_address
from claudeops_desktop.storage.postgres.database import PostgresDatabase


@pytest.fixture
def empty_url() -> Iterator[str]:
    """The URL of a database with nothing in it."""
    yield postgres_server.empty_database()
    postgres_server.drop_databases()


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[PostgresDatabase]:
    """A store with the schema of this version and no rows."""
    database = PostgresDatabase(read_address(postgres_server.used_database()))
    database.connect()
    database.refresh_catalog()
    yield database
    database.close()
    database.close_everywhere()
    postgres_server.drop_databases()


@pytest.fixture(autouse=True)
def _store_on_server() -> None:
    """These tests say themselves which store is where."""


@pytest.fixture
def shared_url() -> Iterator[str]:
    yield postgres_server.used_database()
    postgres_server.drop_databases()


@pytest.fixture
def person(
    tmp_path: Path, shared_url: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., Person]:
    monkeypatch.setenv("COLUMNS", "200")

    def closed(*_: object) -> Any:
        raise AssertionError("this command needs no engine")

    def call(folder: DataFolder, *words: object) -> tuple[int, str, str]:
        monkeypatch.setenv("CLAUDEOPS_DATA_DIR", str(folder.root))
        capsys.readouterr()
        code = main([str(word) for word in words], CliBackend(closed, closed, closed))
        said = capsys.readouterr()
        return code, said.out, said.err

    def make(name: str) -> Person:
        folder = DataFolder(tmp_path / name).create()
        settings_file.change(folder.settings_file, "store.url", shared_url)
        settings_file.change(folder.settings_file, "store.operator", name)
        return Person(name, folder, call)

    return make


@pytest.fixture
def anna(person: Callable[..., Person]) -> Person:
    return person("anna")


@pytest.fixture
def ben(person: Callable[..., Person]) -> Person:
    return person("ben")
