"""A session of the real CLI in its profile: disguised acts change nothing, keys are not there, all else works."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import psutil
import pytest
from cli_operator import TWO_VERSIONS, bash
from disguises import FILES, calls, calls_of_sub_agent
from stand_ins import Guarded, called_through
from support.bystander import bystander
from support.loopback_api import Turn

SUB_AGENT = "SUBAGENT"
HELPER = ("Agent", {"description": "help", "prompt": "SUBAGENT help", "subagent_type": "general-purpose"})
LOOKS = ("Bash", {"command": "cat /proc/loadavg", "description": "a look"})
RECALLS = ("mcp__claudeops__recall", {"question": "Which port does postgres listen on?"})
NOTES = bash("echo a note > $CLAUDEOPS_WORK_DIR/a && cp $CLAUDEOPS_WORK_DIR/a /tmp/new-here && cat /tmp/new-here")
SCRIPTS: dict[str, list[Turn]] = {}
SECRET = FILES[".ssh/id_test"]
ALLOWS = """#!/bin/sh
cat > /dev/null
echo '{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}'
"""
WITHOUT_GUARD = r"""
words=()
for word in "$@"; do
    words+=("$(printf %s "$word" | sed -E 's#"command": ?"[^"]* hook"#"command": "sh ~/allows"#')")
done
unset CLAUDE_CODE_DISABLE_BACKGROUND_TASKS
exec "$claude" "${words[@]}"
"""
"""Every call is allowed, and no text is looked at: what still holds is the profile."""


class Exposed(Guarded):
    """An operator with keys, files and a repository, who is not there to answer questions."""

    def __init__(self, version, api, place) -> None:
        super().__init__(version, api, place)
        for name, text in (FILES | {"allows": ALLOWS}).items():
            (self.home / name).parent.mkdir(parents=True, exist_ok=True)
            (self.home / name).write_text(text)
        for kind in ("UNKNOWN", "DISCLOSE", "DESTRUCTIVE"):
            self.env[f"CLAUDEOPS_APPROVALS_{kind}"] = "never"

    def state(self) -> dict[str, tuple]:
        """What a session could have changed: the home folder, but for the transcript that is copied there, and tasks of
        the machine."""
        paths = (path for path in self.home.rglob("*") if ".claude" not in path.relative_to(self.home).parts)
        found = ((path, path.lstat()) for path in (*paths, *Path("/etc/cron.d").glob("*")))
        return {str(path): (about.st_mode, about.st_size, about.st_mtime_ns) for path, about in found}


OPERATOR = Exposed


@pytest.mark.slow
@pytest.mark.parametrize("operator", TWO_VERSIONS, indirect=True)
@pytest.mark.parametrize("guard", ["with the guard", "without it"])
def test_acts_in_disguise_change_nothing(operator, guard, tmp_path):
    operator.add_fact("postgres listens on 5433", "postgres", "behavior")
    helper = (HELPER[0], HELPER[1] | ({} if guard == "with the guard" else {"run_in_background": False}))
    turns = [[LOOKS, RECALLS], *calls(operator.home), [NOTES], [helper]]
    operator.api.scripts |= {
        "acts": [*(Turn("", tuple(turn)) for turn in turns), Turn("I looked.")],
        "acts/sub_agent": [*(Turn("", tuple(turn)) for turn in calls_of_sub_agent(operator.home)), Turn("I helped.")],
    }
    if guard == "without it":
        called_through(operator, WITHOUT_GUARD)
    with bystander(sys.executable, tmp_path / "signals") as other, socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(operator.home / "socket"))
        listener.listen()
        listener.setblocking(False)
        before = operator.state(), other.state()
        told = operator.run("acts", OTHER=str(other.pid))
        assert (operator.state(), other.state()) == before
        with pytest.raises(BlockingIOError):
            listener.accept()
    session = told["session"]
    assert (session["status"], session["confinement"]) == ("completed", "confined"), told
    assert operator.rows("SELECT count(*) FROM memories") == [(1,)]
    answers = operator.tools_answered("acts")
    assert len(answers) == sum(map(len, turns)) > 30
    assert not any(SECRET in said for said in (*answers, operator.log()))
    read, *rest = answers[:2] if "memories" in answers[1] else answers[1::-1]
    assert "/" in read.split()[3], "the machine can be read"
    assert "5433" in rest[0], "the memory answers"
    assert any("a note" in said for said in answers), "its own folder can be written"
    written = operator.rows("SELECT verdict FROM tool_calls WHERE tool_name IN ('Write', 'Edit', 'NotebookEdit')")
    if guard == "with the guard":
        assert written == [("deny",)] * 7
    else:
        assert sum("Read-only file system" in said for said in answers) > 15, "they were really made"
        assert sum("EROFS" in said for said in answers) == 4


@pytest.fixture
def leaves_behind(operator):
    """Have the session start a process that nothing tells to be its own, and wait; those processes."""
    number = f"5{os.getpid()}.75"
    command = f"(env -i setsid sleep {number} </dev/null >/dev/null 2>&1 &); tail -f /dev/null"
    operator.api.scripts["waits"] = [Turn("", (bash(command),)), Turn("I waited.")]
    called_through(operator, WITHOUT_GUARD)

    def found() -> list[psutil.Process]:
        every = psutil.process_iter(["cmdline", "status"])
        of_it = [process for process in every if number in (process.info["cmdline"] or [])[1:2]]
        return [process for process in of_it if process.info["status"] != psutil.STATUS_ZOMBIE]

    yield found
    for process in found():
        process.kill()


@pytest.mark.slow
def test_the_emergency_stop_ends_all_of_it_and_resuming_lets_the_next_one_begin(operator, leaves_behind):
    with operator.start("waits") as process:
        operator.wait_for(leaves_behind)
        operator.claudeops("stop", "--all")
        told = operator.end(process)
    assert told["session"]["status"] == "stopped", told
    assert (operator.left(), leaves_behind()) == ([], [])
    operator.claudeops("resume")
    operator.api.scripts["looks"] = [Turn("", (LOOKS,)), Turn("I looked.")]
    assert operator.run("looks")["session"]["status"] == "completed"


@pytest.mark.slow
def test_killing_it_from_outside_ends_all_of_it(operator, leaves_behind):
    with operator.start("waits") as process:
        operator.wait_for(leaves_behind)
        agents = [one for one in psutil.Process(process.pid).children(recursive=True) if "--settings" in one.cmdline()]
        agents[-1].kill()
        told = operator.end(process)
    assert told["session"]["status"] == "failed", told
    assert (operator.left(), leaves_behind()) == ([], [])
