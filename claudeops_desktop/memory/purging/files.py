"""Files without a subject, and the search that proves it (E19).

A file is rewritten beside itself and put in its place whole; one that another process may have open is rewritten where
it stands. Line numbers stay what they are: sources lead to them.
"""

from __future__ import annotations

import gzip
import os
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import orjson

from ...core.paths import DataFolder
from ...core.store_setting import COPY
from .search_terms import PURGED, SearchTerms
from .types import PurgeProgress, Tell, ignore_progress

BLOCK = 4_000_000
LONGEST_WHOLE = 64_000_000
LINES = (".ndjson", ".jsonl")
TEXTS = (".md", ".txt", ".log", ".html", ".csv", ".json", ".toml", ".part", ".new", "")
DATABASES = ("claudeops.db", "log-index.db", "checks.db", COPY)


@dataclass(frozen=True, slots=True)
class CleanedFile:
    """What became of a file: how many lines (or whole texts) were changed; ``failed`` why it could not be."""

    path: Path
    changed: int = 0
    failed: str = ""


def kept_apart(folder: DataFolder, path: Path) -> bool:
    """Tell whether a file is not the purge's to change here: the operator's own settings, backups, the databases, and
    the histories of the knowledge folder and of what is shared, which are compressed and rewritten as a whole."""
    inside = path.relative_to(folder.root)
    first = inside.parts[0]
    return (
        first in (folder.backups.name, folder.restoring.name)
        or path in (folder.settings_file, folder.services_file)
        or _is_database(path)
        or path.suffix == ".lock"
        or inside.parts[:2] == (folder.knowledge.name, ".git")
        or first == folder.shared_knowledge.name
    )


def _is_database(path: Path) -> bool:
    return any(path.name == name or path.name.startswith(f"{name}-") for name in DATABASES)


def all_files(root: Path) -> Iterator[Path]:
    """Every regular file below a folder; links are not followed."""
    for place, folders, names in os.walk(root, followlinks=False):
        folders.sort()
        for name in sorted(names):
            path = Path(place, name)
            if path.is_file() and not path.is_symlink():
                yield path


def contains_subject(path: Path, needles: SearchTerms, *, named_only: bool = False) -> bool:
    """Tell whether a file's bytes hold it; gzip is looked into. ``named_only`` asks for the subject's own name
    alone."""
    test = needles.named_in_bytes if named_only else needles.in_bytes
    longest = max((len(raw) for raw in needles.raw), default=0) * 2 + 400
    tail = b""
    try:
        for block in _blocks(path):
            if test(tail + block):
                return True
            tail = block[-longest:]
    except (OSError, EOFError, zlib.error):
        return False
    return False


def _blocks(path: Path) -> Iterator[bytes]:
    packed = path.suffix == ".gz"
    with gzip.open(path, "rb") if packed else path.open("rb") as file:
        while block := file.read(BLOCK):
            yield block


def clean(path: Path, needles: SearchTerms, *, in_place: bool = False) -> CleanedFile:
    """Take it out of one file. Doing it again changes nothing. Never raises for what the disk does."""
    try:
        if not contains_subject(path, needles):
            return CleanedFile(path)
        kind = Path(path.stem).suffix if path.suffix == ".gz" else path.suffix
        if kind in LINES:
            return _by_line(path, needles)
        return _whole(path, needles, in_place)
    except OSError as error:
        return CleanedFile(path, failed=error.strerror or str(error))


def _by_line(path: Path, needles: SearchTerms) -> CleanedFile:
    changed, part = 0, path.with_name(f"{path.name}.purging")
    packed = path.suffix == ".gz"
    try:
        with gzip.open(path, "rb") if packed else path.open("rb") as source:
            descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "wb") as plain, gzip.open(plain, "wb") if packed else plain as target:
                for line in source:
                    becomes = line_without(line, needles) if needles.in_bytes(line) else line
                    changed += becomes != line
                    target.write(becomes)
                if not packed:
                    plain.flush()
                    os.fsync(plain.fileno())
        _take_place(part, path) if changed else part.unlink()
    finally:
        part.unlink(missing_ok=True)
    return CleanedFile(path, changed)


def line_without(line: bytes, needles: SearchTerms) -> bytes:
    """One line of NDJSON without it, still JSON; any other line is taken out where it touches."""
    body = line.rstrip(b"\r\n")
    end = line[len(body) :]
    try:
        found = orjson.loads(body)
    except orjson.JSONDecodeError:
        text = body.decode("utf-8", "replace")
        return PURGED.encode() + end if needles.touches(text) else line
    becomes = needles.value(found)
    return line if becomes == found else orjson.dumps(becomes) + end


def _whole(path: Path, needles: SearchTerms, in_place: bool) -> CleanedFile:
    if path.stat().st_size > LONGEST_WHOLE:
        return CleanedFile(path, failed="it is too large to be rewritten")
    raw = b"".join(_blocks(path))
    if b"\0" in raw[:8_000]:
        return CleanedFile(path, failed="it is no text")
    text = raw.decode("utf-8", "surrogateescape")
    becomes = needles.document(text)
    if becomes == text:
        return CleanedFile(path)
    data = becomes.encode("utf-8", "surrogateescape")
    if path.suffix == ".gz":
        data = gzip.compress(data)
    if in_place:
        with path.open("r+b") as file:
            file.write(data)
            file.truncate()
            os.fsync(file.fileno())
    else:
        part = path.with_name(f"{path.name}.purging")
        try:
            with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            _take_place(part, path)
        finally:
            part.unlink(missing_ok=True)
    return CleanedFile(path, 1)


def _take_place(part: Path, path: Path) -> None:
    """Put a rewritten file in its place, with the rights and the time that the old one had (logs go by age)."""
    before = path.stat()
    part.chmod(before.st_mode & 0o777)
    os.utime(part, ns=(before.st_atime_ns, before.st_mtime_ns))
    part.replace(path)


def clean_all(
    paths: Sequence[Path], needles: SearchTerms, what: str, tell: Tell = ignore_progress, own_log: str = ""
) -> list[CleanedFile]:
    """``clean`` for many; those that held nothing are left out. Files whose name begins with ``own_log`` are written
    where they stand: the application may have them open."""
    done = []
    for number, path in enumerate(paths):
        tell(PurgeProgress(what, number, len(paths)))
        cleaned = clean(path, needles, in_place=bool(own_log) and path.name.startswith(own_log))
        if cleaned.changed or cleaned.failed:
            done.append(cleaned)
    return done


def find_remains(folder: DataFolder, needles: SearchTerms, tell: Tell = ignore_progress) -> list[str]:
    """Files of the data folder whose bytes still hold the subject's name; what is not the purge's to change is left
    out, the databases are looked at too."""
    found = []
    for path in all_files(folder.root):
        if kept_apart(folder, path) and not _is_database(path):
            continue
        tell(PurgeProgress("Looking whether anything is left"))
        if contains_subject(path, needles, named_only=True):
            found.append(str(path.relative_to(folder.root)))
    return found
