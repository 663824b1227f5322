"""The cells of the memories table, and the editors that open in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil

from PySide6.QtCore import QAbstractItemModel, QEvent, QObject, QRect, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QColor, QHelpEvent, QKeyEvent, QPainter, QPen, QPixmap, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QCompleter,
    QLineEdit,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from ....language.types import CATEGORIES, GENERAL
from ....memory import LONGEST_LESSON, LONGEST_OBSERVATION
from ... import icons, theme
from ...text.translation import tr
from ...widgets.record_cell import INSET, Index, RecordCell, wrap_text
from ...widgets.record_model import ROW
from .confidence_widgets import ConfidenceSpin, paint_confidence
from .rows import LESSON, MemoryTableRow
from .text import observation_fault, service_fault

_FILLED, _CELL, _LONGEST = "filled", "cell", "longest"


class MemoryCell(RecordCell):
    """Has a ring where the keyboard is; an open editor keeps what is typed. ``edit_refused`` says why an editor's
    value was not taken."""

    edit_refused = Signal(str)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cell, then the ring."""
        super().paint(painter, option, index)
        if option.state & QStyle.StateFlag.State_HasFocus:
            _paint_ring(painter, option.rect)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the editor once: a change of the row from elsewhere does not overwrite what is being typed."""
        if not editor.property(_FILLED):
            editor.setProperty(_FILLED, True)
            self.fill_editor(editor, index)

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Put the cell's value into a new editor."""
        super().setEditorData(editor, index)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """Put the editor exactly over the cell."""
        editor.setGeometry(option.rect)

    @Slot(QWidget)
    def finish(self, editor: QWidget) -> None:
        """Take the editor's value and close it."""
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)


class ServiceCell(MemoryCell):
    """Edited in a line that completes the known services; empty or ``general`` means none."""

    def __init__(self, view: QTableView, services: Callable[[], Sequence[str]]) -> None:
        super().__init__(view)
        self._services = services

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        """Return the line."""
        editor = make_service_field(self._services(), parent)
        editor.setAccessibleName(tr("Service"))
        return editor

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Show the service's name, all of it selected."""
        if isinstance(editor, QLineEdit):
            editor.setText(index.data(Qt.ItemDataRole.EditRole) or "")
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Store it, unless it is no service name."""
        if isinstance(editor, QLineEdit):
            fault = service_fault(editor.text())
            if fault:
                self.edit_refused.emit(fault)
            else:
                model.setData(index, editor.text() or GENERAL)


def make_service_field(services: Sequence[str], parent: QWidget | None = None) -> QLineEdit:
    """Return a line that completes the names of known services."""
    line = QLineEdit(parent)
    line.setPlaceholderText(GENERAL)
    completer = QCompleter(sorted({*services, GENERAL}), line)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    line.setCompleter(completer)
    return line


class CategoryCell(MemoryCell):
    """Edited in a box of the five categories, open at once."""

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        """Return the box; choosing takes the value."""
        editor = _CategoryBox(parent)
        editor.taken.connect(self.finish)
        return editor

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Show the present category."""
        if isinstance(editor, QComboBox):
            editor.setCurrentText(index.data(Qt.ItemDataRole.EditRole))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Store the choice."""
        if isinstance(editor, QComboBox):
            model.setData(index, editor.currentText())


class _CategoryBox(QComboBox):
    taken = Signal(QWidget)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.addItems(list(CATEGORIES))
        self.setAccessibleName(tr("Category"))
        self.activated.connect(self._take)
        QTimer.singleShot(0, self, self.showPopup)

    @Slot()
    def _take(self) -> None:
        self.taken.emit(self)


class ObservationCell(MemoryCell):
    """Edited in a field of the text's size, over the rows below. Return or Ctrl+Return saves, Shift+Return begins a
    line, Escape leaves it as it was. A text that cannot be saved stays in the field."""

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return the field."""
        editor = QPlainTextEdit(parent)
        editor.setAccessibleName(tr("Observation"))
        editor.setTabChangesFocus(True)
        editor.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        editor.setToolTip(tr("Return saves, Shift+Return begins a new line, Escape leaves it as it was"))
        row: MemoryTableRow = index.data(ROW)
        editor.setProperty(_LONGEST, LONGEST_LESSON if row.kind == LESSON else LONGEST_OBSERVATION)
        editor.setProperty(_CELL, option.rect)
        editor.textChanged.connect(lambda: _fit_to_text(editor))
        QTimer.singleShot(0, editor, lambda: _fit_to_text(editor))  # once it has its style
        return editor

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Show the whole text, the cursor at its end."""
        if isinstance(editor, QPlainTextEdit):
            editor.setPlainText(index.data(Qt.ItemDataRole.EditRole) or "")
            editor.moveCursor(QTextCursor.MoveOperation.End)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Store it, unless it is empty or endless."""
        if isinstance(editor, QPlainTextEdit):
            fault = _text_fault(editor)
            if fault:
                self.edit_refused.emit(fault)
            else:
                model.setData(index, editor.toPlainText().strip())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """Keep the field over its cell, as high as its text."""
        editor.setProperty(_CELL, option.rect)
        if isinstance(editor, QPlainTextEdit):
            _fit_to_text(editor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Save by Return; what cannot be saved can be mended."""
        if isinstance(watched, QPlainTextEdit) and isinstance(event, QKeyEvent) and _is_saving(event):
            fault = _text_fault(watched)
            if fault:
                self.edit_refused.emit(fault)
            else:
                self.finish(watched)
            return True
        return super().eventFilter(watched, event)


def _is_saving(event: QKeyEvent) -> bool:
    enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
    pressed = event.type() is QEvent.Type.KeyPress
    return pressed and enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier


def _text_fault(editor: QPlainTextEdit) -> str:
    return observation_fault(editor.toPlainText(), editor.property(_LONGEST))


def _fit_to_text(editor: QPlainTextEdit) -> None:
    """Make the field as high as its text needs, within the table; upwards where there is no room below."""
    rect: QRect = QRect(editor.property(_CELL))
    bars = Qt.ScrollBarPolicy
    editor.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOff)
    editor.resize(rect.width(), editor.height())
    lines = max(1, int(editor.document().size().height()))  # of a plain text document the height is in lines
    frame = editor.height() - editor.viewport().height() + 2 * int(editor.document().documentMargin())
    line = wrap_text("X", editor.font(), rect.width()).boundingRect().height()  # more than the font's line spacing
    needed = max(rect.height(), ceil(line * lines) + frame + 2)
    parent = editor.parentWidget()
    room = parent.height() if parent is not None else needed
    if needed > room:
        editor.setVerticalScrollBarPolicy(bars.ScrollBarAlwaysOn)
    rect.setHeight(min(room, needed))
    if rect.bottom() > room:
        rect.moveBottom(room - 1)
    if editor.geometry() != rect:
        editor.setGeometry(rect)


class ConfidenceCell(MemoryCell):
    """A bar with its number; a spin box under the mouse, and where the keyboard is. ``why_requested``: somebody hovers
    (the row, where on the screen)."""

    why_requested = Signal(object, object)

    def __init__(self, view: QTableView) -> None:
        super().__init__(view)
        self._spin = ConfidenceSpin(view)
        self._spin.hide()
        self._spin.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the bar, or the spin box that one click or one key opens."""
        self.paint_ground(painter, option, index)
        row: MemoryTableRow | None = index.data(ROW)
        if row is None or row.confidence is None:
            return
        looked_at = option.state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus)
        if looked_at and row.fact is not None:
            painter.drawPixmap(option.rect.topLeft(), self._picture(row.confidence, option.rect))
        else:
            room = option.rect.adjusted(INSET, 0, -theme.GAP_S, -1)
            room.setHeight(min(room.height(), self._row_height()))
            paint_confidence(painter, QRectF(room), row.confidence, active=row.in_prompts)
        if option.state & QStyle.StateFlag.State_HasFocus:
            _paint_ring(painter, option.rect)

    def _picture(self, value: float, rect: QRect) -> QPixmap:
        self._spin.setValue(value)
        self._spin.resize(rect.width(), min(rect.height(), self._row_height()))
        return self._spin.grab()

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        """Return the spin box."""
        return ConfidenceSpin(parent)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """Put the spin box where it was drawn."""
        rect = QRect(option.rect)
        rect.setHeight(min(rect.height(), self._row_height()))
        editor.setGeometry(rect)

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Show the present value, selected."""
        if isinstance(editor, ConfidenceSpin):
            editor.setValue(float(index.data(Qt.ItemDataRole.EditRole) or 0.0))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Store it as typed: clamping is the memory's rule, and its word on it is shown."""
        if isinstance(editor, ConfidenceSpin):
            editor.interpretText()
            model.setData(index, round(editor.value(), 4))

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Ask why it is what it is."""
        row: MemoryTableRow | None = index.data(ROW)
        if event.type() is QEvent.Type.ToolTip and row is not None and row.fact is not None:
            self.why_requested.emit(row.fact, event.globalPos())
            return True
        return super().helpEvent(event, view, option, index)


class PinCell(MemoryCell):
    """A pin where there is one, a faint one under the mouse."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw the cell, then the pin."""
        super().paint(painter, option, index)
        row: MemoryTableRow | None = index.data(ROW)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if row is not None and (row.pinned or (hovered and row.fact is not None)):
            box = QRectF(0, 0, theme.ICON, theme.ICON)
            box.moveCenter(QRectF(option.rect).center())
            icons.paint_icon(painter, box, "pin", "accent" if row.pinned else "line")


class SessionCell(MemoryCell):
    """A link to the session; nothing to open for what the operator wrote."""

    def paint_text(self, painter: QPainter, room: QRect, index: Index) -> None:
        """Draw the link."""
        row: MemoryTableRow | None = index.data(ROW)
        if row is None or row.session_id is None:
            super().paint_text(painter, room, index)
            return
        painter.setFont(theme.number_font())
        painter.setPen(QColor(theme.current_tokens().accent))
        top = Qt.AlignmentFlag.AlignTop if self._wraps() else Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, Qt.AlignmentFlag.AlignLeft | top, index.data(Qt.ItemDataRole.DisplayRole))


def _paint_ring(painter: QPainter, rect: QRect) -> None:
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.current_tokens().accent), 2))
    painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -2), 3, 3)
    painter.restore()
