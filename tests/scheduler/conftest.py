"""Machines in simulated time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from schedule_world import World


@pytest.fixture
def new_world(tmp_path: Path) -> Iterator[Callable[..., World]]:
    """Make a machine, not started yet."""
    made: list[World] = []

    def new(**options: object) -> World:
        made.append(World(tmp_path / f"data{len(made)}", **options))  # type: ignore[arg-type]
        return made[-1]

    yield new
    for world in made:
        world.close()


@pytest.fixture
def world(new_world: Callable[..., World]) -> World:
    """A machine in Berlin on a Monday morning at nine."""
    return new_world()
