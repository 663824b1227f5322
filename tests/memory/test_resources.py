"""Resources subsystem: append-only, indexed by time, every extraction refers back to one (ADR-0077, Memory Storage)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.other_process import everything_stored

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.memory import resources

ONLY_SQLITE = pytest.mark.file_only("no other database has these statements, and the application none of them")
LINE = "- **[MEMORY:timing:jellyfin] Takes 60s to start after restart**"


def in_tables(desk, word):
    return word in everything_stored(desk.store)


def add(desk, words="It took 60 seconds.", kind="passage", conversation="cli:1"):
    return desk.write(lambda: resources.add(words, kind, "", conversation, desk.clock()))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE resources SET raw_content = 'other'",
        "UPDATE resources SET created_at = ''",
        "DELETE FROM resources",
        pytest.param("UPDATE OR REPLACE resources SET raw_content = 'other'", marks=ONLY_SQLITE),
        "INSERT OR REPLACE INTO resources SELECT id, 'other', content_type, content_at, conversation_id, created_at"
        " FROM resources",
        pytest.param("REPLACE INTO resources SELECT id, 'o', 'x', '', '', '' FROM resources", marks=ONLY_SQLITE),
    ],
)
def test_never_allow_updates_on_this_table(desk, statement):
    number = add(desk)
    with pytest.raises(Exception, match="append-only"):
        desk.write(lambda: desk.store.database.execute_sql(statement))
    assert resources.get_resource(number).raw_content == "It took 60 seconds."


def test_deleting_is_refused_even_within_a_purge(desk):
    add(desk)

    def purge():
        desk.store.database.execute_sql("INSERT INTO resource_purge VALUES (1)")
        desk.store.database.execute_sql("DELETE FROM resources")

    with pytest.raises(Exception, match="append-only"):
        desk.write(purge)
    assert not desk.store.database.execute_sql("SELECT * FROM resource_purge").fetchall()


@pytest.mark.file_only("a query plan of SQLite's")
def test_an_index_on_created_at_serves_time_ranges(desk):
    number = add(desk)
    at = to_text(desk.clock())
    desk.clock.forward(days=1)
    later = add(desk, "Later.")
    assert [r.id for r in resources.list_resources_between(at, to_text(desk.clock()))] == [number]
    assert [r.id for r in resources.of_conversation("cli:1")] == [number, later]
    plan = desk.store.database.execute_sql(
        "EXPLAIN QUERY PLAN SELECT id FROM resources WHERE created_at >= ? AND created_at < ?", (at, at)
    ).fetchall()
    assert "idx_resources_created" in plan[0][3]


def test_a_memory_of_a_marker_points_to_its_line(desk):
    session = desk.session()
    memory = desk.says(LINE, session=session)[0].memory
    found = resources.get_resource(memory.resource_id)
    assert (found.raw_content, found.content_type, found.conversation_id) == (LINE, "marker", f"session:{session}")
    assert (memory.source, memory.valid_from, memory.last_confirmed_at) == ("marker", *[to_text(desk.clock())] * 2)
    assert desk.memory.history.versions(memory.id)[0].resource_id == memory.resource_id


def test_a_memory_of_the_operator_points_to_its_words(desk):
    memory = desk.add("Needs a manual VACUUM FULL weekly")
    found = resources.get_resource(memory.resource_id)
    assert (found.raw_content, found.content_type) == ("Needs a manual VACUUM FULL weekly", "operator")
    assert memory.source == "operator"


def test_an_imported_memory_points_to_its_words_and_keeps_its_standing(desk):
    old = replace(desk.add("Listens on port 80"), id=7, superseded_by=9, valid_until=to_text(desk.clock()))
    new = replace(old, id=9, observation="Listens on port 8080", superseded_by=None, valid_until="")
    held = replace(new, id=10, observation="May run sudo without a password", gate="hold", active=1)
    lone = replace(old, id=11, observation="Listens on port 8", superseded_by=99)
    desk.write(lambda: desk.memory.edits.delete([1]))
    change = desk.write(lambda: desk.memory.edits.bring_in([old, new, held, lone], "a.json", gated=False))
    made = {s.memory.observation: desk.get(s.memory.id) for s in change.after}
    assert len(made) == 4
    assert made[old.observation].superseded_by == made[new.observation].id
    assert made[held.observation].active == made[lone.observation].active == 0
    for memory in made.values():
        found = resources.get_resource(memory.resource_id)
        assert (found.content_type, found.raw_content, memory.source) == ("import", memory.observation, "import")


def test_only_a_purge_blanks_and_it_leaves_a_tombstone(desk):
    number = add(desk)
    before = desk.write(lambda: resources.blank([number]))
    found = resources.get_resource(number)
    assert (found.raw_content, found.content_type, found.created_at) == ("", "tombstone", before[0].created_at)
    assert desk.write(lambda: resources.blank([number])) == []
    desk.write(lambda: resources.unblank(before))
    assert resources.get_resource(number) == before[0]


def test_a_tombstone_takes_no_words(desk):
    number = add(desk)
    desk.write(lambda: resources.blank([number]))
    assert desk.write(lambda: resources.reword_resource(number, "back")) == 0
    with pytest.raises(ValueError, match="no content type"):
        add(desk, kind="tombstone")


def test_a_deleted_memory_takes_its_passage_with_it_and_undo_brings_it_back(desk):
    memory = desk.says(LINE)[0].memory
    before = resources.get_resource(memory.resource_id)
    change = desk.write(lambda: desk.memory.edits.delete([memory.id]))
    assert resources.get_resource(memory.resource_id).content_type == "tombstone"
    assert not in_tables(desk, "Takes 60s")
    desk.write(lambda: desk.memory.edits.undo(change))
    assert resources.get_resource(memory.resource_id) == before
    assert desk.get(memory.id).resource_id == before.id


def test_a_line_of_two_memories_loses_only_the_words_of_the_deleted_one(desk):
    line = "[MEMORY:timing:caddy] Takes 9s to start [MEMORY:behavior:caddy] Answers 308 when healthy"
    first, second = (said.memory for said in desk.says(line))
    kept = resources.get_resource(second.resource_id)
    change = desk.write(lambda: desk.memory.edits.delete([first.id]))
    left = resources.get_resource(second.resource_id)
    assert "Answers 308" in left.raw_content
    assert not in_tables(desk, "Takes 9s")
    both = desk.write(lambda: desk.memory.edits.delete([second.id]))
    desk.write(lambda: desk.memory.edits.undo(change))  # its words do not come back into the tombstone of the other
    assert resources.get_resource(second.resource_id).raw_content == ""
    desk.write(lambda: desk.memory.edits.undo(both))
    assert resources.get_resource(second.resource_id) == kept


def test_a_passage_that_two_memories_share_stays_until_the_last_of_them_goes(desk):
    number = add(desk, "Jellyfin took 60s. Caddy took 9s.")
    first, second = desk.add("Jellyfin took 60s.", service="jellyfin"), desk.add("Caddy took 9s.", service="caddy")
    desk.write(lambda: [desk.store.database.execute_sql("UPDATE memories SET resource_id = ?", (number,))])
    change = desk.write(lambda: desk.memory.edits.delete([first.id]))
    assert resources.get_resource(number).raw_content == "(deleted) Caddy took 9s."
    desk.write(lambda: desk.memory.edits.undo(change))
    assert resources.get_resource(number).raw_content == "Jellyfin took 60s. Caddy took 9s."
    desk.write(lambda: desk.memory.edits.delete([first.id, second.id]))
    assert resources.get_resource(number).content_type == "tombstone"


def test_what_the_gate_wrote_down_of_a_memory_goes_and_comes_back_with_it(desk):
    memory = desk.add("Listens on port 80")
    desk.write(
        lambda: desk.store.database.execute_sql(
            "INSERT INTO gate_log (outcome, rule, why, text, source, memory_id, created_at)"
            " VALUES ('hold', 'r', 'w', 'Listens on port 80', 'observed', ?, '')",
            (memory.id,),
        )
    )
    change = desk.write(lambda: desk.memory.edits.delete([memory.id]))
    assert not in_tables(desk, "port 80")
    desk.write(lambda: desk.memory.edits.undo(change))
    assert desk.store.database.execute_sql("SELECT text FROM gate_log").fetchone() == ("Listens on port 80",)
