"""What tests of single repositories share: a store of their own, and runs and sessions to refer to."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from support.folders import used_folder

from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path):
    return used_folder(tmp_path)


@pytest.fixture
def book(folder):
    store = open_store(folder)
    yield RecordRepositories(store, lambda: NOW)
    store.close()


@pytest.fixture
def write(book):
    """Does something in one write of the store; its result."""
    return lambda operation: book.store.write(operation).result()


@pytest.fixture
def changes(book):
    """All changes that the store has notified, in their order."""
    heard = []
    book.store.hub.listen(heard.append)
    return heard


@pytest.fixture
def told(book):
    """The changes that the store told of since they were asked for last: (table, ids, what)."""
    heard = []
    book.store.hub.listen(heard.append)

    def take():
        changes = [(change.table, change.ids, change.what) for change in heard]
        heard.clear()
        return changes

    return take


@pytest.fixture
def run(book, write):
    """Begins a run; its id."""

    def begin(now=NOW, *, trigger="manual", agent="claude", max_tier=1, dry_run=False, services=()):
        return write(
            lambda: book.sessions.begin_run(
                trigger=trigger, agent=agent, max_tier=max_tier, dry_run=dry_run, services=services, now=now
            )
        )

    return begin


@pytest.fixture
def session(book, write, run):
    """Begins a session, in a run of its own where none is named; its id."""

    def begin(run_id=None, now=NOW, *, agent="claude", trigger="manual", **columns):
        number = run(now, trigger=trigger, agent=agent) if run_id is None else run_id
        return write(
            lambda: book.sessions.begin(now=now, run_id=number, agent=agent, trigger=trigger, **columns),
        )

    return begin
