"""A session finds the sockets of containers and services where their clients look, each behind a door for reading."""

from __future__ import annotations

import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_engine import SmallEngine

from claudeops_desktop.confinement.control_sockets import serve_control_sockets, session_sockets, session_variables

needs_bus = pytest.mark.skipif(
    not (shutil.which("dbus-daemon") and shutil.which("xdg-dbus-proxy")),
    reason="needs dbus-daemon and xdg-dbus-proxy (scripts/setup --dev)",
)


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder whose path is short, as addresses of sockets are."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "door").mkdir()
        yield Path(folder)


@pytest.fixture
def engine(place: Path) -> Iterator[SmallEngine]:
    (place / "podman").mkdir()
    engine = SmallEngine(place / "podman" / "podman.sock")
    yield engine
    engine.close()


@pytest.fixture
def bus(place: Path) -> Iterator[Path]:
    path = place / "bus"
    daemon = subprocess.Popen(
        ["dbus-daemon", "--session", "--nofork", "--print-address=1", f"--address=unix:path={path}"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert daemon.stdout is not None
    daemon.stdout.readline()
    yield path
    daemon.terminate()
    daemon.wait()
    daemon.stdout.close()


def ours(pairs: tuple[tuple[Path, Path], ...], folder: Path) -> dict[Path, Path]:
    """The pairs without those of this machine's own engines and bus."""
    return {path: served for served, path in pairs if path.is_relative_to(folder)}


def test_a_container_engine_is_served_behind_its_door(engine: SmallEngine, place: Path) -> None:
    engine.answers["/_ping"] = (200, "text/plain", b"OK")
    environ = {"XDG_RUNTIME_DIR": str(place)}
    proxies = serve_control_sockets(str(place / "door"), environ)
    served = ours(session_sockets(str(place / "door"), environ), place)[engine.path]
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(served))
        client.sendall(b"POST /libpod/system/prune HTTP/1.1\r\nHost: d\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 403 ")
    proxies.end()
    assert not engine.received


@needs_bus
def test_a_bus_is_served_behind_its_door(bus: Path, place: Path) -> None:
    environ = {"DBUS_SYSTEM_BUS_ADDRESS": f"unix:path={bus}", "DBUS_SESSION_BUS_ADDRESS": f"unix:path={bus}"}
    proxies = serve_control_sockets(str(place / "door"), environ)
    found = [served.name for served, path in session_sockets(str(place / "door"), environ) if path == bus]
    proxies.end()
    assert found == ["system-bus.sock", "user-bus.sock"]


def test_what_is_not_served_is_not_bound(engine: SmallEngine, place: Path) -> None:
    assert session_sockets(str(place / "door"), {"XDG_RUNTIME_DIR": str(place)}) == ()


def test_podman_asks_its_service_in_a_session(
    engine: SmallEngine, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/none")
    environ = {"CONTAINER_HOST": f"unix://{engine.path}"}
    assert session_variables(environ) == {"CONTAINER_HOST": f"unix://{engine.path}"}


@needs_bus
def test_systemctl_finds_the_users_bus_in_a_session(bus: Path, place: Path) -> None:
    found = session_variables({"XDG_RUNTIME_DIR": str(place)})
    assert found["DBUS_SESSION_BUS_ADDRESS"] == f"unix:path={bus}"


@needs_bus
def test_a_proxy_that_fails_leaves_the_rest_served(
    engine: SmallEngine, bus: Path, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place / "bin").mkdir()
    (place / "bin" / "xdg-dbus-proxy").write_text("#!/bin/sh\nexit 1\n")
    (place / "bin" / "xdg-dbus-proxy").chmod(0o755)
    monkeypatch.setenv("PATH", f"{place}/bin:/usr/bin:/bin")
    environ = {"XDG_RUNTIME_DIR": str(place)}
    serve_control_sockets(str(place / "door"), environ).end()
    assert list(ours(session_sockets(str(place / "door"), environ), place)) == [engine.path]
