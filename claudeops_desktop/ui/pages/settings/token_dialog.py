"""Where a token is made: its name, whom it is for and what it may do. Its value is shown once, to be copied."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QCheckBox, QLineEdit, QWidget

from ....core.clock import utc_now
from ....server.token_store import TokenStore
from ....server.token_types import ServerToken, TokenKind, TokenScope
from ... import theme
from ...app_context import AppContext
from ...kit.layouts import column_of, row_of
from ...kit.work_dialog import WorkDialog
from ...text.translation import error_text, tr

SCOPE_WORDS: dict[str, str] = {
    TokenScope.READ: tr("read what its owner may see"),
    TokenScope.WRITE: tr("add, edit and forget memories"),
    TokenScope.RUN: tr("start runs"),
    TokenScope.APPROVE: tr("answer questions of the agent"),
    TokenScope.ADMIN: tr("see and revoke tokens, see what was written"),
    TokenScope.ALERT: tr("send alerts"),
}


class TokenDialog(WorkDialog):
    """Two steps in one dialog: what the token may do, then its value."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, tr("Add a token"), parent)
        self._tokens = TokenStore(context.book.store)
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
        self.make_token = self.make_button(tr("Create"), self._create, "primary")
        self.make_token.setDefault(True)
        self.copy = self.make_button(tr("Copy"), self._copy)
        self.leave = self.make_button(tr("Cancel"), self.reject)
        for part in (self.value, self.note, self.wrong, self.copy):
            part.hide()
        self.lay_out(
            theme.plain_label(tr("Add a token"), "section"),
            column_of(theme.plain_label(tr("Name")), self.name, self.person),
            column_of(theme.plain_label(tr("It may")), *self.scopes.values()),
            column_of(self.value, self.note, self.wrong),
            row_of(None, self.leave, self.copy, self.make_token),
        )
        self.setMinimumWidth(440)
        self.name.setFocus()

    def update_buttons(self) -> None:
        """Create one token at a time."""
        self.make_token.setEnabled(not self.busy)

    def show_failure(self, error: Exception) -> None:
        """Say why there is no token."""
        self.set_busy(False)
        self.wrong.setText(error_text(error))
        self.wrong.show()

    def _create(self) -> None:
        scopes = [scope for scope, box in self.scopes.items() if box.isChecked()]
        kind: TokenKind = "person" if self.person.isChecked() else "agent"
        self.set_busy(True)
        make = partial(self._tokens.add, self.name.text(), scopes, utc_now(), kind=kind)
        self.context.bridge.write(make, self._made, self.show_failure)

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

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.value.text())
