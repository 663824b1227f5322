"""What the measured table says of a version holds for it, and what the model reads of our answers reaches the API."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_operator import VERSIONS, Operator
from support.claude_install import CACHE
from support.loopback_api import Turn

from claudeops_desktop.agents.claude_cli.cli_versions import measured_versions, version_support
from claudeops_desktop.memory.context import INTRODUCTION

KNOWN = "Takes 60s to start after a restart"
SCRIPTS = {
    "silent": [Turn("All is well, and that is all I say.")],
    "recall": [
        Turn("", (("mcp__claudeops__recall", {"question": "How long does jellyfin take to start?"}),)),
        Turn("", (("mcp__claudeops__recall", {"question": "Where is the moon?"}),)),
        Turn("", (("mcp__claudeops__remember", {"text": "x", "category": "no such one"}),)),
        Turn("", (("mcp__claudeops__forget", {"id": 99, "reason": "it is gone"}),)),
        Turn("Done."),
    ],
    "circles": [Turn("", (("Bash", {"command": "echo the same", "description": "again"}),))],
}


class WithWordsAlone(Operator):
    """An operator who wants no vectors."""

    def __init__(self, version, api, place) -> None:
        super().__init__(version, api, place)
        self.data.mkdir()
        (self.data / "settings.toml").write_text('[embedding]\nkind = "none"\n')


OPERATOR = WithWordsAlone


def asked(operator: Operator, script: str, before: int) -> int:
    return sum(name == script for name, _ in operator.api.asked[before:])


@pytest.mark.slow
def test_a_model_that_never_reports_is_asked_as_often_as_was_measured(operator):
    """A version that asks without end is called without a schema, and so asks once."""
    before = len(operator.api.asked)
    told = operator.run("silent")
    assert told["session"]["status"] == "completed"
    row = version_support(operator.version).abilities
    assert asked(operator, "silent", before) == (1 if row.asks_without_end else row.schema_requests)


@pytest.mark.slow
def test_without_a_report_the_hand_off_file_is_the_outcome(operator):
    file = operator.data / "sessions" / "1" / "work" / "hand-off.json"
    report = {"summary": "read from the file", "services_checked": [], "escalation": {"needed": False}}
    writes = ("Write", {"file_path": str(file), "content": json.dumps(report)})
    operator.api.scripts["hands_off"] = [Turn("", (writes,)), Turn("All is well.")]
    told = operator.run("hands_off")
    assert (told["session"]["status"], told["session"]["summary"]) == ("completed", "read from the file")


def test_were_a_version_that_asks_without_end_given_a_schema_the_session_would_be_ended(operator):
    row = version_support(operator.version).abilities
    if not row.asks_without_end:
        pytest.skip(f"{operator.version} does not ask without end")
    shim = operator.home.parent / "shim"
    shim.mkdir()
    real = operator.env["PATH"].split(":")[0]
    (shim / "claude").write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && exec {real}/claude "$@"\n'
        f'exec {real}/claude "$@" --json-schema \'{{"type":"object"}}\'\n'
    )
    (shim / "claude").chmod(0o755)
    operator.env["PATH"] = f"{shim}:{operator.env['PATH']}"
    told = operator.run("silent")
    assert told["session"]["status"] == "failed"
    assert "the CLI made the same demand" in told["session"]["status_reason"]


@pytest.mark.slow
def test_a_session_that_calls_the_same_tool_for_ever_is_ended(operator):
    told = operator.run("circles")
    assert told["session"]["status"] == "failed"
    assert told["session"]["status_reason"].startswith(
        "It repeated itself without progress: 20 tool calls in a row (Bash)"
    )


@pytest.mark.slow
def test_what_is_recalled_reaches_the_model_as_background(operator):
    """Newer versions hand the model the structured part of an answer alone."""
    operator.claudeops("memory", "add", KNOWN, "--category", "timing", "--service", "jellyfin")
    operator.run("recall", "--tier", "1")
    known, nothing, refused, unchanged = operator.tools_answered("recall")
    assert INTRODUCTION in known
    assert KNOWN in known
    assert known.index(INTRODUCTION) < known.index(KNOWN)
    assert "Nothing is known about that." in nothing
    assert "category is one of" in refused
    assert "There is no memory 99." in unchanged


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("version", VERSIONS)
def test_the_row_of_the_table_is_what_the_version_does(version):
    if version not in {row.version for row in measured_versions()}:
        pytest.skip(f"{version} has no row of its own")
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.cli_versions", "--keep", version],
        cwd=Path(__file__).parents[2],
        env=os.environ | {"XDG_CACHE_HOME": str(CACHE.parents[1])},
        capture_output=True,
        text=True,
        timeout=550,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["met"]
