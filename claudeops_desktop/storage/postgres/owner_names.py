"""The operator of a file has no name, and each of a store on a server has one: a move renames what is his."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.principals import private_audience
from .canonical_rows import TablePlan

_OPERATOR = "operator"
_KEPT = "memory_trash"
_DOCUMENT = "document"
"""The table and the column that hold whole memories with their histories, as JSON."""


@dataclass(frozen=True, slots=True)
class OwnerRenaming:
    """What belongs to ``before`` belongs to ``after``; "" is the operator of a file."""

    before: str
    after: str

    def rows(self, plan: TablePlan, rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        """The rows of a table with the other name."""
        names = [
            name
            for name in plan.columns
            if name in ("audience", "actor")
            or (name == "owner" and plan.name == "memories")
            or (name == _DOCUMENT and plan.name == _KEPT)
        ]
        if self.before == self.after or not names:
            yield from rows
            return
        for row in rows:
            told = dict(zip(plan.columns, row, strict=True))
            told |= {name: self._renamed(name, told) for name in names}
            yield list(told.values())

    def _renamed(self, name: str, told: dict[str, Any]) -> Any:
        """One value of a row or of an object in a document."""
        value = told[name]
        if name == _DOCUMENT:
            return self._renamed_document(value)
        if name == "audience":
            return private_audience(self.after) if value == private_audience(self.before) else value
        if name == "actor" and told.get("by") != _OPERATOR:  # an agent's change has no name in a file
            return value
        return self.after if value == self.before else value

    def _renamed_document(self, text: str) -> str:
        try:
            found = json.loads(text)
        except ValueError:  # it cannot be taken out of the trash either
            return text
        return json.dumps(self._within(found), ensure_ascii=False, separators=(",", ":"))

    def _within(self, found: Any) -> Any:
        if isinstance(found, list):
            return [self._within(one) for one in found]
        if not isinstance(found, dict):
            return found
        names = {name: self._renamed(name, found) for name in ("owner", "audience", "actor") if name in found}
        return {name: self._within(value) for name, value in found.items()} | names


AS_THEY_ARE = OwnerRenaming("", "")
