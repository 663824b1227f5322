"""Mutes: what the operator does not want to hear of for a while (S8)."""

from __future__ import annotations

from dataclasses import asdict
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
    assert EventGroupRecords(book.store).waiting(NOW) == {"critical": 1}
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


# --- whole rows, and moments on both sides ---------------------------------------------------------------------------

TICK = timedelta(milliseconds=1)


def muted(number, service=None, level=None, text="", until=None, reason="", ended=None):
    ends = to_text(until) if until else None
    return MuteRule(number, service, level, text, ends, reason, to_text(NOW), to_text(ended) if ended else None)


def test_a_mute_is_kept_as_it_was_laid_down(book):
    heard = []
    book.store.hub.listen(heard.append)
    mute(book, service=" Caddy ", level="warning", text=" slow ", until=NOW + HOUR, reason=" known ")
    mute(book, level="info")
    mute(book, text="x")
    assert [(one.ids, one.what) for one in heard] == [((1,), "inserted"), ((2,), "inserted"), ((3,), "inserted")]
    first = muted(1, "caddy", "warning", "slow", NOW + HOUR, "known")
    assert book.mutes.list() == [muted(3, text="x"), muted(2, level="info"), first]
    assert [len(book.mutes.list(limit=limit)) for limit in (0, 2, 3, 4)] == [0, 2, 3, 3]
    assert (book.mutes.get(1), book.mutes.get(9)) == (first, None)
    assert first.as_json() == asdict(first)


@pytest.mark.parametrize(
    ("what", "refused"),
    [
        ({}, "must name a service, a level or a text"),
        ({"service": " "}, "must name a service, a level or a text"),
        ({"level": "loud"}, "There is no level 'loud'"),
        ({"text": "x", "until": NOW - TICK}, "has passed"),
        ({"text": "x", "until": NOW}, "has passed"),
        ({"text": "x", "until": NOW + TICK}, ""),
    ],
)
def test_what_can_be_muted(book, what, refused):
    if refused:
        with pytest.raises(UsageError, match=refused):
            mute(book, **what)
    else:
        mute(book, **what)
    assert len(book.mutes.list()) == (0 if refused else 1)


@pytest.mark.parametrize(
    ("until", "ended", "now", "active"),
    [
        (None, None, NOW, True),
        (HOUR, None, NOW + HOUR - TICK, True),
        (HOUR, None, NOW + HOUR, False),
        (None, TICK, NOW, False),
        (HOUR, TICK, NOW, False),
    ],
)
def test_a_mute_is_in_force_until_its_end(book, until, ended, now, active):
    number = mute(book, service="caddy", until=until and NOW + until)
    if ended:
        write(book, lambda: book.mutes.end(number, NOW + ended))
    found = book.mutes.get(number)
    assert found.is_active(to_text(now)) is active
    assert book.mutes.list_active(now) == ([found] if active else [])


def test_those_in_force_are_oldest_first_and_of_now_unless_a_moment_is_named(book):
    mute(book, service="a"), mute(book, service="b", until=NOW + TICK), mute(book, service="c")
    assert [one.service for one in book.mutes.list_active()] == ["a", "b", "c"]
    assert [one.service for one in book.mutes.list_active(NOW + HOUR)] == ["a", "c"]
    event = say(book, "info", "b", "x")
    assert [book.mutes.hides(event), book.mutes.hides(event, NOW + HOUR)] == [True, False]
    assert book.mutes.next_end(NOW) == to_text(NOW + TICK)
    assert book.mutes.next_end(NOW + TICK) is None


def test_ending_and_resuming_is_told_where_it_changes_something(book):
    mute(book, service="a"), mute(book, service="b", until=NOW + HOUR)
    heard = []
    book.store.hub.listen(heard.append)
    assert write(book, lambda: book.mutes.end(1, NOW)) is True
    assert write(book, lambda: book.mutes.end(2, NOW + HOUR)) is False  # it has ended by itself
    assert write(book, lambda: book.mutes.end(9, NOW)) is False
    assert [(one.table, one.ids, one.what) for one in heard] == [("mutes", (1,), "updated")]
    assert book.mutes.list() == [muted(2, "b", until=NOW + HOUR), muted(1, "a", ended=NOW)]
    assert write(book, lambda: book.mutes.resume(1)) is True
    assert heard[-1].ids == (1,) and len(heard) == 2
    assert book.mutes.list() == [muted(2, "b", until=NOW + HOUR), muted(1, "a")]
    assert write(book, lambda: book.mutes.resume(9)) is False


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        (muted(1, "caddy", "warning", "slow"), "warning events of caddy with “slow”"),
        (muted(1, "general"), "all events of no service"),
        (muted(1, level="info"), "info events"),
        (muted(1, text="x"), "all events with “x”"),
        (muted(1, "caddy"), "all events of caddy"),
    ],
)
def test_a_mute_says_what_it_mutes(rule, words):
    assert rule.what == words


@pytest.mark.parametrize(
    ("mutes", "condition"),
    [
        ([], ("0", [])),
        ([muted(1, "caddy")], ("((coalesce(service, 'general') = ?))", ["caddy"])),
        (
            [muted(1, "a", "info", "5%"), muted(2, level="warning")],
            (
                "((level = ? AND coalesce(service, 'general') = ? AND message LIKE ? ESCAPE '\\') OR (level = ?))",
                ["info", "a", "%5\\%%", "warning"],
            ),
        ),
    ],
)
def test_the_condition_of_mutes(mutes, condition):
    assert matching_sql(mutes) == condition
