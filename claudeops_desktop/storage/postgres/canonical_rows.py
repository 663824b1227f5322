"""The rows of a store in one form, whichever database holds them, and a checksum of each table over it.

A row is a JSON list of its values by the names of the columns; bytes are ``{"hex": …}``. Rows come by their key.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...core.errors import OperatorError
from ...core.messages import UserMessage

_KINDS: dict[str, tuple[type, ...]] = {
    "INTEGER": (int,),
    "REAL": (float, int),
    "TEXT": (str,),
    "BLOB": (bytes,),
}
_MOST = 2**63


@dataclass(frozen=True, slots=True)
class TablePlan:
    """A table as it is moved: columns by name with their kinds, the columns that order its rows, and whether the
    database gives its numbers."""

    name: str
    columns: tuple[str, ...]
    kinds: tuple[str, ...]
    keys: tuple[str, ...]
    numbered: bool

    @property
    def listed(self) -> str:
        """The columns in SQL."""
        return ", ".join(f'"{name}"' for name in self.columns)

    @property
    def select(self) -> str:
        """All rows by their key, in SQL that both databases speak."""
        order = ", ".join(f'"{name}"' for name in self.keys or self.columns)
        return f'SELECT {self.listed} FROM "{self.name}" ORDER BY {order}'


@dataclass(frozen=True, slots=True)
class TableSum:
    """How many rows a table has and what they sum up to."""

    rows: int
    checksum: str


class RowSum:
    """Sums up rows as they pass."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self._rows = 0

    def add(self, row: Sequence[Any]) -> None:
        """One row more."""
        self._digest.update(canonical_bytes(row))
        self._rows += 1

    def so_far(self) -> TableSum:
        """What passed."""
        return TableSum(self._rows, self._digest.hexdigest())


def canonical_bytes(row: Sequence[Any]) -> bytes:
    """One row in the one form, with a line end."""
    return (
        json.dumps(
            [{"hex": value.hex()} if isinstance(value, bytes) else value for value in row],
            ensure_ascii=False,
            separators=(",", ":"),
        ).encode()
        + b"\n"
    )


def passing(plan: TablePlan, rows: Iterable[Sequence[Any]], summed: RowSum, told: Callable[[], None]) -> Iterator[Any]:
    """The rows as they are written, checked and summed up on their way. Raises OperatorError for a value that its
    column must not hold, with the row named."""
    for row in rows:
        made = [_checked(plan, place, value, row) for place, value in enumerate(row)]
        summed.add(made)
        told()
        yield made


def _checked(plan: TablePlan, place: int, value: Any, row: Sequence[Any]) -> Any:
    kind = plan.kinds[place]
    if value is None:
        return None
    if isinstance(value, memoryview):
        value = bytes(value)
    if not isinstance(value, _KINDS[kind]) or isinstance(value, bool):
        raise _unfit(plan, place, row, UserMessage("is no {kind}", kind=kind))
    if kind == "REAL" and isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, int) and not -_MOST <= value < _MOST:
        raise _unfit(plan, place, row, UserMessage("is too large"))
    if isinstance(value, str) and "\0" in value:
        raise _unfit(plan, place, row, UserMessage("holds a zero byte, which PostgreSQL cannot store"))
    return value


def _unfit(plan: TablePlan, place: int, row: Sequence[Any], why: UserMessage) -> OperatorError:
    key = ", ".join(f"{name} {row[plan.columns.index(name)]!r}" for name in plan.keys) or "a row"
    return OperatorError(
        UserMessage(
            "Nothing was moved: in {table}, {key}, the value of {column} {why}.",
            table=plan.name,
            key=key,
            column=plan.columns[place],
            why=why,
        ),
        UserMessage("Correct or delete that row in the application, and start again."),
    )
