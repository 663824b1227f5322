"""The server: whether it listens and where, and the tokens of programs and people: added, revoked, last used."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from ....core.clock import utc_now
from ....server.token_store import TokenStore
from ....server.token_types import ServerToken
from ... import theme
from ...app_context import AppContext
from ...kit.layouts import row_of
from ...text import formatting
from ...text.translation import tr
from ...widgets.elided_label import ElidedLabel
from .status_widgets import ListedThing, StatusGroup, ThingList
from .token_dialog import SCOPE_WORDS, TokenDialog

DOTS = {"active": "good", "expired": "idle", "revoked": "idle"}
STATES = {"active": tr("active"), "expired": tr("expired"), "revoked": tr("revoked")}


class ServerGroup(StatusGroup):
    """Reads and writes tokens on the database's own threads."""

    tables = frozenset({"alerts", "settings", "server_tokens"})

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._tokens = TokenStore(context.book.store)
        self.where = ElidedLabel(role="mono")
        self.list = ThingList(tr("No tokens. Every program and every person gets one of their own."))
        self.add = QPushButton(tr("Add a token…"))
        self.add.clicked.connect(self._add)
        title = theme.plain_label(tr("Tokens"), "strong")
        parts = (self.state, self.where, title, self.list, row_of(self.add, None), self.outcome)
        self.lay_out(*parts, spacing=theme.GAP_S)

    def refresh(self) -> None:
        """Find out anew how it stands and which tokens there are."""
        self._show_state()
        self.context.bridge.ask(self._tokens.list, self._found, self.show_failure, newest=True)

    def _show_state(self) -> None:
        wanted = self.context.settings.current.server
        now = self.context.server.state if self.context.server is not None else None
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

    def _found(self, tokens: Sequence[ServerToken]) -> None:
        self.list.show_things([self._listed(token) for token in tokens])

    def _listed(self, token: ServerToken) -> ListedThing:
        state, name = token.state(utc_now()), token.name
        act = partial(self._ask_to_revoke, name) if state != "revoked" else None
        spoken = tr("Revoke the token {name}", name=name)
        return ListedThing(name, DOTS[state], describe_token(token, state), tr("Revoke…"), spoken, act)

    def _add(self) -> None:
        TokenDialog(self.context, self.window()).open()

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
        self.context.bridge.write(partial(self._tokens.revoke, name, utc_now()), self._revoked, self.show_failure)

    def _revoked(self, token: ServerToken) -> None:
        self.outcome.hide()
        self.message_posted.emit(tr("The token “{name}” is revoked.", name=token.name))


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
