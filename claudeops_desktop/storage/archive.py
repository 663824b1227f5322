"""What a backup file is: a zip with everything of one data folder, and a manifest that says what is in it.

The manifest is the last entry. It names every file with its size and its SHA-256, the version and schema that wrote
it, and how many rows the main tables hold. The keyring is not in it, and what settings and services hold of secrets is
left out (``core.secrets.toml_secrets``).
"""

from __future__ import annotations

import json
import re
import stat
import zipfile
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..core.errors import OperatorError
from ..core.messages import UserMessage

FORMAT = 1
MANIFEST = "manifest.json"
DATABASE = "claudeops.db"
LARGEST_MANIFEST = 64 * 1024 * 1024
MOST_TIMES_LARGER = 1_100  # what deflate can do at its very best is 1,032
CHUNK = 1024 * 1024
COUNTED = (
    "runs",
    "sessions",
    "events",
    "memories",
    "resources",
    "checkpoints",
    "cooldown_actions",
    "schedules",
    "due_times",
)
_NAME = re.compile(r"(?:logs/)?[A-Za-z0-9_][A-Za-z0-9_.@+-]{0,199}")
_NEVER = re.compile(
    r"claudeops\.db-.*|log-index\.db.*|checks\.db.*|agents\.json|.*\.(lock|sock|pid|part)|\..*", re.DOTALL
)


class BackupCancelled(OperatorError):
    """The operator changed their mind; everything is as it was."""


@dataclass(frozen=True, slots=True)
class BackupProgress:
    """How far it is: ``what`` reads as "Packing logs"; bytes done of bytes in all."""

    what: str
    done: int
    total: int


Report = Callable[[BackupProgress], None]
Stopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class PackedFile:
    """One file of a backup."""

    name: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class BackupManifest:
    """What a backup says of itself. ``counts`` are rows by table, ``left_out`` files that could not be read.

    ``database_only``: it is a plain copy of a database, as one is made before an upgrade.
    """

    version: str
    schema: int
    made_at: str
    with_logs: bool
    files: tuple[PackedFile, ...]
    counts: dict[str, int]
    left_out: tuple[str, ...] = ()
    format: int = FORMAT
    database_only: bool = False

    @property
    def bytes(self) -> int:
        """All files, unpacked."""
        return sum(file.bytes for file in self.files)

    def as_json(self) -> dict[str, Any]:
        """As it stands in the file, and for ``--json``."""
        table = {"application": "Claude Ops", **asdict(self)}
        del table["database_only"]  # what is packed is never one
        return table


def belongs_in_backup(path: Path) -> bool:
    """Tell whether a file at the top of the data folder belongs into a backup (the database is packed by itself)."""
    return _NEVER.fullmatch(path.name) is None and path.name != DATABASE and _NAME.fullmatch(path.name) is not None


def read_manifest(archive: zipfile.ZipFile, where: Path) -> BackupManifest:
    """The manifest, with every entry of the file accounted for. Raises OperatorError in plain words."""
    infos: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        if info.filename in infos:
            raise _bad(where, f"it holds “{info.filename}” twice")
        infos[info.filename] = info
    found = infos.pop(MANIFEST, None)
    if found is None or found.file_size > LARGEST_MANIFEST:
        raise _bad(where, "it has no manifest")
    try:
        with archive.open(found) as entry:  # no more than it says of itself: it may lie about its size
            table = json.loads(entry.read(LARGEST_MANIFEST))
        if table.get("application") != "Claude Ops":
            raise _bad(where, "its manifest is of another application")
        if table["format"] > FORMAT:
            raise OperatorError(
                UserMessage(
                    "{where} was made by a newer version of Claude Ops ({table}).", where=where, table=table["version"]
                ),
                UserMessage("Update the application, then restore it."),
            )
        manifest = BackupManifest(
            version=str(table["version"]),
            schema=int(table["schema"]),
            made_at=str(table["made_at"]),
            with_logs=bool(table["with_logs"]),
            files=tuple(PackedFile(str(f["name"]), int(f["bytes"]), str(f["sha256"])) for f in table["files"]),
            counts={str(name): int(number) for name, number in table["counts"].items()},
            left_out=tuple(map(str, table.get("left_out", ()))),
        )
    except (ValueError, KeyError, TypeError, AttributeError, zipfile.BadZipFile, OSError) as error:
        raise _bad(where, "its manifest cannot be read") from error
    _account_for(manifest, infos, where)
    return manifest


def _account_for(manifest: BackupManifest, infos: dict[str, zipfile.ZipInfo], where: Path) -> None:
    """Names that stay in the folder, plain files, sizes that are told truly: nothing else is unpacked."""
    names = [file.name for file in manifest.files]
    if len(set(names)) != len(names) or set(names) != set(infos):
        raise _bad(where, "its manifest names other files than it holds")
    if DATABASE not in infos:
        raise _bad(where, "there is no database in it")
    for file in manifest.files:
        info = infos[file.name]
        allowed = file.name == DATABASE or (_NAME.fullmatch(file.name) and not _NEVER.fullmatch(Path(file.name).name))
        if not allowed:
            raise _bad(where, f"the name “{file.name[:80]}” has no place in a backup")
        kind = stat.S_IFMT(info.external_attr >> 16)
        if kind not in (0, stat.S_IFREG) or info.is_dir():
            raise _bad(where, f"“{file.name}” is no plain file")
        if info.file_size != file.bytes or file.bytes < 0:
            raise _bad(where, f"“{file.name}” is not as large as the manifest says")
        if info.flag_bits & 0x1:
            raise _bad(where, f"“{file.name}” is encrypted")
        if file.bytes > CHUNK and file.bytes > info.compress_size * MOST_TIMES_LARGER:
            raise _bad(where, f"“{file.name}” claims to unpack to {file.bytes:,} bytes")


def _bad(where: Path, why: str) -> OperatorError:
    return OperatorError(
        UserMessage("{where} is not a backup that can be restored: {why}.", where=where, why=why),
        UserMessage("Nothing was changed."),
    )
