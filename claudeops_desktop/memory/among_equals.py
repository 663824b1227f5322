"""A new fact is compared with those of its own audience alone (X2, M10).

It must not reveal, confirm or contradict what somebody else may not see, nor may what everybody sees be changed for a
reason that only some may know.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from ..core.principals import EVERYONE, ActingPrincipal, acting, acting_as, audience_here, is_operator_here, one_of
from ..storage.database import proxy


@contextmanager
def among_equals(audience: str | None = None) -> Iterator[None]:
    """In here only rows of an audience are seen, and what is added gets it: that of what is added here where none is
    named. Inside a read or a write, or before one."""
    wanted = audience_here() if audience is None else audience
    equals = one_of(wanted)
    all_of_them = replace(equals, sees_all=True)  # all rows are everybody's: statements stay as they are
    if wanted == EVERYONE and (acting() == all_of_them or not _some_are_limited()):
        equals = all_of_them
    with acting_as(equals):
        yield


@contextmanager
def as_session(session_id: int | None) -> Iterator[None]:
    """What a session says is said by its agent, to whom may read the session. An agent that acts already goes on."""
    if session_id is None or not is_operator_here():
        yield
        return
    row = proxy.execute_sql("SELECT principal, audience FROM sessions WHERE id = ?", (session_id,)).fetchone()
    with acting_as(ActingPrincipal(row[0], (row[1],), row[1], sees_all=True) if row is not None else None):
        yield


def _some_are_limited() -> bool:
    with acting_as(None):
        sql = f"SELECT 1 FROM memories WHERE audience <> '{EVERYONE}' LIMIT 1"
        return proxy.execute_sql(sql).fetchone() is not None
