"""Prompts that the operator keeps for runs by hand: what to do, at which tier, for which services."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from ..core.clock import to_text
from ..core.errors import UsageError
from ..core.messages import UserMessage
from ..core.secrets.redact_shapes import without_shapes
from ..storage import DataStore
from .tables import SavedPromptRow

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class SavedPrompt:
    """A row of ``saved_prompts``; ``agent`` "" is the operator's preference."""

    id: int
    name: str
    prompt: str
    tier: int
    services: tuple[str, ...]
    agent: str
    created_at: str
    updated_at: str

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


_FIELDS = [getattr(SavedPromptRow, name) for name in SavedPrompt.__dataclass_fields__]


class SavedPrompts:
    """The questions and the writes on saved prompts. Writes must run inside ``store.write``."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def save(
        self,
        name: str,
        prompt: str,
        now: datetime,
        *,
        tier: int = 1,
        services: Iterable[str] = (),
        agent: str = "",
    ) -> SavedPrompt:
        """Keep a prompt under its name, in the place of the one that had it, without what looks like a secret. Raises
        UsageError for an empty name."""
        name = checked_name(name)
        columns = {
            "prompt": without_shapes(prompt),
            "tier": tier,
            "services": json.dumps(list(services)),
            "agent": agent,
            "updated_at": to_text(now),
        }
        before = self.get(name)
        if before is None:
            number = int(SavedPromptRow.create(name=name, created_at=to_text(now), **columns).id)
        else:
            number = before.id
            SavedPromptRow.update(**columns).where(SavedPromptRow.id == number).execute()
        self._store.changed("saved_prompts", number, what="updated" if before else "inserted")
        return self._one(SavedPromptRow.id == number)

    def put_back(self, saved: SavedPrompt) -> None:
        """Restore a prompt exactly as it was, for undo."""
        columns = asdict(saved) | {"services": json.dumps(list(saved.services))}
        SavedPromptRow.insert(**columns).on_conflict_replace().execute()
        self._store.changed("saved_prompts", saved.id)

    def rename(self, prompt_id: int, name: str, now: datetime) -> None:
        """Give it another name. Raises UsageError where another has that name."""
        name = checked_name(name)
        taken = self.get(name)
        if taken is not None and taken.id != prompt_id:
            raise UsageError(
                UserMessage("Another saved prompt is called “{name}”.", name=name), UserMessage("Choose another name.")
            )
        SavedPromptRow.update(name=name, updated_at=to_text(now)).where(SavedPromptRow.id == prompt_id).execute()
        self._store.changed("saved_prompts", prompt_id)

    def remove(self, prompt_id: int) -> None:
        """Keep it no longer."""
        SavedPromptRow.delete().where(SavedPromptRow.id == prompt_id).execute()
        self._store.changed("saved_prompts", prompt_id, what="deleted")

    def list(self) -> builtins.list[SavedPrompt]:
        """All of them, by name."""
        rows = SavedPromptRow.select(*_FIELDS).order_by(SavedPromptRow.by_name(), SavedPromptRow.id)
        return [_prompt(row) for row in rows.tuples()]

    def get(self, name: str) -> SavedPrompt | None:
        """The one of that name."""
        for row in SavedPromptRow.select(*_FIELDS).where(SavedPromptRow.name == " ".join(name.split())).tuples():
            return _prompt(row)
        return None

    def _one(self, where: Any) -> SavedPrompt:
        (row,) = SavedPromptRow.select(*_FIELDS).where(where).tuples()
        return _prompt(row)


def checked_name(name: str) -> str:
    """A name as it is kept: one line. Raises UsageError where it is empty or too long."""
    name = " ".join("".join(c if c.isprintable() else " " for c in name).split())
    if not name:
        raise UsageError(UserMessage("A saved prompt needs a name."), UserMessage("Give it a short one."))
    if len(name) > LONGEST_NAME:
        raise UsageError(
            UserMessage("That name is longer than {longest_name} characters.", longest_name=LONGEST_NAME),
            UserMessage("Give it a shorter one."),
        )
    return name


def _prompt(row: tuple[Any, ...]) -> SavedPrompt:
    number, name, prompt, tier, services, agent, created_at, updated_at = row
    return SavedPrompt(number, name, prompt, tier, tuple(json.loads(services)), agent, created_at, updated_at)
