"""Procedures: how something is done, step by step, in the format of Agent Skills (C5)."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from .entries import read_entry, write_entry
from .layout import PROCEDURE, slug_of
from .repository import OPERATOR

if TYPE_CHECKING:
    from .service import KnowledgeService
    from .types import SavedEntry

SKILL = "SKILL.md"


@dataclass(frozen=True, slots=True)
class ProcedureLine:
    """A procedure as it is listed."""

    name: str
    description: str
    path: str

    def as_json(self) -> dict[str, Any]:
        """The procedure for ``--json``."""
        return asdict(self)


class ProcedureEntries:
    """The procedures of one folder."""

    def __init__(self, folder: KnowledgeService) -> None:
        self._folder = folder

    def add(self, title: str, description: str, steps: str, *, author: str = OPERATOR) -> SavedEntry:
        """Write a new procedure. Raises UsageError where a part is empty, OperatorError where there is one of that
        name."""
        name, said = slug_of(title), " ".join(description.split())
        if not title.strip() or not said or len(said) > 1024 or not steps.strip():
            raise UsageError(
                UserMessage("A procedure needs a name, a description of at most 1,024 characters, and its steps."),
                UserMessage("The description says what it does and when to use it."),
            )
        path = f"{PROCEDURE.folder}/{name}/{SKILL}"
        if self._folder.text_of(path):
            raise OperatorError(
                UserMessage("There is a procedure called {name} already.", name=name),
                UserMessage("Edit it, or choose another name."),
            )
        meta = {"name": name, "description": said}
        text = write_entry(meta, f"# {' '.join(title.split())}\n\n{steps.strip()}")
        return self._folder.save(path, text, f"Procedure: {name}", revision="", author=author)

    def list(self) -> list[ProcedureLine]:
        """All of them by name."""
        found = []
        for path, text in self._folder.texts().items():
            pure = PurePosixPath(path)
            if pure.name == SKILL and len(pure.parts) == 3 and pure.parts[0] == PROCEDURE.folder:
                entry = read_entry(text)
                found.append(ProcedureLine(pure.parent.name, entry.description, path))
        return sorted(found, key=lambda one: one.name)
