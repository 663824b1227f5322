"""One plugin in ``plugins/`` of the data folder: a folder with ``plugin.toml`` and Python files.

    name = "queue"
    version = "1.0"
    description = "Checks the length of the print queue."

    [checks]
    queue = "queue_check:QueueCheck"

The whole folder is read once: what was hashed is what is run. Links, files of others and files that others may write
are refused, for whoever may write a file here would run code as the operator.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from .kinds import KINDS
from .plugin_state import OTHERS_MAY_WRITE

NAME = re.compile(r"[a-z][a-z0-9_-]{0,63}")
TARGET = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_]\w*")
MOST_FILES = 500
MOST_BYTES = 20_000_000


class RefusedPlugin(Exception):
    """A folder that cannot be used as a plugin: one sentence with what to do."""


@dataclass(frozen=True, slots=True)
class FolderPlugin:
    """A plugin's folder as it was read. ``targets`` gives ``module:Object`` by kind and name; ``files`` is what lies in
    it, by path; ``digest`` the SHA-256 over all of it. ``problem`` is why it cannot be used."""

    name: str
    folder: Path
    version: str = ""
    description: str = ""
    targets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    files: Mapping[str, bytes] = field(default_factory=dict, repr=False)
    digest: str = ""
    problem: str = ""


def read_folder_plugins(root: Path) -> tuple[FolderPlugin, ...]:
    """Every plugin in ``plugins/`` of a data folder, by name; none where there is no such folder."""
    place = root / "plugins"
    try:
        folders = sorted(entry for entry in place.iterdir() if not entry.name.startswith("."))
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        return (FolderPlugin("plugins", place, problem=f"{place} cannot be read: {error.strerror}."),)
    try:
        _require_private(place)
    except (OSError, RefusedPlugin) as error:
        return tuple(FolderPlugin(folder.name, folder, problem=str(error)) for folder in folders)
    return tuple(read_folder_plugin(folder) for folder in folders)


def read_folder_plugin(folder: Path) -> FolderPlugin:
    """One plugin; never raises for what is wrong with it."""
    try:
        files = dict(_read_files(folder))
        return _describe(folder, files)
    except RefusedPlugin as error:
        return FolderPlugin(folder.name, folder, problem=str(error))
    except OSError as error:
        return FolderPlugin(folder.name, folder, problem=f"{folder} cannot be read: {error.strerror}.")


def _require_private(path: Path) -> os.stat_result:
    about = path.lstat()
    if stat.S_ISLNK(about.st_mode):
        raise RefusedPlugin(f"{path} is a link. Put the files themselves there.")
    if about.st_uid != os.getuid():
        raise RefusedPlugin(f"{path} belongs to another user. Make it your own.")
    if about.st_mode & OTHERS_MAY_WRITE:
        raise RefusedPlugin(f"{path} can be changed by others. Run chmod go-w on it.")
    return about


def _read_files(folder: Path) -> Iterator[tuple[str, bytes]]:
    total = count = 0
    if not stat.S_ISDIR(_require_private(folder).st_mode):
        raise RefusedPlugin(f"{folder} is not a folder. Make a folder with plugin.toml for each plugin.")
    waiting = [folder]
    while waiting:
        for path in sorted(waiting.pop().iterdir()):
            about = _require_private(path)
            if stat.S_ISDIR(about.st_mode):
                waiting.append(path)
                continue
            if not stat.S_ISREG(about.st_mode):
                raise RefusedPlugin(f"{path} is neither a file nor a folder. Remove it.")
            count, total = count + 1, total + about.st_size
            if count > MOST_FILES or total > MOST_BYTES:
                raise RefusedPlugin(f"{folder} holds over {MOST_FILES} files or 20 MB. Make it smaller.")
            yield path.relative_to(folder).as_posix(), _read_regular(path)


def _read_regular(path: Path) -> bytes:
    """The bytes of a file, which must not have become a link meanwhile."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as file:
        return file.read(MOST_BYTES)


def _describe(folder: Path, files: Mapping[str, bytes]) -> FolderPlugin:
    place = folder / "plugin.toml"
    if "plugin.toml" not in files:
        raise RefusedPlugin(f"There is no {place}. It names the plugin and what it adds.")
    try:
        table = tomllib.loads(files["plugin.toml"].decode("utf-8"))
    except ValueError as error:
        raise RefusedPlugin(f"{place} cannot be read: {error}. Fix that place.") from error
    texts = {key: table.pop(key, "") for key in ("name", "version", "description")}
    for key, text in texts.items():
        if not isinstance(text, str) or not text.strip() or not text.isprintable():
            raise RefusedPlugin(f"{place}: {key} must be a text on one line.")
    if texts["name"] != folder.name or not NAME.fullmatch(folder.name):
        raise RefusedPlugin(
            f"{place}: name must be that of the folder, in lower-case letters, digits, - and _ (found {texts['name']})."
        )
    for kind, targets in table.items():
        if kind not in KINDS:
            raise RefusedPlugin(f"{place}: there is no kind {kind}. Use one of: {', '.join(KINDS)}.")
        if not isinstance(targets, dict) or not all(
            NAME.fullmatch(name) and isinstance(target, str) and TARGET.fullmatch(target)
            for name, target in targets.items()
        ):
            raise RefusedPlugin(f'{place}: write [{kind}] with lines such as name = "module:Object".')
    if not table:
        raise RefusedPlugin(f"{place} adds nothing. Add a table, one of: {', '.join(KINDS)}.")
    return FolderPlugin(folder.name, folder, texts["version"], texts["description"], table, files, digest_files(files))


def digest_files(files: Mapping[str, bytes]) -> str:
    """The SHA-256 over the names and contents of all files."""
    digest = hashlib.sha256()
    for name, data in sorted(files.items()):
        for part in (name.encode(), data):
            digest.update(len(part).to_bytes(8, "big") + part)
    return digest.hexdigest()
