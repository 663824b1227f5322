"""What an agent wants forgotten (E18): retired where it wrote it itself in this session, else proposed to the operator.

Nothing is ever deleted by an agent. A retired memory is archived and doubted; the operator brings it back by raising
its confidence. A proposal is a held fact that points to the one it is about; Review shows it, and approving it retires
that one. Everything here runs inside ``store.write`` unless it says otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from ..core.clock import to_text
from ..core.principals import EVERYONE, audience_here, owner_here
from ..storage import DataStore
from ..storage.database import proxy
from . import lifecycle, resources, tables
from .context import one_line
from .types import LONGEST_OBSERVATION, Memory, MemoryLink

RETRACTS = "retracts"
RETIRED_AT_MOST = 0.2
AGENT = "agent"


@dataclass(frozen=True, slots=True)
class RetractionOutcome:
    """What became of the wish. ``action`` is retired, proposed, or unchanged; ``memory`` the retired one or the
    proposal."""

    action: str
    memory: Memory | None
    why: str


def retract(
    store: DataStore, memory_id: int, reason: str, session_id: int | None, tier: int, now: datetime
) -> RetractionOutcome:
    """An agent wants this memory forgotten."""
    memory = tables.get_memory(memory_id)
    if memory is None or memory.gate == "discard":
        return RetractionOutcome("unchanged", None, f"There is no memory {memory_id}.")
    if memory.state in ("archived", "cold") and not memory.active:
        return RetractionOutcome("unchanged", memory, "It is retired already.")
    told = one_line(reason)
    if is_own(memory, session_id):
        after = retire_memory(store, memory, by=AGENT, why=f"Taken back by the session that said it: {told}", now=now)
        return RetractionOutcome("retired", after, "You said it yourself in this session.")
    return propose(store, memory, told, session_id, tier, now)


def propose(
    store: DataStore, memory: Memory, reason: str, session_id: int | None, tier: int, now: datetime
) -> RetractionOutcome:
    """Ask the operator whether to forget a memory, once."""
    waiting = proposal_for(memory.id)
    if waiting is not None:
        return RetractionOutcome("unchanged", waiting, "A proposal to forget it waits for the operator already.")
    made = _propose(store, memory, reason, session_id, tier, now)
    return RetractionOutcome("proposed", made, "You did not write it in this session, so the operator decides.")


def is_own(memory: Memory, session_id: int | None) -> bool:
    """Tell whether a session alone stands behind a memory: it said it first, and nobody else has touched it since."""
    if (
        session_id is None
        or memory.session_id != session_id
        or memory.pinned
        or memory.source not in ("agent", "marker")
    ):
        return False
    return all(v.by == AGENT and v.session_id in (None, session_id) for v in tables.versions(memory.id))


def retire_memory(store: DataStore, memory: Memory, *, by: str, why: str, now: datetime) -> Memory:
    """Archive a memory and doubt it: no prompt and no recall shows it unless it is asked for."""
    value = lifecycle.clamp_confidence(min(memory.confidence, RETIRED_AT_MOST))
    after = replace(memory, confidence=value, active=0, state="archived")
    tables.update(memory.id, confidence=value, active=0, state="archived")
    tables.add_version(after, action="retracted", by=by, why=why, now=now, session_id=memory.session_id)
    store.changed("memories", memory.id)
    return after


def target_of(memory_id: int) -> int | None:
    """The memory that a proposal wants forgotten; None where this is no proposal. Inside a read or a write."""
    row = proxy.execute_sql(
        "SELECT l.to_id FROM memory_links l JOIN memories m ON m.id = l.from_id"
        " WHERE l.from_id = ? AND l.kind = ? AND m.gate = 'hold'",
        (memory_id, RETRACTS),
    ).fetchone()
    return int(row[0]) if row else None


def proposal_for(memory_id: int) -> Memory | None:
    """The proposal that waits for the operator's word on a memory, where one does."""
    row = proxy.execute_sql(
        "SELECT l.from_id FROM memory_links l JOIN memories m ON m.id = l.from_id"
        " WHERE l.to_id = ? AND l.kind = ? AND m.gate = 'hold' ORDER BY l.id LIMIT 1",
        (memory_id, RETRACTS),
    ).fetchone()
    return tables.get_memory(int(row[0])) if row else None


def list_waiting() -> list[tuple[int, int]]:
    """The proposals that wait for the operator, each with the memory that it wants forgotten. Inside a read."""
    rows = proxy.execute_sql(
        "SELECT l.from_id, l.to_id FROM memory_links l JOIN memories m ON m.id = l.from_id"
        " WHERE l.kind = ? AND m.gate = 'hold' ORDER BY l.from_id",
        (RETRACTS,),
    )
    return [(int(asked), int(target)) for asked, target in rows]


def carry_out(store: DataStore, proposal_id: int, now: datetime) -> tuple[Memory, ...]:
    """The operator agrees to a proposal: its target is retired, the proposal laid away; how both stand now."""
    target, proposal = target_of(proposal_id), tables.get_memory(proposal_id)
    if target is None or proposal is None:
        return ()
    done = []
    if (memory := tables.get_memory(target)) is not None:
        done.append(retire_memory(store, memory, by="operator", why="Proposed by the agent and approved.", now=now))
    after = replace(proposal, gate="allow", active=0, state="archived")
    tables.update(proposal.id, gate="allow", active=0, state="archived")
    tables.add_version(after, action="approved", by="operator", why="The proposal was carried out.", now=now)
    store.changed("memories", proposal.id)
    return (*done, after)


def _propose(store: DataStore, old: Memory, reason: str, session_id: int | None, tier: int, now: datetime) -> Memory:
    at = to_text(now)
    text = f"No longer true: {one_line(old.observation)}"[:LONGEST_OBSERVATION]
    passage = resources.add(f"{text}\n{reason}", "agent", at, resources.conversation_of(session_id), now)
    why = f"The agent asks to forget memory {old.id}: {reason}"
    made = tables.insert(
        Memory(
            id=0,
            service=old.service,
            category=old.category,
            observation=text,
            confidence=0.7,
            active=0,
            created_at=at,
            updated_at=at,
            session_id=session_id,
            tier=tier,
            domain=old.domain,
            source="agent",
            gate="hold",
            gate_why=why,
            resource_id=passage,
            last_confirmed_at=at,
            valid_from=at,
            owner=owner_here(),
            audience=audience_here() if old.audience == EVERYONE else old.audience,
        )
    )
    tables.add_version(
        made, action="inserted", by=AGENT, why=why, now=now, session_id=session_id, other_id=old.id, resource_id=passage
    )
    tables.add_link(MemoryLink(made.id, old.id, RETRACTS, reason, at))
    store.changed("memories", made.id, what="inserted")
    return made
