"""The copy made before an upgrade stays until the upgrade has ended, however often it is killed in the middle."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path

import pytest
from store_folders import messages
from support.matrix import few_of

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import migrate, open_store
from claudeops_desktop.storage.latest_backup import newest_good_backup
from claudeops_desktop.storage.restore import restore_backup
from claudeops_desktop.storage.upgrade_copies import HELD, KEPT

pytestmark = pytest.mark.file_only("a server keeps no copies of before an upgrade; its own backups do")

STEPS = 4

#: Opens a folder with ``STEPS`` migrations more than there are; killed inside, or right after, the one that is named.
UPGRADE = """
    import os, signal, sys
    from pathlib import Path
    from claudeops_desktop.core.paths import DataFolder
    from claudeops_desktop.storage import migrate, open_store

    place, inside, after = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    known = migrate.known_migrations()
    newest = known[-1].number

    def step(number):
        def up(database):
            if number == after + 1:
                os.kill(os.getpid(), signal.SIGKILL)
            database.execute_sql(f"CREATE TABLE added_{number} (id INTEGER PRIMARY KEY)")
            database.execute_sql("DELETE FROM events WHERE id = ?", (number,))
            if number == inside:
                os.kill(os.getpid(), signal.SIGKILL)
        return up

    steps = known + [migrate.SchemaMigration(newest + n, f"later_{n}", step(n)) for n in range(1, int(sys.argv[4]) + 1)]
    migrate.known_migrations = lambda: steps
    open_store(DataFolder(place)).close()
"""


def upgrade(folder: DataFolder, inside: int = 0, after: int = -1) -> int:
    words = [sys.executable, "-c", textwrap.dedent(UPGRADE), str(folder.root), str(inside), str(after), str(STEPS)]
    done = subprocess.run(words, capture_output=True, check=False, text=True, timeout=120)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr
    return done.returncode


def copies(folder: DataFolder, schema: int) -> list[Path]:
    return sorted(folder.backups.glob(f"claudeops-schema{schema:03d}-*.db"))


def holds_before(path: Path, newest: int) -> bool:
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        (schema,) = database.execute("SELECT max(number) FROM schema_migrations").fetchone()
        return schema == newest and database.execute("SELECT count(*) FROM events").fetchone() == (3,)


@pytest.mark.slow
@pytest.mark.parametrize("moments", few_of([
    [{"after": 0}, {"after": 1}, {"after": 1}, {"after": 2}, {"inside": 3}, {"after": 2}, {"inside": 4}, {"after": 3}],
    [{"inside": 2}] * (KEPT + 3),
    [{"after": 1}] * (KEPT + 3),
    [{"inside": 1}] * (KEPT + 3),
], 2), ids=["further each time", "inside", "between", "first"])  # fmt: skip
def test_killed_again_and_again_between_two_schemas_the_copy_is_there(folder, moments):
    newest = migrate.known_migrations()[-1].number
    for moment in moments:
        assert upgrade(folder, **moment) == -signal.SIGKILL
        assert any(holds_before(path, newest) for path in copies(folder, newest)), moment
    assert upgrade(folder) == 0
    assert any(holds_before(path, newest) for path in copies(folder, newest))


@pytest.mark.slow
def test_the_copy_can_be_restored(folder):
    before = messages(folder)
    newest = migrate.known_migrations()[-1].number
    for _ in range(KEPT + 2):
        upgrade(folder, after=2)
    (copy,) = copies(folder, newest)
    restored = restore_backup(folder, copy)
    assert restored.safety is not None
    assert messages(folder) == before
    assert folder.settings_file.exists()
    assert (folder.logs / "session-1-first.ndjson").exists()
    assert not (folder.backups / HELD).exists()


@pytest.mark.slow
def test_it_is_offered_where_it_is_the_newest_whole_backup(folder):
    upgrade(folder, after=2)
    found = newest_good_backup(folder)
    assert found is not None
    assert found.path == copies(folder, migrate.known_migrations()[-1].number)[0]
    assert found.counts["events"] == 3


@pytest.mark.slow
def test_once_an_upgrade_has_ended_its_copy_rotates_like_any_other(folder):
    newest = migrate.known_migrations()[-1].number
    upgrade(folder, after=2)
    upgrade(folder)
    assert not (folder.backups / HELD).exists()
    (first,) = copies(folder, newest)
    os.utime(first, (1, 1))
    for number in range(KEPT):
        other = folder.backups / f"claudeops-schema001-{number}.db"
        other.write_bytes(b"")
        os.utime(other, (number + 2, number + 2))
    with closing(sqlite3.connect(folder.database)) as database, database:
        database.execute("DELETE FROM schema_migrations WHERE number > ?", (newest - 1,))
        for number in range(1, STEPS + 1):
            database.execute(f"DROP TABLE added_{number}")
    open_store(folder).close()
    assert not first.exists()
    assert len(list(folder.backups.glob("claudeops-schema*.db"))) == KEPT


@pytest.mark.slow
def test_a_copy_that_was_cut_short_is_no_copy(folder, monkeypatch):
    """A process that is killed while it copies leaves a part, which the next one sweeps up."""
    done = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    gone = int(done.stdout)
    half = folder.backups / f".claudeops-schema020-20260302T090000000000.db.{gone}.part"
    half.write_bytes(b"SQLite format 3\0 half")
    upgrade(folder)
    assert not half.exists()
    assert len(list(folder.backups.glob("*.db"))) == 1


@pytest.mark.slow
def test_the_copy_is_the_operators_alone(folder):
    upgrade(folder, after=1)
    for path in (*folder.backups.glob("*.db"), folder.backups / HELD):
        assert path.stat().st_mode & 0o777 == 0o600
