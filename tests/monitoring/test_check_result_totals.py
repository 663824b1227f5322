"""Totals by hour and day say what the results said, for any stretch of time and after any order of events."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.check_result_rows import DAY, HOUR, MONDAY, nearest_rank, result, simulated

from claudeops_desktop.monitoring.results import histogram
from claudeops_desktop.monitoring.results.store import CheckResultStore
from claudeops_desktop.monitoring.results.types import CheckResult

SERVICES = ["web", "db", "mail"]
MINUTE = timedelta(minutes=1)
WEEK = MONDAY + DAY * 7


@pytest.fixture
def store(tmp_path):
    store = CheckResultStore(tmp_path / "checks.db", clock=lambda: MONDAY)
    yield store
    store.close()


@pytest.fixture(scope="module")
def week(tmp_path_factory):
    """Nine days every five minutes, rolled up as a monitor does it: results of two days are gone."""
    store = CheckResultStore(tmp_path_factory.mktemp("week") / "checks.db")
    results: list[CheckResult] = []
    until = MONDAY + DAY * 9 + HOUR / 2
    for number, batch in enumerate(simulated(SERVICES, MONDAY, until, MINUTE * 5)):
        store.add(batch)
        results += batch
        if number % 20 == 0:
            store.roll_up(batch[0].at)
    store.roll_up(until)
    yield store, results
    store.close()


def _counts(results: list[CheckResult], since: datetime, until: datetime) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    for one in results:
        if since <= one.at < until:
            found.setdefault(one.service, Counter())["maintenance" if one.maintenance else one.status] += 1
    return found


def _read(store: CheckResultStore, since: datetime, until: datetime) -> dict[str, Counter[str]]:
    return {
        name: Counter(one.counts | ({"maintenance": one.maintenance} if one.maintenance else {}))
        for name, one in store.uptime(since, until).items()
    }


def _dump(store: CheckResultStore) -> list[str]:
    with closing(sqlite3.connect(store.path)) as database:
        return list(database.iterdump())


def test_a_week_and_more_in_simulated_time_keeps_its_totals(week):
    store, results = week
    until = MONDAY + DAY * 10
    assert _read(store, MONDAY, until) == _counts(results, MONDAY, until)
    assert len(store.of_service("web", limit=10_000)) == 7 * 24 * 12 + 6  # seven days, and half an hour


@pytest.mark.slow
@settings(max_examples=60)
@given(st.integers(0, 9 * 24), st.integers(1, 9 * 24))
def test_whole_hours_are_exact_for_as_long_as_they_are_kept(week, start, length):
    store, results = week
    since, until = MONDAY + HOUR * start, MONDAY + HOUR * (start + length)
    assert _read(store, since, until) == _counts(results, since, until)


@settings(max_examples=60)
@given(st.integers(3 * DAY // timedelta(seconds=1), 9 * 86_400), st.integers(1, 2 * 86_400))
def test_any_second_is_exact_while_results_are_kept_whole(week, start, length):
    store, results = week
    since = MONDAY + timedelta(seconds=start)
    until = since + timedelta(seconds=length)
    assert _read(store, since, until) == _counts(results, since, until)


@settings(max_examples=30)
@given(st.lists(st.integers(0, 9 * 86_400), min_size=3, max_size=8))
def test_stretches_that_meet_count_nothing_twice_and_leave_nothing_out(week, seconds):
    store, _ = week
    edges = [MONDAY + timedelta(seconds=second) for second in sorted(seconds)]
    parts: dict[str, Counter[str]] = {}
    for since, until in pairwise(edges):
        for name, counts in _read(store, since, until).items():
            parts.setdefault(name, Counter()).update(counts)
    assert parts == _read(store, edges[0], edges[-1])


@pytest.mark.parametrize("days", [1, 7, 9])
def test_percentiles_are_within_the_stated_error(week, days):
    store, results = week
    until = MONDAY + DAY * 9
    for name, one in store.uptime(until - DAY * days, until).items():
        times = [
            row.response_ms
            for row in results
            if row.service == name
            and until - DAY * days <= row.at < until
            and row.status in ("healthy", "degraded")
            and not row.maintenance
            and row.response_ms is not None
        ]
        for share, read in ((0.5, one.p50_ms), (0.95, one.p95_ms), (0.99, one.p99_ms)):
            exact = nearest_rank(times, share)
            assert abs(read - exact) <= exact * histogram.RELATIVE_ERROR * 1.001


@given(st.lists(st.floats(0.01, 600_000), min_size=1, max_size=200), st.floats(0, 1))
def test_any_percentile_of_any_times_is_within_the_stated_error(times, share):
    buckets = Counter(map(histogram.bucket_of, times))
    stored: dict[int, int] = {}
    histogram.add_packed(stored, histogram.pack_histogram(buckets))
    exact = nearest_rank(times, share)
    assert abs(histogram.percentile(stored, share) - exact) <= exact * histogram.RELATIVE_ERROR * 1.001


def test_no_times_have_no_percentile_and_no_time_is_too_short_or_too_long():
    assert histogram.percentile({}, 0.5) is None
    assert histogram.value_of(histogram.bucket_of(0)) == histogram.SHORTEST_MS
    assert histogram.bucket_of(1e30) == 255
    stored: dict[int, int] = {}
    histogram.add_packed(stored, histogram.pack_histogram({3: 40_000_000, 4: 0}))
    assert stored == {3: 40_000_000}


def test_uptime_leaves_unknown_and_maintenance_out(store):
    states = ["healthy"] * 6 + ["degraded"] + ["down"] + ["unknown"] * 4
    rows = [result(MONDAY + MINUTE * n, status) for n, status in enumerate(states)]
    rows += [result(MONDAY + MINUTE * (30 + n), "down", maintenance=True) for n in range(20)]
    rows += [result(MONDAY, "unknown", "db")]
    store.add(rows)
    summary = store.uptime(MONDAY, WEEK)
    assert (summary["web"].uptime, summary["web"].maintenance) == (7 / 8, 20)
    assert summary["db"].uptime is None
    assert list(store.uptime(MONDAY, WEEK, ["db", "nobody"])) == ["db"]


def test_rolling_up_again_changes_nothing(store):
    for batch in simulated(SERVICES, MONDAY, MONDAY + DAY * 9, MINUTE * 30):
        store.add(batch)
    store.roll_up(MONDAY + DAY * 9)
    first = _dump(store)
    store.roll_up(MONDAY + DAY * 9)
    assert _dump(store) == first


def test_results_that_come_late_are_added_whether_or_not_their_hour_is_still_there(store):
    results = [one for batch in simulated(["web"], MONDAY, MONDAY + DAY * 9, MINUTE * 15) for one in batch]
    store.add(results)
    store.roll_up(MONDAY + DAY * 9)
    late = [result(MONDAY + DAY * day + timedelta(seconds=77), "down") for day in (0, 1, 8)]
    for one in late:  # the clock was set back
        store.add([one])
        for _ in range(2):
            assert _read(store, MONDAY, MONDAY + DAY * 9) == _counts(
                [*results, *late[: late.index(one) + 1]], MONDAY, MONDAY + DAY * 9
            )
            store.roll_up(MONDAY + DAY * 9)


def test_a_clock_that_was_a_year_ahead_loses_no_totals(store):
    results = [one for batch in simulated(SERVICES, MONDAY, MONDAY + DAY * 2, MINUTE * 15) for one in batch]
    store.add(results)
    store.roll_up(MONDAY + DAY * 2)
    store.add([result(MONDAY + DAY * 365)])
    store.roll_up(MONDAY + DAY * 365)
    after = [one for batch in simulated(SERVICES, MONDAY + DAY * 2, MONDAY + DAY * 4, MINUTE * 15) for one in batch]
    store.add(after)
    store.roll_up(MONDAY + DAY * 4)
    assert _read(store, MONDAY, MONDAY + DAY * 4) == _counts([*results, *after], MONDAY, MONDAY + DAY * 4)
    assert len(store.of_service("web", limit=10_000)) == 2 * 96 + 1


@pytest.mark.slow
def test_a_year_is_kept_by_day_when_its_hours_are_gone(store):
    results = [one for batch in simulated(["web"], MONDAY, MONDAY + DAY * 400, HOUR * 3) for one in batch]
    for start in range(0, len(results), 100):
        store.add(results[start : start + 100])
        store.roll_up(results[min(start + 99, len(results) - 1)].at)
    now = MONDAY + DAY * 400
    store.roll_up(now)
    assert _read(store, now - DAY * 365, now) == _counts(results, now - DAY * 365, now)
    with closing(sqlite3.connect(store.path)) as database:
        (first,) = database.execute("SELECT min(hour) FROM hours").fetchone()
    assert first * 3600 == (now - DAY * 90).timestamp()


def test_a_series_has_as_many_points_as_asked_for_and_counts_everything_once(week):
    store, results = week
    points = store.series("web", MONDAY, MONDAY + DAY * 9, 27)
    assert len(points) == 27 and points[0].start == MONDAY and points[-1].end == MONDAY + DAY * 9
    assert all(one.end == two.start for one, two in pairwise(points))
    total = sum((Counter(point.summary.counts) for point in points), Counter())
    expected = _counts(results, MONDAY, MONDAY + DAY * 9)["web"]
    del expected["maintenance"]
    assert total == expected


def test_the_cells_of_the_matrix_count_what_was_found_in_each(week):
    store, results = week
    edges = [MONDAY + HOUR * 6 * n for n in range(20)]
    found = {(one.service, one.cell, one.status): one.number for one in store.cells(edges)}
    expected = {
        (service, cell, status): number
        for cell, (since, until) in enumerate(pairwise(edges))
        for service, counts in _counts(results, since, until).items()
        for status, number in counts.items()
    }
    assert found == expected


@pytest.mark.slow
def test_pruning_makes_the_file_smaller_when_much_is_gone(store):
    for batch in simulated([f"s{n}" for n in range(40)], MONDAY, MONDAY + DAY * 3, MINUTE * 2):
        store.add(batch)
    store.roll_up(MONDAY + DAY * 3)
    store.close()
    before = store.path.stat().st_size
    store.roll_up(MONDAY + DAY * 30)
    store.close()
    assert store.path.stat().st_size < before / 3
    with closing(sqlite3.connect(store.path)) as database:
        assert database.execute("SELECT count(*) FROM results").fetchone() == (0,)
        assert database.execute("SELECT count(*) FROM details").fetchone() == (0,)
