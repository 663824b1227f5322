"""Texts of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ....core.clock import utc_now
from ....knowledge.entries import is_stale, trust_of
from ...text import formatting
from ...text.translation import tr, tr_count, tr_message
from . import sync_text
from .queries import FolderList

KINDS = {
    "memory": tr("Memory file"),
    "notes": tr("Note"),
    "decisions": tr("Decision"),
    "procedures": tr("Procedure"),
    "roles": tr("Role note"),
    "domains": tr("Summary"),
    "lessons": tr("Lessons"),
    "cases": tr("Case"),
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
_STATES = {
    "draft": tr("draft"),
    "deprecated": tr("no longer in use"),
    "proposed": tr("proposed"),
    "accepted": tr("accepted"),
    "shipped": tr("shipped"),
    "superseded": tr("superseded"),
    "rejected": tr("rejected"),
}
_TRUST = {"human-reviewed": tr("reviewed by you"), "machine-confirmed": tr("confirmed by a check")}
_MOST_TAGS = 5


def author_name(author: str) -> str:
    """Who made a version, as people call them: ``human:operator`` is the reader."""
    if author == "human:operator":
        return tr("you")
    if author.startswith("process:"):
        return tr("Claude Ops")
    return formatting.strip_direction_marks(author.removeprefix("human:"))


def entry_facts(meta: Mapping[str, Any]) -> list[str]:
    """What the frontmatter of a file says that a reader wants to know: status, trust, whether it is stale, tags."""
    said = []
    state = _STATES.get(str(meta.get("status", "")), "")
    if state:
        said.append(state)
    number = meta.get("superseded-by")
    if isinstance(number, int):
        said.append(tr("see decision {number}", number=number))
    if word := _TRUST.get(trust_of(meta)):
        said.append(word)
    if is_stale(meta, utc_now()):
        said.append(tr("out of date"))
    tags = meta.get("tags")
    if isinstance(tags, list) and tags:
        shown = [formatting.strip_direction_marks(str(tag)[:40]) for tag in tags[:_MOST_TAGS]]
        said.append(" ".join(f"#{tag}" for tag in shown))
    return said


def folder_notices(found: FolderList) -> list[tuple[str, str, str, str]]:
    """What is to be known about the folder beside its files: (sentence, icon, role, what its button is about)."""
    said = []
    for one in found.conditions:
        role = "bad" if one.stops_writing else "warn"
        sentence = " ".join(tr_message(part) for part in (one.sentence, one.remedy) if part)
        said.append((sentence, "critical" if one.stops_writing else "warning", role, ""))
    for pair in found.pairs:
        sentence = tr("There are two texts of {path}: it was changed in two places at once.", path=pair.path)
        said.append((sentence, "warning", "warn", "choose"))
    if found.sync is not None:
        said += [(*line, "sync") for line in sync_text.notice_lines(found.sync)]
    if found.waiting:
        said.append((tr("Changes that put the files in order wait for your answer."), "review", "muted", "consolidate"))
    if found.edited:
        shown = ", ".join(found.edited[:3])
        more = len(found.edited) - 3
        sentence = tr_count(
            "%n file was edited outside of Claude Ops and taken in as a version of yours: {shown}",
            "%n files were edited outside of Claude Ops and taken in as versions of yours: {shown}",
            len(found.edited),
            shown=shown if more <= 0 else tr("{shown} and {more} more", shown=shown, more=more),
        )
        said.append((sentence, "edit", "muted", "show"))
    if found.fill >= FULL_FROM:
        sentence = tr(
            "The memory file is {percent} full. What does not fit is not read by agents: take out what is not needed.",
            percent=formatting.format_percent(found.fill),
        )
        said.append((sentence, "warning", "warn", "memory"))
    return said


def folder_line(found: FolderList) -> str:
    """The line under the title."""
    said = [tr_count("%n file", "%n files", found.total) if found.total else tr("No files")]
    if found.fill >= FULL_FROM:
        said.append(tr("the memory file is {percent} full", percent=formatting.format_percent(found.fill)))
    if found.problems:
        said.append(tr_count("%n problem", "%n problems", len(found.problems)))
    if found.sync is not None and found.sync.synced_at:
        said.append(tr("synced {when}", when=formatting.format_relative_time(found.sync.synced_at)))
    return " · ".join(said)
