"""Backup (X4): everything of one data folder in one file, made while the application works, and checked after.

It is written beside its target under another name and takes its own name when it is whole: a full disk, a power cut
or a cancel never leave half a backup behind.
"""

from __future__ import annotations

import errno
import hashlib
import io
import json
import os
import re
import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

from .. import __version__
from ..core.clock import to_text, utc_now
from ..core.errors import EnvironmentFault, OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder
from .archive import (
    CHUNK,
    COUNTED,
    DATABASE,
    MANIFEST,
    BackupCancelled,
    BackupManifest,
    BackupProgress,
    PackedFile,
    Report,
    Stopped,
    belongs_in_backup,
)
from .backup_reader import check_backup, report_step
from .database import DamagedDatabase, machine_fault
from .knowledge_archive import KNOWLEDGE, pack_knowledge
from .lost_database import check_for_loss
from .store_place import server_of

STEPS = 20_000  # of SQLite's machine between two looks at whether to go on


def default_name(now: datetime, kind: str = "") -> str:
    """``claudeops-20260302T091500Z.zip``."""
    return f"claudeops-{kind}{'-' if kind else ''}{now:%Y%m%dT%H%M%SZ}.zip"


def back_up(
    folder: DataFolder,
    target: Path,
    *,
    logs: bool = True,
    report: Report = lambda _progress: None,
    stopped: Stopped = lambda: False,
) -> BackupManifest:
    """Write everything of ``folder`` into the one file ``target`` (a name that is free, or a folder), and check it.

    Raises OperatorError, EnvironmentFault or Cancelled; then there is no file.
    """
    if target.is_dir():
        target = target / default_name(utc_now())
    if target.exists():
        raise OperatorError(
            UserMessage("{target} exists already.", target=target),
            UserMessage("Name another file, or remove that one."),
        )
    address = server_of(folder)
    if address is None:
        check_for_loss(folder)
    if address is None and not folder.database.exists():
        raise OperatorError(
            UserMessage("There is nothing to back up: no database in {root}.", root=folder.root),
            UserMessage("Start the application once."),
        )
    copy = target.with_name(f".{target.name}.{os.getpid()}.db.part")
    with told_plainly(target):
        target.parent.mkdir(parents=True, exist_ok=True)
        _sweep(target.parent)
        try:
            if address is None:
                _copy_database(folder.database, copy, report, stopped)
            else:
                from .postgres.copying import copy_to_file

                copy_to_file(address, copy, report, stopped)
            return pack_folder(folder, copy, target, logs=logs, report=report, stopped=stopped)
        finally:
            copy.unlink(missing_ok=True)


def pack_folder(
    folder: DataFolder,
    database: Path,
    target: Path,
    *,
    logs: bool,
    secrets: bool = False,
    report: Report = lambda _progress: None,
    stopped: Stopped = lambda: False,
) -> BackupManifest:
    """Pack ``database``, a copy that nobody writes to, and the folder's other files into ``target``, and check it.
    ``secrets``: also those of settings and services, in what stays where they are."""
    part = target.with_name(f".{target.name}.{os.getpid()}.part")
    knowledge = target.with_name(f".{target.name}.{os.getpid()}.tar.part")
    try:
        if folder.knowledge.is_dir():
            report_step(BackupProgress("Packing the knowledge folder", 0, 0), report, stopped)
            knowledge.unlink(missing_ok=True)
            pack_knowledge(folder.knowledge, knowledge)
            knowledge.chmod(0o600)
        manifest = _Packing(folder, logs, secrets, report, stopped).write(part, database, knowledge)
        check_backup(part, report=report, stopped=stopped)
        if target.exists():
            raise OperatorError(
                UserMessage("{target} was made by another program meanwhile.", target=target),
                UserMessage("Name another file."),
            )
        part.replace(target)
        _sync(target.parent)
    finally:
        part.unlink(missing_ok=True)
        knowledge.unlink(missing_ok=True)
    return manifest


class _Packing:
    def __init__(self, folder: DataFolder, logs: bool, secrets: bool, report: Report, stopped: Stopped) -> None:
        self._folder = folder
        self._logs = logs
        self._secrets = secrets
        self._report = report
        self._stopped = stopped
        self._done = self._total = 0
        self._left_out: list[str] = []

    def write(self, part: Path, database: Path, knowledge: Path) -> BackupManifest:
        """The whole file under its temporary name, on the disk for good."""
        schema, counts = _counted(database, self._folder.database)
        files = [(DATABASE, database), *self._files()]
        if knowledge.exists():
            files.append((KNOWLEDGE, knowledge))
        self._total = sum(_size(path) for _, path in files)
        descriptor = os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w+b") as stream:
            with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
                packed = [found for name, path in files if (found := self._pack(archive, name, path)) is not None]
                manifest = BackupManifest(
                    version=__version__,
                    schema=schema,
                    made_at=to_text(utc_now()),
                    with_logs=self._logs,
                    files=tuple(packed),
                    counts=counts,
                    left_out=tuple(self._left_out),
                )
                archive.writestr(MANIFEST, json.dumps(manifest.as_json(), indent=1))
            stream.flush()
            os.fsync(stream.fileno())
        return manifest

    def _files(self) -> Iterator[tuple[str, Path]]:
        for path in sorted(self._folder.root.iterdir()):
            if path.is_file() and belongs_in_backup(path) and path.name != KNOWLEDGE:
                yield path.name, path
        if self._logs and self._folder.logs.is_dir():
            for path in sorted(self._folder.logs.iterdir()):
                if path.is_file() and not path.is_symlink() and belongs_in_backup(path):
                    yield f"logs/{path.name}", path

    def _pack(self, archive: zipfile.ZipFile, name: str, path: Path) -> PackedFile | None:
        what = "Packing logs" if name.startswith("logs/") else "Packing the database and settings"
        what = "Packing the knowledge folder" if name == KNOWLEDGE else what
        try:
            source = self._open(name, path)
        except (OSError, ValueError):  # a log that was removed meanwhile, or what may not be read: told in the manifest
            self._left_out.append(name)
            return None
        digest = hashlib.sha256()
        size = 0
        info = zipfile.ZipInfo(name, date_time=utc_now().timetuple()[:6])
        info.compress_type = zipfile.ZIP_DEFLATED
        info.external_attr = 0o100600 << 16
        with source, archive.open(info, "w", force_zip64=True) as entry:
            while chunk := source.read(CHUNK):
                entry.write(chunk)
                digest.update(chunk)
                size += len(chunk)
                self._done += len(chunk)
                self._total = max(self._total, self._done)
                report_step(BackupProgress(what, self._done, self._total), self._report, self._stopped)
        return PackedFile(name, size, digest.hexdigest())

    def _open(self, name: str, path: Path) -> BinaryIO:
        """A file as it is packed. Raises ValueError for settings and services whose secrets cannot be told apart."""
        if self._secrets or name not in (self._folder.settings_file.name, self._folder.services_file.name):
            return path.open("rb")
        from ..core.secrets.toml_secrets import without_secrets

        return io.BytesIO(without_secrets(path.read_text(encoding="utf-8")).encode())


def _copy_database(source: Path, copy: Path, report: Report, stopped: Stopped) -> None:
    """One consistent state of the database, however busy it is."""
    report_step(BackupProgress("Copying the database", 0, 0), report, stopped)
    try:
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as database:
            database.set_progress_handler(lambda: int(stopped()), STEPS)
            database.execute("VACUUM INTO ?", (str(copy),))
    except sqlite3.DatabaseError as error:
        if "interrupted" in str(error):
            raise BackupCancelled(UserMessage("Cancelled: nothing was changed.")) from error
        raise database_said(error, source) from error
    copy.chmod(0o600)


def _counted(copy: Path, source: Path) -> tuple[int, dict[str, int]]:
    """The schema of a database and how many rows it holds."""
    try:
        with closing(sqlite3.connect(copy)) as database:
            (schema,) = database.execute("SELECT coalesce(max(number), 0) FROM schema_migrations").fetchone()
            known = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            counts = {
                name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
                for name in COUNTED
                if name in known
            }
    except sqlite3.DatabaseError as error:
        raise database_said(error, source) from error
    return int(schema), counts


@contextmanager
def told_plainly(target: Path) -> Iterator[None]:
    """Turn an OSError while ``target`` is written into an EnvironmentFault with one plain sentence."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise EnvironmentFault(
                UserMessage(
                    "The disk is full: {target} could not be written, and nothing of it is left.", target=target
                ),
                UserMessage("Free some space, or choose another place."),
            ) from error
        raise EnvironmentFault(
            UserMessage("{target} could not be written: {value}.", target=target, value=error.strerror or error),
            UserMessage("Choose another place."),
        ) from error


def database_said(error: sqlite3.DatabaseError, path: Path) -> EnvironmentFault:
    """The EnvironmentFault for an error of SQLite while a database is copied."""
    fault = machine_fault(error, path)
    if isinstance(fault, DamagedDatabase):
        return DamagedDatabase(
            UserMessage("The database {path} is damaged and cannot be backed up as a whole.", path=path),
            UserMessage("Save what can be read with `claudeops maintenance salvage`."),
        )
    if fault is not None and "full" in str(fault):
        return EnvironmentFault(
            UserMessage("The disk is full: the backup could not be written."), UserMessage("Free some space.")
        )
    return fault or EnvironmentFault(
        UserMessage("The database {path} could not be copied: {error}.", path=path, error=error),
        UserMessage("Try again."),
    )


_PART = re.compile(r"\..+\.(\d+)(?:\.db|\.tar)?\.part(?:-wal|-shm|-journal)?")


def _sweep(place: Path) -> None:
    """What a backup that was killed has left: its name says which process wrote it."""
    for path in place.glob(".*.part*"):
        found = _PART.fullmatch(path.name)
        if found is None:
            continue
        try:
            os.kill(int(found[1]), 0)
        except (ProcessLookupError, OverflowError):
            path.unlink(missing_ok=True)
        except PermissionError:  # somebody else's process has that number now: left for another time
            continue


def _size(path: Path) -> int:
    with suppress(OSError):
        return path.stat().st_size
    return 0


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
