"""Says that proven patterns need the operator's approval, and leads to them."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from ....learning import count_patterns_to_approve
from ....storage.change_events import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text.translation import tr, tr_count
from ..base_page import PageLocation


class PatternBar(QWidget):
    """Visible only while there are some. ``navigation_requested`` carries a PageLocation."""

    navigation_requested = Signal(object)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.label = theme.plain_label(role="warn", wrap=True)
        self.show_them = QPushButton(tr("Show the patterns"))
        theme.set_role(self.show_them, "link")
        self.show_them.clicked.connect(lambda: self.navigation_requested.emit(PageLocation("patterns")))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        row.addWidget(self.label)
        row.addWidget(self.show_them)
        row.addStretch()
        self.hide()
        desk.bridge.changed.connect(self._changed)

    def refresh(self) -> None:
        """Count them anew."""
        self._desk.bridge.ask(count_patterns_to_approve, self._counted, newest=True)

    def _counted(self, number: int) -> None:
        said = tr_count("%n proven pattern needs your approval.", "%n proven patterns need your approval.", number)
        self.label.setText(said)
        self.setVisible(number > 0)

    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("patterns", "*"):
            self.refresh()
