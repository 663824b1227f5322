"""Entries that came from a fact which memory itself has replaced since (C8): the most certain contradiction, for the
judge found it among all that is known, and the row says by what.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...core.messages import UserMessage
from ...memory import Memory, MemoryService
from ...records.record_books import RecordRepositories
from ..proposals.apply import entry_text
from ..proposals.tables import ProposalRecords
from ..proposals.types import ProposalEvidence
from .references import names_service
from .types import AuditFinding, KnowledgeStatement

LONGEST_CHAIN = 20
CERTAINTY = 0.85


@dataclass(frozen=True, slots=True)
class ReplacedSource:
    """An entry at ``path`` that says ``text``, as it was written once; the fact ``source`` that it came from, which no
    longer holds, and the fact ``heir`` that took its place."""

    path: str
    text: str
    source: Memory
    heir: Memory


def read_replaced_sources(book: RecordRepositories, memory: MemoryService) -> tuple[ReplacedSource, ...]:
    """The entries that were written from facts, none of which holds any more. Waits for the database."""
    return book.store.read(lambda: tuple(_replaced(book, memory))).result()


def find_replaced_sources(
    statements: Sequence[KnowledgeStatement], sources: Sequence[ReplacedSource]
) -> Iterator[AuditFinding]:
    """Entries that still say what such a fact said."""
    known: Mapping[tuple[str, str], ReplacedSource] = {(one.path, one.text): one for one in sources}
    for statement in statements:
        found = known.get((statement.path, entry_text(statement.text)))
        if found is None or not statement.raw:
            continue
        heir = found.heir
        said = heir.observation
        after = said if not heir.service or names_service(said, heir.service) else f"{heir.service}: {said}"
        yield AuditFinding(
            "contradicted", statement.path, statement.line, statement.text,
            UserMessage("The fact that it was written from was replaced: {text}", text=said),
            (ProposalEvidence("file", statement.ref, statement.text[:300]),
             ProposalEvidence("memory", str(found.source.id), found.source.observation[:300]),
             ProposalEvidence("memory", str(heir.id), said[:300])),
            statement.raw, after, statement.section, confidence=CERTAINTY, memory_ids=(heir.id,),
        )  # fmt: skip


def _replaced(book: RecordRepositories, memory: MemoryService) -> Iterator[ReplacedSource]:
    doubted = {old.id: new.id for _, old, new in memory.review.conflicts()}
    for proposal in ProposalRecords(book.store, book.clock).list(("promoted",)):
        draft = proposal.draft
        pairs = [_heir(memory, number, doubted) for number in draft.memory_ids]
        if pairs and all(pairs):
            found = pairs[-1]
            assert found is not None  # noqa: S101 — all of them are there
            yield ReplacedSource(draft.path, entry_text(proposal.written or draft.after), *found)


def _heir(memory: MemoryService, number: int, doubted: Mapping[int, int]) -> tuple[Memory, Memory] | None:
    """A fact that no longer holds and the one that holds in its place; None where it holds, or nothing took its
    place."""
    source = memory.search.get(number)
    if source is None:
        return None
    now = source
    for _ in range(LONGEST_CHAIN):
        following = now.superseded_by or (doubted.get(now.id) if not now.active else None)
        heir = memory.search.get(following) if following is not None else None
        if heir is None:
            break
        now = heir
    return (source, now) if now.id != source.id and now.active and now.gate == "allow" else None
