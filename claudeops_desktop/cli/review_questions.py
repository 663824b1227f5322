"""``claudeops review``: questions about what is not known of a service, and their answers (R3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .cli_context import OpenData
from .command import CommandAnswer, ListedRows, RowTable
from .output import local

if TYPE_CHECKING:
    from ..routine.questions.types import OperatorQuestion

Number = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `review list --kind question` shows it.")]

QUESTION_TABLE: RowTable[OperatorQuestion] = RowTable(
    ("id", "service", "asked", "question"),
    lambda one: (one.id, one.gap.service, local(one.asked_at), one.gap.sentence),
)


def list_questions(data: OpenData) -> ListedRows[OperatorQuestion]:
    """List the open questions."""
    from ..routine.questions.tables import list_questions as read_questions

    rows = data.ask(read_questions)
    hint = "Answer one with `review answer ID --text TEXT`, or say `review dismiss ID`."
    return QUESTION_TABLE.list(rows, "No question is open.", after=[hint] if rows else ())


def answer(
    data: OpenData,
    number: Number,
    text: Annotated[str, typer.Option("--text", help="What is so, in one sentence.")],
) -> CommandAnswer:
    """Answer a question about a service: the answer becomes a fact of yours."""
    from ..core.clock import utc_now
    from ..routine.questions.service import QuestionService

    questions = QuestionService(data.store, data.memory, utc_now)
    done = data.write(lambda: questions.answer(number, text))
    rows = data.ask(lambda: data.memory.search.rows(list(done.change.ids) if done.change else []))
    return CommandAnswer(
        done.after.as_json() | {"memories": [row.as_json() for row in rows]},
        f"Memory {done.after.memory_id} about {done.after.gap.service} holds your answer.",
    )


def dismiss(data: OpenData, number: Number) -> CommandAnswer:
    """Dismiss a question about a service: it is not asked again."""
    from ..core.clock import utc_now
    from ..routine.questions.service import QuestionService

    questions = QuestionService(data.store, data.memory, utc_now)
    done = data.write(lambda: questions.dismiss(number))
    return CommandAnswer(done.after.as_json(), f"Question {number} is not asked again.")
