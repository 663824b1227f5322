"""Whether a backup can be restored: it is unpacked elsewhere, read as a whole, and brought to this version's schema.

What a restore does to a data folder is done to a folder of its own, which goes again; the operator's stays as it is.
"""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder, data_folder
from . import migrate
from .archive import DATABASE, BackupManifest, BackupProgress, Report, Stopped
from .backup import told_plainly
from .backup_reader import report_step
from .database import TrackedDatabase
from .maintenance import check_database
from .restore import unpack_backup


@dataclass(frozen=True, slots=True)
class BackupVerification:
    """A backup that can be restored: what it holds, the schema of its database, and the schema of this version;
    ``rows`` counts the rows of each table after the upgrade."""

    manifest: BackupManifest
    schema: int
    upgraded_to: int
    rows: dict[str, int]

    def as_json(self) -> dict[str, Any]:
        """For ``--json``."""
        return {
            "verified": True, "schema": self.schema, "upgraded_to": self.upgraded_to, "rows": self.rows,
            "manifest": self.manifest.as_json(),
        }  # fmt: skip


def verify_backup(
    source: Path, *, report: Report = lambda _progress: None, stopped: Stopped = lambda: False
) -> BackupVerification:
    """Restore a backup into a folder of its own and read all of it. Raises OperatorError where it cannot be restored,
    EnvironmentFault where there is no room for that, BackupCancelled where ``stopped`` says so."""
    if not source.is_file():
        raise OperatorError(
            UserMessage("There is no file {source}.", source=source),
            UserMessage("Name a backup that `claudeops backup` made."),
        )
    with tempfile.TemporaryDirectory(prefix="claudeops-verify-") as place, told_plainly(Path(place)):
        folder = data_folder(place)
        folder.create()
        stage = Path(place) / "unpacked"
        manifest = unpack_backup(folder, source, stage, report, stopped, max_bytes=2**62)
        report_step(BackupProgress("Upgrading a copy of the database", 0, 0), report, stopped)
        return _upgrade(folder, stage / "new" / DATABASE, source, manifest)


def _upgrade(folder: DataFolder, path: Path, source: Path, manifest: BackupManifest) -> BackupVerification:
    database = TrackedDatabase(str(path), pragmas={"foreign_keys": 1})
    try:
        with closing(database):
            before = max(migrate.applied_migrations(database), default=0)
            migrate.apply_migrations(database, path, folder.backups)
    except (sqlite3.DatabaseError, EnvironmentFault) as error:
        raise OperatorError(
            UserMessage("{source} cannot be upgraded to this version: {error}", source=source, error=error),
            UserMessage("Use another backup, and report this."),
        ) from error
    health = check_database(path)
    if not health.is_sound:
        problem = (*health.problems, *health.dangling)[0]
        raise OperatorError(
            UserMessage("The database in {source} is damaged: {found}.", source=source, found=problem),
            UserMessage("Use another backup."),
        )
    return BackupVerification(manifest, before, migrate.newest_number(), _rows(path))


def _rows(path: Path) -> dict[str, int]:
    with closing(sqlite3.connect(path)) as database:
        return {
            name: int(database.execute(f"SELECT count(*) FROM {name}").fetchone()[0])
            for name in ("sessions", "events", "memories", "memory_versions", "resources")
        }
