"""What changed on the machine: written down once for each service, and told under the names that services have now."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.records.changes import ChangeKind, ChangeSource, NewChange, RecordedChange

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def add(book, write):
    return lambda *changes: write(lambda: book.changes.add(changes))


@pytest.fixture
def put_source(book, write):
    def put(state, source="services", problem="", now=NOW):
        write(lambda: book.changes.put_source(source, state, problem, now))

    return put


def change(minute=0, subject="nginx", *services, kind=ChangeKind.PACKAGE, **texts):
    return NewChange(NOW + minute * MINUTE, kind, subject, texts.pop("text", "It changed."), services=services, **texts)


def row(number, minute, service, subject="nginx", kind="package", before="", after="", text="It changed."):
    return RecordedChange(number, to_text(NOW + minute * MINUTE), kind, service, subject, before, after, text)


def test_a_change_is_written_once_for_each_service_it_concerns(book, add, told):
    upgraded = change(0, "nginx", " Web ", "db", before="1.0", after="1.1", text="nginx 1.0 → 1.1")
    assert add(upgraded, change(1)) == 3
    assert told() == [("changes", (), "inserted")]
    assert book.changes.list() == [
        row(3, 1, ""),
        row(2, 0, "db", before="1.0", after="1.1", text="nginx 1.0 → 1.1"),
        row(1, 0, "web", before="1.0", after="1.1", text="nginx 1.0 → 1.1"),
    ]
    assert add(upgraded) == 0
    assert told() == []
    assert add(upgraded, change(0, "nginx", "web", before="1.1", after="1.2")) == 1


def test_a_text_is_cut_to_five_hundred_characters(book, add):
    for letter, size in (("a", 499), ("b", 500), ("c", 501)):
        text = letter * size
        add(change(0, text, before=text, after=text, text=text))
    assert [(len(one.subject), len(one.before), len(one.after), len(one.text)) for one in book.changes.list()] == [
        (500,) * 4,
        (500,) * 4,
        (499,) * 4,
    ]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, [4, 3, 2, 1]),
        ({"services": ["web"]}, [4, 1]),
        ({"services": ["web", ""]}, [4, 2, 1]),
        ({"services": []}, []),
        ({"since": to_text(NOW + MINUTE)}, [4, 3, 2]),
        ({"since": to_text(NOW + 1.5 * MINUTE)}, [4, 3]),
        ({"until": to_text(NOW + MINUTE)}, [2, 1]),
        ({"until": to_text(NOW + 0.5 * MINUTE)}, [1]),
        ({"since": to_text(NOW + MINUTE), "until": to_text(NOW + 2 * MINUTE)}, [4, 3, 2]),
        ({"limit": 0}, []),
        ({"limit": 3}, [4, 3, 2]),
        ({"limit": 4}, [4, 3, 2, 1]),
    ],
)
def test_the_list_is_newest_first_and_can_be_narrowed(book, add, query, found):
    add(change(0, "a", "web"), change(1, "b"), change(2, "c", "db"), change(2, "d", "web"))
    assert [one.id for one in book.changes.list(**query)] == found


def test_the_list_goes_by_the_time_of_the_change_and_not_by_when_it_was_found(book, add):
    add(change(5), change(1), change(3))
    assert [one.id for one in book.changes.list()] == [1, 3, 2]


def test_what_changed_before_a_moment_can_be_removed(book, add, write, told):
    add(change(0), change(1), change(2))
    told()
    assert write(lambda: book.changes.prune(NOW + MINUTE)) == 1
    assert told() == [("changes", (), "deleted")]
    assert [one.id for one in book.changes.list()] == [3, 2]
    assert write(lambda: book.changes.prune(NOW + MINUTE)) == 0
    assert told() == []


def test_the_json_of_a_change_is_its_row(book, add):
    add(change(0, "nginx", "web"))
    assert book.changes.list()[0].as_json() == {
        "id": 1,
        "at": to_text(NOW),
        "kind": "package",
        "service": "web",
        "subject": "nginx",
        "before": "",
        "after": "",
        "text": "It changed.",
    }


# --- where the sources were read ------------------------------------------------------------------------------------


def test_each_source_is_remembered_where_it_was_read_last(book, put_source):
    assert (book.changes.sources(), book.changes.problems(), book.changes.last_collected()) == ({}, {}, "")
    put_source({"line": 1}, "units", "x" * 501, NOW + 2 * MINUTE)
    put_source({"line": 7}, "packages", "", NOW + MINUTE)
    put_source({"line": 8}, "commits", "no git", NOW)
    put_source({"line": 9}, "commits", "no folder", NOW)
    assert book.changes.sources() == {
        "units": ChangeSource("units", {"line": 1}, "x" * 500, to_text(NOW + 2 * MINUTE)),
        "packages": ChangeSource("packages", {"line": 7}, "", to_text(NOW + MINUTE)),
        "commits": ChangeSource("commits", {"line": 9}, "no folder", to_text(NOW)),
    }
    assert list(book.changes.problems().items()) == [("commits", "no folder"), ("units", "x" * 500)]
    assert book.changes.last_collected() == to_text(NOW + 2 * MINUTE)


@pytest.mark.parametrize("spoiled", ["", "{", "[1]", "null", '"x"'])
def test_a_damaged_bookmark_begins_anew(book, write, put_source, spoiled):
    put_source({"line": 1})
    write(lambda: book.store.database.execute_sql("UPDATE change_sources SET state = ?", (spoiled,)))
    assert book.changes.sources()["services"].state == {}


# --- names ---------------------------------------------------------------------------------------------------------


def test_a_rename_carries_over_what_changed_about_a_service(book, add, write, told):
    edited = {"before": "needs db", "after": "needs db, db-replica, olddb", "text": "web needs db"}
    add(
        change(0, "pg", "db", text="db was upgraded"),
        change(1, "pg", "web", text="db was upgraded"),
        change(2, "db:http", "db", kind=ChangeKind.SERVICES, text="db was added"),
        change(3, "web:http", "web", kind=ChangeKind.SERVICES, **edited),
        change(4, "x", "web", kind=ChangeKind.SERVICES, text="db-replica was added"),
    )
    told()
    assert write(lambda: book.changes.rename_service("db", "postgres")) == 3
    assert told() == [("changes", (), "updated")]
    assert book.changes.list() == [
        row(5, 4, "web", "x", "services", text="db-replica was added"),
        row(
            4,
            3,
            "web",
            "web:http",
            "services",
            "needs postgres",
            "needs postgres, db-replica, olddb",
            "web needs postgres",
        ),
        row(3, 2, "postgres", "postgres:http", "services", text="postgres was added"),
        row(2, 1, "web", "pg", text="db was upgraded"),
        row(1, 0, "postgres", "pg", text="db was upgraded"),
    ]
    assert write(lambda: book.changes.rename_service("db", "postgres")) == 0
    assert told() == []


def test_a_new_name_is_taken_as_it_is_written(book, add, write):
    add(change(0, "web:http", "web", kind=ChangeKind.SERVICES, text="web needs db"))
    write(lambda: book.changes.rename_service("db", r"a\1b"))
    assert [one.text for one in book.changes.list()] == [r"web needs a\1b"]


def test_what_would_stand_twice_after_a_rename_is_removed(book, add, write):
    add(change(0, "pg", "db"), change(0, "pg", "postgres"))
    assert write(lambda: book.changes.rename_service("db", "postgres")) == 1
    assert book.changes.list() == [row(2, 0, "postgres", "pg")]


ENTRIES = {
    "db": {"kind": "tcp"},
    "db:http": {"depends_on": ["disk"]},
    "dbx:http": {"depends_on": ["db", "disk"]},
    "web:http": {"depends_on": "db"},
}


def test_the_next_reading_of_the_services_does_not_tell_of_a_rename(book, write, put_source):
    put_source({"entries": ENTRIES, "more": 1})
    put_source({"entries": ENTRIES}, "other")
    write(lambda: book.changes.rename_service("db", "postgres"))
    found = book.changes.sources()
    assert found["services"].state == {
        "entries": {
            "postgres": {"kind": "tcp"},
            "postgres:http": {"depends_on": ["disk"]},
            "dbx:http": {"depends_on": ["postgres", "disk"]},
            "web:http": {"depends_on": "db"},
        },
        "more": 1,
    }
    assert found["other"].state == {"entries": ENTRIES}


@pytest.mark.parametrize("state", [{}, {"entries": ["db"]}, {"entries": None}])
def test_a_reading_without_entries_is_left_alone(book, write, put_source, state):
    put_source(state)
    write(lambda: book.changes.rename_service("db", "postgres"))
    write(lambda: book.changes.remove_service("db"))
    assert book.changes.sources()["services"].state == state


def test_of_a_removed_service_nothing_is_told_any_more(book, add, write, put_source, told):
    add(change(0, "pg", "db"), change(1, "pg", "web"), change(2, "pg"))
    put_source({"entries": ENTRIES})
    told()
    assert write(lambda: book.changes.remove_service("db")) == 1
    assert told() == [("changes", (), "deleted")]
    assert book.changes.list() == [row(3, 2, "", "pg"), row(2, 1, "web", "pg")]
    assert book.changes.sources()["services"].state == {
        "entries": {"dbx:http": {"depends_on": ["db", "disk"]}, "web:http": {"depends_on": "db"}}
    }
    assert write(lambda: book.changes.remove_service("db")) == 0
    assert told() == []
