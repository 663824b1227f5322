"""``claudeops review``: questions about what is not known of a service, and their answers (R3)."""

from __future__ import annotations

from typing import Annotated

import typer

from ..core.text_format import format_count
from .cli_context import OpenData
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, table

Number = Annotated[int, typer.Argument(metavar="ID", help="Its number, as `review list --kind question` shows it.")]


def show_questions(data: OpenData, *, json: bool) -> None:
    """List the open questions."""
    from ..routine.questions.tables import list_questions

    rows = data.ask(list_questions)
    if json:
        as_json([row.as_json() for row in rows])
        return
    if not rows:
        print_line("No question is open.")
        return
    table(
        ("id", "service", "asked", "question"),
        [(row.id, row.gap.service, local(row.asked_at), clean(row.gap.sentence)) for row in rows],
        right=("id",),
    )
    print_line("Answer one with `review answer ID --text TEXT`, or say `review dismiss ID`.")


def say_open(context: typer.Context) -> None:
    """Say how many questions are open; nothing where none is."""
    from ..routine.questions.tables import count_open_questions

    with get_cli_context(context).data() as data:
        number = data.ask(count_open_questions)
    if number:
        print_line(f"{format_count(number, 'question', 'questions')} about services: `review list --kind question`.")


def answer(
    context: typer.Context,
    number: Number,
    text: Annotated[str, typer.Option("--text", help="What is so, in one sentence.")],
    json: AsJson = False,
) -> None:
    """Answer a question about a service: the answer becomes a fact of yours."""
    from ..core.clock import utc_now
    from ..routine.questions.service import QuestionService

    with get_cli_context(context).data() as data:
        questions = QuestionService(data.store, data.memory, utc_now)
        done = data.write(lambda: questions.answer(number, text))
        rows = data.ask(lambda: data.memory.search.rows(list(done.change.ids) if done.change else []))
    if json:
        as_json(done.after.as_json() | {"memories": [row.as_json() for row in rows]})
        return
    print_line(f"Memory {done.after.memory_id} about {done.after.gap.service} holds your answer.")


def dismiss(context: typer.Context, number: Number, json: AsJson = False) -> None:
    """Dismiss a question about a service: it is not asked again."""
    from ..core.clock import utc_now
    from ..routine.questions.service import QuestionService

    with get_cli_context(context).data() as data:
        questions = QuestionService(data.store, data.memory, utc_now)
        done = data.write(lambda: questions.dismiss(number))
    if json:
        as_json(done.after.as_json())
        return
    print_line(f"Question {number} is not asked again.")
