"""Reading a backup file: opening it, its packed files in chunks, and checking all of it against its manifest.

This stands apart from ``backup`` because a lost database looks for the newest whole backup, and making a backup in turn
looks whether the database is lost.
"""

from __future__ import annotations

import hashlib
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from .archive import CHUNK, BackupCancelled, BackupManifest, BackupProgress, PackedFile, Report, Stopped, read_manifest


def check_backup(
    source: Path, *, report: Report = lambda _progress: None, stopped: Stopped = lambda: False
) -> BackupManifest:
    """Read a backup from end to end and compare the SHA-256 of each file with its manifest.

    Returns the manifest. Raises OperatorError where a file differs, BackupCancelled where ``stopped`` says so.
    """
    with open_backup(source) as archive:
        manifest = read_manifest(archive, source)
        done = 0
        for file in manifest.files:
            digest = hashlib.sha256()
            for chunk in read_chunks(archive, file, source):
                digest.update(chunk)
                done += len(chunk)
                report_step(BackupProgress("Checking the backup", done, manifest.bytes), report, stopped)
            if digest.hexdigest() != file.sha256:
                raise OperatorError(
                    UserMessage("{source} is damaged: “{name}” is not what was packed.", source=source, name=file.name),
                    UserMessage("Use another backup."),
                )
    return manifest


@contextmanager
def open_backup(source: Path) -> Iterator[zipfile.ZipFile]:
    """Open a backup file for reading. Raises OperatorError where the file is missing or is not a backup."""
    try:
        with zipfile.ZipFile(source) as archive:
            yield archive
    except FileNotFoundError as error:
        raise OperatorError(
            UserMessage("There is no file {source}.", source=source),
            UserMessage("Name a backup that `claudeops backup` made."),
        ) from error
    except (zipfile.BadZipFile, EOFError) as error:
        raise OperatorError(
            UserMessage("{source} is not a backup, or is damaged.", source=source),
            UserMessage("Name a backup that `claudeops backup` made."),
        ) from error
    except (NotImplementedError, RuntimeError) as error:  # packed in a way, or encrypted, as ours never are
        raise OperatorError(
            UserMessage("{source} is not a backup of Claude Ops.", source=source), UserMessage("Name one that it made.")
        ) from error


def read_chunks(archive: zipfile.ZipFile, file: PackedFile, source: Path) -> Iterator[bytes]:
    """Yield the bytes of one packed file in chunks of up to ``CHUNK``.

    Raises OperatorError where the file is damaged or its size is not the one in the manifest. It never yields more than
    that size, so that a forged archive cannot fill the disk.
    """
    left = file.bytes
    try:
        with archive.open(file.name) as entry:
            while chunk := entry.read(CHUNK):
                left -= len(chunk)
                if left < 0:
                    break
                yield chunk
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise OperatorError(
            UserMessage("{source} is damaged: “{name}” cannot be unpacked.", source=source, name=file.name),
            UserMessage("Use another backup."),
        ) from error
    if left:
        raise OperatorError(
            UserMessage("{source} is damaged: “{name}” has another size than it says.", source=source, name=file.name),
            UserMessage("Use another backup."),
        )


def report_step(progress: BackupProgress, report: Report, stopped: Stopped) -> None:
    """Report progress. Raises BackupCancelled where the operator has cancelled."""
    if stopped():
        raise BackupCancelled(UserMessage("Cancelled: nothing was changed."))
    report(progress)
