"""A session of the real CLI in its profile: disguised writes change nothing, keys are not there, all else works."""

from __future__ import annotations

import signal

import pytest
from cli_operator import Operator, bash
from support.loopback_api import Turn

SECRET = "a key that nobody else reads"
WRITES = (
    """sqlite3 :memory: 'select "writefile"(char(119,114,105,116,116,101,110),1)'""",
    "sqlite3 :memory: \"select writefile('$HOME/written','x')\"",
    'awk \'BEGIN { f = ENVIRON["HOME"] "/written"; print 1 > f }\'',
    'sed -n "w $HOME/written" /etc/hosts',
)
SCRIPTS = {
    "looks": [
        Turn(
            "", (bash("cat /proc/loadavg"), bash("grep -c . ~/.ssh/id_test"), ("Read", {"file_path": "~/.ssh/id_test"}))
        ),
        Turn("", (bash("echo a note > $CLAUDEOPS_WORK_DIR/a && cp $CLAUDEOPS_WORK_DIR/a /tmp/b && cat /tmp/b"),)),
        Turn("I looked."),
    ],
    "writes": [Turn("", tuple(bash(text) for text in WRITES)), Turn("I looked.")],
    "recalls": [
        Turn("", (("mcp__claudeops__recall", {"question": "Which port does postgres listen on?"}),)),
        Turn("I recalled."),
    ],
    "sleeps": [Turn("", (bash("tail -f /dev/null"),)), Turn("I waited.")],
}


class WithKeys(Operator):
    """An operator with a key, who is not there to answer questions."""

    def __init__(self, version, api, place) -> None:
        super().__init__(version, api, place)
        (self.home / ".ssh").mkdir()
        (self.home / ".ssh" / "id_test").write_text(SECRET)
        for kind in ("UNKNOWN", "DISCLOSE", "DESTRUCTIVE"):  # nobody is there to answer
            self.env[f"CLAUDEOPS_APPROVALS_{kind}"] = "never"


OPERATOR = WithKeys


@pytest.mark.slow
def test_what_reads_is_answered_and_keys_are_not_there(operator):
    told = operator.run("looks")
    assert (told["session"]["status"], told["session"]["confinement"]) == ("completed", "confined")
    assert any("/" in said and "." in said.split()[0] for said in operator.tools_answered("looks"))
    assert "a note" in operator.tools_answered("looks")[-1]
    assert SECRET not in operator.log()


@pytest.mark.slow
def test_a_write_that_looks_like_reading_changes_nothing(operator):
    assert operator.run("writes")["session"]["status"] == "completed"
    assert not (operator.home / "written").exists()


@pytest.mark.slow
def test_memory_is_reached_from_inside(operator):
    operator.add_fact("postgres listens on 5433", "postgres", "behavior")
    assert operator.run("recalls")["session"]["status"] == "completed"
    assert "5433" in operator.tools_answered("recalls")[-1]


@pytest.mark.slow
def test_stopping_it_ends_all_of_it(operator):
    with operator.start("sleeps") as process:
        operator.wait_for(lambda: operator.rows("SELECT 1 FROM tool_calls WHERE tool_name = 'Bash'"))
        process.send_signal(signal.SIGINT)
        told = operator.end(process)
    assert told["session"]["status"] == "stopped"
    assert operator.left() == []
