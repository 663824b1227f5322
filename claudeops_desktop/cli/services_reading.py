"""Reading services.toml for a command: what is wrong in it ends the command with one sentence."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ..core.errors import UsageError
from .output import warn

if TYPE_CHECKING:
    from ..agents.watch.services import ServicesFile
    from ..core.paths import DataFolder


@contextmanager
def services_errors() -> Iterator[None]:
    """Say what is wrong in services.toml, or with a change of it, as a mistake in the words. Raises UsageError."""
    from ..agents.watch.services import ServicesError

    try:
        yield
    except ServicesError as error:
        raise UsageError(str(error)) from error


def read(folder: DataFolder) -> ServicesFile:
    """What is checked. Raises UsageError with the sentence of what is wrong in services.toml."""
    from ..agents.watch.services import default_services, load_services

    if not folder.services_file.exists():
        return default_services()
    with services_errors():
        return load_services(folder.services_file)


def read_usable(folder: DataFolder) -> ServicesFile:
    """What can be checked; entries that cannot be used are named on stderr. Raises UsageError where nothing is left."""
    from ..agents.watch.services import default_services, load_usable_services

    if not folder.services_file.exists():
        return default_services()
    with services_errors():
        found = load_usable_services(folder.services_file)
    for entry in found.invalid:
        warn(f"Not checked: {entry.problem}")
    return found
