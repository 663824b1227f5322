"""Which backup to offer where the database cannot be used: the newest that is whole and that this version can read."""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ..core.clock import to_text
from ..core.errors import ClaudeOpsError
from ..core.paths import DataFolder
from .archive import COUNTED
from .backup_reader import check_backup
from .migrate import newest_number

log = logging.getLogger(__name__)
_SHOWN = (("sessions", "session", "sessions"), ("events", "event", "events"), ("memories", "memory", "memories"))


@dataclass(frozen=True, slots=True)
class VerifiedBackup:
    """A backup that was read from end to end. ``made_at`` is UTC; ``counts`` are rows by table."""

    path: Path
    made_at: str
    counts: dict[str, int]

    @property
    def contents(self) -> str:
        """``12 sessions, 340 events, 88 memories``."""
        return ", ".join(
            f"{number:,} {one if number == 1 else many}"
            for table, one, many in _SHOWN
            for number in (self.counts.get(table, 0),)
        )

    @property
    def sentence(self) -> str:
        """Path, time and contents in one sentence."""
        day = f"{self.made_at[:10]} {self.made_at[11:16]} UTC"
        return f"The newest whole backup is {self.path} of {day} ({self.contents})."

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {"path": str(self.path), "made_at": self.made_at, "counts": self.counts}


def newest_good_backup(folder: DataFolder) -> VerifiedBackup | None:
    """The newest whole backup in the folder of backups, or None. Reads as many as it takes to find one."""
    if not folder.backups.is_dir():
        return None
    candidates = [*folder.backups.glob("*.zip"), *folder.backups.glob("claudeops-schema*.db")]
    for path in sorted(candidates, key=_modified, reverse=True):
        try:
            found = _archive(path) if path.suffix == ".zip" else _database_copy(path)
        except (ClaudeOpsError, OSError, sqlite3.DatabaseError) as error:
            log.info("%s is not offered: %s", path, error)
            continue
        if found is not None:
            return found
    return None


def _archive(path: Path) -> VerifiedBackup | None:
    manifest = check_backup(path)
    if manifest.schema > newest_number():
        return None
    return VerifiedBackup(path, manifest.made_at, manifest.counts)


def _database_copy(path: Path) -> VerifiedBackup | None:
    """A copy that was made before an upgrade."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
        if database.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
            return None
        (schema,) = database.execute("SELECT max(number) FROM schema_migrations").fetchone()
        if schema is None or schema > newest_number():
            return None
        names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        counts = {
            name: int(database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])
            for name in COUNTED
            if name in names
        }
    return VerifiedBackup(path, to_text(datetime.fromtimestamp(path.stat().st_mtime, UTC)), counts)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
