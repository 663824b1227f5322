"""What is said of the cost of a model: measured where there are calls, else estimated from this store's sessions."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from claudeops_desktop.core.settings import Settings
from claudeops_desktop.core.settings.groups import ModelSettings
from claudeops_desktop.memory.extraction.expected_cost import (
    ANSWER_TOKENS,
    ENOUGH_CALLS,
    USD_WRITTEN,
    ExpectedCost,
    describe_cost,
    expect_cost,
)

SAID = "Jellyfin takes 63 seconds to start after a restart. "


@pytest.fixture
def session(desk, transcript):
    """Adds a session of so many days ago whose log says so many sentences."""

    def add(days: int = 1, agent: str = "claude", sentences: int = 0) -> None:
        now = desk.clock()
        if sentences:
            transcript.assistant(SAID * sentences)
        begin_run = partial(
            desk.book.sessions.begin_run,
            trigger="manual", agent=agent, max_tier=1, dry_run=False, services=[], now=now,
        )  # fmt: skip
        begin = partial(
            desk.book.sessions.begin, now=now - timedelta(days=days), run_id=desk.write(begin_run), agent=agent,
            trigger="manual", tier=1, log_file=str(transcript.path) if sentences else "/nowhere.ndjson",
        )  # fmt: skip
        desk.write(begin)

    return add


@pytest.fixture
def expect(desk):
    def ask(spent=None, **model) -> ExpectedCost:
        settings = Settings(model=ModelSettings(**model))
        return desk.store.read(lambda: expect_cost(desk.book, spent or {}, settings, desk.clock())).result()

    return ask


def test_sessions_of_an_agent_and_calls_of_the_last_month_count(desk, session, expect):
    for days, agent in ((1, "claude"), (29, "claude"), (31, "claude"), (1, "watch")):
        session(days, agent)
    spent = {(desk.clock() - timedelta(days=days)).astimezone().date().isoformat(): (0.1, 2) for days in (1, 40)}
    assert expect(spent) == ExpectedCost(2, 2, 0.1, None)


def test_the_estimate_grows_with_what_would_be_sent(session, expect):
    session(sentences=1)
    short = expect().estimate
    session(sentences=2_000)
    assert expect().estimate > 2 * short > 2 * ANSWER_TOKENS * USD_WRITTEN


@pytest.mark.parametrize("model", [{"kind": "endpoint"}, {"name": "opus"}])
def test_of_another_model_the_price_is_not_known(session, expect, model):
    session(sentences=1)
    assert expect(**model).estimate is None


def test_what_calls_cost_is_said_once_there_are_enough():
    told = describe_cost(ExpectedCost(40, ENOUGH_CALLS, 0.5, None), 1.0)
    assert told == (
        "In the last 30 days: 40 sessions; 5 calls of the model, which cost $0.50. At most $1 a day (model.day_usd)."
    )


def test_before_that_the_estimate_is_called_one():
    assert "would cost about $0.40 a month at list price" in describe_cost(ExpectedCost(40, 0, 0.0, 0.4), 1.0)


def test_without_an_estimate_nothing_is_guessed():
    told = describe_cost(ExpectedCost(1, ENOUGH_CALLS - 1, 0.5, None), 0)
    assert told == "In the last 30 days: 1 session. What a month costs here is not known yet."
