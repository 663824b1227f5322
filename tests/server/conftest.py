"""The door for alerts over a real store and a real port of this computer; the run queue here stands still."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from payloads import SERVICES
from running import RunningServer, running_server

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store


@pytest.fixture
def folder(data_dir: Path) -> DataFolder:
    found = DataFolder(data_dir).create()
    found.services_file.write_text(SERVICES)
    return found


@pytest.fixture
def book(folder: DataFolder) -> Iterator[RecordRepositories]:
    store = open_store(folder)
    yield RecordRepositories(store)
    store.close()


@pytest.fixture
def http() -> Iterator[httpx.Client]:
    with httpx.Client(trust_env=False, timeout=90) as client:
        yield client


@pytest.fixture
def server(folder: DataFolder, book: RecordRepositories) -> Iterator[RunningServer]:
    with running_server(folder, book) as found:
        yield found
