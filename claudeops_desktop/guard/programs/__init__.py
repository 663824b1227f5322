"""What each program does. ``program`` finds it; only the module that knows it is loaded."""

from __future__ import annotations

from importlib import import_module

from ..program_call import Understand
from .index import MODULE_OF


def program(name: str) -> Understand | None:
    """How a program is understood; None for one that nobody here knows."""
    module = MODULE_OF.get(name)
    if module is None:
        return None
    known: dict[str, Understand] = import_module(f".{module}", __package__).PROGRAMS
    return known[name]
