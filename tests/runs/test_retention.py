"""What is too old goes after a run, what the operator said stays (R5)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from claudeops_desktop.core.settings.groups import LogSettings
from claudeops_desktop.records.checkpoints import Checkpoint
from claudeops_desktop.records.telemetry.recording import emit_event
from claudeops_desktop.runs.retention import prune_records
from claudeops_desktop.storage.database import proxy


def count(engine, table: str) -> int:
    return engine.store.read(lambda: proxy.execute_sql(f"SELECT count(*) FROM {table}").fetchone()[0]).result()


def fill(engine, days: int) -> int:
    then = engine.book.clock() - timedelta(days=days)
    at = then.strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def write() -> int:
        run = engine.book.sessions.begin_run(
            trigger="manual", agent="claude", max_tier=1, dry_run=False, services=[], now=then
        )
        number = engine.book.sessions.begin(now=then, run_id=run, agent="claude", trigger="manual")
        engine.book.sessions.update(number, status="completed")
        engine.book.checkpoints.store_turns([Checkpoint(number, 1, "", (), "said")])
        emit_event("gate", "memory.gate.discarded", now=then)
        for rule in ("too short", "operator"):
            proxy.execute_sql(
                "INSERT INTO gate_log (outcome, rule, why, text, source, created_at)"
                " VALUES ('discard', ?, 'w', 't', 's', ?)",
                (rule, at),
            )
        proxy.execute_sql(
            "INSERT INTO recalls (at, asked_by, question, profile, tier) VALUES (?, 'operator', 'q', 'lean', 'none')",
            (at,),
        )
        proxy.execute_sql(
            "INSERT INTO steps (job, step, state, created_at, ended_at) VALUES (?, 's', 'done', ?, ?)",
            (f"j{days}-{run}" if days == 20 else f"j{days}", at, at),
        )
        return number

    return engine.store.write(write).result()


@pytest.mark.slow
def test_after_a_run_what_is_too_old_is_gone(engine, play):
    fill(engine, 400)
    new = fill(engine, 3)
    ended = play("I look.")
    kept = engine.book.checkpoints
    assert [engine.store.read(lambda n=n: kept.count(n)).result() for n in (1, new, ended.session_ids[0])] == [0, 1, 1]
    assert count(engine, "gate_log") == 3  # the operator's old no, and both new ones
    assert count(engine, "recalls") == 1
    assert count(engine, "steps WHERE job IN ('j400', 'j3')") == 1


def test_it_is_told_how_much_went(engine):
    for _ in range(3):
        fill(engine, 20)
    kept = LogSettings(checkpoint_days=10, telemetry_days=30)
    removed = prune_records(engine.book, kept, engine.book.clock())
    assert (removed.checkpoints, removed.telemetry, removed.recalls) == (3, 0, 0)
    removed = prune_records(engine.book, LogSettings(checkpoint_days=30, telemetry_days=10), engine.book.clock())
    assert (removed.telemetry, removed.rejections, removed.recalls) == (3, 3, 3)


@pytest.mark.slow
@pytest.mark.file_only("a trigger of SQLite's stands for a full disk")
def test_a_run_ends_though_nothing_can_be_removed(engine, play):
    fill(engine, 400)
    engine.store.write(
        lambda: proxy.execute_sql(
            "CREATE TRIGGER no_room BEFORE DELETE ON recalls BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
        )
    ).result()
    assert play("I look.").status == "completed"
    assert count(engine, "recalls") == 1
    assert engine.book.sessions.runs(limit=1)[0].status == "completed"
