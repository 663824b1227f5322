"""The Claude CLI as the helping model: how it is called, and what its answers become.

The program is one that the test writes; ``tests/real_cli/test_model.py`` asks the CLI itself.
"""

from __future__ import annotations

import json
import os
import shlex
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest
from support.processes import is_over

from claudeops_desktop.models.base import ModelFault
from claudeops_desktop.models.cli import CliModel

SCHEMA = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}
WELL = {"type": "result", "subtype": "success", "is_error": False, "result": "hello", "total_cost_usd": 0.003}


class Program:
    """A program that notes how it was called and prints what the test wants."""

    def __init__(self, place: Path, says: str, *, before: str = "", code: int = 0) -> None:
        self.place = place
        self.path = place / "claude"
        self.path.write_text(
            f"#!/bin/sh\n'''exec' {shlex.quote(sys.executable)} \"$0\" \"$@\"\n' '''\n"
            "import json, os, pathlib, sys, subprocess, time\n"
            f"place = pathlib.Path({str(place)!r})\n"
            "files = {a: open(a).read() for a in sys.argv[1:] if a.endswith('.md')}\n"
            "seen = {'argv': sys.argv[1:], 'stdin': sys.stdin.read(), 'env': dict(os.environ), 'cwd': os.getcwd(),"
            " 'files': files}\n"
            "(place / 'seen.json').write_text(json.dumps(seen))\n"
            f"{before}\n"
            f"sys.stdout.write({says!r})\n"
            f"sys.exit({code})\n"
        )
        self.path.chmod(0o755)

    @property
    def seen(self) -> dict:
        return json.loads((self.place / "seen.json").read_text())

    def model(self, version: str = "2.1.330", **more: object) -> CliModel:
        environ = {
            "PATH": os.environ["PATH"],
            "HOME": str(self.place),
            "ANTHROPIC_API_KEY": "a-key",
            "CLAUDEOPS_SECRET_MODEL_KEY": "hidden",
            "CLAUDEOPS_DATA_DIR": "/nowhere",
            "CLAUDECODE": "1",
        }
        return CliModel(str(self.path), version, environ, **{"timeout_s": 20.0, **more})  # type: ignore[arg-type]


def test_it_has_no_tools_and_keeps_nothing(tmp_path: Path) -> None:
    program = Program(tmp_path, json.dumps(WELL))
    answer = program.model(cap_usd=0.5).ask("What is a?", system="You draw facts.")
    assert (answer.text, answer.cost_usd, answer.model) == ("hello", 0.003, "claude:haiku")
    argv, seen = program.seen["argv"], program.seen
    pairs = dict(pairwise(argv))
    assert pairs["--tools"] == ""
    assert pairs["--setting-sources"] == ""
    assert pairs["--output-format"] == "json"
    assert pairs["--model"] == "haiku"
    assert pairs["--max-budget-usd"] == "0.5000"
    assert {"-p", "--strict-mcp-config", "--no-session-persistence"} <= set(argv)
    assert seen["stdin"] == "What is a?"
    assert seen["files"] == {pairs["--append-system-prompt-file"]: "You draw facts."}
    assert "You draw facts." not in argv
    assert not Path(seen["cwd"]).exists()


def test_what_is_secret_to_us_stays_here(tmp_path: Path) -> None:
    program = Program(tmp_path, json.dumps(WELL))
    program.model().ask("q")
    env = program.seen["env"]
    assert env["ANTHROPIC_API_KEY"] == "a-key"
    assert env["CLAUDE_CODE_DISABLE_AUTO_MEMORY"] == "1"
    assert "CLAUDECODE" not in env
    assert not {name for name in env if name.startswith("CLAUDEOPS_") and name != "CLAUDEOPS_SESSION_TOKEN"} & {
        "CLAUDEOPS_SECRET_MODEL_KEY",
        "CLAUDEOPS_DATA_DIR",
    }


def test_a_schema_is_handed_over_where_the_version_knows_it(tmp_path: Path) -> None:
    program = Program(tmp_path, json.dumps(WELL | {"structured_output": {"a": 3}}))
    assert program.model().ask("q", schema=SCHEMA).data == {"a": 3}
    argv = program.seen["argv"]
    assert json.loads(argv[argv.index("--json-schema") + 1]) == SCHEMA


def test_a_version_that_asks_for_a_schema_without_end_is_asked_in_words(tmp_path: Path) -> None:
    program = Program(tmp_path, json.dumps(WELL | {"result": '{"a": 3}'}))
    assert program.model("2.1.137").ask("q", schema=SCHEMA).data == {"a": 3}
    argv = program.seen["argv"]
    assert "--json-schema" not in argv
    assert {"--no-session-persistence", "--tools"} <= set(argv)
    assert '"required":["a"]' in "".join(program.seen["files"].values())


def test_a_prompt_that_looks_like_a_command_is_none(tmp_path: Path) -> None:
    program = Program(tmp_path, json.dumps(WELL))
    program.model().ask("/clear everything")
    assert program.seen["stdin"] == "Your task:\n/clear everything"


@pytest.mark.parametrize(
    ("says", "told"),
    [
        (
            json.dumps(WELL | {"is_error": True, "result": "API Error: 529 Overloaded."}),
            "said: API Error: 529 Overloaded.",
        ),
        (
            json.dumps(WELL | {"is_error": True, "result": "", "subtype": "error_max_budget_usd"}),
            "error_max_budget_usd",
        ),
        (json.dumps(WELL | {"result": "no document"}), "no JSON document"),
        (json.dumps(WELL | {"structured_output": {"a": "x"}}), "does not fit"),
        ("", "did not answer: it ended with 0"),
        ("[1]", "did not answer"),
        ("half {", "did not answer"),
    ],
)
def test_wrong_output_is_a_fault_in_plain_words(tmp_path: Path, says: str, told: str) -> None:
    with pytest.raises(ModelFault, match=told.replace(".", r"\.")):
        Program(tmp_path, says).model().ask("q", schema=SCHEMA)


def test_what_an_answer_of_no_use_cost_is_known(tmp_path: Path) -> None:
    with pytest.raises(ModelFault) as caught:
        Program(tmp_path, json.dumps(WELL)).model().ask("q", schema=SCHEMA)
    assert caught.value.cost_usd == 0.003  # type: ignore[attr-defined]


def test_its_own_words_on_a_failure_are_told(tmp_path: Path) -> None:
    program = Program(tmp_path, "", before="sys.stderr.write('warning\\nunknown option --x\\n')", code=1)
    with pytest.raises(ModelFault, match="unknown option --x"):
        program.model().ask("q")


def test_a_program_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ModelFault, match="cannot be started"):
        CliModel(str(tmp_path / "none"), "2.1.330", {}).ask("q")


@pytest.mark.slow
def test_a_time_out_leaves_nothing_running(tmp_path: Path) -> None:
    wait = (
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(1000)'])\n"
        "(place / 'pids.new').write_text(f'{os.getpid()} {child.pid}')\n"
        "(place / 'pids.new').rename(place / 'pids')\n"
        "time.sleep(1000)"
    )
    program = Program(tmp_path, "", before=wait)
    for limit in (2.0, 10.0, 60.0):  # on a busy machine it may be over before the program has begun
        with pytest.raises(ModelFault, match=f"within {limit:g} s"):
            program.model(timeout_s=limit).ask("q")
        if (tmp_path / "pids").exists():
            break
    left = [int(pid) for pid in (tmp_path / "pids").read_text().split()]
    until = time.monotonic() + 90
    while not all(map(is_over, left)) and time.monotonic() < until:
        os.sched_yield()
    assert [pid for pid in left if not is_over(pid)] == []
