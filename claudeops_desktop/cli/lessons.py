"""``claudeops lessons``: what corrections of the agent have taught it, told to every session (E15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from .options import AsJson, get_cli_context
from .output import as_json, clean, local, print_line, table, warn

if TYPE_CHECKING:
    from ..memory import StoredLesson

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number in `lessons list`.")]


def register(app: typer.Typer) -> None:
    """Add the group."""
    group = typer.Typer(no_args_is_help=True, help="Show and edit what the agent has learned from corrections.")
    group.command("list")(list_lessons)
    group.command("add")(add)
    group.command("edit")(edit)
    group.command("rm")(remove)
    app.add_typer(group, name="lessons")


def list_lessons(context: typer.Context, json: AsJson = False) -> None:
    """List all lessons, those in prompts first, then by how often they were learned."""
    with get_cli_context(context).data() as data:
        found = data.ask(lambda: data.memory.lessons.rows(everything=True))
    if json:
        as_json([lesson.as_json() for lesson in found])
        return
    if not found:
        print_line("Nothing was learned yet. `claudeops lessons add TEXT` adds a lesson of your own.")
        return
    table(
        ("id", "state", "learned", "from", "last", "lesson"),
        [(one.id, _state(one), f"{one.times}×", one.source, local(one.updated_at), clean(one.text)) for one in found],
        right=("id", "learned"),
    )


def add(
    context: typer.Context,
    text: Annotated[str, typer.Argument(help="One short rule, such as “Prefer reload over restart”.")],
    json: AsJson = False,
) -> None:
    """Add a lesson of your own."""
    with get_cli_context(context).data() as data:
        lesson = data.write(lambda: data.memory.lessons.add(text))
    _report(lesson, json, "Added")


def edit(
    context: typer.Context,
    number: Id,
    text: Annotated[str | None, typer.Option("--text", help="New wording.")] = None,
    on: Annotated[
        bool | None, typer.Option("--on/--off", help="Whether it is in prompts; --on also approves a held lesson.")
    ] = None,
    json: AsJson = False,
) -> None:
    """Change a lesson, or turn it on or off."""
    if text is None and on is None:
        raise UsageError("Nothing to change was named.", "Give --text, --on or --off.")
    with get_cli_context(context).data() as data:
        lesson = data.write(lambda: data.memory.lessons.edit(number, text, on))
    _report(lesson, json, "Changed")


def remove(
    context: typer.Context,
    numbers: Annotated[list[int], typer.Argument(metavar="ID…", help="Their numbers, as `lessons list` shows them.")],
    json: AsJson = False,
) -> None:
    """Delete lessons permanently."""
    wanted = sorted(set(numbers))
    with get_cli_context(context).data() as data:
        found = data.write(lambda: [data.memory.lessons.remove(number) for number in wanted])
    gone = [lesson for lesson in found if lesson is not None]
    missing = [number for number, lesson in zip(wanted, found, strict=True) if lesson is None]
    if not gone:
        raise OperatorError(f"There is no lesson {', '.join(map(str, missing))}.", "See `claudeops lessons list`.")
    if missing:
        warn(f"There is no lesson {', '.join(map(str, missing))}.")
    if json:
        as_json({"deleted": [lesson.as_json() for lesson in gone]})
        return
    for lesson in gone:
        print_line(f"Removed {lesson.id}: {clean(lesson.text)}")


def _state(lesson: StoredLesson) -> str:
    return "held" if lesson.gate != "allow" else "in prompts" if lesson.active else "off"


def _report(lesson: StoredLesson, json: bool, done: str) -> None:
    if json:
        as_json(lesson.as_json())
    else:
        print_line(f"{done} lesson {lesson.id} ({_state(lesson)}): {clean(lesson.text)}")
