"""Things break in random order: at the end every marker of every log is stored, or it is said how many are not.

``CLAUDEOPS_TEST_FAULTS=500`` runs so many cases, from ``CLAUDEOPS_TEST_FAULTS_FROM`` on.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from faulty_world import FaultyWorld
from support.matrix import few_of

FIRST = int(os.environ.get("CLAUDEOPS_TEST_FAULTS_FROM", "1"))
CASES = int(os.environ.get("CLAUDEOPS_TEST_FAULTS", "0"))
SEEDS = range(FIRST, FIRST + CASES) if CASES else few_of(range(FIRST, FIRST + 12), 2)


@pytest.mark.slow
@pytest.mark.flaky(reruns=0)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "on_server", [pytest.param(False, marks=pytest.mark.file_only("it says itself where its store is")), True]
)
def test_whatever_breaks_nothing_is_lost_unsaid(tmp_path: Path, seed: int, on_server: bool) -> None:
    world = FaultyWorld(tmp_path, seed, on_server=on_server)
    try:
        result = world.live()
    finally:
        world.close()
    if CASES:
        with (Path(os.environ.get("CLAUDEOPS_TEST_FAULTS_REPORT", os.devnull))).open("a") as report:
            report.write(f"{seed} {result.stored} {result.named} {len(result.problems)} {result.faults}\n")
    assert result.problems == [], result.faults
