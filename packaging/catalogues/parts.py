"""Which files belong to which catalogue source: a .ts file for each folder of the window, one for all below it."""

from __future__ import annotations

from pathlib import Path

BELOW = "messages"  # the sentences of all packages that know nothing of the window


def list_parts(package: Path) -> dict[str, list[Path]]:
    """The source files of each part, by its name: ``shell``, ``widgets-log``, ``pages-services``, ``messages``."""
    window = package / "ui"
    parts: dict[str, list[Path]] = {}
    for source in sorted(package.rglob("*.py")):
        parts.setdefault(_name_part(source.parent, window), []).append(source)
    return parts


def _name_part(folder: Path, window: Path) -> str:
    return "-".join(folder.relative_to(window).parts) or "ui" if folder.is_relative_to(window) else BELOW
