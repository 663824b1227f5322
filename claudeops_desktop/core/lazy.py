"""Parts that are made when they are first asked for: what the first picture does not need is not in its way."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
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
    """Tell whether anybody has asked for that part yet."""
    return name in instance.__dict__


def export_lazily(package: str, exports: Mapping[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a package whose names come from its modules, each imported when somebody asks for a name
    of it. ``exports`` gives the module within the package by the name."""

    def find(name: str) -> Any:
        if name not in exports:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = getattr(import_module(f"{package}.{exports[name]}"), name)
        setattr(sys.modules[package], name, found)
        return found

    return find
