"""The emergency stop as a fact of the file system: a file with one of two names in the data folder.

Whether everything is stopped must not depend on the database, which may be locked, nor on space, which may be used up.
So an empty file is made while all is well, and the stop renames it: a rename inside one folder needs neither. The
guard's hook, the queue, the schedule and every start of an agent look at that name. The standard library only, since
the hook starts once for each tool call.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from .errors import EnvironmentFault, PolicyRefusal
from .messages import UserMessage

FOLDER = "stop"
OFF, ON = "off", "on"
RESUMED = "resumed"
"""Things go on, and neither the stop nor its end is on record yet."""
STOPPED = "Everything is stopped by the operator's emergency stop"
HOW_TO_RESUME = "Press Resume in the window, or run `claudeops resume`."
REASON = "Stopped by the operator."

Root = str | os.PathLike[str]


def marker_folder(root: Root) -> str:
    """The folder of the marker, which a process can watch for the stop of another one."""
    return os.path.join(root, FOLDER)  # noqa: PTH118 — pathlib takes a tenth of the hook's time


def prepare_marker(root: Root) -> None:
    """Make the file that a stop renames, while there is space for it. What fails is tried again at the stop itself."""
    folder = marker_folder(root)
    with suppress(OSError):
        os.makedirs(folder, mode=0o700, exist_ok=True)  # noqa: PTH103
        if not _exists(root, ON):
            _make(root, OFF)


def is_stopped(root: Root) -> bool:
    """Tell whether everything is stopped. Where that cannot be told (no right to look), it counts as stopped."""
    try:
        return _exists(root, ON)
    except OSError:
        return True


def stopped_at(root: Root) -> float | None:
    """When everything was stopped, in seconds of the epoch; None where nothing is."""
    try:
        return os.stat(_path(root, ON)).st_mtime  # noqa: PTH116
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return time.time()


def resumed_at(root: Root) -> float | None:
    """When the stop was that is over and not on record yet, in seconds of the epoch; None where there is none."""
    try:
        return os.stat(_path(root, RESUMED)).st_mtime  # noqa: PTH116
    except OSError:
        return None


def note_recorded(root: Root) -> None:
    """A stop that is over is on record now."""
    with suppress(OSError):
        os.rename(_path(root, RESUMED), _path(root, OFF))  # noqa: PTH104


def set_marker(root: Root) -> bool:
    """Mark everything as stopped; False where it was stopped already. Raises EnvironmentFault where it cannot be."""
    if _exists(root, ON):
        return False
    with suppress(OSError):
        os.utime(_path(root, OFF))  # before the rename: whoever sees the stop sees when it was
    try:
        try:
            _rename_to_on(root)
        except OSError:  # the file was never made, or was taken away
            os.makedirs(marker_folder(root), mode=0o700, exist_ok=True)  # noqa: PTH103
            _make(root, ON)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage(
                "The emergency stop cannot be marked in {marker_folder}: {strerror}.",
                marker_folder=marker_folder(root),
                strerror=error.strerror,
            ),
            UserMessage("Running agents are ended all the same, but new ones may start: end Claude Ops, too."),
        ) from error
    return True


def _rename_to_on(root: Root) -> None:
    try:
        os.rename(_path(root, OFF), _path(root, ON))  # noqa: PTH104
    except FileNotFoundError:
        os.rename(_path(root, RESUMED), _path(root, ON))  # noqa: PTH104


def clear_marker(root: Root, *, recorded: bool = True) -> bool:
    """Let things start again; False where nothing was stopped. Without ``recorded`` the marker says that the stop is
    still to be put on record. Raises EnvironmentFault."""
    try:
        os.rename(_path(root, ON), _path(root, OFF if recorded else RESUMED))  # noqa: PTH104
    except FileNotFoundError:
        return False
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be renamed: {strerror}.", path=_path(root, ON), strerror=error.strerror),
            UserMessage("Everything stays stopped."),
        ) from error
    return True


def refuse_while_stopped(root: Root) -> None:
    """Raises PolicyRefusal, which says how to resume, where everything is stopped."""
    if is_stopped(root):
        raise PolicyRefusal(UserMessage("Everything is stopped by the operator's emergency stop."), HOW_TO_RESUME)


def _path(root: Root, name: str) -> str:
    return os.path.join(root, FOLDER, name)  # noqa: PTH118


def _exists(root: Root, name: str) -> bool:
    try:
        os.stat(_path(root, name))  # noqa: PTH116
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def _make(root: Root, name: str) -> None:
    os.close(os.open(_path(root, name), os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600))
