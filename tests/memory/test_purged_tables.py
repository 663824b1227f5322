"""Every table loses a subject: rows about it go, others lose the lines that touch it."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory.purging import tables
from claudeops_desktop.memory.purging.search_terms import SearchTerms
from claudeops_desktop.memory.purging.tables import sample_line
from claudeops_desktop.memory.purging.types import PurgeFinding
from claudeops_desktop.memory.resources import TOMBSTONE
from claudeops_desktop.storage.database import proxy

PLEX = SearchTerms("plex")
AT = "2026-03-01T12:00:00Z"


def shape_of(desk, name):
    return next(one for one in desk.write(tables.shapes) if one.name == name)


def insert(desk, table, **columns):
    names, marks = ", ".join(columns), ", ".join("?" * len(columns))
    sql = f"INSERT INTO {table} ({names}) VALUES ({marks})"
    return desk.write(lambda: proxy.execute_sql(sql, tuple(columns.values())).lastrowid)


def rows(desk, table, *columns):
    return desk.write(lambda: list(proxy.execute_sql(f"SELECT {', '.join(columns)} FROM {table} ORDER BY id")))


def clean(desk, name):
    shape = shape_of(desk, name)
    return desk.write(lambda: tables.clean(shape, PLEX))


def schedule(desk, **columns):
    dates = {"anchor_at": AT, "watched_from": AT, "created_at": AT}
    return insert(desk, "schedules", **({"name": "Night", "kind": "daily", "rule": "{}"} | dates | columns))


@pytest.mark.parametrize(
    ("text", "sample"),
    [
        ("plex is slow", "plex is slow"),
        ("first\nplex is slow\nplex again", "plex is slow"),
        ("nothing", "nothing"),
        ("a  plex\tb", "a plex b"),
        ('{"a": "plex one", "b": ["x", "plex two"]}', "plex one plex two"),
        ('{"a": "first\\nthen plex"}', "then plex"),
        ('{"plex": 1}', '{"plex": 1}'),
        ("{plex", "{plex"),
        ("[plex", "[plex"),
        ("plex" + "x" * 116, "plex" + "x" * 116),
        ("plex" + "x" * 117, "plex" + "x" * 116 + "…"),
        ("x" * 60 + "plex" + "y" * 60, "x" * 60 + "plex" + "y" * 56 + "…"),
        ("x" * 61 + "plex" + "y" * 60, "…" + "x" * 60 + "plex" + "y" * 56 + "…"),
    ],
)
def test_a_sample_is_the_first_line_that_touches_it_shortened_around_it(text, sample):
    assert sample_line(text, PLEX) == sample


@pytest.mark.parametrize("name", sorted(tables.SETTINGS))
def test_settings_are_left_out_where_they_are_kept(desk, name):
    assert name in {one.name for one in desk.write(tables.shapes)}
    assert name not in {one.name for one in desk.write(lambda: tables.shapes(keep_settings=True))}


@pytest.mark.parametrize(
    ("name", "there"),
    [
        ("resources", True),
        ("memories", True),
        ("events", True),
        ("schema_migrations", False),
        ("purges", False),
        ("resource_purge", False),
        ("sqlite_sequence", False),
    ],
)
def test_which_tables_are_looked_at(desk, name, there):
    assert (name in {one.name for one in desk.write(tables.shapes)}) is there


def test_a_shape_names_its_key_and_its_columns_with_words(desk):
    shape = shape_of(desk, "resources")
    assert shape.keys == ("id",)
    assert "raw_content" in shape.words
    assert not {"conversation_id", "content_type"} & set(shape.words)


@pytest.mark.parametrize(
    ("service", "message", "left", "changed"),
    [
        ("plex", "It stopped.", [], 1),
        ("PLEX", "It stopped.", [], 1),
        ("sonarr", "It stopped.", [("sonarr", "It stopped.")], 0),
        (None, "One\nplex stopped\nTwo", [(None, "One\n(purged)\nTwo")], 1),
        ("sonarr", "plex stopped", [("sonarr", "(purged)")], 1),
    ],
)
def test_an_event_goes_with_its_service_and_else_loses_lines(desk, service, message, left, changed):
    insert(desk, "events", level="info", service=service, message=message, created_at=AT)
    assert clean(desk, "events") == changed
    assert rows(desk, "events", "service", "message") == left
    assert clean(desk, "events") == 0


@pytest.mark.parametrize(
    ("columns", "left"),
    [({"service": "plex"}, 0), ({"text": "plex"}, 0), ({"reason": "for plex"}, 0), ({"service": "sonarr"}, 1)],
)
def test_a_mute_goes_as_soon_as_anything_in_it_touches_it(desk, columns, left):
    insert(desk, "mutes", created_at=AT, **columns)
    assert clean(desk, "mutes") == 1 - left
    assert len(rows(desk, "mutes", "id")) == left


@pytest.mark.parametrize(
    ("services", "prompt", "after"),
    [
        ('["plex"]', "", (0, "[]", "")),
        ('["plex","sonarr"]', "", (1, '["sonarr"]', "")),
        ('["sonarr"]', "see plex", (1, '["sonarr"]', "(purged)")),
        ("[]", "see plex", (1, "[]", "(purged)")),
        ("[]", "see all", (1, "[]", "see all")),
    ],
)
def test_a_schedule_of_nothing_else_is_switched_off(desk, services, prompt, after):
    schedule(desk, services=services, prompt=prompt)
    assert clean(desk, "schedules") == (0 if prompt == "see all" else 1)
    assert rows(desk, "schedules", "enabled", "services", "prompt") == [after]


@pytest.mark.parametrize("number", [0, 1, 2, 3, 4])
def test_all_rows_are_counted_and_three_are_shown(desk, number):
    for at in range(number):
        insert(desk, "events", level="info", message=f"plex {at}", created_at=AT)
    insert(desk, "events", level="info", message="other", created_at=AT)
    shape = shape_of(desk, "events")
    found = desk.write(lambda: tables.count_touched(shape, PLEX))
    assert found == PurgeFinding("events", number, tuple(f"plex {at}" for at in range(min(number, 3))))


def test_samples_that_say_the_same_are_shown_once(desk):
    for _ in range(3):
        insert(desk, "events", level="info", message="plex", created_at=AT)
    shape = shape_of(desk, "events")
    found = desk.write(lambda: tables.count_touched(shape, PLEX))
    assert (found.count, found.samples) == (3, ("plex",))


def test_touched_columns_are_told_with_the_key_of_the_row(desk):
    number = insert(desk, "events", level="info", service="plex", message="plex", created_at=AT)
    insert(desk, "events", level="info", service="other", message="other", created_at=AT)
    shape = shape_of(desk, "events")
    found = desk.write(lambda: list(tables.find_touched_rows(shape, PLEX)))
    assert found == [((number,), {"service": "plex", "message": "plex"})]


@pytest.mark.parametrize("name", sorted(tables.WHOLE_ROWS | set(tables.ROWS_OF)))
def test_each_table_that_is_named_exists_and_may_hold_words(desk, name):
    assert name in {one.name for one in desk.write(tables.shapes)}


def a_passage(desk, content):
    columns = {row[1]: row for row in desk.write(lambda: list(proxy.execute_sql("PRAGMA table_info(resources)")))}
    filled = {
        name: 0 if "INT" in row[2] else AT if name.endswith("_at") else ""
        for name, row in columns.items()
        if row[3] and row[4] is None and not row[5]
    }
    return insert(desk, "resources", **(filled | {"raw_content": content, "content_type": "text"}))


@pytest.mark.parametrize(
    ("content", "after", "emptied"),
    [
        ("One\nplex two\nThree", "One\n(purged)\nThree", False),
        ("plex one", "", True),
        ("plex one\n\n plex two\n", "", True),
        ("(purged)\nplex one", "", True),
        ("One", "One", False),
    ],
)
def test_a_passage_loses_lines_and_one_without_others_is_emptied(desk, content, after, emptied):
    a_passage(desk, content)
    assert clean(desk, "resources") == (0 if content == "One" else 1)
    ((text, kind),) = rows(desk, "resources", "raw_content", "content_type")
    assert (text, kind == TOMBSTONE) == (after, emptied)
    assert clean(desk, "resources") == 0


@pytest.fixture
def labels(desk):
    desk.write(lambda: proxy.execute_sql("CREATE TABLE labels (name TEXT PRIMARY KEY, note TEXT UNIQUE)"))
    yield lambda: desk.write(lambda: list(proxy.execute_sql("SELECT name, note FROM labels ORDER BY name")))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ([("a", "plex"), ("b", "fine")], [("a", "(purged)"), ("b", "fine")]),
        ([("plex", "fine"), ("b", "other")], [("b", "other")]),
        ([("a", "plex one"), ("b", "plex two")], [("a", "(purged)")]),
        ([("a", None), ("b", "other")], [("a", None), ("b", "other")]),
    ],
)
def test_a_row_that_cannot_be_reworded_goes(desk, labels, before, after):
    for name, note in before:
        insert(desk, "labels", name=name, note=note)
    assert clean(desk, "labels") == sum("plex" in f"{name} {note}" for name, note in before)
    assert labels() == after
