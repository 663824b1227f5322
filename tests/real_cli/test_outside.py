"""What a session of the real CLI may act on runs outside: once, as allowed, and a service that it starts runs on."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import psutil
import pytest
from cli_operator import TWO_VERSIONS, Operator, bash
from support.loopback_api import LoopbackApi, Turn

NUMBER = f"3{os.getpid()}.5"
STARTS = "service {} start && printf '%s|' 'a  b' '$x' && echo && echo up"
SCRIPTS: dict[str, list[Turn]] = {"starts": [Turn("", (bash("service web start && echo up"),)), Turn("It is up.")]}
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


@dataclass(frozen=True)
class Obeys(Turn):
    """Runs a command that a session was told, or another in the form of it, once a thing has happened."""

    api: LoopbackApi = None
    script: str = ""
    form: str = "{}"
    after: threading.Event = field(default_factory=threading.Event)

    def blocks(self, number: Iterator[int]) -> list[dict[str, Any]]:
        assert self.after.wait(120)
        asked = [body for name, body in self.api.asked if name == self.script]
        named = [found for body in asked for found in FINDS.findall(json.dumps(body["messages"]))]
        return Turn("", (bash(self.form.format(named[-1])),)).blocks(number)


def obeys(operator: Operator, script: str, form: str = "{}", after: threading.Event | None = None) -> Turn:
    now = threading.Event()
    now.set()
    return Obeys(api=operator.api, script=script, form=form, after=after or now)


def as_newer_version(operator: Operator) -> str:
    """A PATH on which the CLI calls itself a version that is newer than all that were measured."""
    real, shim = operator.env["PATH"].split(":")[1], operator.home / "shim"
    shim.mkdir()
    words = f'[ "$1" = --version ] && echo "99.0.0 (Claude Code)" || exec {real}/claude "$@"'
    (shim / "claude").write_text(f"#!/bin/sh\n{words}\n")
    (shim / "claude").chmod(0o755)
    return f"{shim}:{operator.env['PATH']}"


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
@pytest.mark.parametrize("operator", TWO_VERSIONS, indirect=True)
def test_what_was_allowed_runs_once_outside_as_it_was_allowed_and_in_no_other_way(operator, daemons):
    """A session of tier 2 is told the command to run, and has not run it yet when one of tier 3 tries it. The CLI of
    the latter takes what it is to run from the guard."""
    operator.env |= {"CLAUDEOPS_APPROVALS_UNKNOWN": "never", "CLAUDEOPS_APPROVALS_DESTRUCTIVE": "never"}
    other_ended = threading.Event()
    operator.api.scripts |= {
        "told": [
            Turn("", (bash(STARTS.format("web")),)),
            obeys(operator, "told", "{}; touch ~/changed", other_ended),
            obeys(operator, "told", "{}0"),
            obeys(operator, "told", "true && {}"),
            obeys(operator, "told"),
            obeys(operator, "told"),
            Turn("It is up."),
        ],
        "other": [obeys(operator, "told"), Turn("", (bash(STARTS.format("db")),)), Turn("It is up.")],
    }
    newer = as_newer_version(operator)
    with operator.start("told", "--tier", "2", PATH=newer) as first:
        operator.wait_for(
            lambda: FINDS.search(json.dumps([body for name, body in operator.api.asked if name == "told"]))
        )
        second = operator.run("other", "--tier", "3")
        taken, started = operator.tools_answered("other")
        assert len(daemons()) == 1, "that of the second session"
        other_ended.set()
        told = operator.end(first)
    named, *changed, ran, again = operator.tools_answered("told")
    assert (told["session"]["status"], second["session"]["status"]) == ("completed", "completed"), (told, second)
    assert "exactly this command:" in named
    assert ran.splitlines() == ["started web", "a  b|$x|", "up"], (named, ran, again)
    assert started.splitlines() == ["started db", "a  b|$x|", "up"]
    assert not any("started" in said for said in (taken, *changed, again)), (taken, changed, again)
    assert len(daemons()) == 2, "both run on"
    assert not (operator.home / "changed").exists()
    outside = operator.rows("SELECT outside, result FROM tool_calls WHERE outside = 1 AND tool_name = 'Bash'")
    assert outside == [(1, "ok")] * 2


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
    operator.api.scripts["named_once"] = [*SCRIPTS["starts"][:1], obeys(operator, "named_once"), Turn("It is up.")]
    newer = as_newer_version(operator)
    told = operator.run("named_once", "--tier", "2", PATH=newer, CLAUDEOPS_RUN_STOP_AT_REFUSAL="true")
    assert told["session"]["status"] == "completed", told
    assert len(daemons()) == 1
