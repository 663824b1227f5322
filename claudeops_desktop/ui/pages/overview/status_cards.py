"""The cards below the list: what happened, what was learned, what it cost."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from ....core.money import money, money_cap, money_of
from ....core.settings import LimitSettings
from ....records.spend import DaySpend
from ... import theme
from ...text.spend_text import SpendSummary, spend_state, spend_tip
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from ...widgets.row_button import RowButton
from ...widgets.state_dot import StateDot
from ..base_page import PageLocation
from .spend_bars import DailySpendBars

ROWS = 3


class StatusCard(QFrame):
    """A heading, a short answer with its state, and up to three lines that lead on. ``navigation_requested`` carries a
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
        self.setAccessibleName(": ".join((self._question, ", ".join(part for part in (answer, besides) if part))))
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
    """The cost of today and of this month, what the month may come to, and the last days as bars."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(tr("Cost"), parent=parent)
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
        rows: list[tuple[str, str, str, str, PageLocation | None]] = [
            ("", tr("This month {amount}", amount=month), "", tip, place)
        ]
        if spend.forecast is not None:
            over = bool(limits.month_usd) and spend.forecast.usd > limits.month_usd
            text = tr("About {amount} by the end of the month", amount=money(spend.forecast.usd))
            rows.append(("warning" if over else "", text, tr("over the cap") if over else "", tip, place))
        state = {"over": "critical", "near": "warning"}.get(spend_state(spend, limits), "good")
        besides = tr("of {cap}", cap=money_cap(limits.day_usd)) if limits.day_usd else ""
        self.show_rows(state, tr("{amount} today", amount=money(spend.today)), rows, besides=besides)
        self.bars.show_days(by_day, limits.day_usd)
        self.bars.setVisible(any(day.usd for day in by_day))
