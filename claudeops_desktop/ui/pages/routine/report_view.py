"""The weekly report: each sentence is a link to what it speaks of. What others wrote is shown as it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape

from PySide6.QtCore import QUrl, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent, QTextCursor
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QStackedWidget, QTextBrowser, QVBoxLayout, QWidget

from ....core.clock import to_text
from ....routine import SECTIONS, RoutineControl, WeeklyReport
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...latest_query import LatestQuery
from ...text import formatting
from ...text.translation import tr, tr_message
from ...widgets.empty_state import EmptyState
from ..base_page import PageLocation

EMPTY = tr("The first one is written on the night to Sunday, or with Run now for Every Sunday.")
PAGES = {
    "session": "sessions",
    "incident": "incidents",
    "case": "cases",
    "memory": "memories",
    "finding": "findings",
}
"""The page that shows what a sentence speaks of, by its kind."""
LEFT = ("happened", "incidents", "learned", "forgotten", "leaving")
"""The sections of the left column, where there are two."""
TWO_COLUMNS_FROM = 860
Answer = tuple[list[str], WeeklyReport | None]


def location_of(kind: str, target: str) -> PageLocation | None:
    """Where a sentence leads; None for one that leads nowhere."""
    if kind == "page":
        return PageLocation(target)
    if kind == "service":
        return PageLocation("services", filters={"service": target})
    if kind in ("question", "expiring") and target.isdigit():
        return PageLocation("review", id=int(target), filters={"kind": kind})
    if kind in PAGES and target.isdigit():
        return PageLocation(PAGES[kind], id=int(target))
    return None


class WeeklyReportView(QWidget):
    """The report of a week, the latest one first. ``fact_changed`` carries which days it is about."""

    message_posted = Signal(str)
    navigation_requested = Signal(object)
    fact_changed = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk = desk
        self.report: WeeklyReport | None = None
        self._latest = LatestQuery(desk.bridge, self._known, self.message_posted.emit, self)
        self.weeks = QComboBox()
        self.weeks.setAccessibleName(tr("Week"))
        self.weeks.setAccessibleDescription(tr("Week"))
        self.weeks.activated.connect(lambda _at: self.refresh())
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("Weekly report"))
        self.text.setOpenLinks(False)
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.document().setDocumentMargin(theme.GAP_M)
        self.text.anchorClicked.connect(self.follow)
        self.empty = EmptyState("clock", tr("No weekly report yet"), EMPTY)
        top = QHBoxLayout()
        top.addWidget(theme.plain_label(tr("Each sentence leads to what it speaks of."), "muted", wrap=True), 1)
        top.addWidget(self.weeks)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.text)
        self._stack.addWidget(self.empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, theme.GAP_M, 0, 0)
        column.setSpacing(theme.GAP_S)
        column.addLayout(top)
        column.addWidget(self._stack, 1)
        desk.bridge.changed.connect(self._changed)
        theme.theme_changed.connect(self._show)

    def refresh(self) -> None:
        """Ask for the week that is chosen."""
        week = self.weeks.currentData() or ""
        self._latest.ask(partial(_load_report, self.desk.routine.control if self.desk.routine else None, str(week)))

    def take_focus(self) -> None:
        """Put the keys into the report."""
        self.text.setFocus()

    def follow(self, url: QUrl) -> None:
        """Lead to what a sentence speaks of."""
        sentences = self.report.sentences if self.report is not None else ()
        number = url.path()
        if not number.isdigit() or int(number) >= len(sentences):
            return
        one = sentences[int(number)]
        place = location_of(one.kind, one.target)
        if place is not None:
            self.navigation_requested.emit(place)

    def showEvent(self, event: QShowEvent) -> None:
        """In view: look anew."""
        super().showEvent(event)
        self.refresh()

    @property
    def _columns(self) -> int:
        return 2 if self.width() >= TWO_COLUMNS_FROM else 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two columns where there is room: a report is one screen."""
        super().resizeEvent(event)
        if (event.oldSize().width() >= TWO_COLUMNS_FROM) != (event.size().width() >= TWO_COLUMNS_FROM):
            self._show()

    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("weekly_reports", "*") and self.isVisible():
            self.refresh()

    def _known(self, answer: Answer) -> None:
        weeks, report = answer
        if [self.weeks.itemData(at) for at in range(self.weeks.count())] != weeks:
            self.weeks.clear()
            for week in weeks:
                self.weeks.addItem(tr("Week {week}", week=week), week)
        self.weeks.setVisible(len(weeks) > 1)
        if report is not None:
            self.weeks.setCurrentIndex(max(0, weeks.index(report.span.week)))
        self.report = report
        self._stack.setCurrentWidget(self.text if report is not None else self.empty)
        self._show()

    def _show(self, *_: object) -> None:
        report = self.report
        if report is None:
            self.fact_changed.emit(tr("No weekly report yet"))
            return
        self.text.setHtml(report_html(report, self._columns))
        self.text.moveCursor(QTextCursor.MoveOperation.Start)
        self.fact_changed.emit(
            tr(
                "Week {week}, from {since} until {until}",
                week=report.span.week,
                since=formatting.format_date(to_text(report.span.since)),
                until=formatting.format_date(to_text(report.span.until)),
            )
        )


def report_html(report: WeeklyReport, columns: int = 1) -> str:
    """The report as HTML in which nothing of others' words is markup, in one column or two. Links are numbers of
    sentences."""
    sections = [section for section in SECTIONS if report.of_section(section)]
    if columns == 1:
        return _column_html(report, sections)
    left = [section for section in sections if section in LEFT]
    right = [section for section in sections if section not in LEFT]
    cells = "".join(
        f"<td width='50%' style='padding-right:{theme.GAP_XL}px'>{_column_html(report, some)}</td>"
        for some in (left, right)
    )
    return f"<table width='100%' cellspacing='0' cellpadding='0'><tr>{cells}</tr></table>"


def _column_html(report: WeeklyReport, sections: Sequence[str]) -> str:
    look = theme.current_tokens()
    numbers = {id(one): number for number, one in enumerate(report.sentences)}
    parts = []
    for section in sections:
        title = escape(tr_message(SECTIONS[section]))
        parts.append(f"<p style='margin-top:{theme.GAP_M}px; margin-bottom:0'><b>{title}</b></p>")
        for one in report.of_section(section):
            text = escape(formatting.strip_direction_marks(tr_message(one.text)))
            if location_of(one.kind, one.target) is not None:
                style = f"color:{look.accent}; text-decoration:none"
                text = f"<a href='sentence:{numbers[id(one)]}' style='{style}'>{text}</a>"
            parts.append(f"<p style='margin-top:{theme.GAP_XS}px; margin-bottom:0'>{text}</p>")
    return "".join(parts)


def _load_report(control: RoutineControl | None, week: str) -> Answer:
    if control is None:
        return [], None
    weeks = control.reports.weeks()
    return weeks, control.reports.get(week if week in weeks else "")
