"""Serves the sockets by which containers and services are ruled to a confined session, for reading.

The broker serves them in the session's folder ``door`` (``serve_control_sockets``); the profile then binds each at the
path where its clients look (``session_sockets``), and the session gets the variables that lead them there.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from ..core.errors import EnvironmentFault
from .bus_door import USER_BUS, BusProxy, find_buses
from .container_sockets import find_upstreams

log = logging.getLogger(__name__)


class ControlProxies:
    """Serves the control sockets of one session."""

    def __init__(self, buses: BusProxy | None) -> None:
        self._buses = buses

    def end(self) -> None:
        """Stop serving the buses; the rest ends with the process."""
        if self._buses is not None:
            self._buses.end()


def serve_control_sockets(door: str, environ: Mapping[str, str]) -> ControlProxies:
    """Serve every control socket of this machine in a folder, for reading. They are there when this returns.

    One that cannot be served is left out: a session does not find it then.
    """
    for socket in find_upstreams(environ):
        from .container_door import serve_containers  # where there are no containers, its library is not loaded

        with suppress(OSError):
            serve_containers(os.path.join(door, socket.door), socket.path)
    buses = find_buses(environ)
    try:
        return ControlProxies(BusProxy(door, buses) if buses else None)
    except EnvironmentFault as fault:
        log.warning("the session cannot read over D-Bus: %s", fault)
        return ControlProxies(None)


def session_sockets(door: str, environ: Mapping[str, str]) -> tuple[tuple[Path, Path], ...]:
    """Return what is served in a folder, each with the path at which a session finds it."""
    pairs = [(Path(door, each.door), Path(each.path)) for each in find_upstreams(environ)]
    pairs += [(Path(door, each.door), Path(each.path)) for each in find_buses(environ)]
    return tuple((served, path) for served, path in pairs if served.is_socket())


def session_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """Return the variables by which clients in a session find the sockets there.

    Podman works without a service where it is not told of one, and that needs folders which a session cannot write.
    """
    podman = [socket.path for socket in find_upstreams(environ) if socket.path.endswith("/podman.sock")]
    user = [bus.path for bus in find_buses(environ) if bus.door == USER_BUS]
    found = {}
    if podman:
        found["CONTAINER_HOST"] = f"unix://{podman[0]}"
    if user:
        found["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={user[0]}"
    return found
