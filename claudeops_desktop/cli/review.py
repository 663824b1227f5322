"""``claudeops review``: facts that wait for the operator's word (E4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from . import review_earlier, review_proposals, review_questions, review_resolve, second_look
from .cli_context import CliContext, OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .options import AsJson
from .output import clean, local, shown_confidence
from .review_proposals import OfProposal, Why

if TYPE_CHECKING:
    from ..language.types import PairJudgement
    from ..memory import Memory

    HeldFact = tuple[Memory, list[tuple[Memory, PairJudgement]]]


ReviewKind = Literal["held", "conflict", "retraction", "proposal", "expiring", "question"]

Ids = Annotated[list[int] | None, typer.Argument(metavar="ID…", help="Their numbers, as `review list` shows them.")]
All = Annotated[bool, typer.Option("--all", help="All that are waiting.")]

REVIEW = CommandGroup("review", "Review facts before they are used in a prompt.")
register = REVIEW.register


def _held_cells(held: HeldFact) -> tuple[object, ...]:
    from ..memory import shown_service

    memory, touched = held
    return (
        memory.id,
        shown_service(memory.service),
        memory.category,
        shown_confidence(memory.confidence),
        local(memory.created_at),
        memory.observation,
        memory.gate_why,
        "; ".join(_would(*one) for one in touched) or "be new",
    )


def _would(memory: Memory, judgement: PairJudgement) -> str:
    verb = "confirm" if judgement.verdict == "same" else "close"
    return f"{verb} {memory.id} “{clean(memory.observation)}”"


def _held_json(held: HeldFact) -> dict[str, Any]:
    memory, touched = held
    would = [
        {"id": one.id, "verdict": str(judgement.verdict), "score": judgement.score, "why": judgement.why}
        for one, judgement in touched
    ]
    return memory.as_json() | {"would": would}


HELD_TABLE: RowTable[HeldFact] = RowTable(
    ("id", "service", "category", "confidence", "since", "observation", "why it waits", "approved, it would"),
    _held_cells,
    right=("id", "confidence"),
    json=_held_json,
)


@REVIEW.command("list")
def list_waiting(
    cli: CliContext,
    data: OpenData,
    kind: Annotated[
        ReviewKind,
        typer.Option(
            "--kind",
            help="Held facts, conflicts, what agents want forgotten, proposals, facts about to expire, or questions.",
        ),
    ] = "held",
    every: Annotated[bool, typer.Option("--all", help="Also proposals that wait their turn.")] = False,
    json: AsJson = False,
) -> ListedRows[Any]:
    """List what needs review: held facts with what approving each would do, pairs in possible conflict, what agents
    want forgotten, proposed changes of the knowledge folder, facts that age is about to take out of prompts, or
    questions about services."""
    match kind:
        case "conflict":
            return review_resolve.list_conflicts(data)
        case "retraction":
            return review_proposals.list_retractions(data)
        case "proposal":
            return review_proposals.list_proposals(cli, data, every=every, json=json)
        case "expiring":
            return review_resolve.list_expiring(data)
        case "question":
            return review_questions.list_questions(data)
    rows = data.ask(data.memory.review.waiting)
    held = data.ask(lambda: [(memory, data.memory.review.preview_approval(memory.id)) for memory in rows])
    return HELD_TABLE.list(held, "Nothing needs review.", after=() if json else _what_else_waits(data))


def _what_else_waits(data: OpenData) -> list[str]:
    """Return a line for each other kind of which something waits."""
    from ..knowledge.proposals.tables import ProposalRecords
    from ..routine.questions.tables import count_open_questions

    pairs = len(data.ask(data.memory.review.conflicts))
    proposals = data.ask(lambda: ProposalRecords(data.store, data.book.clock).counts().get("review", 0))
    expiring = len(data.ask(data.memory.aging.expiring))
    questions = data.ask(count_open_questions)
    lines = review_earlier.describe_undecided(data)
    if pairs:
        lines.append(f"{format_count(pairs, 'pair', 'pairs')} in possible conflict: `review list --kind conflict`.")
    if proposals:
        lines.append(f"{format_count(proposals, 'proposal', 'proposals')}: `review list --kind proposal`.")
    if expiring:
        lines.append(f"{format_count(expiring, 'fact', 'facts')} about to expire: `review list --kind expiring`.")
    if questions:
        lines.append(f"{format_count(questions, 'question')} about services: `review list --kind question`.")
    return lines


@REVIEW.command("approve")
def approve(
    cli: CliContext,
    data: OpenData,
    numbers: Ids = None,
    every: All = False,
    proposal: OfProposal = False,
) -> CommandAnswer:
    """Approve facts: each is compared now, and confirms what is known, replaces what it contradicts, or is new. With
    --proposal, make proposed changes of the knowledge folder."""
    if proposal:
        return review_proposals.approve(cli, data, _named(numbers, every))
    ids = _wanted(data, numbers, every)
    data.write(lambda: data.memory.review.approve(ids))
    rows = data.ask(lambda: data.memory.search.rows(ids))
    repeats = [
        f"{memory.id} repeats memory {memory.superseded_by}, which was confirmed instead."
        for memory in rows
        if memory.superseded_by is not None
    ]
    return CommandAnswer(
        {"approved": [memory.as_json() for memory in rows]},
        [f"Approved {format_count(len(ids), 'fact', 'facts')}.", *repeats],
    )


@REVIEW.command("reject")
def reject(
    cli: CliContext,
    data: OpenData,
    numbers: Ids = None,
    every: All = False,
    proposal: OfProposal = False,
    why: Why = "",
) -> CommandAnswer:
    """Reject facts, or with --proposal proposals. It is recorded, and the same words will not be asked about again."""
    if proposal:
        return review_proposals.reject(cli, data, _named(numbers, every), why)
    ids = _wanted(data, numbers, every)
    change = data.write(lambda: data.memory.review.reject(ids))
    gone = [snapshot.memory for snapshot in change.before]
    return CommandAnswer(
        {"rejected": [memory.as_json() for memory in gone]},
        [f"Rejected {memory.id}: {clean(memory.observation)}" for memory in gone],
    )


@REVIEW.command("edit")
def edit(
    cli: CliContext,
    data: OpenData,
    number: Annotated[int, typer.Argument(metavar="ID", help="Its number, as `review list` shows it.")],
    text: Annotated[str | None, typer.Option("--text", help="The new text.")] = None,
    category: Annotated[
        str | None, typer.Option("--category", help="timing, dependency, behavior, remediation or maintenance.")
    ] = None,
    service: Annotated[
        str | None, typer.Option("--service", help="The service it is about; `general` means none.")
    ] = None,
    confidence: Annotated[float | None, typer.Option("--confidence", help="From 0 to 1.")] = None,
    approved: Annotated[bool, typer.Option("--approve", help="Also approve it.")] = False,
    proposal: OfProposal = False,
) -> CommandAnswer:
    """Edit a held fact; with --approve, also approve it. With --proposal, make a proposed change in your own words."""
    from ..memory import MemoryEdit

    if proposal:
        review_proposals.check_proposal_options(
            {"--category": category, "--service": service, "--confidence": confidence}
        )
        if text is None:
            raise UsageError("Nothing to change was named.", "Give --text.")
        return review_proposals.approve(cli, data, [number], text)
    if (text, category, service, confidence) == (None,) * 4:
        raise UsageError("Nothing to change was named.", "Give --text, --category, --service or --confidence.")
    _wanted(data, [number], every=False)
    wanted = MemoryEdit(observation=text, category=category, service=service, confidence=confidence)

    def write() -> None:
        data.memory.edits.edit([number], wanted)
        if approved:
            data.memory.review.approve([number])

    data.write(write)
    (memory,) = data.ask(lambda: data.memory.search.rows([number]))
    return CommandAnswer(memory.as_json(), f"Changed {number}{' and approved it' if approved else '; it still waits'}.")


def _named(numbers: list[int] | None, every: bool) -> list[int]:
    """Return the proposals that are named. Raises UsageError: each is looked at before it changes a file."""
    if every or not numbers:
        raise UsageError("Name the proposals.", "See `review list --kind proposal`.")
    return list(dict.fromkeys(numbers))


def _wanted(data: OpenData, numbers: list[int] | None, every: bool) -> list[int]:
    """Return the ids that are meant. Raises OperatorError that names one that does not wait: then nothing is
    changed."""
    waiting = [memory.id for memory in data.ask(data.memory.review.waiting)]
    if every and not numbers:
        return waiting
    if every or not numbers:
        raise UsageError("Name facts or say --all, one of the two.", "See `review list`.")
    for number in numbers:
        if number not in waiting:
            raise OperatorError(f"Nothing numbered {number} needs review.", "See `review list`.")
    return list(dict.fromkeys(numbers))


REVIEW.command("resolve")(review_resolve.resolve)
REVIEW.command("reopen")(review_proposals.reopen)
REVIEW.command("answers")(review_resolve.list_answers)
REVIEW.command("answer")(review_questions.answer)
REVIEW.command("dismiss")(review_questions.dismiss)
REVIEW.command("earlier")(review_earlier.earlier)
REVIEW.command("put-back")(review_earlier.put_back)
REVIEW.command("settle")(second_look.run)
