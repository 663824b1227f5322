"""``gate_log``: what was held back or thrown away, by which rule and why (E4). Writes run inside ``store.write``."""

from __future__ import annotations

from datetime import datetime

from ...core.clock import to_text
from ...core.principals import audience_here
from ...storage.database import proxy
from ..types import GateDecision

OPERATOR_RULE = "operator"


def log(
    gated: GateDecision,
    text: str,
    source: str,
    now: datetime,
    *,
    session_id: int | None = None,
    memory_id: int | None = None,
    resource_id: int | None = None,
    job: str = "",
) -> None:
    """Append one entry. ``outcome`` is hold, discard or allow (an override)."""
    proxy.execute_sql(
        "INSERT INTO gate_log (outcome, rule, why, text, source, gate_confidence, session_id, memory_id, resource_id,"
        " job, created_at, audience) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(gated.outcome, gated.rule, gated.why, text, source, gated.confidence),
            *(session_id, memory_id, resource_id, job, to_text(now), audience_here()),
        ),
    )


def rejected_before(text: str) -> bool:
    """Tell whether the operator rejected this very text in review."""
    sql = "SELECT 1 FROM gate_log WHERE outcome = 'discard' AND rule = ? AND text = ? LIMIT 1"
    return proxy.execute_sql(sql, (OPERATOR_RULE, text)).fetchone() is not None
