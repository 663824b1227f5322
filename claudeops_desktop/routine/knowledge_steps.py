"""The steps of the routine that look after the knowledge folder and what is proposed for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .types import StepContext, StepResult

if TYPE_CHECKING:
    from ..knowledge.proposals.types import ProposalDraft
    from ..memory import ArchivedCluster

QUOTED = 10  # facts that a proposal quotes
FOREIGN = ("import",)  # sources whose words may come from anywhere


def cluster_archived(context: StepContext) -> StepResult:
    """Propose one line of knowledge for archived facts that are about the same, where none was proposed for them."""
    clusters = context.memory.maintenance.cluster_archived(context.stopped)
    context.check_stopped()
    if not clusters:
        return StepResult()
    with context.proposals() as proposals:
        covered = _proposed_before(context)
        new = [draft_of(one) for one in clusters if not _is_covered(one, covered)]
        return StepResult(len(clusters), proposals.offer(new).added)


def draft_of(cluster: ArchivedCluster) -> ProposalDraft:
    """The proposal of a line in MEMORY.md that says what archived facts say together."""
    from ..core.messages import PluralMessage
    from ..knowledge import MEMORY_FILE, SECTIONS
    from ..knowledge.proposals.types import ProposalDraft, ProposalEvidence

    facts = cluster.facts
    return ProposalDraft(
        "add",
        "clustering",
        cluster.insight[:120],
        MEMORY_FILE,
        section=SECTIONS.get(cluster.domain, SECTIONS["operations"]),
        after=cluster.insight,
        reason=PluralMessage(
            "%n archived fact is about this; together they may be worth a line.",
            "%n archived facts are about this; together they may be worth a line.",
            len(facts),
        ),
        evidence=tuple(
            ProposalEvidence("memory", str(one.id), one.observation, one.session_id) for one in facts[:QUOTED]
        ),
        confidence=facts[0].confidence,
        trusted=all(one.confirmed and one.source not in FOREIGN for one in facts),
        memory_ids=tuple(one.id for one in facts),
    )


def _proposed_before(context: StepContext) -> list[frozenset[int]]:
    """The facts of each proposal that was drawn from archived ones, whatever became of it."""
    from ..knowledge.proposals.tables import ProposalRecords

    records = ProposalRecords(context.book.store, context.clock)
    states = ("waiting", "review", "promoted", "merged", "rejected", "outdated")
    found = context.book.store.read(lambda: records.list(states)).result()  # type: ignore[arg-type]
    return [frozenset(one.draft.memory_ids) for one in found if one.draft.source == "clustering"]


def _is_covered(cluster: ArchivedCluster, before: list[frozenset[int]]) -> bool:
    """Whether the surest fact of a group, or half of them, stood in a proposal already."""
    mine = {one.id for one in cluster.facts}
    return any(cluster.facts[0].id in ids or 2 * len(mine & ids) >= len(mine) for ids in before)
