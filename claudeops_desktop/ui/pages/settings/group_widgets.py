"""What sections of the settings page add of their own beside their settings: states, tests, links. Made when wanted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

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
from .page_link import SettingsLink
from .plugins_group import PluginsGroup
from .second_look_group import SecondLookGroup
from .secret_group import SecretGroup
from .server_group import ServerGroup

if TYPE_CHECKING:
    from .repositories_dialog import RepositoriesDialog


@dataclass(frozen=True, slots=True)
class SectionPart:
    """The part of a section: the words that a search finds it by, and what makes it."""

    words: str
    make: Callable[[GroupWidgets, QWidget], QWidget]


class GroupWidgets(QObject):
    """``widgets`` holds the parts there are, by section. The signals are theirs; ``restart_requested`` follows a
    restore."""

    message_posted = Signal(str, object)
    navigation_requested = Signal(object)
    first_run_requested = Signal()
    restart_requested = Signal()

    def __init__(self, context: AppContext) -> None:
        super().__init__()
        self.context = context
        self.widgets: dict[str, Any] = {}
        self.repositories: RepositoriesDialog | None = None

    def make_widget(self, name: str, parent: QWidget) -> tuple[QWidget | None, str]:
        """Return the part of a section, None where it has none, and its words."""
        if name not in PARTS:
            return None, ""
        part = self.widgets[name] = PARTS[name].make(self, parent)
        self._look_at(part)
        return part, PARTS[name].words

    def refresh(self, only: str = "") -> None:
        """Find out anew how all of them stand, or the one of a section."""
        for name, part in self.widgets.items():
            if only in ("", name):
                self._look_at(part)

    @staticmethod
    def _look_at(part: QWidget) -> None:
        refresh = getattr(part, "refresh", None)
        if refresh is not None:
            refresh()

    def open_repositories(self) -> None:
        """Show the folders that describe the infrastructure, with what was typed there before."""
        from .repositories_dialog import RepositoriesDialog

        if self.repositories is None:
            self.repositories = RepositoriesDialog(self.context, self.widgets["repositories"].window())
        self.repositories.show()
        self.repositories.raise_()
        self.repositories.activateWindow()

    def post_sentence(self, sentence: str) -> None:
        """Say a sentence in the toast."""
        self.message_posted.emit(sentence, None)

    def restart(self, _source: object) -> None:
        """Have the application end and come back, after a restore."""
        self.restart_requested.emit()


def _page_link(place: str, title: str, text: str, icon: str) -> Callable[[GroupWidgets, QWidget], QWidget]:
    def make(owner: GroupWidgets, parent: QWidget) -> QWidget:
        go = partial(owner.navigation_requested.emit, PageLocation(place))
        return SettingsLink(text, title, icon, go, parent)

    return make


def _make_repositories(owner: GroupWidgets, parent: QWidget) -> QWidget:
    text = tr("What was found in these folders, and errors in it.")
    return SettingsLink(text, tr("Repositories…"), "folder", owner.open_repositories, parent)


def _make_saying(
    kind: type[ServerGroup | NotifyGroup | SecretGroup | PluginsGroup],
) -> Callable[[GroupWidgets, QWidget], QWidget]:
    def make(owner: GroupWidgets, parent: QWidget) -> QWidget:
        part = kind(owner.context, parent)
        part.message_posted.connect(owner.post_sentence)
        return part

    return make


def _make_plain(
    kind: type[AgentGroup | AlertGroup | ModelGroup | SecondLookGroup | EmbeddingGroup],
) -> Callable[[GroupWidgets, QWidget], QWidget]:
    return lambda owner, parent: kind(owner.context, parent)


def _make_desktop(owner: GroupWidgets, parent: QWidget) -> QWidget:
    part = DesktopGroup(owner.context, parent)
    part.message_posted.connect(owner.message_posted)
    part.first_run_requested.connect(owner.first_run_requested)
    return part


def _make_data(owner: GroupWidgets, parent: QWidget) -> QWidget:
    part = DataGroup(owner.context, parent)
    part.message_posted.connect(owner.message_posted)
    part.restore_requested.connect(owner.restart)
    part.navigation_requested.connect(owner.navigation_requested)
    return part


PARTS = {
    "agent": SectionPart(tr("test version found claude watch"), _make_plain(AgentGroup)),
    "schedule": SectionPart(
        tr("schedules interval cron rule due times jitter next missed skipped"),
        _page_link(
            "schedule",
            tr("Open Schedule"),
            tr("When runs start by schedule, and the outcome of each."),
            "clock",
        ),
    ),
    "services": SectionPart(
        tr("services.toml watch checks"),
        _page_link(
            "services",
            tr("Open Services"),
            tr("Which services there are, how each is checked, and a test of every check."),
            "services",
        ),
    ),
    "repositories": SectionPart(tr("infrastructure claude-ops.md playbooks skills checks"), _make_repositories),
    "notifications": SectionPart(tr("test address apprise mail chat phone server"), _make_saying(NotifyGroup)),
    "alerts": SectionPart(tr("webhook token test listen alertmanager grafana uptime kuma"), _make_plain(AlertGroup)),
    "server": SectionPart(
        tr("rest api mcp http token scope revoke openapi tls certificate proxy address"), _make_saying(ServerGroup)
    ),
    "secrets": SectionPart(tr("keyring api key anthropic token password"), _make_saying(SecretGroup)),
    "model": SectionPart(tr("test haiku ollama openai extract judge llm"), _make_plain(ModelGroup)),
    "second_look": SectionPart(
        tr("judge conflict certainty what was sent exclude haiku"), _make_plain(SecondLookGroup)
    ),
    "embedding": SectionPart(tr("test vectors meaning wordllama fastembed index"), _make_plain(EmbeddingGroup)),
    "memory": SectionPart(
        tr("review held recall lessons reminders upcoming why"),
        _page_link("review", tr("Open the Inbox"), tr("What needs review before any run reads it."), "review"),
    ),
    "plugins": SectionPart(
        tr("plugin extension enable disable agent check notifier importer"), _make_saying(PluginsGroup)
    ),
    "data": SectionPart(
        tr(
            "backup restore import export claude-ops mem0 obsidian memories database integrity check vacuum compact"
            " size folder"
        ),
        _make_data,
    ),
    "desktop": SectionPart(
        tr("autostart login tray systemd service daemon first run crash report about version licence"), _make_desktop
    ),
}
