"""What tests of monitoring share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from monitoring_world import World
from support.folders import used_folder


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(used_folder(tmp_path / "data"))
    yield made
    made.store.close()
