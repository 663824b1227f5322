"""Several sessions at once, each with a broker of its own."""

from __future__ import annotations

import json
import subprocess
from contextlib import ExitStack

import pytest
from guard_world import read


@pytest.mark.slow
def test_of_many_that_ask_at_once_only_as_many_get_a_slot_as_there_are(new_session):
    sessions = [new_session() for _ in range(6)]
    with ExitStack() as brokers:
        asking = []
        for session in sessions:
            brokers.enter_context(session.broker())
            process = subprocess.Popen(
                session.client("hook"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            asking.append((process, session.payload("Bash", command="docker restart jellyfin")))
        for process, payload in asking:  # all are up and wait for their call
            process.stdin.write(payload)
            process.stdin.flush()
        for process, _ in asking:
            process.stdin.close()
            process.stdin = None
        told = [process.communicate(timeout=60) for process, _ in asking]
    assert [errors for _, errors in told] == [""] * 6
    assert sorted(read(json.loads(out))[0] for out, _ in told) == ["allow"] * 2 + ["deny"] * 4
    assert sessions[0].actions() == [("jellyfin", "restart", "attempted")] * 2
