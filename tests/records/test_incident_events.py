"""Events that belong to an incident count with it, and not for themselves."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.records.event_groups import EventGroupRecords, EventQuery
from claudeops_desktop.records.incident_events import belongs_to_incident
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path))
    yield RecordRepositories(store, lambda: NOW)
    store.close()


def say(book, at, *, service="nginx", level="critical", message="nginx is down", session=None):
    return book.store.write(
        lambda: book.events.add(level=level, service=service, message=message, session_id=session, now=at)
    ).result()


def incident(book, start=NOW, end=None, service="nginx"):
    def make():
        made = book.incidents.open(service=service, source="check", started_at=start, worst="down", cause="", now=start)
        if end is not None:
            book.incidents.resolve(made.id, "measurement", end)
        return made

    return book.store.write(make).result()


def counted(book):
    """How many events need the operator, by level."""
    return EventGroupRecords(book.store).waiting(NOW)


def test_a_critical_event_of_no_incident_needs_the_operator(book):
    say(book, NOW)
    assert counted(book) == {"critical": 1}


@pytest.mark.parametrize("end", [None, NOW + HOUR])
def test_an_event_in_the_time_of_an_incident_counts_with_it(book, end):
    say(book, NOW + MINUTE)
    assert counted(book) == {"critical": 1}
    incident(book, end=end)
    assert counted(book) == {}


def test_an_event_that_an_agent_said_a_little_before_the_check_counts_with_it(book):
    say(book, NOW - 5 * MINUTE)
    incident(book, end=NOW + HOUR)
    assert counted(book) == {}


def test_an_event_of_another_time_or_service_counts_for_itself(book):
    incident(book, end=NOW + HOUR)
    say(book, NOW - HOUR, message="the disk of nginx is failing")
    say(book, NOW + 2 * HOUR, message="nginx lost its certificate")
    say(book, NOW + MINUTE, service="caddy", message="caddy is down")
    say(book, NOW + MINUTE, service=None, message="the host is on fire")
    assert counted(book) == {"critical": 4}


def test_a_warning_counts_for_itself(book):
    incident(book, end=NOW + HOUR)
    say(book, NOW + MINUTE, level="warning", message="the certificate expires soon")
    assert counted(book) == {"warning": 1}


def test_the_warning_that_opened_an_incident_of_a_degraded_service_counts_with_it(book):
    incident(book, end=NOW + HOUR)
    say(book, NOW, level="warning", message="nginx is degraded: took 9 s")
    assert counted(book) == {}


def test_what_the_run_about_it_says_after_it_is_over_belongs_to_it(book):
    made = incident(book, end=NOW + MINUTE)

    def run():
        number = book.sessions.begin_run(
            trigger="manual", agent="watch", max_tier=1, dry_run=False, services=(), now=NOW
        )
        book.incidents.link_run(made.id, number, NOW)
        return book.sessions.begin(
            now=NOW, run_id=number, agent="watch", tier=1, trigger="manual", prompt_text="", log_file=""
        )

    session = book.store.write(run).result()
    say(book, NOW + HOUR, session=session)
    assert counted(book) == {}


def test_the_event_stays_in_the_list_unacknowledged(book):
    number = say(book, NOW)
    incident(book, end=NOW + HOUR)
    found = EventGroupRecords(book.store).events(EventQuery(state="waiting"), NOW)
    assert [event.id for event in found] == [number]
    assert book.events.get(number).acknowledged_at is None


TICK = timedelta(milliseconds=1)


@pytest.mark.parametrize(
    ("at", "event", "belongs"),
    [
        (NOW - 10 * MINUTE - TICK, {}, False),
        (NOW - 10 * MINUTE, {}, True),
        (NOW, {}, True),
        (NOW + HOUR, {}, True),
        (NOW + HOUR + TICK, {}, False),
        (NOW, {"service": "caddy"}, False),
        (NOW, {"service": None}, False),
        (NOW, {"level": "warning"}, False),
        (NOW, {"level": "warning", "message": "nginx is degraded: slow"}, True),
        (NOW, {"level": "info", "message": "nginx is degraded: slow"}, False),
    ],
)
def test_an_event_belongs_to_an_incident_of_its_service_and_time(book, at, event, belongs):
    incident(book, end=NOW + HOUR)
    number = say(book, at, **event)
    assert book.store.read(lambda: belongs_to_incident(book.store, number)).result() is belongs
    assert book.store.read(lambda: belongs_to_incident(book.store, 99)).result() is False
