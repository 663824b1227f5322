"""The server as a part of the engine: opened, moved and closed as the settings say (X1, X5).

Nothing of the server is imported until it is on.
"""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from msgspec import Struct

from ..core.clock import Clock, utc_now
from ..core.errors import OperatorError
from ..core.paths import DataFolder
from ..core.settings import SettingsService
from ..core.settings.groups import Settings
from ..records.record_books import RecordRepositories
from ..runs.queue import RunQueue
from ..runs.run_context import MainLoop
from ..storage import CommittedChange
from .alert_runs import AlertRunStarter

if TYPE_CHECKING:
    from ..memory import MemoryService
    from ..records.approvals import Approval
    from .http_server import HttpServer
    from .mcp_route import EndpointOf
    from .routes import BuiltApplication
    from .token_check import TokenAuthenticator

log = logging.getLogger(__name__)
AGAIN_S = 60.0


class ServerState(Struct, frozen=True):
    """How the server stands: ``port`` 0 and ``url`` "" while it is closed; ``problem`` is one sentence, "" where all is
    well."""

    wanted: bool = False
    port: int = 0
    problem: str = ""
    url: str = ""


class _Wanted(Struct, frozen=True):
    """What a change of the settings may move: another one of these needs the port opened anew."""

    alerts: bool = False
    interfaces: bool = False
    place: tuple[object, ...] = ()

    @property
    def is_on(self) -> bool:
        return self.alerts or self.interfaces


class ApplicationServer:
    """Opens and closes the server as the settings say, and hands its alerts to the run queue.

    All methods are called on the main thread (``loop`` brings work there). Opening and closing the port may wait, so
    they are done on ``pool``. ``mcp`` makes what serves MCP.
    Every change of ``state`` is announced by ``CommittedChange("alerts")``.
    """

    def __init__(
        self,
        folder: DataFolder,
        book: RecordRepositories,
        memory: Callable[[], MemoryService],
        runs: RunQueue,
        settings: SettingsService,
        loop: MainLoop,
        pool: Executor,
        clock: Clock = utc_now,
        mcp: EndpointOf | None = None,
    ) -> None:
        self._mcp = mcp
        self._folder = folder
        self._book = book
        self._memory = memory
        self._runs = runs
        self._settings = settings
        self._loop = loop
        self._pool = pool
        self._clock = clock
        self._server: HttpServer | None = None
        self._tokens: TokenAuthenticator | None = None
        self._built: BuiltApplication | None = None
        self._opened = _Wanted()
        self._acting = self._follows = self._closed = self._taken_up = False
        self._one_at_a_time = threading.Lock()
        self._starter = AlertRunStarter(book, runs, loop, clock)
        self._in_foreground = False
        self.state = ServerState()

    def start(self) -> None:
        """This application acts for the data folder: open the server where the settings say so, now and later."""
        if self._acting:
            return
        self._acting = True
        if not self._follows:
            self._follows = True
            self._settings.listen(self._settings_changed)
            self._book.store.hub.listen(self._token_may_be_there)
            self._starter.follow_runs()
        self._settings_changed()

    def rest(self) -> None:
        """Another application acts: close the port, unless it was opened in the foreground. Does not wait."""
        self._acting = False
        self._settings_changed()

    def serve_in_foreground(self) -> None:
        """Open the server now, whatever ``server.enabled`` says. Raises OperatorError where it cannot listen."""
        self._in_foreground = True
        with self._one_at_a_time:
            settings = self._settings.current
            wanted = self._wanted(settings)
            self._open(settings, wanted)
            self._opened = wanted
        self.start()

    def close(self) -> None:
        """Take in nothing more. Waits a few seconds at most."""
        self._closed = True
        with self._one_at_a_time:
            self._shut()

    def forget_token(self) -> None:
        """A new token for alerts was stored: ask for it at the next alert."""
        if self._tokens is not None:
            self._tokens.forget_keyring()

    def make_answer_link(self, approval: Approval) -> str:
        """The address of a page that answers this question, once; "" where none is wanted or others could not reach
        it. Waits for the database: not for a GUI thread."""
        settings, server = self._settings.current.server, self._server
        if not settings.answer_links or server is None or not self._opened.interfaces:
            return ""
        if not settings.public_url and not server.binding.is_reachable:
            return ""
        from .approval_links import ApprovalLinks

        now = self._clock()
        links = ApprovalLinks(self._book.store)
        value = self._book.store.write(lambda: links.add(approval, now)).result()
        return f"{settings.public_url.rstrip('/') or server.binding.url}/answer/{value}"

    def _wanted(self, settings: Settings) -> _Wanted:
        if not (self._acting or self._in_foreground):
            return _Wanted()
        server = settings.server
        place = (
            settings.alerts.port, server.address, server.certificate, server.private_key, server.public_url,
            *server.trusted_proxies,
        )  # fmt: skip
        return _Wanted(settings.alerts.enabled, server.enabled or self._in_foreground, place)

    def _settings_changed(self, _settings: object = None) -> None:
        wanted = self._wanted(self._settings.current)
        if self._closed or (not wanted.is_on and not self._opened.is_on and not self.state.problem):
            return
        if wanted != self._opened:
            with contextlib.suppress(RuntimeError):  # the application is ending
                self._pool.submit(self._follow)

    def _follow(self) -> None:
        """On a thread: open, close or move the server as the settings want it."""
        with self._one_at_a_time:
            settings = self._settings.current
            wanted = self._wanted(settings)
            if self._closed or wanted == self._opened:
                return
            self._shut()
            self._opened = wanted
            if not wanted.is_on:
                self._tell(ServerState())
                return
            try:
                self._open(settings, wanted)
            except OperatorError as error:
                self._opened = _Wanted()
                self._not_opened(error.full_text)

    def _open(self, settings: Settings, wanted: _Wanted) -> None:
        from .http_server import HttpServer
        from .routes import ServerParts, build_application

        parts = ServerParts(
            self._folder,
            self._book,
            self._memory,
            self._runs,
            self._settings,
            self._loop,
            self._starter.start_run,
            self._clock,
            self._mcp,
        )
        built = build_application(parts, alerts=wanted.alerts, interfaces=wanted.interfaces)
        server = HttpServer(built.binding(settings), built.app, lifespan=built.lifespan)
        server.start()
        self._server, self._tokens, self._built = server, built.tokens, built
        if wanted.alerts and not self._taken_up:
            self._taken_up = True
            built.intake.take_up()
        problem = built.tokens.alert_problem() if wanted.alerts else ""
        self._tell(ServerState(True, server.binding.port, problem, server.binding.url))
        if wanted.alerts:
            log.info("alerts come in on %s", server.binding.url)
        if wanted.interfaces:
            log.info("REST and MCP are served on %s", server.binding.url)

    def _token_may_be_there(self, change: CommittedChange) -> None:
        """A token was made or adopted: a sentence that there is none is no longer true."""
        tokens = self._tokens
        if change.table == "server_tokens" and self.state.problem and self.state.port and tokens is not None:
            state = self.state
            self._tell(ServerState(True, state.port, "", state.url))

    def _shut(self) -> None:
        if self._server is not None:
            if self._built is not None:
                self._built.close()
            self._server.stop()
            self._server = self._tokens = self._built = None

    def _not_opened(self, why: str) -> None:
        """Said once as an event; tried again every minute, for whoever holds the port may let it go."""
        if self.state.problem != why:
            log.warning("%s", why)
            self._tell(ServerState(True, 0, why))
            self._book.store.write(
                lambda: self._book.events.add(
                    level="warning", message=why, service=None, session_id=None, now=self._clock()
                )
            )
        self._loop.call(self._try_later)

    def _try_later(self) -> None:
        if not self._closed:
            self._loop.later(AGAIN_S, self._settings_changed)

    def _tell(self, state: ServerState) -> None:
        self.state = state
        self._book.store.hub.publish(CommittedChange("alerts"))
