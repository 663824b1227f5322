"""The server put together: alerts, REST and MCP behind one gate. Loaded when the server is opened."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from starlette.applications import Starlette
from starlette.types import ASGIApp

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
from .request_gate import RequestGate
from .run_for_alert import AlertIntake, AlertRun
from .token_check import TokenAuthenticator


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


@dataclass(frozen=True, slots=True)
class BuiltApplication:
    """The ASGI application and the parts of it that the engine deals with."""

    app: ASGIApp
    tokens: TokenAuthenticator
    intake: AlertIntake
    lifespan: bool

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
    gate = RequestGate(tokens, lambda: known_hosts(parts.settings.current))
    services = parts.folder.services_file
    intake = AlertIntake(parts.book, services, lambda: parts.settings.current, parts.start_run, parts.clock)
    heartbeats = HeartbeatIntake(services, parts.clock)
    incoming = AlertRoutes(gate, intake.record_alerts, heartbeats, lambda: alerts)
    app = Starlette(routes=incoming.routes())
    return BuiltApplication(app, tokens, intake, interfaces and False)
