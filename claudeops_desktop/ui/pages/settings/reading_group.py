"""The one question whether a model may help memory, with what that costs in a month."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QCheckBox, QWidget

from ....core.clock import utc_now
from ....memory.extraction import ExpectedCost, describe_cost, expect_cost
from ....models.permission import answer, is_allowed
from ....models.spend_cap import ModelSpend
from ... import theme
from ...app_context import AppContext
from ...kit.layouts import fill_column
from ...text.translation import error_text, tr, tr_message


class ReadingCost(QWidget):
    """What a model does for memory, and what that costs in a month."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.told = theme.plain_label(role="muted", wrap=True)
        fill_column(self, self.told)

    def refresh(self) -> None:
        """Ask the store what it costs."""
        self._desk.bridge.ask(self._ask, self._show)

    def _ask(self) -> ExpectedCost:
        spent = ModelSpend(self._desk.folder).by_day()
        return expect_cost(self._desk.book, spent, self._desk.settings.current, utc_now())

    def _show(self, cost: ExpectedCost) -> None:
        what = tr(
            "It reads finished sessions, settles uncertain verdicts, decides about proposals, and writes summaries and"
            " insights. It is sent what was said and what is remembered, without secrets. Without it, only what is said"
            " outright is kept, and nothing is sent."
        )
        said = describe_cost(cost, self._desk.settings.current.model.day_usd)
        self.told.setText(f"{what} {tr_message(said)}")


class ReadingGroup(QWidget):
    """Asks the question in the first minute; the answer is in force at once. Later it is a setting like others."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.box = QCheckBox(tr("A small model helps memory"))
        self.box.clicked.connect(self._chosen)
        self.cost = ReadingCost(desk)
        fill_column(self, self.box, self.cost, spacing=theme.GAP_XS)

    def refresh(self) -> None:
        """Show how it stands, and what it costs."""
        self.box.setChecked(is_allowed(self._desk.settings.current))
        self.box.setEnabled(True)
        self.cost.refresh()

    def _chosen(self, on: bool) -> None:
        self.box.setEnabled(False)  # one answer at a time
        self._desk.run_in_background(
            partial(answer, self._desk.settings, yes=on), lambda _: self.refresh(), self._failed
        )

    def _failed(self, error: Exception) -> None:
        self.refresh()
        self.cost.told.setText(error_text(error))
