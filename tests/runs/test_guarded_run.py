"""What the guard saw, and what a session tells of it, are one action; health that we measured clears it (S11)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.guard import server_store
from claudeops_desktop.guard.guard_store import GuardStore
from claudeops_desktop.guard.server_store import ServerGuardStore
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.runs.cooldown_reset import clear_by_health
from claudeops_desktop.runs.marker_store import MarkerStore
from claudeops_desktop.storage import open_store, store_place
from claudeops_desktop.stream.events import AssistantText, ToolResult

pytestmark = pytest.mark.both_stores

NOON = datetime(2026, 11, 22, 12, 0, tzinfo=UTC)
MARKER = "[COOLDOWN:restart:jellyfin] success — came back after 20 s"


@pytest.fixture
def book(folder):
    store = open_store(folder.create())
    yield RecordRepositories(store)
    store.close()


@pytest.fixture
def session(book, folder, monkeypatch):
    for limit in ("LIMIT_S", "CONNECT_S"):  # a busy machine must not have it refused
        monkeypatch.setattr(server_store, limit, 20.0)

    def rows():
        run = book.sessions.begin_run(
            trigger=RunTrigger.MANUAL, agent="claude", max_tier=2, dry_run=False, services=(), now=NOON
        )
        return book.sessions.begin(now=NOON, run_id=run, agent="claude", tier=2, trigger=RunTrigger.MANUAL)

    number = book.store.write(rows).result()
    address = store_place.server_of(folder)
    ledger = GuardStore(str(folder.database)) if address is None else ServerGuardStore(address.text)

    def attempt(key, at=NOON, service="jellyfin"):
        with ledger.step():
            ledger.charge_services(
                [service], "restart", session_id=number, tier=2, tool_use_id=key, message="docker …", now=at
            )

    attempt("toolu_1")
    yield number, attempt
    ledger.close()


def keep(book, session_id, *events):
    keeper = MarkerStore(book, MemoryService(book), session_id, 2)
    for line, event in enumerate(events, 1):
        keeper.store_line(line, to_text(NOON + timedelta(seconds=line)), [event])
    return keeper.wait_until_stored()


def text(said, message="m"):
    return AssistantText(said, 0, message, main=True)


def actions(book):
    return [(a.state, a.success, a.message) for a in reversed(book.cooldowns.list())]


def test_the_result_of_the_tool_completes_the_attempt(book, session):
    keep(book, session[0], ToolResult("toolu_1", "jellyfin", is_error=False, main=True))
    assert actions(book) == [("completed", 1, "docker …")]


def test_a_tool_that_failed_still_counts(book, session):
    keep(book, session[0], ToolResult("toolu_1", "no such container", is_error=True, main=True))
    assert actions(book) == [("completed", 0, "docker …")]
    assert len(book.cooldowns.counting(NOON - timedelta(hours=4))) == 1


def test_what_a_session_tells_of_it_is_not_counted_twice(book, session):
    told = keep(book, session[0], ToolResult("toolu_1", "", is_error=False, main=True), text(MARKER))
    assert actions(book) == [("completed", 1, "came back after 20 s")]
    assert told.cooldowns == [book.cooldowns.list()[0].id]


def test_two_attempts_are_told_of_one_by_one(book, session):
    session[1]("toolu_2")
    other = MARKER.replace("20 s", "40 s")
    keep(book, session[0], text(MARKER), text(other, "n"))
    assert [row[2] for row in actions(book)] == ["came back after 20 s", "came back after 40 s"]


def test_an_action_that_the_guard_did_not_see_is_a_claim_and_takes_no_slot(book, session):
    keep(book, session[0], text(MARKER.replace("jellyfin", "sonarr")))
    assert [(a.service, a.state) for a in book.cooldowns.list()] == [("sonarr", "claimed"), ("jellyfin", "attempted")]
    assert [a.service for a in book.cooldowns.counting(NOON)] == ["jellyfin"]


def test_how_an_action_went_is_what_its_call_came_to_not_what_is_said_of_it(book, session):
    keep(book, session[0], ToolResult("toolu_1", "no such container", is_error=True, main=True), text(MARKER))
    assert actions(book) == [("completed", 0, "came back after 20 s")]


def test_a_call_that_the_list_of_tools_refused_takes_no_slot(book, session):
    refused = "Claude requested permissions to use Bash, but you haven't granted it yet."
    keep(book, session[0], ToolResult("toolu_1", refused, is_error=True, main=True))
    assert [row[0] for row in actions(book)] == ["not_run"]
    assert book.cooldowns.counting(NOON) == []


class TestClearing:
    def check(self, book, minutes, status="healthy", measured=True):
        def add():
            book.health.add(
                service="jellyfin",
                status=status,
                session_id=None,
                measured=measured,
                now=NOON + timedelta(minutes=minutes),
            )
            return clear_by_health(book, ["jellyfin"], 5, NOON + timedelta(minutes=minutes))

        return book.store.write(add).result()

    def test_two_healthy_checks_some_minutes_apart_clear(self, book, session):
        assert self.check(book, 2) == ()
        assert self.check(book, 4) == (), "too near"
        assert self.check(book, 7) == ("jellyfin",)
        (action,) = book.cooldowns.list()
        assert action.cleared_why == "Two healthy checks in a row, at least 5 minutes apart, measured after the action."
        assert book.cooldowns.counting(NOON - timedelta(hours=4)) == []

    def test_an_unhealthy_one_between_begins_anew(self, book, session):
        self.check(book, 2)
        self.check(book, 4, "degraded")
        assert self.check(book, 8) == ()
        assert self.check(book, 13) == ("jellyfin",)

    def test_what_the_agent_claims_does_not_count(self, book, session):
        self.check(book, 2, measured=False)
        assert self.check(book, 8, measured=False) == ()

    def test_an_action_after_the_checks_stands(self, book, session):
        self.check(book, 2)
        session[1]("toolu_2", at=NOON + timedelta(minutes=5))
        assert self.check(book, 8) == ()
