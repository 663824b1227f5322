"""Start at login (D3): a desktop file in the autostart folder of the XDG standard, which starts it in the tray."""

from __future__ import annotations

import os
import shlex
from dataclasses import dataclass
from pathlib import Path

from ..atomic_write import write_whole
from ..errors import EnvironmentFault
from ..messages import UserMessage
from ..paths import DataFolder
from .start_command import start_command, usual_data_folder

FILE = "org.claudeops.Desktop.desktop"
_RESERVED = set(" \t\n\"'\\><~|&;$*?#()`%")


@dataclass(frozen=True, slots=True)
class AutostartState:
    """How it stands: ``command`` is what a login starts; ``problem`` a sentence, "" where all is well."""

    on: bool
    path: Path
    command: str = ""
    problem: str = ""


def autostart_file() -> Path:
    """Where the desktop file belongs."""
    config = os.environ.get("XDG_CONFIG_HOME", "")
    root = Path(config) if config.startswith("/") else Path.home() / ".config"
    return root / "autostart" / FILE


def autostart_status(folder: DataFolder | None = None) -> AutostartState:
    """Tell whether a login starts it, and whether what it would start is still there and uses ``folder``."""
    path = autostart_file()
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return AutostartState(False, path)
    except OSError as error:
        return AutostartState(False, path, "", f"{path} cannot be read: {error.strerror}.")
    entry = dict(line.split("=", 1) for line in text.splitlines() if "=" in line and not line.startswith("#"))
    command = entry.get("Exec", "")
    if entry.get("Hidden") == "true" or entry.get("X-GNOME-Autostart-enabled") == "false":
        return AutostartState(False, path, command, "The desktop's own settings turned it off.")
    program = entry.get("TryExec", "")
    if program and not os.access(program, os.X_OK):
        return AutostartState(True, path, command, f"{program} is not there any more: turn it on anew.")
    if folder is not None and (other := _data_folder_of(command)) != folder.root:
        return AutostartState(
            True, path, command, f"A login starts it with the data folder {other}, not with {folder.root}."
        )
    return AutostartState(True, path, command)


def _data_folder_of(command: str) -> Path:
    """Return the data folder that an Exec line names, or the usual one."""
    try:
        words = split_exec_line(command)
        return Path(words[words.index("--data-dir") + 1])
    except (ValueError, IndexError):
        return usual_data_folder()


def turn_on(folder: DataFolder | None = None) -> AutostartState:
    """Start at login from now on. Raises EnvironmentFault."""
    path = autostart_file()
    command = start_command("--background", folder=folder)
    lines = (
        "[Desktop Entry]",
        "Type=Application",
        "Name=Claude Ops",
        "Comment=Watch your infrastructure with an agent that remembers",
        f"TryExec={command[0]}",
        f"Exec={' '.join(map(_quoted, command))}",
        "Icon=org.claudeops.Desktop",
        "Terminal=false",
        "X-GNOME-Autostart-enabled=true",
        "",
    )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, "\n".join(lines), mode=0o644)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror),
            UserMessage("Make its folder writable."),
        ) from error
    return autostart_status()


def turn_off() -> AutostartState:
    """Start at login no longer. Raises EnvironmentFault."""
    path = autostart_file()
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be removed: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    return autostart_status()


def split_exec_line(command: str) -> list[str]:
    """The words of an Exec line, as the desktop reads them."""
    return [word.replace("%%", "%") for word in shlex.split(command)]


def _quoted(word: str) -> str:
    """A word of an Exec line: quoted where it holds a reserved character; a percent sign is doubled."""
    doubled = word.replace("%", "%%")
    if word and not _RESERVED & set(word):
        return doubled
    for sign in ("\\", '"', "`", "$"):
        doubled = doubled.replace(sign, f"\\{sign}")
    return f'"{doubled}"'
