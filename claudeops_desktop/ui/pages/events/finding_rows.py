"""Findings: the same kind of trouble, followed over runs. What their entries in the log say, and how one is closed."""

from __future__ import annotations

from functools import partial

from ....learning import LearningService, StoredFinding
from ....records.record_books import RecordRepositories
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import tr, tr_count

STATES = {
    "seen": (tr("seen once"), "idle"),
    "open": (tr("open"), "warning"),
    "fixed": (tr("fixed"), "good"),
    "regressed": (tr("is back"), "critical"),
    "quiet": (tr("quiet"), "paused"),
}


def finding_state(finding: StoredFinding) -> tuple[str, str]:
    """Return the state of a finding in words and as a shape; one that is not known is shown as it is stored."""
    return STATES.get(finding.state, (finding.state, "unknown"))


def finding_facts(finding: StoredFinding) -> list[str]:
    """Return its state and service, how often and since when it was seen, and by what it was fixed."""
    since = tr(
        "{number} since {first_at}",
        number=tr_count("%n time", "%n times", finding.sightings),
        first_at=formatting.format_clock_time(finding.first_seen_at),
    )
    return [finding_state(finding)[0], finding.service, since, fixed_text(finding)]


def fixed_text(finding: StoredFinding) -> str:
    """Return when and by whom it was fixed."""
    if not finding.fixed_at:
        return ""
    return tr(
        "Fixed {fixed_at} by {fixed_by}",
        fixed_at=formatting.format_exact_time(finding.fixed_at),
        fixed_by=finding.fixed_by,
    )


def fix_label(finding: StoredFinding | None) -> str:
    """Return what the button does with a finding."""
    return tr("Open again") if finding is not None and finding.state == "fixed" else tr("Mark as fixed")


def toggle_fixed(context: AppContext, finding: StoredFinding) -> None:
    """Mark a finding as fixed, or open it again."""
    book, fixed = context.book, finding.state == "fixed"
    label = tr("Opened a finding again") if fixed else tr("Marked a finding as fixed")
    context.undo.perform(
        label,
        partial(_set_fixed, book, finding.id, not fixed),
        lambda _answer: _set_fixed(book, finding.id, fixed),
    )


def _set_fixed(book: RecordRepositories, number: int, fixed: bool) -> object:
    findings = LearningService(book).findings
    return findings.close(number) if fixed else findings.reopen(number)
