"""The lessons that sessions are told, as a file, and that file read back (E15, C2). Pure.

Lessons that are turned off, or that wait for review, do not stand in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from ...core.text_format import format_count
from ..entries import read_entry
from ..layout import LESSONS_FILE
from .bullets import LESSON, read_bullet, write_lesson
from .fact_files import FactFile, FactLine, join_wrapped
from .frontmatter import NOTES, compose_file, notes_of, with_notes

if TYPE_CHECKING:
    from ...memory import StoredLesson

__all__ = ["LESSONS_FILE", "read_lessons", "render_lessons"]
HELP = (
    "Every session gets these rules. What you change or add here is carried out in the database; a line that you"
    " delete is turned off there. The number at the end of a line, such as ^l4, must stay with its lesson."
)


def render_lessons(before: str, lessons: Sequence[StoredLesson], notes: str, now: datetime) -> str:
    """The file of these lessons, in the order of their numbers; ``before`` is the file as it is."""
    rows = [
        write_lesson(one.id, one.text, one.times, one.updated_at[:10], one.source)
        for one in sorted(lessons, key=lambda one: one.id)
    ]
    body = "\n".join(["# Lessons", "", HELP, "", *rows])
    fixed = {"type": "Lessons", "description": f"{format_count(len(rows), 'rule')} that every session gets."}
    defaults = {"title": "Lessons", "tags": ["lessons"]}
    return compose_file(before, fixed, defaults, with_notes(body, notes), now)


def read_lessons(text: str) -> FactFile:
    """Take the file apart. Never raises."""
    entry = read_entry(text)
    if entry.fault:
        return FactFile(fault=entry.fault)
    first = text[: len(text) - len(entry.body)].count("\n") + 1
    found: list[FactLine] = []
    strays: list[tuple[int, str]] = []
    for number, line in join_wrapped(entry.body, first):
        if line.rstrip() == NOTES:
            break
        if (bullet := read_bullet(line, LESSON)) is not None:
            found.append(FactLine(bullet, None, number, line))
        elif line.strip() and not line.startswith("# "):
            strays.append((number, line.rstrip()))
    return FactFile(tuple(found), tuple(strays), notes_of(entry.body))
