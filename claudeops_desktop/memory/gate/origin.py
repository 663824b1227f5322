"""Whether a session read what others write: its facts may have been talked into it (E4). Runs inside a transaction.

Told by the calls that the guard let pass: a page that was fetched or searched for, an address outside of the own
network in a command. Logs and files of the own hosts are not counted: every session reads some.
"""

from __future__ import annotations

import re

from ...store.database import proxy

_FETCHING = ("WebFetch", "WebSearch")
_ADDRESS = re.compile(r"(?:https?|ftp)://([^/\s\"'\\:]+)", re.IGNORECASE)
_OWN = re.compile(
    r"localhost|127\.\S*|0\.0\.0\.0|10\.\S*|192\.168\.\S*|172\.(?:1[6-9]|2\d|3[01])\.\S*|\[?::1\]?|[\w-]+|"
    r"\S+\.(?:lan|local|internal|home|home\.arpa|svc|cluster\.local|localdomain)|\$\S*",
    re.IGNORECASE,
)


def read_others(session_id: int | None) -> bool:
    """Whether the session fetched what is not the operator's own. False without a session."""
    if session_id is None:
        return False
    rows = proxy.execute_sql(
        "SELECT tool_name, input FROM tool_calls WHERE session_id = ? AND verdict = 'allow'"
        " AND (tool_name IN (?, ?) OR input LIKE '%://%')",
        (session_id, *_FETCHING),
    )
    return any(name in _FETCHING or _is_outside(text) for name, text in rows.fetchall())


def _is_outside(text: str) -> bool:
    return any(not _OWN.fullmatch(host) for host in _ADDRESS.findall(text))
