"""Git's index changed in place: a commit of one file in a folder of thousands must not read and write all entries.

dulwich makes an object of each entry, which takes a tenth of a second at 5,000 files; here only the bytes of those
entries that change are made. What is not in the usual form (version 2, plain flags) is left to dulwich. The format is
that of git's documentation, ``gitformat-index``; its extensions are optional and left out, as they describe the index
as it was.
"""

from __future__ import annotations

import hashlib
import os
import stat
import struct
from bisect import bisect_left
from collections.abc import Mapping
from pathlib import Path
from typing import Any

_HEADER = struct.Struct(">4sLL")
_ENTRY = struct.Struct(">10L20sH")
_STAGE, _EXTENDED, _LENGTH = 0x3000, 0x4000, 0x0FFF
Places = tuple[list[bytes], list[tuple[int, int]], int]


def patch_index(data: bytes, changes: Mapping[bytes, bytes | None]) -> bytes | None:
    """The bytes of an index with these entries put in or, where they are None, taken out; None where it is not in the
    usual form, or holds several sides of a merge."""
    found = _read_places(data)
    if found is None:
        return None
    names, places, end = found
    parts: list[bytes] = []
    at, count = _HEADER.size, len(names)
    for name in sorted(changes):
        entry, place = changes[name], bisect_left(names, name)
        known = place < len(names) and names[place] == name
        start = places[place][0] if place < len(names) else end
        parts.append(data[at:start])
        at = start + (places[place][1] if known else 0)
        count += (entry is not None) - known
        if entry is not None:
            parts.append(entry)
    body = b"".join([_HEADER.pack(b"DIRC", 2, count), *parts, data[at:end]])
    return body + hashlib.sha1(body, usedforsecurity=False).digest()


def entry_bytes(name: bytes, about: os.stat_result, blob: bytes) -> bytes | None:
    """An entry of a plain file; ``blob`` is its number as 40 hexadecimal digits. None for a name that is too long."""
    if len(name) >= _LENGTH:
        return None
    mode = stat.S_IFLNK if stat.S_ISLNK(about.st_mode) else stat.S_IFREG | (0o755 if about.st_mode & 0o100 else 0o644)
    numbers = (
        *divmod(about.st_ctime_ns, 1_000_000_000), *divmod(about.st_mtime_ns, 1_000_000_000), about.st_dev,
        about.st_ino, mode, about.st_uid, about.st_gid, about.st_size,
    )  # fmt: skip
    said = _ENTRY.pack(*(number & 0xFFFFFFFF for number in numbers), bytes.fromhex(blob.decode()), len(name)) + name
    return said + b"\0" * (8 - len(said) % 8)


def stage_quickly(repo: Any, blobs: Mapping[bytes, bytes | None]) -> bool:
    """Bring these paths of git's index in step with what was committed, None for one that was deleted; whether that
    could be done. ``repo`` is a repository of dulwich. Raises OSError where another program holds the index."""
    from dulwich.file import GitFile

    index, top = Path(os.fsdecode(repo.index_path())), Path(os.fsdecode(repo.path))
    try:
        data = index.read_bytes()
    except FileNotFoundError:
        data = _HEADER.pack(b"DIRC", 2, 0)
        data += hashlib.sha1(data, usedforsecurity=False).digest()
    changes: dict[bytes, bytes | None] = {}
    for name, blob in blobs.items():
        entry = entry_bytes(name, (top / os.fsdecode(name)).lstat(), blob) if blob is not None else None
        if blob is not None and entry is None:
            return False
        changes[name] = entry
    patched = patch_index(data, changes)
    if patched is None:
        return False
    with GitFile(str(index), "wb") as file:
        file.write(patched)
    return True


def _is_whole(data: bytes) -> bool:
    if len(data) < _HEADER.size + 20 or _HEADER.unpack_from(data)[:2] != (b"DIRC", 2):
        return False
    return hashlib.sha1(data[:-20], usedforsecurity=False).digest() == data[-20:]


def _read_places(data: bytes) -> Places | None:
    """The names in order, where the entry of each begins with its length, and where the last one ends."""
    if not _is_whole(data):
        return None
    names: list[bytes] = []
    places: list[tuple[int, int]] = []
    at = _HEADER.size
    for _ in range(_HEADER.unpack_from(data)[2]):
        flags = (data[at + 60] << 8) | data[at + 61]
        length = flags & _LENGTH
        if length == _LENGTH or flags & (_EXTENDED | _STAGE):
            return None
        size = (62 + length + 8) & ~7
        names.append(data[at + 62 : at + 62 + length])
        places.append((at, size))
        at += size
    return names, places, at
