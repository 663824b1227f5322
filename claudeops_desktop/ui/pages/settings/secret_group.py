"""Secrets: set, replaced and removed here, kept in the keyring, never shown again (S4)."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from ....core.secrets import keyring_store
from ....core.secrets.keyring_store import KeyringStatus, StoredSecret
from ... import theme
from ...app_context import AppContext
from ...kit.layouts import column_of, fill_row
from ...text.translation import error_text, tr, tr_message
from .secret_dialog import SecretDialog
from .status_widgets import StatusGroup, TestButton

NAMED = {
    keyring_store.API_KEY: (tr("API key of the agent"), tr("Handed to the Claude CLI alone, as ANTHROPIC_API_KEY.")),
    keyring_store.ALERT_TOKEN: (tr("Token for alerts"), tr("Programs that send alerts to this computer need it.")),
    keyring_store.MODEL_KEY: (
        tr("Key of the helping model"),
        tr("Sent to the address of the model that you set, and nowhere else."),
    ),
}


class SecretRow(QWidget):
    """One secret: its name, where it is kept, and what can be done."""

    set_requested = Signal(str)
    remove_requested = Signal(str)

    def __init__(self, name: str, title: str, text: str) -> None:
        super().__init__()
        self.name = name
        self.state = theme.plain_label(role="muted", wrap=True)
        about = theme.plain_label(text, "muted", wrap=True)
        said = column_of(theme.plain_label(title, "strong"), about, self.state, spacing=0)
        self.put = QPushButton(tr("Set…"))
        self.put.setAccessibleName(tr("Set {title}", title=title))
        self.put.clicked.connect(self._put)
        self.drop = QPushButton(tr("Remove"))
        self.drop.setAccessibleName(tr("Remove {title}", title=title))
        self.drop.clicked.connect(self._drop)
        fill_row(self, said, self.put, self.drop, grow=said, edge=theme.GAP_S)

    def show_kept(self, kept: StoredSecret) -> None:
        """Where it is, without its value."""
        by_variable = kept.where == "environment"
        self.state.setText(
            tr("Set by the environment variable {variable}.", variable=kept.variable)
            if by_variable
            else tr("Kept in the keyring.")
            if kept.where == "keyring"
            else tr("Not set.")
        )
        self.put.setText(tr("Replace…") if kept.where == "keyring" else tr("Set…"))
        self.put.setEnabled(not by_variable)
        self.drop.setVisible(kept.where == "keyring")

    def _put(self) -> None:
        self.set_requested.emit(self.name)

    def _drop(self) -> None:
        self.remove_requested.emit(self.name)


class SecretGroup(StatusGroup):
    """``changed`` says that a secret was set or removed."""

    changed = Signal()

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self.state.text.setText(tr("Looking for a keyring…"))
        self.rows = {name: SecretRow(name, *texts) for name, texts in NAMED.items()}
        self.trial = TestButton(context, tr("Test the keyring"), tr("Storing, reading and removing a word…"), _test)
        for row in self.rows.values():
            row.set_requested.connect(self._set)
            row.remove_requested.connect(self._remove)
        self.lay_out(self.state, *self.rows.values(), self.trial, spacing=0)

    def refresh(self) -> None:
        """Find out anew where they are; the keyring is asked on a thread."""
        self.context.run_in_background(keyring_store.keyring_status, self._found, self.show_failure)

    def _found(self, status: KeyringStatus) -> None:
        if status.keyring:
            self.state.set_state("good", tr("{keyring} keeps them.", keyring=status.keyring))
        else:
            self.state.set_state("warning", f"{tr_message(status.problem)} {tr_message(status.remedy)}")
        for kept in status.kept:
            if kept.name in self.rows:
                self.rows[kept.name].show_kept(kept)

    def show_failure(self, error: Exception) -> None:
        """Say what went wrong in the place of how it stands."""
        self.state.set_state("failed", error_text(error))

    def _set(self, name: str) -> None:
        title, text = NAMED[name]
        dialog = SecretDialog(self.context, title, text, partial(_keep, name), parent=self.window())
        dialog.secret_saved.connect(partial(self._kept, title))
        dialog.open()

    def _kept(self, title: str, _label: str) -> None:
        self._over(tr("{title}: kept in the keyring.", title=title))

    def _remove(self, name: str) -> None:
        self.context.run_in_background(
            partial(keyring_store.delete_secret, name), partial(self._removed, name), self.show_failure
        )

    def _removed(self, name: str, _there: bool) -> None:
        self._over(tr("{value}: removed.", value=NAMED[name][0]))

    def _over(self, sentence: str) -> None:
        if self.context.server is not None:
            self.context.server.forget_token()
        self.message_posted.emit(sentence)
        self.changed.emit()
        self.refresh()


def _keep(name: str, _label: str, value: str) -> None:
    keyring_store.set_secret(name, value)


def _test() -> str:
    return tr("{test_keyring} stores, returns and removes values.", test_keyring=keyring_store.test_keyring())
