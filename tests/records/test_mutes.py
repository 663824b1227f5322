"""Mutes: what the operator does not want to hear of for a while (S8)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.records.event_groups import EventGroupRecords, EventQuery
from claudeops_desktop.records.mutes import MuteRule, matching_sql
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
HOUR = timedelta(hours=1)


@pytest.fixture
def book(tmp_path):
    store = open_store(used_folder(tmp_path))
    yield RecordRepositories(store, lambda: NOW)
    store.close()


def write(book, operation):
    return book.store.write(operation).result()


def say(book, level, service, message):
    number = write(
        book,
        lambda: book.events.add(level=level, service=service, message=message, session_id=None, now=NOW),
    )
    return book.events.get(number)


def mute(book, **what):
    return write(book, lambda: book.mutes.add(now=NOW, **what))


def shown(book, query=EventQuery(), now=NOW):  # noqa: B008
    return [key.newest for key in EventGroupRecords(book.store).listing(query, now)[0]]


def test_a_muted_service_is_neither_shown_nor_counted(book):
    say(book, "critical", "caddy", "Down")
    say(book, "critical", "gitea", "Down")
    mute(book, service="Caddy", until=NOW + HOUR)
    assert shown(book) == [2]
    assert EventGroupRecords(book.store).waiting(NOW) == 1
    assert shown(book, EventQuery(state="muted")) == [1]


def test_a_mute_ends_by_itself_and_what_was_said_meanwhile_is_there(book):
    mute(book, service="caddy", until=NOW + HOUR)
    say(book, "critical", "caddy", "Down")
    assert shown(book) == []
    assert shown(book, now=NOW + HOUR) == [1]


def test_a_mute_can_be_ended_and_taken_up_again(book):
    say(book, "critical", "caddy", "Down")
    number = mute(book, service="caddy")
    assert write(book, lambda: book.mutes.end(number, NOW))
    assert shown(book) == [1]
    assert not write(book, lambda: book.mutes.end(number, NOW))
    write(book, lambda: book.mutes.resume(number))
    assert shown(book) == []


def test_all_that_a_mute_names_must_match(book):
    say(book, "warning", "caddy", "Certificate runs out")
    say(book, "critical", "caddy", "Certificate has run out")
    say(book, "warning", "gitea", "Certificate runs out")
    say(book, "warning", "caddy", "Slow")
    mute(book, service="caddy", level="warning", text="certificate")
    assert shown(book) == [4, 3, 2]


def test_general_is_what_belongs_to_no_service(book):
    say(book, "info", None, "Backups are there")
    say(book, "info", "caddy", "Renewed")
    mute(book, service="general")
    assert shown(book) == [2]


def test_a_mute_of_one_text_hides_only_that_part_of_a_fold(book):
    say(book, "warning", "caddy", "Slow: 4 s")
    say(book, "warning", "caddy", "Slow: 9 s")
    mute(book, text="4 s")
    (key,) = EventGroupRecords(book.store).listing(EventQuery(), NOW)[0]
    assert (key.newest, key.number) == (2, 1)


def test_acknowledging_what_is_shown_leaves_what_is_muted(book):
    say(book, "warning", "caddy", "Slow: 4 s")
    say(book, "warning", "caddy", "Slow: 9 s")
    mute(book, text="4 s")
    folds = EventGroupRecords(book.store)
    keys = folds.listing(EventQuery(), NOW)[0]
    assert write(book, lambda: folds.acknowledge(keys, EventQuery(), NOW)) == [2]


@pytest.mark.parametrize(
    ("level", "service", "message"),
    [("warning", "caddy", "100% SLOW"), ("warning", None, "slow"), ("info", "caddy", "50 percent"), ("info", None, "")],
)
@pytest.mark.parametrize("what", [{"text": "100% slow"}, {"service": "general"}, {"level": "info", "service": "caddy"}])
def test_the_rule_and_the_database_agree(book, level, service, message, what):
    event = say(book, level, service, message)
    mute(book, **what)
    condition, values = matching_sql(book.mutes.list_active(NOW))
    found = book.store.database.execute_sql(f"SELECT count(*) FROM events WHERE {condition}", tuple(values)).fetchone()
    assert bool(found[0]) is book.mutes.hides(event)


def test_a_mute_of_everything_is_refused(book):
    with pytest.raises(UsageError, match="must name"):
        mute(book, text="  ")


def test_an_end_that_has_passed_is_refused(book):
    with pytest.raises(UsageError, match="passed"):
        mute(book, service="caddy", until=NOW)


def test_the_next_end_is_known(book):
    mute(book, service="caddy", until=NOW + 2 * HOUR)
    mute(book, service="gitea", until=NOW + HOUR)
    mute(book, service="pihole")
    assert book.mutes.next_end(NOW) == to_text(NOW + HOUR)


def test_what_is_muted_in_words():
    one = MuteRule(1, "caddy", "warning", "slow", None, "", "", None)
    assert one.what == "warning events of caddy with “slow”"
    assert MuteRule(1, "general", None, "", None, "", "", None).what == "all events of no service"
