"""Nothing gets out of a profile: every attempt is really made, by a program inside, against canaries outside."""

from __future__ import annotations

import ctypes
import json
import os
import shutil
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from attempts import ATTEMPTS
from confined_world import SECRET, Confined
from support.bystander import bystander

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
    path, pipe = shared.base / "outside" / "socket", shared.base / "outside" / "pipe"
    os.mkfifo(pipe)
    os.chown(pipe, shared.user, -1)
    with (
        socket.socket(socket.AF_UNIX) as listener,
        socket.socket(socket.AF_UNIX) as abstract,
        bystander(shared.python, shared.base / "signals", user=shared.user, secret=SECRET) as other,
        open(pipe, "rb", opener=lambda name, _: os.open(name, os.O_RDONLY | os.O_NONBLOCK)) as reader,
    ):
        listener.bind(str(path))
        path.chmod(0o777)
        listener.listen(64)
        for made_here in (path, pipe):
            request.addfinalizer(made_here.unlink)
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
            "pid": other.pid,
            "socket": str(path),
            "pipe": str(pipe),
            "abstract": ABSTRACT,
            "sys_file": "/sys/kernel/mm/transparent_hugepage/enabled",
            "sockets": [one[0] for one in listed if one and not one[0].startswith(LISTED)],
        }

        def around() -> dict[str, object]:
            told = {name: state(shared.base / name) for name in ("outside", "home")}
            return told | other.state() | {"in the pipe": reader.read()}

        before = around()
        done = shared.run(shared.python, shared.code / "attempts.py", json.dumps(given))
        assert done.returncode == 0, done.stderr
        yield {"said": json.loads(done.stdout), "before": before, "after": around()}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_an_attempt_is_held(made, name):
    assert made["said"][name].startswith("held: ")


def test_nothing_outside_has_changed(made):
    """No file, and nothing of a process, which got no signal either."""
    assert made["after"] == made["before"]


def test_the_kernel_file_that_is_tried_is_there(made):
    assert Path("/sys/kernel/mm/transparent_hugepage/enabled").exists()
