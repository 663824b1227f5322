"""What was chosen, written into services.toml beside what is there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .. import edit

# This machine itself: what the watcher looks at where there is no list of services.
MACHINE: tuple[dict[str, Any], ...] = (
    {"name": "disk", "check": "disk", "path": "/"},
    {"name": "memory", "check": "memory"},
    {"name": "load", "check": "load"},
    {"name": "clock", "check": "clock"},
    {"name": "names", "check": "resolution"},
)


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The checks of a services.toml; none where there is no file. Raises ServicesError."""
    text = edit.read(path)
    return edit.rows(text, str(path)) if text else []


def add_rows(path: Path, chosen: Sequence[dict[str, Any]]) -> int:
    """Add checks at the end; a new file begins with those of this machine. How many were new.

    A check whose key stands in the file already is left out. Raises ServicesError; then nothing is written.
    """
    before = edit.read(path)
    known = {edit.checked(row).key for row in edit.rows(before, str(path))} if before else set()
    new = [row for row in chosen if edit.checked(row).key not in known]
    if not new:
        return 0
    text = before or ""
    for row in [*(() if before else MACHINE), *new]:
        text = edit.add(text, dict(row), str(path))
    edit.save(path, text, before)
    return len(new)
