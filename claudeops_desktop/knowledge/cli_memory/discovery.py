"""Where the Claude CLI keeps its memory folders. Reads; writes nothing.

They lie below its own folder (``CLAUDE_CONFIG_DIR``, else ``~/.claude``), where its settings name another one, and in
the folders that the operator has named to us.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath

import orjson

from ...agents.claude_cli.installation import operator_login
from ...agents.claude_cli.transcripts import config_folders
from ...core.messages import UserMessage
from ...core.settings import Settings
from ..layout import slug_of
from .rules import LARGEST, FoundFile
from .types import INDEX_FILE, AgentFolder, AgentFolderKind

_ROLE_FOLDERS = ("agent-memory", "agent-memory-local")
_HEAD = 64 * 1024  # of a transcript, which says early where it ran
_LARGEST_SETTINGS = 1024 * 1024
_MOST_FILES = 2_000


@dataclass(frozen=True, slots=True)
class FolderPlace:
    """A memory folder that was found, and the folder that it may not lead out of."""

    kind: AgentFolderKind
    path: Path
    title: str
    place: str
    within: Path


def find_memory_folders(settings: Settings, environ: Mapping[str, str]) -> list[AgentFolder]:
    """All memory folders, those of projects first; each is listed once, by whatever ways it is reached."""
    found, seen, keys = list[AgentFolder](), set[Path](), set[str]()
    for one in _places(settings, environ):
        real = one.path.resolve()
        if real in seen or not one.path.is_dir():
            continue
        seen.add(real)
        key = base = f"{one.kind}/{slug_of(one.title)}"
        number = 2
        while key in keys:
            key, number = f"{base}-{number}", number + 1
        keys.add(key)
        found.append(_described(one, key, real))
    return found


def read_folder(root: Path) -> dict[str, FoundFile]:
    """The Markdown files of a memory folder by their paths in it. What leads out of it, is too large or is no text in
    UTF-8 is named with its fault and not read."""
    top, found = root.resolve(), dict[str, FoundFile]()
    for name, file in _files_in(root):
        if len(found) >= _MOST_FILES:
            break
        found[name] = _read_file(name, file, top)
    return found


def _read_file(name: str, file: Path, top: Path) -> FoundFile:
    try:
        if not file.resolve().is_relative_to(top):
            return FoundFile(name, 0, None, UserMessage("It is a link that leads out of the folder."))
        size = file.stat().st_size
        if size > LARGEST:
            sentence = UserMessage("It has {size} bytes, too many for a memory.", size=size)
            return FoundFile(name, size, None, sentence)
        data = file.read_bytes()
        return FoundFile(name, size, data.decode())
    except UnicodeDecodeError:
        return FoundFile(name, len(data), None, UserMessage("It is not text in UTF-8."))
    except (OSError, RuntimeError) as error:  # RuntimeError: a link that leads to itself
        return FoundFile(name, 0, None, UserMessage("It cannot be read: {error}.", error=error))


def _files_in(root: Path) -> Iterator[tuple[str, Path]]:
    for folder, names, files in os.walk(root):
        names[:] = sorted(name for name in names if not name.startswith(".") and not Path(folder, name).is_symlink())
        for name in sorted(files):
            file = Path(folder, name)
            if name.endswith(".md") and not name.startswith(".") and (file.is_symlink() or file.is_file()):
                yield file.relative_to(root).as_posix(), file


def _described(one: FolderPlace, key: str, real: Path) -> AgentFolder:
    fault = ""
    if not real.is_relative_to(one.within.resolve()):
        fault = UserMessage("It is a link that leads out of {folder}, so it may only be looked at.", folder=one.within)
    found = AgentFolder(key, one.kind, one.title, one.path, one.place, fault=fault)
    names, sizes, times = list[str](), 0, list[float]()
    for name, file in _files_in(one.path):
        try:
            about = file.lstat()
        except OSError:
            continue
        names.append(name)
        sizes += about.st_size
        times.append(about.st_mtime)
    return replace(
        found,
        files=sum(name != INDEX_FILE for name in names),
        has_index=INDEX_FILE in names,
        size=sizes,
        modified=datetime.fromtimestamp(max(times), UTC) if times else None,
    )


def _places(settings: Settings, environ: Mapping[str, str]) -> Iterator[FolderPlace]:
    working = working_folders(settings, environ)
    configs = config_folders(environ, operator_login(environ).env)
    for config in configs:
        for project in _sub_folders(config / "projects"):
            if (memory := project / "memory").is_dir():
                yield FolderPlace("project", memory, _project_name(project, working), "", config)
        named = _auto_memory_directory(config)
        if named is not None:
            yield FolderPlace("project", named, str(named), "", named)
    for config in configs:
        yield from _roles(config, "")
    for folder in working:
        yield from _roles(folder / ".claude", str(folder))


def working_folders(settings: Settings, environ: Mapping[str, str]) -> list[Path]:
    """The folders that the operator named: those that the tiers work in, and those that describe his machines."""
    home = environ.get("HOME") or str(Path.home())
    named = [settings.tiers.for_tier(tier).working_dir or home for tier in (1, 2, 3)]
    every = [Path(name).expanduser() for name in (*named, *settings.repositories.folders)]
    return [folder for folder in dict.fromkeys(every) if folder.is_dir()]


def _roles(base: Path, place: str) -> Iterator[FolderPlace]:
    for name in _ROLE_FOLDERS:
        for role in _sub_folders(base / name):
            yield FolderPlace("role", role, role.name, place, base)


def _sub_folders(folder: Path) -> Sequence[Path]:
    try:
        return sorted(one for one in folder.iterdir() if one.is_dir() and not one.name.startswith("."))
    except OSError:
        return ()


def _auto_memory_directory(config: Path) -> Path | None:
    """Where the operator's CLI settings have the CLI keep its memory, where they do."""
    try:
        file = config / "settings.json"
        data = orjson.loads(file.read_bytes()) if file.stat().st_size <= _LARGEST_SETTINGS else {}
    except (OSError, orjson.JSONDecodeError):
        return None
    named = data.get("autoMemoryDirectory") if isinstance(data, dict) else None
    if not isinstance(named, str) or not named.strip():
        return None
    path = Path(named).expanduser()
    return path if path.is_absolute() else None


def _project_name(project: Path, working: Sequence[Path]) -> str:
    """The repository that a folder of the CLI's is about. Its name is the path with a hyphen for every character that
    is no letter or digit, so the path is taken from a folder we know, or from where a transcript says that it ran."""
    for folder in working:
        if re.sub(r"[^A-Za-z0-9]", "-", str(folder)) == project.name:
            return str(folder)
    return _cwd_of(project) or project.name


def _cwd_of(project: Path) -> str:
    for transcript in sorted(project.glob("*.jsonl"), reverse=True)[:3]:
        try:
            with transcript.open("rb") as file:
                head = file.read(_HEAD)
        except OSError:
            continue
        for line in head.splitlines():
            try:
                row = orjson.loads(line)
            except orjson.JSONDecodeError:
                continue
            cwd = row.get("cwd") if isinstance(row, dict) else None
            if isinstance(cwd, str) and re.sub(r"[^A-Za-z0-9]", "-", cwd) == project.name:
                return str(PurePosixPath(cwd))
    return ""
