"""``claudeops review``: facts that wait for the operator's word (E4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from ..core.text_format import format_count
from . import review_earlier, review_kinds, review_proposals, review_questions, second_look
from .cli_context import OpenData
from .command import CommandGroup
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, shown_confidence, table
from .review_kinds import ReviewKind
from .review_proposals import OfProposal, Why

if TYPE_CHECKING:
    from ..language.types import PairJudgement
    from ..memory import Memory

Ids = Annotated[list[int] | None, typer.Argument(metavar="ID…", help="Their numbers, as `review list` shows them.")]
All = Annotated[bool, typer.Option("--all", help="All that are waiting.")]


SETTLE = CommandGroup("")
SETTLE.command("settle")(second_look.run)


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Review facts before they are used in a prompt.")
    group.command("list")(list_waiting)
    group.command("approve")(approve)
    group.command("reject")(reject)
    group.command("edit")(edit)
    group.command("resolve")(review_kinds.resolve)
    group.command("reopen")(review_proposals.reopen)
    group.command("answers")(review_kinds.answers)
    group.command("answer")(review_questions.answer)
    group.command("dismiss")(review_questions.dismiss)
    group.command("earlier")(review_earlier.earlier)
    group.command("put-back")(review_earlier.put_back)
    SETTLE.register(group)
    app.add_typer(group, name="review")


def list_waiting(
    context: typer.Context,
    kind: Annotated[
        ReviewKind,
        typer.Option(
            "--kind",
            help="Held facts, conflicts, what agents want forgotten, proposals, facts about to expire, or questions.",
        ),
    ] = ReviewKind.HELD,
    every: Annotated[bool, typer.Option("--all", help="Also proposals that wait their turn.")] = False,
    json: AsJson = False,
) -> None:
    """List what needs review: held facts with what approving each would do, pairs in possible conflict, what agents
    want forgotten, proposed changes of the knowledge folder, facts that age is about to take out of prompts, or
    questions about services."""
    if kind is not ReviewKind.HELD:
        review_kinds.show(context, kind, json=json, every=every)
        return
    with get_cli_context(context).data() as data:
        rows = data.ask(data.memory.review.waiting)
        bearing = data.ask(lambda: {memory.id: data.memory.review.preview_approval(memory.id) for memory in rows})
    if json:
        as_json([memory.as_json() | {"would": [_as_json(*one) for one in bearing[memory.id]]} for memory in rows])
        return
    if not rows:
        print_line("Nothing needs review.")
        review_kinds.say_others(context)
        return
    from ..memory import shown_service

    table(
        ("id", "service", "category", "confidence", "since", "observation", "why it waits", "approved, it would"),
        [
            (
                m.id,
                shown_service(m.service),
                m.category,
                shown_confidence(m.confidence),
                local(m.created_at),
                m.observation,
                m.gate_why,
                "; ".join(_would(*one) for one in bearing[m.id]) or "be new",
            )
            for m in rows
        ],
        right=("id", "confidence"),
    )
    review_kinds.say_others(context)


def approve(
    context: typer.Context,
    numbers: Ids = None,
    every: All = False,
    proposal: OfProposal = False,
    json: AsJson = False,
) -> None:
    """Approve facts: each is compared now, and confirms what is known, replaces what it contradicts, or is new. With
    --proposal, make proposed changes of the knowledge folder."""
    if proposal:
        review_proposals.approve(context, _named(numbers, every), json=json)
        return
    with get_cli_context(context).data() as data:
        ids = _wanted(data, numbers, every)
        data.write(lambda: data.memory.review.approve(ids))
        rows = data.ask(lambda: data.memory.search.rows(ids))
    if json:
        as_json({"approved": [memory.as_json() for memory in rows]})
        return
    print_line(f"Approved {format_count(len(ids), 'fact', 'facts')}.")
    for memory in rows:
        if memory.superseded_by is not None:
            print_line(f"{memory.id} repeats memory {memory.superseded_by}, which was confirmed instead.")


def reject(
    context: typer.Context,
    numbers: Ids = None,
    every: All = False,
    proposal: OfProposal = False,
    why: Why = "",
    json: AsJson = False,
) -> None:
    """Reject facts, or with --proposal proposals. It is recorded, and the same words will not be asked about again."""
    if proposal:
        review_proposals.reject(context, _named(numbers, every), why, json=json)
        return
    with get_cli_context(context).data() as data:
        ids = _wanted(data, numbers, every)
        change = data.write(lambda: data.memory.review.reject(ids))
    gone = [snapshot.memory for snapshot in change.before]
    if json:
        as_json({"rejected": [memory.as_json() for memory in gone]})
        return
    for memory in gone:
        print_line(f"Rejected {memory.id}: {clean(memory.observation)}")


def edit(
    context: typer.Context,
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
    json: AsJson = False,
) -> None:
    """Edit a held fact; with --approve, also approve it. With --proposal, make a proposed change in your own words."""
    from ..memory import MemoryEdit

    if proposal:
        review_proposals.check_proposal_options(
            {"--category": category, "--service": service, "--confidence": confidence}
        )
        if text is None:
            raise UsageError("Nothing to change was named.", "Give --text.")
        review_proposals.approve(context, [number], json=json, text=text)
        return
    if (text, category, service, confidence) == (None,) * 4:
        raise UsageError("Nothing to change was named.", "Give --text, --category, --service or --confidence.")
    with get_cli_context(context).data() as data:
        _wanted(data, [number], every=False)
        wanted = MemoryEdit(observation=text, category=category, service=service, confidence=confidence)

        def write() -> None:
            data.memory.edits.edit([number], wanted)
            if approved:
                data.memory.review.approve([number])

        data.write(write)
        (memory,) = data.ask(lambda: data.memory.search.rows([number]))
    if json:
        as_json(memory.as_json())
        return
    print_line(f"Changed {number}{' and approved it' if approved else '; it still waits'}.")


def _named(numbers: list[int] | None, every: bool) -> list[int]:
    """The proposals that are named. Raises UsageError: each is looked at before it changes a file."""
    if every or not numbers:
        raise UsageError("Name the proposals.", "See `review list --kind proposal`.")
    return list(dict.fromkeys(numbers))


def _wanted(data: OpenData, numbers: list[int] | None, every: bool) -> list[int]:
    """The ids that are meant. Raises OperatorError that names one that does not wait: then nothing is changed."""
    waiting = [memory.id for memory in data.ask(data.memory.review.waiting)]
    if every and not numbers:
        return waiting
    if every or not numbers:
        raise UsageError("Name facts or say --all, one of the two.", "See `review list`.")
    for number in numbers:
        if number not in waiting:
            raise OperatorError(f"Nothing numbered {number} needs review.", "See `review list`.")
    return list(dict.fromkeys(numbers))


def _would(memory: Memory, judgement: PairJudgement) -> str:
    verb = "confirm" if judgement.verdict == "same" else "close"
    return f"{verb} {memory.id} “{clean(memory.observation)}”"


def _as_json(memory: Memory, judgement: PairJudgement) -> dict[str, object]:
    return {"id": memory.id, "verdict": str(judgement.verdict), "score": judgement.score, "why": judgement.why}
