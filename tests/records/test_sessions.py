"""Runs and sessions: one row for each chain and each agent process of it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import asdict, replace

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.sessions import Run, Session

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)


def begun(number, run_id, **fields):
    start = Session(
        id=number,
        parent_session_id=None,
        agent="claude",
        tier=1,
        model="",
        trigger="manual",
        status="running",
        status_reason="",
        prompt_text="",
        started_at=to_text(NOW),
        ended_at=None,
        exit_code=None,
        cost_usd=None,
        num_turns=None,
        duration_ms=None,
        response="",
        summary="",
        dry_run=0,
        log_file="",
        run_id=run_id,
        agent_version="",
        agent_session_id="",
        appended_prompt="",
        pid=None,
        process_token="",
        owner="",
        principal="",
        audience="everyone",
    )
    return replace(start, **fields)


@pytest.mark.parametrize(("dry_run", "stored"), [(True, 1), (False, 0)])
def test_a_run_begins(book, run, told, dry_run, stored):
    assert run(trigger="alert", agent="codex", max_tier=3, dry_run=dry_run, services=("web", "db")) == 1
    assert told() == [("runs", (1,), "inserted")]
    begun_run = Run(1, "alert", "codex", "running", to_text(NOW), None, 0.0, 3, stored, ("web", "db"))
    assert (book.sessions.run(1), book.sessions.run(2)) == (begun_run, None)
    assert book.sessions.runs() == [begun_run]


def test_a_run_ends_with_the_cost_of_its_sessions_and_may_go_on(book, run, session, write, told):
    first, second = run(), run()
    for run_id, usd in ((first, 0.5), (first, None), (first, 0.25), (second, 8.0)):
        session(run_id, cost_usd=usd)
    told()
    write(lambda: book.sessions.end_run(first, "failed", LATER))
    assert told() == [("runs", (first,), "updated")]
    ended = Run(first, "manual", "claude", "failed", to_text(NOW), to_text(LATER), 0.75, 1, 0, ())
    going_on = Run(second, "manual", "claude", "running", to_text(NOW), None, 0.0, 1, 0, ())
    assert book.sessions.runs() == [going_on, ended]
    assert book.sessions.open_runs() == [second]
    write(lambda: book.sessions.reopen_run(first))
    assert told() == [("runs", (first,), "updated")]
    assert book.sessions.runs() == [going_on, replace(ended, status="running", ended_at=None)]
    assert book.sessions.open_runs() == [first, second]


def test_runs_are_newest_first_and_can_be_narrowed(book, run):
    for _ in range(4):
        run()
    assert [one.id for one in book.sessions.runs(before=3)] == [2, 1]
    assert [one.id for one in book.sessions.runs(before=4, limit=2)] == [3, 2]
    assert [len(book.sessions.runs(limit=limit)) for limit in (0, 1, 4, 5)] == [0, 1, 4, 4]


def test_a_session_begins_and_changes(book, run, session, write, told):
    number = run()
    told()
    mine = session(number, tier=2, prompt_text="look", parent_session_id=None)
    assert told() == [("sessions", (mine,), "inserted")]
    other = session(number)
    told()
    write(lambda: book.sessions.update(mine, status="completed", exit_code=0, pid=7))
    assert told() == [("sessions", (mine,), "updated")]
    changed = begun(mine, number, tier=2, prompt_text="look", status="completed", exit_code=0, pid=7)
    assert book.sessions.list() == [begun(other, number), changed]
    assert (book.sessions.get(mine), book.sessions.get(99)) == (changed, None)
    assert changed.as_json() == asdict(changed)


def test_sessions_are_newest_first_and_can_be_narrowed(book, session, write):
    for status in ("failed", "completed", "failed", "failed"):
        number = session()
        write(lambda number=number, status=status: book.sessions.update(number, status=status))
    listed = book.sessions.list
    assert [one.id for one in listed()] == [4, 3, 2, 1]
    assert [one.id for one in listed(status="failed")] == [4, 3, 1]
    assert [one.id for one in listed(status="")] == []
    assert [one.id for one in listed(before=3)] == [2, 1]
    assert [one.id for one in listed(status="failed", before=3)] == [1]
    assert [one.id for one in listed(status="failed", before=4, limit=1)] == [3]
    assert [len(listed(limit=limit)) for limit in (0, 1, 4, 5)] == [0, 1, 4, 4]


def test_the_sessions_of_runs_are_in_their_order(book, run, session):
    first, second = run(), run()
    for run_id in (second, first, second):
        session(run_id)
    assert book.sessions.of_run(second) == [begun(1, second), begun(3, second)]
    assert [one.id for one in book.sessions.of_runs([first, 99, second])] == [2, 1, 3]


@pytest.mark.parametrize(
    ("audience", "given", "narrowed"),
    [
        ("everyone", "everyone", "everyone"),
        ("everyone", "project:shop", "project:shop"),
        ("everyone", "private:anna", "private:anna"),
        ("project:shop", "everyone", "project:shop"),
        ("project:shop", "project:shop", "project:shop"),
        ("project:shop", "project:wiki", "private:bert"),  # the agent has read both
        ("project:shop", "private:anna", "private:anna"),
        ("private:anna", "project:shop", "private:anna"),
        ("private:anna", "private:bert", "private:anna"),
    ],
)
def test_a_session_is_read_by_those_who_may_read_all_it_was_given(
    book, session, write, told, audience, given, narrowed
):
    number, other = session(principal="bert", audience=audience), session(audience=audience)
    told()
    write(lambda: book.sessions.narrow([99, number, number], given))
    assert (book.sessions.get(number).audience, book.sessions.get(other).audience) == (narrowed, audience)
    assert told() == ([] if narrowed == audience else [("sessions", (number,), "updated")])


def test_each_of_several_sessions_is_narrowed(book, session, write):
    numbers = [session(audience=audience) for audience in ("project:shop", "private:anna", "everyone")]
    write(lambda: book.sessions.narrow(numbers, "project:shop"))
    assert [book.sessions.get(number).audience for number in numbers] == [
        "project:shop",
        "private:anna",
        "project:shop",
    ]
