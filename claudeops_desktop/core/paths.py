"""Where things are: the operator's data folder, and the files that ship with the package."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from .emergency_stop_marker import prepare_marker
from .errors import EnvironmentFault, OperatorError
from .messages import UserMessage
from .store_setting import COPY

PREFIX = "CLAUDEOPS_"
"""Begins the name of each environment variable of the application."""
DATA_DIR_VARIABLE = "CLAUDEOPS_DATA_DIR"
KNOWLEDGE_LOCK = "claudeops.lock"
"""The file in the repository of the knowledge folder that whoever writes there holds."""


@dataclass(frozen=True, slots=True)
class DataFolder:
    """One folder that holds everything of one operator: database, settings, services, logs."""

    root: Path

    @property
    def database(self) -> Path:
        """The one database file."""
        return self.root / "claudeops.db"

    @property
    def store_copy(self) -> Path:
        """What is read while the server of the store is away: a copy of it; may not exist."""
        return self.root / COPY

    @property
    def settings_file(self) -> Path:
        """``settings.toml``; may not exist."""
        return self.root / "settings.toml"

    @property
    def services_file(self) -> Path:
        """``services.toml``, what the built-in watcher checks; may not exist."""
        return self.root / "services.toml"

    @property
    def logs(self) -> Path:
        """Session logs, one NDJSON file each."""
        return self.root / "logs"

    @property
    def sessions(self) -> Path:
        """Short-lived files of running sessions: the appended prompt, the hand-off file."""
        return self.root / "sessions"

    def session_work(self, session: int | str = "…") -> Path:
        """Return the one folder that a session may write in; without a session as a preview shows it."""
        return self.sessions / str(session) / "work"

    def hand_off(self, session: int | str = "…") -> Path:
        """Return the file that a session may leave for the next tier; without a session as a preview shows it."""
        return self.session_work(session) / "hand-off.json"

    @property
    def backups(self) -> Path:
        """Backups, and copies of the database made before a migration."""
        return self.root / "backups"

    @property
    def restoring(self) -> Path:
        """Where a restore is made ready; there only while one goes on, or after one was killed."""
        return self.root / ".restore"

    @property
    def knowledge(self) -> Path:
        """The files that people can read, under version control, unless the settings name another folder."""
        return self.root / "knowledge"

    @property
    def shared_knowledge(self) -> Path:
        """The bare git repository that is exchanged with other workstations; made anew from the remote where it is
        lost."""
        return self.root / "knowledge-shared.git"

    @property
    def ui_state(self) -> Path:
        """What the window remembers: sizes, columns, filters."""
        return self.root / "ui-state.json"

    @property
    def watch_history(self) -> Path:
        """The built-in watcher's own measurements."""
        return self.root / "watch-history.json"

    @property
    def check_results(self) -> Path:
        """The results of continuous checks: a database of its own, in no automatic backup."""
        return self.root / "checks.db"

    def create(self) -> DataFolder:
        """Make the folder and its parts, readable by the operator alone."""
        try:
            for folder in (self.root, self.logs, self.sessions, self.backups):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise unusable_folder(self.root, error) from error
        prepare_marker(self.root)
        return self


def unusable_folder(root: Path, error: OSError) -> EnvironmentFault:
    """The sentence for a data folder that the system refuses, such as one that belongs to somebody else."""
    return EnvironmentFault(
        UserMessage("Cannot use the data folder {root}: {strerror}.", root=root, strerror=error.strerror),
        UserMessage("Make it writable, or name another one with --data-dir."),
    )


def data_folder(option: str | os.PathLike[str] | None = None) -> DataFolder:
    """The data folder: ``--data-dir``, then ``CLAUDEOPS_DATA_DIR``, then the platform's own place. Raises OperatorError
    for a file, EnvironmentFault where the folders above it keep us out."""
    named = option or os.environ.get(DATA_DIR_VARIABLE)
    if named:
        root = Path(named).expanduser().absolute()
        try:
            is_file = root.exists() and not root.is_dir()
        except PermissionError as error:
            raise unusable_folder(root, error) from error
        if is_file:
            raise OperatorError(
                UserMessage("{root} is a file, not a folder.", root=root), UserMessage("Name a folder with --data-dir.")
            )
        return DataFolder(root)
    from platformdirs import user_data_path

    return DataFolder(user_data_path("claudeops", appauthor=False))


def bundled_path(*parts: str) -> Path:
    """A file or folder that ships with us, such as ``shipped("prompts", "tier1-observe.md")``.

    Found alike in a checkout, an installed wheel and a frozen build. Raises FileNotFoundError.
    """
    package = Path(__file__).resolve().parents[1]
    places = [package, package.parent]
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen:
        places = [Path(frozen), Path(frozen) / "claudeops_desktop", *places]
    for place in places:
        candidate = place.joinpath(*parts)
        if candidate.exists():
            return candidate
    raise FileNotFoundError("/".join(parts))


def own_program(*words: str) -> list[str]:
    """How to start ``claudeops WORD…`` as a process: this interpreter with our package, or the frozen program itself.

    Not frozen, the package must be importable from the new process's folder (an installation, or ``PYTHONPATH``).
    """
    if getattr(sys, "frozen", False):
        return [sys.executable, *words]
    return [sys.executable, "-m", "claudeops_desktop", *words]
