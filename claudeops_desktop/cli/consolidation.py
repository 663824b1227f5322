"""``claudeops knowledge audit`` and ``claudeops knowledge consolidate`` (C8 to C10)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import UsageError
from ..core.messages import UserMessage
from .options import AsJson, get_cli_context
from .output import as_json, clean, print_line

if TYPE_CHECKING:
    from ..knowledge import KnowledgeService
    from ..knowledge.consolidation.service import ConsolidationService
    from ..knowledge.consolidation.types import ConsolidationMerge, ConsolidationResult
    from .cli_context import OpenData


def register(group: typer.Typer) -> None:
    """Add the commands to the group ``knowledge``."""
    group.command("audit")(audit)
    group.command("consolidate")(consolidate)


def audit(context: typer.Context, json: AsJson = False) -> None:
    """List entries that are stale, contradicted, redundant or wrongly dated, each with its evidence. Changes no file;
    `consolidate` proposes the changes."""
    from ..knowledge.audits.auditor import audit_knowledge

    parts, folder = get_cli_context(context), _folder(context)
    with parts.data() as data:
        found = audit_knowledge(
            folder, data.book, data.memory, data.book.clock(), services_file=parts.folder.services_file
        )
    if json:
        as_json({"audited": found.audited, "unchanged": found.unchanged,
                 "findings": [one.as_json() for one in found.findings]})  # fmt: skip
        return
    for one in found.findings:
        print_line(f"{one.kind}: {clean(one.path)}:{one.line}: {clean(one.text)}")
        print_line(f"  {clean(one.reason)}")
        for proof in one.evidence:
            print_line(f"  {proof.kind} {clean(proof.ref)}: {clean(proof.quote)}")
    if not found.findings:
        print_line(f"Nothing is wrong with {found.audited} statements.")


def consolidate(
    context: typer.Context,
    preview: Annotated[bool, typer.Option("--preview", help="Only show it; make no branch.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="List the branches that wait.")] = False,
    show: Annotated[str, typer.Option("--show", metavar="BRANCH", help="Show what a branch would change now.")] = "",
    approve: Annotated[str, typer.Option("--approve", metavar="BRANCH", help="Merge a branch into the files.")] = "",
    discard: Annotated[str, typer.Option("--discard", metavar="BRANCH", help="Throw a branch away.")] = "",
    undo: Annotated[bool, typer.Option("--undo", help="Take the last one that was approved back.")] = False,
    json: AsJson = False,
) -> None:
    """Look for what is wrong in the folder and for what sessions said that is worth keeping, and put the best of it on
    a branch. Nothing changes in the files before you approve it."""
    if sum(map(bool, (preview, listed, show, approve, discard, undo))) > 1:
        raise UsageError(
            UserMessage("Only one of these can be done at a time."),
            UserMessage("See `claudeops knowledge consolidate --help`."),
        )
    with get_cli_context(context).data() as data:
        service = _consolidation(context, data)
        if listed:
            _tell_branches(service.branches(), json)
        elif show:
            _tell_difference(show, service.difference(show), json)
        elif approve:
            _tell_merge(service.approve(approve), "Approved", json)
        elif discard:
            _tell_merge(service.discard(discard), "Discarded", json)
        elif undo:
            _tell_merge(service.undo(), "Undone", json)
        else:
            _tell_result(service.consolidate(preview=preview), json)


def _tell_branches(names: list[str], json: bool) -> None:
    if json:
        as_json(names)
    else:
        print_line("\n".join(names) or "No branch waits.")


def _tell_difference(branch: str, text: str, json: bool) -> None:
    if json:
        as_json({"branch": branch, "diff": text})
    else:
        print_line(clean(text, lines=True).rstrip("\n") or "Nothing would change any more.")


def _tell_result(found: ConsolidationResult, json: bool) -> None:
    if json:
        as_json(found.as_json())
        return
    for one in found.changes:
        print_line(f"{one.proposal}. {clean(one.path)}: {clean(one.title)}")
        print_line(f"  {clean(one.reason)}")
    for sentence in found.left_out:
        print_line(f"Left out: {clean(sentence)}")
    if found.refused:
        print_line(f"Refused: {clean(found.refused)}")
    elif not found.changes:
        print_line("There is nothing to consolidate.")
    else:
        print_line(clean(found.diff, lines=True).rstrip("\n"))
    if found.branch:
        command = f"claudeops knowledge consolidate --approve {found.branch}"
        print_line(f"It waits as {found.branch}. Approve it with `{command}`.")


def _tell_merge(done: ConsolidationMerge, said: str, json: bool) -> None:
    if json:
        as_json(done.as_json())
        return
    print_line(f"{said}: {done.branch}" + (f" as version {done.commit[:10]}." if done.commit else "."))
    for sentence in done.dropped:
        print_line(clean(sentence))


def _consolidation(context: typer.Context, data: OpenData) -> ConsolidationService:
    from ..core.settings.file import load
    from ..knowledge.consolidation.service import ConsolidationService
    from ..knowledge.proposals.service import ProposalService
    from ..learning import LearningService
    from ..models.choose import choose_model

    folder = get_cli_context(context).folder
    settings, knowledge = load(folder.settings_file), _folder(context)
    proposals = ProposalService(data.book, knowledge, data.memory, lambda: settings)
    return ConsolidationService(
        data.book, knowledge, data.memory, LearningService(data.book), proposals,
        model=choose_model(settings, folder), excluded=settings.second_look.exclude_services,
        services_file=folder.services_file,
    )  # fmt: skip


def _folder(context: typer.Context) -> KnowledgeService:
    from ..core.settings.file import load
    from ..knowledge import open_knowledge

    data = get_cli_context(context).folder
    made = open_knowledge(data, load(data.settings_file))
    context.call_on_close(made.close)
    return made
