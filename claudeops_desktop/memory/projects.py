"""Which project a fact without a service belongs to: the folder that its conversation worked in (M10).

"The backup starts at 01:00" of one project says nothing about the backup of another one. What works in the home folder
or above it belongs to no project that could be told.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePath

from ..storage.database import proxy

MOST_NAMED = 2_000  # bytes of a folder's name


def project_folder(cwd: str, home: str) -> str:
    """The folder as it is kept for a conversation that worked in ``cwd``; "" where it tells no project."""
    if not cwd or len(cwd.encode(errors="replace")) > MOST_NAMED:
        return ""
    path = PurePath(cwd)
    if not path.is_absolute() or PurePath(home).is_relative_to(path) or len(path.parts) < 3:
        return ""
    return str(path)


def same_project(one: str, other: str) -> bool | None:
    """Tell whether two folders are of one project: the same, or one within the other; None where either is not
    known."""
    if not one or not other:
        return None
    first, second = PurePath(one), PurePath(other)
    return first.is_relative_to(second) or second.is_relative_to(first)


def folder_of(conversation_id: str) -> str:
    """The folder of a conversation, "" where none is known. In a read or a write."""
    if not conversation_id:
        return ""
    sql = "SELECT folder FROM transcripts WHERE conversation_id = ?"
    found = proxy.execute_sql(sql, (conversation_id,)).fetchone()
    return str(found[0]) if found else ""


def folders_of(memory_ids: Sequence[int]) -> dict[int, str]:
    """The folder of each memory whose conversation tells one. In a read or a write."""
    sql = (
        "SELECT m.id, t.folder FROM memories m JOIN resources r ON r.id = m.resource_id"
        " JOIN transcripts t ON t.conversation_id = r.conversation_id"
        " WHERE t.folder <> '' AND m.id IN (SELECT value FROM json_each(?))"
    )
    return dict(proxy.execute_sql(sql, (json.dumps(list(memory_ids)),)).fetchall())
