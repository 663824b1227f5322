"""What an operation is: its name, who may use it, what goes in and comes out, and how it is taken back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from ..core.errors import OperatorError

OperationScope = Literal["read", "write", "run", "approve", "admin"]
"""What a token needs for it, as ``server.token_types.TokenScope`` names it."""
OperationKind = Literal["read", "write", "act"]
"""Whether it looks, changes what is stored, or has something done outside of the store."""

Source = TypeVar("Source")
Request = TypeVar("Request", bound=Struct)
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class OperationSpec(Generic[Source, Request, Result]):
    """Declares one operation on the books or the memory. ``run`` is called inside ``store.read`` or ``store.write``, by
    its kind.

    ``result`` is the record that comes back, one of many for an operation that lists. ``undo`` is handed what ``run``
    returned, and puts back what was.
    """

    name: str
    scope: OperationScope
    kind: OperationKind
    help: str
    request: type[Request]
    result: type
    run: Callable[[Source, Request, datetime], Result]
    undo: Callable[[Source, Any, datetime], object] | None = None


LARGEST_NUMBER = 2**63 - 1
"""The database can hold, and be asked for, no larger one: a larger number is that of no row."""


class RowNumber(Struct, frozen=True):
    """Which row, by its number."""

    id: int


class MissingRow(OperatorError):
    """No row has the number that was asked for."""
