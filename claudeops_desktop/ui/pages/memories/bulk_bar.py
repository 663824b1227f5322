"""What can be done with several selected memories at once; it stands where the details of one would."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from ... import icons, theme
from ...text.translation import tr, tr_count
from ...widgets.flow_layout import FlowLayout


class BulkBar(QWidget):
    """Each signal says that its button was pressed."""

    delete_requested = Signal()
    adjust_requested = Signal()
    pin_requested = Signal()
    unpin_requested = Signal()
    clear_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(tr("Actions on the selected memories"))
        self.count = theme.plain_label(role="section")
        self.delete = QPushButton()
        theme.set_role(self.delete, "danger")
        self.adjust = QPushButton(tr("Adjust confidence…"))
        self.pin = QPushButton(tr("Pin"))
        self.unpin = QPushButton(tr("Unpin"))
        self.clear = QPushButton(tr("Clear selection"))
        theme.set_role(self.clear, "link")
        icons.set_themed_icon(self.delete, "trash", "bad")
        icons.set_themed_icon(self.pin, "pin")
        buttons = QWidget()
        row = FlowLayout(theme.GAP_S, buttons)  # beside the table there is no room for all in one line
        for button, signal in (
            (self.adjust, self.adjust_requested),
            (self.pin, self.pin_requested),
            (self.unpin, self.unpin_requested),
            (self.delete, self.delete_requested),
            (self.clear, self.clear_requested),
        ):
            button.clicked.connect(signal)
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_L, theme.GAP_M, theme.GAP_L, theme.GAP_M)
        column.setSpacing(theme.GAP_M)
        column.addWidget(self.count)
        column.addWidget(buttons)
        column.addWidget(theme.plain_label(tr("Everything you do here can be undone with Ctrl+Z."), "muted", wrap=True))
        column.addStretch()

    def show_count(self, number: int) -> None:
        """For so many."""
        self.count.setText(tr_count("%n memory selected", "%n memories selected", number))
        self.delete.setText(tr_count("Delete %n memory", "Delete %n memories", number))
