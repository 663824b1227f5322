"""The list of runs (S5): chains folded into one line, filters with counts, order in SQL."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.run_list import (
    ChainLink,
    RunFacets,
    RunFigure,
    RunLine,
    RunList,
    RunQuery,
    like_pattern,
)
from claudeops_desktop.storage import open_store

pytestmark = pytest.mark.both_stores

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path))
    yield RecordRepositories(store)
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


def run_with(book, *, trigger="scheduled", services=(), dry_run=False, at=NOW, cost=None, event=None):
    def write():
        run_id = book.sessions.begin_run(
            trigger=trigger, agent="watch", max_tier=1, dry_run=dry_run, services=services, now=at
        )
        session = book.sessions.begin(now=at, run_id=run_id, agent="watch", tier=1, trigger=trigger)
        book.sessions.update(session, status="completed", cost_usd=cost, ended_at=to_text(at))
        if event:
            book.events.add(level="warning", message="x", service=event, session_id=session, now=at)
        book.sessions.end_run(run_id, "completed", at)
        return run_id

    return book.store.write(write).result()


def test_runs_by_trigger_cost_age_and_dry_run(book):
    plain = run_with(book, cost=0.5)
    dry = run_with(book, trigger="manual", dry_run=True)
    old = run_with(book, at=NOW - timedelta(days=8), cost=2.0)
    runs = RunList(book.store, lambda: NOW)
    assert runs.ids(RunQuery(trigger="manual")) == [dry]
    assert runs.ids(RunQuery(dry_run=True)) == [dry]
    assert runs.ids(RunQuery(dry_run=False)) == [old, plain]
    assert runs.ids(RunQuery(cost=0.0)) == [old, plain]
    assert runs.ids(RunQuery(cost=1.0)) == [old]
    assert runs.ids(RunQuery(days=7)) == [dry, plain]
    assert runs.facets(RunQuery(dry_run=True)).dry_runs == {False: 2, True: 1}
    assert runs.facets(RunQuery()).triggers == {"scheduled": 2, "manual": 1}


def test_a_run_is_about_a_service_that_it_was_asked_or_spoke_of(book):
    asked = run_with(book, services=("caddy", "gitea"))
    spoke = run_with(book, event="caddy")
    run_with(book, services=("postgres",))
    runs = RunList(book.store)
    assert runs.ids(RunQuery(service="caddy")) == [spoke, asked]
    assert runs.facets(RunQuery()).services == ("caddy", "gitea", "postgres")


def test_the_sessions_of_the_runs_that_match(book):
    _, sessions = make_run(book, tiers=(1, 2), agent="claude")
    make_run(book)
    assert RunList(book.store).sessions(RunQuery(agent="claude")) == frozenset(sessions)


def test_figures_of_the_last_runs_oldest_first(book):
    make_run(book, cost=0.1, seconds=10)
    second, _ = make_run(book, cost=0.2, seconds=20)
    third, _ = make_run(book, seconds=30)
    figures = RunList(book.store).figures(RunQuery(), 2)
    assert [figure.run_id for figure in figures] == [second, third]
    assert [figure.cost_usd for figure in figures] == [0.2, None]
    assert [figure.seconds for figure in figures] == [pytest.approx(20, abs=0.01), pytest.approx(30, abs=0.01)]


def test_the_run_of_a_session(book):
    run_id, sessions = make_run(book, tiers=(1, 2))
    runs = RunList(book.store)
    assert runs.run_of(sessions[1]) == run_id
    assert runs.run_of(999) is None
    assert runs.lines([999, run_id])[0].id == run_id


# --- every filter on both sides, and whole lines ---------------------------------------------------------------------


@pytest.fixture
def runs(book):
    """Four runs that differ in everything that can be asked for, as of a day after the last one."""

    def write():
        def begin(number, trigger, agent, status, tiers, dry_run=False, services=(), cost=None, days=0, **texts):
            began = NOW - timedelta(days=days)
            run_id = book.sessions.begin_run(
                trigger=trigger, agent=agent, max_tier=3, dry_run=dry_run, services=services, now=began
            )
            for tier in tiers:
                session = book.sessions.begin(now=began, run_id=run_id, agent=agent, tier=tier, trigger=trigger)
                told = texts if tier == tiers[-1] else {}
                book.sessions.update(session, status=status, cost_usd=cost, **told)
            if status != "running":
                book.sessions.end_run(run_id, status, began + timedelta(seconds=number * 1.25))

        begin(
            1, "scheduled", "claude", "failed", (1, 2), cost=0.5, days=9, summary="It broke.", status_reason="timeout"
        )
        begin(2, "manual", "replay:/x", "completed", (1,), True, ("web", "db"), response="Disk at 5%")
        begin(3, "alert", "claude", "completed", (1, 2, 3), services=("db",), cost=0.25, days=2, summary="All well.")
        begin(4, "manual", "codex", "running", (), prompt_text="look")
        book.health.add(service="cache", status="down", session_id=3, now=NOW)
        book.health.add(service="", status="down", session_id=None, now=NOW)
        book.events.add(level="info", service="mail", message="x", session_id=4, now=NOW)

    book.store.write(write).result()
    return RunList(book.store, lambda: NOW + timedelta(days=1))


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, [4, 3, 2, 1]),
        ({"status": "completed"}, [3, 2]),
        ({"agent": "claude"}, [3, 1]),
        ({"agent": "replay"}, [2]),
        ({"tier": 1}, [2]),
        ({"tier": 2}, [1]),
        ({"tier": 3}, [3]),
        ({"trigger": "manual"}, [4, 2]),
        ({"dry_run": True}, [2]),
        ({"dry_run": False}, [4, 3, 1]),
        ({"cost": 0.0}, [3, 1]),
        ({"cost": 0.74}, [3, 1]),
        ({"cost": 0.75}, [1]),
        ({"cost": 1.0}, []),
        ({"days": 1}, [4, 2]),
        ({"days": 2}, [4, 2]),
        ({"days": 3}, [4, 3, 2]),
        ({"days": 10}, [4, 3, 2, 1]),
        ({"service": "db"}, [3, 2]),
        ({"service": "cache"}, [2]),
        ({"service": "mail"}, [3]),
        ({"text": " broke "}, [1]),
        ({"text": "5%"}, [2]),
        ({"text": "TIMEOUT"}, [1]),
        ({"text": "#5"}, [3]),
        ({"text": "5"}, [3, 2]),
        ({"text": "²"}, []),
        ({"text": "9" * 30}, []),
        ({"agent": "claude", "status": "completed", "service": "db", "text": "well"}, [3]),
        ({"descending": False}, [1, 2, 3, 4]),
        ({"sort": "status"}, [4, 1, 3, 2]),
        ({"sort": "trigger", "descending": False}, [3, 4, 2, 1]),
        ({"sort": "agent", "descending": False}, [3, 1, 4, 2]),
        ({"sort": "tiers"}, [3, 1, 2, 4]),
        ({"sort": "duration"}, [3, 2, 1, 4]),
        ({"sort": "cost"}, [1, 3, 4, 2]),
    ],
)
def test_what_matches_in_the_order_that_was_asked_for(runs, query, found):
    assert runs.ids(RunQuery(**query)) == found
    assert runs.facets(RunQuery(**query)).matching == len(found)
    assert [figure.run_id for figure in runs.figures(RunQuery(**query), 9)] == sorted(found)


def test_a_line_is_a_run_with_its_chain(book, runs):
    book.store.write(lambda: book.sessions.update(5, summary="Half way.")).result()
    mark(book, 5, 1, "inserted")
    mark(book, 5, 2, "inserted", kind="event")
    mark(book, 6, 1, "", kind="near_miss")
    day = "2026-02-27T12:00:0"
    assert runs.lines([4, 99, 3, 2, 1]) == [
        RunLine(4, "manual", "codex", "running", "", to_text(NOW), None, None, None, False, "", 0, 0, ()),
        RunLine(
            3,
            "alert",
            "claude",
            "completed",
            "",
            f"{day}0.000Z",
            f"{day}3.750Z",
            3750,
            0.75,
            False,
            "All well.",
            1,
            1,
            (ChainLink(4, 1, "completed"), ChainLink(5, 2, "completed"), ChainLink(6, 3, "completed")),
        ),
        RunLine(
            2,
            "manual",
            "replay:/x",
            "completed",
            "",
            to_text(NOW),
            "2026-03-01T12:00:02.500Z",
            2500,
            None,
            True,
            "",
            0,
            0,
            (ChainLink(3, 1, "completed"),),
            "down",
        ),
        RunLine(
            1,
            "scheduled",
            "claude",
            "failed",
            "timeout",
            "2026-02-20T12:00:00.000Z",
            "2026-02-20T12:00:01.250Z",
            1250,
            1.0,
            False,
            "It broke.",
            0,
            0,
            (ChainLink(1, 1, "failed"), ChainLink(2, 2, "failed")),
        ),
    ]
    assert runs.lines([]) == []


def test_the_last_summary_of_a_chain_is_that_of_the_run_and_the_last_reason(book, runs):
    book.store.write(lambda: book.sessions.update(1, summary="First.", status_reason="first")).result()
    book.store.write(lambda: book.sessions.update(2, summary="")).result()
    (line,) = runs.lines([1])
    assert (line.summary, line.reason) == ("First.", "timeout")


def test_a_run_that_ended_before_it_began_took_no_time(book, runs):
    book.store.write(lambda: book.sessions.end_run(1, "failed", NOW - timedelta(days=99))).result()
    assert runs.lines([1])[0].duration_ms == 0


@pytest.mark.parametrize(
    ("query", "facets"),
    [
        (
            {},
            RunFacets(
                4,
                4,
                {"completed": 2, "failed": 1, "running": 1},
                {"claude": 2, "codex": 1, "replay": 1},
                {1: 1, 2: 1, 3: 1},
                {"alert": 1, "manual": 2, "scheduled": 1},
                {False: 3, True: 1},
                ("cache", "db", "web"),
            ),
        ),
        (
            {"status": "completed", "dry_run": False},
            RunFacets(
                4,
                1,
                {"completed": 1, "failed": 1, "running": 1},
                {"claude": 1},
                {3: 1},
                {"alert": 1},
                {False: 1, True: 1},
                ("cache", "db", "web"),
            ),
        ),
        (
            {"agent": "claude", "tier": 2, "trigger": "alert"},
            RunFacets(4, 0, {}, {}, {3: 1}, {"scheduled": 1}, {}, ("cache", "db", "web")),
        ),
    ],
)
def test_each_filter_says_what_it_would_leave(runs, query, facets):
    assert runs.facets(RunQuery(**query)) == facets


def test_figures_are_those_of_the_last_runs_oldest_first(runs):
    figures = [
        RunFigure(2, to_text(NOW), "completed", pytest.approx(2.5, abs=0.01), None),
        RunFigure(3, "2026-02-27T12:00:00.000Z", "completed", pytest.approx(3.75, abs=0.01), 0.75),
        RunFigure(4, to_text(NOW), "running", None, None),
    ]
    assert runs.figures(RunQuery(), 3) == figures
    assert runs.figures(RunQuery(), 0) == []
    assert runs.sessions(RunQuery()) == {1, 2, 3, 4, 5, 6}
    assert [runs.run_of(session) for session in (2, 3, 6)] == [1, 2, 3]


@pytest.mark.parametrize(("text", "pattern"), [("", "%%"), ("a", "%a%"), ("5%_\\", "%5\\%\\_\\\\%")])
def test_a_text_is_looked_for_as_it_is(text, pattern):
    assert like_pattern(text) == pattern


def test_a_run_says_what_it_left_out_of_order(book, runs):
    def check(session_id, service, status, check_type="http"):
        book.health.add(service=service, status=status, session_id=session_id, check_type=check_type, now=NOW)

    def fill():
        check(3, "web", "down")
        check(3, "db", "degraded")
        check(4, "web", "down")
        check(4, "web", "healthy", "tcp")
        check(5, "web", "healthy")
        check(1, "web", "down")

    book.store.write(fill).result()
    lines = runs.lines([3, 2, 1])
    assert [line.found for line in lines] == ["", "down", "down"]
    assert [line.look for line in lines] == ["completed", "found_down", "failed"]
