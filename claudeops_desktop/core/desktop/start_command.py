"""How this application is started again by others: the frozen program, the installed command, or the module."""

from __future__ import annotations

import sys
from pathlib import Path

from ..paths import DataFolder, data_folder, own_program


def start_command(*words: str, folder: DataFolder | None = None) -> list[str]:
    """The program and its arguments, whole paths only. ``folder`` is named where it is not the platform's own."""
    command = [*own_program(), *_data_dir(folder), *words]
    script = Path(sys.executable).with_name("claudeops")
    if not getattr(sys, "frozen", False) and script.is_file():
        command[: len(own_program())] = [str(script)]
    return command


def _data_dir(folder: DataFolder | None) -> list[str]:
    if folder is None or folder.root == usual_data_folder():
        return []
    return ["--data-dir", str(folder.root)]


def usual_data_folder() -> Path:
    """Return where the data lies that a start without ``--data-dir`` uses."""
    from platformdirs import user_data_path

    return data_folder(user_data_path("claudeops", appauthor=False)).root
