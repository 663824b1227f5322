"""Health over time (S13): how services stand, since when, and the cells of the matrix."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.health_cells import column_bounds, fill_matrix, worst_state
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 1, 12, 20, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path))
    yield RecordRepositories(store)
    store.close()


def check(book, service, *states, start=NOW, step=MINUTE):
    def write():
        for n, state in enumerate(states):
            book.health.add(service=service, status=state, session_id=None, now=start + n * step)

    book.store.write(write).result()


def cells(book, span="24h", now=NOW):
    edges = column_bounds(span, now)
    return fill_matrix(span, edges, book.health.in_cells(edges))


def test_the_last_check_of_each_service(book):
    check(book, "caddy", "down", "healthy")
    check(book, "adguard", "degraded")
    assert [(one.service, one.status) for one in book.health.latest()] == [
        ("adguard", "degraded"),
        ("caddy", "healthy"),
    ]


def test_without_a_check_there_is_nothing(book):
    assert book.health.latest() == []
    assert book.health.current_states() == {}
    assert book.health.standing_since("caddy") is None


def test_since_when_a_service_stands_as_it_does(book):
    check(book, "caddy", "down", "healthy", "down", "down")
    check(book, "gitea", "healthy", "healthy")
    assert book.health.current_states() == {"caddy": to_text(NOW + 2 * MINUTE), "gitea": to_text(NOW)}
    assert book.health.standing_since("caddy") == to_text(NOW + 2 * MINUTE)


def test_a_cell_shows_the_worst_of_its_hour(book):
    check(book, "caddy", "healthy", "down", "healthy", start=NOW.replace(minute=0))
    check(book, "caddy", "unknown", start=NOW - timedelta(hours=1))
    found = cells(book)
    assert (found.cell("caddy", 23).state, found.cell("caddy", 23).counts) == ("down", {"healthy": 2, "down": 1})
    assert found.cell("caddy", 22).state == "unknown"
    assert found.cell("caddy", 21) is None


def test_what_was_checked_before_the_first_cell_is_left_out(book):
    check(book, "caddy", "down", start=NOW - timedelta(hours=24))
    assert cells(book).rows == {}


@pytest.mark.parametrize(("span", "number"), [("24h", 24), ("7d", 28), ("30d", 30)])
def test_the_last_cell_holds_the_present_moment(span, number):
    edges = column_bounds(span, NOW)
    assert len(edges) == number + 1
    assert edges[-2] <= NOW < edges[-1]


def test_days_are_the_calendar_s_own_over_a_change_of_the_clock(in_zone):
    in_zone("Europe/Berlin")
    edges = column_bounds("30d", datetime(2026, 4, 2, 12, tzinfo=UTC))
    assert {edge.hour for edge in edges} == {0}
    lengths = {(b.astimezone(UTC) - a.astimezone(UTC)) / timedelta(hours=1) for a, b in pairwise(edges)}
    assert lengths == {23, 24}


def test_hours_go_on_over_a_change_of_the_clock(in_zone):
    in_zone("Europe/Berlin")
    edges = column_bounds("24h", datetime(2026, 3, 29, 6, tzinfo=UTC))
    lengths = {(b.astimezone(UTC) - a.astimezone(UTC)) / timedelta(hours=1) for a, b in pairwise(edges)}
    assert lengths == {1}


def test_a_zone_of_half_hours_has_its_own_hours(book, in_zone):
    in_zone("Asia/Kolkata")
    now = datetime(2026, 3, 1, 12, 40, tzinfo=UTC)  # 18:10 there
    check(book, "caddy", "down", start=now.replace(minute=29))
    check(book, "caddy", "healthy", start=now.replace(minute=31))
    found = cells(book, now=now)
    assert [found.cell("caddy", column).state for column in (22, 23)] == ["down", "healthy"]


def test_the_worst_of_several():
    assert worst_state(["healthy", "degraded", "unknown"]) == "degraded"
    assert worst_state(["healthy", "strange"]) == "unknown"
    assert worst_state([]) == "unknown"
