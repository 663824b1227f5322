"""A keyring for tests that no machine lacks: registered through keyring's own interface, kept in a file.

``PYTHON_KEYRING_BACKEND=support.keyring_in_a_file.FileKeyring`` makes a program of its own use it;
``CLAUDEOPS_TEST_KEYRING`` names the file.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked, PasswordDeleteError

FILE = "CLAUDEOPS_TEST_KEYRING"


class FileKeyring(KeyringBackend):
    """Keeps what it is given in the file, and tells what it was asked."""

    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.path = Path(os.environ[FILE])
        self.locked = False
        self.asked: list[tuple[str, str]] = []

    def get_password(self, service: str, username: str) -> str | None:
        self._ask("get", username)
        return self._table().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        self._ask("set", username)
        self._write(self._table() | {f"{service} {username}": password})

    def delete_password(self, service: str, username: str) -> None:
        self._ask("delete", username)
        table = self._table()
        if table.pop(f"{service} {username}", None) is None:
            raise PasswordDeleteError("not found")
        self._write(table)

    def _ask(self, what: str, username: str) -> None:
        self.asked.append((what, username))
        if self.locked:
            raise KeyringLocked("locked")

    def _table(self) -> dict[str, str]:
        path = self.path
        return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}

    def _write(self, table: dict[str, str]) -> None:
        self.path.write_text(json.dumps(table), encoding="utf-8")


@contextmanager
def in_use(path: Path) -> Iterator[FileKeyring]:
    """This process keeps its secrets there for a while."""
    import keyring

    from claudeops_desktop.core.secrets import keyring_store

    before, variable = keyring.get_keyring(), os.environ.get(FILE)
    os.environ[FILE] = str(path)
    ours = FileKeyring()
    keyring.set_keyring(ours)
    keyring_store._seen.clear()
    keyring_store._silent_since.clear()
    try:
        yield ours
    finally:
        keyring.set_keyring(before)
        keyring_store._seen.clear()
        os.environ.pop(FILE, None)
        if variable is not None:
            os.environ[FILE] = variable
