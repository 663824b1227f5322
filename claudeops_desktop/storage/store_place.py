"""Where the store of a data folder is: in its file, or on a server that the setting ``store.url`` names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.paths import DataFolder

if TYPE_CHECKING:
    from .postgres.address import StoreAddress


def server_of(folder: DataFolder) -> StoreAddress | None:
    """The server that holds the store, None where the file does. Raises UsageError for a URL that is none.

    Settings that do not speak of a store are not read as a whole: a start costs one look at their text. The environment
    is not asked, unlike for other settings: a copy of a folder, as a preview works on, must never reach the server.
    """
    try:
        text = folder.settings_file.read_bytes()
    except OSError:
        return None
    if b"store" not in text:
        return None
    from ..core.settings.file import read_file

    group = read_file(folder.settings_file).get("store", {})
    said = str(group.get("url", "")).strip() if isinstance(group, dict) else ""
    if not said:
        return None
    from .postgres.address import read_address

    return read_address(said)


def require_file(folder: DataFolder) -> None:
    """Raise OperatorError where the store is on a server: what follows works on the file only."""
    address = server_of(folder)
    if address is not None:
        raise OperatorError(
            UserMessage(
                "The store is on a PostgreSQL server ({place}), and this works on a file.", place=address.place
            ),
            UserMessage(
                "Use the server's own tools (pg_dump, pg_restore), or bring the store back first:"
                " `claudeops store move file`."
            ),
        )
