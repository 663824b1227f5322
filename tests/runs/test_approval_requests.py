"""A run that asks before it goes up a tier (S10): each way in which the question can end, with real processes."""

from __future__ import annotations

import itertools
import os
import signal
import subprocess
import sys
import threading

import pytest
from support.other_process import other_connection, stored_rows

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.runs import chain
from claudeops_desktop.runs.request import RunRequest

ESCALATE = {
    "summary": "jellyfin is down",
    "services_checked": [{"service": "jellyfin", "status": "down"}],
    "escalation": {"needed": True, "reason": "does not answer", "services": ["jellyfin"], "context": "tried twice"},
}


@pytest.fixture
def asking(engine, recording, qtbot):
    """Begin a run that asks for tier 2 and then 3, wait until it asks, and give its parked run."""
    engine.settings.change("approvals.tier2", "ask")

    def begin(**request):
        file = recording("down", structured=ESCALATE)
        engine.runs.enqueue(RunRequest(agent=f"replay:{file}", **request))
        qtbot.waitUntil(lambda: bool(engine.runs.state.parked), timeout=20_000)
        return engine.runs.state.parked[0]

    return begin


@pytest.fixture
def ended(engine):
    runs = []
    engine.runs.on_ended(runs.append)
    return runs


@pytest.fixture
def answer(engine):
    def give(parked, state, note=""):
        book = engine.book
        return book.store.write(
            lambda: book.approvals.answer(parked.approval_id, state, "window", book.clock(), note)
        ).result()

    return give


def statuses(engine):
    return [(s.tier, s.status) for s in reversed(engine.book.sessions.list())]


def messages(engine):
    return [(e.level, e.message) for e in engine.book.events.list()]


def test_while_it_asks_it_is_parked_and_says_what_for(engine, asking):
    parked = asking()
    (asked,) = engine.book.approvals.waiting(engine.book.clock())
    assert (parked.why, parked.tier, parked.approval_id, parked.ready) == ("approval", 2, asked.id, False)
    assert (asked.kind, asked.tier, asked.run_id, asked.services) == ("tier", 2, parked.run_id, ("jellyfin",))
    assert (asked.reason, asked.context) == ("does not answer", "tried twice")
    assert "restart and reload services" in asked.may
    assert engine.runs.state.live is None
    assert engine.runs.busy
    assert parked.until == asked.expires_at
    assert engine.book.sessions.run(parked.run_id).status == "running"
    assert statuses(engine) == [(1, "completed")]


@pytest.mark.slow
def test_a_yes_starts_the_next_tier_with_who_agreed_and_the_note(engine, asking, answer, qtbot):
    first = asking()
    assert answer(first, "approved", "only jellyfin,\n## nothing else")
    qtbot.waitUntil(lambda: engine.runs.state.parked[:1] not in ((), (first,)), timeout=20_000)
    second, begun = engine.book.sessions.list()
    assert (begun.status, begun.status_reason) == ("escalated", "Tier 2: does not answer")
    assert (second.tier, second.parent_session_id, second.run_id) == (2, begun.id, begun.run_id)
    assert "The operator approved tier 2 for this run (window)." in second.prompt_text
    assert "The operator added:\n\n> only jellyfin,\n> ## nothing else" in second.prompt_text
    assert "> tried twice" in second.prompt_text


@pytest.mark.slow
def test_a_yes_for_one_tier_is_not_one_for_the_next(engine, asking, answer, qtbot):
    first = asking()
    answer(first, "approved")
    qtbot.waitUntil(lambda: any(parked.tier == 3 for parked in engine.runs.state.parked), timeout=20_000)
    assert [a.tier for a in engine.book.approvals.of_run(first.run_id)] == [2, 3]


@pytest.mark.slow
def test_a_yes_for_the_run_covers_all_its_tiers(engine, asking, answer, ended, qtbot):
    first = asking()
    answer(first, "approved_run")
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    assert [s.tier for s in reversed(engine.book.sessions.list())] == [1, 2, 3]
    assert len(engine.book.approvals.list()) == 1
    assert "approved higher tiers for the whole of this run (window)" in engine.book.sessions.list()[0].prompt_text


@pytest.mark.slow
def test_a_no_ends_the_run_as_its_last_session_ended(engine, asking, answer, ended, qtbot):
    first = asking()
    answer(first, "refused", "not at night")
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    assert (ended[0].status, ended[0].run_id) == ("completed", first.run_id)
    assert statuses(engine) == [(1, "completed")]
    assert engine.book.sessions.run(first.run_id).status == "completed"
    said = "It asked for tier 2 (does not answer); you refused it. Your note: not at night"
    assert messages(engine) == [("info", said)]
    assert said in ended[0].warnings
    assert not engine.runs.busy


@pytest.mark.slow
def test_nobody_answers_and_that_is_a_no(engine, play):
    engine.settings.change("approvals.tier2", "ask")
    engine.settings.change("approvals.wait_minutes", 0.005)
    ended = play("down", structured=ESCALATE)
    assert ended.status == "completed"
    assert statuses(engine) == [(1, "completed")]
    assert [asked.state for asked in engine.book.approvals.list()] == ["timed_out"]
    assert messages(engine) == [
        ("warning", "It asked for tier 2 (does not answer); nobody answered in time, which counts as no.")
    ]


def test_never_is_not_even_asked(engine, play):
    engine.settings.change("approvals.tier2", "never")
    run = play("down", structured=ESCALATE)
    assert run.status == "completed"
    assert engine.book.approvals.list() == []
    assert "approvals.tier2 in the settings says never" in messages(engine)[0][1]


@pytest.mark.slow
def test_automatic_goes_on_by_itself(engine, play):
    engine.settings.change("approvals.tier3", "automatic")
    play("down", structured=ESCALATE)
    assert [tier for tier, _ in statuses(engine)] == [1, 2, 3]
    assert engine.book.approvals.list() == []


@pytest.mark.slow
def test_as_high_as_the_operator_named_it_does_not_ask(engine, play):
    engine.settings.change("approvals.tier2", "ask")
    play("down", structured=ESCALATE, request={"max_tier": 3})
    assert [tier for tier, _ in statuses(engine)] == [1, 2, 3]
    assert engine.book.approvals.list() == []


@pytest.mark.slow
def test_a_schedule_follows_the_policies_whatever_it_names_above(asking):
    assert asking(trigger="scheduled", max_tier=3).tier == 2


@pytest.mark.slow
def test_other_runs_go_before_it_and_after_the_yes_it_is_the_next(engine, asking, answer, ended, recording, qtbot):
    engine.settings.change("approvals.tier3", "never")
    first = asking()
    other = engine.run_to_end(RunRequest(agent=f"replay:{recording('another run')}"))
    assert other.status == "completed"
    assert engine.runs.state.parked == (first,)
    engine.runs.enqueue(RunRequest(agent=f"replay:{recording('live')}"))
    engine.runs.enqueue(RunRequest(agent=f"replay:{recording('last in the queue')}"))
    answer(first, "approved")
    qtbot.waitUntil(lambda: len(ended) == 4, timeout=20_000)
    said = [s.response for s in reversed(engine.book.sessions.list())]
    assert said == ["down", "another run", "live", "down", "last in the queue"]


@pytest.mark.slow
def test_stopped_while_it_asks_the_question_is_withdrawn(engine, asking, answer, ended, qtbot):
    first = asking()
    assert engine.runs.drop_parked(first.run_id)
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    found = engine.book.approvals.get(first.approval_id)
    assert (found.state, found.note) == ("withdrawn", "You stopped the run while it waited.")
    assert statuses(engine) == [(1, "completed")]
    assert not answer(first, "approved")
    assert not engine.runs.drop_parked(first.run_id)


@pytest.mark.slow
def test_the_stop_of_the_running_one_leaves_the_parked_one_alone(engine, asking):
    first = asking()
    engine.runs.stop()
    assert engine.runs.state.parked == (first,)


@pytest.mark.slow
def test_dry_run_switched_on_meanwhile_holds_a_yes_back(engine, asking, answer, ended, qtbot):
    first = asking()
    engine.settings.change("run.dry_run", True)
    answer(first, "approved")
    qtbot.waitUntil(lambda: bool(ended), timeout=20_000)
    assert statuses(engine) == [(1, "completed")]
    assert "dry run is on now" in messages(engine)[0][1]


def test_quitting_while_it_asks_withdraws_the_question_and_closes_the_run(engine, folder, asking):
    first = asking()
    engine.close()
    with other_connection(folder) as database:
        assert database.execute("SELECT state, note FROM approvals").fetchall() == [
            ("withdrawn", "The application ended while this waited.")
        ]
        assert database.execute("SELECT status FROM runs WHERE id = ?", (first.run_id,)).fetchone() == ("completed",)
        assert database.execute("SELECT message FROM events").fetchall() == [
            (
                "It asked for tier 2 (does not answer); the question was withdrawn."
                " The application ended while this waited.",
            )
        ]


@pytest.fixture
def in_the_pool(monkeypatch, qtbot):
    """``in_the_pool("prepare_session", n)``: the n-th time, the pool has done that work and has not come back with it;
    where it waits now, the returned function lets it go on."""

    def until_done(name, times=1):
        done, go, real, calls = threading.Event(), threading.Event(), getattr(chain, name), itertools.count(1)

        def work(*given):
            found = real(*given)
            if next(calls) == times:
                done.set()
                go.wait(90)
            return found

        monkeypatch.setattr(chain, name, work)
        return lambda: (qtbot.waitUntil(done.is_set), go.set())

    return until_done


def test_quitting_at_the_moment_it_asks_withdraws_the_question_too(engine, folder, recording, in_the_pool):
    engine.settings.change("approvals.tier2", "ask")
    asked = in_the_pool("ask_for_tier")
    engine.runs.enqueue(RunRequest(agent=f"replay:{recording('down', structured=ESCALATE)}"))
    asked()
    engine.close()
    with other_connection(folder) as database:
        assert database.execute("SELECT state, note FROM approvals").fetchall() == [
            ("withdrawn", "The application ended while this waited.")
        ]
        assert database.execute("SELECT status FROM runs").fetchall() == [("completed",)]


@pytest.mark.parametrize(("number", "before"), [(1, []), (2, ["escalated"])])
def test_quitting_at_the_moment_a_session_is_ready_ends_it_with_its_run(
    engine, folder, recording, in_the_pool, number, before
):
    engine.settings.change("approvals.tier2", "automatic")
    ready = in_the_pool("prepare_session", number)
    engine.runs.enqueue(RunRequest(agent=f"replay:{recording('down', structured=ESCALATE)}"))
    ready()
    engine.close()
    with other_connection(folder) as database:
        rows = database.execute("SELECT status FROM sessions ORDER BY id").fetchall()
        assert [status for (status,) in rows] == [*before, "stopped"]
        assert database.execute("SELECT status FROM runs").fetchall() == [("stopped",)]
    assert not list(folder.sessions.glob("*"))


def claudeops(folder, *words, **environ):
    return subprocess.Popen(
        [sys.executable, "-m", "claudeops_desktop", "--data-dir", str(folder.root), *words],
        env=dict(os.environ) | environ,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )


def asked_in(folder: DataFolder) -> int:
    return len(stored_rows(folder, "SELECT id FROM approvals WHERE state = 'waiting'"))


@pytest.mark.slow
def test_after_a_crash_nobody_waits_for_a_question_that_nobody_asks(folder, recording, qapp, qtbot):
    file = recording("down", structured=ESCALATE)
    process = claudeops(folder, "run", "--agent", f"replay:{file}", "--json", CLAUDEOPS_APPROVALS_TIER2="ask")
    qtbot.waitUntil(lambda: asked_in(folder) == 1, timeout=60_000)
    process.send_signal(signal.SIGKILL)
    process.communicate()
    engine = ApplicationEngine(folder)
    recovered = engine.reconcile()
    (asked,) = engine.book.approvals.list()
    assert (asked.state, asked.note) == ("withdrawn", "The application ended while this waited.")
    assert engine.book.sessions.run(asked.run_id).status == "completed"
    assert [(e.level, "the question was withdrawn" in e.message) for e in engine.book.events.list()] == [
        ("warning", True)
    ]
    assert "waited for approval" in recovered.sentence
    assert engine.reconcile().sentence == ""
    engine.close()


@pytest.mark.slow
def test_a_question_of_an_application_that_lives_is_left_alone(folder, recording, qapp, qtbot):
    file = recording("down", structured=ESCALATE)
    process = claudeops(folder, "run", "--agent", f"replay:{file}", "--json", CLAUDEOPS_APPROVALS_TIER2="ask")
    qtbot.waitUntil(lambda: asked_in(folder) == 1, timeout=60_000)
    engine = ApplicationEngine(folder)
    assert engine.reconcile().sentence == ""
    assert asked_in(folder) == 1
    number = engine.book.approvals.list()[0].id
    engine.store.write(lambda: engine.book.approvals.answer(number, "refused", "window", engine.book.clock())).result()
    told, _ = process.communicate(timeout=90)
    assert process.returncode == 0
    assert "you refused it" in told
    engine.close()


@pytest.mark.slow
@pytest.mark.file_only("a trigger of SQLite's stands for a full disk")
def test_quitting_with_a_database_that_takes_nothing_ends_all_the_same(engine, asking, caplog):
    """The next start finds the run open and closes it."""
    first = asking()
    engine.store.write(
        lambda: engine.store.database.execute_sql(
            "CREATE TRIGGER no_room BEFORE UPDATE ON approvals BEGIN SELECT RAISE(ABORT, 'no room'); END"
        )
    ).result()
    engine.close()
    assert "could not be closed at the end of the application" in caplog.text
    reopened = ApplicationEngine(engine.folder)
    reopened.store.write(lambda: reopened.store.database.execute_sql("DROP TRIGGER no_room")).result()
    reopened.store.write(lambda: reopened.store.database.execute_sql("UPDATE sessions SET owner = '1:1.00'")).result()
    assert str(first.run_id) in reopened.reconcile().sentence
    assert reopened.book.approvals.get(first.approval_id).state == "withdrawn"
    reopened.close()
