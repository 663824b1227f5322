"""Echo and fizzle (E12): what a session's outcome says of the memories in its prompt, and what that does to them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.memory.echo import FOUND_WRONG, NOT_NAMED, NOTHING_SAID, RELIED_ON, priority


@pytest.fixture
def facts(desk):
    return [desk.add(text, service="caddy").id for text in ("Config lives in /etc/caddy", "Logs to /var/log/caddy")]


def settle(desk, told, **report):
    """A session that is over was told these, and says this of them; what came of each."""
    number, at = desk.session(), to_text(desk.clock())
    execute = desk.store.database.execute_sql

    def end():
        execute(
            "UPDATE sessions SET status = 'completed', ended_at = ?, report = ? WHERE id = ?",
            (at, json.dumps(report) if report else "", number),
        )
        for memory in told:
            execute(
                "INSERT INTO injections (session_id, memory_id, part, tokens, created_at)"
                " VALUES (?, ?, 'memory', 20, ?)",
                (number, memory, at),
            )

    desk.write(end)
    desk.memory.prompt.settle_echoes()
    rows = desk.store.read(lambda: desk.memory.prompt.given_to(number)).result()
    return {row.memory_id: (row.used, row.how) for row in rows}


def priorities(desk, facts):
    return [desk.get(number).retrieval_priority for number in facts]


def test_what_the_outcome_names_was_used_and_the_rest_ignored(desk, facts):
    came = settle(desk, facts, memories_used=[facts[0]])
    assert came == {facts[0]: (1, RELIED_ON), facts[1]: (0, NOT_NAMED)}
    assert priorities(desk, facts) == [0.1, -0.05]


def test_where_the_outcome_says_nothing_nothing_is_guessed(desk, facts):
    assert settle(desk, facts, cause="A full disk.") == dict.fromkeys(facts, (None, NOTHING_SAID))
    assert settle(desk, facts) == dict.fromkeys(facts, (None, NOTHING_SAID))
    assert priorities(desk, facts) == [0.0, 0.0]


def test_what_it_found_wrong_is_lowered_as_by_a_contradiction_and_offered_for_review(desk, facts):
    before = desk.get(facts[0])
    came = settle(desk, facts, memories_wrong=[facts[0]])
    assert came == {facts[0]: (0, FOUND_WRONG), facts[1]: (None, NOTHING_SAID)}
    assert priorities(desk, facts) == [-0.05, 0.0]
    ((_, target),) = desk.store.read(desk.memory.review.retractions).result()
    assert target.id == facts[0]
    assert (before.confidence, target.confidence, target.active) == (0.7, 0.5, 1)
    last = desk.store.read(lambda: desk.memory.history.versions(facts[0])).result()[-1]
    assert (last.action, last.why) == ("lowered", f"Session {last.session_id} was given it and found it wrong.")


def test_what_was_found_wrong_until_it_is_under_the_limit_is_inactive(desk, facts):
    for _ in range(3):
        settle(desk, facts, memories_wrong=[facts[0]])
    assert (desk.get(facts[0]).confidence, desk.get(facts[0]).active) == (0.1, 0)


def test_a_memory_is_offered_once_however_many_sessions_find_it_wrong(desk, facts):
    for _ in range(2):
        settle(desk, facts, memories_wrong=[facts[0]])
    assert len(desk.store.read(desk.memory.review.retractions).result()) == 1


def test_wrong_goes_before_used(desk, facts):
    assert settle(desk, facts, memories_used=facts, memories_wrong=[facts[1]])[facts[1]] == (0, FOUND_WRONG)


def test_only_what_the_session_was_given_counts(desk, facts):
    assert settle(desk, facts[:1], memories_used=[facts[1], 999], memories_wrong=[facts[1]]) == {
        facts[0]: (None, NOTHING_SAID)
    }
    assert priorities(desk, facts) == [0.0, 0.0]
    assert desk.store.read(desk.memory.review.retractions).result() == []


# --- what a session relied on ages later -----------------------------------------------------------------------------


@pytest.fixture
def takes(desk):
    return [desk.add(text, service="caddy").id for text in ("Takes 60s to start", "Returns 401 when healthy")]


def decayed_after(desk, number, **span):
    desk.clock.forward(**span)
    desk.write(desk.memory.aging.decay)
    return desk.get(number).confidence


def test_what_a_session_relied_on_ages_from_then_on_and_is_believed_no_more(desk, takes):
    desk.clock.forward(days=20)
    settle(desk, takes, memories_used=[takes[0]])
    used, other = map(desk.get, takes)
    assert (used.ages_from, used.confidence) == (to_text(desk.clock()), 0.7)
    assert used.updated_at == other.updated_at and used.last_confirmed_at == other.last_confirmed_at
    assert decayed_after(desk, takes[0], days=36) == 0.7
    assert desk.get(takes[1]).confidence == 0.4
    assert decayed_after(desk, takes[0], days=1) == 0.6


def test_what_was_in_the_prompt_alone_ages_as_before(desk, takes):
    desk.clock.forward(days=20)
    settle(desk, takes)
    settle(desk, takes, memories_used=[takes[1]])
    assert desk.get(takes[0]).ages_from == ""


def test_without_a_confirmation_one_use_past_the_grace_postpones_ageing(desk, takes):
    for _ in range(12):
        desk.clock.forward(days=5)
        settle(desk, takes, memories_used=[takes[0]])
    assert decayed_after(desk, takes[0], days=35 + 30 + 6 - 60) == 0.7
    assert decayed_after(desk, takes[0], days=1) == 0.6


def test_a_confirmation_lets_use_postpone_it_again(desk, takes):
    desk.clock.forward(days=60)
    settle(desk, takes, memories_used=[takes[0]])
    desk.write(lambda: desk.memory.aging.keep_true([takes[0]]))
    desk.clock.forward(days=30)
    settle(desk, takes, memories_used=[takes[0]])
    assert decayed_after(desk, takes[0], days=36) == 0.7
    assert decayed_after(desk, takes[0], days=1) == 0.6


def test_use_gives_back_nothing_that_age_took(desk, takes):
    assert decayed_after(desk, takes[0], days=44) == 0.5
    settle(desk, takes, memories_used=[takes[0]])
    assert desk.get(takes[0]).confidence == 0.5
    assert decayed_after(desk, takes[0], days=30 + 20) == 0.5
    assert decayed_after(desk, takes[0], days=1) == 0.4


def test_the_history_says_since_when_a_used_one_ages(desk, takes):
    desk.clock.forward(days=20)
    settle(desk, takes, memories_used=[takes[0]])
    since = to_text(desk.clock())[:10]
    decayed_after(desk, takes[0], days=37)
    last = desk.store.read(lambda: desk.memory.history.versions(takes[0])).result()[-1]
    assert last.why == (
        f"Not confirmed for 57 days (by use its age counts from {since}): 1 week past the 30 days of grace."
    )


def test_used_raises_the_priority_by_a_tenth():
    assert priority(0.0, used=True, tokens=200) == 0.1


@pytest.mark.parametrize(
    ("tokens", "after"), [(0, -0.05), (30, -0.05), (45, -0.075), (60, -0.1), (90, -0.15), (900, -0.15)]
)
def test_penalize_expensive_memories_that_went_unused(tokens: int, after: float):
    assert priority(0.0, used=False, tokens=tokens) == after


@pytest.mark.slow
@given(st.lists(st.tuples(st.booleans(), st.integers(0, 2000)), max_size=60))
def test_the_priority_stays_between_minus_one_and_one(told: list[tuple[bool, int]]):
    value = 0.0
    for used, tokens in told:
        before, value = value, priority(value, used=used, tokens=tokens)
        assert -1.0 <= value <= 1.0
        assert (value >= before) if used else (value <= before)
