"""Data folders with something in them."""

from __future__ import annotations

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store


def fill(folder: DataFolder, events: int = 3, mark: str = "first") -> None:
    """A database with events, a session's log, settings, services and what the window remembers."""
    folder.create()
    folder.settings_file.write_text(f"# {mark}\n[run]\ndry_run = true\n", encoding="utf-8")
    store = open_store(folder)
    try:
        add_events(store, events, mark)
    finally:
        store.close()
    folder.services_file.write_text(f"# {mark}\n", encoding="utf-8")
    folder.ui_state.write_text("{}", encoding="utf-8")
    folder.watch_history.write_text('{"jellyfin": []}', encoding="utf-8")
    (folder.logs / f"session-1-{mark}.ndjson").write_text(f'{{"said": "{mark}"}}\n' * 50, encoding="utf-8")
    (folder.root / "log-index.db").write_bytes(b"made anew where it is missing")
    for name in ("checks.db", "checks.db-wal", "checks.db.aside-20260302-000000"):
        (folder.root / name).write_bytes(b"measured by this machine")


def add_events(store: DataStore, number: int, mark: str) -> None:
    book = RecordRepositories(store)

    def write() -> None:
        for at in range(number):
            book.events.add(level="info", message=f"{mark} {at}", service=None, session_id=None, now=utc_now())

    store.write(write).result()


def delete_events(folder: DataFolder, mark: str) -> None:
    store = open_store(folder)
    try:
        sql = "DELETE FROM events WHERE message LIKE ?"
        store.write(lambda: store.database.execute_sql(sql, (f"{mark} %",))).result()
    finally:
        store.close()


def messages(folder: DataFolder) -> list[str]:
    """What the events in a folder say, oldest first."""
    store = open_store(folder)
    try:
        return [event.message for event in store.read(RecordRepositories(store).events.list).result()][::-1]
    finally:
        store.close()
