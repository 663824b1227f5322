"""What the page asks of the memory folders of the Claude CLI: work with files, on a thread of its own."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from ....core.clock import from_text
from ....knowledge import EntryProblem, KnowledgeCommit, StoredEntry
from ....knowledge.cli_memory.discovery import read_folder
from ....knowledge.cli_memory.rules import FoundFile, check_memory_folder
from ....knowledge.cli_memory.service import CliMemoryFolders
from ....knowledge.cli_memory.types import AgentFile, AgentFolder, AgentFolderProblem, SavedAgentFile
from ....knowledge.service import unified
from ...app_context import AppContext
from ..knowledge.queries import OpenEntry

FileKey = tuple[str, str]
"""The key of a folder, and the name of a file in it."""


@dataclass(frozen=True, slots=True)
class AgentFileRow:
    """A row of the list: a file, its folder, and how many problems it has."""

    folder: AgentFolder
    file: AgentFile
    problems: int = 0

    @property
    def key(self) -> FileKey:
        """The key of the row."""
        return self.folder.key, self.file.name


@dataclass(frozen=True, slots=True)
class AgentFileList:
    """All folders, the files under the filters, and what is wrong in the folders."""

    folders: tuple[AgentFolder, ...]
    rows: tuple[AgentFileRow, ...]
    problems: tuple[AgentFolderProblem, ...]


def memory_folders(desk: AppContext) -> CliMemoryFolders:
    """The door to them."""
    return CliMemoryFolders(desk.book.store, desk.folder, lambda: desk.settings.current, os.environ)


def load_files(desk: AppContext, words: str, folder: str) -> AgentFileList:
    """The files with all of these words in name, title or description, of one folder, or of all ("")."""
    door = memory_folders(desk)
    folders = door.folders()
    problems = door.check()
    wrong: dict[FileKey, int] = {}
    for problem in problems:
        wrong[problem.folder, problem.name] = wrong.get((problem.folder, problem.name), 0) + 1
    rows = []
    for one in folders:
        if folder and one.key != folder:
            continue
        for file in door.files(one.key):
            said = f"{one.title} {file.name} {file.title} {file.description}".casefold()
            if all(word in said for word in words.casefold().split()):
                rows.append(AgentFileRow(one, file, wrong.get((one.key, file.name), 0)))
    return AgentFileList(tuple(folders), tuple(rows), tuple(problems))


def load_file(desk: AppContext, key: FileKey) -> OpenEntry:
    """A file with what is wrong in it and its earlier texts. Raises OperatorError where it is gone."""
    door = memory_folders(desk)
    read = door.read(*key)
    problems = tuple(_problem(one) for one in door.check(key[0]) if one.name == key[1])
    versions = tuple(
        KnowledgeCommit(str(one.id), "human:operator", from_text(one.saved_at), one.why) for one in door.versions(*key)
    )
    return OpenEntry(StoredEntry(f"{key[0]}/{read.name}", read.text, read.revision), problems, versions)


def check_typed(desk: AppContext, key: FileKey, text: str) -> tuple[EntryProblem, ...]:
    """What would be wrong with a file that says this."""
    folder = memory_folders(desk).folder(key[0])
    files = read_folder(folder.path)
    now = files.get(key[1])
    files[key[1]] = replace(now, text=text) if now is not None else FoundFile(key[1], len(text), text)
    return tuple(_problem(one) for one in check_memory_folder(key[0], files) if one.name == key[1])


def load_difference(desk: AppContext, key: FileKey, number: str) -> str:
    """How an earlier text differs from what the file says now."""
    door = memory_folders(desk)
    return unified(key[1], door.read(*key).text, door.version_text(*key, int(number)))


def save_file(desk: AppContext, key: FileKey, text: str, revision: str) -> SavedAgentFile:
    """Write a file that was read at ``revision``."""
    return memory_folders(desk).save(*key, text, revision)


def restore_file(desk: AppContext, key: FileKey, number: str) -> SavedAgentFile:
    """Put an earlier text in the place of a file."""
    return memory_folders(desk).restore(*key, int(number))


def _problem(one: AgentFolderProblem) -> EntryProblem:
    return EntryProblem(one.name, one.level, one.sentence, one.line)
