"""A server that serves REST and MCP over a real store and a real port; the run queue here stands still."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import httpx
import msgspec
from msgspec.structs import replace

from claudeops_desktop.core.clock import utc_now
from claudeops_desktop.core.settings import SettingsService
from claudeops_desktop.mcp.http_endpoint import McpHttpEndpoint
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.records.principals import PrincipalRecords
from claudeops_desktop.runs.request import QueuedRun, QueueState
from claudeops_desktop.server.application_server import ApplicationServer
from claudeops_desktop.server.token_store import TokenStore

ALL = "read,write,run,approve,admin,alert"


class StillQueue:
    """A run queue that starts nothing."""

    def __init__(self):
        self.state = QueueState()
        self.asked = []

    def enqueue(self, request):
        self.asked.append(request)
        queued = QueuedRun(len(self.asked), request, "2026-01-01T00:00:00.000Z")
        self.state = replace(self.state, waiting=(*self.state.waiting, queued))
        return queued

    def on_ended(self, listener):
        pass


class AtOnce:
    """A main loop that does at once what it is called with."""

    def call(self, work):
        work()

    def later(self, _seconds, _work):
        return lambda: None


class RunningServer:
    """The server with what a test needs of it: ``url``, ``token(…)``, ``client(…)``."""

    def __init__(self, folder, book, pool, named):
        self.folder, self.book = folder, book
        self.memory = MemoryService(book)
        self.runs = StillQueue()
        self.settings = SettingsService(folder.settings_file)
        self.settings.current = replace_port(self.settings.current)
        self.set(**named)
        self.application = ApplicationServer(
            folder, book, lambda: self.memory, self.runs, self.settings, AtOnce(), pool, mcp=self._endpoint
        )
        self.application.serve_in_foreground()
        self.url = self.application.state.url
        self._clients = []
        self._named = 0

    def _endpoint(self, note_write):
        return McpHttpEndpoint(self.folder, lambda: (self.book.store, self.book, self.memory), utc_now, note_write)

    def set(self, **values):
        """Settings of the server, in force without being announced: it stays where it listens."""
        current = self.settings.current
        changed = msgspec.structs.replace(current.server, **values)
        self.settings.current = msgspec.structs.replace(current, server=changed)

    def write(self, operation):
        return self.book.store.write(operation).result()

    def project(self, name):
        self.write(lambda: PrincipalRecords(self.book.store, "projects").add(name, utc_now()))

    def token(self, scopes=ALL, *, kind="person", domain="", name="", principal="", projects=()):
        """The value of a new token."""
        self._named += 1
        store = TokenStore(self.book.store)
        name = name or f"token-{self._named}"
        return self.write(
            lambda: store.add(
                name, [scopes], utc_now(), kind=kind, domain=domain, principal=principal, projects=projects
            )
        )[1]

    def client(self, scopes=ALL, **named):
        """A client of the REST interface with a new token."""
        headers = {"Authorization": f"Bearer {self.token(scopes, **named)}"}
        made = httpx.Client(base_url=f"{self.url}/api/v1", headers=headers, trust_env=False, timeout=90)
        self._clients.append(made)
        return made

    def close(self):
        for client in self._clients:
            client.close()
        self.application.close()
        self.memory.recall.close()


def replace_port(settings):
    """The same settings with a port that the system chooses."""
    return msgspec.structs.replace(settings, alerts=msgspec.structs.replace(settings.alerts, port=0))


@contextmanager
def running_server(folder, book, **named):
    """A server with these settings of it, until the block ends."""
    pool = ThreadPoolExecutor(2)
    server = RunningServer(folder, book, pool, named)
    try:
        yield server
    finally:
        server.close()
        pool.shutdown()
