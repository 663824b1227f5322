"""A data folder that cannot be written: a plain sentence from every door, and all is well once it can be."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from breaking import ReadOnly

from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.runs.request import RunEnded, RunRequest

READ = pytest.mark.file_only("a store on a server is read, whatever the folder allows")


@pytest.fixture
def read_only(folder) -> Iterator[ReadOnly]:
    folder.create()
    made = ReadOnly(folder.root)
    yield made
    made.end()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "used"),
    [
        pytest.param(("run", "--agent", "watch"), False, id="run-new"),
        pytest.param(("run", "--agent", "watch"), True, id="run-used"),
        pytest.param(("memory", "list"), False, id="list-new", marks=READ),
        pytest.param(("memory", "add", "Takes 9s to start.", "--category", "timing"), True, id="add-used", marks=READ),
        pytest.param(("daemon",), False, id="daemon-new"),
        pytest.param(("daemon",), True, id="daemon-used"),
    ],
)
def test_a_command_says_what_to_do(folder, program, read_only, words, used):
    if used:
        program.ask("memory", "list")
    read_only.begin()
    done = program.ask(*words)
    assert done.returncode == 1
    assert "cannot be" in done.stderr.lower() or "cannot use" in done.stderr.lower()
    assert "writable" in done.stderr


@pytest.mark.slow
@READ
def test_what_is_stored_is_read_and_an_emergency_stop_says_what_it_could_not_do(program, read_only):
    assert program.ask("memory", "add", "Takes 9s to start.", "--category", "timing").returncode == 0
    read_only.begin()
    (memory,) = program.json("memory", "list")
    assert memory["observation"] == "Takes 9s to start."
    assert "Takes 9s to start." in program.ask("context").stdout
    stopped = program.ask("stop", "--all")
    assert stopped.returncode == 1
    assert stopped.stdout == "Only what ran was stopped: no agent was running.\n"
    assert "cannot be marked" in stopped.stderr
    assert program.ask("resume").stdout == "Nothing was stopped.\n"


@pytest.mark.slow
def test_the_window_says_what_to_do_and_ends(program, read_only):
    read_only.begin()
    window = program.start()
    said, _ = window.communicate(timeout=90)
    assert window.returncode == 1
    assert "writable" in said
    assert "Traceback" not in said


@pytest.mark.slow
def test_a_folder_that_becomes_read_only_under_a_session_loses_nothing(
    folder, read_only, talker, qapp, qtbot, monkeypatch
):
    monkeypatch.setattr("claudeops_desktop.runs.retry_writes.EVERY_S", 0.2)
    engine = ApplicationEngine(folder)
    engine.settings.change("agent.claude_path", str(talker))
    ended: list[RunEnded] = []
    engine.runs.on_ended(ended.append)
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: len(engine.memory.search.list()) == 2, timeout=30_000)
    read_only.begin()
    engine.runs.stop()
    qtbot.waitUntil(lambda: bool(ended), timeout=30_000)
    assert ended[0].status == "stopped"
    read_only.end()
    qtbot.waitUntil(lambda: [s.status for s in engine.book.sessions.list()] == ["stopped"], timeout=30_000)
    assert len(engine.memory.search.list()) == 2
    engine.close()


@pytest.mark.slow
def test_after_that_it_works_again(folder, program, read_only, recording: Callable[..., str]):
    read_only.begin()
    assert program.ask("run", "--agent", recording("I begin.")).returncode == 1
    read_only.end()
    assert program.ask("run", "--agent", recording("I begin.")).returncode == 0
