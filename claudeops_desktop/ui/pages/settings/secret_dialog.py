"""Where a secret is typed: hidden, checked, handed to the keyring, and never shown again."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ... import theme
from ...app_context import AppContext
from ...text.translation import error_text, tr


class SecretDialog(QDialog):
    """``keep`` is called on a thread with the label (where one is asked for) and the value; what it raises is shown.

    ``secret_saved`` carries the label.
    """

    secret_saved = Signal(str)

    def __init__(
        self,
        desk: AppContext,
        title: str,
        text: str,
        keep: Callable[[str, str], object],
        *,
        label: str | None = None,
        holder: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._desk = desk
        self._keep = keep
        self.setWindowTitle(title)
        self.label = QLineEdit(label or "")
        self.label.setPlaceholderText("phone")
        self.label.setAccessibleName(tr("Label"))
        self.value = QLineEdit()
        self.value.setEchoMode(QLineEdit.EchoMode.Password)
        self.value.setPlaceholderText(holder)
        self.value.setAccessibleName(tr("Value"))
        self.wrong = theme.plain_label(role="wrong", wrap=True)
        self.wrong.hide()
        self.save = QPushButton(tr("Keep in the keyring"))
        theme.set_role(self.save, "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._save)
        leave = QPushButton(tr("Cancel"))
        leave.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_S)
        column.addWidget(theme.plain_label(title, "section"))
        column.addWidget(theme.plain_label(text, "muted", wrap=True))
        column.addSpacing(theme.GAP_S)
        if label is not None:
            column.addWidget(theme.plain_label(tr("Label")))
            column.addWidget(self.label)
            column.addWidget(theme.plain_label(tr("Address")))
        column.addWidget(self.value)
        column.addWidget(self.wrong)
        column.addSpacing(theme.GAP_S)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addStretch()
        buttons.addWidget(leave)
        buttons.addWidget(self.save)
        column.addLayout(buttons)
        self.setMinimumWidth(440)
        (self.label if label == "" else self.value).setFocus()

    def _save(self) -> None:
        label, value = self.label.text().strip().lower(), self.value.text()
        self.save.setEnabled(False)
        self._desk.run_in_background(lambda: self._keep(label, value), self._kept, self._failed)

    def _kept(self, _answer: object) -> None:
        self.value.clear()
        self.secret_saved.emit(self.label.text().strip().lower())
        self.accept()

    def _failed(self, error: Exception) -> None:
        self.save.setEnabled(True)
        self.wrong.setText(error_text(error))
        self.wrong.show()
        self.adjustSize()
