"""What an importer is: it brings in what another program knows.

A ``FactImporter`` reads facts, which pass the gate and the judge of memory (``claudeops memory import --from NAME``).
A ``RecordImporter`` takes whole records over, sessions and events among them (``claudeops import --from NAME``). A
class may be both.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class ImportedFact:
    """One fact as a source has it. Untrusted.

    ``line`` is the line of ``file`` that it begins on, or the number of its row; ``file`` is relative to a folder and
    "" where the source is one file. ``category`` and ``service`` are "" where the source does not say; ``context`` are
    titles above it, in which a service may be named. ``confidence`` is 0 to 1. ``at`` is when it was said, in the form
    of ``core.clock.to_text``, "" where that is not known.
    """

    text: str
    line: int = 0
    file: str = ""
    category: str = ""
    service: str = ""
    context: str = ""
    domain: str = ""
    confidence: float | None = None
    at: str = ""


@dataclass(frozen=True, slots=True)
class UnreadablePart:
    """A line, row or file that was passed over, and why, in one sentence."""

    line: int
    why: str
    file: str = ""


class SourceImporter(ABC):
    """What all importers have in common."""

    name: str
    """What the operator names it by: ``--from NAME``. Lower-case letters, digits and ``-``."""
    title: str


class FactImporter(SourceImporter):
    """Reads facts of another program. ``claudeops_desktop/imports/mem0.py`` is an example."""

    @abstractmethod
    def read_facts(self, source: Path) -> Iterator[ImportedFact | UnreadablePart]:
        """The facts of a file or folder one by one, in an order that stays the same, so that an import that was
        interrupted goes on. The source is only read, and never as a whole into memory. What cannot be read is one
        ``UnreadablePart``. Raises ``core.errors.UsageError`` where the source is nothing of this kind."""


class RecordImporter(SourceImporter):
    """Reads a file of another program, and brings in what is not here yet.

    ``runs/import_claude_ops.py`` is the example: ``preview_import`` and ``take_over`` return its ``ImportResult``.
    """

    @abstractmethod
    def read_source(self, source: Path) -> Any:
        """What the file holds. Raises ``core.errors.UsageError`` where it is not such a file. It is not changed."""

    @abstractmethod
    def preview_import(self, book: Any, memory: Any, contents: Any, origin: str) -> Any:
        """What ``take_over`` would do. Changes nothing."""

    @abstractmethod
    def take_over(self, book: Any, memory: Any, contents: Any, origin: str) -> Any:
        """Bring in what is not here yet, in one transaction. ``origin`` names the file in the records."""
