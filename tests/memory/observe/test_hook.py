"""``claudeops observe --hook``: before a compaction the transcript is noted; quick, silent, and failing open (E3)."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from transcripts import ID

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.memory.extraction import observe_hook, transcript_queue

ROOT = Path(observe_hook.__file__).resolve().parents[3]
NOTED_FIRST = "with a server a hook notes on its machine, and the application takes that in later"
TIMES = "Jellyfin takes about 60 seconds to start after a restart."


def given(transcript, event="PreCompact", **more):
    said = {"session_id": transcript.name, "transcript_path": str(transcript.path), "hook_event_name": event}
    return json.dumps(said | {"trigger": "auto", "custom_instructions": None} | more)


def call(desk, text, *words):
    words = words or ("--data-dir", str(desk.store.path.parent))
    return observe_hook.run_hook(words, {}, io.StringIO(text))


def session(desk, tmp_path, **columns):
    number = desk.session()
    log = tmp_path / "session.ndjson"
    log.touch()
    desk.write(lambda: desk.book.sessions.update(number, log_file=str(log), **columns))
    return number, log


@pytest.mark.file_only(NOTED_FIRST)
@pytest.mark.parametrize(("event", "trigger"), [("PreCompact", "compaction"), ("SessionEnd", "session_end")])
def test_a_transcript_of_the_operators_own_session_waits_to_be_observed(desk, transcript, event, trigger):
    assert call(desk, given(transcript, event)) == 0
    (row,) = transcript_queue.waiting()
    assert (row.conversation_id, row.path, row.trigger) == (f"cli:{ID}", str(transcript.path), trigger)


def test_what_was_noted_is_observed_by_whoever_keeps_the_schedule(desk, transcript, observer):
    transcript.assistant(TIMES)
    call(desk, given(transcript))
    assert observer().catch_up().held == 1
    call(desk, given(transcript, "SessionEnd"))
    assert observer().catch_up().facts == 0


@pytest.mark.file_only(NOTED_FIRST)
def test_of_a_session_of_ours_its_own_log_is_noted_whatever_the_hook_names(desk, tmp_path, transcript):
    number, log = session(desk, tmp_path)
    call(desk, given(transcript), "--database", str(desk.store.path), "--session", str(number))
    (row,) = transcript_queue.waiting()
    assert (row.conversation_id, row.path, row.session_id) == (f"session:{number}", str(log), number)


def test_a_transcript_of_ours_is_not_noted_as_a_foreign_one(desk, tmp_path, transcript):
    session(desk, tmp_path, agent_session_id=ID)
    call(desk, given(transcript))
    assert transcript_queue.waiting() == []


@pytest.mark.parametrize(
    "change",
    [
        {"transcript_path": "/etc/passwd"},
        {"session_id": "../../x"},
        {"hook_event_name": "PreToolUse"},
        {"transcript_path": "/nowhere/projects/x/36a30589-d5f1-46ac-8a2d-3d5dd22e961b.jsonl"},
    ],
)
def test_what_is_no_transcript_of_the_cli_is_not_noted(desk, transcript, change):
    assert call(desk, given(transcript, **change)) == 0
    assert transcript_queue.list_transcripts() == []


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "{}", '{"session_id": 3}'])
def test_it_fails_open(desk, text):
    assert call(desk, text) == 0
    assert call(desk, text, "--database", "/nowhere/claudeops.db", "--session", "x") == 0
    assert transcript_queue.list_transcripts() == []


@pytest.mark.file_only(NOTED_FIRST)
def test_it_needs_no_packages_and_says_nothing_to_the_cli(desk, transcript):
    start = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); from claudeops_desktop.__main__ import main; sys.exit(main())"
    )
    words = [sys.executable, "-I", "-S", "-c", start, str(ROOT), "observe", "--hook"]
    words += ["--data-dir", str(DataFolder(desk.store.path.parent).root)]
    done = subprocess.run(words, input=given(transcript), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert [row.conversation_id for row in transcript_queue.waiting()] == [f"cli:{ID}"]
