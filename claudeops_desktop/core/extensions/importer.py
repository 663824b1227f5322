"""What an importer is: it takes the records of another program over."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any


class RecordImporter(ABC):
    """Reads a file of another program, and brings in what is not here yet.

    ``runs/import_claude_ops.py`` is the example: ``preview_import`` and ``take_over`` return its ``ImportResult``.
    """

    name: str
    """What the operator names it by: ``claudeops import --from NAME``. Lower-case letters, digits and ``-``."""
    title: str

    @abstractmethod
    def read_source(self, source: Path) -> Any:
        """What the file holds. Raises ``core.errors.UsageError`` where it is not such a file. It is not changed."""

    @abstractmethod
    def preview_import(self, book: Any, memory: Any, contents: Any, origin: str) -> Any:
        """What ``take_over`` would do. Changes nothing."""

    @abstractmethod
    def take_over(self, book: Any, memory: Any, contents: Any, origin: str) -> Any:
        """Bring in what is not here yet, in one transaction. ``origin`` names the file in the records."""
