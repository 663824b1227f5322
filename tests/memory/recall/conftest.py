"""Recall over a desk of its own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from memory_world import Desk
from recall_world import Asking


@pytest.fixture
def asking(desk: Desk) -> Iterator[Asking]:
    world = Asking(desk)
    yield world
    world.recall.close()
