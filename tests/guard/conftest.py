"""Sessions on record with their guards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from guard_world import NOON, Guarded
from support.folders import used_folder

from claudeops_desktop.guard.policy import GuardPolicy
from claudeops_desktop.guard.server_store import package_folders
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.records.sessions import RunTrigger
from claudeops_desktop.storage import open_store
from claudeops_desktop.storage.store_place import server_of


@pytest.fixture
def new_session(tmp_path: Path) -> Iterator[Callable[..., Guarded]]:
    folder = used_folder(tmp_path / "data")
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
        (folder.sessions / str(session_id)).mkdir(parents=True)
        policy = GuardPolicy(
            session_id,
            run_id,
            tier,
            False,
            str(folder.database),
            str(folder.root),
            str(folder.sessions / "hand-off.json"),
            store=address.text if (address := server_of(folder)) is not None else "",
            packages=package_folders(),
        )
        return Guarded(book, folder, session_id, run_id, policy).rules(**rules)

    yield begin
    store.close()


@pytest.fixture
def guarded(new_session: Callable[..., Guarded]) -> Guarded:
    return new_session()
