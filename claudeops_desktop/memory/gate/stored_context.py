"""The gate with what the database knows: whether the session read what others wrote, and which other facts a new one
would make an instruction of (E4). Inside ``store.read`` or ``write``."""

from __future__ import annotations

from ...language.types import ExtractedFact
from ...storage.database import proxy
from ...stream.own_hosts import OperatorHosts
from ...stream.provenance import NOWHERE, ClaimProvenance
from ..types import GateDecision
from .foreign_sources import read_others
from .gate import gate
from .split_instructions import asked_of, half_of, other_half

__all__ = ["gate_known"]

MOST_COMPARED = 500
_VALID = "active = 1 AND gate = 'allow' AND superseded_by IS NULL AND source <> 'operator'"


def gate_known(
    fact: ExtractedFact,
    source: str,
    session_id: int | None,
    provenance: ClaimProvenance = NOWHERE,
    own: OperatorHosts | None = None,
) -> GateDecision:
    """``gate`` with all that is known."""
    own = own or OperatorHosts()
    return gate(fact, source, read_others(session_id, own), provenance, _together(fact.text, own), own)


def _together(text: str, own: OperatorHosts) -> str:
    """The known fact that makes an instruction of a text, or ""."""
    if not half_of(text, own):
        return ""
    words = asked_of(text)
    places = " OR ".join("observation LIKE ?" for _ in words)
    rows = proxy.execute_sql(
        f"SELECT observation FROM memories WHERE {_VALID} AND ({places}) ORDER BY id DESC LIMIT ?",
        (*(f"%{word}%" for word in words), MOST_COMPARED),
    )
    return other_half(text, (known for (known,) in rows), own)
