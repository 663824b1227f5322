"""A library in a data folder of its own, and a web server that it may ask."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from memory_world import MovingClock
from support.folders import used_folder

from claudeops_desktop.library import LibraryService
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store


class LibraryWorld:
    """A library, its store, and a folder for documents."""

    def __init__(self, root: Path) -> None:
        self.store: DataStore = open_store(used_folder(root / "data"))
        self.clock = MovingClock()
        self.library = LibraryService(RecordRepositories(self.store), self.clock)
        self.folder = root / "documents"
        self.folder.mkdir()

    def write(self, name: str, text: str | bytes) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.store.read(lambda: self.store.database.execute_sql(sql, values).fetchall()).result()

    def documents(self):
        return self.store.read(self.library.documents.list).result()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[LibraryWorld]:
    one = LibraryWorld(tmp_path)
    yield one
    one.store.close()


class TestSite:
    """A site whose answers a test names: (status, headers, content) by path. ``asked`` are the requests, in order."""

    __test__ = False

    def __init__(self, address: str) -> None:
        self.address = address
        self.pages: dict[str, tuple[int, dict[str, str], bytes]] = {}
        self.asked: list[tuple[str, dict[str, str]]] = []

    def put(self, path: str, content: str | bytes, kind: str = "text/html", status: int = 200, **headers: str) -> str:
        body = content.encode() if isinstance(content, str) else content
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.pages[path] = status, {"content-type": kind} | named, body
        return self.address + path

    def redirect(self, path: str, target: str) -> str:
        return self.put(path, b"", status=302, location=target)

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.asked if path != "/robots.txt"]


@pytest.fixture
def site() -> Iterator[TestSite]:
    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            status, headers, body = found.pages.get(self.path, (404, {}, b"nothing"))
            tag = headers.get("etag")
            if tag and self.headers.get("if-none-match") == tag:
                status, body = 304, b""
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    found = TestSite(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield found
    server.shutdown()
    thread.join()
    server.server_close()
