"""How each column is drawn and edited in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
    Slot,
)
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QKeyEvent, QPainter, QPalette, QPen, QTextCursor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QCompleter,
    QLineEdit,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from ....language.types import CATEGORIES, GENERAL
from ....memory import LONGEST_OBSERVATION, Memory
from ... import icons, theme
from ...text import formatting
from ...text.formatting import format_number
from ...text.translation import tr
from ...widgets.record_model import ROW
from .columns import MemoryColumn
from .confidence_widgets import ConfidenceSpin, paint_confidence
from .text import display_state, is_in_prompts, service_fault

Index = QModelIndex | QPersistentModelIndex
LINES_EDITED = 6
_FILLED = "filled"


class CellDelegate(QStyledItemDelegate):
    """Base: inactive memories are muted, the current cell has a ring, an open editor keeps what is typed.

    ``edit_refused`` says why an editor's value was not taken.
    """

    edit_refused = Signal(str)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Mute what is inactive; numbers in figures of one width."""
        super().initStyleOption(option, index)
        option.text = formatting.strip_direction_marks(option.text)
        memory = index.data(ROW)
        if memory is not None and not is_in_prompts(memory):
            colour = QColor(theme.current_tokens().muted)
            option.palette.setColor(QPalette.ColorRole.Text, colour)
            option.palette.setColor(QPalette.ColorRole.HighlightedText, colour)
            option.font.setItalic(index.column() == MemoryColumn.OBSERVATION)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell, then a ring where the keyboard is."""
        super().paint(painter, option, index)
        if option.state & QStyle.StateFlag.State_HasFocus:
            paint_focus_ring(painter, option.rect)

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the editor once: a change of the row from elsewhere does not overwrite what is being typed."""
        if not editor.property(_FILLED):
            editor.setProperty(_FILLED, True)
            self.fill_editor(editor, index)

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """Put the cell's value into a new editor."""
        super().setEditorData(editor, index)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """Exactly over the cell."""
        editor.setGeometry(option.rect)

    @Slot(QWidget)
    def finish(self, editor: QWidget) -> None:
        """Take the editor's value and close it."""
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, QStyledItemDelegate.EndEditHint.NoHint)


class ServiceDelegate(CellDelegate):
    """A line with completion of the known services; empty or ``general`` means none."""

    def __init__(self, services: Callable[[], Sequence[str]], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services = services

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        """A completing line."""
        editor = make_service_field(self._services(), parent)
        editor.setAccessibleName(tr("Service"))
        return editor

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """The service's name, all of it selected."""
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
    """A line edit that completes the names of known services."""
    line = QLineEdit(parent)
    line.setPlaceholderText(GENERAL)
    completer = QCompleter(sorted({*services, GENERAL}), line)
    completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    completer.setFilterMode(Qt.MatchFlag.MatchContains)
    line.setCompleter(completer)
    return line


class CategoryDelegate(CellDelegate):
    """A box of the five categories, open at once."""

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        """The box; choosing takes the value."""
        editor = _CategoryBox(parent)
        editor.taken.connect(self.finish)
        return editor

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """The present category."""
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


class ObservationDelegate(CellDelegate):
    """The text in a field that grows over the rows below. Return stores, Shift+Return begins a line, Escape leaves."""

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        """A plain text field."""
        editor = QPlainTextEdit(parent)
        editor.setAccessibleName(tr("Observation"))
        editor.setTabChangesFocus(True)
        editor.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        editor.setToolTip(tr("Return saves, Shift+Return begins a new line, Escape leaves it as it was"))
        return editor

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """The whole text, the cursor at its end."""
        if isinstance(editor, QPlainTextEdit):
            editor.setPlainText(index.data(Qt.ItemDataRole.EditRole) or "")
            editor.moveCursor(QTextCursor.MoveOperation.End)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Store it, unless it is empty or endless."""
        if not isinstance(editor, QPlainTextEdit):
            return
        text = editor.toPlainText().strip()
        if not text:
            self.edit_refused.emit(tr("A memory cannot be empty. Delete it instead."))
        elif len(text) > LONGEST_OBSERVATION:
            self.edit_refused.emit(
                tr(
                    "The text has {text} characters; a memory holds {LONGEST_OBSERVATION} at most.",
                    text=format_number(len(text)),
                    LONGEST_OBSERVATION=format_number(LONGEST_OBSERVATION),
                )
            )
        else:
            model.setData(index, text)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, _index: Index) -> None:
        """As high as its text needs, up to six lines, over the rows below; upwards where there is no room."""
        if not isinstance(editor, QPlainTextEdit):
            return
        metrics = QFontMetricsF(editor.font())
        inner = max(40, option.rect.width() - 2 * theme.GAP_S)
        text = editor.toPlainText() or (_index.data(Qt.ItemDataRole.EditRole) or "")
        lines = sum(max(1, -(-int(metrics.horizontalAdvance(line)) // inner)) for line in text.split("\n"))
        lines = min(LINES_EDITED, lines + (1 if lines > 1 else 0))
        frame = 2 * (editor.frameWidth() + int(editor.document().documentMargin()))
        height = max(option.rect.height(), int(metrics.lineSpacing() * lines) + frame + 2)
        rect = QRect(option.rect.left(), option.rect.top(), option.rect.width(), height)
        parent = editor.parentWidget()
        if parent is not None and rect.bottom() > parent.height():
            rect.moveBottom(max(rect.height(), parent.height()) - 1)
        editor.setGeometry(rect)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Return stores."""
        if (
            isinstance(watched, QPlainTextEdit)
            and event.type() is QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
        ):
            enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            if enter and not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self.finish(watched)
                return True
        return super().eventFilter(watched, event)


class ConfidenceDelegate(CellDelegate):
    """A bar with its number; a spin box when edited. ``why_requested``: somebody hovers (memory, where on the
    screen)."""

    why_requested = Signal(object, object)

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """The number is drawn by hand."""
        super().initStyleOption(option, index)
        option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell, then the bar."""
        super().paint(painter, option, index)
        memory = index.data(ROW)
        if memory is not None:
            inner = QRectF(option.rect).adjusted(theme.GAP_S + 3, 0, -theme.GAP_S, -3)
            paint_confidence(painter, inner, memory.confidence, active=bool(memory.active))

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: Index) -> QWidget:
        """The spin box."""
        return ConfidenceSpin(parent)

    def fill_editor(self, editor: QWidget, index: Index) -> None:
        """The present value, selected."""
        if isinstance(editor, ConfidenceSpin):
            editor.setValue(float(index.data(Qt.ItemDataRole.EditRole) or 0.0))
            editor.selectAll()

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Store it as typed: clamping is the memory's rule, and its word on it is shown."""
        if isinstance(editor, ConfidenceSpin):
            editor.interpretText()
            model.setData(index, round(editor.value(), 4))

    def helpEvent(self, event: QHelpEvent, view: QAbstractItemView, option: QStyleOptionViewItem, index: Index) -> bool:
        """Hovering asks why it is what it is."""
        memory = index.data(ROW)
        if event.type() is QEvent.Type.ToolTip and isinstance(memory, Memory):
            self.why_requested.emit(memory, event.globalPos())
            return True
        return super().helpEvent(event, view, option, index)


class PinDelegate(CellDelegate):
    """A pin where there is one, a faint one under the mouse."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell, then the pin."""
        super().paint(painter, option, index)
        memory = index.data(ROW)
        hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if memory is not None and (memory.pinned or hovered):
            side = theme.ICON
            box = QRectF(0, 0, side, side)
            box.moveCenter(QRectF(option.rect).center())
            icons.paint_icon(painter, box, "pin", "accent" if memory.pinned else "line")


class StateDelegate(CellDelegate):
    """The word, quiet for what is as usual."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Faint for active."""
        super().initStyleOption(option, index)
        option.text = formatting.strip_direction_marks(option.text)
        memory = index.data(ROW)
        if memory is not None and display_state(memory) == "active":
            option.palette.setColor(QPalette.ColorRole.Text, QColor(theme.current_tokens().faint))


class NumberDelegate(CellDelegate):
    """Figures of one width, muted."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Tabular figures, muted."""
        super().initStyleOption(option, index)
        option.font = theme.number_font()
        option.palette.setColor(QPalette.ColorRole.Text, QColor(theme.current_tokens().muted))


class SessionDelegate(NumberDelegate):
    """A link to the session; nothing to open for what the operator wrote."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """A link is drawn by hand."""
        super().initStyleOption(option, index)
        option.text = formatting.strip_direction_marks(option.text)
        memory = index.data(ROW)
        if memory is not None and memory.session_id is not None:
            option.text = ""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """The cell, then the link: the style sheet would take its colour from a selected one."""
        super().paint(painter, option, index)
        memory = index.data(ROW)
        if memory is None or memory.session_id is None:
            return
        painter.save()
        font = theme.number_font()
        font.setUnderline(bool(option.state & QStyle.StateFlag.State_MouseOver))
        painter.setFont(font)
        painter.setPen(QColor(theme.current_tokens().accent))
        inner = QRectF(option.rect).adjusted(theme.GAP_S + 3, 0, 0, -3)
        painter.drawText(
            inner,
            Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
            str(index.data(Qt.ItemDataRole.DisplayRole)),
        )
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """At least a target's height."""
        return super().sizeHint(option, index).expandedTo(QSize(theme.TARGET, theme.TARGET))


def paint_focus_ring(painter: QPainter, rect: QRect) -> None:
    """The focus ring inside a cell."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QColor(theme.current_tokens().accent), 2))
    painter.drawRoundedRect(QRectF(rect).adjusted(1, 1, -1, -2), 3, 3)
    painter.restore()
