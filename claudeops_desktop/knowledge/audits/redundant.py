"""Redundant: an entry that says what another entry says, or what a decision or a procedure covers (C8). Pure.

Which of the two may go: a decision and a procedure stay, then MEMORY.md, which every session reads, then a note, then
a role's notebook; of two alike the later one goes. A notebook is read by its role alone, so that two notebooks may say
the same. What has a source that the other lacks stays as well.
"""

from __future__ import annotations

from ...core.messages import UserMessage
from ..proposals.types import ProposalEvidence
from .comparison import says_the_same
from .references import StatementReferences
from .types import AuditFinding, KnowledgeStatement

_STANDING = {"decision": 5, "procedure": 4, "memory": 3, "lesson": 3, "note": 2, "role": 1}


def redundancy_of(
    one: KnowledgeStatement, other: KnowledgeStatement, named: tuple[StatementReferences, StatementReferences]
) -> AuditFinding | None:
    """The finding where one of the two repeats the other; None where none does, or neither may go."""
    if one.role and other.role and one.role != other.role:
        return None
    if one.place == other.place and one.place in ("decision", "procedure", "lesson"):
        return None
    stays, goes = _stays_first(one, other)
    if not goes.raw or goes.place not in ("memory", "note", "role") or not stays.accepted:
        return None
    if {*goes.sources} - {*stays.sources} or points_elsewhere(*named):
        return None
    told = says_the_same(stays.text, goes.text)
    if told is None:
        return None
    sentence = UserMessage("{path} says the same: {text}", path=stays.ref, text=stays.text)
    evidence = (
        ProposalEvidence("file", goes.ref, goes.text[:300]),
        ProposalEvidence("file", stays.ref, stays.text[:300]),
    )
    return AuditFinding(
        "redundant", goes.path, goes.line, goes.text, sentence, evidence, goes.raw, "", goes.section,
        confidence=round(min(0.95, told.score), 3),
    )  # fmt: skip


def _stays_first(one: KnowledgeStatement, other: KnowledgeStatement) -> tuple[KnowledgeStatement, KnowledgeStatement]:
    def standing(statement: KnowledgeStatement) -> tuple[object, ...]:
        since = statement.stated_at
        return (
            -_STANDING[statement.place],
            since is None,
            since.timestamp() if since else 0.0,
            statement.path,
            statement.line,
        )

    first, second = sorted((one, other), key=standing)
    return first, second


def points_elsewhere(one: StatementReferences, other: StatementReferences) -> bool:
    """Tell whether the two name other paths, units or decisions: then they are alike in wording only."""
    return any({*getattr(one, name)} != {*getattr(other, name)} for name in ("paths", "units", "decisions", "files"))
