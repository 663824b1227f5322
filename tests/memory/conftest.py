"""A store on disk with a clock that the test moves."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from memory_world import Desk, MovingClock
from support.folders import used_folder

from claudeops_desktop.storage import open_store


@pytest.fixture
def clock() -> MovingClock:
    return MovingClock()


@pytest.fixture
def desk(tmp_path: Path, clock: MovingClock) -> Iterator[Desk]:
    store = open_store(used_folder(tmp_path / "data"))
    yield Desk(store, clock)
    store.close()
