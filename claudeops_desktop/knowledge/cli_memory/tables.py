"""The rows of earlier texts of the CLI's memory files. Reads belong inside ``store.read``, all else inside
``store.write``."""

from __future__ import annotations

import builtins

from ...core.clock import Clock, to_text
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...storage import DataStore
from ...storage.database import proxy
from .types import MOST_VERSIONS, AgentFileVersion

_COLUMNS = "id, path, revision, saved_at, why, refused"


class AgentFileVersions:
    """The last ten texts of each file."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def add(self, path: str, text: str, revision: str, why: str, *, refused: bool = False) -> int:
        """Keep a text; its number. The same text as the last one kept is not kept again. What is older than the last
        ten goes; a text that was refused counts among them."""
        last = proxy.execute_sql(
            "SELECT id, revision, refused FROM agent_file_versions WHERE path = ? ORDER BY id DESC LIMIT 1", (path,)
        ).fetchone()
        if last is not None and last[1] == revision and bool(last[2]) == refused:
            return int(last[0])
        done = proxy.execute_sql(
            "INSERT INTO agent_file_versions (path, text, revision, saved_at, why, refused) VALUES (?, ?, ?, ?, ?, ?)",
            (path, text, revision, to_text(self._clock()), why, int(refused)),
        )
        proxy.execute_sql(
            "DELETE FROM agent_file_versions WHERE path = ? AND id NOT IN"
            " (SELECT id FROM agent_file_versions WHERE path = ? ORDER BY id DESC LIMIT ?)",
            (path, path, MOST_VERSIONS),
        )
        self._store.changed("agent_file_versions", int(done.lastrowid))
        return int(done.lastrowid)

    def list(self, path: str) -> builtins.list[AgentFileVersion]:
        """The texts that are kept of a file, the latest first."""
        rows = proxy.execute_sql(
            f"SELECT {_COLUMNS} FROM agent_file_versions WHERE path = ? ORDER BY id DESC", (path,)
        ).fetchall()
        return [
            AgentFileVersion(number, path, revision, saved_at, why, bool(refused))
            for number, path, revision, saved_at, why, refused in rows
        ]

    def text(self, number: int, path: str) -> str:
        """The text of a version of a file. Raises OperatorError where that file has none of this number."""
        row = proxy.execute_sql(
            "SELECT text FROM agent_file_versions WHERE id = ? AND path = ?", (number, path)
        ).fetchone()
        if row is None:
            raise OperatorError(
                UserMessage("There is no version {number} of this file.", number=number),
                UserMessage("See `claudeops knowledge agent-folders versions`."),
            )
        return str(row[0])
