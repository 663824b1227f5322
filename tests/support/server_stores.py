"""Data folders of tests whose stores are on a server, for this process and for the programs that it starts."""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.storage import store_place
from claudeops_desktop.storage.postgres.address import StoreAddress, read_address

from . import folders, postgres_server


@contextmanager
def stores_on_server(base: Path) -> Iterator[None]:
    """Every data folder below ``base`` has its store in a database of its own, which goes at the end."""
    made: dict[Path, str] = {}

    def server_of(folder: DataFolder) -> StoreAddress | None:
        root = folder.root.resolve()
        if base not in root.parents:
            return None
        if root not in made:
            made[root] = postgres_server.used_database()
        _write_url(folder.settings_file, made[root])
        return read_address(made[root])

    before = store_place.server_of
    _replace(before, server_of)
    folders.make_elsewhere = lambda root: server_of(DataFolder(root)) is not None
    try:
        yield
    finally:
        folders.make_elsewhere = None
        _replace(server_of, before)  # also where it was imported meanwhile
        if made:
            postgres_server.drop_databases()


def _replace(one: Callable[..., Any], other: Callable[..., Any]) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("claudeops_desktop.") and getattr(module, "server_of", None) is one:
            module.server_of = other  # type: ignore[attr-defined]


def _write_url(settings: Path, url: str) -> None:
    """Programs that the test starts read where the store is."""
    text = settings.read_text() if settings.exists() else ""
    try:
        there = tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # the test is about that
        return
    if "store" not in there:
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(f'{text}\n[store]\nurl = "{url}"\n'.lstrip())
