"""How a session is spoken of: a plain sentence, and what to do (PRODUCT S5)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.sessions import Session
from claudeops_desktop.ui.pages.sessions import text

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def session(**columns):
    names = Session.__struct_fields__
    texts = dict.fromkeys(names, "") | {"id": 1, "run_id": 1, "tier": 1, "dry_run": 0}
    texts |= dict.fromkeys(("ended_at", "exit_code", "cost_usd", "num_turns", "duration_ms", "pid"))
    return Session(**texts | {"agent": "claude", "started_at": to_text(NOW - timedelta(seconds=72))} | columns)


@pytest.mark.parametrize(
    ("status", "reason", "told"),
    [
        ("running", "", "It is running. Log shows what it says."),
        ("completed", "", "It completed normally."),
        ("failed", "The API was overloaded (529). Try again later.", "The API was overloaded (529). Try again later."),
        ("failed", "", "It failed without an explanation: the last lines of the log may say why."),
        (
            "timed_out",
            "It was stopped at the time limit of 20 min.",
            "It was stopped at the time limit of 20 min. Raise the time limit in Settings, or give the run less to do.",
        ),
        ("stopped", "You stopped it.", "You stopped it."),
        (
            "interrupted",
            "",
            "It was interrupted before its end. What it said until then is kept."
            " Continue resumes its work where it ended.",
        ),
        ("escalated", "jellyfin is down.", "jellyfin is down. A higher tier went on from here."),
        ("of a later version", "Something new.", "Something new."),
    ],
)
def test_each_status_is_a_sentence_that_says_what_to_do(status, reason, told):
    assert text.session_sentence(session(status=status, status_reason=reason)) == told


def test_near_misses_are_told_of():
    assert text.session_sentence(session(status="completed", summary="All well"), 2) == (
        "All well. 2 markers were not stored: see What was learned."
    )


def test_the_facts_of_a_session_in_short():
    done = session(
        status="failed", agent_version="2.1.330", model="opus", tier=2, trigger="scheduled", cost_usd=0.42,
        num_turns=1, exit_code=1, dry_run=1, ended_at=to_text(NOW),
    )  # fmt: skip
    assert text.session_facts(done, NOW) == [
        "claude 2.1.330", "opus", "tier 2 investigate", "scheduled", "started 11:58", "1 min 12 s", "$0.42",
        "1 turn", "exit code 1", "dry run",
    ]  # fmt: skip


def test_agents_by_the_name_an_operator_uses():
    assert text.agent_name("watch") == "watch"
    assert text.agent_name("replay:/tmp/a/x.ndjson") == "replay of x.ndjson"


@pytest.mark.parametrize(
    ("state", "reason", "said"),
    [
        ("confined", "", ["confined"]),
        ("unconfined", "bubblewrap is not installed.", ["not confined: bubblewrap is not installed"]),
        ("", "", []),
    ],
)
def test_how_the_system_held_it_is_one_of_them(state, reason, said):
    done = session(status="completed", confinement=state, confinement_reason=reason, ended_at=to_text(NOW))
    facts = text.session_facts(done, NOW)
    assert [fact for fact in facts if "confined" in fact] == said
