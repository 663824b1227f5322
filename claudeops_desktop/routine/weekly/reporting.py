"""Makes the report of a week: what is gathered, composed and kept. Waits for the database: not on a GUI thread."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..questions.tables import QuestionRecords
from .compose import compose_weekly_report
from .spans import last_whole_week, span_of
from .tables import ReportRecords, gather_week

if TYPE_CHECKING:
    from ..types import StepContext
    from .types import WeeklyData, WeeklyReport, WeekSpan


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
        return compose_weekly_report(_gather(context, span))
    return _make(context, span)[0]


def _gather(context: StepContext, span: WeekSpan) -> WeeklyData:
    book = context.book
    question = lambda: gather_week(book, context.memory, context.learning, span, context.clock())  # noqa: E731
    return book.store.read(question).result()


def _make(context: StepContext, span: WeekSpan) -> tuple[WeeklyReport, bool]:
    """The report that is kept, with questions about what is not known; and whether it says anything new."""
    data, store = _gather(context, span), context.book.store

    def keep() -> tuple[WeeklyReport, bool]:
        questions, now = QuestionRecords(store), context.clock()
        questions.close_known(data.known, now)
        asked = questions.ask(data.gaps, now)
        report = compose_weekly_report(replace(data, questions={gap: one.id for gap, one in asked.items()}))
        changed = ReportRecords().put(report, now)
        if changed:
            store.changed("weekly_reports")
        return report, changed

    return store.write(keep).result()
