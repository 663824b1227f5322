"""The server's sockets and the thread that serves them: uvicorn, bound where the operator wants it."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import uvicorn
from starlette.types import ASGIApp

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from .bindings import ServerBinding, tls_context
from .connection_limits import ConnectionLimits

log = logging.getLogger(__name__)
STOP_S = 5.0
HANDSHAKE_S = 5.0
PORTS_TRIED = 20


class HttpServer:
    """Listens while ``start`` and ``stop`` say so. It never touches signals: those are the application's."""

    def __init__(self, binding: ServerBinding, app: ASGIApp, *, lifespan: bool = False) -> None:
        self.binding = binding
        self._app = app
        self._lifespan = lifespan
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Listen. Raises OperatorError where the port cannot be had or the certificate not be used."""
        context = tls_context(self.binding)
        listeners = self._listen()
        self.binding = replace(self.binding, port=listeners[0].getsockname()[1])
        config = uvicorn.Config(
            self._app,
            log_config=None,
            access_log=False,
            server_header=False,
            # Only a proxy that the operator named may say for whom it asks.
            proxy_headers=bool(self.binding.trusted_proxies),
            forwarded_allow_ips=list(self.binding.trusted_proxies),
            lifespan="on" if self._lifespan else "off",
            loop="asyncio",
            http=ConnectionLimits().protocol(),
            ws="none",
            timeout_keep_alive=1,
            timeout_graceful_shutdown=2,
        )
        if context is not None:
            config.load()
            config.ssl = context
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._serve, args=(listeners,), name="alerts", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Listen no more; what is being answered is finished, within a few seconds."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(STOP_S)
            if self._thread.is_alive():
                self._server.force_exit = True
                self._thread.join(STOP_S)
            self._server = self._thread = None

    def _listen(self) -> list[socket.socket]:
        """A socket for each address. A port that the system chooses must be free at both of them."""
        first, *others = self.binding.addresses()
        for attempt in range(PORTS_TRIED if not self.binding.port else 1):
            found = [self._bound(first, self.binding.port)]
            for address in others:
                try:
                    found.append(_bind(address, found[0].getsockname()[1]))
                except OSError as error:
                    if error.errno == errno.EADDRINUSE:
                        if not self.binding.port and attempt < PORTS_TRIED - 1:
                            break
                        log.warning("port %d of %s is used by another program", found[0].getsockname()[1], address)
            else:
                return found
            for one in found:
                one.close()
        raise AssertionError("unreachable")

    def _bound(self, address: str, port: int) -> socket.socket:
        try:
            return _bind(address, port)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                why = UserMessage("The server cannot listen: port {port} is used by another program.", port=port)
            elif error.errno == errno.EADDRNOTAVAIL:
                raise OperatorError(
                    UserMessage("server.address: {address} is not an address of this computer.", address=address),
                    UserMessage("Use 127.0.0.1, or one that `ip address` shows."),
                ) from error
            else:
                why = UserMessage(
                    "The server cannot listen: port {port} cannot be used ({strerror}).",
                    port=port,
                    strerror=error.strerror,
                )
            raise OperatorError(why, UserMessage("Choose another port in the settings.")) from error

    def _serve(self, listeners: list[socket.socket]) -> None:
        assert self._server is not None  # noqa: S101
        server = self._server
        try:
            with contextlib.ExitStack() as stack:
                for listener in listeners:
                    stack.enter_context(listener)
                with asyncio.Runner(loop_factory=_ServerLoop) as runner:
                    runner.run(server.serve(sockets=listeners))
        except Exception:
            log.exception("the server has failed")


class _ServerLoop(asyncio.SelectorEventLoop):
    """The event loop of the server: whoever begins TLS and goes no further is let go after a few seconds."""

    async def create_server(self, protocol_factory: Callable[..., Any], *args: Any, **named: Any) -> asyncio.Server:
        if isinstance(named.get("ssl"), ssl.SSLContext):
            named.setdefault("ssl_handshake_timeout", HANDSHAKE_S)
        return await super().create_server(protocol_factory, *args, **named)


def _bind(address: str, port: int) -> socket.socket:
    listener = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if ":" in address:
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(address != "::"))
        listener.bind((address, port))
        listener.listen(128)  # whoever connects from here on waits until the server is up
    except OSError:
        listener.close()
        raise
    return listener
