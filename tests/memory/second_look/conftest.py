"""A looker over one operator's memory."""

from __future__ import annotations

import pytest
from memory_world import Desk
from oracle import Looker


@pytest.fixture
def looker(desk: Desk) -> Looker:
    return Looker(desk)
