"""Procedures: how something is done, step by step, as Agent Skills that sessions are given by their folder (C5)."""

from __future__ import annotations

import builtins
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from .entries import read_entry, write_entry
from .layout import PROCEDURE, slug_of
from .repository import OPERATOR

if TYPE_CHECKING:
    from .service import KnowledgeService, SavedEntry

STATUS = "claudeops-status"
"""The key of the metadata that says whether sessions are given a procedure."""
ACTIVE, DRAFT = "active", "draft"
SKILL = "SKILL.md"


@dataclass(frozen=True, slots=True)
class ProcedureLine:
    """A procedure as it is listed."""

    name: str
    description: str
    status: str
    path: str

    def as_json(self) -> dict[str, Any]:
        """The procedure for ``--json``."""
        return asdict(self)


class ProcedureEntries:
    """The procedures of one folder."""

    def __init__(self, folder: KnowledgeService) -> None:
        self._folder = folder

    def add(self, title: str, description: str, steps: str, *, author: str = OPERATOR) -> SavedEntry:
        """Write a new procedure, as a draft: no session is given it before it is activated. Raises UsageError where a
        part is empty, OperatorError where there is one of that name."""
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
        meta = {"name": name, "description": said, "metadata": {STATUS: DRAFT}}
        text = write_entry(meta, f"# {' '.join(title.split())}\n\n{steps.strip()}")
        return self._folder.save(path, text, f"Procedure: {name}", revision="", author=author)

    def set_active(self, name: str, active: bool, author: str = OPERATOR) -> SavedEntry:
        """Give a procedure to sessions from now on, or no longer."""
        stored = self._folder.read(f"{PROCEDURE.folder}/{name}/{SKILL}")
        more = stored.entry.meta.get("metadata")
        metadata = {**(more if isinstance(more, dict) else {}), STATUS: ACTIVE if active else DRAFT}
        from .entries import change_keys

        text = change_keys(stored.text, {"metadata": metadata})
        said = f"Procedure {name} is {'given to sessions' if active else 'a draft'}"
        return self._folder.save(stored.path, text, said, revision=stored.revision, author=author)

    def list(self) -> list[ProcedureLine]:
        """All of them by name."""
        found = []
        for path, text in self._folder.texts().items():
            pure = PurePosixPath(path)
            if pure.name == SKILL and len(pure.parts) == 3 and pure.parts[0] == PROCEDURE.folder:
                entry = read_entry(text)
                more = entry.meta.get("metadata")
                status = more.get(STATUS, ACTIVE) if isinstance(more, dict) else ACTIVE
                found.append(ProcedureLine(pure.parent.name, entry.description, str(status), path))
        return sorted(found, key=lambda one: one.name)

    def active_folders(self) -> builtins.list[Path]:
        """The folders of the procedures that sessions are given."""
        active = [one for one in self.list() if one.status == ACTIVE]
        return [(self._folder.root / one.path).parent for one in active]
