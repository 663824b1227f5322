"""Passages of logs that were found: a table with the words marked."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, Qt
from PySide6.QtGui import QFont, QPainter

from ....runs.log_index.search import LogHit
from ... import theme
from ...text import formatting
from ...text.translation import tr
from ...widgets.record_cell import RecordCell
from ...widgets.record_model import ROW, RecordModel, TableColumn

Index = QModelIndex | QPersistentModelIndex
PARTS = {"said": "said", "asked": tr("tool call"), "answered": tr("tool's answer"), "errors": "error"}
PASSAGE = 4


class HitModel(RecordModel):
    """Keys are places in the answer, rows are Hits; all known at once."""

    COLUMNS = (
        TableColumn("session", tr("Session"), 72, number=True),
        TableColumn("at", tr("Time"), 110),
        TableColumn("line", tr("Line"), 64, number=True),
        TableColumn("part", tr("Where"), 122),
        TableColumn("passage", tr("Passage"), 420),
    )

    def text(self, row: LogHit, column: str) -> str:
        """What a cell shows."""
        match column:
            case "session":
                return str(row.session_id)
            case "at":
                return formatting.format_relative_time(row.at) if row.at else ""
            case "line":
                return formatting.format_number(row.line)
            case "part":
                return PARTS.get(row.part, row.part)
            case _:
                return row.snippet

    def tip(self, row: LogHit, column: str) -> str:
        """The exact time, the whole passage."""
        return {"at": formatting.format_exact_time(row.at) if row.at else "", "passage": row.snippet}.get(column, "")


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
