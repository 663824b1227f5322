"""Where the files of the page come from: the knowledge folder, or the memory folders that the Claude CLI keeps itself.

All methods of a source that look at files run on a thread of their own; the others only put into words what was found.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, TypeVar

from ....knowledge import EntryProblem, KeptPair, KnowledgeCommit, RepositoryCondition, StoredEntry
from ....knowledge.folder_scan import FolderPicture
from ....knowledge.sync.types import SyncStatus
from ...app_context import AppContext
from ...kit.columns import ColumnSpec, text_column, time_column
from ...kit.detail import EmptyText
from ...text.translation import tr, tr_count
from ...widgets.filter_box import FilterChoice

WITH_PROBLEMS = "problems"


@dataclass(frozen=True, slots=True)
class FileRow:
    """A row of the list. ``group`` is the kind of an entry or the folder it lies in, ``group_title`` what that is
    called; ``problems`` how many the file has, ``errors`` how many of them are; ``fault`` why it cannot be read."""

    path: str
    group: str
    group_title: str
    title: str
    description: str
    problems: int = 0
    errors: int = 0
    fault: str = ""
    changed: str | None = None


@dataclass(frozen=True)
class FileList:
    """The rows that the filters leave, how many files there are in all, and what is wrong in them."""

    rows: tuple[FileRow, ...] = ()
    total: int = 0
    problems: tuple[EntryProblem, ...] = ()


@dataclass(frozen=True)
class FolderList(FileList):
    """The entries that were found. ``fill`` is how much of MEMORY.md's room is used, from 0; ``picture`` what was read,
    None where only the index was; ``conditions`` what is to be known about the repository; ``edited`` what was edited
    outside and has just been taken in; ``pairs`` texts of which one is to be chosen; ``waiting`` the branch of a
    consolidation that waits for an answer, "" for none; ``sync`` how sharing with other workstations stands, None where
    no remote is set."""

    fill: float = 0.0
    picture: FolderPicture | None = None
    conditions: tuple[RepositoryCondition, ...] = ()
    edited: tuple[str, ...] = ()
    pairs: tuple[KeptPair, ...] = ()
    waiting: str = ""
    sync: SyncStatus | None = None


@dataclass(frozen=True, slots=True)
class OpenEntry:
    """A file with what is wrong in it and its versions, the latest first; () while they are not read yet."""

    stored: StoredEntry
    problems: tuple[EntryProblem, ...] = ()
    versions: tuple[KnowledgeCommit, ...] = ()

    def with_versions(self, versions: tuple[KnowledgeCommit, ...]) -> OpenEntry:
        """Return the file with its versions."""
        return replace(self, versions=versions)


@dataclass(frozen=True, slots=True)
class SavedFile:
    """What became of a file that was saved or restored: where it is now, whether it holds the text, and what there is
    to say about it."""

    path: str
    written: bool = True
    sentence: str = ""


@dataclass(frozen=True, slots=True)
class WriteQuestion:
    """What is asked before a file is written, and the button that says yes."""

    text: str
    button: str


Found = TypeVar("Found", bound=FileList)


class FileSource(ABC, Generic[Found]):
    """A source of files. ``own`` where they are the operator's: new ones are written here, each can be deleted, its
    newest version is what it says, and nothing is saved that its format forbids."""

    title: ClassVar[str]
    search: ClassVar[str]
    groups: ClassVar[str]
    empty: ClassVar[EmptyText]
    no_match: ClassVar[tuple[str, str]]
    own: ClassVar[bool] = True

    def __init__(self, context: AppContext) -> None:
        self.context = context

    def load_index(self) -> Found | None:
        """Return what is known without a look at the files; None for nothing."""
        return None

    @abstractmethod
    def load(self, before: Found | None) -> Found:
        """Return the files as they are now. ``before`` is what was found last."""

    @abstractmethod
    def filter(self, found: Found, words: str, group: str) -> Found:
        """Return the same files with the rows that hold all of these words and are of this group ("" for all)."""

    @abstractmethod
    def choices(self, found: Found | None) -> list[FilterChoice]:
        """Return the groups to choose from."""

    @abstractmethod
    def fact_line(self, found: Found) -> str:
        """Return the line under the title."""

    def notices(self, found: Found) -> Sequence[tuple[str, str, str, str]]:
        """Return what to say over the list: sentence, icon, role, and what its button is about."""
        return ()

    @abstractmethod
    def open(self, path: str) -> OpenEntry:
        """Return a file. Raises OperatorError where it is gone."""

    @abstractmethod
    def load_versions(self, path: str, most: int) -> tuple[KnowledgeCommit, ...]:
        """Return the latest versions of a file, the newest first."""

    @abstractmethod
    def check(self, path: str, text: str) -> tuple[EntryProblem, ...]:
        """Return what would be wrong with a file that says this."""

    @abstractmethod
    def load_difference(self, path: str, version: str) -> str:
        """Return what a version changed, or how it differs from the file."""

    @abstractmethod
    def save(self, path: str, text: str, revision: str) -> SavedFile:
        """Write a file that was read at ``revision``."""

    @abstractmethod
    def restore(self, path: str, version: str) -> SavedFile:
        """Put an earlier version in the place of a file."""

    def question(self, path: str, restored: bool) -> WriteQuestion | None:
        """Return what is asked before a file is written; None where nothing is."""
        return None

    @abstractmethod
    def find_link(self, found: Found | None, path: str, target: str) -> tuple[str, str]:
        """Return the file that a link leads to, "" for none, and the name by which it is missed."""


def group_tip(row: FileRow) -> str:
    """Return why a file cannot be read, and how many problems it has."""
    problems = tr_count("%n problem in this file", "%n problems in this file", row.problems) if row.problems else ""
    return "\n".join(filter(None, (row.fault, problems)))


def row_state(row: FileRow) -> str:
    """Return the state of a file that has something wrong in it."""
    if row.errors:
        return "critical"
    return "warning" if row.problems or row.fault else ""


COLUMNS: tuple[ColumnSpec[FileRow], ...] = (
    ColumnSpec("kind", tr("Kind or folder"), 120, text=lambda row: row.group_title, tip=group_tip, state=row_state),
    ColumnSpec("title", tr("Title"), 176, text=lambda row: row.title, tip=lambda row: row.path),
    text_column("description", tr("Description"), 320, lambda row: row.description, stretch=True),
    time_column("changed", tr("Changed"), 104, lambda row: row.changed),
)
