"""Reading a backup file and checking that it is whole."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..core.errors import OperatorError
from .archive import CHUNK, BackupCancelled, BackupManifest, BackupProgress, PackedFile, Report, Stopped, read_manifest


def check(source: Path, *, report: Report = lambda _progress: None, stopped: Stopped = lambda: False) -> BackupManifest:
    """Read a backup from end to end and compare each file with its manifest. OperatorError where one differs."""
    with open_backup(source) as archive:
        manifest = read_manifest(archive, source)
        done = 0
        for file in manifest.files:
            digest = hashlib.sha256()
            for chunk in chunks(archive, file, source):
                digest.update(chunk)
                done += len(chunk)
                step(BackupProgress("Checking the backup", done, manifest.bytes), report, stopped)
            if digest.hexdigest() != file.sha256:
                raise OperatorError(
                    f"{source} is damaged: “{file.name}” is not what was packed.", "Use another backup."
                )
    return manifest


@contextmanager
def open_backup(source: Path) -> Iterator[zipfile.ZipFile]:
    """A backup file to read from. Raises OperatorError where it is none."""
    try:
        with zipfile.ZipFile(source) as archive:
            yield archive
    except FileNotFoundError as error:
        raise OperatorError(f"There is no file {source}.", "Name a backup that `claudeops backup` made.") from error
    except (zipfile.BadZipFile, EOFError) as error:
        raise OperatorError(
            f"{source} is not a backup, or is damaged.", "Name a backup that `claudeops backup` made."
        ) from error
    except (NotImplementedError, RuntimeError) as error:  # packed in a way, or encrypted, as ours never are
        raise OperatorError(f"{source} is not a backup of Claude Ops.", "Name one that it made.") from error


def chunks(archive: zipfile.ZipFile, file: PackedFile, source: Path) -> Iterator[bytes]:
    """The bytes of one file, never more than its manifest says: what lies about its size is refused."""
    import zlib

    left = file.bytes
    try:
        with archive.open(file.name) as entry:
            while chunk := entry.read(CHUNK):
                left -= len(chunk)
                if left < 0:
                    break
                yield chunk
    except (zipfile.BadZipFile, zlib.error, EOFError) as error:
        raise OperatorError(f"{source} is damaged: “{file.name}” cannot be unpacked.", "Use another backup.") from error
    if left:
        raise OperatorError(f"{source} is damaged: “{file.name}” has another size than it says.", "Use another backup.")


def step(progress: BackupProgress, report: Report, stopped: Stopped) -> None:
    """One step further, unless the operator stopped it."""
    if stopped():
        raise BackupCancelled("Cancelled: nothing was changed.")
    report(progress)
