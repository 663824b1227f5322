"""What tests of monitoring share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from monitoring_world import World
from support.folders import used_folder
from tcp_service import TcpService


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    made = World(used_folder(tmp_path / "data"))
    yield made
    made.store.close()


@pytest.fixture
def service() -> Iterator[Callable[[], TcpService]]:
    made: list[TcpService] = []

    def make() -> TcpService:
        made.append(TcpService())
        return made[-1]

    yield make
    for one in made:
        one.end()
