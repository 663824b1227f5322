"""The question whether a small model may read finished sessions, with what that costs."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....memory.extraction import ReadingCost, cost_so_far, describe_cost, is_reading, switch_reading
from ....models.spend_cap import ModelSpend
from ... import theme
from ...app_context import AppContext
from ...text.translation import error_text, tr, tr_message


class ReadingGroup(QWidget):
    """Asks once, in the first minute and under Settings; the answer is in force at once."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.box = QCheckBox(tr("A small model reads finished sessions"))
        self.box.clicked.connect(self._chosen)
        self.told = theme.plain_label(role="muted", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.GAP_XS)
        column.addWidget(self.box)
        column.addWidget(self.told)

    def refresh(self) -> None:
        """Show how it stands, and ask the store what it costs."""
        self.box.setChecked(is_reading(self._desk.settings.current))
        self.box.setEnabled(True)
        self._desk.bridge.ask(self._ask, self._show)

    def _ask(self) -> ReadingCost:
        return cost_so_far(self._desk.book, ModelSpend(self._desk.folder).by_day(), utc_now())

    def _show(self, cost: ReadingCost) -> None:
        what = tr(
            "It draws facts, causes and cures from what the agent said. Without it, only what is said outright is kept."
            " It is sent what was said, without secrets."
        )
        said = describe_cost(cost, self._desk.settings.current.model.day_usd)
        self.told.setText(f"{what} {tr_message(said)}")

    def _chosen(self, on: bool) -> None:
        self.box.setEnabled(False)  # one answer at a time
        self._desk.run_in_background(
            partial(switch_reading, self._desk.settings, on=on), lambda _: self.refresh(), self._failed
        )

    def _failed(self, error: Exception) -> None:
        self.refresh()
        self.told.setText(error_text(error))
