"""``claudeops review``: proposed changes of the knowledge folder, and what agents want forgotten (C3, C4, C11, E18)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, ListedRows, RowTable, TextTable
from .output import clean, local, shown_confidence

if TYPE_CHECKING:
    from ..knowledge.proposals.promotion import PromotionScore
    from ..knowledge.proposals.service import ProposalService
    from ..knowledge.proposals.types import ProposalState, StoredProposal
    from ..memory import Memory

OfProposal = Annotated[
    bool, typer.Option("--proposal", help="A proposal, as `review list --kind proposal` shows it, not a fact.")
]
Why = Annotated[str, typer.Option("--why", help="A reason, which is kept with the proposal.")]


@dataclass(frozen=True, slots=True)
class WeighedProposal:
    """A proposal with what speaks for it; None for one from another machine, whose difference is read instead."""

    proposal: StoredProposal
    score: PromotionScore | None
    difference: str

    def as_json(self) -> dict[str, Any]:
        """Return the row for ``--json``."""
        score = self.score.as_json() if self.score is not None else None
        return {**self.proposal.as_json(), "difference": self.difference, "score": score}


def _proposal_cells(row: WeighedProposal) -> tuple[object, ...]:
    proposal, draft, score = row.proposal, row.proposal.draft, row.score
    return (
        proposal.id,
        local(proposal.created_at),
        draft.path,
        draft.kind,
        draft.title if score is None else draft.after or draft.before,
        proposal.why or draft.reason,
        "" if score is None else f"{score.total:.2f} {score.recommends}",
    )


def _retraction_cells(row: tuple[Memory, Memory]) -> tuple[object, ...]:
    from ..memory import shown_service

    asked, target = row
    return (
        asked.id,
        local(asked.created_at),
        shown_service(target.service),
        target.id,
        target.observation,
        shown_confidence(target.confidence),
        asked.gate_why,
    )


PROPOSAL_TABLE: RowTable[WeighedProposal] = RowTable(
    ("id", "since", "file", "change", "text", "why", "score"), _proposal_cells
)
RETRACTION_TABLE: RowTable[tuple[Memory, Memory]] = RowTable(
    ("id", "since", "service", "memory", "text", "confidence", "why"),
    _retraction_cells,
    right=("id", "memory", "confidence"),
    json=lambda row: {**row[0].as_json(), "retracts": row[1].as_json()},
)


@contextmanager
def open_proposals(cli: CliContext, data: OpenData) -> Iterator[ProposalService]:
    """The proposals of the data folder that the command was given."""
    from ..knowledge import open_knowledge
    from ..knowledge.proposals.service import ProposalService

    settings = cli.settings()
    folder = open_knowledge(cli.folder, settings)
    try:
        yield ProposalService(data.book, folder, data.memory, lambda: settings)
    finally:
        folder.close()


def list_proposals(cli: CliContext, data: OpenData, *, every: bool, json: bool) -> ListedRows[WeighedProposal]:
    """List the proposals that are put before the operator; with ``every`` also those that wait their turn."""
    states: tuple[ProposalState, ...] = ("review", "waiting") if every else ("review",)
    with open_proposals(cli, data) as proposals:
        found = proposals.list(states)
        rows = _weigh(proposals, found, with_differences=json) if found else []
        waiting = proposals.counts().get("waiting", 0)
    rows.sort(key=lambda row: (row.proposal.state == "waiting", -row.score.total if row.score else -1, row.proposal.id))
    after = [line for row in rows if row.proposal.draft.source == "sync" for line in _difference_in_words(row)]
    if rows:
        after.append("Answer with `review approve ID --proposal`, `review reject` or `review edit`.")
    if waiting and not every:
        after.append(f"{format_count(waiting, 'more waits its', 'more wait their')} turn: add --all to see them.")
    return PROPOSAL_TABLE.list(rows, "No proposal needs review.", after=after)


def _weigh(proposals: ProposalService, found: list[StoredProposal], *, with_differences: bool) -> list[WeighedProposal]:
    explainer = proposals.explainer()
    rows = []
    for proposal in found:
        weighs = proposal.draft.source != "sync"  # who reads its difference weighs a whole file
        score = explainer.explain(proposal) if weighs else None
        difference = proposals.difference(proposal.id) if with_differences or score is None else ""
        rows.append(WeighedProposal(proposal, score, difference))
    return rows


def _difference_in_words(row: WeighedProposal) -> list[str]:
    return [f"Proposal {row.proposal.id}:", *map(clean, row.difference.splitlines())]


def list_retractions(data: OpenData) -> ListedRows[tuple[Memory, Memory]]:
    """List what agents want forgotten, each with the memory that it is about."""
    found = data.ask(data.memory.review.retractions)
    hint = "Approving one retires the memory: `review approve ID`. `review reject ID` keeps it."
    return RETRACTION_TABLE.list(found, "No agent wants anything forgotten.", after=[hint] if found else ())


def approve(cli: CliContext, data: OpenData, numbers: list[int], text: str | None = None) -> CommandAnswer:
    """Carry proposals out."""
    with open_proposals(cli, data) as proposals:
        for number in numbers:  # one that cannot be answered is named before anything is changed
            _check_open(proposals.get(number))
        done = [proposals.approve(number, text) for number in numbers]
    return CommandAnswer({"approved": [one.as_json() for one in done]}, [*map(_approved_in_words, done)])


def _approved_in_words(done: StoredProposal) -> str:
    from ..knowledge.proposals.types import MACHINES

    if done.draft.path == MACHINES:
        return "The machine is trusted: what it shares comes in without review from the next sync on."
    if done.state == "promoted":
        return f"Proposal {done.id} was written to {clean(done.draft.path)}."
    return f"Proposal {done.id} is {done.state}: {clean(done.why)}"


def reject(cli: CliContext, data: OpenData, numbers: list[int], why: str) -> CommandAnswer:
    """Turn proposals down."""
    with open_proposals(cli, data) as proposals:
        for number in numbers:
            _check_open(proposals.get(number))
        done = [proposals.reject(number, why) for number in numbers]
    return CommandAnswer(
        {"rejected": [one.as_json() for one in done]},
        [f"Rejected proposal {one.id}. It will not be proposed again." for one in done],
    )


def reopen(
    cli: CliContext,
    data: OpenData,
    number: Annotated[int, typer.Argument(metavar="ID", help="A proposal that was answered.")],
) -> CommandAnswer:
    """Undo the answer to a proposal. What it changed in the knowledge folder is taken back as a new version."""
    with open_proposals(cli, data) as proposals:
        done = proposals.reopen(number)
    return CommandAnswer(done.as_json(), f"Proposal {number} needs review again.")


def explain(
    cli: CliContext,
    data: OpenData,
    number: Annotated[int, typer.Argument(metavar="ID", help="A proposal, or with --memory a memory.")],
    memory: Annotated[bool, typer.Option("--memory", help="The number is that of a memory.")] = False,
) -> CommandAnswer:
    """Show what speaks for promoting a proposal or a memory: each criterion with its weight and value."""
    told: dict[str, Any] = {"memory": number}
    text: list[str | TextTable] = []
    with open_proposals(cli, data) as proposals:
        if memory:
            score = proposals.explain_memory(number)
        else:
            proposal, score = proposals.get(number), proposals.explain(number)
            told = {"proposal": proposal.as_json()}
            text.append(f"{clean(proposal.draft.path)}: {clean(proposal.draft.after or proposal.draft.before)}")
            text.append(f"State: {proposal.state}. {clean(proposal.why)}".rstrip())
    rows = [
        (one.name, f"{one.weight:.2f}", f"{one.value:.2f}", f"{one.sentence} {one.not_counted or ''}".strip())
        for one in score.criteria
    ]
    text.append(TextTable(("criterion", "weight", "value", "why"), rows, right=("weight", "value")))
    text.append(f"{score.total:.2f}: {score.recommends}. {clean(str(score.why))}")
    return CommandAnswer({**told, **score.as_json()}, text)


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
