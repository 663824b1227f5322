"""Passages of logs that were found: a table with the words marked."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QPainter

from ....runs.log_index.search import LogHit
from ... import theme
from ...kit.columns import ColumnSpec, text_column, time_column
from ...text import formatting
from ...text.translation import tr
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import ROW

Index = QModelIndex | QPersistentModelIndex
PARTS = {"said": tr("said"), "asked": tr("tool call"), "answered": tr("tool's answer"), "errors": tr("error")}


HIT_COLUMNS: tuple[ColumnSpec[LogHit], ...] = (
    ColumnSpec("session", tr("Session"), 72, number=True, text=lambda hit: str(hit.session_id)),
    time_column("at", tr("Time"), 110, lambda hit: hit.at or None),
    ColumnSpec("line", tr("Line"), 64, number=True, text=lambda hit: formatting.format_number(hit.line)),
    ColumnSpec("part", tr("Where"), 122, text=lambda hit: PARTS.get(hit.part, hit.part)),
    text_column("passage", tr("Passage"), 420, lambda hit: hit.snippet, stretch=True),
)
PASSAGE = len(HIT_COLUMNS) - 1


class PassageCell(RecordCell):
    """The passage on one line, with the words that were looked for on a ground of their own."""

    def paint_text(self, painter: QPainter, room: QRect, index: Index) -> None:
        """Piece by piece, plain and marked."""
        hit: LogHit | None = index.data(ROW)
        if hit is None:
            return
        t = theme.current_tokens()
        plain, bold = QFont(painter.font()), QFont(painter.font())
        bold.setWeight(QFont.Weight.DemiBold)
        left, end = room.left(), room.right()
        for text, marked in split_marked(hit):
            painter.setFont(bold if marked else plain)
            shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, end - left)
            width = painter.fontMetrics().horizontalAdvance(shown)
            place = QRect(left, room.top(), width, room.height())
            if marked:
                height = painter.fontMetrics().height()
                ground = QRect(left, room.center().y() - height // 2, width, height)
                painter.fillRect(
                    ground, t.colour("line" if index.row() == self._view.currentIndex().row() else "accent_weak")
                )
            painter.setPen(t.colour("accent" if marked else "text"))
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, shown)
            left += width
            if left >= end or shown != text:
                break


def split_marked(hit: LogHit) -> list[tuple[str, bool]]:
    """The passage in plain and marked pieces, in order. The marks are those of the text before it is made harmless."""
    found: list[tuple[str, bool]] = []
    at = 0
    for start, length in hit.marks:
        found += [(hit.snippet[at:start], False), (hit.snippet[start : start + length], True)]
        at = start + length
    found.append((hit.snippet[at:], False))
    return [(formatting.strip_direction_marks(text), marked) for text, marked in found if text]
