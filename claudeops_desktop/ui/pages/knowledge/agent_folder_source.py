"""The memory folders that the Claude CLI keeps itself, by project and role: read, checked, and written only when the
operator says so (C5)."""

from __future__ import annotations

import os
from collections import Counter
from dataclasses import dataclass, replace

from ....core.clock import from_text, to_text
from ....knowledge import EntryProblem, KnowledgeCommit, StoredEntry
from ....knowledge.cli_memory.discovery import read_folder
from ....knowledge.cli_memory.rules import FoundFile, check_memory_folder
from ....knowledge.cli_memory.service import CliMemoryFolders
from ....knowledge.cli_memory.types import AgentFile, AgentFolder, AgentFolderProblem, SavedAgentFile
from ....knowledge.service import unified
from ...kit.detail import EmptyText
from ...text.translation import tr, tr_count, tr_message
from ...widgets.filter_box import FilterChoice
from .file_source import WITH_PROBLEMS, FileList, FileRow, FileSource, OpenEntry, SavedFile, WriteQuestion


@dataclass(frozen=True)
class AgentFileList(FileList):
    """The folders, and the rows of all their files."""

    folders: tuple[AgentFolder, ...] = ()
    every: tuple[FileRow, ...] = ()


class AgentFolderSource(FileSource[AgentFileList]):
    """Paths are the key of a folder and the name of a file in it."""

    title = tr("Claude's folders")
    search = tr("Search by project, file or title")
    groups = tr("Folder")
    own = False
    empty = EmptyText(
        "folder",
        tr("The Claude CLI keeps no memory on this computer."),
        tr("When it notes something about a project by itself, its files are listed here. They are never written"
           " unasked."),
    )  # fmt: skip
    no_match = (tr("No file matches"), tr("Try fewer words, or show all folders."))

    @property
    def _folders(self) -> CliMemoryFolders:
        context = self.context
        return CliMemoryFolders(context.book.store, context.folder, lambda: context.settings.current, os.environ)

    def load(self, before: AgentFileList | None) -> AgentFileList:
        """Return all files of all folders."""
        door = self._folders
        folders, problems = door.folders(), door.check()
        wrong = Counter((one.folder, one.name) for one in problems)
        rows = tuple(
            _file_row(folder, file, wrong[folder.key, file.name])
            for folder in folders
            for file in door.files(folder.key)
        )
        said = tuple(_problem(one) for one in problems)
        return AgentFileList(rows, len(rows), said, tuple(folders), rows)

    def filter(self, found: AgentFileList, words: str, group: str) -> AgentFileList:
        """Look for the words in project or role, name, title and description."""
        wanted = words.casefold().split()
        return replace(found, rows=tuple(row for row in found.every if _is_in(row, group) and _holds(row, wanted)))

    def choices(self, found: AgentFileList | None) -> list[FilterChoice]:
        """Return the folders."""
        folders = found.folders if found is not None else ()
        return [
            FilterChoice(tr("All folders"), ""),
            *(FilterChoice(f"{one.title} ({one.kind})", one.key) for one in folders),
            FilterChoice(tr("With problems"), WITH_PROBLEMS),
        ]

    def fact_line(self, found: AgentFileList) -> str:
        """Return how many folders there are."""
        count = len(found.folders)
        return tr_count("%n folder of the Claude CLI", "%n folders of the Claude CLI", count) if count else (
            self.empty.title.rstrip(".")
        )  # fmt: skip

    def open(self, path: str) -> OpenEntry:
        """Return a file with its earlier texts."""
        folder, name = split_path(path)
        door = self._folders
        read = door.read(folder, name)
        problems = tuple(_problem(one) for one in door.check(folder) if one.name == name)
        return OpenEntry(StoredEntry(path, read.text, read.revision), problems, self.load_versions(path, 0))

    def load_versions(self, path: str, most: int) -> tuple[KnowledgeCommit, ...]:
        """Return the earlier texts: few are kept of each file."""
        return tuple(
            KnowledgeCommit(str(one.id), "human:operator", from_text(one.saved_at), one.why)
            for one in self._folders.versions(*split_path(path))
        )

    def check(self, path: str, text: str) -> tuple[EntryProblem, ...]:
        """Check the text together with the other files of its folder."""
        key, name = split_path(path)
        files = read_folder(self._folders.folder(key).path)
        now = files.get(name)
        files[name] = replace(now, text=text) if now is not None else FoundFile(name, len(text), text)
        return tuple(_problem(one) for one in check_memory_folder(key, files) if one.name == name)

    def load_difference(self, path: str, version: str) -> str:
        """Return how an earlier text differs from what the file says now."""
        folder, name = split_path(path)
        door = self._folders
        return unified(name, door.read(folder, name).text, door.version_text(folder, name, int(version)))

    def save(self, path: str, text: str, revision: str) -> SavedFile:
        """Write the file, unless the CLI has changed it meanwhile."""
        return _saved_file(self._folders.save(*split_path(path), text, revision))

    def restore(self, path: str, version: str) -> SavedFile:
        """Put an earlier text in the place of the file."""
        return _saved_file(self._folders.restore(*split_path(path), int(version)))

    def question(self, path: str, restored: bool) -> WriteQuestion | None:
        """Ask each time: these files are not the operator's own."""
        name = split_path(path)[1]
        if restored:
            text = tr("Put this earlier text in the place of {name}, a file of the Claude CLI?", name=name)
            return WriteQuestion(text, tr("Restore it"))
        text = tr("Write to {name}, a file of the Claude CLI? It reads the file at its next session.", name=name)
        return WriteQuestion(text, tr("Write the file"))

    def find_link(self, found: AgentFileList | None, path: str, target: str) -> tuple[str, str]:
        """Look in the folder of the file that the link is in."""
        folder, name = split_path(path)[0], target.lstrip("/")
        known = {row.path for row in found.every} if found is not None else set()
        ways = (f"{folder}/{name}", f"{folder}/{name}.md")
        return next((one for one in ways if one in known), ""), name


def split_path(path: str) -> tuple[str, str]:
    """Return the key of the folder, such as ``project/shop``, and the name of the file in it."""
    kind, folder, name = path.split("/", 2)
    return f"{kind}/{folder}", name


def _file_row(folder: AgentFolder, file: AgentFile, problems: int) -> FileRow:
    return FileRow(
        f"{folder.key}/{file.name}",
        folder.key,
        folder.title,
        file.title or file.name,
        file.description,
        problems,
        fault=tr_message(file.fault) if file.fault else "",
        changed=to_text(file.modified) if file.modified else None,
    )


def _is_in(row: FileRow, group: str) -> bool:
    return group in ("", row.group) or (group == WITH_PROBLEMS and bool(row.problems or row.fault))


def _holds(row: FileRow, words: list[str]) -> bool:
    text = f"{row.group_title} {row.path} {row.title} {row.description}".casefold()
    return all(word in text for word in words)


def _problem(one: AgentFolderProblem) -> EntryProblem:
    return EntryProblem(f"{one.folder}/{one.name}".rstrip("/"), one.level, one.sentence, one.line)


def _saved_file(saved: SavedAgentFile) -> SavedFile:
    path = f"{saved.folder}/{saved.name}"
    if saved.saved:
        return SavedFile(path, True, tr("Saved {name}.", name=saved.name))
    sentence = tr("{name} was changed meanwhile, so nothing was written. Your text is in its history.", name=saved.name)
    return SavedFile(path, False, sentence)
