"""A chart that can be read as a table too, for a screen reader and for reading values one by one."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QStackedLayout, QWidget

from ..text.translation import tr
from ..widgets.record_table import RecordTable
from .chart import TimeChart
from .chart_data import ChartData
from .columns import ColumnModel, ColumnSpec, make_table

Cells = tuple[str, ...]


class ChartPanel(QWidget):
    """A chart, or the same values as a table. ``button`` turns one into the other; the page places it."""

    def __init__(self, title: str, nothing: str, look: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart = TimeChart(title, nothing, self)
        self._look = look
        self._head: Cells = ()
        self._model: ColumnModel[Cells] | None = None
        self.table: RecordTable | None = None
        self.button = QPushButton(tr("Show as table"))
        self.button.setCheckable(True)
        self.button.setToolTip(tr("Show the values of the chart as a table, for reading one by one"))
        self.button.toggled.connect(self._turn)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self.chart)

    def show_data(self, data: ChartData) -> None:
        """Show this, in whichever form is chosen."""
        self.chart.show_data(data)
        if self.button.isChecked():
            self._fill_table()

    def _turn(self, as_table: bool) -> None:
        if as_table:
            self._fill_table()
        shown = self.table if as_table and self.table is not None else self.chart
        self._stack.setCurrentWidget(shown)

    def _fill_table(self) -> None:
        """Fill the table. Other series make another table; else whoever reads it keeps the place."""
        head, rows = self.chart.data.table()
        if self._model is None or head != self._head:
            self._make_table(head)
        assert self.table is not None and self._model is not None  # noqa: S101 — just made
        self.table.show_keys(range(len(rows)))
        self._model.set_rows(dict(enumerate(rows)))

    def _make_table(self, head: Cells) -> None:
        if self.table is not None:
            self._stack.removeWidget(self.table)
            self.table.deleteLater()
        self._head = head
        words = {0, len(head) - 1} if self.chart.data.states else {0}
        columns = [_column(place, title, in_words=place in words) for place, title in enumerate(head)]
        self._model = ColumnModel(columns, self._look)
        self.table = make_table(self._model, tr("{title} as a table", title=self.chart.accessibleName()), self)
        self._model.setParent(self.table)
        self._stack.addWidget(self.table)
        self._stack.setCurrentWidget(self.table)


def _column(place: int, title: str, *, in_words: bool) -> ColumnSpec[Cells]:
    def read_cell(row: Cells) -> str:
        return row[place]

    width, last = (210 if in_words else 130), in_words and place > 0
    return ColumnSpec(str(place), title, width, number=not in_words, text=read_cell, tip=read_cell, stretch=last)
