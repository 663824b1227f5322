"""A file that is written whole or not at all: beside its place first, on the disk, then moved there in one step."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: Path, mode: int = 0o600, *, keep_rights: bool = True) -> Iterator[IO[bytes]]:
    """A stream whose contents become the file ``path`` when the block ends well; otherwise nothing has changed and
    nothing stays beside it.

    ``mode`` is for a new file; one that is there keeps its rights (unless it is not to), and a link stays a link. What
    is no file (a pipe, ``/dev/stdout``) is written as it is. Raises OSError.
    """
    if path.exists() and not path.is_file():
        with path.open("wb") as stream:
            yield stream
        return
    target = path.resolve()
    part = target.with_name(f".{target.name[:60]}.{os.getpid()}-{os.urandom(4).hex()}")
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        part.chmod(target.stat().st_mode & 0o777 if keep_rights and target.exists() else mode)
        part.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def write_whole(path: Path, data: bytes | str, mode: int = 0o600) -> None:
    """Put ``data`` (text as UTF-8, its line ends as they are) in the place of the file. Raises OSError."""
    with replacing(path, mode) as stream:
        stream.write(data.encode() if isinstance(data, str) else data)
