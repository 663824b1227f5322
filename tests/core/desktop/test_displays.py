"""D9: a display that is named but not there is a sentence and a session in the terminal, never an abort."""

from __future__ import annotations

import os
import shutil
import socket
import struct
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from claudeops_desktop import __main__ as entry
from claudeops_desktop.core.desktop import installation
from claudeops_desktop.core.desktop.displays import find_dead_displays

ROOT = Path(__file__).parents[3]


@pytest.fixture
def server():
    """``server(answer)`` is a stand-in for an X server on TCP; it gives its DISPLAY, and what it was asked."""
    opened, asked = [], []

    def start(answer: bytes) -> str:
        listening = socket.create_server(("127.0.0.1", 0))
        opened.append(listening)

        def serve() -> None:
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                asked.append(connection.recv(4096))
                connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        return f"127.0.0.1:{listening.getsockname()[1] - 6000}.0"

    start.asked = asked
    yield start
    for listening in opened:
        listening.close()


def test_a_display_that_nobody_serves_is_dead():
    assert find_dead_displays({"DISPLAY": ":54321"}) == {"DISPLAY": "is not there"}
    assert find_dead_displays({"DISPLAY": "nonsense"}) == {"DISPLAY": "is no name of a display"}
    assert find_dead_displays({}) == {}


def test_a_server_that_answers_is_alive_and_one_that_refuses_is_not(server):
    assert find_dead_displays({"DISPLAY": server(b"\1\0")}) == {}
    assert find_dead_displays({"DISPLAY": server(b"\0\0")}) == {"DISPLAY": "does not let this user in"}
    assert find_dead_displays({"DISPLAY": server(b"")}) == {"DISPLAY": "does not answer"}


def test_the_password_of_the_display_is_sent(server, tmp_path):
    display = server(b"\1\0")
    number = display.partition(":")[2].partition(".")[0]
    fields = (b"host", number.encode(), b"MIT-MAGIC-COOKIE-1", b"sixteen bytes...")
    authority = tmp_path / "authority"
    other = (b"host", b"77", b"MIT-MAGIC-COOKIE-1", b"of another display")
    authority.write_bytes(
        b"".join(b"\1\0" + b"".join(struct.pack(">H", len(f)) + f for f in entry) for entry in (other, fields))
    )
    assert find_dead_displays({"DISPLAY": display, "XAUTHORITY": str(authority)}) == {}
    assert b"sixteen bytes..." in server.asked[0]


def test_a_compositor_is_asked_at_its_socket(tmp_path):
    environ = {"WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert find_dead_displays(environ) == {"WAYLAND_DISPLAY": "is not there"}
    with closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(str(tmp_path / "w"))
        listening.listen()
        assert find_dead_displays(environ) == {}
    assert find_dead_displays(environ) == {"WAYLAND_DISPLAY": "is not there"}  # the file stays, nobody listens


def test_of_two_displays_the_dead_one_is_left_out(server, monkeypatch):
    monkeypatch.delenv("QT_QPA_PLATFORM")
    monkeypatch.setenv("DISPLAY", server(b"\1\0"))
    monkeypatch.setenv("WAYLAND_DISPLAY", "/nowhere/at/all")
    assert entry.why_no_window() == ""
    assert "WAYLAND_DISPLAY" not in os.environ
    assert "DISPLAY" in os.environ


@pytest.mark.slow
@pytest.mark.parametrize("display", [{"DISPLAY": ":54321"}, {"WAYLAND_DISPLAY": "gone"}])
def test_with_a_dead_display_one_session_runs_in_the_terminal(display, data_dir):
    environ = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    environ |= display | {"CLAUDEOPS_DATA_DIR": str(data_dir), "PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(
        [sys.executable, "-m", "claudeops_desktop"],
        env=environ,
        capture_output=True,
        text=True,
        timeout=250,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    (name, value) = next(iter(display.items()))
    assert f"The display {value} ({name}) is not there, so no window opens." in done.stdout
    assert "Session 1" in done.stdout


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("Xvfb") is None, reason="Xvfb is not installed")
def test_a_real_server_is_alive_and_dead_once_it_ended():
    reading, writing = os.pipe()
    arguments = ["Xvfb", "-displayfd", str(writing), "-nolisten", "tcp"]
    with subprocess.Popen(arguments, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as told:
            display = {"DISPLAY": f":{told.readline().strip()}"}
        assert find_dead_displays(display) == {}
        server.terminate()
    assert "DISPLAY" in find_dead_displays(display)


@pytest.mark.parametrize(("kind", "said"), [
    ("package", "Install the wheel in its place: `pipx install 'claudeops_desktop-"),
    ("checkout", "`scripts/setup --postgres`"),
    ("pipx", "`pipx inject claudeops-desktop 'psycopg[binary]>=3.2' 'sqlglot>=28'`"),
    ("environment", " -m pip install 'psycopg[binary]>=3.2' 'sqlglot>=28'`"),
])  # fmt: skip
def test_an_extra_is_added_in_the_way_it_was_installed(monkeypatch, tmp_path, kind, said):
    monkeypatch.setattr(sys, "frozen", kind == "package", raising=False)
    if kind != "checkout":
        monkeypatch.setattr(installation, "ROOT", tmp_path)
    if kind == "pipx":
        (tmp_path / "pipx_metadata.json").touch()
        monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert installation.install_kind() == kind
    assert said in installation.advise_extra("postgres")


@pytest.mark.parametrize(("frozen", "said"), [(True, "package"), (False, "checkout")])
def test_advice_fits_the_way_it_was_installed(monkeypatch, frozen, said):
    monkeypatch.setattr(sys, "frozen", frozen, raising=False)
    assert installation.advise_install("package", "checkout", "environment") == said


def test_commands_are_given_as_they_are_typed(monkeypatch):
    assert installation.fit_commands("See `claudeops doctor`.") == "See `claudeops doctor`."
    monkeypatch.setenv(installation.STARTED_AS, "scripts/run")
    assert installation.fit_commands("See `claudeops doctor`.") == "See `scripts/run doctor`."
