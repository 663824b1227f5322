"""The open incidents, above everything else: what is down, since when, what depends on it, and what was tried."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from ....core.text_format import format_count
from ....records.incident_list import IncidentLine
from ... import theme
from ...text import formatting, incident_text
from ...widgets.row_button import RowButton
from ..base_page import PageLocation
from .text import duration_text

MOST = 12  # more of them share the last line, by their names


class IncidentCard(QFrame):
    """A line for each open incident that no other explains, the worst first. ``navigation_requested`` carries a
    PageLocation. Hidden while there is none."""

    navigation_requested = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.setObjectName("open-incidents")
        self.title = theme.plain_label(role="section")
        self.rows: list[RowButton] = []
        self._places: list[PageLocation] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_M, theme.GAP_M)
        self._column.setSpacing(theme.GAP_XS)
        self._column.addWidget(self.title)
        self.hide()

    def show_incidents(self, roots: Sequence[IncidentLine], everything: Sequence[IncidentLine], now: datetime) -> None:
        """Show the roots; ``everything`` are all open incidents, for the count."""
        shown = [*roots] if len(roots) <= MOST else [*roots[: MOST - 1]]
        rest = roots[len(shown) :]
        while len(self.rows) < len(shown) + bool(rest):
            row = RowButton(self)
            row.clicked.connect(self._clicked)
            self._column.addWidget(row)
            self.rows.append(row)
        self._places = []
        for row, line in zip(self.rows, shown, strict=False):
            sentence = incident_text.incident_sentence(line)
            aside = duration_text(line.incident.started_at, now)
            tip = f"{sentence}\nsince {formatting.format_exact_time(line.incident.started_at)}"
            row.set_content(incident_text.incident_look(line.incident, now), sentence, aside, tip)
            self._places.append(PageLocation("incidents", line.incident.id))
        if rest:
            names = ", ".join(line.incident.service for line in rest)
            text = f"{len(rest):,} more: {names}"
            worst = incident_text.incident_look(rest[0].incident, now)
            self.rows[len(shown)].set_content(worst, text, "", text)
            self._places.append(PageLocation("incidents"))
        for place, row in enumerate(self.rows):
            row.setVisible(place < len(self._places))
        said = format_count(len(roots), "open incident")
        folded = len(everything) - len(roots)
        self.title.setText(f"{said}, {folded:,} more explained by {_them(len(roots))}" if folded > 0 else said)
        self.setAccessibleName(self.title.text())
        self.setVisible(bool(roots))

    def _clicked(self) -> None:
        at = next((place for place, row in enumerate(self.rows) if row is self.sender()), -1)
        if 0 <= at < len(self._places):
            self.navigation_requested.emit(self._places[at])


def _them(number: int) -> str:
    return "it" if number == 1 else "them"
