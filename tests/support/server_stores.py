"""Data folders of tests whose stores are on a server, for this process and for the programs that it starts."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DATA_DIR_VARIABLE, DataFolder
from claudeops_desktop.core.settings.file import load
from claudeops_desktop.runs.store_operator import operator_name
from claudeops_desktop.storage import store_place
from claudeops_desktop.storage.postgres.address import StoreAddress, read_address
from claudeops_desktop.storage.postgres.leading import ServerLead
from claudeops_desktop.storage.postgres.moving import move_to_server

from . import folders, postgres_server

NAMES = ("data", "claudeops-data")
"""What tests call their data folders."""
moved: dict[Path, str] = {}
"""The databases that hold what is in the files of these folders."""


@contextmanager
def stores_on_server(base: Path) -> Iterator[None]:
    """Every data folder below ``base`` has its store in a database of its own, which goes at the end."""
    made: dict[Path, str] = {}

    def server_of(folder: DataFolder) -> StoreAddress | None:
        root = folder.root.resolve()
        if base not in root.parents:
            return None
        if root not in made and folder.database.exists():  # a file that was kept stays one
            return None
        if root not in made and "store" in (_settings(folder.settings_file) or {}):  # the test says itself where
            return before(folder)
        if root not in made or not folder.settings_file.exists():  # a folder that was removed took its store along
            made[root] = postgres_server.used_database()
        _write_url(folder.settings_file, made[root])
        return read_address(made[root])

    def copy_store(source: Path, target: Path) -> None:
        root, folder = target.resolve(), DataFolder(target)
        if base not in root.parents:
            return
        if folder.database.exists():  # of a fixture that was there before the test had a server
            if source not in moved:
                moved[source] = _move(target)
            made[root] = postgres_server.used_database(moved[source])
            for path in folder.root.glob(f"{folder.database.name}*"):
                path.unlink()
        else:
            made[root] = postgres_server.used_database(made[source.resolve()])
            settings = folder.settings_file
            settings.write_text(settings.read_text().replace(made[source.resolve()], made[root]))
        _write_url(folder.settings_file, made[root])

    before = store_place.server_of
    _replace(before, server_of)
    folders.make_elsewhere = lambda root: server_of(DataFolder(root)) is not None
    folders.copy_elsewhere = copy_store
    started = subprocess.Popen.__init__

    def start(program: subprocess.Popen[Any], args: Any, *more: Any, **options: Any) -> None:
        folder = _data_folder_of(args, options.get("env"))
        if folder is not None:
            server_of(DataFolder(folder))
        started(program, args, *more, **options)

    subprocess.Popen.__init__ = start  # type: ignore[method-assign]
    time_there = ServerLead._time_there
    ServerLead._time_there = _time_here  # type: ignore[method-assign]
    try:
        yield
    finally:
        ServerLead._time_there = time_there  # type: ignore[method-assign]
        subprocess.Popen.__init__ = started  # type: ignore[method-assign]
        folders.make_elsewhere = folders.copy_elsewhere = None
        _replace(server_of, before)  # also where it was imported meanwhile
        if made:
            postgres_server.drop_databases()


def _time_here(lead: ServerLead) -> datetime:
    """The server is on this machine: where a test moves the clock, it has moved there too."""
    lead._ask("SELECT 1")
    return utc_now()


def _move(folder: Path) -> str:
    """The URL of a database that stays, with what the file of a data folder holds."""
    url = postgres_server.empty_database(stays=True)
    with TemporaryDirectory() as place:
        copied = DataFolder(Path(shutil.copytree(folder, Path(place) / "data")))
        move_to_server(copied, read_address(url), operator_name(load(copied.settings_file)))
    return url


def _replace(one: Callable[..., Any], other: Callable[..., Any]) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("claudeops_desktop.") and getattr(module, "server_of", None) is one:
            module.server_of = other  # type: ignore[attr-defined]


def _data_folder_of(args: Any, env: Mapping[str, str] | None) -> Path | None:
    """The data folder that a program is started with, as far as it is said."""
    words = [] if isinstance(args, (str, bytes, os.PathLike)) else [str(word) for word in args]
    for place, word in enumerate(words):
        if word == "--data-dir" and place + 1 < len(words):
            return Path(words[place + 1])
        if word.startswith("--data-dir="):
            return Path(word.partition("=")[2])
    named = (os.environ if env is None else env).get(DATA_DIR_VARIABLE, "")
    if named:
        return Path(named)
    paths = [Path(word) for word in words if word.startswith("/") and "\n" not in word]
    return next((path for path in paths if path.name in NAMES), None)  # a script of a test has it as its word


def _write_url(settings: Path, url: str) -> None:
    """Programs that the test starts read where the store is."""
    there = _settings(settings)
    if there is not None and "store" not in there:
        settings.parent.mkdir(parents=True, exist_ok=True)
        text = settings.read_text() if settings.exists() else ""
        settings.write_text(f'{text}\n[store]\nurl = "{url}"\n'.lstrip())


def _settings(file: Path) -> dict[str, Any] | None:
    """None where they cannot be read, which the test is about."""
    try:
        return tomllib.loads(file.read_text()) if file.exists() else {}
    except (UnicodeDecodeError, tomllib.TOMLDecodeError):
        return None
