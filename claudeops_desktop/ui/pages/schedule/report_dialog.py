"""The weekly report: each sentence is a link to what it speaks of. What others wrote is shown as it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from html import escape

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QResizeEvent, QTextCursor
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QHBoxLayout,
    QPushButton,
    QStackedWidget,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

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
from .queries import routine_control

EMPTY = tr("The first one is written on the night to Sunday, or with Run now for Every Sunday.")
PAGES = {
    "session": "sessions",
    "incident": "incidents",
    "case": "cases",
    "memory": "memories",
}
"""The page that shows what a sentence speaks of, by its kind."""
LEFT = ("happened", "incidents", "learned", "forgotten", "leaving")
"""The sections of the left column, where there are two."""
TWO_COLUMNS_FROM = 860
SIZE = (960, 640)
Answer = tuple[list[str], WeeklyReport | None]


def location_of(kind: str, target: str) -> PageLocation | None:
    """Return where a sentence leads; None for one that leads nowhere."""
    if kind == "page":
        return PageLocation(target)
    if kind == "service":
        return PageLocation("services", filters={"service": target})
    if kind in ("question", "expiring") and target.isdigit():
        return PageLocation("review", id=int(target), filters={"kind": kind})
    if kind == "finding" and target.isdigit():
        return PageLocation("events", id=int(target), filters={"kind": "finding"})
    if kind in PAGES and target.isdigit():
        return PageLocation(PAGES[kind], id=int(target))
    return None


class WeeklyReportDialog(QDialog):
    """The report of a week, the latest one first. ``navigation_requested`` carries where a sentence leads; the dialog
    closes then."""

    navigation_requested = Signal(object)

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        super().__init__(parent)
        self.context = context
        self.report: WeeklyReport | None = None
        self.setWindowTitle(tr("Weekly report"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.fact = theme.plain_label(role="strong")
        self._latest = LatestQuery(context.bridge, self._loaded, self.fact.setText, self)
        self.weeks = QComboBox()
        theme.set_accessible_name(self.weeks, tr("Week"))
        self.weeks.activated.connect(self.refresh)
        self.text = QTextBrowser()
        self.text.setAccessibleName(tr("Weekly report"))
        self.text.setOpenLinks(False)
        self.text.setFrameShape(QTextBrowser.Shape.NoFrame)
        self.text.document().setDocumentMargin(theme.GAP_M)
        self.text.anchorClicked.connect(self.follow)
        self.empty = EmptyState("clock", tr("No weekly report yet"), EMPTY)
        self._lay_out()
        self.resize(*SIZE)
        context.bridge.changed.connect(self._committed)
        self.refresh()

    def _lay_out(self) -> None:
        top = QHBoxLayout()
        top.addWidget(self.fact, 1)
        top.addWidget(self.weeks)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.text)
        self._stack.addWidget(self.empty)
        close = QPushButton(tr("Close"))
        close.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.addWidget(theme.plain_label(tr("Each sentence leads to what it speaks of."), "muted"), 1)
        buttons.addWidget(close)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_M)
        column.addLayout(top)
        column.addWidget(self._stack, 1)
        column.addLayout(buttons)

    def refresh(self, _at: int = 0) -> None:
        """Ask for the week that is chosen."""
        self._latest.ask(partial(_load_report, routine_control(self.context), str(self.weeks.currentData() or "")))

    def follow(self, url: QUrl) -> None:
        """Lead to what a sentence speaks of."""
        sentences = self.report.sentences if self.report is not None else ()
        number = url.path()
        if not number.isdigit() or int(number) >= len(sentences):
            return
        place = location_of(sentences[int(number)].kind, sentences[int(number)].target)
        if place is not None:
            self.accept()
            self.navigation_requested.emit(place)

    @property
    def _columns(self) -> int:
        return 2 if self.width() >= TWO_COLUMNS_FROM else 1

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Have two columns where there is room: a report is one screen."""
        super().resizeEvent(event)
        if (event.oldSize().width() >= TWO_COLUMNS_FROM) != (event.size().width() >= TWO_COLUMNS_FROM):
            self._show()

    def _committed(self, change: CommittedChange) -> None:
        if change.table in ("weekly_reports", "*"):
            self.refresh()

    def _loaded(self, answer: Answer) -> None:
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

    def _show(self) -> None:
        report = self.report
        self.fact.setText(week_text(report) if report is not None else "")
        if report is not None:
            self.text.setHtml(report_html(report, self._columns))
            self.text.moveCursor(QTextCursor.MoveOperation.Start)


def week_text(report: WeeklyReport) -> str:
    """Return which days a report is about."""
    return tr(
        "Week {week}, from {since} until {until}",
        week=report.span.week,
        since=formatting.format_date(to_text(report.span.since)),
        until=formatting.format_date(to_text(report.span.until)),
    )


def report_html(report: WeeklyReport, columns: int = 1) -> str:
    """Return the report as HTML in which nothing of others' words is markup, in one column or two. Links are numbers of
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
