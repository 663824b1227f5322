"""Parts that are made when they are first asked for: what the first picture does not need is not in its way."""

from __future__ import annotations

from collections.abc import Callable
from threading import RLock
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy_property(Generic[T]):  # noqa: N801 — used as a decorator, as ``property`` is
    """``functools.cached_property``, made once also where several threads ask at the same moment (any Python)."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._making = RLock()
        self.__doc__ = make.__doc__

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> lazy_property[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> lazy_property[T] | T:
        """The part; made now where it is not there yet."""
        if instance is None:
            return self
        made = instance.__dict__
        with self._making:
            if self._name not in made:
                made[self._name] = self._make(instance)
            part: T = made[self._name]
        return part


def is_made(instance: object, name: str) -> bool:
    """Whether anybody has asked for that part yet."""
    return name in instance.__dict__
