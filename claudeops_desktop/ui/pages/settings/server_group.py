"""The server: whether it listens and where, and the tokens of programs and people: added, revoked, last used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QPushButton, QVBoxLayout, QWidget

from ....core.clock import utc_now
from ....server.token_store import TokenStore
from ....server.token_types import ServerToken
from ....storage import CommittedChange
from ... import theme
from ...app_context import AppContext
from ...text import formatting
from ...text.translation import error_text, tr
from ...widgets.elided_label import ElidedLabel
from .status_widgets import StatusLabel
from .token_dialog import SCOPE_WORDS, TokenDialog

DOTS = {"active": "good", "expired": "idle", "revoked": "idle"}
STATES = {"active": tr("active"), "expired": tr("expired"), "revoked": tr("revoked")}


class ServerGroup(QWidget):
    """``message_posted`` is for the toast. Tokens are read and written on the database's own threads."""

    message_posted = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._tokens = TokenStore(desk.book.store)
        self.state = StatusLabel()
        self.where = ElidedLabel(role="mono")
        self.none = theme.plain_label(
            tr("No tokens. Every program and every person gets one of their own."), "muted", wrap=True
        )
        self.add = QPushButton(tr("Add a token…"))
        self.add.clicked.connect(self._add)
        self.outcome = theme.plain_label(role="wrong", wrap=True)
        self.outcome.hide()
        self.rows: dict[str, StatusLabel] = {}
        self.buttons: dict[str, QPushButton] = {}
        self._list = QVBoxLayout()
        self._list.setSpacing(theme.GAP_XS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.GAP_S)
        column.setSpacing(theme.GAP_S)
        for widget in (self.state, self.where):
            column.addWidget(widget)
        column.addWidget(theme.plain_label(tr("Tokens"), "strong"))
        column.addWidget(self.none)
        column.addLayout(self._list)
        row = QHBoxLayout()
        row.addWidget(self.add)
        row.addStretch()
        column.addLayout(row)
        column.addWidget(self.outcome)
        desk.bridge.changed.connect(self._changed)

    def refresh(self) -> None:
        """Find out anew how it stands and which tokens there are."""
        self._show_state()
        self._desk.bridge.ask(self._tokens.list, self._found, self._failed, newest=True)

    def _show_state(self) -> None:
        wanted = self._desk.settings.current.server
        now = self._desk.server.state if self._desk.server is not None else None
        self.where.setVisible(bool(wanted.enabled and now is not None and now.url))
        if not wanted.enabled:
            self.state.set_state("idle", tr("Off: no other program can ask."))
        elif now is not None and now.url:
            self.state.set_state("good", tr("REST, MCP and alerts are served at {url}.", url=now.url))
            self.where.setText("   ".join((f"{now.url}/api/v1/openapi.json", f"{now.url}/mcp")))
        elif now is not None and now.problem:
            self.state.set_state("failed", now.problem)
        else:
            self.state.set_state("queued", tr("Not listening yet: the application that keeps the schedule listens."))

    def _changed(self, change: CommittedChange) -> None:
        if change.table in ("alerts", "settings", "server_tokens", "*"):
            self.refresh()

    def _found(self, tokens: Sequence[ServerToken]) -> None:
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.rows.clear()
        self.buttons.clear()
        self.none.setVisible(not tokens)
        for token in tokens:
            self._list.addWidget(self._row(token))

    def _row(self, token: ServerToken) -> QWidget:
        made, state = QWidget(self), token.state(utc_now())
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_M)
        label = StatusLabel()
        label.set_state(DOTS[state], describe_token(token, state))
        self.rows[token.name] = label
        row.addWidget(label, 1)
        if state != "revoked":
            button = QPushButton(tr("Revoke…"))
            button.setAccessibleName(tr("Revoke the token {name}", name=token.name))
            button.clicked.connect(partial(self._ask_to_revoke, token.name))
            self.buttons[token.name] = button
            row.addWidget(button)
        return made

    def _add(self) -> None:
        dialog = TokenDialog(self._desk, self.window())
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _ask_to_revoke(self, name: str) -> None:
        box = QMessageBox(
            QMessageBox.Icon.Warning,
            tr("Revoke a token"),
            tr("Revoke the token “{name}”?", name=name),
            parent=self.window(),
        )
        box.setInformativeText(tr("Whoever uses it is refused at once. It cannot be brought back."))
        yes = box.addButton(tr("Revoke"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        yes.clicked.connect(partial(self.revoke, name))
        box.finished.connect(box.deleteLater)
        box.open()

    def revoke(self, name: str) -> None:
        """Make a token worthless."""
        self._desk.bridge.write(partial(self._tokens.revoke, name, utc_now()), self._revoked, self._failed)

    def _revoked(self, token: ServerToken) -> None:
        self.outcome.hide()
        self.message_posted.emit(tr("The token “{name}” is revoked.", name=token.name))

    def _failed(self, error: Exception) -> None:
        self.outcome.setText(error_text(error))
        self.outcome.show()


def describe_token(token: ServerToken, state: str) -> str:
    """A token in two lines: whose it is, how it stands, what it may do, and when it was used last."""
    kind = tr("for a person") if token.kind == "person" else tr("for an agent")
    may = ", ".join(SCOPE_WORDS[scope] for scope in token.scopes if scope in SCOPE_WORDS)
    used = (
        tr(
            "last used {when} from {address}",
            when=formatting.format_relative_time(token.last_used_at),
            address=token.last_used_from,
        )
        if token.last_used_at
        else tr("never used")
    )
    return f"{token.name} ({kind}, {STATES[state]}): {may}\n{used}"
