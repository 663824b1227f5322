"""The steps of the routine that look after the knowledge folder and what is proposed for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from ..core.messages import PluralMessage, UserMessage
from .types import StepContext, StepResult

if TYPE_CHECKING:
    from ..knowledge.proposals.types import ProposalDraft
    from ..memory import ArchivedCluster

QUOTED = 10  # facts that a proposal quotes
FOREIGN = ("import",)  # sources whose words may come from anywhere


def reflect(context: StepContext) -> StepResult:
    """Propose what is worth keeping of the facts that were said since the last time (C3). By rules: what a model adds
    is asked for at its own times."""
    with context.proposals() as proposals:
        done = proposals.reflect()
    return StepResult(done.added + done.repeated, done.added)


def triage(context: StepContext) -> StepResult:
    """Decide by rules what waits, and put the best of the rest before the operator (C4)."""
    with context.proposals() as proposals:
        done = proposals.triage(stopped=context.stopped)
    context.check_stopped()
    return StepResult(done.changed + done.waiting, done.changed, done.note)


def render(context: StepContext) -> StepResult:
    """Carry out what was edited in the folder's files, and write those whose facts, lessons or cases changed (C2)."""
    from ..knowledge.renderings.render import render_knowledge

    with context.knowledge() as folder:
        done = render_knowledge(context.book, context.memory, context.learning, folder, context.clock)
    note = PluralMessage("%n problem is left to you.", "%n problems are left to you.", len(done.problems))
    return StepResult(done.count, done.changed + sum(done.applied.values()), note if done.problems else "")


def sync(context: StepContext) -> StepResult:
    """Exchange knowledge with the remote, where one is set (X6). A remote that is away is no failure: it is tried again
    the next night, and not three times in this one."""
    from contextlib import closing

    from ..knowledge.sync.background import sync_in_background
    from ..knowledge.sync.opening import open_sync

    if not context.settings.knowledge.remote.strip():
        return StepResult(0, 0, UserMessage("No remote is set."))
    with (
        context.knowledge() as folder,
        closing(
            open_sync(
                context.book, context.memory, folder, context.folder, context.settings, context.clock,
                stopped=context.stopped,
            )
        ) as work,
    ):  # fmt: skip
        done, sentence = sync_in_background(work, context.book, context.clock)
    context.check_stopped()
    if done is None:
        return StepResult(0, 0, sentence)
    changed = len(done.files) + done.records.changed + int(done.pushed)
    return StepResult(done.shared_files + done.shared_records, changed, sentence)


def audit(context: StepContext) -> StepResult:
    """Look for entries that are stale, contradicted, redundant or wrongly dated, and propose their correction (C8)."""
    from ..knowledge.audits.auditor import audit_knowledge

    with context.proposals() as proposals, context.knowledge() as folder:
        found = audit_knowledge(folder, context.book, context.memory, context.clock(), context.stopped)
        if not found.whole:
            context.check_stopped()
        return StepResult(found.audited, proposals.offer(found.drafts).added)


def discover(context: StepContext) -> StepResult:
    """Look through what was said in sessions for corrections, decisions, patterns and preferences of the operator, and
    propose what passes the bar (C9)."""
    from ..knowledge.discoverer.discoverer import discover_signals

    with context.proposals() as proposals, context.knowledge() as folder:
        found = discover_signals(
            folder, context.book, context.memory, context.learning, context.clock(), context.stopped
        )
        added = proposals.offer(found.drafts).added
    if not found.whole:
        context.check_stopped()
    return StepResult(found.read, added)


def tidy(context: StepContext) -> StepResult:
    """Pack the objects of the folder's repository, and remove those that nothing leads to."""
    from ..knowledge.tidying import tidy_repository

    with context.knowledge() as folder:
        done = tidy_repository(folder)
    return StepResult(done.changed, done.changed)


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
    from ..knowledge import MEMORY_FILE, SECTIONS
    from ..knowledge.proposals.types import ProposalDraft, ProposalEvidence

    facts = cluster.facts
    return ProposalDraft(
        "add",
        "clustering",
        cluster.surest_words[:120],
        MEMORY_FILE,
        section=SECTIONS.get(cluster.domain, SECTIONS["operations"]),
        after=cluster.surest_words,
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
    from ..knowledge.proposals.types import ProposalState

    records = ProposalRecords(context.book.store, context.clock)
    states = get_args(ProposalState)
    found = context.book.store.read(lambda: records.list(states)).result()
    return [frozenset(one.draft.memory_ids) for one in found if one.draft.source == "clustering"]


def _is_covered(cluster: ArchivedCluster, before: list[frozenset[int]]) -> bool:
    """Tell whether the surest fact of a group, or half of them, stood in a proposal already."""
    mine = {one.id for one in cluster.facts}
    return any(cluster.facts[0].id in ids or 2 * len(mine & ids) >= len(mine) for ids in before)
