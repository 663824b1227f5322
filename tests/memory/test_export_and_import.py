"""An export holds what was asked for, and its import gives back what there was."""

from __future__ import annotations

from itertools import combinations

import orjson
import pytest
from memory_world import Desk
from support.folders import used_folder

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.errors import UsageError
from claudeops_desktop.memory.transfer.types import SECTION_OF, SECTIONS
from claudeops_desktop.storage import open_store

CHOICES = [chosen for size in range(len(SECTIONS) + 1) for chosen in combinations(SECTIONS, size)]


@pytest.fixture
def move(desk, tmp_path, clock):
    """Leaves the first database for another, empty one: one is open at a time."""
    opened = []

    def leave() -> Desk:
        desk.store.close()
        opened.append(open_store(used_folder(tmp_path / "other")))
        return Desk(opened[-1], clock)

    yield leave
    for store in opened:
        store.close()


@pytest.fixture
def filled(desk):
    desk.says("[MEMORY:timing:plex] It takes a minute to start.")
    desk.add("It needs the database.", "dependency", "sonarr")
    return desk


def export(desk, sections=SECTIONS):
    return desk.write(lambda: list(desk.memory.transfer.export(sections)))


def restore(desk, lines):
    return desk.write(lambda: desk.memory.transfer.restore(lines))


@pytest.mark.parametrize("sections", CHOICES, ids=lambda chosen: "+".join(chosen) or "memories alone")
def test_an_export_holds_the_asked_sections_alone(filled, sections):
    first, *lines = (orjson.loads(line) for line in export(filled, sections))
    assert (first["format"], first["version"], first["made_at"]) == ("claudeops-memory", 1, to_text(filled.clock()))
    assert first["with"] == list(sections)
    assert set(first["rows"]) == {name for name, section in SECTION_OF.items() if section in ("", *sections)}
    counted = dict.fromkeys(first["rows"], 0)
    for line in lines:
        counted[line["table"]] += 1
    assert counted == first["rows"]
    assert counted["memories"] == 2


@pytest.mark.parametrize("sections", CHOICES, ids=lambda chosen: "+".join(chosen) or "memories alone")
def test_a_memory_does_not_point_to_what_is_left_out(filled, sections):
    found = [orjson.loads(line) for line in export(filled, sections)[1:]]
    said = next(one["row"] for one in found if one["table"] == "memories" and one["row"]["service"] == "plex")
    assert (said["session_id"] is not None) is ("sessions" in sections)
    if "resources" not in sections:
        assert said["resource_id"] is None


@pytest.mark.parametrize("sections", CHOICES, ids=lambda chosen: "+".join(chosen) or "memories alone")
def test_an_import_into_an_empty_database_gives_the_same_export(filled, move, sections):
    lines = export(filled, sections)
    other = move()
    counts = restore(other, lines)
    wanted = orjson.loads(lines[0])["rows"]
    assert wanted["memories"] == 2
    assert {name: number for name, number in counts.added.items() if number} == {n: c for n, c in wanted.items() if c}
    assert counts.known == 0
    assert export(other, sections) == lines


def test_a_second_import_adds_nothing(filled, move):
    lines = export(filled)
    other = move()
    restore(other, lines)
    again = restore(other, lines)
    assert (again.known, sum(again.added.values())) == (2, 0)
    assert export(other) == lines


def test_a_memory_whose_number_is_taken_gets_another(filled, move):
    lines = export(filled, ())
    other = move()
    mine = other.add("Something else.")
    counts = restore(other, lines)
    assert (counts.added["memories"], counts.known) == (2, 0)
    assert other.get(mine.id).observation == "Something else."
    assert sorted(one.observation for one in other.all()) == [
        "It needs the database.",
        "It takes a minute to start.",
        "Something else.",
    ]


@pytest.mark.parametrize("cut", [1, 2])
def test_of_a_file_that_was_cut_off_nothing_is_kept(filled, move, cut):
    lines = export(filled, ())
    other = move()
    with pytest.raises(UsageError, match=r"^The file is not whole: rows of memories are missing\.$"):
        restore(other, lines[:-cut])
    assert other.all() == []


def test_what_is_imported_again_leaves_the_trash(filled):
    lines = export(filled)
    number = next(one.id for one in filled.all() if one.service == "sonarr")
    was = filled.get(number)
    filled.write(lambda: filled.memory.trash.trash_memories([number]))
    counts = restore(filled, lines)
    assert (counts.added["memories"], counts.known) == (1, 1)
    assert filled.get(number) == was
    assert filled.write(filled.memory.trash.rows) == []


def crafted(*rows):
    return [
        orjson.dumps({"format": "claudeops-memory", "version": 1}),
        *(orjson.dumps({"table": table, "row": row}) for table, row in rows),
    ]


def a_memory(number, observation="It starts slowly.", **more):
    dates = {"created_at": "2026-03-01T12:00:00Z", "updated_at": "2026-03-01T12:00:00Z"}
    return "memories", {"id": number, "category": "timing", "observation": observation} | dates | more


def a_link(number, start, end):
    row = {"id": number, "from_id": start, "to_id": end, "kind": "related", "created_at": "2026-03-01T12:00:00Z"}
    return "memory_links", row


@pytest.mark.parametrize(
    ("links", "kept"),
    [
        ([(4, 7)], 1),
        ([(4, 7), (7, 4)], 2),
        ([(4, 7), (4, 7)], 1),
        ([(4, 9)], 0),
        ([(9, 7)], 0),
        ([(8, 9), (4, 7)], 1),
    ],
)
def test_a_link_is_kept_once_where_both_its_ends_are(desk, links, kept):
    rows = [a_link(at, *ends) for at, ends in enumerate(links, 1)]
    counts = restore(desk, crafted(a_memory(4), a_memory(7, "It needs the database."), *rows))
    assert (counts.added["memories"], counts.added["memory_links"]) == (2, kept)
    assert len(desk.memory.history.links(4)) == kept


@pytest.mark.parametrize("number", [1, 5, 2**53 - 1])
def test_a_memory_keeps_a_number_that_is_free(desk, number):
    restore(desk, crafted(a_memory(number)))
    assert [one.id for one in desk.all()] == [number]


@pytest.mark.parametrize(("first", "second"), [(3, 8), (8, 3)])
def test_what_replaced_a_memory_may_stand_before_or_after_it(desk, first, second):
    restore(desk, crafted(a_memory(first, superseded_by=second), a_memory(second, "It starts at once.")))
    assert desk.get(first).superseded_by == second
    assert desk.get(second).superseded_by is None


def test_a_pointer_follows_a_memory_that_got_another_number(desk):
    mine = desk.add("Something else.").id
    restore(desk, crafted(a_memory(90, superseded_by=mine), a_memory(mine, "It starts at once.")))
    pointed = desk.get(90).superseded_by
    assert pointed != mine
    assert desk.get(pointed).observation == "It starts at once."
    assert desk.get(mine).observation == "Something else."


def test_the_number_of_a_memory_that_was_deleted_before_is_kept_free(desk):
    restore(desk, crafted(a_memory(3, superseded_by=20)))
    assert desk.get(3).superseded_by == 20
    assert desk.add("Something else.").id == 21


def test_two_rows_that_say_the_same_stay_two(desk):
    lines = crafted(a_memory(3), a_memory(5))
    assert restore(desk, lines).added["memories"] == 2
    again = restore(desk, lines)
    assert (again.added["memories"], again.known) == (0, 2)


@pytest.mark.parametrize(
    ("more", "known"),
    [
        ({}, 1),
        ({"priority": "high"}, 1),
        ({"observation": "It starts at once."}, 0),
        ({"category": "behavior"}, 0),
        ({"service": "plex"}, 0),
    ],
)
def test_a_memory_is_known_by_its_words_its_category_and_its_service(desk, more, known):
    restore(desk, crafted(a_memory(3)))
    counts = restore(desk, crafted(a_memory(3, **more)))
    assert (counts.known, counts.added["memories"]) == (known, 1 - known)
    assert counts.as_json()["skipped"] == known
