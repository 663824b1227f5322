"""The library in the background: folders and feeds that are due, never beside a session nor while all is stopped."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.emergency_stop_marker import set_marker
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.library import LibraryService
from claudeops_desktop.records.telemetry.owners import process_owner
from claudeops_desktop.runs.library_updates import FOLDERS_EVERY


@pytest.fixture
def library(engine: ApplicationEngine) -> LibraryService:
    return LibraryService(engine.book)


@pytest.fixture
def documents(tmp_path: Path) -> Path:
    found = tmp_path / "documents"
    found.mkdir()
    (found / "a.md").write_text("# Words")
    return found


@pytest.fixture
def beat(engine: ApplicationEngine) -> Callable[[], None]:
    """One heartbeat, to the end of what it begins."""

    def once() -> None:
        engine.library_updates.look_now()
        engine.library_updates.finish()

    return once


def titles(engine: ApplicationEngine, library: LibraryService) -> list[str]:
    return [one.title for one in engine.store.read(library.documents.list).result()]


def test_a_watched_folder_is_looked_through_and_its_parts_get_vectors(engine, library, documents, beat):
    library.add_path(documents, watch=True)
    (documents / "new.md").write_text("# New")
    beat()
    assert titles(engine, library) == ["Words", "New"]
    sql = "SELECT count(*) FROM library_vectors"
    assert engine.store.read(lambda: engine.store.database.execute_sql(sql).fetchone()[0]).result() == 2
    (documents / "later.md").write_text("# Later")
    beat()
    assert titles(engine, library) == ["Words", "New"], "not again at once"
    engine.library_updates._folders_at -= FOLDERS_EVERY
    beat()
    assert titles(engine, library) == ["Words", "New", "Later"]


def begin_session(engine: ApplicationEngine, owner: str) -> None:
    def write() -> None:
        sessions, now = engine.book.sessions, engine.book.clock()
        run = sessions.begin_run(trigger="manual", agent="watch", max_tier=1, dry_run=False, services=[], now=now)
        sessions.begin(now=now, run_id=run, tier=1, model="m", agent="watch", trigger="manual", owner=owner)

    engine.store.write(write).result()


def test_it_waits_while_a_session_runs_of_whichever_process(engine, library, documents, beat):
    library.add_path(documents, watch=True)
    (documents / "new.md").write_text("# New")
    begin_session(engine, process_owner())
    beat()
    assert titles(engine, library) == ["Words"]
    engine.store.write(lambda: engine.store.database.execute_sql("UPDATE sessions SET status = 'completed'")).result()
    beat()
    assert titles(engine, library) == ["Words", "New"]


def test_it_waits_while_everything_is_stopped(engine, library, documents, beat):
    library.add_path(documents, watch=True)
    (documents / "new.md").write_text("# New")
    set_marker(engine.folder.root)
    beat()
    assert titles(engine, library) == ["Words"]


def test_feeds_are_polled_when_they_are_due(engine, library, tmp_path, beat):
    root = tmp_path / "site"
    root.mkdir()
    text = "&lt;p&gt;" + "Words of the entry. " * 100

    def publish(*names: str) -> None:
        items = "".join(
            f"<item><title>{name}</title><link>/{name}</link><description>{text}</description></item>" for name in names
        )
        (root / "feed.rss").write_text(f"<rss><channel><title>News</title>{items}</channel></rss>")

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def __init__(self, *given) -> None:
            super().__init__(*given, directory=str(root))

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        publish("first")
        library.web.poll_feed(f"http://127.0.0.1:{server.server_address[1]}/feed.rss", allow_private=True)
        publish("first", "second")
        beat()
        assert titles(engine, library) == ["first"], "it is not due"
        past = to_text(engine.book.clock() - timedelta(minutes=1))
        sql = "UPDATE library_feeds SET next_at = ?, etag = '', last_modified = ''"
        engine.store.write(lambda: engine.store.database.execute_sql(sql, (past,))).result()
        beat()
        server.shutdown()
        thread.join()
    found = engine.store.read(library.documents.list).result()
    assert [one.title for one in found] == ["first", "second"]
    assert all(one.unread and one.judged_by == "rules" for one in found)


def test_an_empty_library_loads_no_model(engine, beat):
    beat()
    assert "memory" not in vars(engine)
