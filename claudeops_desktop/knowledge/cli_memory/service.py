"""``CliMemoryFolders``: the door to the memory folders of the Claude CLI (C5).

The CLI takes no lock and the last writer wins. So a save compares the file with what was read right before it replaces
it in one step, and keeps the former text in our database, ten of each file; where the file has changed it is left as
it is. Nothing is written but what the operator saves, and nothing outside of these folders.

All of it reads files and waits for the database: never on a GUI thread, nor inside ``store.read`` or ``store.write``.
"""

from __future__ import annotations

import fcntl
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from ...core.atomic_write import write_whole
from ...core.clock import Clock, utc_now
from ...core.errors import EnvironmentFault, OperatorError
from ...core.messages import UserMessage
from ..entries import read_entry
from ..layout import plain_path
from .discovery import find_memory_folders, read_folder
from .rules import LARGEST, FoundFile, check_memory_folder, listed_files, type_of
from .tables import AgentFileVersions
from .types import (
    INDEX_FILE,
    AgentFile,
    AgentFileText,
    AgentFileVersion,
    AgentFolder,
    AgentFolderProblem,
    SavedAgentFile,
    revision_of,
)

if TYPE_CHECKING:
    from ...core.paths import DataFolder
    from ...core.settings import Settings
    from ...storage import DataStore

_LOCK = "agent-folders.lock"


class CliMemoryFolders:
    """The memory folders of one operator. ``settings`` are asked anew each time; ``environ`` is that of the operator's
    own CLI."""

    def __init__(
        self,
        store: DataStore,
        data: DataFolder,
        settings: Callable[[], Settings],
        environ: Mapping[str, str],
        clock: Clock = utc_now,
    ) -> None:
        self._store = store
        self._data = data
        self._settings = settings
        self._environ = environ
        self._versions = AgentFileVersions(store, clock)

    # --- reading -----------------------------------------------------------------------------------------------------

    def folders(self) -> list[AgentFolder]:
        """All memory folders, with how many files they hold."""
        return find_memory_folders(self._settings(), self._environ)

    def folder(self, key: str) -> AgentFolder:
        """A folder by its key, or by its path. Raises OperatorError where there is none."""
        for one in self.folders():
            if key == one.key or Path(key).expanduser() == one.path:
                return one
        raise OperatorError(
            UserMessage("The Claude CLI has no memory folder “{key}”.", key=key),
            UserMessage("See `claudeops knowledge agent-folders list`."),
        )

    def files(self, key: str) -> list[AgentFile]:
        """The files of a folder, its index first. Raises OperatorError for an unknown folder."""
        folder = self.folder(key)
        found = read_folder(folder.path)
        index = found.get(INDEX_FILE)
        listed = listed_files(index.text or "", found) if index is not None else set[str]()
        files = [self._line(folder, one, one.name in listed) for one in found.values()]
        return sorted(files, key=lambda one: (one.name != INDEX_FILE, one.name.casefold(), one.name))

    def read(self, key: str, name: str) -> AgentFileText:
        """A file as it is now. Raises OperatorError where there is none, or it cannot be edited as text."""
        folder = self.folder(key)
        file, plain = _file_in(folder, name)
        if not file.is_file():
            raise OperatorError(
                UserMessage("There is no {name} in {folder}.", name=plain, folder=folder.path),
                UserMessage("See `claudeops knowledge agent-folders show {key}`.", key=folder.key),
            )
        data = _bytes_of(file)
        return AgentFileText(folder.key, plain, _as_text(data, file), revision_of(data))

    def check(self, key: str = "") -> list[AgentFolderProblem]:
        """What is wrong in a folder, or in all of them."""
        folders = [self.folder(key)] if key else self.folders()
        found = list[AgentFolderProblem]()
        for folder in folders:
            if folder.fault:
                found.append(AgentFolderProblem(folder.key, "", "error", folder.fault))
            found += check_memory_folder(folder.key, read_folder(folder.path))
        return found

    # --- writing -----------------------------------------------------------------------------------------------------

    def save(self, key: str, name: str, text: str, revision: str, why: str = "") -> SavedAgentFile:
        """Put ``text`` in the place of a file, byte for byte as it is given. ``revision`` is the one that was read, ""
        for a file that is new. Where the file has another one now, nothing is written, and the text is kept as a
        version for the operator to look at. Raises OperatorError for a folder or a name that may not be written."""
        folder = self.folder(key)
        if folder.fault:
            raise OperatorError(folder.fault, UserMessage("Put the folder itself there instead of the link."))
        file, plain = _file_in(folder, name)
        data = text.encode()
        if len(data) > LARGEST:
            raise OperatorError(
                UserMessage("The text has {size} bytes, too many for a memory.", size=len(data)),
                UserMessage("{most} bytes are the most.", most=LARGEST),
            )
        with self._own_turn():
            before = _bytes_of(file) if file.is_file() else None
            now = revision_of(before) if before is not None else ""
            kept = None
            if now == revision and before is not None and before != data:
                kept = self._keep(file, _as_text(before, file), now, why or "Before it was edited")
            if now != revision or (before != data and not _replace(file, data, now)):
                kept = self._keep(file, text, revision_of(data), why or "It was not saved", refused=True)
                now = revision_of(_bytes_of(file)) if file.is_file() else ""
                return SavedAgentFile(folder.key, plain, False, now, kept)
        problems = [one for one in self.check(folder.key) if one.name == plain]
        return SavedAgentFile(folder.key, plain, True, revision_of(data), kept, tuple(problems))

    def versions(self, key: str, name: str) -> list[AgentFileVersion]:
        """The earlier texts that we keep of a file, the latest first; at most ten."""
        file = _file_in(self.folder(key), name)[0]
        return self._store.read(lambda: self._versions.list(str(file))).result()

    def version_text(self, key: str, name: str, number: int) -> str:
        """The text of a version. Raises OperatorError where that file has none of this number."""
        file = _file_in(self.folder(key), name)[0]
        return self._store.read(lambda: self._versions.text(number, str(file))).result()

    def restore(self, key: str, name: str, number: int, revision: str | None = None) -> SavedAgentFile:
        """Put an earlier text in the place of the file as it is now, which is kept as a version in turn. ``revision``
        as for ``save``; without one, whatever stands there is replaced. Raises OperatorError as ``save`` does."""
        text = self.version_text(key, name, number)
        if revision is None:
            file = _file_in(self.folder(key), name)[0]
            revision = revision_of(_bytes_of(file)) if file.is_file() else ""
        return self.save(key, name, text, revision, f"Before version {number} was restored")

    # --- parts -------------------------------------------------------------------------------------------------------

    def _keep(self, file: Path, text: str, revision: str, why: str, *, refused: bool = False) -> int:
        return self._store.write(lambda: self._versions.add(str(file), text, revision, why, refused=refused)).result()

    @contextmanager
    def _own_turn(self) -> Iterator[None]:
        """Hold other processes of ours back; the CLI knows no lock."""
        try:
            self._data.root.mkdir(mode=0o700, parents=True, exist_ok=True)
            with (self._data.root / _LOCK).open("ab") as lock:
                fcntl.flock(lock, fcntl.LOCK_EX)
                yield
        except OSError as error:
            raise EnvironmentFault(UserMessage("The file cannot be written: {error}.", error=error)) from error

    def _line(self, folder: AgentFolder, one: FoundFile, listed: bool) -> AgentFile:
        entry = read_entry(one.text or "")
        try:
            when: datetime | None = datetime.fromtimestamp((folder.path / one.name).lstat().st_mtime, UTC)
        except OSError:
            when = None
        about = type_of(entry) if one.name != INDEX_FILE else ""
        return AgentFile(one.name, entry.title, entry.description, about, one.size, when, listed, one.fault)


def _file_in(folder: AgentFolder, name: str) -> tuple[Path, str]:
    """The file of this name. Raises OperatorError where it would lie outside of the folder, or is no Markdown."""
    plain = plain_path(name)
    file = folder.path / plain
    if not plain.endswith(".md") or any(part.startswith(".") for part in PurePosixPath(plain).parts):
        raise OperatorError(
            UserMessage("{name} is not a Markdown file of a memory folder.", name=plain),
            UserMessage("Memory files end in .md."),
        )
    try:
        leads_out = file.is_symlink() or not file.resolve().is_relative_to(folder.path.resolve())
    except (OSError, RuntimeError):
        leads_out = True
    if leads_out:
        raise OperatorError(
            UserMessage("{name} is a link, and may lead out of the folder.", name=plain),
            UserMessage("Put the file itself there instead of the link."),
        )
    return file, plain


def _bytes_of(file: Path) -> bytes:
    try:
        if file.stat().st_size > LARGEST:
            raise OperatorError(
                UserMessage("{file} is too large for a memory.", file=file),
                UserMessage("Move it away, or shorten it with an editor."),
            )
        return file.read_bytes()
    except OSError as error:
        raise EnvironmentFault(UserMessage("{path} cannot be read: {error}.", path=file, error=error)) from error


def _as_text(data: bytes, file: Path) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise OperatorError(
            UserMessage("{path} is not text in UTF-8.", path=file), UserMessage("Convert it, or move it away.")
        ) from error


def _replace(file: Path, data: bytes, revision: str) -> bool:
    """Write the file in one step, if it still is what was read; whether it was."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if (revision_of(file.read_bytes()) if file.is_file() else "") != revision:
        return False
    write_whole(file, data, 0o600)
    return True
