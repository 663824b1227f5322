"""The cards and the strip of services."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from ....core.money import money, money_cap, money_of
from ....core.settings import LimitSettings
from ....records.health import HealthCheck
from ....records.spend import DaySpend
from ... import theme
from ...text import formatting
from ...text.spend_text import SpendSummary, spend_state, spend_tip
from ...widgets.elided_label import ElidedLabel, escape_tool_tip
from ...widgets.flow_layout import FlowLayout
from ...widgets.row_button import RowButton
from ...widgets.state_dot import StateDot, paint_state
from ..base_page import PageLocation
from .spend_bars import DailySpendBars

ROWS = 3
LONGEST_NAME = 200
MOST = 24
MOST_UNWELL = 80  # the whole of them are told in the list of services, and those that are down above all cards


class StatusCard(QFrame):
    """A question, its short answer with a shape, and up to three lines that lead on. ``navigation_requested`` carries a
    PageLocation."""

    navigation_requested = Signal(object)

    def __init__(self, question: str, span: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self._question = question
        self._dot = StateDot("idle", theme.ICON_LARGE)
        self._answer = ElidedLabel(role="section")
        self._besides = theme.plain_label(role="muted")
        self._places: list[PageLocation | None] = [None] * ROWS
        head = QHBoxLayout()
        head.setSpacing(theme.GAP_S)
        head.addWidget(self._dot)
        head.addWidget(self._answer, 1)
        head.addWidget(self._besides)
        head.addSpacing(theme.GAP_XS)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_M, theme.GAP_M)
        column.setSpacing(theme.GAP_XS)
        asked = QHBoxLayout()
        asked.addWidget(theme.plain_label(question, "muted"), 1)
        self._span = theme.plain_label(span, "faint")
        asked.addWidget(self._span)
        column.addLayout(asked)
        column.addLayout(head)
        column.addSpacing(theme.GAP_XS)
        self.rows = [RowButton() for _ in range(ROWS)]
        for row in self.rows:
            row.clicked.connect(self._clicked)
            column.addWidget(row)
            row.hide()
        self._note = theme.plain_label(role="muted", wrap=True)
        column.addWidget(self._note)
        column.addStretch()

    def set_span(self, span: str, tip: str = "") -> None:
        """Since when it tells."""
        self._span.setText(span)
        self._span.setToolTip(tip)

    @property
    def answer(self) -> str:
        """The short answer."""
        return self._answer.text()

    def show_rows(
        self,
        state: str,
        answer: str,
        rows: Sequence[tuple[str, str, str, str, PageLocation | None]],
        note: str = "",
        besides: str = "",
    ) -> None:
        """``rows`` are (state, text, aside, tip, place); ``note`` a sentence below them; ``besides`` goes with the
        answer."""
        self._dot.set_state(state)
        self._answer.setText(answer)
        self._besides.setText(besides)
        self.setAccessibleName(f"{self._question} {answer}{', ' if besides else ''}{besides}")
        for at, row in enumerate(self.rows):
            shown = at < len(rows)
            row.setVisible(shown)
            if shown:
                look, text, aside, tip, self._places[at] = rows[at]
                row.set_content(look, text, aside, tip)
        self._note.setText(note)
        self._note.setVisible(bool(note))

    def _clicked(self) -> None:
        place = self._places[self.rows.index(self.sender())]  # type: ignore[arg-type]
        if place is not None:
            self.navigation_requested.emit(place)


class SpendCard(StatusCard):
    """What it cost: today, this month, what the month may come to, and the last days as bars."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("What did it cost?", parent=parent)
        self.bars = DailySpendBars()
        column = self.layout()
        if isinstance(column, QVBoxLayout):
            column.insertSpacing(column.count() - 1, theme.GAP_XS)
            column.insertWidget(column.count() - 1, self.bars)

    def show_spend(self, spend: SpendSummary, by_day: Sequence[DaySpend], limits: LimitSettings) -> None:
        """Show it."""
        place = PageLocation("settings", filters={"group": "limits"})
        tip = spend_tip(spend, limits)
        month = money_of(spend.month, limits.month_usd)
        rows: list[tuple[str, str, str, str, PageLocation | None]] = [("", f"This month {month}", "", tip, place)]
        if spend.forecast is not None:
            over = bool(limits.month_usd) and spend.forecast.usd > limits.month_usd
            text = f"About {money(spend.forecast.usd)} by its end"
            rows.append(("warning" if over else "", text, "over the cap" if over else "", tip, place))
        state = {"over": "critical", "near": "warning"}.get(spend_state(spend, limits), "good")
        besides = f"of {money_cap(limits.day_usd)}" if limits.day_usd else ""
        self.show_rows(state, f"{money(spend.today)} today", rows, besides=besides)
        self.bars.show_days(by_day, limits.day_usd)
        self.bars.setVisible(any(day.usd for day in by_day))


class ServiceChip(QAbstractButton):
    """One service: its shape and name; hovering says how it stands, since when, and when it was checked."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.check: HealthCheck | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.theme_changed.connect(self.update)

    def show_check(self, check: HealthCheck, since: str) -> None:
        """Show a check."""
        self.check = check
        if self.text() != check.service:
            self.setText(check.service)
            self.updateGeometry()
        lines = [
            f"{check.service} is {check.status}, since {formatting.format_exact_time(since)} "
            f"({formatting.format_relative_time(since)})"
        ]
        if check.detail:
            lines.append(check.detail)
        how = "Measured" if check.measured else "As the agent said"
        lines.append(f"{how} {formatting.format_relative_time(check.checked_at)}")
        self.setToolTip(escape_tool_tip("\n".join(lines)))
        self.setAccessibleName(f"{check.service}, {check.status}")
        self.setAccessibleDescription(". ".join(lines))
        self.update()

    def sizeHint(self) -> QSize:
        """The name up to a certain length."""
        width = min(LONGEST_NAME, self.fontMetrics().horizontalAdvance(self.text()) + 2)
        return QSize(width + theme.ICON + theme.GAP_S + 2 * theme.GAP_M, theme.TARGET)

    def minimumSizeHint(self) -> QSize:
        """It does not shrink."""
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """A quiet frame, louder where something is wrong."""
        t = theme.current_tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        status = self.check.status if self.check else "unknown"
        edge = {"down": t.bad, "degraded": t.warn}.get(status, t.line)
        painter.setPen(QPen(QColor(t.accent), 2) if self.hasFocus() else QPen(QColor(edge), 1))
        painter.setBrush(QColor(t.accent_weak if self.underMouse() else t.surface))
        inset = 0.5 if self.hasFocus() else 0
        painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), theme.RADIUS, theme.RADIUS)
        side = theme.ICON
        left = theme.GAP_M
        paint_state(painter, QRectF(left, (self.height() - side) / 2, side, side), status)
        left += side + theme.GAP_S
        area = QRectF(left, 0, self.width() - left - theme.GAP_S, self.height())
        painter.setPen(QColor(t.text if status != "unknown" else t.muted))
        shown = painter.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideMiddle, int(area.width()))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)
        painter.end()


class ServiceStrip(QWidget):
    """Services, the worst first; where there are many, those past ``MOST`` share one button. ``service_chosen``
    carries a service's name, "" for that button."""

    service_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Services")
        self._flow = FlowLayout(theme.GAP_S, self)
        self.chips: list[ServiceChip] = []
        self.rest = QPushButton(self)
        theme.set_role(self.rest, "link")
        self.rest.setFixedHeight(theme.TARGET)
        self.rest.clicked.connect(self._rest_clicked)
        self.rest.hide()

    def show_services(self, services: tuple[HealthCheck, ...], since: dict[str, str]) -> None:
        """Show these; chips stay the same objects as long as there are as many, so that the focus stays."""
        unwell = sum(check.status != "healthy" for check in services)
        most = max(MOST, min(unwell, MOST_UNWELL))
        rest = len(services) - most if len(services) > most + 1 else 0
        bad = unwell - most
        if rest:
            services = services[:most]
        self._flow.removeWidget(self.rest)
        while len(self.chips) < len(services):
            chip = ServiceChip(self)
            chip.clicked.connect(self._clicked)
            self._flow.addWidget(chip)
            self.chips.append(chip)
        for chip in self.chips[len(services) :]:
            self._flow.removeWidget(chip)
            chip.deleteLater()
        del self.chips[len(services) :]
        for chip, check in zip(self.chips, services, strict=True):
            chip.show_check(check, since.get(check.service, check.checked_at))
            chip.show()
        if rest:
            self._flow.addWidget(self.rest)  # the last one, whatever came and went
        self.rest.setText(f"and {rest:,} more, {f'{bad:,} of them not well' if bad > 0 else 'all well'}")
        self.rest.setVisible(bool(rest))
        self._flow.invalidate()
        self.updateGeometry()

    def _rest_clicked(self) -> None:
        self.service_chosen.emit("")

    def _clicked(self) -> None:
        chip = self.sender()
        if isinstance(chip, ServiceChip) and chip.check is not None:
            self.service_chosen.emit(chip.check.service)
