"""Reading a log file from where it was read last, over its rotations (``x.log.1``, ``x.log.2.gz``)."""

from __future__ import annotations

import contextlib
import gzip
import os
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from .reading import SourceUnreadableError

MOST_BYTES = 16 * 1024 * 1024  # of one file: more than years of package upgrades


@dataclass(frozen=True, slots=True)
class NewLogLines:
    """New whole lines, oldest first, and the bookmark after them.

    ``rotated``: the file was another one than last time, so that lines which were read before may be among them.
    """

    lines: tuple[str, ...]
    bookmark: dict[str, Any]
    rotated: bool


def read_new_lines(path: Path, bookmark: Mapping[str, Any], since: datetime) -> NewLogLines:
    """The lines after the bookmark. Where the file was rotated since, or was never read, also those of its older
    parts that were written to at ``since`` or later. Raises SourceUnreadableError, FileNotFoundError.
    """
    try:
        with path.open("rb") as file:
            about = _status(file.fileno())
            offset = bookmark.get("offset")
            same = bookmark.get("inode") == about.inode and isinstance(offset, int) and 0 <= offset <= about.size
            start = int(offset) if same and offset is not None else 0
            skipped = about.size - start > MOST_BYTES
            if skipped:
                start = about.size - MOST_BYTES
            file.seek(start)
            data = file.read(about.size - start)
        if skipped:
            data, start = _whole_first_line(data, start)
        end = data.rfind(b"\n") + 1  # a line that is still being written is read next time
        lines = [] if same else [line for part in _older_parts(path, since) for line in part]
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SourceUnreadableError(f"{path} cannot be read: {error.strerror or error}.") from error
    lines += _decoded(data[:end])
    return NewLogLines(tuple(lines), {"inode": about.inode, "offset": start + end}, not same)


@dataclass(frozen=True, slots=True)
class _FileStatus:
    inode: int
    size: int


def _status(number: int) -> _FileStatus:
    found = os.fstat(number)
    return _FileStatus(found.st_ino, found.st_size)


def _whole_first_line(data: bytes, start: int) -> tuple[bytes, int]:
    cut = data.find(b"\n") + 1
    return data[cut:], start + cut


def _older_parts(path: Path, since: datetime) -> Iterator[list[str]]:
    """The lines of the rotated parts that may hold something since then, oldest part first."""
    parts: list[tuple[float, Path]] = []
    for part in path.parent.glob(f"{path.name}[.-]*"):
        with contextlib.suppress(FileNotFoundError):
            changed = part.stat().st_mtime
            if changed >= since.timestamp():
                parts.append((changed, part))
    for _, part in sorted(parts):
        with contextlib.suppress(FileNotFoundError):  # rotated once more meanwhile: it is read under its next name
            yield _decoded(_content(part))


def _content(part: Path) -> bytes:
    if part.suffix == ".gz":
        try:
            with gzip.open(part) as packed:
                return packed.read(MOST_BYTES)
        except (EOFError, zlib.error) as error:
            raise OSError(f"{part.name} is damaged") from error
    if part.suffix in (".xz", ".bz2", ".zst"):
        return b""
    with part.open("rb") as file:
        return file.read(MOST_BYTES)


def _decoded(data: bytes) -> list[str]:
    return data.decode(errors="replace").splitlines()
