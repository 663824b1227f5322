"""``claudeops knowledge audit`` and ``claudeops knowledge consolidate`` (C8 to C10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from ..core.messages import UserMessage
from .cli_context import CliContext, OpenData, OpenKnowledge
from .command import CommandAnswer, CommandGroup
from .output import clean

if TYPE_CHECKING:
    from ..knowledge import KnowledgeService
    from ..knowledge.consolidation.service import ConsolidationService
    from ..knowledge.consolidation.types import ConsolidationMerge, ConsolidationResult


CONSOLIDATION = CommandGroup("")
register = CONSOLIDATION.register


@CONSOLIDATION.command("audit")
def audit(folder: OpenKnowledge, cli: CliContext, data: OpenData) -> CommandAnswer:
    """List entries that are stale, contradicted, redundant or wrongly dated, each with its evidence. Changes no file;
    `consolidate` proposes the changes."""
    from ..knowledge.audits.auditor import audit_knowledge

    file = cli.folder.services_file
    found = audit_knowledge(folder, data.book, data.memory, data.book.clock(), services_file=file)
    lines = []
    for one in found.findings:
        lines.append(f"{one.kind}: {clean(one.path)}:{one.line}: {clean(one.text)}")
        lines.append(f"  {clean(one.reason)}")
        lines += [f"  {proof.kind} {clean(proof.ref)}: {clean(proof.quote)}" for proof in one.evidence]
    document = {
        "audited": found.audited,
        "unchanged": found.unchanged,
        "findings": [one.as_json() for one in found.findings],
    }
    return CommandAnswer(document, lines or f"Nothing is wrong with {found.audited} statements.")


@CONSOLIDATION.command("consolidate")
def consolidate(
    folder: OpenKnowledge,
    cli: CliContext,
    data: OpenData,
    preview: Annotated[bool, typer.Option("--preview", help="Only show it; make no branch.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the branches that wait.")] = False,
    show: Annotated[str, typer.Option("--show", metavar="BRANCH", help="Show what a branch would change now.")] = "",
    approve: Annotated[str, typer.Option("--approve", metavar="BRANCH", help="Merge a branch into the files.")] = "",
    discard: Annotated[str, typer.Option("--discard", metavar="BRANCH", help="Throw a branch away.")] = "",
    undo: Annotated[bool, typer.Option("--undo", help="Take the last one that was approved back.")] = False,
) -> CommandAnswer:
    """Look for what is wrong in the folder and for what sessions said that is worth keeping, and put the best of it on
    a branch. Nothing changes in the files before you approve it."""
    if sum(map(bool, (preview, listed, show, approve, discard, undo))) > 1:
        raise UsageError(
            UserMessage("Only one of these can be done at a time."),
            UserMessage("See `claudeops knowledge consolidate --help`."),
        )
    service = _consolidation(cli, folder, data)
    if listed:
        names = service.branches()
        return CommandAnswer(names, names or "No branch waits.")
    if show:
        text = service.difference(show)
        said = clean(text, lines=True).rstrip("\n") or "Nothing would change any more."
        return CommandAnswer({"branch": show, "diff": text}, said)
    if approve:
        return _merged(service.approve(approve), "Approved")
    if discard:
        return _merged(service.discard(discard), "Discarded")
    if undo:
        return _merged(service.undo(), "Undone")
    found = service.consolidate(preview=preview)
    return CommandAnswer(found.as_json(), _describe(found))


def _describe(found: ConsolidationResult) -> Iterator[str]:
    for one in found.changes:
        yield f"{one.proposal}. {clean(one.path)}: {clean(one.title)}"
        yield f"  {clean(one.reason)}"
    for sentence in found.left_out:
        yield f"Left out: {clean(sentence)}"
    if found.refused:
        yield f"Refused: {clean(found.refused)}"
    elif not found.changes:
        yield "There is nothing to consolidate."
    else:
        yield clean(found.diff, lines=True).rstrip("\n")
    if found.branch:
        command = f"claudeops knowledge consolidate --approve {found.branch}"
        yield f"It waits as {found.branch}. Approve it with `{command}`."


def _merged(done: ConsolidationMerge, said: str) -> CommandAnswer:
    version = f" as version {done.commit[:10]}" if done.commit else ""
    return CommandAnswer(done.as_json(), (f"{said}: {done.branch}{version}.", *map(clean, done.dropped)))


def _consolidation(cli: CliContext, knowledge: KnowledgeService, data: OpenData) -> ConsolidationService:
    from ..knowledge.consolidation.service import ConsolidationService
    from ..knowledge.proposals.service import ProposalService
    from ..models.choose import choose_model

    settings = cli.settings()
    proposals = ProposalService(data.book, knowledge, data.memory, lambda: settings)
    return ConsolidationService(
        data.book, knowledge, data.memory, data.learning, proposals,
        model=choose_model(settings, cli.folder), excluded=settings.second_look.exclude_services,
        services_file=cli.folder.services_file,
    )  # fmt: skip
