"""A store on disk with a clock that the test moves, and outages as our own checks measure them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from outage_desk import OutageDesk
from support.folders import used_folder

from claudeops_desktop.storage import open_store


@pytest.fixture
def outages(tmp_path: Path) -> Iterator[OutageDesk]:
    store = open_store(used_folder(tmp_path / "data"))
    yield OutageDesk(store)
    store.close()
