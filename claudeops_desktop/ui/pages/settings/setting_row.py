"""One setting on the page: title, what it changes, its editor, its default and a way back to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from ....core.errors import UsageError
from ... import icons, theme
from ...text.translation import error_text, tr
from ...widgets.wheel_filter import leave_wheel_to_list
from .field_specs import FieldSpec, display_value, editor_text, override_reason, parse_editor_text

TYPING_MS = 600
EDITOR_WIDTH = 300


class SettingRow(QWidget):
    """``value_changed`` carries the setting's name and its new value, already checked; the page writes it."""

    value_changed = Signal(str, object)

    def __init__(self, spec: FieldSpec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec
        self._value: Any = spec.default
        self.lock = override_reason(spec, os.environ)
        self._pause = QTimer(self, singleShot=True, interval=TYPING_MS)
        self._pause.timeout.connect(self._take)
        self.editor: QWidget
        self._make_editor()
        self.editor.setAccessibleName(spec.title)
        self.editor.setAccessibleDescription(spec.description)
        self._reset = QToolButton()
        theme.set_role(self._reset, "icon")
        icons.set_themed_icon(self._reset, "reset", "muted")
        self._reset.setAccessibleName(tr("Reset {setting}", setting=spec.title))
        self._reset.setToolTip(tr("Back to the default: {value}", value=display_value(spec, spec.default)))
        self._reset.clicked.connect(self._to_default)
        self._note = theme.plain_label(role="muted", wrap=True)
        self._wrong = theme.plain_label(role="wrong", wrap=True)
        self._wrong.hide()
        self._lay_out()
        if self.lock:
            self.editor.setEnabled(False)

    @property
    def wrong(self) -> str:
        """The sentence under the editor, or nothing."""
        return self._wrong.text() if not self._wrong.isHidden() else ""

    def show_value(self, value: Any) -> None:
        """Show the value in force, unless the operator is typing another one."""
        self._value = value
        self._reset.setVisible(value != self.spec.default and not self.lock)
        default = tr("Default: {value}", value=display_value(self.spec, self.spec.default))
        self._note.setText(self.lock or ". ".join(part for part in (self.spec.bounds, default) if part))
        if self._typing():
            return
        editor = self.editor
        blocked = editor.blockSignals(True)
        if isinstance(editor, QCheckBox):
            editor.setChecked(bool(value))
        elif isinstance(editor, QComboBox):
            editor.setCurrentIndex(max(0, editor.findData(value)))
        elif isinstance(editor, QPlainTextEdit):
            if editor.toPlainText() != editor_text(self.spec, value):
                editor.setPlainText(editor_text(self.spec, value))
        elif isinstance(editor, QLineEdit) and editor.text() != editor_text(self.spec, value):
            editor.setText(editor_text(self.spec, value))
            editor.setCursorPosition(0)  # of what is longer than the field, the beginning is seen
        editor.blockSignals(blocked)
        self.show_error("")

    def set_choices(self, spec: FieldSpec) -> None:
        """Offer the choices of this spec, which is of the same setting."""
        self.spec = spec
        if isinstance(self.editor, QComboBox):
            self.editor.clear()
            for value, text in spec.choices:
                self.editor.addItem(text, value)

    def come_into_view(self) -> None:
        """Scroll to it, and put the keys there."""
        if isValid(self):
            area = next((up for up in _above(self) if isinstance(up, QScrollArea)), None)
            if area is not None:
                area.ensureWidgetVisible(self)
            self.editor.setFocus()

    def show_error(self, sentence: str) -> None:
        """One plain sentence under the editor; an empty one takes it away."""
        self._wrong.setText(sentence)
        self._wrong.setVisible(bool(sentence))
        if isinstance(self.editor, (QLineEdit, QPlainTextEdit)):
            self.editor.setProperty("wrong", bool(sentence))
            self.editor.style().unpolish(self.editor)
            self.editor.style().polish(self.editor)
        self.editor.setAccessibleDescription(f"{sentence} {self.spec.description}".strip())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leaving a field takes it at once."""
        if event.type() == QEvent.Type.FocusOut and self._pause.isActive():
            self._take()
        return super().eventFilter(watched, event)

    def _make_editor(self) -> None:
        spec = self.spec
        if spec.kind == "switch":
            switch = QCheckBox(tr("On"))
            switch.toggled.connect(self._switched)
            self.editor = switch
        elif spec.kind == "choice":
            box = QComboBox()
            for value, text in spec.choices:
                box.addItem(text, value)
            box.activated.connect(self._chosen)
            box.installEventFilter(self)
            leave_wheel_to_list(box)
            self.editor = box
        elif spec.kind in ("lines", "pairs"):
            field = QPlainTextEdit()
            field.setPlaceholderText(tr("NAME=value, one per line") if spec.kind == "pairs" else tr("One per line"))
            field.setTabChangesFocus(True)
            field.setFixedHeight(3 * field.fontMetrics().lineSpacing() + 2 * theme.GAP_S + 2)
            field.textChanged.connect(self._typed)
            field.installEventFilter(self)
            self.editor = field
        else:
            line = QLineEdit()
            line.textEdited.connect(self._typed)
            line.returnPressed.connect(self._take)
            line.installEventFilter(self)
            self.editor = line

    def _lay_out(self) -> None:
        title = theme.plain_label(self.spec.title, "strong", wrap=True)
        title.setBuddy(self.editor)
        left = QVBoxLayout()
        left.setSpacing(2)
        left.addWidget(title)
        left.addWidget(theme.plain_label(self.spec.description.replace("`", ""), "muted", wrap=True))
        left.addStretch()
        side = QWidget(self)
        right = QVBoxLayout()
        right.setSpacing(2)
        right.addLayout(self._editor_line())
        right.addWidget(self._wrong)
        right.addWidget(self._note)
        right.addStretch()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, theme.GAP_S, 0, theme.GAP_S)
        row.setSpacing(theme.GAP_XL)
        row.addLayout(left, 1)
        right.setContentsMargins(0, 0, 0, 0)
        side.setLayout(right)
        side.setFixedWidth(EDITOR_WIDTH + theme.TARGET + theme.GAP_XS)
        row.addWidget(side, 0, Qt.AlignmentFlag.AlignTop)

    def _editor_line(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(theme.GAP_XS)
        small = self.spec.kind in ("whole", "number")
        if not isinstance(self.editor, QCheckBox):
            self.editor.setFixedWidth(110 if small else EDITOR_WIDTH)
        line.addWidget(self.editor)
        if self.spec.kind in ("file", "folder"):
            choose = QPushButton(tr("Choose…"))
            choose.setAccessibleName(tr("Choose {setting}", setting=self.spec.title))
            choose.clicked.connect(self._choose)
            choose.setEnabled(not self.lock)
            self.editor.setFixedWidth(EDITOR_WIDTH - choose.sizeHint().width() - theme.GAP_XS)
            line.addWidget(choose)
        if self.spec.unit:
            line.addSpacing(theme.GAP_XS)
            line.addWidget(theme.plain_label(self.spec.unit, "muted"))
        if self.lock:
            mark = theme.plain_label()
            icons.set_themed_icon(mark, "lock", "muted")
            line.addWidget(mark)
        line.addWidget(self._reset)
        line.addStretch()
        return line

    def _typing(self) -> bool:
        return self._pause.isActive() or bool(self.wrong and self.editor.hasFocus())

    def _typed(self) -> None:
        try:
            parse_editor_text(self.spec, self._text())
        except UsageError as error:
            self.show_error(error_text(error))
            self._pause.stop()
            return
        self.show_error("")
        self._pause.start()

    def _take(self) -> None:
        self._pause.stop()
        try:
            value = parse_editor_text(self.spec, self._text())
        except UsageError as error:
            self.show_error(error_text(error))
            return
        self._tell(value)

    def _switched(self, on: bool) -> None:
        self._tell(on)

    def _chosen(self) -> None:
        if isinstance(self.editor, QComboBox):
            self._tell(self.editor.currentData())

    def _choose(self) -> None:
        start = self._text() or str(Path.home())
        if self.spec.kind == "folder":
            name = QFileDialog.getExistingDirectory(self, self.spec.title, start)
        else:
            name, _ = QFileDialog.getOpenFileName(self, self.spec.title, start)
        if name and isinstance(self.editor, QLineEdit):
            self.editor.setText(name)
            self._take()

    def _to_default(self) -> None:
        self._pause.stop()
        self.show_error("")
        self._tell(self.spec.default)

    def _tell(self, value: Any) -> None:
        if value != self._value:
            self.value_changed.emit(self.spec.name, value)

    def _text(self) -> str:
        editor = self.editor
        return editor.toPlainText() if isinstance(editor, QPlainTextEdit) else editor.text()  # type: ignore[attr-defined]


def _above(widget: QWidget) -> Iterator[QWidget]:
    up = widget.parentWidget()
    while up is not None:
        yield up
        up = up.parentWidget()
