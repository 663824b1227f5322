"""Several sessions at once, each with a guard of its own as a process."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from guard_world import read


@pytest.mark.slow
def test_of_many_that_ask_at_once_only_as_many_get_a_slot_as_there_are(new_session):
    sessions = [new_session() for _ in range(6)]
    started = []
    for session in sessions:
        words = ["guard", "--hook", "--policy", str(session.file)]
        process = subprocess.Popen(
            [sys.executable, "-m", "claudeops_desktop", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        started.append((process, session.payload("Bash", command="docker restart jellyfin")))
    for process, payload in started:  # all are up and wait for their call
        process.stdin.write(payload)
        process.stdin.flush()
    for process, _ in started:
        process.stdin.close()
    verdicts = []
    for process, _ in started:
        verdicts.append(read(json.loads(process.stdout.read()))[0])
        assert process.stderr.read() == ""
        process.stdout.close()
        process.stderr.close()
        process.wait()
    assert sorted(verdicts) == ["allow"] * 2 + ["deny"] * 4
    assert sessions[0].actions() == [("jellyfin", "restart", "attempted")] * 2
