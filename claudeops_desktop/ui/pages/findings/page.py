"""The page of findings: one kind of trouble, followed over runs and services."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial

from ....learning import LearningService, StoredFinding
from ....records.record_books import RecordRepositories
from ...app_context import AppContext
from ...kit.actions import ActionSpec
from ...kit.columns import ColumnSpec, number_column, state_column, text_column, time_column
from ...kit.detail import EmptyText
from ...kit.list_page import ListPage, ListPageSpec, has_current
from ...text import formatting
from ...text.translation import tr, tr_count
from ..base_page import PageLocation

STATES = {
    "seen": (tr("seen once"), "idle"),
    "open": (tr("open"), "warning"),
    "fixed": (tr("fixed"), "good"),
    "regressed": (tr("is back"), "critical"),
    "quiet": (tr("quiet"), "paused"),
}


def load_findings(context: AppContext) -> dict[Hashable, StoredFinding]:
    """Return what was seen more than once, the latest first, by id."""
    return {finding.id: finding for finding in LearningService(context.book).findings.list()}


def toggle_fixed(page: ListPage[StoredFinding]) -> None:
    """Mark the current finding as fixed, or open it again."""
    finding = page.current
    if finding is None:
        return
    book, fixed = page.context.book, finding.state == "fixed"
    label = tr("Opened a finding again") if fixed else tr("Marked a finding as fixed")
    page.context.undo.perform(
        label,
        partial(_set_fixed, book, finding.id, not fixed),
        lambda _answer: _set_fixed(book, finding.id, fixed),
    )


def _set_fixed(book: RecordRepositories, number: int, fixed: bool) -> object:
    findings = LearningService(book).findings
    return findings.close(number) if fixed else findings.reopen(number)


def show_events(page: ListPage[StoredFinding]) -> None:
    """Lead to the events of the service that the current finding is about."""
    if page.current is not None:
        page.navigation_requested.emit(PageLocation("events", filters={"service": page.current.service}))


def fact_line(findings: Sequence[StoredFinding]) -> str:
    """Return how many are open and how many are back."""
    states = [finding.state for finding in findings]
    still, back = states.count("open"), states.count("regressed")
    parts = [tr_count("%n open finding", "%n open findings", still) if findings else tr("No finding yet")]
    if back:
        parts.append(tr_count("%n is back", "%n are back", back))
    return " · ".join(parts)


def fixed_tip(finding: StoredFinding) -> str:
    """Return when and by whom it was fixed."""
    if not finding.fixed_at:
        return ""
    return tr(
        "Fixed {fixed_at} by {fixed_by}",
        fixed_at=formatting.format_exact_time(finding.fixed_at),
        fixed_by=finding.fixed_by,
    )


def fix_label(page: ListPage[StoredFinding]) -> str:
    """Return what the button does with the current finding."""
    return tr("Open again") if page.current is not None and page.current.state == "fixed" else tr("Mark as fixed")


COLUMNS: tuple[ColumnSpec[StoredFinding], ...] = (
    state_column(tr("State"), 110, lambda finding: finding.state, STATES, tip=fixed_tip),
    ColumnSpec("service", tr("Service"), 130, text=lambda finding: finding.service),
    text_column("title", tr("Finding"), 400, lambda finding: finding.title, stretch=True),
    number_column("seen", tr("Seen"), 60, lambda finding: finding.sightings),
    time_column("first", tr("First"), 100, lambda finding: finding.first_seen_at),
    time_column("last", tr("Latest"), 100, lambda finding: finding.last_seen_at),
)

ACTIONS: tuple[ActionSpec[ListPage[StoredFinding]], ...] = (
    ActionSpec("events", tr("Show the events"), show_events, shown=has_current),
    ActionSpec(
        "fix",
        tr("Mark the finding as fixed, or open it again"),
        toggle_fixed,
        "Space",
        for_table=True,
        label=fix_label,
        shown=has_current,
    ),
)


class FindingsPage(ListPage[StoredFinding]):
    """What came up more than once over runs: open, fixed, back, or quiet."""

    title = tr("Findings")
    spec = ListPageSpec(
        title=title,
        look="FindingModel",
        intro=tr(
            "What came up more than once. One is fixed when something was done about it and two good checks followed; "
            "you are notified when it comes back."
        ),
        columns=COLUMNS,
        load=load_findings,
        tables=frozenset(("findings",)),
        fact=fact_line,
        empty=EmptyText(
            "activity", tr("No finding yet"), tr("When the same kind of warning comes up twice, it appears here.")
        ),
        actions=ACTIONS,
        buttons=("events", "fix"),
    )
