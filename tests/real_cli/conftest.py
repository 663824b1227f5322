"""The real Claude CLI, at the pinned version, against scripts of a Messages API on loopback. What the profile and the
broker hold is also tried at an earlier version.

``CLAUDEOPS_TEST_CLI=install`` turns these tests on; ``CLAUDEOPS_TEST_CLI_VERSIONS="2.1.197 2.1.330"`` runs them with
other versions. Each worker of a parallel run takes the program from one cache; homes are each test's own. A file of
tests names its ``SCRIPTS``: by name what is answered, turn by turn. ``SUB_AGENT`` is a word by which the requests of
sub-agents are known, ``OPERATOR`` the class of the operator, where those are wanted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from cli_operator import VERSIONS, Operator
from support.loopback_api import LoopbackApi

HERE = Path(__file__).parent
OFF = pytest.mark.skipif(
    os.environ.get("CLAUDEOPS_TEST_CLI") != "install", reason="CLAUDEOPS_TEST_CLI=install turns it on"
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            for mark in (pytest.mark.real_cli, pytest.mark.timeout(400), OFF):
                item.add_marker(mark)


@pytest.fixture(scope="module")
def api(request: pytest.FixtureRequest) -> Iterator[LoopbackApi]:
    more = {"sub_agent": request.module.SUB_AGENT} if hasattr(request.module, "SUB_AGENT") else {}
    with LoopbackApi(request.module.SCRIPTS, **more) as server:
        yield server


@pytest.fixture(params=VERSIONS)
def operator(request: pytest.FixtureRequest, api: LoopbackApi, tmp_path: Path) -> Iterator[Operator]:
    one = getattr(request.module, "OPERATOR", Operator)(request.param, api, tmp_path)
    yield one
    assert one.left() == [], "no process is left behind"
