"""The server put together: alerts, REST and MCP behind one gate. Loaded when the server is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.types import ASGIApp, Receive, Scope, Send

from ..core.clock import Clock
from ..core.paths import DataFolder
from ..core.settings import SettingsService
from ..core.settings.groups import Settings
from ..memory import MemoryService
from ..records.record_books import RecordRepositories
from ..runs.queue import RunQueue
from ..runs.run_context import MainLoop
from .alert_routes import AlertRoutes
from .bindings import ServerBinding, known_hosts, wanted_binding
from .heartbeat_intake import HeartbeatIntake
from .mcp_route import EndpointOf, McpRoute
from .rate_limits import GuessLimit
from .request_gate import RequestGate
from .run_for_alert import AlertIntake, AlertRun
from .token_check import TokenAuthenticator
from .token_types import TokenCaller
from .write_log import WriteLog

if TYPE_CHECKING:
    from .api.application import RestApplication

REST, MCP = "/api/v1", "/mcp"


@dataclass(frozen=True, slots=True)
class ServerParts:
    """What the routes need of the application."""

    folder: DataFolder
    book: RecordRepositories
    memory: Callable[[], MemoryService]
    runs: RunQueue
    settings: SettingsService
    loop: MainLoop
    start_run: Callable[[AlertRun], None]
    clock: Clock
    mcp: EndpointOf | None = None


@dataclass(frozen=True, slots=True)
class BuiltApplication:
    """The ASGI application and the parts of it that the engine deals with."""

    app: ASGIApp
    tokens: TokenAuthenticator
    intake: AlertIntake
    lifespan: bool
    rest: RestApplication | None = None
    stops: tuple[Callable[[], None], ...] = ()

    def close(self) -> None:
        """End what would go on by itself: streams, and lines of the log that wait."""
        for stop in self.stops:
            stop()

    def binding(self, settings: Settings) -> ServerBinding:
        """Where it is to listen. Raises OperatorError."""
        return wanted_binding(settings)


def alert_token() -> str:
    """The alert receiver's own token from the keyring or the environment. Raises EnvironmentFault."""
    from ..core.secrets import keyring_store

    return keyring_store.get_secret(keyring_store.ALERT_TOKEN) or ""


def build_application(parts: ServerParts, *, alerts: bool, interfaces: bool) -> BuiltApplication:
    """Everything that is served; alerts answer that they are off where they are."""
    tokens = TokenAuthenticator(parts.book.store, alert_token, parts.clock)
    guesses = GuessLimit()
    gate = RequestGate(tokens, lambda: known_hosts(parts.settings.current), guesses)
    services = parts.folder.services_file
    intake = AlertIntake(parts.book, services, lambda: parts.settings.current, parts.start_run, parts.clock)
    heartbeats = HeartbeatIntake(services, parts.clock)
    incoming = AlertRoutes(gate, intake.record_alerts, heartbeats, lambda: alerts)
    stops: list[Callable[[], None]] = [guesses.close]
    rest: RestApplication | None = None
    mcp: McpRoute | None = None
    if interfaces:
        from .api.application import RestApplication  # the receiver of alerts needs nothing of it

        rest = RestApplication(parts, gate, public_url(parts.settings.current))
        stops.append(rest.feed.close)
        if parts.mcp is not None:
            mcp = McpRoute(gate, parts.mcp(_note_writes(parts)))
            stops.append(mcp.close)
    life = (lambda _app: mcp.run()) if mcp is not None else None
    routes = incoming.routes()
    if interfaces:
        from .answer_routes import AnswerRoutes

        routes += AnswerRoutes(parts, gate, guesses).routes()
    app = ServerApplication(Starlette(routes=routes, lifespan=life), rest, mcp)
    return BuiltApplication(app, tokens, intake, mcp is not None, rest, tuple(stops))


def _note_writes(parts: ServerParts) -> Callable[[TokenCaller, str, str], None]:
    written = WriteLog(parts.book.store)

    def note(caller: TokenCaller, tool: str, outcome: str) -> None:
        written.add(caller, "mcp", tool, "", 200, outcome, parts.clock())

    return note


class ServerApplication:
    """Leads a request to the interface that its path begins with; everything else is of the alert receiver."""

    def __init__(self, incoming: ASGIApp, rest: ASGIApp | None, mcp: ASGIApp | None) -> None:
        self._incoming = incoming
        self._rest = rest
        self._mcp = mcp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        path = scope.get("path", "")
        if self._rest is not None and (path == REST or path.startswith(f"{REST}/")):
            await self._rest({**scope, "root_path": scope.get("root_path", "") + REST}, receive, send)
        elif self._mcp is not None and path.rstrip("/") == MCP:
            await self._mcp(scope, receive, send)
        else:
            await self._incoming(scope, receive, send)


def public_url(settings: Settings) -> str:
    """Where clients reach the server, as far as the settings say."""
    return settings.server.public_url.rstrip("/") or wanted_binding(settings).url
