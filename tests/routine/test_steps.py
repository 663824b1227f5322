"""The jobs as they ship, over a folder that was used: what they do, and that a second run changes nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.settings.groups import BackupSettings, Settings
from claudeops_desktop.memory import MemoryCandidate
from claudeops_desktop.records.telemetry import recording
from claudeops_desktop.routine import JOBS, MONTHLY, NIGHTLY, WEEKLY
from claudeops_desktop.storage.backup import back_up

TWICE = ("The nightly backup takes about 40s after a restart", "The nightly backup takes roughly 40 s after a restart")


@pytest.fixture
def used(world):
    """Facts of which two say the same and one is old, an event, an old line of the activity log."""

    def remember(text, confidence=0.7):
        return world.memory.edits.add(MemoryCandidate("timing", "nas", text, confidence)).after[0].memory.id

    def fill():
        remember(TWICE[0])
        second = remember("Something else of the same service", 0.6)
        world.store.database.execute_sql(
            "UPDATE memories SET observation = ?, source = 'import' WHERE id = ?", (TWICE[1], second)
        )
        old = remember("Needs port 8080 free")
        world.store.database.execute_sql(
            "UPDATE memories SET source = 'observed', updated_at = ?, last_confirmed_at = ? WHERE id = ?",
            (*(to_text(world.now - timedelta(days=200)),) * 2, old),
        )
        world.book.events.add(
            level="warning", message="The disk of nas is full", service="nas", session_id=None, now=world.now
        )
        recording.emit_event("index", "memory.index.completed", now=world.now - timedelta(days=4000))

    world.write(fill)
    return world


def changed(run):
    return {step.name: step.changed for step in run.steps}


def step_of(run, name):
    return next(step for step in run.steps if step.name == name)


def test_a_night_ages_merges_indexes_and_removes(used):
    run = used.runner.run_now(NIGHTLY)
    assert run.state == "done", [step.note for step in run.failures]
    found = changed(run)
    assert found["age-facts"] >= 1
    assert found["merge-duplicates"] == 1
    assert found["index-memory"] >= 3
    assert found["retention"] == 1


@pytest.mark.parametrize("job", [NIGHTLY, WEEKLY, MONTHLY])
def test_a_second_run_changes_nothing(used, job):
    back_up(used.folder, used.folder.backups / "claudeops-1.zip", logs=False)
    used.runner.run_now(job)
    used.forward(minutes=1)
    run = used.runner.run_now(job)
    assert run.state == "done", [step.note for step in run.failures]
    assert set(changed(run).values()) == {0}


@pytest.mark.slow
def test_no_job_asks_a_model(used, monkeypatch):
    from claudeops_desktop.models import choose

    def refuse(*_given, **_more):
        raise AssertionError("a model was asked for")

    for name in ("choose_model", "model_to_try"):
        monkeypatch.setattr(choose, name, refuse)
    back_up(used.folder, used.folder.backups / "claudeops-1.zip", logs=False)
    for job in JOBS:
        run = used.runner.run_now(job.name)
        assert run.state == "done", [step.note for step in run.failures]


def test_what_each_step_did_stands_in_the_activity_log(used):
    used.runner.run_now(NIGHTLY)
    sql = "SELECT action, success FROM telemetry WHERE component = 'routine' ORDER BY id"
    rows = used.store.database.execute_sql(sql).fetchall()
    assert rows == [(f"routine.{step.name}.completed", 1) for step in JOBS[0].steps]


def test_a_known_question_that_finds_another_fact_now_is_counted(world):
    def fill():
        for text in ("The reverse proxy listens on port 8443", "The mail queue is flushed every 15 minutes"):
            world.memory.edits.add(MemoryCandidate("behavior", "edge", text, 0.9))
        execute = world.store.database.execute_sql
        for number, question in ((1, "Which port does the reverse proxy listen on?"), (1, "How is the mail flushed?")):
            execute(
                "INSERT INTO recalls (at, asked_by, question, profile, tier, memory_ids) VALUES (?, 'operator', ?,"
                " 'balanced', 'search', ?)",
                (to_text(world.now), question, f"[{number}]"),
            )
        run = world.book.sessions.begin_run(
            trigger="manual", agent="replay", max_tier=1, dry_run=False, services=[], now=world.now
        )
        session = world.book.sessions.begin(now=world.now, run_id=run, agent="replay", trigger="manual", tier=1)
        world.book.sessions.update(session, status="completed")
        columns = {"session_id": session, "memory_id": 1, "used": 1}
        known = [row[1:4:2] for row in execute("PRAGMA table_info(injections)")]
        for name, needed in known:
            if needed and name not in columns:
                columns[name] = "x" if "_at" in name or name in ("part", "how", "kind") else 1
        execute(
            f"INSERT INTO injections ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})",
            tuple(columns.values()),
        )

    world.write(fill)
    run = world.runner.run_now(WEEKLY)
    step = step_of(run, "check-recall")
    assert (step.count, step.changed) == (2, 0)
    assert step.note == "1 known question finds another fact first."


def test_a_damaged_database_is_told_in_one_sentence(world, monkeypatch):
    from claudeops_desktop.routine import steps
    from claudeops_desktop.storage.maintenance import DatabaseHealth

    monkeypatch.setattr(steps, "check_database", lambda *_: DatabaseHealth(("row 7 missing from index x",), ()))
    world.runner.run_now(WEEKLY)
    step = step_of(world.read(world.control.history)[0], "check-database")
    assert step.state == "failed"
    assert step.note.startswith("The database is not whole: row 7 missing from index x.")


class TestBackups:
    def note(self, world):
        run = world.runner.run_now(MONTHLY)
        step = step_of(run, "check-backup")
        return step.state, step.note

    def test_none_is_no_fault_on_a_new_machine(self, world):
        assert self.note(world) == ("done", "There is none yet. The window or the daemon makes the first one.")

    def test_one_that_is_damaged_is_a_fault_on_any_day(self, world):
        world.folder.backups.mkdir(exist_ok=True)
        (world.folder.backups / "claudeops-1.zip").write_bytes(b"PK")
        assert self.note(world)[0] == "failed"

    def test_none_is_a_fault_while_backups_are_on(self, world):
        world.runner.run_now(MONTHLY)
        world.now += timedelta(days=40)
        assert self.note(world) == ("failed", "There is no whole backup. Make one with `claudeops backup FILE`.")

    def test_none_is_no_fault_where_they_are_off(self, world):
        world.settings = Settings(backup=BackupSettings(every_days=0))
        assert self.note(world) == ("done", "Backups are switched off, and there is none.")

    def test_one_that_is_whole_is_named_by_its_day(self, world):
        back_up(world.folder, world.folder.backups / "claudeops-1.zip", logs=False)
        state, note = self.note(world)
        assert state == "done" and note.startswith("The newest whole backup is of 20")

    def test_an_old_one_is_a_fault(self, world):
        back_up(world.folder, world.folder.backups / "claudeops-1.zip", logs=False)
        world.now += timedelta(days=4000)
        state, note = self.note(world)
        assert state == "failed" and "Make one" in note


@pytest.mark.file_only("unused room is the server's own business")
def test_unused_room_is_given_back_where_there_is_much(world, monkeypatch):
    from claudeops_desktop.routine import steps

    monkeypatch.setattr(steps, "WORTH_COMPACTING", 100_000)

    def fill_and_empty():
        for _ in range(400):
            world.book.events.add(level="info", message="x" * 2000, service=None, session_id=None, now=world.now)

    world.write(fill_and_empty)
    world.write(lambda: world.store.database.execute_sql("DELETE FROM events") and None)
    run = world.runner.run_now(WEEKLY)
    step = step_of(run, "compact-database")
    assert (step.state, step.changed) == ("done", 1), step.note
    world.forward(minutes=1)
    assert changed(world.runner.run_now(WEEKLY))["compact-database"] == 0


def test_retention_goes_in_parts_of_at_most_five_hundred_rows(world, monkeypatch):
    from claudeops_desktop.routine import steps

    asked = []
    prune = steps.prune_records
    monkeypatch.setattr(steps, "prune_records", lambda *given: asked.append(given[-1]) or prune(*given))

    def fill():
        for _ in range(1_200):
            recording.emit_event("index", "memory.index.completed", now=world.now - timedelta(days=4000))

    world.write(fill)
    run = world.runner.run_now(NIGHTLY)
    assert changed(run)["retention"] == 1_200
    assert asked == [500] * 4
