"""The index follows the logs: what is added, what is gone, what is killed, what is damaged."""

from __future__ import annotations

import fcntl
import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.runs.log_index import indexing
from claudeops_desktop.runs.log_index.database import VERSION, index_file, mark_damaged
from claudeops_desktop.runs.log_index.indexing import bring_up_to_date, forget_sessions
from claudeops_desktop.runs.log_index.search import index_progress


def test_only_what_is_new_is_taken_in(logs):
    logs.write(1, "one")
    assert logs.index().lines == 1
    logs.write(1, "two", "three")
    assert logs.index().lines == 2
    assert logs.index().lines == 0
    assert logs.lines("three") == [(1, 3)]


def test_a_half_written_line_is_taken_in_once_it_is_whole(logs):
    path = logs.write(1, "one")
    whole = logs.path(2)
    logs.write(2, "second words")
    line = whole.read_bytes()
    whole.unlink()
    with path.open("ab") as file:
        file.write(line[:40])
    logs.index()
    assert logs.lines("second") == []
    with path.open("ab") as file:
        file.write(line[40:])
    logs.index()
    assert logs.lines("second") == [(1, 2)]


def test_a_pruned_log_goes_from_the_index(logs):
    logs.write(1, "disk")
    logs.write(2, "disk")
    logs.index()
    logs.path(1).unlink()
    assert logs.lines("disk") == [(2, 1)]
    assert logs.index().forgotten == 1
    found = logs.find("disk")
    assert (found.count, [hit.session_id for hit in found.hits]) == (1, [2])


def test_what_is_forgotten_is_nowhere_in_the_file(logs):
    logs.write(1, "hunter22secret words")
    logs.write(2, "other words")
    logs.index()
    assert b"hunter22secret" in index_bytes(logs)
    assert forget_sessions(index_file(logs.folder), logs.folder.logs, [1, 99]) == 1
    assert b"hunter22secret" not in index_bytes(logs)
    assert b"unter22secre" not in index_bytes(logs)
    assert logs.lines("words") == [(2, 1)]


def test_a_log_that_was_forgotten_is_taken_in_as_it_then_is(logs):
    path = logs.write(1, "hunter22 words")
    logs.index()
    path.write_bytes(path.read_bytes().replace(b"hunter22", b"redacted"))
    forget_sessions(index_file(logs.folder), logs.folder.logs, [1])
    logs.index()
    assert logs.lines("hunter22") == []
    assert logs.lines("redacted") == [(1, 1)]


def test_forgetting_leaves_the_rest_of_a_part_as_it_was(logs, monkeypatch):
    monkeypatch.setattr(indexing, "PART_BYTES", 500)
    for session in range(1, 9):
        logs.write(session, "disk one", "disk two")
    logs.index()
    forget_sessions(index_file(logs.folder), logs.folder.logs, [2, 5])
    assert logs.lines("disk") == [(s, n) for s in (8, 7, 6, 4, 3, 1) for n in (2, 1)]


def test_a_log_that_became_shorter_is_another_log(logs):
    path = logs.write(1, "long words " * 50, "disk")
    logs.index()
    path.unlink()
    logs.write(1, "short")
    logs.index()
    assert logs.lines("disk") == []
    assert logs.lines("short") == [(1, 1)]


def test_a_kill_in_the_middle_loses_only_the_step_it_was_in(logs, monkeypatch):
    monkeypatch.setattr(indexing, "STEP_BYTES", 1000)
    for session in range(1, 6):
        logs.write(session, *[f"disk number {n}" for n in range(40)])

    class Killed(BaseException):
        pass

    steps = []

    def step():
        steps.append(1)
        if len(steps) == 7:
            raise Killed

    with pytest.raises(Killed):
        bring_up_to_date(index_file(logs.folder), logs.folder.logs, step)
    before = index_progress(logs.folder)
    assert 0 < before.done < before.total
    logs.index()
    assert index_progress(logs.folder).complete
    assert logs.find("disk", limit=500).count == 200
    assert len(set(logs.lines("disk", limit=500))) == 200


WORK = """
import os, signal, sys
from pathlib import Path
from claudeops_desktop.runs.log_index import indexing
indexing.STEP_BYTES = 1000
step = iter(range(99))
real = indexing._fill
def fill(*words):
    done = real(*words)
    if next(step) == 9:
        os.kill(os.getpid(), signal.SIGKILL)
    return done
indexing._fill = fill
indexing.bring_up_to_date(Path(sys.argv[1]), Path(sys.argv[2]))
"""


def test_a_process_killed_within_a_step_is_gone_on_from(logs):
    for session in range(1, 6):
        logs.write(session, *[f"disk number {n}" for n in range(40)])
    index = index_file(logs.folder)
    done = subprocess.run([sys.executable, "-c", WORK, str(index), str(logs.folder.logs)], check=False)
    assert done.returncode == -signal.SIGKILL
    logs.index()
    assert len(logs.lines("disk", limit=500)) == 200


def test_a_damaged_index_is_made_anew_and_says_so(logs):
    logs.write(1, "disk")
    logs.index()
    index_file(logs.folder).write_bytes(b"not a database at all" * 1000)
    done = logs.index()
    assert "damaged" in done.why
    assert logs.lines("disk") == [(1, 1)]
    assert "damaged" in index_progress(logs.folder).note


def test_an_index_with_a_hole_in_the_middle_is_made_anew(logs):
    logs.write(1, *[f"disk number {n} {'word ' * 50}" for n in range(400)])
    logs.index()
    path = index_file(logs.folder)
    data = bytearray(path.read_bytes())
    data[4096 : len(data) - 4096] = os.urandom(len(data) - 8192)
    path.write_bytes(data)
    logs.write(1, "and more")
    assert "damaged" in logs.index().why
    assert logs.find("disk", limit=500).count == 400


def test_damage_that_only_a_search_meets_is_mended_by_the_next_pass(logs):
    logs.write(1, *[f"disk number {n} {'word ' * 50}" for n in range(400)])
    logs.index()
    path = index_file(logs.folder)
    mark_damaged(path, sqlite3.DatabaseError("database disk image is malformed"))
    assert "damaged" in logs.index().why
    assert logs.find("disk", limit=500).count == 400
    assert logs.index().why == ""


def test_a_lock_is_no_damage(logs):
    logs.write(1, "disk")
    logs.index()
    mark_damaged(index_file(logs.folder), sqlite3.OperationalError("database is locked"))
    assert logs.index().why == ""


def test_an_index_of_another_version_is_made_anew(logs):
    logs.write(1, "disk")
    logs.index()
    database = sqlite3.connect(index_file(logs.folder))
    database.execute(f"PRAGMA user_version = {VERSION + 1}")
    database.close()
    assert logs.lines("disk") == []
    assert "another version" in logs.index().why
    assert logs.lines("disk") == [(1, 1)]


def test_a_second_process_leaves_it_to_the_first(logs):
    with (logs.folder.root / "log-index.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert logs.index() is None


def test_a_folder_that_cannot_be_written_is_told_in_a_sentence(logs, monkeypatch):
    def refuse(*_args, **_named):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(EnvironmentFault, match="Permission denied"):
        logs.index()


def test_a_place_that_the_index_cannot_take_is_told_in_a_sentence(logs):
    logs.write(1, "disk")
    index_file(logs.folder).mkdir()
    with pytest.raises(EnvironmentFault, match="cannot be written"):
        logs.index()


def index_bytes(logs):
    path = index_file(logs.folder)
    return b"".join(part.read_bytes() for part in (path, path.with_name(f"{path.name}-wal")) if part.exists())
