"""Which rows are not everybody's, and which of some are there for whoever acts (X2). Inside a read or a write."""

from __future__ import annotations

import json
from collections.abc import Sequence

from ..core.principals import EVERYONE
from .database import proxy
from .row_visibility import VISIBLE_ROWS


def limited_rows(table: str, ids: Sequence[int] | None = None) -> dict[int, str]:
    """The audience of each row that is not everybody's, of these or of all, in a table that has audiences of its
    own."""
    which = "" if ids is None else " AND id IN (SELECT value FROM json_each(?))"
    values = () if ids is None else (json.dumps(list(ids)),)
    sql = f"SELECT id, audience FROM {table} WHERE audience <> '{EVERYONE}'{which}"
    return dict(proxy.execute_sql(sql, values).fetchall())


def present_rows(table: str, ids: Sequence[int]) -> set[int]:
    """Those of these rows that are there for whoever acts. Raises KeyError for a table that nobody knows."""
    assert VISIBLE_ROWS[table]  # noqa: S101 — the name stands in the statement as it is
    sql = f"SELECT id FROM {table} WHERE id IN (SELECT value FROM json_each(?))"
    return {number for (number,) in proxy.execute_sql(sql, (json.dumps(list(ids)),))}
