"""Reading services.toml for a command: what is wrong in it ends the command with one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import UsageError
from .output import warn

if TYPE_CHECKING:
    from ..agents.watch.services import ServicesFile
    from ..core.paths import DataFolder


def read(folder: DataFolder) -> ServicesFile:
    """What is checked. Raises UsageError with the sentence of what is wrong in services.toml."""
    from ..agents.watch.services import ServicesError, default_services, load_services

    if not folder.services_file.exists():
        return default_services()
    try:
        return load_services(folder.services_file)
    except ServicesError as error:
        raise UsageError(str(error)) from error


def read_usable(folder: DataFolder) -> ServicesFile:
    """What can be checked; entries that cannot be used are named on stderr. Raises UsageError where nothing is left."""
    from ..agents.watch.services import ServicesError, default_services, load_usable_services

    if not folder.services_file.exists():
        return default_services()
    try:
        found = load_usable_services(folder.services_file)
    except ServicesError as error:
        raise UsageError(str(error)) from error
    for entry in found.invalid:
        warn(f"Not checked: {entry.problem}")
    return found
