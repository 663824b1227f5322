"""Plugins: what there is, what each adds, whether it is on, and a button to enable or disable it."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QMessageBox, QPushButton, QVBoxLayout, QWidget

from ....core.extensions.registry import RIGHTS, PluginInfo, current_registry
from ... import theme
from ...app_context import AppContext
from ...text.translation import error_text, tr, tr_message
from .status_widgets import StatusLabel

DOTS = {"on": "good", "off": "idle", "changed": "warning", "refused": "failed", "failed": "failed"}
STATES = {
    "on": tr("on"),
    "off": tr("off"),
    "changed": tr("off: its files changed"),
    "refused": tr("refused"),
    "failed": tr("switched off"),
}


class PluginsGroup(QWidget):
    """``message_posted`` is for the toast. Plugins are looked at, and loaded where they are on, on a thread."""

    message_posted = Signal(str)

    def __init__(self, desk: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.rows: dict[str, StatusLabel] = {}
        self.buttons: dict[str, QPushButton] = {}
        self.none = theme.plain_label(
            tr(
                "No plugins are installed. Put a folder with a plugin.toml into {folder}.",
                folder=desk.folder.root / "plugins",
            ),
            "muted",
            wrap=True,
        )
        self.outcome = theme.plain_label(role="wrong", wrap=True)
        self.outcome.hide()
        self._list = QVBoxLayout()
        self._list.setSpacing(theme.GAP_XS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, theme.GAP_S)
        column.setSpacing(theme.GAP_S)
        column.addWidget(theme.plain_label(tr_message(RIGHTS), wrap=True))
        column.addWidget(self.none)
        column.addLayout(self._list)
        column.addWidget(self.outcome)

    def refresh(self) -> None:
        """Find out anew."""
        self._desk.run_in_background(current_registry().list_plugins, self._found, self._failed)

    def _found(self, plugins: tuple[PluginInfo, ...]) -> None:
        while (item := self._list.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.rows.clear()
        self.buttons.clear()
        shown = [info for info in plugins if info.origin != "built-in"]
        self.none.setVisible(not shown)
        for info in shown:
            self._list.addWidget(self._row(info))

    def _row(self, info: PluginInfo) -> QWidget:
        made = QWidget(self)
        row = QHBoxLayout(made)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme.GAP_M)
        label = StatusLabel()
        label.set_state(DOTS[info.state], describe_plugin(info))
        self.rows[info.name] = label
        row.addWidget(label, 1)
        if info.state != "refused":
            on = info.state in ("on", "failed")
            button = QPushButton(tr("Disable") if on else tr("Enable…"))
            button.setAccessibleName(
                tr("Disable {plugin}", plugin=info.name) if on else tr("Enable {plugin}", plugin=info.name)
            )
            button.clicked.connect(partial(self._disable if on else self._ask_to_enable, info.name))
            self.buttons[info.name] = button
            row.addWidget(button)
        return made

    def _ask_to_enable(self, name: str) -> None:
        box = QMessageBox(
            QMessageBox.Icon.Warning, tr("Enable a plugin"), tr("Enable “{plugin}”?", plugin=name), parent=self.window()
        )
        box.setInformativeText(tr_message(RIGHTS))
        yes = box.addButton(tr("Enable"), QMessageBox.ButtonRole.AcceptRole)
        box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
        yes.clicked.connect(partial(self.enable, name))
        box.finished.connect(box.deleteLater)
        box.open()

    def enable(self, name: str) -> None:
        """Let the plugin's code run from now on."""
        self._desk.run_in_background(partial(current_registry().enable, name), self._changed, self._failed)

    def _disable(self, name: str) -> None:
        self._desk.run_in_background(partial(current_registry().disable, name), self._changed, self._failed)

    def _changed(self, info: PluginInfo) -> None:
        self.outcome.hide()
        self.message_posted.emit(tr("The plugin “{plugin}” is {state}.", plugin=info.name, state=STATES[info.state]))
        self.refresh()

    def _failed(self, error: Exception) -> None:
        self.outcome.setText(error_text(error))
        self.outcome.show()


def describe_plugin(info: PluginInfo) -> str:
    """A plugin in one or two sentences: what it is, what it adds, and what is wrong with it."""
    adds = tr(" Adds {replace}.", replace=", ".join(info.adds).replace(":", ": ")) if info.adds else ""
    first = f"{info.name} {info.version}".strip()
    return f"{first} ({STATES[info.state]}). {info.description}{adds} {info.problem}".replace("  ", " ").strip()
