"""The knowledge folder as a source of the page, and what else the page asks of it: work with files, on a thread of its
own."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from typing import TypeVar

from ....core.clock import to_text
from ....knowledge import (
    MEMORY_FILE,
    EntryProblem,
    KeptPair,
    KnowledgeCommit,
    KnowledgeService,
    SavedEntry,
    check_entry,
    decide_kept_pair,
    list_kept_pairs,
    open_knowledge,
)
from ....knowledge.branches import KnowledgeBranches
from ....knowledge.conflict_files import ConflictChoice
from ....knowledge.consolidation.types import FAMILY as CONSOLIDATION
from ....knowledge.entry_checks import resolve_link
from ....knowledge.folder_scan import FolderPicture, FolderScan, ScannedFile
from ....knowledge.index_file import IndexLine
from ....knowledge.service import unified
from ....knowledge.sync.types import SyncStatus
from ...app_context import AppContext
from ...kit.detail import EmptyText
from ...text.translation import tr
from ...widgets.filter_box import FilterChoice
from . import sync_actions, text
from .file_source import WITH_PROBLEMS, FileRow, FileSource, FolderList, OpenEntry, SavedFile

T = TypeVar("T")


class KnowledgeSource(FileSource[FolderList]):
    """The operator's own folder. Paths are those in the folder."""

    title = tr("Knowledge")
    search = tr("Search the files")
    groups = tr("Kind")
    empty = EmptyText("knowledge", text.EMPTY_TITLE, text.EMPTY)
    no_match = (text.NOTHING_FOUND, text.NOTHING_FOUND_MORE)

    def __init__(self, context: AppContext) -> None:
        super().__init__(context)
        self._scan = FolderScan()

    def load_index(self) -> FolderList | None:
        """Return the entries as the index lists them: what was edited outside is not in it yet."""

        def work(folder: KnowledgeService) -> FolderList:
            lines = folder.index() if folder.root.is_dir() else []
            return FolderList(tuple(sorted(map(_entry_row, lines), key=_order)), len(lines))

        return with_folder(self.context, work)

    def load(self, before: FolderList | None) -> FolderList:
        """Return all entries; what was edited outside is taken in first, and named until the page is left."""

        def work(folder: KnowledgeService) -> FolderList:
            if not folder.root.is_dir():
                return FolderList()
            edited = tuple(folder.take_edits()) or (before.edited if before is not None else ())
            picture = self._scan.take_picture(folder)
            found = FolderList(
                total=sum(one.line is not None for one in picture.files.values()),
                problems=picture.problems,
                fill=folder.memory_file().fills if MEMORY_FILE in picture.files else 0.0,
                picture=picture,
                conditions=tuple(folder.conditions()),
                edited=edited,
                pairs=tuple(list_kept_pairs(folder)),
                waiting=find_waiting_branch(folder),
                sync=self._load_sync(),
            )
            return self.filter(found, "", "")

        return with_folder(self.context, work)

    def _load_sync(self) -> SyncStatus | None:
        if not self.context.settings.current.knowledge.remote:
            return None
        return sync_actions.load_status(self.context)[0]

    def filter(self, found: FolderList, words: str, group: str) -> FolderList:
        """Look for the words in what was read, without a look at the disk."""
        if found.picture is None:
            return found
        problems: dict[str, list[EntryProblem]] = {}
        for one in found.problems:
            problems.setdefault(one.path, []).append(one)
        rows = (
            _entry_row(file.line, file, problems.get(file.path, ()))
            for file in found.picture.find(words)
            if file.line is not None
        )
        shown = (row for row in rows if group in ("", row.group) or (group == WITH_PROBLEMS and row.problems))
        return replace(found, rows=tuple(sorted(shown, key=_order)))

    def choices(self, found: FolderList | None) -> list[FilterChoice]:
        """Return the kinds of entries."""
        return [
            FilterChoice(tr("All kinds"), ""),
            *(FilterChoice(word, name) for name, word in text.KINDS.items()),
            FilterChoice(tr("With problems"), WITH_PROBLEMS),
        ]

    def fact_line(self, found: FolderList) -> str:
        """Return how many files there are, and how sharing stands."""
        return text.folder_line(found)

    def notices(self, found: FolderList) -> list[tuple[str, str, str, str]]:
        """Return what is to be known about the folder beside its files."""
        return text.folder_notices(found)

    def open(self, path: str) -> OpenEntry:
        """Return a file with what is wrong in it by itself."""

        def work(folder: KnowledgeService) -> OpenEntry:
            stored = folder.read(path)
            return OpenEntry(stored, tuple(check_entry(stored.path, stored.text)))

        return with_folder(self.context, work)

    def load_versions(self, path: str, most: int) -> tuple[KnowledgeCommit, ...]:
        """Return the latest commits that changed the file."""
        return with_folder(self.context, lambda folder: tuple(folder.log(path, most)))

    def check(self, path: str, text: str) -> tuple[EntryProblem, ...]:
        """Check the text by itself."""
        return tuple(check_entry(path, text))

    def load_difference(self, path: str, version: str) -> str:
        """Return what a version changed in the file."""
        return with_folder(self.context, lambda folder: folder.diff(version, path))

    def save(self, path: str, text: str, revision: str) -> SavedFile:
        """Write the file; where somebody else has changed it meanwhile, both texts are kept."""
        why = f"Edited {path}"
        saved = with_folder(self.context, lambda folder: folder.save(path, text, why, revision=revision))
        return saved_file(saved)

    def restore(self, path: str, version: str) -> SavedFile:
        """Make an earlier version the newest."""
        return saved_file(with_folder(self.context, lambda folder: folder.restore(path, version)))

    def find_link(self, found: FolderList | None, path: str, target: str) -> tuple[str, str]:
        """Look in the whole folder, also for the name of an entry."""
        picture = (found.picture if found is not None else None) or FolderPicture()
        place = resolve_link(path, target, picture.names)
        return (place if place in picture.files else ""), place or target


def with_folder(context: AppContext, work: Callable[[KnowledgeService], T]) -> T:
    """Do something with the folder of the operator."""
    with closing(open_knowledge(context.folder, context.settings.current)) as folder:
        return work(folder)


def saved_file(saved: SavedEntry) -> SavedFile:
    """Return what became of an entry that was saved."""
    beside = saved.kept_beside
    said = tr("The file was changed meanwhile. Your text is in {path}.", path=beside) if beside else ""
    return SavedFile(saved.path, True, said)


def find_waiting_branch(folder: KnowledgeService) -> str:
    """Return the branch of a consolidation that waits for an answer, "" where none does."""
    if not folder.repository.exists():
        return ""
    return next(iter(KnowledgeBranches(folder.repository, CONSOLIDATION).names()), "")


def kind_name(path: str) -> str:
    """Return the kind of an entry by its path: memory, or the name of its folder."""
    return "memory" if path == MEMORY_FILE else path.partition("/")[0].removesuffix(".md")


def _entry_row(
    line: IndexLine, file: ScannedFile | None = None, problems: list[EntryProblem] | tuple[()] = ()
) -> FileRow:
    kind = kind_name(line.path)
    return FileRow(
        line.path,
        kind,
        text.KINDS.get(kind, kind),
        line.title,
        line.description,
        len(problems),
        sum(one.level == "error" for one in problems),
        changed=to_text(datetime.fromtimestamp(file.changed, UTC)) if file is not None else None,
    )


def _order(row: FileRow) -> tuple[bool, str, str, str]:
    return row.group != "memory", row.group, row.title.casefold(), row.path


def load_pair(context: AppContext, pair: KeptPair) -> tuple[str, str, str]:
    """Return both texts of a pair, and how the second differs from the first."""

    def work(folder: KnowledgeService) -> tuple[str, str, str]:
        first, second = folder.read(pair.path).text, folder.read(pair.beside).text
        return first, second, unified(pair.path, first, second)

    return with_folder(context, work)


def decide_pair(context: AppContext, pair: KeptPair, choice: ConflictChoice) -> str:
    """Keep one of two texts, or both."""
    return with_folder(context, lambda folder: decide_kept_pair(folder, pair, choice))


def remove_entry(context: AppContext, path: str) -> str:
    """Delete a file. Return the commit that has it last, to restore it from."""

    def work(folder: KnowledgeService) -> str:
        last = folder.log(path, 1)
        folder.remove(path, f"Deleted {path}")
        return last[0].number if last else ""

    return with_folder(context, work)
