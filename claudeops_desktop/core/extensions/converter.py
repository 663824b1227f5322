"""What a knowledge converter is: it turns a document into Markdown text. No part of the application asks one yet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from pathlib import Path


class KnowledgeConverter(ABC):
    """Reads files of some kinds."""

    name: str
    """Lower-case letters, digits and ``-``."""
    title: str
    suffixes: tuple[str, ...]
    """The names of files that it reads end so, such as ``.docx``."""

    @abstractmethod
    def convert(self, source: Path) -> str:
        """The document as Markdown. Raises ``core.errors.UsageError`` for a file that it cannot read."""
