"""``claudeops lessons``: what corrections of the agent have taught it, told to every session (E15)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ..core.errors import OperatorError, UsageError
from .cli_context import OpenData
from .command import CommandAnswer, CommandGroup, ListedRows, RowTable
from .output import clean, local, warn

if TYPE_CHECKING:
    from ..memory import StoredLesson

Id = Annotated[int, typer.Argument(metavar="ID", help="Its number in `lessons list`.")]

LESSONS = CommandGroup("lessons", "Show and edit what the agent has learned from corrections.")
register = LESSONS.register


def _state(lesson: StoredLesson) -> str:
    return "held" if lesson.gate != "allow" else "in prompts" if lesson.active else "off"


LESSON_TABLE: RowTable[StoredLesson] = RowTable(
    ("id", "state", "learned", "from", "last", "lesson"),
    lambda one: (one.id, _state(one), f"{one.times}×", one.source, local(one.updated_at), one.text),
    right=("id", "learned"),
)


@LESSONS.command("list")
def list_lessons(data: OpenData) -> ListedRows[StoredLesson]:
    """List all lessons, those in prompts first, then by how often they were learned."""
    found = data.ask(lambda: data.memory.lessons.rows(everything=True))
    return LESSON_TABLE.list(found, "Nothing was learned yet. `claudeops lessons add TEXT` adds a lesson of your own.")


@LESSONS.command("add")
def add(
    data: OpenData, text: Annotated[str, typer.Argument(help="One short rule, such as “Prefer reload over restart”.")]
) -> CommandAnswer:
    """Add a lesson of your own."""
    lesson = data.write(lambda: data.memory.lessons.add(text))
    return _report(lesson, "Added")


@LESSONS.command("edit")
def edit(
    data: OpenData,
    number: Id,
    text: Annotated[str | None, typer.Option("--text", help="New wording.")] = None,
    on: Annotated[
        bool | None, typer.Option("--on/--off", help="Whether it is in prompts; --on also approves a held lesson.")
    ] = None,
) -> CommandAnswer:
    """Change a lesson, or turn it on or off."""
    if text is None and on is None:
        raise UsageError("Nothing to change was named.", "Give --text, --on or --off.")
    lesson = data.write(lambda: data.memory.lessons.edit(number, text, on))
    return _report(lesson, "Changed")


@LESSONS.command("rm")
def remove(
    data: OpenData,
    numbers: Annotated[list[int], typer.Argument(metavar="ID…", help="Their numbers, as `lessons list` shows them.")],
) -> CommandAnswer:
    """Delete lessons permanently."""
    wanted = sorted(set(numbers))
    found = data.write(lambda: [data.memory.lessons.remove(number) for number in wanted])
    gone = [lesson for lesson in found if lesson is not None]
    missing = [number for number, lesson in zip(wanted, found, strict=True) if lesson is None]
    if not gone:
        raise OperatorError(f"There is no lesson {', '.join(map(str, missing))}.", "See `claudeops lessons list`.")
    if missing:
        warn(f"There is no lesson {', '.join(map(str, missing))}.")
    return CommandAnswer(
        {"deleted": [lesson.as_json() for lesson in gone]},
        [f"Removed {lesson.id}: {clean(lesson.text)}" for lesson in gone],
    )


def _report(lesson: StoredLesson, done: str) -> CommandAnswer:
    return CommandAnswer(lesson.as_json(), f"{done} lesson {lesson.id} ({_state(lesson)}): {clean(lesson.text)}")
