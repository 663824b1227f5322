"""What the folder answers with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from .entries import EntryText, read_entry
from .entry_checks import EntryProblem


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A file as it was read: hand its ``revision`` back when it is saved, so that nobody's change is lost."""

    path: str
    text: str
    revision: str

    @property
    def entry(self) -> EntryText:
        """The file taken apart."""
        return read_entry(self.text)


@dataclass(frozen=True, slots=True)
class SavedEntry:
    """What became of a save. ``kept_beside`` is where the text was kept because somebody else had changed the file
    meanwhile; "" where it was not."""

    path: str
    revision: str
    kept_beside: str = ""
    problems: tuple[EntryProblem, ...] = ()


@dataclass(frozen=True, slots=True)
class FolderStatus:
    """How the folder stands: files by kind, how full MEMORY.md is (1 is full), what was edited outside and is not
    committed yet, files that are too large, and problems."""

    root: str
    counts: Mapping[str, int]
    memory_fill: float
    edited: tuple[str, ...]
    too_large: tuple[str, ...]
    problems: tuple[EntryProblem, ...]
    head: str

    def as_json(self) -> dict[str, Any]:
        """The status for ``--json``."""
        return {**asdict(self), "problems": [one.as_json() for one in self.problems]}
