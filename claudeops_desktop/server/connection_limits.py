"""Connections of the alert receiver that keep nobody waiting: a request must begin soon, and nobody may hold many.

The server itself ends a connection only after a response. One that never sends a whole request would stay for ever, and
some hundred of them would take every place there is.
"""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_S = 5.0
"""How long a sender may take for the head of a request, in seconds."""
MOST_WAITING = 64
"""Connections whose request has not begun yet: of more, the one that has waited longest is closed."""
MOST_WAITING_OF_A_PEER = 32
"""As many of them may come from one address. On loopback that is everybody; behind a proxy it is the proxy."""


class ConnectionLimits:
    """What all connections of one server share: those that wait, in the order in which they came."""

    def __init__(self) -> None:
        self.waiting: dict[BoundedConnection, str] = {}

    def protocol(self) -> type[BoundedConnection]:
        """The protocol class for a server, bound to this."""
        return type("BoundedConnectionOfOne", (BoundedConnection,), {"all": self})

    def add(self, connection: BoundedConnection, peer: str) -> None:
        """One more waits; where too many do, the one that has waited longest is closed."""
        self.waiting[connection] = peer
        of_peer = [each for each, address in self.waiting.items() if address == peer]
        if len(of_peer) > MOST_WAITING_OF_A_PEER:
            of_peer[0].give_up()
        elif len(self.waiting) > MOST_WAITING:
            next(iter(self.waiting)).give_up()


class BoundedConnection(H11Protocol):
    """One connection, which takes one request. ``all`` is set by ``Connections.protocol``."""

    all: ConnectionLimits
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A sender connected: the head of its request must follow."""
        super().connection_made(transport)
        self._deadline = self.loop.call_later(HEAD_S, self.give_up)
        self.all.add(self, str((transport.get_extra_info("peername") or ("",))[0]))

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Bytes came: with the head complete, the limits of the request itself hold from here on."""
        super().data_received(data)
        if self.cycle is not None:
            self._stop_waiting()

    def give_up(self) -> None:
        """The head did not come in time, or others need the place."""
        self._stop_waiting()
        self.transport.close()

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        self.all.waiting.pop(self, None)
