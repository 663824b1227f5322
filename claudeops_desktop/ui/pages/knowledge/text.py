"""Texts of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ....core.clock import utc_now
from ....knowledge.entries import is_stale, trust_of
from ...text import formatting
from ...text.translation import tr, tr_count, tr_message
from .file_source import FolderList

if TYPE_CHECKING:
    from ....knowledge.sync.types import SyncResult, SyncStatus
    from ....memory import SharedDeletion

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
ABOUT_SHARING = tr(
    "Notes, decisions, procedures, facts, lessons and cases are shared through a git repository. Facts of others stand"
    " as unconfirmed; their procedures and memory file reach sessions as your own do, so share only with people you"
    " trust. A password or token is kept in the keyring: claudeops secrets set knowledge-remote."
)
_MOST_NAMES = 6
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
        said += [(*line, "sync") for line in sync_notices(found.sync)]
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


def sync_status_lines(status: SyncStatus) -> list[str]:
    """How sync stands, a line each."""
    if not status.remote:
        return [tr("Nothing is shared: no repository is set.")]
    if not status.synced_at:
        return [tr("Not synced yet.")]
    said = [tr("Last sync: {when}", when=formatting.format_relative_time(status.synced_at))]
    given = tr_count("%n entry of this workstation is shared", "%n entries of this workstation are shared",
                     status.records.get("own", 0))  # fmt: skip
    taken = tr_count("%n came from others", "%n came from others", status.records.get("theirs", 0))
    said.append(f"{given}, {taken}.")
    if status.others:
        shown = ", ".join(f"{label} ({name})" if label else name for name, label in status.others[:_MOST_NAMES])
        more = len(status.others) - _MOST_NAMES
        said.append(tr("Other workstations: {names}", names=shown + (f" +{more}" if more > 0 else "")))
    if status.pairs:
        said.append(tr_count("%n file has two texts of which you choose one.",
                             "%n files have two texts of which you choose one.", status.pairs))  # fmt: skip
    return said


def sync_result_lines(done: SyncResult) -> list[str]:
    """What the last sync did."""
    records = done.records
    said = []
    if done.files:
        said.append(tr_count("%n file changed here.", "%n files changed here.", len(done.files)))
    if records.changed or records.offered:
        came = (
            (tr("new"), records.added), (tr("needs review"), records.held), (tr("in conflict"), records.conflicts),
            (tr("deleted"), records.deleted), (tr("deleted elsewhere"), records.offered),
        )  # fmt: skip
        counts = ", ".join(f"{count} {word}" for word, count in came if count)
        said.append(tr("Facts, lessons and cases of others: {counts}", counts=counts))
    if (waiting := done.waiting_sentence) is not None:
        said.append(tr_message(waiting))
    if done.pushed:
        said.append(tr("What is here was pushed."))
    elif not done.kept_back and not said:
        said.append(tr("There was nothing to exchange."))
    return said


def sync_problem_lines(status: SyncStatus, done: SyncResult | None) -> list[str]:
    """What is wrong."""
    said = []
    if status.error:
        when, why = formatting.format_relative_time(status.error_at), tr_message(status.error)
        said.append(tr("The last sync failed {when}: {why}", when=when, why=why))
    if done is not None:
        said += [tr_message(one) for one in done.sentences]
        said += [f"{one.path}: {tr_message(one.sentence)}" for one in done.problems[:_MOST_NAMES]]
    elif status.withheld:
        said.append(tr_message(status.withheld))
    return said


def deletion_line(deletion: SharedDeletion) -> str:
    """Something that was deleted elsewhere."""
    whose = tr("yours") if deletion.own else tr("from elsewhere")
    return f"{deletion.text} ({whose}, {formatting.format_relative_time(deletion.noted_at)})"


def sync_notices(status: SyncStatus) -> list[tuple[str, str, str]]:
    """What the page says over the list: (sentence, icon, role)."""
    said = []
    if status.error:
        said.append((tr("The last sync failed: {why}", why=tr_message(status.error)), "warning", "warn"))
    if status.withheld:
        said.append((tr_message(status.withheld), "warning", "warn"))
    if status.deletions:
        sentence = tr_count(
            "%n entry was deleted at another workstation and still stands here.",
            "%n entries were deleted at other workstations and still stand here.",
            status.deletions,
        )
        said.append((sentence, "review", "muted"))
    return said
