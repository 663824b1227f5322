"""Plugins: what there is, what each adds, whether it is on, and a button to enable or disable it."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QMessageBox, QWidget

from ....core.extensions.registry import RIGHTS, PluginInfo, current_registry
from ... import theme
from ...app_context import AppContext
from ...text.translation import tr, tr_message
from .status_widgets import ListedThing, StatusGroup, ThingList

DOTS = {"on": "good", "off": "idle", "changed": "warning", "refused": "failed", "failed": "failed"}
STATES = {
    "on": tr("on"),
    "off": tr("off"),
    "changed": tr("off: its files changed"),
    "refused": tr("refused"),
    "failed": tr("switched off"),
}


class PluginsGroup(StatusGroup):
    """Plugins are looked at, and loaded where they are on, on a thread."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        none = tr(
            "No plugins are installed. Put a folder with a plugin.toml into {folder}.",
            folder=context.folder.root / "plugins",
        )
        self.list = ThingList(none)
        rights = theme.plain_label(tr_message(RIGHTS), wrap=True)
        self.lay_out(rights, self.list, self.outcome, spacing=theme.GAP_S)

    def refresh(self) -> None:
        """Find out anew."""
        self.context.run_in_background(current_registry().list_plugins, self._found, self.show_failure)

    def _found(self, plugins: tuple[PluginInfo, ...]) -> None:
        self.list.show_things([self._listed(info) for info in plugins if info.origin != "built-in"])

    def _listed(self, info: PluginInfo) -> ListedThing:
        name, dot, text = info.name, DOTS[info.state], describe_plugin(info)
        if info.state == "refused":
            return ListedThing(name, dot, text)
        if info.state in ("on", "failed"):
            spoken = tr("Disable {plugin}", plugin=name)
            return ListedThing(name, dot, text, tr("Disable"), spoken, partial(self._disable, name))
        spoken = tr("Enable {plugin}", plugin=name)
        return ListedThing(name, dot, text, tr("Enable…"), spoken, partial(self._ask_to_enable, name))

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
        self.context.run_in_background(partial(current_registry().enable, name), self._switched, self.show_failure)

    def _disable(self, name: str) -> None:
        self.context.run_in_background(partial(current_registry().disable, name), self._switched, self.show_failure)

    def _switched(self, info: PluginInfo) -> None:
        self.outcome.hide()
        self.message_posted.emit(tr("The plugin “{plugin}” is {state}.", plugin=info.name, state=STATES[info.state]))
        self.refresh()


def describe_plugin(info: PluginInfo) -> str:
    """A plugin in one or two sentences: what it is, what it adds, and what is wrong with it."""
    adds = tr(" Adds {replace}.", replace=", ".join(info.adds).replace(":", ": ")) if info.adds else ""
    first = f"{info.name} {info.version}".strip()
    return f"{first} ({STATES[info.state]}). {info.description}{adds} {info.problem}".replace("  ", " ").strip()
