"""What the page asks of the knowledge folder: work with files, on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, replace
from typing import TypeVar

from ....knowledge import (
    MEMORY_FILE,
    EntryProblem,
    KeptPair,
    KnowledgeCommit,
    KnowledgeService,
    RepositoryCondition,
    SavedEntry,
    StoredEntry,
    check_entry,
    decide_kept_pair,
    list_kept_pairs,
    open_knowledge,
)
from ....knowledge.branches import KnowledgeBranches
from ....knowledge.conflict_files import ConflictChoice
from ....knowledge.consolidation.types import FAMILY as CONSOLIDATION
from ....knowledge.folder_scan import FolderPicture, FolderScan
from ....knowledge.index_file import IndexLine
from ....knowledge.repository import MOST_VERSIONS
from ....knowledge.service import unified
from ....knowledge.sync.types import SyncStatus
from ...app_context import AppContext
from . import sync_actions

T = TypeVar("T")
SHOWN_VERSIONS = 50
WITH_PROBLEMS = "problems"


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of the list. ``kind`` is memory or a kind of entry; ``problems`` how many it has, ``errors`` how many of
    them are."""

    path: str
    kind: str
    title: str
    description: str
    problems: int = 0
    errors: int = 0


@dataclass(frozen=True, slots=True)
class FolderList:
    """The entries that were found. ``fill`` is how much of MEMORY.md's room is used, from 0; ``total`` how many there
    are in all; ``picture`` what was read, None where only the index was; ``conditions`` what is to be known about the
    repository; ``edited`` what was edited outside and has just been taken in; ``pairs`` texts of which one is to be
    chosen; ``waiting`` the branch of a consolidation that waits for an answer, "" for none; ``sync`` how sharing with
    other workstations stands, None where no remote is set."""

    rows: tuple[EntryRow, ...]
    fill: float = 0.0
    total: int = 0
    picture: FolderPicture | None = None
    conditions: tuple[RepositoryCondition, ...] = ()
    edited: tuple[str, ...] = ()
    pairs: tuple[KeptPair, ...] = ()
    waiting: str = ""
    sync: SyncStatus | None = None

    @property
    def problems(self) -> tuple[EntryProblem, ...]:
        """What is wrong in the folder."""
        return self.picture.problems if self.picture is not None else ()


@dataclass(frozen=True, slots=True)
class OpenEntry:
    """A file with what is wrong in it and its versions, the latest first; () while they are not read yet."""

    stored: StoredEntry
    problems: tuple[EntryProblem, ...] = ()
    versions: tuple[KnowledgeCommit, ...] = ()

    def with_versions(self, versions: tuple[KnowledgeCommit, ...]) -> OpenEntry:
        """The file with its versions."""
        return replace(self, versions=versions)


def with_folder(desk: AppContext, work: Callable[[KnowledgeService], T]) -> T:
    """Do something with the folder of the operator."""
    with closing(open_knowledge(desk.folder, desk.settings.current)) as folder:
        return work(folder)


def load_index(desk: AppContext, text: str, kind: str) -> FolderList:
    """The entries as the index lists them, which is a matter of a moment: what was edited outside is not in it yet."""

    def work(folder: KnowledgeService) -> FolderList:
        lines = folder.index() if folder.root.is_dir() else []
        words = text.casefold().split()
        found = [line for line in lines if all(word in f"{line.title} {line.description}".casefold() for word in words)]
        return FolderList(_rows(found, kind, {}), total=len(lines))

    return with_folder(desk, work)


def load_list(desk: AppContext, scan: FolderScan, text: str, kind: str) -> FolderList:
    """The entries with all of these words, of this kind ("" for all); what was edited outside is taken in first."""

    def work(folder: KnowledgeService) -> FolderList:
        if not folder.root.is_dir():
            return FolderList(())
        edited = folder.take_edits()
        picture = scan.take_picture(folder)
        whole = FolderList(
            (), folder.memory_file().fills if MEMORY_FILE in picture.files else 0.0, 0, picture,
            tuple(folder.conditions()), tuple(edited), tuple(list_kept_pairs(folder)), waiting_branch(folder),
            sync_actions.load_status(desk)[0] if desk.settings.current.knowledge.remote else None,
        )  # fmt: skip
        return filter_list(whole, text, kind)

    return with_folder(desk, work)


def waiting_branch(folder: KnowledgeService) -> str:
    """The branch of a consolidation that waits for an answer, "" where none does."""
    if not folder.repository.exists():
        return ""
    return next(iter(KnowledgeBranches(folder.repository, CONSOLIDATION).names()), "")


def filter_list(found: FolderList, text: str, kind: str) -> FolderList:
    """The same folder with the rows that other filters leave; without a look at the disk. Pure."""
    picture = found.picture or FolderPicture()
    problems: dict[str, list[EntryProblem]] = {}
    for one in picture.problems:
        problems.setdefault(one.path, []).append(one)
    lines = [one.line for one in picture.find(text) if one.line is not None]
    total = sum(one.line is not None for one in picture.files.values())
    return replace(found, rows=_rows(lines, kind, problems), total=total)


def _rows(lines: list[IndexLine], kind: str, problems: dict[str, list[EntryProblem]]) -> tuple[EntryRow, ...]:
    rows = []
    for line in lines:
        name, wrong = kind_name(line.path), problems.get(line.path, [])
        if not kind or kind == name or (kind == WITH_PROBLEMS and wrong):
            errors = sum(one.level == "error" for one in wrong)
            rows.append(EntryRow(line.path, name, line.title, line.description, len(wrong), errors))
    order = {"memory": 0}
    return tuple(sorted(rows, key=lambda row: (order.get(row.kind, 1), row.kind, row.title.casefold(), row.path)))


def kind_name(path: str) -> str:
    """The kind of an entry by its path: memory, or the name of its folder."""
    return "memory" if path == MEMORY_FILE else path.partition("/")[0].removesuffix(".md")


def load_entry(desk: AppContext, path: str) -> OpenEntry:
    """A file with what is wrong in it by itself. Raises OperatorError where it is gone."""

    def work(folder: KnowledgeService) -> OpenEntry:
        stored = folder.read(path)
        return OpenEntry(stored, tuple(check_entry(stored.path, stored.text)))

    return with_folder(desk, work)


def load_versions(desk: AppContext, path: str, most: int = SHOWN_VERSIONS) -> tuple[KnowledgeCommit, ...]:
    """The versions of a file, the latest first."""
    return with_folder(desk, lambda folder: tuple(folder.log(path, most)))


def load_last_versions(desk: AppContext, path: str) -> tuple[KnowledgeCommit, ...]:
    """The last ten."""
    return load_versions(desk, path, MOST_VERSIONS)


def check_text(path: str, text: str) -> tuple[EntryProblem, ...]:
    """What is wrong with a text that is being written."""
    return tuple(check_entry(path, text))


def load_pair(desk: AppContext, pair: KeptPair) -> tuple[str, str, str]:
    """Both texts of a pair, and how the second differs from the first."""

    def work(folder: KnowledgeService) -> tuple[str, str, str]:
        first, second = folder.read(pair.path).text, folder.read(pair.beside).text
        return first, second, unified(pair.path, first, second)

    return with_folder(desk, work)


def decide_pair(desk: AppContext, pair: KeptPair, choice: ConflictChoice) -> str:
    """Keep one of two texts, or both."""
    return with_folder(desk, lambda folder: decide_kept_pair(folder, pair, choice))


def load_difference(desk: AppContext, path: str, revision: str) -> str:
    """What a version changed in a file."""
    return with_folder(desk, lambda folder: folder.diff(revision, path))


def save_entry(desk: AppContext, path: str, text: str, revision: str, why: str) -> SavedEntry:
    """Write a file that was read at ``revision``."""
    return with_folder(desk, lambda folder: folder.save(path, text, why, revision=revision))


def restore_entry(desk: AppContext, path: str, revision: str) -> SavedEntry:
    """Make an earlier version the newest."""
    return with_folder(desk, lambda folder: folder.restore(path, revision))


def remove_entry(desk: AppContext, path: str, why: str) -> str:
    """Delete a file; the commit that has it last, to restore it from."""

    def work(folder: KnowledgeService) -> str:
        last = folder.log(path, 1)
        folder.remove(path, why)
        return last[0].number if last else ""

    return with_folder(desk, work)


def add_note(desk: AppContext, about: str, title: str, text: str) -> SavedEntry:
    """A new note."""
    return with_folder(desk, lambda folder: folder.notes.add(about, title, text))


def remember(desk: AppContext, section: str, text: str) -> SavedEntry:
    """A new entry of MEMORY.md."""
    return with_folder(desk, lambda folder: folder.remember(section, text))


def add_decision(desk: AppContext, title: str, context: str, decision: str, consequences: str) -> SavedEntry:
    """A new decision."""
    return with_folder(
        desk,
        lambda folder: folder.decisions.add(title, context=context, decision=decision, consequences=consequences),
    )


def add_procedure(desk: AppContext, name: str, description: str, steps: str) -> SavedEntry:
    """A new procedure."""
    return with_folder(desk, lambda folder: folder.procedures.add(name, description, steps))
