"""How other processes' writes are noticed: by a look now and then, soon after the start, and often while they write."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from support.other_process import hear_others, other_connection

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.notifications.external_changes import FIRST_LOOK_S, LIVELY, LOOK_SOON_S, ExternalChanges
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

pytestmark = pytest.mark.both_stores

NOW = datetime(2026, 3, 4, 12, 0, tzinfo=UTC)


@pytest.fixture
def store(tmp_path):
    made = open_store(DataFolder(tmp_path / "data").create())
    yield made
    made.close()


def write(store):
    """As we write."""
    add = RecordRepositories(store).events.add
    store.write(lambda: add(level="info", message="m", service=None, session_id=None, now=NOW)).result()


def write_elsewhere(store):
    """As another process does."""
    with other_connection(store) as theirs:
        theirs.execute("INSERT INTO events (level, message, created_at) VALUES ('info', 'm', '')")


def test_looks_are_rare_but_after_the_start_and_while_others_write(store):
    hear_others(store)
    now = [NOW]
    elsewhere = ExternalChanges(store, lambda: now[0])
    elsewhere.begin()
    assert elsewhere.pause == FIRST_LOOK_S
    write(store)  # as the start of the application does
    assert not elsewhere.has_external_write()
    assert elsewhere.pause is None

    write_elsewhere(store)
    assert elsewhere.has_external_write()
    assert elsewhere.pause == LOOK_SOON_S
    now[0] += LIVELY + timedelta(seconds=1)
    assert not elsewhere.has_external_write()
    assert elsewhere.pause is None


def test_where_nobody_wrote_the_database_is_not_asked(store, monkeypatch):
    hear_others(store)
    elsewhere = ExternalChanges(store, lambda: NOW)
    elsewhere.begin()
    asked = []
    monkeypatch.setattr(store, "external_version", lambda: asked.append(1))
    assert not elsewhere.has_external_write()
    assert asked == []
