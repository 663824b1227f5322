"""Whether a model reads, what is switched for it, and what is said of its cost."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

import pytest

from claudeops_desktop.core.settings import Settings, SettingsService
from claudeops_desktop.memory.extraction.model_reading import (
    ENOUGH_CALLS,
    ReadingCost,
    changes_for,
    cost_so_far,
    describe_cost,
    is_reading,
    switch_reading,
)


@pytest.fixture
def service(tmp_path) -> SettingsService:
    return SettingsService(tmp_path / "settings.toml")


def test_it_is_off_until_somebody_says_yes(service):
    assert not is_reading(Settings())
    switch_reading(service, on=True)
    assert is_reading(service.current) and service.current.model.kind == "cli"


def test_off_leaves_the_rules_alone_and_a_model_set_up(service):
    service.change("model.kind", "endpoint")
    switch_reading(service, on=True)
    assert service.current.model.kind == "endpoint"
    switch_reading(service, on=False)
    assert not is_reading(service.current) and service.current.model.kind == "endpoint"


def test_a_model_that_only_other_things_use_reads_nothing():
    assert changes_for(Settings(), on=False) == {"memory.extractor": "rules"}


def test_sessions_of_an_agent_and_calls_of_the_last_month_count(desk):
    now = desk.clock()
    run = desk.write(
        partial(
            desk.book.sessions.begin_run,
            trigger="manual", agent="claude", max_tier=1, dry_run=False, services=[], now=now,
        )
    )  # fmt: skip
    for days, agent in ((1, "claude"), (29, "claude"), (31, "claude"), (1, "watch")):
        begin = partial(desk.book.sessions.begin, now=now - timedelta(days=days), run_id=run, agent=agent)
        desk.write(partial(begin, trigger="manual", tier=1))
    spent = {(now - timedelta(days=days)).astimezone().date().isoformat(): (0.1, 2) for days in (1, 40)}
    cost = desk.store.read(lambda: cost_so_far(desk.book, spent, now)).result()
    assert cost == ReadingCost(2, 2, 0.1)


def test_what_calls_cost_is_said_once_there_are_enough():
    told = describe_cost(ReadingCost(40, ENOUGH_CALLS, 0.5), 1.0)
    assert told == (
        "In the last 30 days: 40 sessions; 5 calls of the small model, which cost $0.50."
        " At most $1 a day (model.day_usd)."
    )


def test_before_that_nothing_is_guessed():
    told = describe_cost(ReadingCost(1, ENOUGH_CALLS - 1, 0.5), 0)
    assert told == (
        "In the last 30 days: 1 session. Reading one takes a call or a few; what one costs here is not known yet."
    )
