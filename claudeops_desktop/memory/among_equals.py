"""A new fact is compared with those of its own audience alone (X2, M10).

It must not reveal, confirm or contradict what somebody else may not see, nor may what everybody sees be changed for a
reason that only some may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from ..core.principals import EVERYONE, ActingPrincipal, acting_as, audience_here, is_operator_here, one_of
from ..storage.database import proxy

_LIMITED = "SELECT 1 WHERE " + " OR ".join(
    f"EXISTS (SELECT 1 FROM {table} WHERE audience <> '{EVERYONE}')" for table in ("memories", "sessions", "gate_log")
)


@contextmanager
def among_equals(audience: str | None = None) -> Iterator[None]:
    """In here only rows of an audience are seen, and what is added gets it: that of what is added here where none is
    named. Inside a read or a write, which must not end before this does."""
    wanted = audience_here() if audience is None else audience
    equals = one_of(wanted)
    if wanted == EVERYONE and not _some_are_limited():
        equals = replace(equals, sees_all=True)  # all rows are everybody's: statements stay as they are
    with acting_as(equals):
        yield


@contextmanager
def as_session(session_id: int | None) -> Iterator[None]:
    """What a session says is said by its agent, to whom may read the session. An agent that acts already goes on."""
    row = None
    if session_id is not None and is_operator_here():
        with acting_as(None):
            sql = "SELECT principal, audience FROM sessions WHERE id = ?"
            row = proxy.execute_sql(sql, (session_id,)).fetchone()
    if row is None:
        yield
        return
    with acting_as(ActingPrincipal(row[0], (row[1],), row[1])):
        yield


def _some_are_limited() -> bool:
    """Tell whether there may be rows that not everybody sees. On a server another machine may add one at any moment."""
    if proxy.is_server:
        return True
    with acting_as(None):
        return proxy.execute_sql(_LIMITED).fetchone() is not None
