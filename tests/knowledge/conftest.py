"""A knowledge folder with a clock that stands until a test moves it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from rendered_world import RenderedWorld

from claudeops_desktop.knowledge import KnowledgeService


class FolderClock:
    """The time, as the folder sees it."""

    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def forward(self, **span: float) -> None:
        self.now += timedelta(**span)


@pytest.fixture
def clock() -> FolderClock:
    return FolderClock()


@pytest.fixture
def folder(tmp_path: Path, clock: FolderClock) -> Iterator[KnowledgeService]:
    made = KnowledgeService(tmp_path / "knowledge", clock=clock)
    yield made
    made.close()


@pytest.fixture
def rendered(tmp_path: Path) -> Iterator[RenderedWorld]:
    made = RenderedWorld(tmp_path / "data")
    yield made
    made.close()
