"""The operator of a file has no name, and each of a store on a server has one: a move renames what is his."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.principals import private_audience
from .canonical_rows import TablePlan

_OWNED = "memories"
_KEPT = "memory_trash"
"""The table whose rows hold whole memories, as JSON."""


@dataclass(frozen=True, slots=True)
class OwnerRenaming:
    """What belongs to ``before`` belongs to ``after``; "" is the operator of a file."""

    before: str
    after: str

    def rows(self, plan: TablePlan, rows: Iterable[Sequence[Any]]) -> Iterator[Sequence[Any]]:
        """The rows of a table with the other name."""
        renamed = {"audience": (private_audience(self.before), private_audience(self.after))}
        if plan.name == _OWNED:
            renamed["owner"] = (self.before, self.after)
        places = [(place, *renamed[name]) for place, name in enumerate(plan.columns) if name in renamed]
        for row in rows:
            made = list(row)
            for place, before, after in places:
                if made[place] == before:
                    made[place] = after
            yield [self._within(value) for value in made] if plan.name == _KEPT else made

    def _within(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        for key, name in (("owner", self.before), ("audience", private_audience(self.before))):
            other = self.after if key == "owner" else private_audience(self.after)
            value = value.replace(f'"{key}":"{name}"', f'"{key}":"{other}"')
        return value


AS_THEY_ARE = OwnerRenaming("", "")
