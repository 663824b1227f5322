"""Nothing gets out of a profile: every attempt is really made, by a program inside, against canaries outside."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import socket
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from attempts import ATTEMPTS
from confined_world import SECRET, Confined

HERE = Path(__file__).parent
ABSTRACT = f"claudeops-test-{os.getpid()}"
LISTED = "/run/postgresql", "/run/mysqld", "/run/redis", "/run/mariadb", "/run/memcached", "/run/nscd", "/run/valkey"


def state(folder: Path) -> list[tuple[object, ...]]:
    """All that can be changed of the files below a folder."""
    found = []
    for path in sorted((folder, *folder.rglob("*"))):
        about = path.lstat()
        text = path.read_bytes() if path.is_file() else b""
        found.append((str(path), about.st_mode, about.st_uid, about.st_mtime_ns, about.st_nlink, text))
    return found


def handle_of(path: Path) -> str:
    """The file's handle, as ``name_to_handle_at`` gives it: its type, then its bytes."""
    buffer, mount = ctypes.create_string_buffer(struct.pack("Ii", 128, 0) + bytes(128)), ctypes.c_int()
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.name_to_handle_at(-100, str(path).encode(), buffer, ctypes.byref(mount), 0) == 0
    size, kind = struct.unpack_from("Ii", buffer)
    return (struct.pack("i", kind) + buffer.raw[8 : 8 + size]).hex()


@pytest.fixture(scope="module", params=[False, True], ids=["", "own_pids"])
def made(shared: Confined, request: pytest.FixtureRequest) -> Iterator[dict[str, object]]:
    """All attempts, made once, and what they left: as on this kernel, and as on one whose Landlock holds no signals."""
    shared.own_pids = request.param
    shutil.copy(HERE / "attempts.py", shared.code)
    path = shared.base / "outside" / "socket"
    become = {"user": shared.user, "group": shared.user} if shared.user != os.geteuid() else {}
    sleeper = subprocess.Popen(["sleep", "600"], env={"SECRET": SECRET}, start_new_session=True, **become)
    with socket.socket(socket.AF_UNIX) as listener, socket.socket(socket.AF_UNIX) as abstract:
        listener.bind(str(path))
        path.chmod(0o777)
        listener.listen(64)
        request.addfinalizer(path.unlink)
        abstract.bind("\0" + ABSTRACT)
        abstract.listen(64)
        listed = [line.split(None, 7)[7:] for line in Path("/proc/net/unix").read_text().splitlines()[1:]]
        given = {
            "outside": str(shared.base / "outside"),
            "home": str(shared.home),
            "secret": str(shared.home / ".ssh" / "id_test"),
            "place": str(shared.place),
            "data": str(shared.data),
            "handle": handle_of(shared.home / ".ssh" / "id_test"),
            "pid": sleeper.pid,
            "socket": str(path),
            "abstract": ABSTRACT,
            "sys_file": "/sys/kernel/mm/transparent_hugepage/enabled",
            "sockets": [one[0] for one in listed if one and not one[0].startswith(LISTED)],
        }
        before = {name: state(shared.base / name) for name in ("outside", "home")}
        done = shared.run(shared.python, shared.code / "attempts.py", json.dumps(given))
        assert done.returncode == 0, done.stderr
        after = {name: state(shared.base / name) for name in ("outside", "home")}
    yield {"said": json.loads(done.stdout), "before": before, "after": after, "alive": sleeper.poll() is None}
    sleeper.kill()
    sleeper.wait()


@pytest.mark.parametrize("name", ATTEMPTS)
def test_an_attempt_is_held(made, name):
    assert made["said"][name].startswith("held: ")


def test_nothing_outside_has_changed(made):
    assert made["after"] == made["before"]


def test_the_process_outside_lives(made):
    assert made["alive"]


def test_the_kernel_file_that_is_tried_is_there(made):
    assert Path("/sys/kernel/mm/transparent_hugepage/enabled").exists()
