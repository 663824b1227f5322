"""Whether a session read what others write: its facts may have been talked into it (E4). Runs inside a transaction.

Told by the calls that the guard let pass: a page that was fetched or searched for, an address outside of the own
network in a command. Logs and files of the own hosts are not counted: every session reads some.
"""

from __future__ import annotations

import re

from ...storage.database import proxy
from ...stream.own_hosts import OperatorHosts

_FETCHING = ("WebFetch", "WebSearch")
_ADDRESS = re.compile(r"(?:https?|ftp)://([^/\s\"'\\:]+)", re.IGNORECASE)


def read_others(session_id: int | None, own: OperatorHosts | None = None) -> bool:
    """Tell whether the session fetched what is not the operator's own. False without a session. ``own`` are the hosts
    of ``services.toml`` and those that nobody outside can reach."""
    if session_id is None:
        return False
    rows = proxy.execute_sql(
        "SELECT tool_name, input FROM tool_calls WHERE session_id = ? AND verdict = 'allow'"
        " AND (tool_name IN (?, ?) OR input LIKE '%://%')",
        (session_id, *_FETCHING),
    )
    hosts = own or OperatorHosts()
    return any(_is_outside(name, text, hosts) for name, text in rows.fetchall())


def _is_outside(tool: str, text: str, own: OperatorHosts) -> bool:
    found = _ADDRESS.findall(text)
    if tool in _FETCHING and not found:
        return True
    return any(not host.startswith("$") and host not in own for host in found)
