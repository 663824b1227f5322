"""Where in a log its view stands: the line below it, and the button that leads to the newest line."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QTableView, QVBoxLayout, QWidget

from ... import icons, theme
from ...text.formatting import format_number
from ...text.translation import tr, tr_count


class LogPositionBar(QWidget):
    """The line below ``view``; its button lies in the corner of the view. ``jump_requested``: it was pressed."""

    jump_requested = Signal()

    def __init__(self, view: QTableView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._where = theme.plain_label(role="muted")
        self._where.setContentsMargins(theme.GAP_M, theme.GAP_XS, theme.GAP_M, theme.GAP_XS)
        self.jump = QPushButton(tr("Jump to live"), view)
        theme.set_role(self.jump, "primary")
        icons.set_themed_icon(self.jump, "chevron", "on_accent")
        self.jump.clicked.connect(self.jump_requested)
        self.jump.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._where)
        self.hide()

    @property
    def text(self) -> str:
        """What it says."""
        return self._where.text()

    def show_position(self, lines: tuple[int, int, int], *, running: bool, following: bool, at_tail: bool) -> None:
        """The first and last line in the view's window and how many there are; whether more is to come."""
        first, last, total = lines
        whole = first <= 1 and last >= total
        text = (
            tr_count("%n line", "%n lines", total)
            if whole
            else tr(
                "Lines {first} to {last} of {total}",
                first=format_number(first),
                last=format_number(last),
                total=format_number(total),
            )
        )
        if running:
            text += tr(" · following live") if following else tr(" · live below")
        elif not whole and first > 1:
            text += tr(" · scroll up for earlier lines")
        self._where.setText(text)
        self.jump.setText(tr("Jump to live") if running else tr("Jump to the end"))
        far = self._view.verticalScrollBar().maximum() > 0 or not at_tail
        self.jump.setVisible(not following and far)
        self.place_button()

    def place_button(self) -> None:
        """Keep the button in its corner."""
        size = self.jump.sizeHint()
        room = self._view.viewport()
        left, top = room.width() - size.width() - theme.GAP_L, room.height() - size.height() - theme.GAP_M
        self.jump.setGeometry(left, top, size.width(), size.height())
