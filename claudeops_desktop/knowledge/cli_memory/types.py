"""The memory folders of the Claude CLI, their files, what is wrong in them and their earlier versions, as frozen
dataclasses."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

AgentFolderKind = Literal["project", "role"]
"""project: what the CLI noted by itself while it worked in one repository. role: what one sub-agent noted."""
INDEX_FILE = "MEMORY.md"
MOST_VERSIONS = 10


@dataclass(frozen=True, slots=True)
class AgentFolder:
    """One memory folder. ``key`` names it on the command line and stays the same as long as the folder is there;
    ``title`` is the repository or the role, ``place`` the folder that a role's memory belongs to ("" for the
    operator's own). ``files`` counts Markdown files without the index, ``size`` is in bytes, ``modified`` the time of
    the latest change in UTC (None where it is empty). ``fault`` says why it may only be looked at, "" where it may be
    edited."""

    key: str
    kind: AgentFolderKind
    title: str
    path: Path
    place: str = ""
    files: int = 0
    has_index: bool = False
    size: int = 0
    modified: datetime | None = None
    fault: str = ""

    def as_json(self) -> dict[str, Any]:
        """The folder for ``--json``."""
        when = self.modified.isoformat() if self.modified else None
        return {**asdict(self), "path": str(self.path), "modified": when}


@dataclass(frozen=True, slots=True)
class AgentFile:
    """One file of a memory folder as it is listed. ``name`` is its path in the folder; ``about`` user, feedback,
    project or reference, "" for the index and where the file does not say; ``listed`` whether the index names it.
    ``fault`` says why it cannot be read, "" where it can."""

    name: str
    title: str = ""
    description: str = ""
    about: str = ""
    size: int = 0
    modified: datetime | None = None
    listed: bool = False
    fault: str = ""

    def as_json(self) -> dict[str, Any]:
        """The file for ``--json``."""
        return {**asdict(self), "modified": self.modified.isoformat() if self.modified else None}


@dataclass(frozen=True, slots=True)
class AgentFileText:
    """A file as it was read: hand its ``revision`` back when it is saved, so that nobody's change is lost."""

    folder: str
    name: str
    text: str
    revision: str


@dataclass(frozen=True, slots=True)
class AgentFolderProblem:
    """Something that is wrong in a memory folder: ``level`` error or warning, ``line`` counted from 1."""

    folder: str
    name: str
    level: str
    sentence: str
    line: int = 1

    def as_json(self) -> dict[str, Any]:
        """The problem for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class AgentFileVersion:
    """An earlier text of a file, kept by us. ``refused`` where it was never written: somebody else had changed the file
    meanwhile, and this is the text that was to be saved."""

    id: int
    path: str
    revision: str
    saved_at: str
    why: str
    refused: bool = False

    def as_json(self) -> dict[str, Any]:
        """The version for ``--json``."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SavedAgentFile:
    """What became of a save. ``saved`` is False where somebody else had changed the file since it was read: it is left
    as it is then, and the text that was to be saved is kept as version ``kept_version``. ``revision`` is the one that
    the file has now; ``problems`` what is wrong with it."""

    folder: str
    name: str
    saved: bool
    revision: str
    kept_version: int | None = None
    problems: tuple[AgentFolderProblem, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The outcome for ``--json``."""
        return {**asdict(self), "problems": [one.as_json() for one in self.problems]}


def revision_of(data: bytes) -> str:
    """The revision of a text: the same for the same bytes."""
    return hashlib.sha256(data).hexdigest()[:32]
