"""Restore (X4): a data folder becomes what a backup holds, wholly or not at all.

Everything is unpacked and checked beside the folder's own files first. One small file then says that it is whole
(``ready``): from that moment on the swap is finished whatever happens, by this process or by the next that opens the
folder; before it, whatever is left is thrown away. What is there now is backed up first.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import logging
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import __version__
from ..core.clock import utc_now
from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from ..core.text_format import format_bytes
from . import backup, migrate
from .archive import DATABASE, BackupManifest, BackupProgress, Report, Stopped, belongs_in_backup, read_manifest
from .backup import default_name, told_plainly
from .backup_reader import open_backup, read_chunks, report_step
from .knowledge_archive import KNOWLEDGE, unpack_knowledge
from .own_tokens import keep_own_tokens
from .restore_changes import filled_text
from .restore_source import MAX_BYTES, copy_manifest, is_database_copy, refuse_too_large
from .store_place import require_file
from .upgrade_copies import HELD, files_beside
from .wal_file import wal_of

log = logging.getLogger(__name__)

READY = "ready"
MARGIN = 64 * 1024 * 1024  # bytes that stay free


@dataclass(frozen=True, slots=True)
class RestoreResult:
    """What was restored, where what was there before is now (None: there was nothing), and in what else it lies:
    the logs, and the knowledge folder."""

    manifest: BackupManifest
    safety: Path | None
    old_logs: Path | None
    old_knowledge: Path | None = None
    left_out: tuple[str, ...] = ()
    """Places in settings and services whose secrets were left out of the backup and are not known here."""


def inspect_backup(source: Path) -> BackupManifest:
    """What a backup holds, and whether this version can restore it. Raises OperatorError. Does not read all of it."""
    if is_database_copy(source):
        return _acceptable(copy_manifest(source), source)
    with open_backup(source) as archive:
        return _acceptable(read_manifest(archive, source), source)


def restore_backup(
    folder: DataFolder,
    source: Path,
    *,
    max_bytes: int = MAX_BYTES,
    secrets: Mapping[str, str] | None = None,
    report: Report = lambda _progress: None,
    stopped: Stopped = lambda: False,
) -> RestoreResult:
    """Make ``folder`` what the backup ``source`` holds. No other application may be at work on it.

    ``max_bytes`` is how large the unpacked files may become together. A plain copy of a database replaces the database,
    and settings and services where they were kept beside it; logs stay. ``secrets`` are those that were left out of it,
    by the places that ``missing_secrets`` names; what the present files hold is taken from there.
    Raises OperatorError, EnvironmentFault or Cancelled; then the folder is as it was.
    """
    require_file(folder)
    with told_plainly(folder.root), held_alone(folder) as database:
        _recover(folder)
        stage = folder.restoring
        try:
            manifest = unpack_backup(folder, source, stage, report, stopped, max_bytes)
            left_out = _put_secrets_in(folder, stage / "new", secrets or {})
            report_step(BackupProgress("Backing up what is there", 0, 0), report, stopped)
            safety = _safety_copy(folder, database)
            keep_own_tokens(stage / "new" / DATABASE, database)
            old_logs, old_knowledge = _plan(folder, stage, manifest)
        except BaseException:
            shutil.rmtree(stage, ignore_errors=True)
            raise
        if database is not None:
            database.close()
        _swap(folder)
    logs, knowledge = (path if path.exists() else None for path in (old_logs, old_knowledge))
    return RestoreResult(manifest, safety, logs, knowledge, left_out)


def _put_secrets_in(folder: DataFolder, new: Path, answers: Mapping[str, str]) -> tuple[str, ...]:
    """Put what was left out of settings and services in again; the places that stay without."""
    missing = list[str]()
    for present in (folder.settings_file, folder.services_file):
        path = new / present.name
        if path.exists():
            text, without = filled_text(path.read_bytes().decode("utf-8", "replace"), present, answers)
            missing += without
            path.write_bytes(text.encode())
    return tuple(missing)


def finish_restore(folder: DataFolder) -> None:
    """End a restore that was killed: to the new state where it was ready, to the old one otherwise.

    Called before the database is opened. Raises OperatorError while another process restores.
    """
    if not (folder.restoring).exists():
        return
    with told_plainly(folder.root), _locked(folder):
        _recover(folder)


def unpack_backup(
    folder: DataFolder, source: Path, stage: Path, report: Report, stopped: Stopped, max_bytes: int = MAX_BYTES
) -> BackupManifest:
    """All files of a backup, checked, under ``stage/new``, never more than ``max_bytes``."""
    new = stage / "new"
    if is_database_copy(source):
        return _unpack_copy(folder, source, stage, report, stopped, max_bytes)
    with open_backup(source) as archive:
        manifest = _acceptable(read_manifest(archive, source), source)
        refuse_too_large(manifest, source, max_bytes)
        if shutil.disk_usage(folder.root).free < manifest.bytes + MARGIN:
            raise EnvironmentFault(
                UserMessage(
                    "There is not enough room: the backup unpacks to {bytes} MB.",
                    bytes=f"{manifest.bytes / 1000000.0:,.0f}",
                ),
                UserMessage("Free some space."),
            )
        (new / "logs").mkdir(mode=0o700, parents=True)
        stage.chmod(0o700)
        done = 0
        for file in manifest.files:
            done = _unpack_one(archive, manifest, file.name, new, source, done, report, stopped)
    if (new / KNOWLEDGE).exists():
        unpack_knowledge(new / KNOWLEDGE, new / folder.knowledge.name, source)
        (new / KNOWLEDGE).unlink()
    if not manifest.with_logs:
        (new / "logs").rmdir()
    _check_database(new / DATABASE, source)
    _move_log_names(new / DATABASE, folder.logs)
    return manifest


def _unpack_copy(
    folder: DataFolder, source: Path, stage: Path, report: Report, stopped: Stopped, max_bytes: int
) -> BackupManifest:
    """A plain copy of a database, checked, under ``stage/new``."""
    new = stage / "new"
    manifest = _acceptable(copy_manifest(source), source)
    refuse_too_large(manifest, source, max_bytes)
    if shutil.disk_usage(folder.root).free < manifest.bytes + MARGIN:
        raise EnvironmentFault(
            UserMessage("There is not enough room: the database takes {bytes}.", bytes=format_bytes(manifest.bytes)),
            UserMessage("Free some space."),
        )
    new.mkdir(mode=0o700, parents=True)
    stage.chmod(0o700)
    report_step(BackupProgress("Copying the database", 0, 0), report, stopped)
    for name, path in {DATABASE: source, **files_beside(source)}.items():
        shutil.copyfile(path, new / name)
        (new / name).chmod(0o600)
        with (new / name).open("rb+") as stream:
            os.fsync(stream.fileno())
    _check_database(new / DATABASE, source)
    _move_log_names(new / DATABASE, folder.logs)
    return manifest


def _unpack_one(
    archive: zipfile.ZipFile,
    manifest: BackupManifest,
    name: str,
    new: Path,
    source: Path,
    done: int,
    report: Report,
    stopped: Stopped,
) -> int:
    file = next(file for file in manifest.files if file.name == name)
    digest = hashlib.sha256()
    descriptor = os.open(new / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "wb") as stream:
        for chunk in read_chunks(archive, file, source):
            stream.write(chunk)
            digest.update(chunk)
            done += len(chunk)
            report_step(BackupProgress("Unpacking", done, manifest.bytes), report, stopped)
        stream.flush()
        os.fsync(stream.fileno())
    if digest.hexdigest() != file.sha256:
        raise OperatorError(
            UserMessage("{source} is damaged: “{name}” is not what was packed.", source=source, name=name),
            UserMessage("Use another backup."),
        )
    return done


def _acceptable(manifest: BackupManifest, source: Path) -> BackupManifest:
    known = max(migration.number for migration in migrate.known_migrations())
    if manifest.schema > known or _numbers(manifest.version) > _numbers(__version__):
        raise OperatorError(
            UserMessage(
                "{source} was made by a newer version of Claude Ops ({version}, schema {schema}; this is "
                "{version_2}, schema {known}).",
                source=source,
                version=manifest.version,
                schema=manifest.schema,
                version_2=__version__,
                known=known,
            ),
            UserMessage("Update the application, then restore it."),
        )
    return manifest


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())


def _check_database(path: Path, source: Path) -> None:
    try:
        with closing(sqlite3.connect(path)) as database:
            found = [row[0] for row in database.execute("PRAGMA integrity_check(5)")]
            database.execute("SELECT max(number) FROM schema_migrations").fetchone()
    except sqlite3.DatabaseError as error:
        found = [str(error)]
    if found != ["ok"]:
        raise OperatorError(
            UserMessage("The database in {source} is damaged: {found}.", source=source, found=found[0]),
            UserMessage("Use another backup."),
        )


def _move_log_names(path: Path, logs: Path) -> None:
    """Sessions name their logs by the whole path: they lie in this folder now."""
    with closing(sqlite3.connect(path)) as database, database:
        rows = database.execute("SELECT id, log_file FROM sessions WHERE log_file <> ''").fetchall()
        database.executemany(
            "UPDATE sessions SET log_file = ? WHERE id = ?",
            [(str(logs / Path(name).name), number) for number, name in rows if Path(name).parent != logs],
        )


@contextmanager
def _locked(folder: DataFolder) -> Iterator[None]:
    folder.root.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(folder.root / "restore.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise OperatorError(
                UserMessage("A backup is being restored into {root} right now.", root=folder.root),
                UserMessage("Try again when that is done."),
            ) from error
        yield
    finally:
        os.close(descriptor)


@contextmanager
def held_alone(folder: DataFolder) -> Iterator[sqlite3.Connection | None]:
    """While entered no other application works on the folder; the database, held alone, where it can be opened.

    Raises OperatorError where another one does.
    """
    in_use = OperatorError(
        UserMessage("Claude Ops is at work on {root}.", root=folder.root),
        UserMessage("Quit the window and `claudeops daemon` there first."),
    )
    with _locked(folder):
        schedule = os.open(folder.root / "schedule.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        database: sqlite3.Connection | None = None
        try:
            try:
                fcntl.flock(schedule, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise in_use from error
            if _has_content(folder.database) and not (folder.restoring / READY).exists():
                database = sqlite3.connect(folder.database, timeout=2, isolation_level=None)
                try:
                    database.execute("PRAGMA locking_mode=EXCLUSIVE")
                    database.execute("BEGIN EXCLUSIVE").execute("COMMIT")
                except sqlite3.OperationalError as error:
                    if "locked" in str(error):
                        raise in_use from error
                    _let_go(database)
                    database = None
                except sqlite3.DatabaseError:  # damaged: that is why a backup is restored
                    _let_go(database)
                    database = None
            yield database
        finally:
            _let_go(database)
            os.close(schedule)


def _has_content(path: Path) -> bool:
    """Tell whether SQLite may open it: beside a file of zero bytes it would delete the write-ahead log."""
    return path.exists() and path.stat().st_size > 0


def _let_go(database: sqlite3.Connection | None) -> None:
    if database is not None:
        with suppress(sqlite3.Error):
            database.close()


def _safety_copy(folder: DataFolder, database: sqlite3.Connection | None) -> Path | None:
    """Put the present data aside and return where it is. A damaged database is copied as it is."""
    folder.backups.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = utc_now()
    if not folder.database.exists() and not wal_of(folder.database).exists():
        return None
    if database is not None:
        target = _free(folder.backups / default_name(now, "before-restore"))
        copy = target.with_suffix(".db.part")
        try:
            database.execute("VACUUM INTO ?", (str(copy),))
            backup.pack_folder(folder, copy, target, logs=False, secrets=True)
        except (sqlite3.DatabaseError, EnvironmentFault) as error:
            log.warning("the present database cannot be backed up whole, so its files are copied: %s", error)
        else:
            return target
        finally:
            copy.unlink(missing_ok=True)
    target = _free(folder.backups / f"claudeops-damaged-{now:%Y%m%dT%H%M%SZ}.db")
    wal = wal_of(folder.database)
    for path, copied in ((folder.database, target), (wal, wal_of(target))):
        if path.exists():
            shutil.copyfile(path, copied)
            copied.chmod(0o600)
    return target


def _free(path: Path) -> Path:
    number = 1
    found = path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def _plan(folder: DataFolder, stage: Path, manifest: BackupManifest) -> tuple[Path, Path]:
    """Write down what the swap does, on the disk for good: from here on it is finished. Where old logs and an old
    knowledge folder go to."""
    old_logs = _free(folder.backups / f"logs-before-restore-{utc_now():%Y%m%dT%H%M%SZ}")
    kept = {file.name for file in manifest.files}
    gone = sorted(path.name for path in folder.root.iterdir() if path.is_file() and belongs_in_backup(path))
    old_knowledge = _free(folder.backups / f"knowledge-before-restore-{utc_now():%Y%m%dT%H%M%SZ}")
    plan: dict[str, Any] = {
        "remove": [name for name in gone if name not in kept],
        "old_logs": old_logs.name,
        "old_knowledge": old_knowledge.name,
    }
    if manifest.database_only:
        plan["remove"] = []
    elif not manifest.with_logs:
        plan["keep_logs"] = _named_logs(stage / "new" / DATABASE)
    descriptor = os.open(stage / "plan.json", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
        json.dump(plan, stream)
        stream.flush()
        os.fsync(stream.fileno())
    for path in (stage / "new" / "logs", stage / "new", stage):
        if path.is_dir():
            _sync(path)
    (stage / "plan.json").rename(stage / READY)
    _sync(stage)
    _sync(folder.root)
    return old_logs, old_knowledge


def _named_logs(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as database:
        return [Path(name).name for (name,) in database.execute("SELECT log_file FROM sessions WHERE log_file <> ''")]


def _recover(folder: DataFolder) -> None:
    stage = folder.restoring
    if (stage / READY).exists():
        log.info("a restore that was interrupted is finished")
        _swap(folder)
    elif stage.exists():
        log.info("a restore that was interrupted is thrown away")
        shutil.rmtree(stage)


def _swap(folder: DataFolder) -> None:
    """Carry the plan out. Each step may be done again after a crash, and does no harm then."""
    stage = folder.restoring
    new = stage / "new"
    plan = json.loads((stage / READY).read_text(encoding="utf-8"))
    old_logs = folder.backups / plan["old_logs"]
    if (new / DATABASE).exists():  # else the log beside the database belongs to the new one
        for suffix in ("-wal", "-shm"):
            folder.database.with_name(f"{DATABASE}{suffix}").unlink(missing_ok=True)
        (new / DATABASE).replace(folder.database)
    for path in folder.root.glob("log-index.db*"):
        path.unlink()
    (folder.backups / HELD).unlink(missing_ok=True)  # what was to be upgraded is no longer here
    for name in plan["remove"]:
        (folder.root / name).unlink(missing_ok=True)
    if (new / "logs").exists():
        if folder.logs.exists():
            _put_aside(folder.logs, old_logs)
        (new / "logs").replace(folder.logs)
    elif "keep_logs" in plan and folder.logs.exists():
        kept = set(plan["keep_logs"])
        for path in list(folder.logs.iterdir()):
            if path.name not in kept:
                old_logs.mkdir(mode=0o700, exist_ok=True)
                path.replace(old_logs / path.name)
    if (new / folder.knowledge.name).is_dir() and folder.knowledge.exists():
        _put_aside(folder.knowledge, folder.backups / plan["old_knowledge"])
    for path in list(new.iterdir()):
        path.replace(folder.root / path.name)
    _sync(folder.root)
    (stage / READY).unlink()  # first: what is left after it is of no use to anybody
    shutil.rmtree(stage)


def _put_aside(folder: Path, kept: Path) -> None:
    if not folder.is_dir() or any(folder.iterdir()):
        folder.replace(kept)
    else:
        folder.rmdir()


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
