"""The list of runs (S5): chains folded into one line, filters with counts, order in SQL."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.clock import to_text
from claudeops_desktop.paths import DataFolder
from claudeops_desktop.records.book import Book
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.run_list import RunList, RunQuery
from claudeops_desktop.store import open_store

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def book(tmp_path):
    store = open_store(DataFolder(tmp_path))
    yield Book(store)
    store.close()


def make_run(book, *, tiers=(1,), status="completed", agent="watch", summary="", cost=None, at=NOW, seconds=60):
    def write():
        run_id = book.sessions.begin_run(
            trigger="scheduled", agent=agent, max_tier=3, dry_run=False, services=(), now=at
        )
        ids = []
        for tier in tiers:
            last = tier == tiers[-1]
            session = book.sessions.begin(now=at, run_id=run_id, agent=agent, tier=tier, trigger="scheduled")
            book.sessions.update(
                session,
                status=status if last else "escalated",
                cost_usd=cost,
                summary=summary,
                response=f"response of {session}",
                ended_at=to_text(at + timedelta(seconds=seconds)),
            )
            ids.append(session)
        if status != "running":
            book.sessions.end_run(run_id, status, at + timedelta(seconds=seconds))
        return run_id, ids

    return book.store.write(write).result()


def mark(book, session, line, action, kind="memory"):
    def write():
        marker = book.markers.claim(MarkerPlace(session, line, 0, 0), kind=kind, line="l", said="s", now=NOW)
        book.markers.settle(marker, action=action, why="", target_id=None)

    book.store.write(write).result()


def test_a_chain_of_three_tiers_is_one_line(book):
    run_id, sessions = make_run(book, tiers=(1, 2, 3), cost=0.25, summary="Restarted jellyfin.", seconds=72)
    (line,) = RunList(book.store).lines([run_id])
    assert [link.tier for link in line.chain] == [1, 2, 3]
    assert [link.session_id for link in line.chain] == sessions
    assert line.cost_usd == pytest.approx(0.75)
    assert line.duration_ms == 72_000
    assert line.summary == "Restarted jellyfin."


def test_learned_counts_what_changed_memory_and_near_misses_apart(book):
    run_id, (session,) = make_run(book)
    for line, action in enumerate(["inserted", "reinforced", "contradicted", "unchanged", "rejected"]):
        mark(book, session, line + 1, action)
    mark(book, session, 9, "", kind="near_miss")
    (line,) = RunList(book.store).lines([run_id])
    assert (line.learned, line.near_misses) == (3, 1)


def test_a_running_run_has_no_duration_and_shows_what_it_cost_so_far(book):
    run_id, _ = make_run(book, status="running", cost=0.1)
    (line,) = RunList(book.store).lines([run_id])
    assert line.duration_ms is None
    assert line.cost_usd == pytest.approx(0.1)


def test_a_run_without_a_known_cost_has_none(book):
    run_id, _ = make_run(book)
    assert RunList(book.store).lines([run_id])[0].cost_usd is None


def test_newest_first_and_sorted_by_cost(book):
    dear, _ = make_run(book, cost=2.0)
    cheap, _ = make_run(book, cost=0.1)
    free, _ = make_run(book)
    runs = RunList(book.store)
    assert runs.ids(RunQuery()) == [free, cheap, dear]
    assert runs.ids(RunQuery(sort="cost")) == [dear, cheap, free]
    assert runs.ids(RunQuery(sort="cost", descending=False)) == [free, cheap, dear]


@pytest.mark.parametrize("sort", ["started", "status", "trigger", "agent", "tiers", "duration", "cost", "learned"])
def test_every_sort_answers_with_all_runs(book, sort):
    made = {make_run(book, tiers=(1, 2))[0], make_run(book, status="failed")[0]}
    assert set(RunList(book.store).ids(RunQuery(sort=sort))) == made


def test_filters_say_what_they_leave_under_the_others(book):
    make_run(book, agent="claude", tiers=(1, 2), status="failed")
    make_run(book, agent="watch")
    make_run(book, agent="replay:/tmp/x.ndjson")
    facets = RunList(book.store).facets(RunQuery(status="completed"))
    assert (facets.total, facets.matching) == (3, 2)
    assert facets.statuses == {"failed": 1, "completed": 2}
    assert facets.agents == {"watch": 1, "replay": 1}
    assert facets.tiers == {1: 2}
    assert len(RunList(book.store).ids(RunQuery(agent="replay"))) == 1
    assert len(RunList(book.store).ids(RunQuery(tier=2))) == 1


@pytest.mark.parametrize(
    ("text", "found"), [("100%", True), ("a_b", True), ("a%b", False), ("axb", False), ("#1", True), ("nothing", False)]
)
def test_text_is_taken_as_written(book, text, found):
    make_run(book, summary="Disk at 100% in a_b")
    assert bool(RunList(book.store).ids(RunQuery(text=text))) is found


def test_the_run_of_a_session(book):
    run_id, sessions = make_run(book, tiers=(1, 2))
    runs = RunList(book.store)
    assert runs.run_of(sessions[1]) == run_id
    assert runs.run_of(999) is None
    assert runs.lines([999, run_id])[0].id == run_id
