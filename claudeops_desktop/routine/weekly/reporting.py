"""Makes the report of a week: what is gathered, composed and kept. Waits for the database: not on a GUI thread."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .compose import compose_weekly_report
from .spans import last_whole_week, span_of
from .tables import ReportRecords, gather_week

if TYPE_CHECKING:
    from ..types import StepContext
    from .types import WeeklyReport, WeekSpan


def report_last_week(context: StepContext) -> tuple[WeeklyReport, bool]:
    """Make and keep the report of the last whole week; with whether it says anything that the one kept did not."""
    return _make(context, last_whole_week(context.clock(), context.zone))


def report_week(context: StepContext, week: str = "") -> WeeklyReport:
    """The report of a week such as 2026-W10 ("": the last whole one): the one that is kept; else one that is made now,
    and kept where the week is over. Raises UsageError for what is no week."""
    span = span_of(week, context.zone) if week else last_whole_week(context.clock(), context.zone)
    kept = context.book.store.read(lambda: ReportRecords().get(span.week)).result()
    if kept is not None:
        return kept
    if span.until > context.clock():
        return _compose(context, span)
    return _make(context, span)[0]


def _compose(context: StepContext, span: WeekSpan) -> WeeklyReport:
    book = context.book
    question = lambda: gather_week(book, context.memory, context.learning, span, context.clock())  # noqa: E731
    return compose_weekly_report(book.store.read(question).result())


def _make(context: StepContext, span: WeekSpan) -> tuple[WeeklyReport, bool]:
    report, store = _compose(context, span), context.book.store

    def keep() -> bool:
        changed = ReportRecords().put(report, context.clock())
        if changed:
            store.changed("weekly_reports")
        return changed

    return report, store.write(keep).result()
