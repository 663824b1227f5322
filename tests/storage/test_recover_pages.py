"""Salvage reads the pages themselves: no header, schema, inner page or index has to be whole."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from support.damage import all_rows, destroy_page, fill_every_table, flip_bits, pages_of
from support.matrix import few_of

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import maintenance, open_store
from claudeops_desktop.storage.recover import RecoverResult, recover_database

pytestmark = pytest.mark.file_only("the pages of a SQLite file are read one by one")

DERIVED = {"memory_indexed", "memory_entities"}  # made anew from the memories where they cannot be told apart
DERIVED |= {"renderings"}  # made anew from the database
# rows of one form: nobody can tell whose they are
ALIKE = {"library_suggestions", "operator_questions", "principals", "projects", "sync_state"}


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with rows in every table; not to be changed."""
    folder = DataFolder(tmp_path_factory.mktemp("filled"))
    fill_every_table(folder)
    return folder.database


@pytest.fixture
def broken(filled: Path, tmp_path: Path) -> Path:
    """A copy to break."""
    return Path(shutil.copyfile(filled, tmp_path / "claudeops.db"))


def saved(broken: Path) -> tuple[RecoverResult, dict[str, list[tuple[object, ...]]]]:
    before = broken.read_bytes()
    target = broken.with_name("saved.db")
    done = recover_database(broken, target)
    assert broken.read_bytes() == before
    assert maintenance.check_database(target).is_sound
    return done, all_rows(target)


def missing(whole: dict[str, list[tuple[object, ...]]], found: dict[str, list[tuple[object, ...]]]) -> dict[str, int]:
    """How many rows of each table are not there as they were, and that nothing was invented."""
    for name, rows in found.items():
        assert name in DERIVED or len(rows) <= len(whole[name]), name
    return {name: gone for name in whole if (gone := len(set(whole[name]) - set(found[name])))}


@pytest.mark.slow
def test_a_whole_file_is_saved_whole(filled, broken):
    done, found = saved(broken)
    assert done.is_complete
    assert missing(all_rows(filled), found) == {}


@pytest.mark.slow
def test_a_broken_header_costs_nothing(filled, broken):
    destroy_first = bytearray(broken.read_bytes())
    destroy_first[:100] = b"\xa5" * 100
    broken.write_bytes(destroy_first)
    _, found = saved(broken)
    assert missing(all_rows(filled), found) == {}


@pytest.mark.slow
def test_a_broken_first_page_costs_nothing(filled, broken):
    """It holds the root of the schema: the rest of the schema is found on its other pages."""
    destroy_page(broken, 1)
    _, found = saved(broken)
    assert set(missing(all_rows(filled), found)) <= DERIVED


@pytest.mark.slow
def test_without_any_schema_the_rows_are_known_by_their_form(filled, broken):
    for page in {1, *pages_of(filled, "sqlite_schema", "leaf"), *pages_of(filled, "sqlite_schema", "internal")}:
        destroy_page(broken, page)
    done, found = saved(broken)
    lost = missing(all_rows(filled), found)
    assert set(lost) <= DERIVED | ALIKE, (lost, done)


@pytest.mark.slow
@pytest.mark.parametrize("table", few_of(["memories", "checkpoints", "events", "sessions", "memory_versions"], 2))
def test_a_broken_inner_page_costs_no_row_of_its_table(filled, broken, table):
    inner = pages_of(filled, table, "internal")
    assert inner
    for page in inner:
        destroy_page(broken, page)
    _, found = saved(broken)
    lost = missing(all_rows(filled), found)
    keyed = 20 if table == "checkpoints" else 0  # there inner pages hold rows themselves
    assert lost.pop(table, 0) <= keyed
    assert set(lost) <= DERIVED


@pytest.mark.slow
def test_a_broken_leaf_costs_the_rows_on_it_and_the_count_is_told(filled, broken):
    leaf = pages_of(filled, "memories", "leaf")[3]
    destroy_page(broken, leaf)
    done, found = saved(broken)
    lost = missing(all_rows(filled), found)["memories"]
    memories = next(table for table in done.tables if table.name == "memories")
    assert 0 < lost < 40
    assert memories.lost == lost
    assert not memories.whole
    assert done.unreadable_pages >= 1


@pytest.mark.slow
def test_broken_indexes_cost_nothing(filled, broken):
    with closing(sqlite3.connect(filled)) as database:
        names = [n for (n,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'index'")]
    for name in names:
        for page in (*pages_of(filled, name, "leaf"), *pages_of(filled, name, "internal")):
            destroy_page(broken, page)
    _, found = saved(broken)
    assert set(missing(all_rows(filled), found)) <= DERIVED


@pytest.mark.slow
def test_half_a_file_gives_the_rows_of_that_half(filled, broken):
    whole = broken.read_bytes()
    broken.write_bytes(whole[: len(whole) // 2 + 1000])
    done, found = saved(broken)
    total = sum(map(len, all_rows(filled).values()))
    assert sum(map(len, found.values())) > total / 4
    assert done.unreadable_pages > 10
    assert not done.is_complete


@pytest.mark.slow
def test_a_file_that_begins_in_the_middle_gives_its_rows(filled, broken):
    """The first pages, with header and schema, are gone as if they were never written."""
    whole = broken.read_bytes()
    broken.write_bytes(bytes(4096 * 8) + whole[4096 * 8 :])
    _, found = saved(broken)
    assert sum(map(len, found.values())) > sum(map(len, all_rows(filled).values())) * 0.9


@pytest.mark.slow
def test_what_is_only_in_the_write_ahead_log_is_saved_too(filled, tmp_path):
    folder = DataFolder(tmp_path / "data").create()
    shutil.copyfile(filled, folder.database)
    store = open_store(folder)
    store.write(
        lambda: store.database.execute_sql(
            "INSERT INTO events (level, message, created_at)"
            " VALUES ('info', 'only in the log', '2026-03-02T08:00:00.000Z')"
        )
    ).result()
    broken = tmp_path / "copy" / "claudeops.db"
    broken.parent.mkdir()
    shutil.copyfile(folder.database, broken)
    shutil.copyfile(f"{folder.database}-wal", f"{broken}-wal")
    store.close()
    destroy_page(broken, 1)
    recover_database(broken, tmp_path / "saved.db")
    with closing(sqlite3.connect(tmp_path / "saved.db")) as database:
        assert database.execute("SELECT count(*) FROM events WHERE message = 'only in the log'").fetchone() == (1,)


@pytest.mark.slow
@pytest.mark.parametrize("seed", few_of(range(12), 3))
def test_bits_that_flipped_anywhere_cost_a_few_rows_at_most(filled, broken, seed):
    flip_bits(broken, seed, 12)
    _, found = saved(broken)
    total = sum(map(len, all_rows(filled).values()))
    kept = sum(map(len, found.values()))
    assert kept > total * 0.9


@pytest.mark.slow
def test_a_moment_that_cannot_be_read_is_replaced_and_the_words_are_kept(broken):
    with closing(sqlite3.connect(broken)) as database, database:
        database.execute("UPDATE memories SET created_at = '2026-0s-02T08:00:00.000Z' WHERE id = 7")
        (words,) = database.execute("SELECT observation FROM memories WHERE id = 7").fetchone()
    done, _ = saved(broken)
    with closing(sqlite3.connect(broken.with_name("saved.db"))) as database:
        at, kept = database.execute("SELECT created_at, observation FROM memories WHERE id = 7").fetchone()
    assert kept == words
    assert at.startswith("2026-03-")
    assert next(table for table in done.tables if table.name == "memories").mended == 1
