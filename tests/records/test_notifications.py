"""Notifications sent outside the window: their text, their number and their channel."""

from __future__ import annotations

from dataclasses import asdict, replace
from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.notifications import HELD, SentNotification

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def add(book, write):
    def tell(key="incident:1", now=NOW, **fields):
        said = {"kind": "incident", "title": "Web is down", "body": "No answer.", "place": "{}", "desktop": "shown"}
        return write(lambda: book.notifications.add(key=key, now=now, **(said | fields)))

    return tell


def sent(number, key="incident:1", **fields):
    at = to_text(NOW)
    return replace(
        SentNotification(number, "incident", key, "Web is down", "No answer.", "{}", 1, "shown", "", at, at), **fields
    )


def test_what_is_told_is_noted(book, add, told):
    assert add(place='{"incident": 1}') == 1
    assert told() == [("notifications", (1,), "inserted")]
    assert book.notifications.list() == [sent(1, place='{"incident": 1}')]
    assert book.notifications.list()[0].as_json() == asdict(sent(1, place='{"incident": 1}'))


def test_what_came_again_is_counted(book, add, write, told):
    add(), add("other")
    told()
    assert write(lambda: book.notifications.repeat(1, NOW + MINUTE)) == 2
    assert write(lambda: book.notifications.repeat(1, NOW + 2 * MINUTE)) == 3
    assert told() == [("notifications", (1,), "updated")] * 2
    assert book.notifications.list() == [sent(2, "other"), sent(1, count=3, last_at="2026-03-01T12:02:00.000Z")]


@pytest.mark.parametrize(
    "said", [{"desktop": "closed"}, {"outward": "sent"}, {"place": "[]"}, {"desktop": "", "outward": "", "place": ""}]
)
def test_which_way_it_went_is_noted_beside_the_rest(book, add, write, told, said):
    add(), add()
    told()
    write(lambda: book.notifications.note_delivery(1, **said))
    assert told() == [("notifications", (1,), "updated")]
    assert book.notifications.list() == [sent(2), sent(1, **said)]


def test_nothing_to_note_changes_nothing(book, add, write, told):
    add()
    told()
    write(lambda: book.notifications.note_delivery(1))
    assert (told(), book.notifications.list()) == ([], [sent(1)])


def test_what_is_kept_back_can_say_something_else(book, add, write, told):
    add(), add()
    told()
    write(lambda: book.notifications.rewrite(1, "resolved", "incident:2", "Web is well", "It was down."))
    assert told() == [("notifications", (1,), "updated")]
    changed = sent(1, "incident:2", kind="resolved", title="Web is well", body="It was down.")
    assert book.notifications.list() == [sent(2), changed]


def test_the_newest_of_a_key_and_all_whose_key_begins_so(book, add):
    for key in ("incident:1", "incident:2", "incident:1", "run:1"):
        add(key)
    assert book.notifications.last("incident:1") == sent(3)
    assert book.notifications.last("incident:") is None
    assert book.notifications.list_by_key("incident:", 9) == [sent(3), sent(2, "incident:2"), sent(1)]
    assert [len(book.notifications.list_by_key("incident:", limit)) for limit in (0, 2, 3)] == [0, 2, 3]
    assert [one.id for one in book.notifications.list()] == [4, 3, 2, 1]
    assert [len(book.notifications.list(limit)) for limit in (0, 1, 4, 5)] == [0, 1, 4, 4]


def test_what_quiet_hours_keep_back_is_told_together(book, add, write, told):
    for desktop in (HELD, "shown", HELD, ""):
        add(desktop=desktop)
    held = book.notifications.list_held()
    assert held == [sent(1, desktop=HELD), sent(3, desktop=HELD)]
    told()
    write(lambda: book.notifications.told_later(held))
    assert told() == [("notifications", (1,), "updated"), ("notifications", (3,), "updated")]
    assert book.notifications.list_held() == []
    assert [one.desktop for one in book.notifications.list()] == [
        "",
        "sent after quiet hours",
        "shown",
        "sent after quiet hours",
    ]


def test_what_came_last_more_than_ninety_days_ago_goes(book, add, write):
    days = timedelta(days=90)
    add(now=NOW - days - timedelta(milliseconds=1))
    add(now=NOW - days)
    add(now=NOW - days - MINUTE)
    write(lambda: book.notifications.repeat(3, NOW - days))
    assert [one.id for one in book.notifications.list()] == [3, 2, 1]
    add()
    assert [one.id for one in book.notifications.list()] == [4, 3, 2]
