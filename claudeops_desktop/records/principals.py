"""The people, agents and projects of a store: those that tokens, owners and audiences may name (X2)."""

from __future__ import annotations

import builtins
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any, Literal

from ..core.clock import to_text
from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.principals import check_principal_name
from ..storage import DataStore

Directory = Literal["principals", "projects"]
_WORDS = {
    "principals": (
        UserMessage("The person or agent"),
        UserMessage("Make a token for it: claudeops tokens add NAME --scope read --as PRINCIPAL"),
    ),
    "projects": (UserMessage("The project"), UserMessage("Make it: claudeops projects add NAME")),
}


@dataclass(frozen=True, slots=True)
class KnownName:
    """A row of ``principals`` or ``projects``. ``kind`` is agent or person, "" for a project; ``removed_at`` None while
    it may be used."""

    name: str
    kind: str
    created_at: str
    removed_at: str | None

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return asdict(self)


class PrincipalRecords:
    """Names that may be used. Writes run inside ``store.write``."""

    def __init__(self, store: DataStore, directory: Directory) -> None:
        self._store = store
        self._directory = directory
        self._what, self._remedy = _WORDS[directory]

    def list(self) -> builtins.list[KnownName]:
        """All, by name; removed ones too."""
        sql = f"SELECT name, kind, created_at, removed_at FROM {self._directory} ORDER BY name"
        return [KnownName(*row) for row in self._store.database.execute_sql(sql)]

    def get(self, name: str) -> KnownName | None:
        """One, by its name."""
        sql = f"SELECT name, kind, created_at, removed_at FROM {self._directory} WHERE name = ?"
        row = self._store.database.execute_sql(sql, (name.strip().lower(),)).fetchone()
        return KnownName(*row) if row else None

    def require(self, name: str) -> KnownName:
        """One that may be used. Raises OperatorError."""
        found = self.get(name)
        if found is None or found.removed_at is not None:
            raise OperatorError(
                UserMessage("{what} “{name}” does not exist.", what=self._what, name=name.strip()[:60]), self._remedy
            )
        return found

    def add(self, name: str, now: datetime, kind: str = "") -> KnownName:
        """Make it, or let it be used again; one that is there stays. Raises UsageError for what is no name,
        OperatorError where it is there as something of another kind."""
        clean = check_principal_name(name)
        old = self.get(clean)
        if old is not None and old.removed_at is None and old.kind != kind:
            raise OperatorError(
                UserMessage("“{name}” is used for another kind: {kind}.", name=clean, kind=old.kind),
                UserMessage("Take another name."),
            )
        if old is None or old.removed_at is not None:
            self._store.database.execute_sql(
                f"INSERT INTO {self._directory} (name, kind, created_at) VALUES (?, ?, ?)"
                " ON CONFLICT (name) DO UPDATE SET kind = excluded.kind, removed_at = NULL",
                (clean, kind, to_text(now)),
            )
            self._store.changed(self._directory)
        return self.require(clean)

    def remove(self, name: str, now: datetime) -> KnownName:
        """Let nobody use it any more. Raises OperatorError for what is not there."""
        found = self.require(name)
        sql = f"UPDATE {self._directory} SET removed_at = ? WHERE name = ?"
        self._store.database.execute_sql(sql, (to_text(now), found.name))
        self._store.changed(self._directory)
        return found
