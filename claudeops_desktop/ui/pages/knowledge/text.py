"""Texts of the page."""

from __future__ import annotations

from ...text import formatting
from ...text.translation import tr, tr_count
from .queries import FolderList

KINDS = {
    "memory": tr("Memory file"),
    "notes": tr("Note"),
    "decisions": tr("Decision"),
    "procedures": tr("Procedure"),
    "roles": tr("Role note"),
    "cases": tr("Case"),
    "domains": tr("Summary"),
}
NOTE_TYPES = {
    "project": tr("Project"),
    "reference": tr("Reference"),
    "feedback": tr("Feedback on how to work"),
    "user": tr("About you"),
}
INTRO = tr(
    "Files that you and your agent can read. Every change is a version with its author and reason, and can be restored."
)
EMPTY_TITLE = tr("There are no files yet.")
EMPTY = tr(
    "Write down what every session should know, a note on a topic, why something was decided, or how something is done."
)
NOTHING_FOUND = tr("No file contains that")
NOTHING_FOUND_MORE = tr("Try fewer words, or show all kinds.")
FULL_FROM = 0.9


def author_name(author: str) -> str:
    """Who made a version, as people call them: ``human:operator`` is the reader."""
    if author == "human:operator":
        return tr("you")
    if author.startswith("process:"):
        return tr("Claude Ops")
    return formatting.strip_direction_marks(author.removeprefix("human:"))


def folder_line(found: FolderList) -> str:
    """The line under the title."""
    said = [tr_count("%n file", "%n files", found.total) if found.total else tr("No files")]
    if found.fill >= FULL_FROM:
        said.append(tr("the memory file is {percent} full", percent=formatting.format_percent(found.fill)))
    if found.problems:
        said.append(tr_count("%n problem", "%n problems", found.problems))
    return " · ".join(said)
