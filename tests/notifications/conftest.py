"""A notifier on a data folder of its own, with a stand-in for the desktop."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from notify_world import World
from support.keyring_in_a_file import FileKeyring, in_use
from support.notification_server import NotificationServer

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.notifications.desktop_bus import ADDRESS


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[NotificationServer]:
    """The notification server of this session."""
    made = NotificationServer(tmp_path_factory.mktemp("bus") / "b")
    monkeypatch.setenv(ADDRESS, made.address)
    yield made
    made.close()


@pytest.fixture
def world(tmp_path: Path, server: NotificationServer) -> Iterator[World]:
    """A notifier that runs."""
    made = World(DataFolder(tmp_path / "data").create())
    made.notifier.start()
    made.notifier.drain()
    yield made
    made.close()


@pytest.fixture
def own_keyring(tmp_path: Path) -> Iterator[FileKeyring]:
    """The keyring that ``secrets`` uses during one test; empty."""
    with in_use(tmp_path / "keyring.json") as ours:
        yield ours
