"""What groups of the settings page add of their own beside their settings: states, tests, links. Made when wanted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from ...desk import Desk
from ...page import Place
from .agents import AgentsFound
from .alert_group import AlertGroup
from .data import DataGroup
from .desktop_group import DesktopGroup
from .link import PageLink
from .model_groups import EmbeddingGroup, ModelGroup
from .notify_group import NotifyGroup
from .second_look_group import SecondLookGroup
from .secret_group import SecretGroup

# group → the words that a search finds its part by
PARTS = {
    "agent": "test version found claude watch",
    "schedule": "schedules interval cron rule due times jitter next missed skipped",
    "services": "services.toml watch checks",
    "repositories": "infrastructure claude-ops.md playbooks skills checks",
    "notifications": "test address apprise mail chat phone server",
    "alerts": "webhook token test listen alertmanager grafana uptime kuma",
    "secrets": "keyring api key anthropic token password",
    "model": "test haiku ollama openai extract judge llm",
    "second_look": "judge conflict certainty cross-encoder rerank what was sent exclude haiku",
    "embedding": "test vectors meaning wordllama fastembed index",
    "memory": "review held recall lessons reminders upcoming why",
    "data": "backup restore import claude-ops database integrity check vacuum compact size folder",
    "desktop": "autostart login tray systemd service daemon first run crash report",
}


class Parts(QObject):
    """``made`` holds the parts there are, by group. The signals are theirs; ``restart_asked`` follows a restore."""

    message = Signal(str, object)
    wanted = Signal(object)
    first_run_asked = Signal()
    restart_asked = Signal()

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self._desk = desk
        self.made: dict[str, Any] = {}

    def make(self, name: str, parent: QWidget) -> tuple[QWidget | None, str]:
        """The part of a group, None where it has none, and its words."""
        makers: dict[str, Callable[[QWidget], QWidget]] = {
            "agent": self._agent,
            "schedule": self._schedule,
            "services": self._services,
            "repositories": self._repositories,
            "notifications": self._notifications,
            "alerts": self._alerts,
            "secrets": self._secrets,
            "memory": self._memory,
            "model": self._model,
            "second_look": self._second_look,
            "embedding": self._embedding,
            "desktop": self._desktop,
            "data": self._data,
        }
        if name not in makers:
            return None, ""
        part = makers[name](parent)
        self.made[name] = part
        self._look_at(part)
        return part, PARTS[name]

    def look(self, only: str = "") -> None:
        """Find out anew how all of them stand, or the one of a group."""
        for name, part in self.made.items():
            if only in ("", name):
                self._look_at(part)

    @staticmethod
    def _look_at(part: QWidget) -> None:
        look = getattr(part, "look", None)
        if look is not None:
            look()

    def _agent(self, parent: QWidget) -> QWidget:
        return AgentsFound(self._desk, parent)

    def _services(self, parent: QWidget) -> QWidget:
        text = "Which services there are, how each is checked, and a test of every check."
        return self._link(PageLink(Place("services"), "Open Services", text, "services", parent))

    def _alerts(self, parent: QWidget) -> QWidget:
        return AlertGroup(self._desk, parent)

    def _schedule(self, parent: QWidget) -> QWidget:
        text = "When runs start by themselves, and the outcome of each."
        return self._link(PageLink(Place("schedule"), "Open Schedule", text, "clock", parent))

    def _repositories(self, parent: QWidget) -> QWidget:
        text = "What was found in these folders, and mistakes in it."
        return self._link(
            PageLink(Place("services", filters={"view": "repositories"}), "Open Repositories", text, "folder", parent)
        )

    def _memory(self, parent: QWidget) -> QWidget:
        text = "What needs review before any run reads it."
        return self._link(PageLink(Place("review"), "Open Review", text, "review", parent))

    def _model(self, parent: QWidget) -> QWidget:
        return ModelGroup(self._desk, parent)

    def _second_look(self, parent: QWidget) -> QWidget:
        return SecondLookGroup(self._desk, parent)

    def _embedding(self, parent: QWidget) -> QWidget:
        return EmbeddingGroup(self._desk, parent)

    def _link(self, link: PageLink) -> QWidget:
        link.wanted.connect(self.wanted)
        return link

    def _notifications(self, parent: QWidget) -> QWidget:
        part = NotifyGroup(self._desk, parent)
        part.message.connect(self._say)
        return part

    def _secrets(self, parent: QWidget) -> QWidget:
        part = SecretGroup(self._desk, parent)
        part.message.connect(self._say)
        return part

    def _desktop(self, parent: QWidget) -> QWidget:
        part = DesktopGroup(self._desk, parent)
        part.message.connect(self.message)
        part.first_run_asked.connect(self.first_run_asked)
        return part

    def _data(self, parent: QWidget) -> QWidget:
        part = DataGroup(self._desk, parent)
        part.message.connect(self.message)
        part.restore_asked.connect(self._restore)
        return part

    def _restore(self, _source: object) -> None:
        self.restart_asked.emit()

    def _say(self, sentence: str) -> None:
        self.message.emit(sentence, None)
