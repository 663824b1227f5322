"""A store with its books, as operations are handed them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store


@pytest.fixture
def book(data_dir: Path) -> Iterator[RecordRepositories]:
    store = open_store(DataFolder(data_dir))
    yield RecordRepositories(store)
    store.close()


@pytest.fixture
def write(book: RecordRepositories) -> Callable[[Callable[[], Any]], Any]:
    return lambda operation: book.store.write(operation).result()
