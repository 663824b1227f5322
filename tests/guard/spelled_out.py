"""Values of the guard as JSON in tables: only fields that differ from their defaults, and readable signs for marks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from claudeops_desktop.guard.shell_types import FREE, OUTPUT, PLAIN, SECRET, UNSEEN

Row = TypeVar("Row")
HERE = Path(__file__).parent
SIGNS = {UNSEEN: "⟨?⟩", PLAIN: "⟨plain⟩", OUTPUT: "⟨out⟩", SECRET: "⟨secret⟩", FREE: "⟨free⟩"}


def spelled(value: Any) -> Any:
    """Return a value of the guard in the form that the tables use."""
    if isinstance(value, str):
        for mark, sign in SIGNS.items():
            value = value.replace(mark, sign)
        return value
    if hasattr(value, "_asdict"):
        usual = value._field_defaults
        fields = value._asdict().items()
        shown = {name: spelled(each) for name, each in fields if each != usual.get(name) and (each or name in usual)}
        return shown["text"] if set(shown) == {"text"} and "quoted" in value._fields else shown
    if isinstance(value, dict):
        return {".".join(name) if isinstance(name, tuple) else str(name): spelled(each) for name, each in value.items()}
    if isinstance(value, (set, frozenset)):
        return sorted(spelled(each) for each in value)
    if isinstance(value, (list, tuple)):
        return [spelled(each) for each in value]
    return value


def meant(value: Any) -> Any:
    """Return a value from a table with its readable signs replaced by the guard's marks."""
    if isinstance(value, list):
        return [meant(each) for each in value]
    if isinstance(value, dict):
        return {name: meant(each) for name, each in value.items()}
    if isinstance(value, str):
        for mark, sign in SIGNS.items():
            value = value.replace(sign, mark)
    return value


def table(name: str) -> list[list[Any]]:
    """Return the rows of a table whose columns are JSON."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [[json.loads(cell) for cell in line.split("\t")] for line in lines if line and not line.startswith("# ")]


def batches(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """Split the rows of a long table into groups of twelve: a row takes a millisecond, and each test two more."""
    return [rows[at : at + 12] for at in range(0, len(rows), 12)]
