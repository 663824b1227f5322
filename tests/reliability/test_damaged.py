"""Files that hold something else than they should: a plain sentence with what to do, and nothing is overwritten."""

from __future__ import annotations

import random
import signal
import sqlite3
from contextlib import closing

import pytest
from breaking import rows, spoil

from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

JUNK = random.Random(3).randbytes(3000)


@pytest.fixture
def filled(folder):
    """A data folder with some hundred memories and events."""
    store = open_store(folder)
    book = RecordRepositories(store)
    memory = MemoryService(book)

    def fill() -> None:
        for number in range(300):
            memory.edits.add(MemoryCandidate("timing", f"service{number}", f"Takes {number + 3}s to start"))
            text = f"event {number} " + "x" * 200
            book.events.add(level="info", message=text, service=None, session_id=None, now=book.clock())

    store.write(fill).result()
    store.close()
    return folder


@pytest.mark.slow
@pytest.mark.file_only("a damaged file")
@pytest.mark.parametrize("at", [0, 16], ids=["header", "page size"])
def test_a_database_with_a_broken_header_is_said_so_and_left_as_it_is(filled, program, at):
    spoil(filled.database, at, 100)
    before = filled.database.read_bytes()
    done = program.ask("memory", "list")
    assert done.returncode == 1
    assert "damaged" in done.stderr
    assert "restore" in done.stderr.lower()
    assert filled.database.read_bytes() == before


@pytest.mark.slow
@pytest.mark.file_only("a damaged file")
def test_a_database_with_a_broken_middle_is_said_so(filled, program):
    size = filled.database.stat().st_size
    for at in range(size // 3, size - 4096, 16384):
        spoil(filled.database, at)
    done = program.ask("doctor")
    assert done.returncode == 1, done.stdout
    assert "damaged" in done.stdout + done.stderr


@pytest.mark.slow
@pytest.mark.file_only("a damaged file")
def test_the_window_says_that_the_database_is_damaged_and_ends(filled, program):
    spoil(filled.database, 0, 100)
    window = program.start()
    said, _ = window.communicate(timeout=90)
    assert window.returncode == 1
    assert "is damaged" in said
    assert "Traceback" not in said


@pytest.mark.slow
@pytest.mark.file_only("settings that cannot be read name no server")
@pytest.mark.parametrize("junk", [JUNK, b"paused = {{{", b"", b"\xff\xfe\x00"], ids=["bytes", "text", "empty", "marks"])
def test_broken_settings_are_named_and_left_as_they_are(filled, program, junk):
    filled.settings_file.write_bytes(junk)
    done = program.ask("run", "--agent", "watch")
    assert filled.settings_file.read_bytes() == junk
    if junk:
        assert done.returncode == 2
        assert "settings.toml" in done.stderr
        assert "codec" not in done.stderr
    else:
        assert done.returncode == 0


@pytest.mark.slow
def test_a_broken_services_file_ends_the_session_in_a_plain_sentence(filled, program):
    filled.services_file.write_bytes(JUNK)
    done = program.ask("run", "--agent", "watch")
    assert done.returncode == 1
    (session,) = program.json("sessions", "list")
    assert session["status"] == "failed"
    assert "services.toml" in session["status_reason"]
    assert filled.services_file.read_bytes() == JUNK


@pytest.mark.slow
def test_a_broken_log_is_shown_as_far_as_it_can_be_read(filled, program, recording):
    assert program.ask("run", "--agent", recording("I begin.", "I go on.")).returncode == 0
    (session,) = program.json("sessions", "list")
    (log,) = filled.logs.glob("*.ndjson")
    whole = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(whole[0] + JUNK + b"\n" + b"".join(whole[1:])[:-40])
    done = program.ask("sessions", "show", str(session["id"]))
    assert done.returncode == 0, done.stderr
    assert "I begin." in program.ask("sessions", "log", str(session["id"])).stdout


@pytest.mark.slow
def test_a_log_that_is_gone_is_said_so(filled, program, recording):
    assert program.ask("run", "--agent", recording("I begin.")).returncode == 0
    (session,) = program.json("sessions", "list")
    for log in filled.logs.glob("*.ndjson"):
        log.unlink()
    done = program.ask("sessions", "log", str(session["id"]))
    assert done.returncode in (0, 1)
    assert (done.stdout + done.stderr).strip()


@pytest.mark.slow
def test_the_window_opens_though_what_it_remembers_and_measured_is_broken(filled, program, qtbot):
    filled.ui_state.write_bytes(JUNK)
    filled.watch_history.write_bytes(JUNK)
    filled.services_file.write_bytes(JUNK)
    window = program.start("--background")
    qtbot.waitUntil(lambda: bool(rows(filled.database, "SELECT id FROM schedules")), timeout=60_000)
    window.send_signal(signal.SIGTERM)
    said, _ = window.communicate(timeout=90)
    assert window.returncode == 0, said
    assert "Traceback" not in said


@pytest.mark.slow
def test_broken_measurements_do_not_keep_the_watcher_from_its_work(filled, program):
    filled.watch_history.write_bytes(JUNK)
    assert program.ask("run", "--agent", "watch").returncode == 0


@pytest.mark.slow
@pytest.mark.file_only("a damaged file")
def test_an_index_that_is_damaged_loses_no_row(filled, program):
    with closing(sqlite3.connect(filled.database)) as connection:
        connection.execute("REINDEX")
        assert connection.execute("SELECT count(*) FROM memories").fetchone() == (300,)
    assert len(program.json("memory", "list", "--limit", "500")) == 300
