"""The chain of a run: small in the table, and as buttons that choose the session in the detail."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from ....records.run_list import RunLine
from ....records.sessions import Session
from ... import icons, theme
from ...text import formatting
from ...text.translation import tr
from ...widgets import state_dot
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import ROW
from . import text as page_text

Index = QModelIndex | QPersistentModelIndex


class ChainCell(RecordCell):
    """``1 → 2 → 3``, each number in the colour of how its session ended."""

    def paint_text(self, painter: QPainter, room: QRect, index: Index) -> None:
        """Number by number."""
        line: RunLine | None = index.data(ROW)
        t = theme.current_tokens()
        left = room.left()
        for n, link in enumerate(line.chain if line else ()):
            tone = state_dot.state_look(link.status)[1]
            pieces = [(str(link.tier), "text" if tone == "good" else tone)]
            for text, colour in [(" → ", "faint"), *pieces] if n else pieces:
                painter.setPen(t.colour(colour))
                width = painter.fontMetrics().horizontalAdvance(text)
                painter.drawText(QRect(left, room.top(), width, room.height()), Qt.AlignmentFlag.AlignVCenter, text)
                left += width


class ChainBar(QWidget):
    """One button for each session of the run; ``session_chosen`` carries the session id. Hidden where there is only
    one."""

    session_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(theme.GAP_XS)
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        self._group.idClicked.connect(self.session_chosen)
        self._shown: tuple[tuple[int, int, str], ...] = ()
        self._short, self._chosen = False, 0
        theme.theme_changed.connect(self._tint)

    def show_chain(self, sessions: Sequence[Session], chosen: int) -> None:
        """Show these sessions, first tier first, and which one is looked at."""
        shown = tuple((session.id, session.tier, session.status) for session in sessions)
        if shown != self._shown:
            self._shown = shown
            self._build()
        self._chosen = chosen
        button = self._group.button(chosen)
        if button is not None:
            button.setChecked(True)
        for one in self._group.buttons():
            theme.set_role(one, "button" if one.isChecked() else "quiet")
        self.setVisible(len(shown) > 1)

    def set_short(self, short: bool) -> None:
        """Only the numbers of the tiers, where there is little room."""
        if short != self._short:
            self._short = short
            self._build()
            for button in self._group.buttons():
                button.setChecked(self._group.id(button) == self._chosen)

    def _build(self) -> None:
        for button in self._group.buttons():
            self._group.removeButton(button)
        while item := self._row.takeAt(0):
            if widget := item.widget():
                widget.deleteLater()
        for n, (session_id, tier, status) in enumerate(self._shown):
            if n:
                self._row.addWidget(theme.plain_label("→", "faint"))
            button = QToolButton()
            theme.set_role(button, "quiet")
            button.setCheckable(True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setIconSize(QSize(theme.ICON - 2, theme.ICON - 2))
            button.setText(str(tier) if self._short else f"{tier} {formatting.tier_name(tier)}")
            button.setAccessibleName(
                tr(
                    "Tier {tier}, {tier_name}, {status_name}",
                    tier=tier,
                    tier_name=formatting.tier_name(tier),
                    status_name=page_text.status_name(status),
                )
            )
            button.setToolTip(
                tr(
                    "Session {session_id}: {status_name}",
                    session_id=session_id,
                    status_name=page_text.status_name(status),
                )
            )
            self._group.addButton(button, session_id)
            self._row.addWidget(button)
        self._tint()

    def _tint(self) -> None:
        for session_id, _, status in self._shown:
            button = self._group.button(session_id)
            if button is not None:
                name, tone = state_dot.state_look(status)
                button.setIcon(icons.themed_icon(name, tone))
