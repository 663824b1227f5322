"""The disk fills up while a session runs: a plain sentence, and all of it is written down once there is space."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing

import pytest
from breaking import left_of_talker

from claudeops_desktop.core.errors import EnvironmentFault
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.runs.request import RunEnded, RunRequest
from claudeops_desktop.storage.database import told_plainly
from claudeops_desktop.ui.shell.single_instance import SingleInstance

ON_THE_DISK = pytest.mark.file_only("the file is on the disk that is full; a server takes rows all the same")


@pytest.fixture
def engine(qapp, small_disk) -> Iterator[ApplicationEngine]:
    opened = ApplicationEngine(small_disk.folder)
    yield opened
    small_disk.free()
    opened.close()


@pytest.fixture
def begun(engine, talker, qtbot, monkeypatch) -> list[RunEnded]:
    """A session that has said two memories and goes on; the list gets its run's end."""
    monkeypatch.setattr("claudeops_desktop.runs.retry_writes.EVERY_S", 0.2)
    engine.settings.change("agent.claude_path", str(talker))
    ended: list[RunEnded] = []
    engine.runs.on_ended(ended.append)
    engine.runs.enqueue(RunRequest(agent="claude"))
    qtbot.waitUntil(lambda: len(engine.memory.search.list()) == 2, timeout=30_000)
    return ended


@pytest.mark.slow
@ON_THE_DISK
def test_a_session_that_ends_on_a_full_disk_is_closed_once_there_is_space(engine, begun, small_disk, qtbot):
    small_disk.fill()
    engine.runs.stop()
    qtbot.waitUntil(lambda: bool(begun), timeout=30_000)
    (ended,) = begun
    assert ended.status == "stopped"
    told = "The disk is full" if small_disk.mounted else "The disk under"  # a limit on files is no full disk
    assert any(told in warning for warning in ended.warnings), ended.warnings
    assert [s.status for s in engine.book.sessions.list()] == ["running"]
    small_disk.free()
    qtbot.waitUntil(lambda: [s.status for s in engine.book.sessions.list()] == ["stopped"], timeout=30_000)
    qtbot.waitUntil(lambda: engine.book.sessions.run(ended.run_id).status == "stopped", timeout=30_000)
    assert len(engine.memory.search.list()) == 2
    assert left_of_talker() == []


def test_a_window_on_a_full_disk_says_so_as_the_command_line_does(qapp, small_disk):
    small_disk.folder.create()
    if not small_disk.mounted:
        pytest.skip("an ordinary user cannot mount a small disk")
    small_disk.fill()
    single = SingleInstance(small_disk.folder)
    with pytest.raises(EnvironmentFault, match=r"^The disk is full: nothing more can be stored in .*claudeops\.db\."):
        single.claim()


@pytest.mark.slow
def test_a_run_on_a_full_disk_is_refused_in_a_plain_sentence(engine, recording, small_disk):
    small_disk.fill()
    ended = engine.run_to_end(RunRequest(agent=recording("I begin.")))
    assert ended.status == "failed"
    assert "disk" in ended.reason.lower()
    small_disk.free()
    assert engine.run_to_end(RunRequest(agent=recording("I begin."))).status == "completed"


@pytest.mark.slow
def test_a_file_of_services_that_could_not_be_written_is_not_left_empty(engine, small_disk, program):
    if not small_disk.mounted:
        pytest.skip("needs a disk of its own, which root alone can mount")
    small_disk.fill()
    done = program.ask("services", "init", "--data-dir", str(small_disk.folder.root))
    assert (done.returncode, "No space left" in done.stderr) == (1, True)
    assert not small_disk.folder.services_file.exists()


@pytest.mark.slow
def test_an_export_that_could_not_be_written_leaves_the_one_before(small_disk, program, tmp_path):
    if not small_disk.mounted:
        pytest.skip("needs a disk of its own, which root alone can mount")
    rows, data = tmp_path / "rows.json", str(tmp_path / "data")
    rows.write_text('[{"category": "timing", "observation": "Takes 60s to start after a restart."}]')
    assert program.ask("memory", "import", str(rows), "--data-dir", data).returncode == 0
    target = small_disk.root / "memories.json"
    target.write_text("[]")
    small_disk.fill()
    held = sorted(small_disk.root.iterdir())
    done = program.ask("memory", "export", str(target), "--data-dir", data)
    assert (done.returncode, "No space left" in done.stderr) == (1, True), done.stderr
    assert target.read_text() == "[]"
    assert sorted(small_disk.root.iterdir()) == held


@pytest.mark.slow
@ON_THE_DISK
def test_storing_does_not_need_the_temporary_folder(small_disk, program, recording):
    if not small_disk.mounted:
        pytest.skip("needs a disk of its own, which root alone can mount")
    program.environ["TMPDIR"] = str(small_disk.root)
    small_disk.fill()
    said = [f"[MEMORY:timing:nginx{number}] Takes {number + 5}s to start" for number in range(40)]
    done = program.ask("run", "--agent", recording(*said))
    assert done.returncode == 0, done.stderr
    assert len(program.json("memory", "list")) == 40


@ON_THE_DISK
def test_a_full_temporary_folder_is_not_the_disk_of_the_database(small_disk, folder, monkeypatch):
    if not small_disk.mounted:
        pytest.skip("needs a disk of its own, which root alone can mount")
    folder.create()
    monkeypatch.setenv("SQLITE_TMPDIR", str(small_disk.root))
    small_disk.fill()
    told = rf"^The temporary folder {small_disk.root} cannot be used: No space left on device\.$"
    for said in ("database or disk is full", "disk I/O error", "unable to open database file"):
        with pytest.raises(EnvironmentFault, match=told), told_plainly(folder.database):
            raise sqlite3.OperationalError(said)


COMMANDS = (
    ("run", "--agent", "watch"),
    ("settings", "set", "run.dry_run", "true"),
    ("services", "add", "mail", "tls", "--set", "address=mail.example.org", "--set", "port=993"),
    ("backup",),
    ("memory", "add", "Takes 90s to start after a restart.", "--category", "timing"),
    ("maintenance", "vacuum"),
    ("maintenance", "check"),
    ("maintenance", "salvage"),
    ("schedule", "add", "night", "--every", "2h"),
    ("index-logs",),
)


@pytest.fixture
def full(small_disk, program, recording) -> list[str]:
    """The words that name a used data folder on a full disk."""
    data = ["--data-dir", str(small_disk.folder.root)]
    if not small_disk.mounted:
        pytest.skip("needs a disk of its own, which root alone can mount")
    assert program.ask("run", "--agent", recording("[MEMORY:timing:nginx] Takes 5s to start"), *data).returncode == 0
    assert program.ask("services", "init", *data).returncode == 0
    small_disk.fill()
    return data


@pytest.mark.slow
@ON_THE_DISK
def test_every_command_says_one_sentence_and_ends_with_1(full, program):
    for words in COMMANDS:
        for more in ((), ("--json",)):
            done = program.ask(*words, *more, *full)
            lines = done.stderr.splitlines()
            assert done.returncode == 1, (words, done.stdout, done.stderr)
            assert len(lines) == 1, (words, done.stderr)
            assert "full" in lines[0] or "No space left" in lines[0], (words, lines)
            assert "damaged" not in lines[0], (words, lines)
            if more:
                document = json.loads(done.stdout)
                assert document["error"] in lines[0], (words, document)
                assert document["exit_code"] == 1


@pytest.mark.slow
@ON_THE_DISK
def test_what_is_stored_can_be_read_on_a_full_disk(full, program):
    listed = program.ask("memory", "list", "--json", *full)
    assert [row["observation"] for row in json.loads(listed.stdout)] == ["Takes 5s to start"]
    assert listed.stderr.count("The disk is full") == 1
    assert "Takes 5s to start" in program.ask("context", *full).stdout


@pytest.mark.slow
@ON_THE_DISK
def test_an_emergency_stop_ends_on_a_full_disk_and_is_put_on_record_later(full, program, small_disk):
    stopped = program.ask("stop", "--all", *full)
    assert "Pending questions are refused" not in stopped.stdout
    assert "The records follow later. The disk is full" in stopped.stderr
    resumed = program.ask("resume", *full)
    assert (resumed.returncode, resumed.stdout) == (0, "Resumed: runs and schedules go on.\n")
    assert "The records follow once the database can be written." in resumed.stderr
    small_disk.free()
    assert program.ask("run", "--agent", "watch", *full).returncode in (0, 1)
    told = [row["message"] for row in program.json("events", "list", *full)]
    assert sum(message.startswith("Emergency stop at") for message in told) == 1
    assert sum(message.startswith("The operator resumed") for message in told) == 1


@pytest.mark.slow
@ON_THE_DISK
def test_a_full_disk_loses_nothing(full, program, small_disk):
    for words in COMMANDS:
        program.ask(*words, *full)
    small_disk.free()
    assert [row["observation"] for row in program.json("memory", "list", *full)] == ["Takes 5s to start"]
    assert program.ask("maintenance", "check", *full).returncode == 0
    left = [path.name for path in small_disk.folder.root.rglob("*") if path.name.endswith(".part")]
    assert left == []


@pytest.mark.slow
@ON_THE_DISK
def test_a_migration_on_a_full_disk_is_one_sentence_and_is_done_later(full, program, small_disk):
    small_disk.free()
    with closing(sqlite3.connect(small_disk.folder.database)) as database, database:
        database.execute("DELETE FROM schema_migrations WHERE number = 8")
    small_disk.fill()
    done = program.ask("memory", "list", *full)
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert "The disk is full" in done.stderr
    small_disk.free()
    assert program.ask("memory", "list", *full).returncode == 0
    assert len(list(small_disk.folder.backups.glob("claudeops-schema*.db"))) == 1
