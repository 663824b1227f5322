"""Lets a session ask the services behind D-Bus, and change nothing: runs ``xdg-dbus-proxy`` with a list of methods.

``systemctl status``, ``loginctl``, ``timedatectl``, ``networkctl``, ``resolvectl`` and ``nmcli`` read over the bus. The
proxy passes the method calls that are listed here, each to its own service, and answers everything else with *access
denied*; signals do not go out. Left out though they sound harmless: ``Subscribe`` and ``RefUnit`` hold something in the
manager, ``Dump`` shows the variables of all units, ``GetSecrets`` passwords, ``CheckConnectivity`` connects,
``Inhibit`` holds a shutdown up, ``Can…`` ask for a permission.

Variables of units are not taken out, as every user of the machine may read them over the bus.
"""

from __future__ import annotations

import os
import shutil
import socket
import stat
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import NamedTuple

from ..core.errors import EnvironmentFault
from ..core.messages import UserMessage
from .bus_relay import serve_bus

PROGRAM = "xdg-dbus-proxy"
READY_S = 10.0
SYSTEM_BUS, USER_BUS = "system-bus.sock", "user-bus.sock"
"""The names of the files that stand for the two buses in the session's folder."""
_SYSTEM_BUS_PATH = "/run/dbus/system_bus_socket"

_EVERYWHERE = """
org.freedesktop.DBus.Properties Get GetAll
org.freedesktop.DBus.Introspectable Introspect
org.freedesktop.DBus.Peer Ping GetMachineId
"""

_MANAGER = """
org.freedesktop.systemd1
org.freedesktop.systemd1.Manager GetUnit GetUnitByPID GetUnitByInvocationID GetUnitByControlGroup GetUnitByPIDFD
org.freedesktop.systemd1.Manager LoadUnit
org.freedesktop.systemd1.Manager GetUnitProcesses GetUnitFileState GetUnitFileLinks GetDefaultTarget GetDynamicUsers
org.freedesktop.systemd1.Manager GetJob GetJobAfter GetJobBefore ListJobs LookupDynamicUserByName LookupDynamicUserByUID
org.freedesktop.systemd1.Manager ListUnits ListUnitsFiltered ListUnitsByPatterns ListUnitsByNames ListUnitFiles
org.freedesktop.systemd1.Manager ListUnitFilesByPatterns ListUnitFileDescriptorStore
org.freedesktop.systemd1.Job GetAfter GetBefore
org.freedesktop.systemd1.Service GetProcesses
org.freedesktop.systemd1.Scope GetProcesses
org.freedesktop.systemd1.Slice GetProcesses
org.freedesktop.systemd1.Socket GetProcesses
org.freedesktop.systemd1.Mount GetProcesses
org.freedesktop.systemd1.Swap GetProcesses
"""

_SYSTEM = """
org.freedesktop.login1
org.freedesktop.login1.Manager GetSession GetSessionByPID GetUser GetUserByPID GetSeat
org.freedesktop.login1.Manager ListSessions ListSessionsEx ListUsers ListSeats ListInhibitors

org.freedesktop.hostname1
org.freedesktop.hostname1 Describe

org.freedesktop.timedate1
org.freedesktop.timedate1 ListTimezones

org.freedesktop.timesync1

org.freedesktop.locale1

org.freedesktop.machine1
org.freedesktop.machine1.Manager GetMachine GetMachineByPID GetImage ListMachines ListImages

org.freedesktop.network1
org.freedesktop.network1.Manager ListLinks GetLinkByName GetLinkByIndex Describe
org.freedesktop.network1.Link Describe

org.freedesktop.resolve1
org.freedesktop.resolve1.Manager GetLink ResolveHostname ResolveAddress ResolveRecord ResolveService

org.freedesktop.NetworkManager
org.freedesktop.DBus.ObjectManager GetManagedObjects
org.freedesktop.NetworkManager GetDevices GetAllDevices GetDeviceByIpIface GetPermissions GetLogging state
org.freedesktop.NetworkManager.Settings ListConnections GetConnectionByUuid
org.freedesktop.NetworkManager.Settings.Connection GetSettings
org.freedesktop.NetworkManager.Device GetAppliedConnection
org.freedesktop.NetworkManager.Device.Wireless GetAccessPoints GetAllAccessPoints

org.freedesktop.UDisks2
org.freedesktop.DBus.ObjectManager GetManagedObjects
"""
"""The name of a service, and below it an interface with the methods that only read."""


class BusDoor(NamedTuple):
    """Names a bus that a session may read from.

    ``path`` is where it listens and where its clients look for it; ``door`` the name of the file in the session's
    folder ``door`` that stands for it; ``rules`` the words that say what is passed.
    """

    path: str
    door: str
    rules: tuple[str, ...]

    @property
    def proxy(self) -> str:
        """Return the name of the file behind it, at which the proxy listens."""
        return f"{self.door}.proxy"


def find_buses(environ: Mapping[str, str]) -> tuple[BusDoor, ...]:
    """Return the buses that are there: the system's, and the user's, where ``systemctl --user`` asks. None of them
    can be read from where the proxy is not installed."""
    if shutil.which(PROGRAM) is None:
        return ()
    run = environ.get("XDG_RUNTIME_DIR", "")
    system = _path_of(environ.get("DBUS_SYSTEM_BUS_ADDRESS", "")) or _SYSTEM_BUS_PATH
    user = _path_of(environ.get("DBUS_SESSION_BUS_ADDRESS", "")) or (f"{run}/bus" if os.path.isabs(run) else "")
    doors = (
        BusDoor(os.path.realpath(system), SYSTEM_BUS, ("--filter", *_rules(_MANAGER), *_rules(_SYSTEM))),
        BusDoor(os.path.realpath(user), USER_BUS, ("--filter", *_rules(_MANAGER))),
    )
    return tuple(door for door in doors if _is_socket(door.path))


class BusProxy:
    """Runs the proxy of one session, until ``end`` is called or this process ends."""

    def __init__(self, folder: str, doors: Sequence[BusDoor]) -> None:
        """Start it, with the sockets of the doors in a folder; they are there afterwards. Raises EnvironmentFault."""
        words = [PROGRAM, "--fd=0"]  # it writes there once it listens, and ends when the other side is closed
        for door in doors:
            with suppress(FileNotFoundError):
                os.unlink(os.path.join(folder, door.proxy))
            # In the folder, as the address of a socket may be too short for its path.
            words += [f"unix:path={_escaped(door.path)}", door.proxy, *door.rules]
        self._life_line, other = socket.socketpair()
        with other:
            try:
                self._process = subprocess.Popen(
                    words, cwd=folder, stdin=other.fileno(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
                )
            except OSError as error:
                self._life_line.close()
                raise _fault(str(error.strerror)) from error
        self._life_line.settimeout(READY_S)
        try:
            ready = self._life_line.recv(1)
        except TimeoutError:
            ready = b""
        if not ready:
            self.end()
            raise _fault(f"it ended with {self._process.returncode}")
        for door in doors:
            serve_bus(os.path.join(folder, door.door), os.path.join(folder, door.proxy))

    def end(self) -> None:
        """Stop serving."""
        self._life_line.close()
        try:
            self._process.wait(1.0)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _fault(reason: str) -> EnvironmentFault:
    return EnvironmentFault(
        UserMessage("{program} does not run: {reason}.", program=PROGRAM, reason=reason),
        UserMessage("Install the package {program}.", program=PROGRAM),
    )


def _path_of(address: str) -> str:
    """Return the path of the first socket in an address of D-Bus, as ``unix:path=/run/user/1000/bus,guid=…``."""
    kind, _, rest = address.partition(";")[0].partition(":")
    found = [value for key, _, value in (part.partition("=") for part in rest.split(",")) if key == "path"]
    return found[0] if kind == "unix" and found and "%" not in found[0] else ""


def _escaped(path: str) -> str:
    """Return a path as an address of D-Bus writes it."""
    plain = b"-_/.\\*ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    return "".join(chr(sign) if sign in plain else f"%{sign:02x}" for sign in os.fsencode(path))


def _is_socket(path: str) -> bool:
    try:
        return stat.S_ISSOCK(os.stat(path).st_mode)
    except OSError:
        return False


def _rules(table: str) -> tuple[str, ...]:
    found = []
    for block in table.strip().split("\n\n"):
        service, *rows = block.splitlines()
        for row in (*_EVERYWHERE.strip().splitlines(), *rows):
            interface, *methods = row.split()
            found += [f"--call={service}={interface}.{method}" for method in methods]
    return tuple(found)
