"""What groups of the settings page add of their own beside their settings: states, tests, links. Made when wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ...app_context import AppContext
from ...text.translation import tr
from ..base_page import PageLocation
from .agent_group import AgentGroup
from .alert_group import AlertGroup
from .data_group import DataGroup
from .desktop_group import DesktopGroup
from .model_groups import EmbeddingGroup, ModelGroup
from .notify_group import NotifyGroup
from .page_link import PageLink
from .plugins_group import PluginsGroup
from .second_look_group import SecondLookGroup
from .secret_group import SecretGroup
from .server_group import ServerGroup

# group → the words that a search finds its part by
PARTS = {
    "agent": tr("test version found claude watch"),
    "schedule": tr("schedules interval cron rule due times jitter next missed skipped"),
    "services": tr("services.toml watch checks"),
    "repositories": tr("infrastructure claude-ops.md playbooks skills checks"),
    "notifications": tr("test address apprise mail chat phone server"),
    "alerts": tr("webhook token test listen alertmanager grafana uptime kuma"),
    "server": tr("rest api mcp http token scope revoke openapi tls certificate proxy address"),
    "secrets": tr("keyring api key anthropic token password"),
    "model": tr("test haiku ollama openai extract judge llm"),
    "second_look": tr("judge conflict certainty what was sent exclude haiku"),
    "embedding": tr("test vectors meaning wordllama fastembed index"),
    "memory": tr("review held recall lessons reminders upcoming why"),
    "plugins": tr("plugin extension enable disable agent check notifier importer"),
    "data": tr(
        "backup restore import export claude-ops mem0 obsidian memories database integrity check vacuum compact size"
        " folder"
    ),
    "desktop": tr("autostart login tray systemd service daemon first run crash report about version licence"),
}


class GroupWidgets(QObject):
    """``widgets`` holds the parts there are, by group. The signals are theirs; ``restart_requested`` follows a
    restore."""

    message_posted = Signal(str, object)
    navigation_requested = Signal(object)
    first_run_requested = Signal()
    restart_requested = Signal()

    def __init__(self, desk: AppContext) -> None:
        super().__init__()
        self._desk = desk
        self.widgets: dict[str, Any] = {}

    def make_widget(self, name: str, parent: QWidget) -> tuple[QWidget | None, str]:
        """The part of a group, None where it has none, and its words."""
        makers: dict[str, Callable[[QWidget], QWidget]] = {
            "agent": self._agent,
            "schedule": self._schedule,
            "services": self._services,
            "repositories": self._repositories,
            "notifications": self._notifications,
            "alerts": self._alerts,
            "server": self._server,
            "secrets": self._secrets,
            "memory": self._memory,
            "model": self._model,
            "second_look": self._second_look,
            "embedding": self._embedding,
            "desktop": self._desktop,
            "plugins": self._plugins,
            "data": self._data,
        }
        if name not in makers:
            return None, ""
        part = makers[name](parent)
        self.widgets[name] = part
        self._look_at(part)
        return part, PARTS[name]

    def refresh(self, only: str = "") -> None:
        """Find out anew how all of them stand, or the one of a group."""
        for name, part in self.widgets.items():
            if only in ("", name):
                self._look_at(part)

    @staticmethod
    def _look_at(part: QWidget) -> None:
        refresh = getattr(part, "refresh", None)
        if refresh is not None:
            refresh()

    def _agent(self, parent: QWidget) -> QWidget:
        return AgentGroup(self._desk, parent)

    def _services(self, parent: QWidget) -> QWidget:
        text = tr("Which services there are, how each is checked, and a test of every check.")
        return self._link(PageLink(PageLocation("services"), tr("Open Services"), text, "services", parent))

    def _alerts(self, parent: QWidget) -> QWidget:
        return AlertGroup(self._desk, parent)

    def _server(self, parent: QWidget) -> QWidget:
        group = ServerGroup(self._desk, parent)
        group.message_posted.connect(self._say)
        return group

    def _schedule(self, parent: QWidget) -> QWidget:
        text = tr("When runs start by schedule, and the outcome of each.")
        return self._link(PageLink(PageLocation("schedule"), tr("Open Schedule"), text, "clock", parent))

    def _repositories(self, parent: QWidget) -> QWidget:
        text = tr("What was found in these folders, and errors in it.")
        return self._link(PageLink(PageLocation("repositories"), tr("Open Repositories"), text, "folder", parent))

    def _memory(self, parent: QWidget) -> QWidget:
        text = tr("What needs review before any run reads it.")
        return self._link(PageLink(PageLocation("review"), tr("Open Review"), text, "review", parent))

    def _model(self, parent: QWidget) -> QWidget:
        return ModelGroup(self._desk, parent)

    def _second_look(self, parent: QWidget) -> QWidget:
        return SecondLookGroup(self._desk, parent)

    def _embedding(self, parent: QWidget) -> QWidget:
        return EmbeddingGroup(self._desk, parent)

    def _link(self, link: PageLink) -> QWidget:
        link.navigation_requested.connect(self.navigation_requested)
        return link

    def _notifications(self, parent: QWidget) -> QWidget:
        part = NotifyGroup(self._desk, parent)
        part.message_posted.connect(self._say)
        return part

    def _secrets(self, parent: QWidget) -> QWidget:
        part = SecretGroup(self._desk, parent)
        part.message_posted.connect(self._say)
        return part

    def _desktop(self, parent: QWidget) -> QWidget:
        part = DesktopGroup(self._desk, parent)
        part.message_posted.connect(self.message_posted)
        part.first_run_requested.connect(self.first_run_requested)
        return part

    def _plugins(self, parent: QWidget) -> QWidget:
        part = PluginsGroup(self._desk, parent)
        part.message_posted.connect(self._say)
        return part

    def _data(self, parent: QWidget) -> QWidget:
        part = DataGroup(self._desk, parent)
        part.message_posted.connect(self.message_posted)
        part.restore_requested.connect(self._restore)
        part.navigation_requested.connect(self.navigation_requested)
        return part

    def _restore(self, _source: object) -> None:
        self.restart_requested.emit()

    def _say(self, sentence: str) -> None:
        self.message_posted.emit(sentence, None)
