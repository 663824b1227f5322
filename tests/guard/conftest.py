"""Sessions on record with their guards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from guard_world import NOON, Guarded
from support.folders import used_folder

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.guard.policy import GuardPolicy
from claudeops_desktop.guard.server_store import package_folders
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.store_place import server_of


@contextmanager
def sessions_in(folder: DataFolder) -> Iterator[Callable[..., Guarded]]:
    """``begin(tier, **rules)`` begins a session of the store in a folder, which is open meanwhile."""
    store = open_store(folder)
    book = RecordRepositories(store)

    def begin(tier: int = 2, **rules: Any) -> Guarded:
        def rows() -> tuple[int, int]:
            run = book.sessions.begin_run(
                trigger=RunTrigger.MANUAL, agent="claude", max_tier=3, dry_run=False, services=(), now=NOON
            )
            session = book.sessions.begin(now=NOON, run_id=run, agent="claude", tier=tier, trigger=RunTrigger.MANUAL)
            return run, session

        run_id, session_id = store.write(rows).result()
        folder.session_work(session_id).mkdir(parents=True)
        policy = GuardPolicy(
            session_id,
            run_id,
            tier,
            False,
            str(folder.database),
            str(folder.root),
            str(folder.session_work(session_id)),
            store=address.text if (address := server_of(folder)) is not None else "",
            packages=package_folders(),
        )
        return Guarded(book, folder, session_id, run_id, policy).rules(**rules)

    yield begin
    store.close()


@pytest.fixture
def new_session(tmp_path: Path) -> Iterator[Callable[..., Guarded]]:
    with sessions_in(used_folder(tmp_path / "data")) as begin:
        yield begin


def _put_back(file: Path, content: bytes) -> None:
    """Write only the pages that differ: the guard waits until all that was written is on the disk."""
    before = file.read_bytes()
    with file.open("r+b") as opened:
        for at in range(0, len(content), 4096):
            if before[at : at + 4096] != content[at : at + 4096]:
                opened.seek(at)
                opened.write(content[at : at + 4096])
        opened.truncate(len(content))


@pytest.fixture(scope="session")
def _prepared() -> dict[str, tuple[Guarded, bytes]]:
    """Sessions by name, each with its database as it was when it was ready."""
    return {}


@pytest.fixture
def prepared_session(
    request: pytest.FixtureRequest, new_folder: Callable[[str], Path], _prepared: dict[str, tuple[Guarded, bytes]]
) -> Callable[[str, Callable[[Callable[..., Guarded]], Guarded]], Guarded]:
    """``prepared_session(name, make)`` is the session that ``make(new_session)`` leaves. It is made once for a name;
    each test finds its database as it was then. Its ``book`` is closed."""

    def prepare(name: str, make: Callable[[Callable[..., Guarded]], Guarded]) -> Guarded:
        if request.config.getoption("--store") == "postgresql":  # its stores last for one test
            return make(request.getfixturevalue("new_session"))
        if name not in _prepared:
            folder = used_folder(new_folder("prepared") / "data")
            with sessions_in(folder) as begin:
                made = make(begin)
            _prepared[name] = made, folder.database.read_bytes()
        ready, content = _prepared[name]
        for ending in ("-wal", "-shm"):
            Path(f"{ready.folder.database}{ending}").unlink(missing_ok=True)
        _put_back(ready.folder.database, content)
        return replace(ready)

    return prepare


@pytest.fixture
def guarded(new_session: Callable[..., Guarded]) -> Guarded:
    return new_session()
