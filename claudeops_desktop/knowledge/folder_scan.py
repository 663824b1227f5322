"""All files of the folder at a glance: their lines, their words and what is wrong with them. What was read once is not
read again while its size and time stay the same, so that a look at 5,000 files costs no more than their names.

One scan belongs to one folder; several threads may ask it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from ..core.errors import ClaudeOpsError
from .entry_checks import EntryFacts, EntryProblem, check_facts, facts_of, link_names
from .folder_files import faults_in, files_in, read_text
from .index_file import IndexLine, is_listed, line_of
from .layout import LARGEST

if TYPE_CHECKING:
    from .service import KnowledgeService


@dataclass(frozen=True, slots=True)
class ScannedFile:
    """A file as it was read: its ``line``, None for one that the index does not list, its ``words`` in small letters,
    its facts, and when it was ``changed`` last, in seconds since 1970."""

    path: str
    line: IndexLine | None
    words: str
    facts: EntryFacts
    changed: float = 0.0


@dataclass(frozen=True, slots=True)
class FolderPicture:
    """The folder at one moment: its files by path, what is wrong in it, and the names that ``[[x]]`` may mean."""

    files: Mapping[str, ScannedFile] = field(default_factory=dict)
    problems: tuple[EntryProblem, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def find(self, text: str) -> list[ScannedFile]:
        """The listed files that hold all of these words in title, description, path or text, in the order of the
        folder."""
        wanted = text.casefold().split()
        listed = (one for one in self.files.values() if one.line is not None)
        return [one for one in listed if all(word in one.words for word in wanted)]


class FolderScan:
    """Takes pictures of a folder."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._stamps: dict[str, tuple[int, int]] = {}
        self._files: dict[str, ScannedFile] = {}
        self._unreadable: dict[str, EntryProblem] = {}

    def take_picture(self, folder: KnowledgeService) -> FolderPicture:
        """Look at the folder as it is now."""
        with self._lock:
            seen = set[str]()
            for path, file in files_in(folder.root):
                if path.endswith(".md"):
                    seen.add(path)
                    self._look(path, file)
            for gone in self._stamps.keys() - seen:
                self._forget(gone)
            facts = {path: one.facts for path, one in sorted(self._files.items())}
            problems = [one.as_problem() for one in folder.conditions()]
            problems += check_facts(facts)
            problems += faults_in(folder.root)
            problems += (one for path, one in sorted(self._unreadable.items()) if path in seen)
            files = {path: self._files[path] for path in facts}
            return FolderPicture(files, tuple(problems), link_names(facts))

    def _look(self, path: str, file: Path) -> None:
        try:
            about = file.stat()
            stamp = (about.st_size, about.st_mtime_ns)
            if self._stamps.get(path) == stamp:
                return
            self._forget(path)
            self._stamps[path] = stamp
            if about.st_size > LARGEST:  # named by ``faults_in``
                return
            text = read_text(file, path)
        except ClaudeOpsError as error:
            self._unreadable[path] = EntryProblem(path, "error", error.sentence)
            return
        except OSError:  # it was deleted just now
            return
        line = line_of(path, text) if is_listed(path) else None
        words = f"{line.title} {line.description} {path} {text}" if line else text
        self._files[path] = ScannedFile(path, line, words.casefold(), facts_of(path, text), about.st_mtime)

    def _forget(self, path: str) -> None:
        self._stamps.pop(path, None)
        self._files.pop(path, None)
        self._unreadable.pop(path, None)
