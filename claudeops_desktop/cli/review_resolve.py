"""``claudeops review``: pairs in possible conflict and facts that are about to expire (E11, M12)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from ..core.errors import OperatorError
from .cli_context import OpenData
from .command import CommandAnswer, ListedRows, RowTable
from .output import clean, local, shown_confidence

if TYPE_CHECKING:
    from ..memory import ExpiringFact, LabelledPair, Memory, MemoryConflict

    Pair = tuple[MemoryConflict, Memory, Memory]


ReviewAnswer = Literal["both", "replace", "same", "keep", "let-go", "check"]

_OF_A_PAIR = {"both": "both", "replace": "replaced", "same": "same"}


def _pair_cells(found: Pair) -> tuple[object, ...]:
    pair, old, new = found
    return (
        pair.id,
        local(pair.created_at),
        f"{pair.certainty:.0%}",
        f"{old.id}: {old.observation}",
        f"{new.id}: {new.observation}",
        pair.why,
    )


def _pair_json(found: Pair) -> dict[str, Any]:
    pair, old, new = found
    return {
        "id": pair.id,
        "kind": str(pair.kind),
        "certainty": pair.certainty,
        "why": pair.why,
        "created_at": pair.created_at,
        "old": old.as_json(),
        "new": new.as_json(),
    }


def _expiring_cells(fact: ExpiringFact) -> tuple[object, ...]:
    from ..memory import shown_service

    return (
        fact.memory.id,
        shown_service(fact.memory.service),
        fact.memory.domain,
        shown_confidence(fact.memory.confidence),
        local(fact.leaves_at),
        fact.memory.observation,
        f"{fact.why} (a check was asked for)" if fact.asked else fact.why,
    )


PAIR_TABLE: RowTable[Pair] = RowTable(
    ("id", "since", "certainty", "older fact", "newer fact", "why"),
    _pair_cells,
    right=("id", "certainty"),
    json=_pair_json,
)
EXPIRING_TABLE: RowTable[ExpiringFact] = RowTable(
    ("id", "service", "domain", "confidence", "leaves prompts", "observation", "why"),
    _expiring_cells,
    right=("id", "confidence"),
)
ANSWER_TABLE: RowTable[LabelledPair] = RowTable(
    ("answered", "service", "answer", "older fact", "newer fact"),
    lambda one: (local(one.answered_at), one.service or "general", one.answer, one.old_text, one.new_text),
)


def list_conflicts(data: OpenData) -> ListedRows[Pair]:
    """List pairs in possible conflict."""
    pairs = data.ask(data.memory.review.conflicts)
    hint = "Answer one with `review resolve ID --as both`, `replace` or `same`."
    return PAIR_TABLE.list(pairs, "No facts are in possible conflict.", after=[hint] if pairs else ())


def list_expiring(data: OpenData) -> ListedRows[ExpiringFact]:
    """List facts that are about to expire."""
    rows = data.ask(data.memory.aging.expiring)
    hint = "Still true? Answer with `review resolve ID --as keep`, `let-go` or `check`."
    return EXPIRING_TABLE.list(rows, "Nothing is about to expire.", after=[hint] if rows else ())


def resolve(
    data: OpenData,
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
) -> CommandAnswer:
    """Answer a pair in possible conflict, or say whether a fact that is about to expire is still true."""
    told = _answer_pair(data, number, answer) if answer in _OF_A_PAIR else _answer_expiring(data, number, answer)
    return CommandAnswer(told, str(told["result"]))


def list_answers(data: OpenData) -> ListedRows[LabelledPair]:
    """List your answers about pairs of facts; with --json as labelled pairs that `memory judge` can read."""
    return ANSWER_TABLE.list(data.ask(data.memory.review.answers), "You have answered no pair of facts yet.")


def _answer_pair(data: OpenData, number: int, answer: ReviewAnswer) -> dict[str, Any]:
    from ..memory import ConflictState

    state = ConflictState(_OF_A_PAIR[answer])
    pairs = {pair.id: pair for pair, _, _ in data.ask(data.memory.review.conflicts)}
    if number not in pairs:
        raise OperatorError(f"No pair numbered {number} waits.", "See `review list --kind conflict`.")
    data.write(lambda: data.memory.review.resolve(number, state))
    pair = pairs[number]
    said = {
        "both": f"Memories {pair.old_id} and {pair.new_id} both hold.",
        "replace": f"Memory {pair.new_id} replaces memory {pair.old_id}.",
        "same": f"Memory {pair.new_id} says the same as memory {pair.old_id}, which was confirmed instead.",
    }
    rows = data.ask(lambda: data.memory.search.rows([pair.old_id, pair.new_id]))
    return {"id": number, "answer": str(answer), "result": said[answer], "memories": [row.as_json() for row in rows]}


def _answer_expiring(data: OpenData, number: int, answer: ReviewAnswer) -> dict[str, Any]:
    if number not in {one.memory.id for one in data.ask(data.memory.aging.expiring)}:
        raise OperatorError(f"Memory {number} is not about to expire.", "See `review list --kind expiring`.")
    if answer == "keep":
        data.write(lambda: data.memory.aging.keep_true([number]))
        result = f"Memory {number} is confirmed: it is still true."
    elif answer == "let-go":
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
