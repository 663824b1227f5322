"""Who may use the server is what this computer says, never what a backup says."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

TABLE = "server_tokens"


def keep_own_tokens(restored: Path, present: sqlite3.Connection | None) -> None:
    """Put the tokens of the present database in the place of those in ``restored``; none where there is no present one.

    A backup may be somebody else's, or older than a revocation. A backup of before there were tokens stays without.
    """
    with closing(sqlite3.connect(restored)) as database, database:
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({TABLE})")]
        if not columns:
            return
        database.execute(f"DELETE FROM {TABLE}")
        if present is None:
            return
        with suppress(sqlite3.DatabaseError):  # damaged, or of a version without tokens
            known = {row[1] for row in present.execute(f"PRAGMA table_info({TABLE})")}
            shared = ", ".join(column for column in columns if column in known)
            rows = present.execute(f"SELECT {shared} FROM {TABLE}").fetchall() if shared else []
            marks = ", ".join("?" * len(shared.split(", ")))
            database.executemany(f"INSERT INTO {TABLE} ({shared}) VALUES ({marks})", rows)
