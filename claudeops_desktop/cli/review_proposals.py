"""``claudeops review``: proposed changes of the knowledge folder, and what agents want forgotten (C3, C4, C11, E18)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from .cli_context import OpenData
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, shown_confidence, table

if TYPE_CHECKING:
    from ..knowledge.proposals.promotion import PromotionScore
    from ..knowledge.proposals.service import ProposalService
    from ..knowledge.proposals.types import ProposalState, StoredProposal

OfProposal = Annotated[
    bool, typer.Option("--proposal", help="A proposal, as `review list --kind proposal` shows it, not a fact.")
]
Why = Annotated[str, typer.Option("--why", help="A reason, which is kept with the proposal.")]


@contextmanager
def open_proposals(context: typer.Context) -> Iterator[tuple[ProposalService, OpenData]]:
    """The proposals of the data folder that the command was given, and its database."""
    from ..core.settings.file import load
    from ..knowledge import open_knowledge
    from ..knowledge.proposals.service import ProposalService

    data_folder = get_cli_context(context).folder
    settings = load(data_folder.settings_file)
    with get_cli_context(context).data() as data:
        folder = open_knowledge(data_folder, settings)
        try:
            yield ProposalService(data.book, folder, data.memory, lambda: settings), data
        finally:
            folder.close()


def show_proposals(context: typer.Context, *, json: bool, every: bool) -> None:
    """List the proposals that are put before the operator; with ``every`` also those that wait their turn."""
    states: tuple[ProposalState, ...] = ("review", "waiting") if every else ("review",)
    with open_proposals(context) as (proposals, _):
        rows = proposals.list(states)
        explainer = proposals.explainer() if rows else None
        weighed = [row for row in rows if row.draft.source != "sync"]  # who reads its difference weighs a whole file
        scores = {row.id: explainer.explain(row) for row in weighed} if explainer is not None else {}
        total = {number: score.total for number, score in scores.items()}
        rows.sort(key=lambda row: (row.state == "waiting", -total.get(row.id, 1), row.id))
        waiting = proposals.counts().get("waiting", 0)
        differences = {row.id: proposals.difference(row.id) for row in rows if json or row.id not in scores}
        if json:
            as_json([_as_json(row, scores.get(row.id), differences[row.id]) for row in rows])
            return
    if not rows:
        print_line("No proposal needs review.")
    else:
        table(
            ("id", "since", "file", "change", "text", "why", "score"),
            [
                (
                    row.id,
                    local(row.created_at),
                    clean(row.draft.path),
                    row.draft.kind,
                    clean(row.draft.title if row.id not in scores else row.draft.after or row.draft.before),
                    clean(row.why or row.draft.reason),
                    f"{scores[row.id].total:.2f} {scores[row.id].recommends}" if row.id in scores else "",
                )
                for row in rows
            ],
            right=("id",),
        )
        for row in rows:
            if row.draft.source == "sync":
                print_line(f"Proposal {row.id}:")
                for line in differences[row.id].splitlines():
                    print_line(clean(line))
        print_line("Answer with `review approve ID --proposal`, `review reject` or `review edit`.")
    if waiting and not every:
        print_line(f"{format_count(waiting, 'more waits its', 'more wait their')} turn: add --all to see them.")


def show_retractions(context: typer.Context, *, json: bool) -> None:
    """List what agents want forgotten, each with the memory that it is about."""
    from ..memory import shown_service

    with get_cli_context(context).data() as data:
        found = data.ask(data.memory.review.retractions)
    if json:
        as_json([{**asked.as_json(), "retracts": target.as_json()} for asked, target in found])
        return
    if not found:
        print_line("No agent wants anything forgotten.")
        return
    table(
        ("id", "since", "service", "memory", "text", "confidence", "why"),
        [
            (
                asked.id,
                local(asked.created_at),
                shown_service(target.service),
                target.id,
                clean(target.observation),
                shown_confidence(target.confidence),
                clean(asked.gate_why),
            )
            for asked, target in found
        ],
        right=("id", "memory", "confidence"),
    )
    print_line("Approving one retires the memory: `review approve ID`. `review reject ID` keeps it.")


def approve(context: typer.Context, numbers: list[int], *, json: bool, text: str | None = None) -> None:
    """Carry proposals out."""
    from ..knowledge.proposals.types import MACHINES

    with open_proposals(context) as (proposals, _):
        for number in numbers:  # one that cannot be answered is named before anything is changed
            _check_open(proposals.get(number))
        done = [proposals.approve(number, text) for number in numbers]
    if json:
        as_json({"approved": [one.as_json() for one in done]})
        return
    for one in done:
        if one.draft.path == MACHINES:
            print_line("The machine is trusted: what it shares comes in without review from the next sync on.")
        elif one.state == "promoted":
            print_line(f"Proposal {one.id} was written to {clean(one.draft.path)}.")
        else:
            print_line(f"Proposal {one.id} is {one.state}: {clean(one.why)}")


def reject(context: typer.Context, numbers: list[int], why: str, *, json: bool) -> None:
    """Turn proposals down."""
    with open_proposals(context) as (proposals, _):
        for number in numbers:
            _check_open(proposals.get(number))
        done = [proposals.reject(number, why) for number in numbers]
    if json:
        as_json({"rejected": [one.as_json() for one in done]})
        return
    for one in done:
        print_line(f"Rejected proposal {one.id}. It will not be proposed again.")


def reopen(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="A proposal that was answered.")],
    json: AsJson = False,
) -> None:
    """Undo the answer to a proposal. What it changed in the knowledge folder is taken back as a new version."""
    with open_proposals(context) as (proposals, _):
        done = proposals.reopen(number)
    if json:
        as_json(done.as_json())
    else:
        print_line(f"Proposal {number} needs review again.")


def explain(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="A proposal, or with --memory a memory.")],
    memory: Annotated[bool, typer.Option("--memory", help="The number is that of a memory.")] = False,
    json: AsJson = False,
) -> None:
    """Show what speaks for promoting a proposal or a memory: each criterion with its weight and value."""
    with open_proposals(context) as (proposals, _):
        proposal = None if memory else proposals.get(number)
        score = proposals.explain_memory(number) if proposal is None else proposals.explain(number)
    if json:
        told = {"memory": number} if proposal is None else {"proposal": proposal.as_json()}
        as_json({**told, **score.as_json()})
        return
    if proposal is not None:
        print_line(f"{clean(proposal.draft.path)}: {clean(proposal.draft.after or proposal.draft.before)}")
        print_line(f"State: {proposal.state}. {clean(proposal.why)}".rstrip())
    table(
        ("criterion", "weight", "value", "why"),
        [
            (
                one.name,
                f"{one.weight:.2f}",
                f"{one.value:.2f}",
                clean(f"{one.sentence} {one.not_counted or ''}".strip()),
            )
            for one in score.criteria
        ],
        right=("weight", "value"),
    )
    print_line(f"{score.total:.2f}: {score.recommends}. {clean(str(score.why))}")


def check_proposal_options(wanted: dict[str, object]) -> None:
    """Refuse options that a proposal has no use for. Raises UsageError."""
    for name, value in wanted.items():
        if value is not None and value is not False:
            raise UsageError(f"A proposal has no {name}.", "Give --text.")


def _check_open(proposal: StoredProposal) -> None:
    if not proposal.is_open:
        raise OperatorError(
            f"Proposal {proposal.id} was answered before: it is {proposal.state}.",
            f"`review reopen {proposal.id}` undoes that answer.",
        )


def _as_json(proposal: StoredProposal, score: PromotionScore | None, difference: str) -> dict[str, object]:
    return {**proposal.as_json(), "difference": difference, "score": score.as_json() if score is not None else None}
