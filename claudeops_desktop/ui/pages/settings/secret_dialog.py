"""Where a secret is typed: hidden, checked, handed to the keyring, and never shown again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from ... import theme
from ...app_context import AppContext
from ...kit.layouts import column_of, row_of
from ...kit.work_dialog import WorkDialog
from ...text.translation import error_text, tr


class SecretDialog(WorkDialog):
    """``keep`` is called on a thread with the label (where one is asked for) and the value; what it raises is shown.

    ``secret_saved`` carries the label.
    """

    secret_saved = Signal(str)

    def __init__(
        self,
        context: AppContext,
        title: str,
        text: str,
        keep: Callable[[str, str], object],
        *,
        label: str | None = None,
        holder: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, title, parent)
        self._keep = keep
        self.label = QLineEdit(label or "")
        self.label.setPlaceholderText("phone")
        self.label.setAccessibleName(tr("Label"))
        self.value = QLineEdit()
        self.value.setEchoMode(QLineEdit.EchoMode.Password)
        self.value.setPlaceholderText(holder)
        self.value.setAccessibleName(tr("Value"))
        self.wrong = theme.plain_label(role="wrong", wrap=True)
        self.wrong.hide()
        self.save = self.make_button(tr("Keep in the keyring"), self._save, "primary")
        self.save.setDefault(True)
        leave = self.make_button(tr("Cancel"), self.reject)
        asked = (theme.plain_label(tr("Label")), self.label, theme.plain_label(tr("Address")))
        head = column_of(theme.plain_label(title, "section"), theme.plain_label(text, "muted", wrap=True))
        fields = column_of(*(asked if label is not None else ()), self.value, self.wrong)
        self.lay_out(head, fields, row_of(None, leave, self.save))
        self.setMinimumWidth(440)
        (self.label if label == "" else self.value).setFocus()

    def update_buttons(self) -> None:
        """Save once at a time."""
        self.save.setEnabled(not self.busy)

    def show_failure(self, error: Exception) -> None:
        """Say why it was not kept."""
        self.wrong.setText(error_text(error))
        self.wrong.show()

    @property
    def _label(self) -> str:
        return self.label.text().strip().lower()

    def _save(self) -> None:
        self.do_work(partial(self._keep, self._label, self.value.text()), self._kept)

    def _kept(self, _answer: object) -> None:
        self.value.clear()
        self.secret_saved.emit(self._label)
        self.accept()
