"""What a session says waits for the database's worker without what its tools printed, and in order."""

from __future__ import annotations

import gc
import threading
import weakref

import pytest

from claudeops_desktop.core.clock import to_text, utc_now
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.runs.marker_store import MOST_WAITING, MarkerStore
from claudeops_desktop.storage import open_store
from claudeops_desktop.stream.events import AssistantText, ToolResult

AT = to_text(utc_now())


class Printed(str):
    """A text of which can be told whether anybody still holds it."""


@pytest.fixture
def book(folder):
    store = open_store(folder)
    yield RecordRepositories(store)
    store.close()


@pytest.fixture
def keeper(book):
    def begin():
        now = utc_now()
        run = book.sessions.begin_run(
            trigger=RunTrigger.MANUAL, agent="claude", max_tier=1, dry_run=False, services=(), now=now
        )
        return book.sessions.begin(now=now, run_id=run, agent="claude", tier=1, trigger=RunTrigger.MANUAL)

    return MarkerStore(book, MemoryService(book), book.store.write(begin).result(), 1)


@pytest.mark.slow
def test_what_a_tool_printed_is_let_go_of_though_the_worker_has_not_come_to_it(book, keeper):
    go_on = threading.Event()
    book.store.write(go_on.wait)
    printed = Printed("a line of a log\n" * 1000)
    held = weakref.ref(printed)
    result = ToolResult("toolu_1", printed, is_error=True, main=True)
    try:
        keeper.store_line(1, AT, [result])
        del result, printed
        gc.collect()
        assert held() is None
    finally:
        go_on.set()
        keeper.wait_until_stored()


@pytest.mark.slow
def test_more_than_may_wait_is_stored_whole_and_in_order(book, keeper):
    lines = MOST_WAITING + 50
    for number in range(1, lines + 1):
        keeper.store_line(
            number, AT, [AssistantText(f"[EVENT:info] part {number} of many", 0, f"m{number}", main=True)]
        )
    harvest = keeper.wait_until_stored()
    assert harvest.failures == []
    told = [book.events.get(number).message for number in harvest.events]
    assert told == [f"part {number} of many" for number in range(1, lines + 1)]


@pytest.fixture
def watched(book):
    """Stores what a run of the watcher says of nginx; the events there are then, oldest first."""

    def begin():
        now = utc_now()
        run = book.sessions.begin_run(
            trigger=RunTrigger.MANUAL, agent="watch", max_tier=1, dry_run=False, services=(), now=now
        )
        return book.sessions.begin(now=now, run_id=run, agent="watch", tier=1, trigger=RunTrigger.MANUAL)

    def say(level, text):
        keeper = MarkerStore(book, MemoryService(book), book.store.write(begin).result(), 1)
        keeper.store_line(1, AT, [AssistantText(f"[EVENT:{level}:nginx] {text}", 0, "m1", main=True)])
        assert keeper.wait_until_stored().failures == []
        return [event.message for event in reversed(book.events.list())]

    return say


def tell(book, level, message):
    event = {"level": level, "message": message, "service": "nginx", "session_id": None}
    book.store.write(lambda: book.events.add(**event, now=utc_now())).result()


def fail(book):
    said = {"service": "nginx", "source": "check", "worst": "down", "cause": "connection refused"}
    book.store.write(lambda: book.incidents.open(**said, started_at=utc_now(), now=utc_now())).result()
    tell(book, "critical", "nginx is down: connection refused")


def test_an_outage_that_its_incident_has_told_is_no_second_event(book, watched):
    fail(book)
    assert watched("critical", "Down: connection refused.") == ["nginx is down: connection refused"]
    (marker,) = book.markers.of_session(1)
    assert (marker.action, marker.why, marker.target_id) == ("unchanged", "An event says so already.", 1)


@pytest.mark.parametrize(
    ("level", "told", "said"),
    [
        ("warning", "nginx is degraded: took 9 s", "Degraded: took 8 s."),
        ("info", "nginx cannot be measured: no time", "Not known: no time."),
        ("info", "nginx is healthy again: HTTP 200", "Healthy again, was degraded: HTTP 200."),
    ],
)
def test_what_the_application_has_told_of_a_state_is_no_second_event(book, watched, level, told, said):
    tell(book, level, told)
    assert watched(level, said) == [told]


def test_an_urgent_finding_is_told_though_a_warning_was(book, watched):
    tell(book, "warning", "nginx is degraded: expires in 20 d")
    assert watched("critical", "Degraded: expires in 1 d.")[-1] == "Degraded: expires in 1 d."


def test_what_is_degraded_anew_is_told_again(book, watched):
    tell(book, "warning", "nginx is degraded: took 9 s")
    tell(book, "info", "nginx is healthy again: HTTP 200")
    assert watched("warning", "Degraded: took 8 s.")[-1] == "Degraded: took 8 s."


def test_the_end_of_an_outage_is_told_once(book, watched):
    fail(book)
    tell(book, "info", "nginx is healthy again after 3 min.")
    assert watched("info", "Recovered after about 3 min: HTTP 200.")[1:] == ["nginx is healthy again after 3 min."]


@pytest.mark.parametrize(("level", "text"), [("critical", "Down: refused."), ("info", "Now answers HTTP 302.")])
def test_what_no_event_says_yet_is_told(book, watched, level, text):
    assert watched(level, text) == [text]


def test_a_new_outage_is_told_though_the_one_before_was(book, watched):
    fail(book)
    tell(book, "info", "nginx is healthy again after 3 min.")
    assert watched("critical", "Down: refused.")[-1] == "Down: refused."
