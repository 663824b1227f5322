"""The folder that a transcript's conversation worked in, as its first lines say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ...stream.events import load
from ..projects import project_folder

__all__ = ["working_folder"]

_HEAD = 262_144  # bytes: a first prompt may be long


def working_folder(path: Path, home: str) -> str:
    """The project's folder; the CLI's own name for it where no line names one; "" where neither tells a project.

    Raises OSError.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
    for raw in head.split(b"\n"):
        if b'"cwd"' in raw and (data := load(raw)) is not None and (cwd := _cwd(data)):
            return project_folder(cwd, home)
    if "projects" in path.parts[:-1] and path.parent.parent.name == "projects":
        return project_folder(f"/projects/{path.parent.name}", home)
    return ""


def _cwd(data: dict[str, Any]) -> str:
    event = data.get("event")
    for place in (data, event if isinstance(event, dict) else {}):
        if isinstance(cwd := place.get("cwd"), str) and cwd:
            return cwd
    return ""
