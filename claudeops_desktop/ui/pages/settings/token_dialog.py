"""Where a token is made: its name, whom it is for and what it may do. Its value is shown once, to be copied."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....server.token_store import TokenStore
from ....server.token_types import ServerToken, TokenKind, TokenScope
from ... import theme
from ...app_context import AppContext
from ...text.translation import error_text, tr

SCOPE_WORDS: dict[str, str] = {
    TokenScope.READ: tr("read what its owner may see"),
    TokenScope.WRITE: tr("add, edit and forget memories"),
    TokenScope.RUN: tr("start runs"),
    TokenScope.APPROVE: tr("answer questions of the agent"),
    TokenScope.ADMIN: tr("see and revoke tokens, see what was written"),
    TokenScope.ALERT: tr("send alerts"),
}


class TokenDialog(QDialog):
    """Two steps in one dialog: what the token may do, then its value."""

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tokens = TokenStore(desk.book.store)
        self.setWindowTitle(tr("Add a token"))
        self.name = QLineEdit()
        self.name.setPlaceholderText("backup-agent")
        self.name.setAccessibleName(tr("Name"))
        self.person = QCheckBox(tr("It is for a person, not for an agent"))
        self.scopes = {scope: QCheckBox(words) for scope, words in SCOPE_WORDS.items()}
        self.scopes[TokenScope.APPROVE].setToolTip(tr("Only a person's token may answer the questions of an agent."))
        self.scopes[TokenScope.READ].setChecked(True)
        self.value = QLineEdit()
        self.value.setReadOnly(True)
        self.value.setAccessibleName(tr("Token"))
        theme.set_role(self.value, "mono")
        self.note = theme.plain_label(
            tr("Copy it now: only its hash is kept, and it cannot be shown again."), "muted", wrap=True
        )
        self.wrong = theme.plain_label(role="wrong", wrap=True)
        self.make_token = QPushButton(tr("Create"))
        theme.set_role(self.make_token, "primary")
        self.make_token.setDefault(True)
        self.make_token.clicked.connect(self._create)
        self.copy = QPushButton(tr("Copy"))
        self.copy.clicked.connect(self._copy)
        self.leave = QPushButton(tr("Cancel"))
        self.leave.clicked.connect(self.reject)
        column = QVBoxLayout(self)
        column.setContentsMargins(theme.GAP_XL, theme.GAP_XL, theme.GAP_XL, theme.GAP_L)
        column.setSpacing(theme.GAP_S)
        column.addWidget(theme.plain_label(tr("Add a token"), "section"))
        column.addWidget(theme.plain_label(tr("Name")))
        column.addWidget(self.name)
        column.addWidget(self.person)
        column.addWidget(theme.plain_label(tr("It may")))
        for box in self.scopes.values():
            column.addWidget(box)
        for widget in (self.value, self.note, self.wrong):
            widget.hide()
            column.addWidget(widget)
        buttons = QHBoxLayout()
        buttons.setSpacing(theme.GAP_S)
        buttons.addStretch()
        for button in (self.leave, self.copy, self.make_token):
            buttons.addWidget(button)
        column.addLayout(buttons)
        self.copy.hide()
        self.setMinimumWidth(440)
        self.name.setFocus()

    def _create(self) -> None:
        scopes = [scope for scope, box in self.scopes.items() if box.isChecked()]
        kind: TokenKind = "person" if self.person.isChecked() else "agent"
        self.make_token.setEnabled(False)
        make = partial(self._tokens.add, self.name.text(), scopes, utc_now(), kind=kind)
        self._desk.bridge.write(make, self._made, self._failed)

    def _made(self, made: tuple[ServerToken, str]) -> None:
        self.wrong.hide()
        self.value.setText(made[1])
        shown: tuple[QWidget, ...] = (self.value, self.note, self.copy)
        for widget in shown:
            widget.show()
        settled: tuple[QWidget, ...] = (self.name, self.person, *self.scopes.values())
        for widget in settled:
            widget.setEnabled(False)
        self.make_token.hide()
        self.leave.setText(tr("Close"))
        self.copy.setDefault(True)
        self.copy.setFocus()
        self.adjustSize()

    def _failed(self, error: Exception) -> None:
        self.make_token.setEnabled(True)
        self.wrong.setText(error_text(error))
        self.wrong.show()
        self.adjustSize()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.value.text())
