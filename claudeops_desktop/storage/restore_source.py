"""What a restore reads from: a backup of ours within a limit of size, or a plain copy of a database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from .. import __version__
from ..core.clock import to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.text_format import format_bytes
from .archive import COUNTED, DATABASE, BackupManifest, PackedFile

MAX_BYTES = 4_000_000_000  # of the unpacked files, unless the operator allows more
SQLITE_MAGIC = b"SQLite format 3\0"


def is_database_copy(source: Path) -> bool:
    """Tell whether a file is a database as it stands, such as the copy that is made before an upgrade."""
    try:
        with source.open("rb") as file:
            return file.read(len(SQLITE_MAGIC)) == SQLITE_MAGIC
    except OSError:
        return False


def copy_manifest(source: Path) -> BackupManifest:
    """What a plain copy of a database holds, in the form of a backup. Raises OperatorError."""
    try:
        stat = source.stat()
        with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as database:
            (schema,) = database.execute("SELECT coalesce(max(number), 0) FROM schema_migrations").fetchone()
            names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            counts = {
                name: int(database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0])
                for name in COUNTED
                if name in names
            }
    except sqlite3.DatabaseError as error:
        raise OperatorError(
            UserMessage("{source} is not a whole database of Claude Ops: {error}.", source=source, error=error),
            UserMessage("Use another backup."),
        ) from error
    made_at = to_text(datetime.fromtimestamp(stat.st_mtime, UTC))
    files = (PackedFile(DATABASE, stat.st_size, ""),)
    return BackupManifest(__version__, int(schema), made_at, False, files, counts, database_only=True)


def refuse_too_large(manifest: BackupManifest, source: Path, max_bytes: int) -> None:
    """Raise OperatorError where a backup would unpack to more than is allowed. What is unpacked is counted as well."""
    if manifest.bytes > max_bytes:
        raise OperatorError(
            UserMessage(
                "{source} unpacks to {bytes}, more than the limit of {max_bytes}.",
                source=source,
                bytes=format_bytes(manifest.bytes),
                max_bytes=format_bytes(max_bytes),
            ),
            UserMessage(
                "If you trust the file, allow it: `claudeops restore --max-size {bytes}MB …`.",
                bytes=manifest.bytes // 1_000_000 + 1,
            ),
        )
