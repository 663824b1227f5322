"""Long work in short parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def batched(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """The items in lists of at most ``size``, in order."""
    left = iter(items)
    while some := list(islice(left, size)):
        yield some
