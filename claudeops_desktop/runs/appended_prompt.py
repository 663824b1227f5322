"""The file by which the composed prompt reaches an agent: an argument may not exceed 128 kB, a file may."""

from __future__ import annotations

from pathlib import Path

from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage


def write_appended_prompt(place: Path, appended: str) -> Path | None:
    """Write the appended prompt into a session's folder, for the operator's eyes alone; None where it is empty.

    Raises EnvironmentFault.
    """
    if not appended:
        return None
    path = place / "appended.md"
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        path.touch(mode=0o600)
        path.write_text(appended, encoding="utf-8")
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("The prompt cannot be written to {path}: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    return path
