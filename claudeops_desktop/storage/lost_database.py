"""A database that is missing or has zero bytes where the folder shows that there was one.

SQLite takes such a file for a new database and deletes a write-ahead log beside it. Both would hide a loss, so the
folder is looked at before the file is opened: what the log still holds is used, and otherwise the operator decides.
"""

from __future__ import annotations

import logging
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from ..core.clock import utc_now
from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from .database import DamagedDatabase
from .wal_file import read_wal, wal_of, write_database_from_wal

log = logging.getLogger(__name__)
START_EMPTY = "`claudeops maintenance start-empty`"


class LostDatabase(DamagedDatabase):
    """There was a database in this folder, and there is none now."""


def check_for_loss(folder: DataFolder) -> None:
    """Raise LostDatabase where the database was lost. Rebuilds it first where its write-ahead log holds all of it.

    Costs one system call where the database is there.
    """
    size = _size(folder.database)
    if size:
        return
    wal = wal_of(folder.database)
    if _size(wal) and _rebuild(folder, wal):
        return
    found = traces_of_use(folder, empty=size == 0)
    if found:
        raise LostDatabase(_sentence(folder, empty=size == 0, found=found), _remedy(folder))


def traces_of_use(folder: DataFolder, *, empty: bool) -> list[str]:
    """What shows that a database existed, in words. ``empty``: a file of zero bytes is there.

    We never leave such a file behind, so beside one the operator's settings count too; without any file they may have
    been written before the first start.
    """
    found = []
    if folder.backups.is_dir() and any(folder.backups.glob("claudeops-*")):
        found.append("backups")
    if folder.logs.is_dir() and any(folder.logs.glob("*.ndjson*")):
        found.append("session logs")
    if _size(wal_of(folder.database)):
        found.append("a write-ahead log")
    if _size(folder.root / "log-index.db"):
        found.append("an index of session logs")
    if _size(folder.check_results):
        found.append("check results")
    if empty:
        found += [
            words
            for path, words in (
                (folder.settings_file, "settings"),
                (folder.services_file, "services"),
                (folder.ui_state, "the state of the window"),
                (folder.watch_history, "measurements"),
            )
            if path.exists()
        ]
    return found


def put_aside(folder: DataFolder) -> Path | None:
    """Move an empty or damaged database and what lies beside it into the backups; where it is now.

    Nobody may have it open. Raises OSError.
    """
    files = [folder.database.with_name(folder.database.name + suffix) for suffix in ("", "-wal", "-shm")]
    if not any(path.exists() for path in files):
        return None
    folder.backups.mkdir(mode=0o700, parents=True, exist_ok=True)
    kept = folder.backups / f"claudeops-damaged-{utc_now():%Y%m%dT%H%M%S%fZ}.db"
    for path, suffix in zip(files, ("", "-wal", "-shm"), strict=True):
        if path.exists():
            path.replace(kept.with_name(kept.name + suffix))
    return kept


def _rebuild(folder: DataFolder, wal: Path) -> bool:
    """Make the database of its log where that holds every page; whether it was done. The log is kept."""
    contents = read_wal(wal)
    if contents is None or not contents.holds_whole_database:
        return False
    part = folder.database.with_name(f".{folder.database.name}.{os.getpid()}.part")
    part.unlink(missing_ok=True)
    try:
        write_database_from_wal(wal, contents, part)
        with closing(sqlite3.connect(part)) as database:
            if database.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                return False
            database.execute("PRAGMA journal_mode=delete")  # so that nothing is left beside this name
        put_aside(folder)
        part.replace(folder.database)
    except sqlite3.DatabaseError:
        return False
    except OSError as error:
        raise EnvironmentFault(
            UserMessage(
                "{database} has zero bytes, and rebuilding it from its write-ahead log failed: {strerror}.",
                database=folder.database,
                strerror=error.strerror,
            ),
            UserMessage("Free some space and make the folder writable; the log is kept."),
        ) from error
    finally:
        for suffix in ("", "-wal", "-shm", "-journal"):
            with suppress(OSError):
                part.with_name(part.name + suffix).unlink(missing_ok=True)
    log.warning("%s had zero bytes; it was rebuilt from its write-ahead log, and nothing was lost", folder.database)
    return True


def _sentence(folder: DataFolder, *, empty: bool, found: list[str]) -> str:
    state = "has zero bytes" if empty else "is missing"
    listed = found[0] if len(found) == 1 else f"{', '.join(found[:-1])} and {found[-1]}"
    return (
        f"The database {folder.database} {state}, but {listed} in {folder.root} show that there was one, so no new one"
        " was made."
    )


def _remedy(folder: DataFolder) -> str:
    from .latest_backup import newest_good_backup  # knows archives: not loaded at every start

    backup = newest_good_backup(folder)
    save = " Where its write-ahead log is left, `claudeops maintenance salvage` saves what that holds."
    more = save if _size(wal_of(folder.database)) else ""
    begin = f"To begin with an empty database instead: {START_EMPTY}."
    if backup is None:
        return f"No whole backup was found in {folder.backups}; put the database or a backup back.{more} {begin}"
    return f"{backup.sentence} Restore it with `claudeops restore {backup.path}`.{more} {begin}"


def _size(path: Path) -> int | None:
    """Bytes of a file; None where there is none."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return None
    except OSError:  # a folder that may not be read: opening the database says so
        return 1
