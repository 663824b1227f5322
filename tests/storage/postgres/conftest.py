"""A real server; each test has databases of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support import postgres_server

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
