"""Health over time (S13): how services stand, since when, and the cells of the matrix."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.health import CellCount, HealthCheck, MeasuredStatus
from claudeops_desktop.records.health_cells import HealthCell, HealthMatrix, column_bounds, fill_matrix, worst_state
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import CommittedChange, open_store

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


def test_since_when_a_service_stands_as_it_does(book):
    check(book, "caddy", "down", "healthy", "down", "down")
    check(book, "gitea", "healthy", "healthy")
    assert book.health.current_states() == {"caddy": to_text(NOW + 2 * MINUTE), "gitea": to_text(NOW)}


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


# --- whole rows ------------------------------------------------------------------------------------------------------

AT = [to_text(NOW + minute * MINUTE) for minute in range(6)]


@pytest.fixture
def add(book):
    def checked(service="web", status="healthy", minute=0, session_id=None, **fields):
        return book.store.write(
            lambda: book.health.add(
                service=service, status=status, session_id=session_id, now=NOW + minute * MINUTE, **fields
            )
        ).result()

    return checked


def row(number, service="web", status="healthy", minute=0, **fields):
    return replace(HealthCheck(number, None, service, "", status, "", None, 0, AT[minute]), **fields)


def begin_session(book):
    def begin():
        run = book.sessions.begin_run(trigger="manual", agent="a", max_tier=1, dry_run=False, services=(), now=NOW)
        return book.sessions.begin(now=NOW, run_id=run, agent="a", trigger="manual")

    return book.store.write(begin).result()


def test_a_check_is_kept_as_it_was_made(book, add):
    session, heard = begin_session(book), []
    book.store.hub.listen(heard.append)
    assert add("web", "down", 1, session, check_type="http", detail="refused", response_ms=1.5, measured=True) == 1
    assert heard == [CommittedChange("health_checks", (1,), "inserted")]
    add()
    full = row(
        1, "web", "down", 1, session_id=session, check_type="http", detail="refused", response_ms=1.5, measured=1
    )
    assert book.health.of_service("web") == [row(2), full]
    assert book.health.of_session(session) == [full]
    assert full.as_json() == asdict(full)


def test_checks_of_a_service_are_newest_first_and_can_be_narrowed(book, add):
    for minute, service in enumerate(("web", "db", "web", "web")):
        add(service, minute=minute)
    of_service = book.health.of_service
    assert [one.id for one in of_service("web")] == [4, 3, 1]
    assert [one.id for one in of_service("web", since=AT[2])] == [4, 3]
    assert [[one.id for one in of_service("web", limit=limit)] for limit in (0, 2, None)] == [[], [4, 3], [4, 3, 1]]


@pytest.mark.parametrize(("made", "told"), [(99, 99), (100, 100), (101, 100)])
def test_a_hundred_checks_of_a_service_are_told_unless_more_are_asked_for(book, made, told):
    check(book, "web", *["healthy"] * made)
    assert len(book.health.of_service("web")) == told
    assert len(book.health.of_service("web", limit=None)) == made


def test_checks_of_a_session_are_in_order(book, add):
    mine, other = begin_session(book), begin_session(book)
    for session in (mine, other, mine, None):
        add(session_id=session)
    assert [one.id for one in book.health.of_session(mine)] == [1, 3]


def test_the_last_measurement_of_each_kind_of_check(book, add):
    add(check_type="http", measured=True)
    add(check_type="http", measured=True, status="down")
    add(check_type="tls", measured=True)
    add("db", check_type="http", measured=True)
    add(check_type="http")
    add("mail")
    found = sorted(book.health.latest_measured(), key=lambda one: one.id)
    assert [(one.id, one.service, one.check_type) for one in found] == [
        (2, "web", "http"),
        (3, "web", "tls"),
        (4, "db", "http"),
    ]


def test_how_often_a_service_stood_how(book, add):
    for minute, (service, status) in enumerate([("web", "down"), ("web", "healthy"), ("web", "down"), ("db", "down")]):
        add(service, status, minute)
    assert book.health.counts("web", AT[0]) == {"down": 2, "healthy": 1}
    assert book.health.counts("web", AT[1]) == {"down": 1, "healthy": 1}
    assert book.health.counts("web", AT[3]) == {}


@pytest.mark.parametrize(
    ("states", "since"),
    [
        (["down"], 0),
        (["down", "healthy"], 1),
        (["healthy", "down", "down", "down"], 1),
        (["down", "degraded", "unknown", "healthy", "down"], 4),
        (["unknown", "unknown"], 0),
    ],
)
def test_a_service_stands_so_since_the_first_of_its_last_checks(book, states, since):
    check(book, "other", "healthy", "down")
    check(book, "web", *states)
    assert book.health.current_states() == {"other": AT[1], "web": AT[since]}


def test_cells_begin_with_one_edge_and_end_before_the_next(book, add):
    for minute, status in enumerate(("down", "down", "healthy", "down", "healthy")):
        add("web", status, minute)
    add("db", "down", 1)
    edges = [NOW + minute * MINUTE for minute in (1, 3, 4)]
    assert sorted(book.health.in_cells(edges), key=lambda one: (one.service, one.cell, one.status)) == [
        CellCount("db", 0, "down", 1),
        CellCount("web", 0, "down", 1),
        CellCount("web", 0, "healthy", 1),
        CellCount("web", 1, "down", 1),
    ]
    assert book.health.in_cells(edges[:1]) == []


@pytest.mark.parametrize(
    ("status", "counts", "bad", "good"),
    [
        ("healthy", False, False, True),
        ("healthy", True, False, True),
        ("degraded", False, False, True),
        ("degraded", True, True, False),
        ("down", False, True, False),
        ("down", True, True, False),
        ("unknown", False, False, False),
        ("unknown", True, False, False),
    ],
)
def test_a_measurement_is_good_or_bad_or_neither(status, counts, bad, good):
    one = MeasuredStatus("web", "web:http", "http", status, "", NOW, counts_when_degraded=counts)
    assert (one.is_bad, one.is_good) == (bad, good)
    assert (one.attempts, one.has_own_event) == (1, False)
    plain = MeasuredStatus("web", "web:http", "http", "degraded", "", NOW)
    assert plain.is_good


# --- the matrix ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("span", "now", "first", "second", "last"),
    [
        ("24h", "2026-03-01 12:20:30", "2026-02-28 13:00", "2026-02-28 14:00", "2026-03-01 13:00"),
        ("24h", "2026-03-01 12:00", "2026-02-28 13:00", "2026-02-28 14:00", "2026-03-01 13:00"),
        ("7d", "2026-03-01 00:00", "2026-02-22 06:00", "2026-02-22 12:00", "2026-03-01 06:00"),
        ("7d", "2026-03-01 05:59", "2026-02-22 06:00", "2026-02-22 12:00", "2026-03-01 06:00"),
        ("7d", "2026-03-01 12:20", "2026-02-22 18:00", "2026-02-23 00:00", "2026-03-01 18:00"),
        ("7d", "2026-03-01 18:00", "2026-02-23 00:00", "2026-02-23 06:00", "2026-03-02 00:00"),
        ("30d", "2026-03-01 12:20", "2026-01-31 00:00", "2026-02-01 00:00", "2026-03-02 00:00"),
        ("30d", "2026-03-01 00:00", "2026-01-31 00:00", "2026-02-01 00:00", "2026-03-02 00:00"),
    ],
)
def test_columns_begin_with_whole_hours_quarters_and_days(span, now, first, second, last):
    def moment(text):
        return datetime.fromisoformat(text).replace(tzinfo=UTC)

    edges = column_bounds(span, moment(now))
    assert (edges[0], edges[1], edges[-1]) == (moment(first), moment(second), moment(last))
    assert len(edges) == {"24h": 25, "7d": 29, "30d": 31}[span]


def test_numbers_of_the_same_cell_are_added_and_services_are_in_order():
    found = [
        CellCount("web", 3, "healthy", 2),
        CellCount("db", 3, "down", 1),
        CellCount("web", 3, "degraded", 1),
        CellCount("web", 3, "healthy", 5),
        CellCount("web", 4, "maintenance", 1),
    ]
    edges = (NOW, NOW + MINUTE)
    matrix = fill_matrix("24h", edges, found)
    assert matrix == HealthMatrix(
        "24h",
        edges,
        {
            "db": {3: HealthCell("down", {"down": 1})},
            "web": {
                3: HealthCell("degraded", {"healthy": 7, "degraded": 1}),
                4: HealthCell("maintenance", {"maintenance": 1}),
            },
        },
    )
    assert list(matrix.rows) == ["db", "web"]
    assert matrix.cell("web", 3).checks == 8
    assert (matrix.cell("web", 5), matrix.cell("mail", 3)) == (None, None)


@pytest.mark.parametrize(
    ("states", "worst"),
    [
        ([], "unknown"),
        (["healthy"], "healthy"),
        (["healthy", "unknown"], "unknown"),
        (["healthy", "strange"], "unknown"),
        (["degraded", "unknown", "healthy"], "degraded"),
        (["degraded", "down"], "down"),
        (["maintenance"], "maintenance"),
        (["maintenance", "maintenance"], "maintenance"),
        (["maintenance", "healthy"], "healthy"),
        (iter(["maintenance", "down"]), "down"),
    ],
)
def test_the_worst_state_is_that_of_the_cell(states, worst):
    assert worst_state(states) == worst
