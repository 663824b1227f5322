"""What a session of the real CLI may act on runs outside: once, as allowed, and a service that it starts runs on."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from typing import Any

import psutil
import pytest
from cli_operator import Operator, bash
from support.loopback_api import LoopbackApi, Turn

NUMBER = f"3{os.getpid()}.5"
SCRIPTS: dict[str, list[Turn]] = {
    "starts": [Turn("", (bash("service web start && echo up"),)), Turn("It is up.")],
}
FINDS = re.compile(r"exactly this command: (.+?act [0-9a-f]+)")
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


class Obeys(Turn):
    """Runs the command that the last answer named."""

    api: LoopbackApi

    def blocks(self, number: Iterator[int]) -> list[dict[str, Any]]:
        named = FINDS.findall(json.dumps(self.api.asked[-1][1]["messages"]))
        return Turn("", (bash(named[-1]),)).blocks(number)


def obeys(operator: Operator) -> Turn:
    turn = Obeys()
    object.__setattr__(turn, "api", operator.api)
    return turn


def as_newer_version(operator: Operator) -> None:
    """Have the CLI call itself a version that is newer than all that were measured."""
    real, shim = operator.env["PATH"].split(":")[1], operator.home / "shim"
    shim.mkdir()
    words = f'[ "$1" = --version ] && echo "99.0.0 (Claude Code)" || exec {real}/claude "$@"'
    (shim / "claude").write_text(f"#!/bin/sh\n{words}\n")
    (shim / "claude").chmod(0o755)
    operator.env["PATH"] = f"{shim}:{operator.env['PATH']}"


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


@pytest.mark.slow
def test_a_version_that_is_not_known_to_take_the_command_is_told_it(operator, daemons):
    """A version that is newer than all that were measured."""
    as_newer_version(operator)
    again = obeys(operator)
    operator.api.scripts["named"] = [*SCRIPTS["starts"][:1], again, again, Turn("It is up.")]
    operator.run("named", "--tier", "2")
    named, ran, again = operator.tools_answered("named")[-3:]
    assert "exactly this command:" in named
    assert ran.split() == ["started", "web", "up"], (named, ran, again)
    assert "started" not in again, "it runs once"
    assert len(daemons()) == 1


@pytest.mark.slow
def test_files_are_changed_outside_too_and_what_that_leaves_running_ends_with_the_session(operator):
    number = f"36{os.getpid()}"
    (operator.home / "kept").write_text("x")
    command = f"rm {operator.home}/kept; (setsid sleep {number} </dev/null >/dev/null 2>&1 &); ls $CLAUDEOPS_WORK_DIR/x"
    operator.api.scripts["removes"] = [Turn("", (bash(command),)), Turn("Done.")]
    operator.data.mkdir(exist_ok=True)
    (operator.data / "settings.toml").write_text('[approvals]\ndestructive = "automatic"\nunknown = "automatic"\n')
    told = operator.run("removes", "--tier", "2")
    assert f"{operator.data}/sessions/1/work/x" in operator.tools_answered("removes")[-1]
    assert not (operator.home / "kept").exists()
    assert any(number in warning for warning in told["warnings"]), told
    assert not [p for p in psutil.process_iter(["cmdline"]) if number in (p.info["cmdline"] or [])]


@pytest.mark.slow
def test_where_the_broker_dies_every_further_call_is_refused_and_the_session_says_so(operator):
    operator.api.scripts["alone"] = [Turn("Wait.", (bash("sleep 3"),)), Turn("", (bash("uptime"),)), Turn("Done.")]
    with operator.start("alone") as process:
        operator.wait_for(lambda: operator.rows("SELECT 1 FROM tool_calls"))
        for one in psutil.process_iter(["cmdline"]):
            if "--broker" in (one.info["cmdline"] or []) and str(operator.data) in one.info["cmdline"][-1]:
                one.kill()
        told = operator.end(process)
    assert "does not answer" in operator.tools_answered("alone")[-1]
    assert any("guard's own process ended" in warning for warning in told["warnings"]), told
    operator.wait_for(lambda: operator.left() == [])  # what the broker had started ends as its clients do


@pytest.mark.slow
def test_being_told_the_command_does_not_end_a_session_that_ends_at_a_refusal(operator, daemons):
    as_newer_version(operator)
    operator.api.scripts["named_once"] = [*SCRIPTS["starts"][:1], obeys(operator), Turn("It is up.")]
    told = operator.run("named_once", "--tier", "2", CLAUDEOPS_RUN_STOP_AT_REFUSAL="true")
    assert told["session"]["status"] == "completed", told
    assert len(daemons()) == 1
