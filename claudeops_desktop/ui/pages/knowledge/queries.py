"""What the page asks of the knowledge folder: work with files, on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import TypeVar

from ....knowledge import (
    MEMORY_FILE,
    EntryProblem,
    KnowledgeCommit,
    KnowledgeService,
    SavedEntry,
    StoredEntry,
    open_knowledge,
)
from ...app_context import AppContext

T = TypeVar("T")
MOST_VERSIONS = 50


@dataclass(frozen=True, slots=True)
class EntryRow:
    """A row of the list. ``kind`` is memory or a kind of entry; ``problems`` how many it has."""

    path: str
    kind: str
    title: str
    description: str
    problems: int = 0


@dataclass(frozen=True, slots=True)
class FolderList:
    """The entries that were found. ``fill`` is how much of MEMORY.md's room is used, from 0; ``total`` how many there
    are in all."""

    rows: tuple[EntryRow, ...]
    fill: float
    total: int
    problems: int


@dataclass(frozen=True, slots=True)
class OpenEntry:
    """A file with what is wrong in it and its versions, the latest first."""

    stored: StoredEntry
    problems: tuple[EntryProblem, ...]
    versions: tuple[KnowledgeCommit, ...]


def with_folder(desk: AppContext, work: Callable[[KnowledgeService], T]) -> T:
    """Do something with the folder of the operator."""
    with closing(open_knowledge(desk.folder, desk.settings.current)) as folder:
        return work(folder)


def load_list(desk: AppContext, text: str, kind: str) -> FolderList:
    """The entries with all of these words, of this kind ("" for all); what was edited outside is taken in first."""
    return with_folder(desk, lambda folder: _list(folder, text, kind))


def _list(folder: KnowledgeService, text: str, kind: str) -> FolderList:
    if not folder.root.is_dir():
        return FolderList((), 0.0, 0, 0)
    folder.take_edits()
    wrong: dict[str, int] = {}
    for problem in folder.check():
        wrong[problem.path] = wrong.get(problem.path, 0) + 1
    words = text.casefold().split()
    texts = folder.texts() if words else {}
    index = folder.index()
    rows = [
        EntryRow(line.path, kind_name(line.path), line.title, line.description, wrong.get(line.path, 0))
        for line in index
        if (not kind or kind_name(line.path) == kind)
        and all(word in f"{line.title} {texts.get(line.path, '')}".casefold() for word in words)
    ]
    return FolderList(tuple(rows), folder.memory_file().fills, len(index), sum(wrong.values()))


def kind_name(path: str) -> str:
    """The kind of an entry by its path: memory, or the name of its folder."""
    return "memory" if path == MEMORY_FILE else path.partition("/")[0]


def load_entry(desk: AppContext, path: str) -> OpenEntry:
    """A file. Raises OperatorError where it is gone."""
    return with_folder(
        desk,
        lambda folder: OpenEntry(
            folder.read(path),
            tuple(one for one in folder.check() if one.path == path),
            tuple(folder.log(path, MOST_VERSIONS)),
        ),
    )


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
