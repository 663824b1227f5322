"""The session's log and what reads it (PRODUCT S4, S6)."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.agents.log import SessionLog, log_name, prune_logs, read_log
from claudeops_desktop.agents.reader import StreamReader, replay_events
from claudeops_desktop.agents.redact import LineRedactor
from claudeops_desktop.stream import writing
from claudeops_desktop.stream.events import AssistantText, parse

NOW = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)
ABOUT = {"session_id": "s", "model": "m"}


def clock() -> datetime:
    return NOW


def test_lines_are_kept_with_stream_and_arrival_time(tmp_path):
    log = SessionLog(tmp_path / "a" / "log.ndjson", clock=clock)
    log.append("stdout", b'{"type":"system"}')
    log.append("stderr", b"warning: something")
    log.append("stdout", b"not json \xff")
    log.close()
    rows = [json.loads(line) for line in log.path.read_text().splitlines()]
    at = "2026-05-01T12:00:00.000Z"
    assert rows == [
        {"at": at, "stream": "stdout", "event": {"type": "system"}},
        {"at": at, "stream": "stderr", "text": "warning: something"},
        {"at": at, "stream": "stdout", "text": "not json \ufffd"},
    ]
    assert oct(log.path.stat().st_mode & 0o777) == "0o600"


def test_reading_gives_back_number_time_stream_and_bytes(tmp_path):
    log = SessionLog(tmp_path / "log.ndjson", clock=clock)
    written = [
        log.append("stdout", writing.assistant_text('ä ✓ "event":{}', **ABOUT).rstrip()),
        log.append("stderr", b"oops"),
        log.append("stdout", b"garbage"),
    ]
    lines, offset = read_log(log.path)
    assert lines == written
    assert offset == log.path.stat().st_size
    log.append("stdout", b"{}")
    more, _ = read_log(log.path, offset, 3)
    assert [(line.number, line.raw) for line in more] == [(4, b"{}")]


def test_a_torn_last_line_waits_for_its_end(tmp_path):
    log = SessionLog(tmp_path / "log.ndjson", clock=clock)
    log.append("stdout", b'{"type":"a"}')
    size = log.path.stat().st_size
    with log.path.open("ab") as file:
        file.write(b'{"at":"2026-05-01T12:00')
    assert read_log(log.path)[1] == size
    assert len(read_log(log.path)[0]) == 1
    assert read_log(tmp_path / "none.ndjson") == ([], 0)


@pytest.mark.slow
@given(st.lists(st.binary(max_size=60).filter(lambda line: b"\n" not in line and line.strip()), max_size=8))
def test_what_is_read_again_says_the_same(tmp_path_factory, lines):
    """S6: after a crash the log tells what the live stream told, under the same numbers."""
    log = SessionLog(tmp_path_factory.mktemp("log") / "log.ndjson")
    live: list = []
    reader = StreamReader(log, lambda line, events: live.append((line.number, events)))
    reader.feed(
        "stdout",
        b"\n".join(
            [
                *lines,
                writing.assistant_text("x \ud83d\ude00".encode("utf-16", "surrogatepass").decode("utf-16"), **ABOUT),
            ]
        ),
    )
    reader.finish()
    assert [(line.number, events) for line, events in replay_events(log.path)] == live


def test_the_reader_hands_over_lines_as_they_are_completed(tmp_path):
    seen: list = []
    reader = StreamReader(SessionLog(tmp_path / "log.ndjson"), lambda line, events: seen.append((line, events)))
    whole = writing.assistant_text("hello", **ABOUT)
    reader.feed("stdout", whole[:20])
    reader.feed("stderr", b"half")
    assert seen == []
    reader.feed("stdout", whole[20:])
    assert [(line.number, line.stream, events) for line, events in seen] == [
        (1, "stdout", (AssistantText("hello", 0, "msg", True),))
    ]
    reader.finish()
    reader.finish()
    assert [(line.number, line.stream, line.raw, events) for line, events in seen[1:]] == [(2, "stderr", b"half", ())]


def test_a_secret_reaches_neither_log_nor_event(tmp_path):
    """S4: redacted on the way in."""
    seen: list = []
    log = SessionLog(tmp_path / "log.ndjson", LineRedactor(["hunter2-secret"]))
    reader = StreamReader(log, lambda line, events: seen.extend(events))
    reader.feed("stdout", writing.assistant_text("the key is hunter2-secret!", **ABOUT))
    reader.feed("stderr", b"auth hunter2-secret failed\n")
    assert seen[0].text == "the key is [redacted]!"
    assert b"hunter2" not in log.path.read_bytes()


def test_nothing_said_is_lost_when_we_are_killed(tmp_path):
    path = tmp_path / "log.ndjson"
    code = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom claudeops_desktop.agents.log import SessionLog\n"
        "log = SessionLog(Path(sys.argv[1]))\n"
        "for n in range(100): log.append('stdout', b'{\"n\":%d}' % n)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(read_log(path)[0]) == 100


def test_a_full_disk_is_one_sentence_and_the_session_goes_on(tmp_path):
    log = SessionLog(tmp_path / "log.ndjson")
    log.append("stdout", b'{"n":1}')
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (log.path.stat().st_size + 10, hard))
        kept = log.append("stdout", b'{"n":2}')
        log.append("stdout", b'{"n":3}')
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
    assert (kept.number, kept.raw) == (2, b'{"n":2}')
    assert log.lost == 2
    assert log.fault.startswith("The session's log cannot be written:")
    log.append("stdout", b'{"n":4}')
    lines = {line.number: line.raw for line in read_log(log.path)[0]}
    assert (lines[1], lines[4]) == (b'{"n":1}', b'{"n":4}'), "lines after the gap are whole, with their numbers"
    assert lines[3] == b""


def test_of_stderr_without_end_the_beginning_is_kept(tmp_path, monkeypatch):
    monkeypatch.setattr("claudeops_desktop.agents.log.MOST_STDERR", 20)
    log = SessionLog(tmp_path / "log.ndjson")
    for number in range(3):
        log.append("stderr", b"an error %d" % number)
    last = log.append("stdout", b'{"n":1}')
    assert [line.raw for line in read_log(log.path)[0]] == [b"an error 0", b"an error 1", b'{"n":1}']
    assert (last.number, log.cut, log.lost) == (3, 10, 0)


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    log = SessionLog(tmp_path / "file" / "log.ndjson")
    log.append("stdout", b"{}")
    assert log.lost == 1
    assert log.fault


def test_old_logs_go_by_age_and_the_oldest_by_size(tmp_path):
    def make(name: str, days: float, size: int):
        path = tmp_path / f"{name}.ndjson"
        path.write_bytes(b"x" * size)
        when = (NOW - timedelta(days=days)).timestamp()
        os.utime(path, (when, when))
        return path

    ancient, running = make("ancient", 100, 10), make("running", 95, 600_000)
    old, older, new = make("old", 5, 300_000), make("older", 6, 300_000), make("new", 1, 300_000)
    (tmp_path / "note.txt").write_text("not ours")
    assert prune_logs(tmp_path, 90, 1, NOW, spare={running}) == [ancient, older, old]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["new.ndjson", "note.txt", "running.ndjson"]
    assert new.exists()
    assert prune_logs(tmp_path / "none", 90, 1, NOW) == []


def test_log_names_sort_by_session():
    assert log_name(7, NOW) == "session-000007-20260501T120000.ndjson"


@pytest.mark.parametrize("raw", [b'{"type":"system","subtype":"init"}', b"plain"])
def test_a_raw_recording_is_read_like_a_log(tmp_path, raw):
    file = tmp_path / "recording.ndjson"
    file.write_bytes(raw + b"\n")
    (line,) = read_log(file)[0]
    assert (line.number, line.at, line.stream, line.raw) == (1, "", "stdout", raw)
    assert parse(line.raw) == parse(raw)
