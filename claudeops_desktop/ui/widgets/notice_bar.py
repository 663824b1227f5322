"""What the operator should know about a page's content, over its list: one line each, with the one thing to do about
it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from .. import icons, theme
from ..text import formatting

_MOST = 4


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """A sentence with its icon and the role of its colour; ``action`` is the text of its button, "" for none."""

    sentence: str
    icon: str = "warning"
    role: str = "warn"
    action: str = ""
    act: Callable[[], object] | None = field(default=None, compare=False)


class NoticeBar(QFrame):
    """Shows the first few lines; hidden while there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        theme.set_role(self, "card")
        self.notices: tuple[NoticeLine, ...] = ()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(theme.GAP_M, theme.GAP_XS, theme.GAP_M, theme.GAP_XS)
        self._column.setSpacing(0)
        self.hide()

    def show_notices(self, notices: Sequence[NoticeLine]) -> None:
        """Show these lines."""
        shown = tuple(notices[:_MOST])
        if shown == self.notices:
            return
        self.notices = shown
        while (item := self._column.takeAt(0)) is not None:
            line = item.widget()
            if line is not None:
                line.hide()
                line.deleteLater()
        for one in shown:
            self._column.addWidget(self._line(one))
        self.setVisible(bool(shown))

    def buttons(self) -> list[QPushButton]:
        """Return the buttons in view, from above."""
        return [one for one in self.findChildren(QPushButton) if not one.isHidden()]

    def _line(self, notice: NoticeLine) -> QWidget:
        line = QWidget(self)
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_S)
        mark = theme.plain_label()
        icons.set_themed_icon(mark, notice.icon, notice.role)
        row.addWidget(mark, 0, Qt.AlignmentFlag.AlignVCenter)
        said = theme.plain_label(formatting.make_breakable(notice.sentence), "body", wrap=True, select=True)
        row.addWidget(said, 1)
        if notice.action and notice.act is not None:
            button = QPushButton(notice.action)
            theme.set_role(button, "link")
            button.clicked.connect(notice.act)
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        return line
