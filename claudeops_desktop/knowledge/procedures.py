"""Procedures: how something is done, step by step, in the format of Agent Skills (C5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any

from ..core.errors import OperatorError, UsageError
from ..core.messages import UserMessage
from .entries import change_keys, read_entry, write_entry
from .entry_checks import LIFE
from .layout import PROCEDURE, slug_of
from .repository import OPERATOR

if TYPE_CHECKING:
    from .service import KnowledgeService
    from .types import SavedEntry

SKILL = "SKILL.md"


@dataclass(frozen=True, slots=True)
class ProcedureLine:
    """A procedure as it is listed. ``status`` is draft, stable or deprecated; sessions are offered stable ones, unless
    ``for_people``: only a person may start it."""

    name: str
    description: str
    path: str
    status: str = "stable"
    for_people: bool = False

    def as_json(self) -> dict[str, Any]:
        """The procedure for ``--json``."""
        return asdict(self)


def life_of(meta: Mapping[str, Any]) -> str:
    """The state of a procedure: draft, stable or deprecated. A skill may carry keys of its own under “metadata”
    alone."""
    more = meta.get("metadata")
    said = more.get("status") if isinstance(more, dict) else None
    return said if said in LIFE else "stable"


def for_people_alone(meta: Mapping[str, Any]) -> bool:
    """Tell whether the operator has it that no agent starts this procedure by itself."""
    more = meta.get("metadata")
    said = more.get("disable-model-invocation") if isinstance(more, dict) else None
    return str(said).strip().casefold() in ("true", "yes", "1")


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

    def edit(
        self, name: str, *, description: str | None = None, steps: str | None = None, status: str | None = None,
        for_people: bool | None = None, author: str = OPERATOR,
    ) -> SavedEntry:  # fmt: skip
        """Change parts of a procedure; everything else in its file stays. The format allows no keys of ours, so that
        the status and whether only a person may start it stand under “metadata”. Raises UsageError where nothing is to
        be changed, or for an unknown status."""
        if status is not None and status not in LIFE:
            raise UsageError(
                UserMessage("“{status}” is not a status. Use one of {states}.", status=status, states=", ".join(LIFE))
            )
        if description is None and steps is None and status is None and for_people is None:
            raise UsageError(
                UserMessage("Nothing to change was named."),
                UserMessage("Give --text, --description, --status, --people or --agents."),
            )
        stored = self._folder.read(f"{PROCEDURE.folder}/{name}/{SKILL}")
        changes: dict[str, Any] = {}
        if description is not None:
            changes["description"] = " ".join(description.split())
        given = stored.entry.meta.get("metadata")
        more = dict(given) if isinstance(given, dict) else {}
        if status is not None:
            more["status"] = status
        if for_people is not None:
            more["disable-model-invocation"] = "true" if for_people else "false"
        if status is not None or for_people is not None:
            changes["metadata"] = more
        text = change_keys(stored.text, changes) if changes else stored.text
        if steps is not None:
            text = f"{text[: len(text) - len(read_entry(text).body)]}\n{steps.strip()}\n"
        return self._folder.save(
            stored.path, text, f"Changed the procedure {name}", revision=stored.revision, author=author
        )

    def list(self) -> list[ProcedureLine]:
        """All of them by name."""
        found = []
        for path, text in self._folder.texts(PROCEDURE.folder).items():
            pure = PurePosixPath(path)
            if pure.name == SKILL and len(pure.parts) == 3 and pure.parts[0] == PROCEDURE.folder:
                entry = read_entry(text)
                status, people = life_of(entry.meta), for_people_alone(entry.meta)
                found.append(ProcedureLine(pure.parent.name, entry.description, path, status, people))
        return sorted(found, key=lambda one: one.name)
