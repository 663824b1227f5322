"""D3: a second start raises the first window; a killed first one is no obstacle, a hanging one is told plainly."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.ui.shell import single_instance
from claudeops_desktop.ui.shell.single_instance import LONGEST_ADDRESS, ClaimResult, SingleInstance, socket_path

FIRST = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.ui.shell.single_instance import SingleInstance
app = QCoreApplication([])
single = SingleInstance(DataFolder(Path(sys.argv[1])))
print(single.claim().claim, flush=True)
single.request_received.connect(lambda wish: print(wish, flush=True))
app.exec()
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    runtime = tmp_path / "runtime"
    runtime.mkdir()
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(runtime))
    return DataFolder(tmp_path / "data").create()


@pytest.fixture
def first(folder):
    """A first one in a process of its own."""
    root = Path(__file__).resolve().parents[3]
    env = {**os.environ, "PYTHONPATH": str(root)}
    with subprocess.Popen(
        [sys.executable, "-c", FIRST, str(folder.root)], stdout=subprocess.PIPE, env=env, text=True
    ) as process:
        try:
            assert process.stdout.readline().strip() == "first"
            yield process
        finally:
            process.kill()


def test_the_first_one_is_first(folder, qapp):
    single = SingleInstance(folder)
    assert single.claim().claim is ClaimResult.FIRST
    single.close()
    again = SingleInstance(folder)
    assert again.claim().claim is ClaimResult.FIRST
    again.close()


@pytest.mark.parametrize("wish", ["raise", "run"])
def test_a_second_start_hands_its_wish_to_the_first(folder, qapp, first, wish):
    claimed = SingleInstance(folder).claim(wish)
    assert claimed.claim is ClaimResult.HANDED_OVER
    assert "already" in claimed.sentence
    assert first.stdout.readline().strip() == wish


def test_a_killed_first_one_is_no_obstacle(folder, qapp, first):
    first.send_signal(signal.SIGKILL)
    first.wait()
    assert Path(socket_path(folder.root)).exists()  # it could not tidy up
    single = SingleInstance(folder)
    assert single.claim().claim is ClaimResult.FIRST
    single.close()


@pytest.mark.slow
def test_a_hanging_first_one_is_told_with_its_process(folder, qapp, first, monkeypatch):
    monkeypatch.setattr(single_instance, "ANSWER_MS", 200)
    first.send_signal(signal.SIGSTOP)
    claimed = SingleInstance(folder).claim()
    assert claimed.claim is ClaimResult.HUNG
    assert f"process {first.pid}" in claimed.sentence
    assert "does not answer" in claimed.sentence


@pytest.mark.slow
def test_another_data_folder_is_another_application(folder, qapp, first, tmp_path):
    other = SingleInstance(DataFolder(tmp_path / "other").create())
    assert other.claim().claim is ClaimResult.FIRST
    other.close()


@pytest.mark.parametrize("said", [b"rm -rf /\n", b"x" * 10_000, b"show " + b"x" * 300 + b"\n", b"", b"ra"])
def test_nonsense_on_the_socket_is_not_obeyed(folder, qapp, qtbot, said):
    single = SingleInstance(folder)
    single.claim()
    heard = []
    single.request_received.connect(heard.append)
    answer = b""

    def over():
        nonlocal answer
        try:
            part = stranger.recv(100)
        except BlockingIOError:
            return False
        except ConnectionResetError:  # it did not read to the end
            return True
        answer += part
        return not part

    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.connect(single.address)
        stranger.sendall(said)
        stranger.shutdown(socket.SHUT_WR)
        stranger.setblocking(False)
        qtbot.waitUntil(over)
    assert heard == []
    assert answer in (b"", b"what?\n")
    single.close()


def test_a_wish_that_comes_in_pieces_is_understood(folder, qapp, qtbot):
    single = SingleInstance(folder)
    single.claim()
    with socket.socket(socket.AF_UNIX) as second, qtbot.waitSignal(single.request_received) as asked:
        second.connect(single.address)
        second.sendall(b"show ses")
        qtbot.waitUntil(lambda: any(caller._said == b"show ses" for caller in single._open))
        second.sendall(b"sions:12\n")
    assert asked.args == ["show sessions:12"]
    single.close()


def test_a_second_start_that_meets_the_end_of_the_first_becomes_the_first(folder, qapp, monkeypatch):
    """It is let in by nobody: the first one closes with it on the line."""
    first = SingleInstance(folder)
    first.claim()
    monkeypatch.setattr(single_instance.time, "sleep", lambda _s: first.close())
    monkeypatch.setattr(single_instance, "_hand_over", lambda _address, _wish: None)
    second = SingleInstance(folder)
    assert second.claim().claim is ClaimResult.FIRST
    second.close()
    assert not Path(second.address).exists()


def test_the_socket_is_the_users_own_and_short(folder, qapp):
    single = SingleInstance(folder)
    single.claim()
    assert Path(single.address).stat().st_mode & 0o077 == 0
    assert len(socket_path(Path("/" + "long/" * 80))) <= LONGEST_ADDRESS
    single.close()
