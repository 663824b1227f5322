"""``claudeops activity-log``, ``steps`` and ``why`` (R5, E20)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from claudeops_desktop.cli.time_parsing import past_moment
from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.errors import EnvironmentFault, UsageError
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.records.telemetry.recording import emit_event
from claudeops_desktop.records.telemetry.steps import DurableSteps
from claudeops_desktop.storage.database import proxy


@pytest.fixture
def filled(written):
    """An observed session, a discarded fact, a step that failed, and a memory."""

    def fill():
        now = utc_now()
        emit_event("observe", "memory.observe.completed", now=now, session_id=4, duration_ms=1200.0, turns=7)
        emit_event("gate", "memory.gate.discarded", now=now - timedelta(days=3), success=True, rule="too \x1b[31mshort")
        proxy.execute_sql(
            "INSERT INTO gate_log (outcome, rule, why, text, source, created_at)"
            " VALUES ('discard', 'too short', 'It says too little', 'ok', 'observed', ?)",
            (now.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),),
        )
        books.memory.edits.add(MemoryCandidate("timing", "nginx", "Takes 60s to restart"))

    def broken():
        raise EnvironmentFault("The model did not answer.", "Try later.")

    with written() as books:
        books.write(fill)
        with pytest.raises(EnvironmentFault):
            DurableSteps(books.book.store).compute_once("observe:session:4:0", "extract:model:0", broken, session_id=4)
        DurableSteps(books.book.store).compute_once("observe:session:4:0", "read", lambda: {"end": 7}, session_id=4)


def test_what_each_step_did_is_listed_and_filtered(claudeops, filled):
    shown = claudeops("activity-log").out
    assert "memory.observe.completed" in shown
    assert "turns 7" in shown
    assert "\x1b" not in shown
    (one,) = claudeops("activity-log", "--component", "observe", "--json").json
    assert (one["session_id"], one["duration_ms"], one["detail"]) == (4, 1200.0, {"turns": 7})
    assert [row["action"] for row in claudeops("activity-log", "--since", "2d", "--json").json] == [
        "memory.observe.completed"
    ]
    assert claudeops("activity-log", "--memory", 99, "--json").json == []
    assert "Nothing of that kind was done." in claudeops("activity-log", "--session", 9).out


@pytest.mark.parametrize("words", [(), ("--json",), ("--days", "--json"), ("--component", "oven"), ("--loud",)])
def test_the_former_name_of_the_activity_log_answers_the_same(claudeops, filled, words):
    now, before = claudeops("activity-log", *words), claudeops("telemetry", *words)
    assert (before.code, before.out) == (now.code, now.out)
    assert before.err == now.err.replace("claudeops activity-log", "claudeops telemetry")
    assert now.out or now.err


def test_a_part_that_left_nothing_is_named_with_those_that_did(claudeops, filled):
    answer = claudeops("activity-log", "--component", "oven")
    assert answer.code == 2
    assert "There is: gate, observe." in answer.err


def test_which_share_of_the_observations_was_kept_out(claudeops, written):
    with written() as books:
        emit = partial(emit_event, "observe", "memory.observe.completed", now=books.book.clock())
        books.write(lambda: emit(allowed=1, held=2, discarded=1))
    shown = claudeops("activity-log", "--days").out
    assert "Of 4 observations, 2 were held and 1 discarded: 75%." in shown
    told = claudeops("activity-log", "--days", "--json").json
    assert told["observed"] == {"allowed": 1, "held": 2, "discarded": 1}


def test_how_many_were_discarded_this_week(claudeops, filled):
    shown = claudeops("activity-log", "--days", "--since", "1w").out
    assert "The gate discarded 1 fact and held 0." in shown
    told = claudeops("activity-log", "--days", "--json").json
    assert told["gate"] == [{"outcome": "discard", "rule": "too short", "times": 1}]
    assert [day["action"] for day in told["days"]] == ["memory.observe.completed", "memory.gate.discarded"]


@pytest.mark.slow
def test_steps_are_listed_and_failed_ones_tried_again(claudeops, filled):
    shown = claudeops("steps", "list").out
    assert "The model did not answer." in shown
    assert "In all: 1 done, 1 failed." in shown
    (failed,) = claudeops("steps", "list", "--state", "failed", "--json").json
    assert (failed["attempts"], failed["left_behind"]) == (1, False)
    assert "1 step will be tried again." in claudeops("steps", "retry", failed["id"]).out
    (waiting,) = claudeops("steps", "list", "--state", "waiting", "--json").json
    assert (waiting["id"], waiting["attempts"]) == (failed["id"], 0)
    assert claudeops("steps", "retry", failed["id"]).code == 1
    assert "No step has failed." in claudeops("steps", "retry", "--all").out
    assert claudeops("steps", "retry").code == 2
    assert claudeops("steps", "list", "--state", "lost").code == 2


@pytest.mark.slow
def test_why_has_a_sentence_and_its_evidence(claudeops, filled):
    shown = claudeops("why", "how long does nginx take to restart").out
    assert shown.startswith("It is remembered: memory 1 (“Takes 60s to restart”).")
    assert "You wrote it yourself." in shown
    assert "in the prompt  " in shown
    assert "told" in {row["stage"] for row in claudeops("why", "--memory", 1, "--json").json["evidence"]}
    told = claudeops("why", "--memory", 7, "--json").json
    assert (told["stage"], told["memory_id"]) == ("kept", None)
    assert claudeops("why").code == 2


NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def test_since_is_a_span_or_a_moment_that_is_past():
    assert past_moment("2h", NOW) == NOW - timedelta(hours=2)
    assert past_moment("2026-02-01", NOW) < NOW - timedelta(days=28)
    assert past_moment(f"{(NOW + timedelta(hours=1)).astimezone():%H:%M}", NOW) == NOW - timedelta(hours=23)
    with pytest.raises(UsageError):
        past_moment("soon", NOW)
