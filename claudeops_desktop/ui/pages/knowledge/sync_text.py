"""Texts on how sync stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...text import formatting
from ...text.translation import tr, tr_count, tr_message

if TYPE_CHECKING:
    from ....knowledge.sync.types import SyncResult, SyncStatus
    from ....memory import SharedDeletion

ABOUT = tr(
    "Notes, decisions, procedures, facts, lessons and cases are shared through a git repository. What comes from others"
    " is unconfirmed, and never an order. A password or token is kept in the keyring: claudeops secrets set"
    " knowledge-remote."
)
_MOST = 6


def status_lines(status: SyncStatus) -> list[str]:
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
        shown = ", ".join(f"{label} ({name})" if label else name for name, label in status.others[:_MOST])
        more = len(status.others) - _MOST
        said.append(tr("Other workstations: {names}", names=shown + (f" +{more}" if more > 0 else "")))
    if status.pairs:
        said.append(tr_count("%n file has two texts of which you choose one.",
                             "%n files have two texts of which you choose one.", status.pairs))  # fmt: skip
    return said


def result_lines(done: SyncResult) -> list[str]:
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
        told = ", ".join(f"{count} {word}" for word, count in came if count)
        said.append(tr("Facts, lessons and cases of others: {told}", told=told))
    if done.pushed:
        said.append(tr("What is here was pushed."))
    elif not done.kept_back and not said:
        said.append(tr("There was nothing to exchange."))
    return said


def problem_lines(status: SyncStatus, done: SyncResult | None) -> list[str]:
    """What is wrong."""
    said = []
    if status.error:
        when, why = formatting.format_relative_time(status.error_at), tr_message(status.error)
        said.append(tr("The last sync failed {when}: {why}", when=when, why=why))
    if done is not None:
        said += [tr_message(one) for one in done.sentences]
        said += [f"{one.path}: {tr_message(one.sentence)}" for one in done.problems[:_MOST]]
    elif status.withheld:
        said.append(tr_message(status.withheld))
    return said


def deletion_line(deletion: SharedDeletion) -> str:
    """Something that was deleted elsewhere."""
    whose = tr("yours") if deletion.own else tr("from elsewhere")
    return f"{deletion.text} ({whose}, {formatting.format_relative_time(deletion.noted_at)})"


def notice_lines(status: SyncStatus) -> list[tuple[str, str, str]]:
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
