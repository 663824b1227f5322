"""Whether what a session says again is evidence (M9). Inside ``store.read`` or ``write``.

A session that was given a fact, in its prompt or by recall, and says the same has only read it. It is evidence where
the session looked for itself first: a tool answered about that service before. A general fact names nothing to look at,
so such a session is no evidence for it. A measurement of ours always is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path

from ..storage.database import proxy
from ..stream.provenance import ClaimOrigin, answers_nothing
from . import resources
from .fact_rules import RepeatContext
from .offered_fact import OfferedFact
from .session_sources import SERVICES, service_names_in
from .types import Memory

__all__ = ["GIVEN_ONLY", "SAID_ONCE", "no_evidence", "repeat_context", "was_given"]

GIVEN_ONLY = "It was in this session's prompt and nothing was measured since."
SAID_ONCE = "This session confirmed it before, and counts once."
_OURS = re.compile(r"\bclaude-?ops(?:-desktop)?\s+(?!doctor)\w", re.IGNORECASE)  # our own program prints what is known


def was_given(memory_id: int, session_id: int | None) -> bool:
    """Tell whether a session had a memory in its prompt or recalled it. False without a session.

    A recording that is played was made without the prompt that is composed for it.
    """
    if session_id is None:
        return False
    injected = (
        "SELECT 1 FROM injections i JOIN sessions s ON s.id = i.session_id"
        " WHERE i.session_id = ? AND i.memory_id = ? AND s.agent <> 'replay' LIMIT 1"
    )
    if proxy.execute_sql(injected, (session_id, memory_id)).fetchone():
        return True
    asked = proxy.execute_sql("SELECT memory_ids FROM recalls WHERE session_id = ?", (session_id,))
    return any(memory_id in json.loads(ids) for (ids,) in asked)


def no_evidence(memory: Memory, offer: OfferedFact, store_path: Path) -> str:
    """Why saying ``memory`` again changes nothing; "" where it counts. ``store_path`` is the store, whose folder holds
    ``services.toml``."""
    session = offer.session_id
    if session is None or offer.provenance.origin is ClaimOrigin.MEASURED:
        return ""
    given = was_given(memory.id, session)
    if given and not (memory.service and _looked_at(memory.service, session, offer.said_at, store_path)):
        return GIVEN_ONLY
    return SAID_ONCE if (given or offer.is_marker) and _confirmed_by(memory.id, session) else ""


def repeat_context(memory: Memory, offer: OfferedFact) -> RepeatContext:
    """Tell whether the conversation of an offer said a memory before."""
    if not offer.conversation:
        return RepeatContext.ELSEWHERE
    if offer.session_id is not None and memory.session_id == offer.session_id:
        return RepeatContext.BORN
    said = resources.load_resources_of(memory.id)
    if any(r.id == memory.resource_id and r.conversation_id == offer.conversation for r in said):
        return RepeatContext.BORN
    heard = any(r.conversation_id == offer.conversation for r in said)
    return RepeatContext.BEFORE if heard else RepeatContext.ELSEWHERE


def _confirmed_by(memory_id: int, session_id: int) -> bool:
    sql = (
        "SELECT 1 FROM memory_versions WHERE memory_id = ? AND session_id = ? AND action IN ('reinforced', 'merged')"
        " LIMIT 1"
    )
    return proxy.execute_sql(sql, (memory_id, session_id)).fetchone() is not None


def _looked_at(service: str, session_id: int, until: str, store_path: Path) -> bool:
    """Tell whether a tool of the session answered about a service before ``until``."""
    names = service_names_in(store_path.with_name(SERVICES), service)
    rows = proxy.execute_sql(
        "SELECT tool_name, input, services FROM tool_calls WHERE session_id = ? AND verdict = 'allow'"
        " AND ended_at IS NOT NULL AND ended_at <= ?",
        (session_id, until),
    )
    return any(
        not answers_nothing(tool)
        and _OURS.search(given) is None
        and (service in map(str.lower, json.loads(services)) or _names(given, names))
        for tool, given, services in rows.fetchall()
    )


def _names(given: str, names: Iterable[str]) -> bool:
    text = given.lower()
    return any(re.search(rf"(?<![a-z0-9]){re.escape(name)}(?![a-z0-9])", text) for name in names)
