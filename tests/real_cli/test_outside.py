"""What a session of the real CLI starts through a service's init runs on when the session has ended."""

from __future__ import annotations

import os

import psutil
import pytest
from cli_operator import Operator, bash
from support.loopback_api import Turn

NUMBER = f"3{os.getpid()}.5"
SCRIPTS = {
    "starts": [Turn("", (bash("service web start && echo up"),)), Turn("It is up.")],
}
SERVICE = f"""#!/bin/sh
env -i setsid --fork sleep {NUMBER} </dev/null >/dev/null 2>&1
echo started "$1"
"""


class WithInit(Operator):
    """An operator whose ``service`` starts a daemon, as scripts of init do: detached, without any environment."""

    def __init__(self, version, api, place) -> None:
        super().__init__(version, api, place)
        tools = place / "tools"
        tools.mkdir()
        (tools / "service").write_text(SERVICE)
        (tools / "service").chmod(0o755)
        self.env["PATH"] = f"{tools}:{self.env['PATH']}"


OPERATOR = WithInit


@pytest.fixture
def daemons():
    def found() -> list[psutil.Process]:
        return [
            process
            for process in psutil.process_iter(["cmdline", "status"])
            if NUMBER in (process.info["cmdline"] or []) and process.info["status"] != psutil.STATUS_ZOMBIE
        ]

    yield found
    for process in found():
        process.kill()


@pytest.mark.slow
def test_a_service_that_a_session_starts_is_up_after_it(operator, daemons):
    told = operator.run("starts", "--tier", "2")
    assert told["session"]["status"] == "completed"
    assert operator.tools_answered("starts")[-1].split() == ["started", "web", "up"]
    assert len(daemons()) == 1
    assert operator.rows("SELECT outside, result FROM tool_calls WHERE tool_name = 'Bash'") == [(1, "ok")]
