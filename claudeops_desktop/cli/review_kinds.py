"""``claudeops review``: pairs in possible conflict and facts that are about to expire (E11, M12)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ..core.errors import OperatorError
from ..core.text_format import format_count
from . import review_earlier, review_proposals, review_questions
from .cli_context import OpenData
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, shown_confidence, table

if TYPE_CHECKING:
    from ..memory import Memory, MemoryConflict


class ReviewKind(StrEnum):
    """What waits."""

    HELD = "held"
    CONFLICT = "conflict"
    RETRACTION = "retraction"
    PROPOSAL = "proposal"
    EXPIRING = "expiring"
    QUESTION = "question"


class ReviewAnswer(StrEnum):
    """The operator's word: on a pair in conflict, or on a fact that is about to expire."""

    BOTH = "both"
    REPLACE = "replace"
    SAME = "same"
    KEEP = "keep"
    LET_GO = "let-go"
    CHECK = "check"


_OF_A_PAIR = {ReviewAnswer.BOTH: "both", ReviewAnswer.REPLACE: "replaced", ReviewAnswer.SAME: "same"}


def show(context: typer.Context, kind: ReviewKind, *, json: bool, every: bool = False) -> None:
    """List pairs in conflict, what agents want forgotten, proposals, facts that are about to expire, or
    questions about services."""
    if kind is ReviewKind.PROPOSAL:
        review_proposals.show_proposals(context, json=json, every=every)
        return
    if kind is ReviewKind.RETRACTION:
        review_proposals.show_retractions(context, json=json)
        return
    with get_cli_context(context).data() as data:
        if kind is ReviewKind.CONFLICT:
            _show_pairs(data.ask(data.memory.review.conflicts), json)
        elif kind is ReviewKind.QUESTION:
            review_questions.show_questions(data, json=json)
        else:
            _show_expiring(data, json)


def say_others(context: typer.Context) -> None:
    """Say how many others wait beside the held facts; nothing where there are none."""
    with get_cli_context(context).data() as data:
        pairs = len(data.ask(data.memory.review.conflicts))
        expiring = len(data.ask(data.memory.aging.expiring))
        proposals = data.ask(lambda: _proposals(data))
        review_earlier.say_undecided(data)
    if pairs:
        print_line(f"{format_count(pairs, 'pair', 'pairs')} in possible conflict: `review list --kind conflict`.")
    if proposals:
        print_line(f"{format_count(proposals, 'proposal', 'proposals')}: `review list --kind proposal`.")
    if expiring:
        print_line(f"{format_count(expiring, 'fact', 'facts')} about to expire: `review list --kind expiring`.")
    review_questions.say_open(context)


def _proposals(data: OpenData) -> int:
    """How many proposals are before the operator. Inside a read."""
    from ..knowledge.proposals.tables import ProposalRecords

    return ProposalRecords(data.store, data.book.clock).counts().get("review", 0)


def resolve(
    context: typer.Context,
    number: Annotated[
        int, typer.Argument(metavar="ID", help="Its number, as `review list --kind conflict` or `expiring` shows it.")
    ],
    answer: Annotated[
        ReviewAnswer,
        typer.Option(
            "--as",
            help="A pair: both hold, the new one replaces, or it is the same. A fact about to expire: keep, let-go or"
            " check.",
        ),
    ],
    json: AsJson = False,
) -> None:
    """Answer a pair in possible conflict, or say whether a fact that is about to expire is still true."""
    with get_cli_context(context).data() as data:
        told = _answer_pair(data, number, answer) if answer in _OF_A_PAIR else _answer_expiring(data, number, answer)
    if json:
        as_json(told)
        return
    print_line(str(told["result"]))


def answers(context: typer.Context, json: AsJson = False) -> None:
    """List your answers about pairs of facts; with --json as labelled pairs that `memory judge` can read."""
    with get_cli_context(context).data() as data:
        pairs = data.ask(data.memory.review.answers)
    if json:
        as_json([pair.as_json() for pair in pairs])
        return
    if not pairs:
        print_line("You have answered no pair of facts yet.")
        return
    table(
        ("answered", "service", "answer", "older fact", "newer fact"),
        [(local(one.answered_at), one.service or "general", one.answer, one.old_text, one.new_text) for one in pairs],
    )


def _answer_pair(data: OpenData, number: int, answer: ReviewAnswer) -> dict[str, Any]:
    from ..memory import ConflictState

    state = ConflictState(_OF_A_PAIR[answer])
    pairs = {pair.id: pair for pair, _, _ in data.ask(data.memory.review.conflicts)}
    if number not in pairs:
        raise OperatorError(f"No pair numbered {number} waits.", "See `review list --kind conflict`.")
    data.write(lambda: data.memory.review.resolve(number, state))
    pair = pairs[number]
    said = {
        ReviewAnswer.BOTH: f"Memories {pair.old_id} and {pair.new_id} both hold.",
        ReviewAnswer.REPLACE: f"Memory {pair.new_id} replaces memory {pair.old_id}.",
        ReviewAnswer.SAME: f"Memory {pair.new_id} says the same as memory {pair.old_id}, which was confirmed instead.",
    }
    rows = data.ask(lambda: data.memory.search.rows([pair.old_id, pair.new_id]))
    return {"id": number, "answer": str(answer), "result": said[answer], "memories": [row.as_json() for row in rows]}


def _answer_expiring(data: OpenData, number: int, answer: ReviewAnswer) -> dict[str, Any]:
    if number not in {one.memory.id for one in data.ask(data.memory.aging.expiring)}:
        raise OperatorError(f"Memory {number} is not about to expire.", "See `review list --kind expiring`.")
    if answer is ReviewAnswer.KEEP:
        data.write(lambda: data.memory.aging.keep_true([number]))
        result = f"Memory {number} is confirmed: it is still true."
    elif answer is ReviewAnswer.LET_GO:
        data.write(lambda: data.memory.aging.let_go([number]))
        result = f"Memory {number} was let go. `memory reopen {number}` brings it back."
    else:
        result = _check(data, number)
    rows = data.ask(lambda: data.memory.search.rows([number]))
    return {"id": number, "answer": str(answer), "result": result, "memories": [row.as_json() for row in rows]}


def _check(data: OpenData, number: int) -> str:
    found = data.write(lambda: data.memory.aging.check([number]))
    if number in found:
        return f"Memory {number} is confirmed: the watcher measured “{clean(found[number])}”."
    return (
        f"No measurement of the last day shows what memory {number} says. The next session about it is asked to check"
        " it, and what its tools measure will confirm it."
    )


def _show_pairs(pairs: list[tuple[MemoryConflict, Memory, Memory]], json: bool) -> None:
    if json:
        as_json(
            [
                {
                    "id": pair.id,
                    "kind": str(pair.kind),
                    "certainty": pair.certainty,
                    "why": pair.why,
                    "created_at": pair.created_at,
                    "old": old.as_json(),
                    "new": new.as_json(),
                }
                for pair, old, new in pairs
            ]
        )
        return
    if not pairs:
        print_line("No facts are in possible conflict.")
        return
    table(
        ("id", "since", "certainty", "older fact", "newer fact", "why"),
        [
            (
                pair.id,
                local(pair.created_at),
                f"{pair.certainty:.0%}",
                f"{old.id}: {old.observation}",
                f"{new.id}: {new.observation}",
                pair.why,
            )
            for pair, old, new in pairs
        ],
        right=("id", "certainty"),
    )
    print_line("Answer one with `review resolve ID --as both`, `replace` or `same`.")


def _show_expiring(data: OpenData, json: bool) -> None:
    from ..memory import shown_service

    rows = data.ask(data.memory.aging.expiring)
    if json:
        as_json([row.as_json() for row in rows])
        return
    if not rows:
        print_line("Nothing is about to expire.")
        return
    table(
        ("id", "service", "domain", "confidence", "leaves prompts", "observation", "why"),
        [
            (
                row.memory.id,
                shown_service(row.memory.service),
                row.memory.domain,
                shown_confidence(row.memory.confidence),
                local(row.leaves_at),
                row.memory.observation,
                f"{row.why} (a check was asked for)" if row.asked else row.why,
            )
            for row in rows
        ],
        right=("id", "confidence"),
    )
    print_line("Still true? Answer with `review resolve ID --as keep`, `let-go` or `check`.")
