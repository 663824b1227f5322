"""What the guard makes of a text, as JSON may say it: only what differs from the default, marks as signs to be read."""

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
    """A value of the guard's own, as it stands in a table."""
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
    """What stands in a table, with its signs turned into the marks that they stand for."""
    if isinstance(value, list):
        return [meant(each) for each in value]
    if isinstance(value, dict):
        return {name: meant(each) for name, each in value.items()}
    if isinstance(value, str):
        for mark, sign in SIGNS.items():
            value = value.replace(sign, mark)
    return value


def table(name: str) -> list[list[Any]]:
    """The rows of a table whose columns are JSON."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [[json.loads(cell) for cell in line.split("\t")] for line in lines if line and not line.startswith("# ")]


def batches(rows: Sequence[Row]) -> list[Sequence[Row]]:
    """The rows of a long table, twelve for one test: each row takes a millisecond, and a test two of its own."""
    return [rows[at : at + 12] for at in range(0, len(rows), 12)]
