"""Run inside a profile: tries to get out of it in every way we know, and prints by name what came of each as JSON.

An attempt says "held: …" where the kernel refused it, else what it got. Called with a JSON object of what there is
outside. The standard library alone.
"""

# ruff: noqa: PTH101, PTH102, PTH104, PTH108, PTH123, PTH208, PTH211 — each attempt is one call of the system
from __future__ import annotations

import ctypes
import fcntl
import json
import os
import resource
import signal
import socket
import struct
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

GIVEN = json.loads(sys.argv[1]) if __name__ == "__main__" else defaultdict(str)
LIBC = ctypes.CDLL(None, use_errno=True)
NUMBERS = {  # of system calls, on x86_64 and aarch64
    "open_by_handle_at": (304, 265), "mount": (165, 40), "unshare": (272, 97), "setns": (308, 268),
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "bpf": (321, 280), "keyctl": (250, 219),
    "io_uring_setup": (425, 425), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "pidfd_getfd": (438, 438),
    "syslog": (103, 116), "ioprio_set": (251, 30), "sched_setattr": (314, 274),
    "finit_module": (313, 273), "clone": (56, 220), "clone3": (435, 435), "open_tree": (428, 428), "fsopen": (430, 430),
}  # fmt: skip
AT = 0 if os.uname().machine == "x86_64" else 1


def call(name: str, *words: object) -> object:
    result = LIBC.syscall(NUMBERS[name][AT], *words)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), name)
    return f"{name} answered {result}"


def by_handle(mount: str, flags: int) -> object:
    """Open the secret by its handle, which was taken outside."""
    handle = bytes.fromhex(GIVEN["handle"])
    buffer = ctypes.create_string_buffer(
        struct.pack("Ii", len(handle) - 4, struct.unpack_from("i", handle)[0]) + handle[4:]
    )
    place = os.open(mount, os.O_RDONLY)
    number = LIBC.syscall(NUMBERS["open_by_handle_at"][AT], place, buffer, flags)
    if number < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return os.read(number, 100) if flags == os.O_RDONLY else os.write(number, b"changed")


def write(path: str) -> object:
    with open(path, "a") as file:
        return file.write("changed")


def open_to_write(path: str) -> object:
    os.close(os.open(path, os.O_WRONLY))
    return "opened for writing"


def change_flags(path: str) -> object:
    """Make a file one that nobody changes, as ``chattr +i`` does."""
    place = os.open(path, os.O_RDONLY)
    return fcntl.ioctl(place, 0x40086602, struct.pack("l", 0x10))


def read(path: str) -> object:
    text = Path(path).read_text(errors="replace")
    if not text:
        raise FileNotFoundError(2, "there is nothing in it", path)
    return text[:80]


def connect(address: str) -> object:
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_SEQPACKET):
        with socket.socket(socket.AF_UNIX, kind) as tried:
            tried.settimeout(2)
            try:
                tried.connect(address)
            except OSError as error:
                if error.errno != 91:  # it is of another type, and would be reached by that
                    raise
            else:
                break
    return f"connected to {address}"


def send_signal(pid: int, number: int) -> object:
    os.kill(pid, number)
    return f"signalled {pid}"


def by_descriptor(pid: int) -> object:
    signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGTERM)
    return f"signalled {pid}"


def listening() -> Iterator[str]:
    """Every socket that this machine had when the profile was made, but for those that are shown by name."""
    for name in GIVEN["sockets"]:
        yield f"\0{name[1:]}" if name.startswith("@") else name


def roots(path: str) -> Iterator[str]:
    """The path by way of the root of every process of this machine."""
    for name in os.listdir("/proc"):
        if name.isdigit() and int(name) != os.getpid():
            yield f"/proc/{name}/root{path}"


def first_that_works(attempt: Callable[[str], object], paths: Iterator[str]) -> object:
    last: OSError = FileNotFoundError("none")
    for path in paths:
        try:
            return attempt(path)
        except OSError as error:
            last = error
    raise last


OUT, SECRET, PLACE = GIVEN["outside"], GIVEN["secret"], GIVEN["place"]
CANARY = f"{OUT}/canary"
ATTEMPTS: dict[str, Callable[[], object]] = {
    "write: a file": lambda: write(CANARY),
    "write: a new file": lambda: write(f"{OUT}/new"),
    "write: delete": lambda: os.unlink(CANARY),
    "write: rename": lambda: os.rename(CANARY, f"{OUT}/moved"),
    "write: a folder": lambda: os.mkdir(f"{OUT}/folder"),
    "write: a link": lambda: os.symlink(CANARY, f"{OUT}/link"),
    "write: a hard link into its own": lambda: os.link(CANARY, f"{PLACE}/work/link"),
    "write: mode": lambda: os.chmod(CANARY, 0o777),
    "write: owner": lambda: os.chown(CANARY, os.getuid(), os.getgid()),
    "write: times": lambda: os.utime(CANARY, (1, 1)),
    "write: attribute": lambda: os.setxattr(CANARY, "user.changed", b"1"),
    "write: truncate": lambda: os.truncate(CANARY, 0),
    "write: /etc": lambda: write("/etc/claudeops-was-here"),
    "write: the home folder": lambda: write(f"{GIVEN['home']}/.bashrc"),
    "write: by its own root": lambda: write(f"/proc/self/root{CANARY}"),
    "write: by its own folder": lambda: (os.chdir(OUT), write("/proc/self/cwd/canary")),
    "write: by other roots": lambda: first_that_works(write, roots(CANARY)),
    "write: by a handle": lambda: by_handle(f"{PLACE}/work", os.O_RDWR),
    "write: the prompt of its session": lambda: write(f"{PLACE}/prompt.md"),
    "write: the servers of its session": lambda: write(f"{PLACE}/mcp.json"),
    "write: the door of its session": lambda: write(f"{PLACE}/door/token"),
    "write: beside its own folders": lambda: write(f"{PLACE}/new"),
    "write: hooks of the operator": lambda: write(f"{GIVEN['home']}/.claude/settings.json"),
    "write: the folder of the profile": lambda: write(f"{GIVEN['data']}/new"),
    "write: a pipe that somebody reads": lambda: os.write(os.open(GIVEN["pipe"], os.O_WRONLY | os.O_NONBLOCK), b"1"),
    "write: flags": lambda: change_flags(CANARY),
    "write: /run": lambda: write("/run/new"),
    "kernel: /proc/sys": lambda: open_to_write("/proc/sys/kernel/core_pattern"),
    "kernel: /proc/sysrq-trigger": lambda: open_to_write("/proc/sysrq-trigger"),
    "kernel: /sys": lambda: open_to_write(GIVEN["sys_file"]),
    "kernel: a cgroup": lambda: os.mkdir("/sys/fs/cgroup/claudeops-was-here"),
    "kernel: a device": lambda: os.mknod("/tmp/device", 0o60666, os.makedev(254, 0)),
    "kernel: memory": lambda: open_to_write("/dev/mem"),
    "kernel: messages": lambda: open_to_write("/dev/kmsg"),
    "kernel: clear messages": lambda: call("syslog", 5, None, 0),
    "kernel: take messages": lambda: call("syslog", 2, ctypes.create_string_buffer(1), 0),
    "kernel: what the console shows": lambda: call("syslog", 8, None, 7),
    "key: a file of ~/.ssh": lambda: read(SECRET),
    "key: by other roots": lambda: first_that_works(read, roots(SECRET)),
    "key: by a handle": lambda: by_handle(f"{PLACE}/work", os.O_RDONLY),
    "key: by a handle, the whole": lambda: by_handle("/", os.O_RDONLY),
    "key: passwords of the machine": lambda: read("/etc/shadow"),
    "key: the login of the operator": lambda: read(f"{GIVEN['home']}/.claude/.credentials.json"),
    "key: what other sessions said": lambda: read(f"{GIVEN['home']}/.claude/projects/p/one.jsonl"),
    "key: the application's data": lambda: read(f"{GIVEN['data']}/claudeops.db"),
    "key: another session": lambda: read(f"{GIVEN['data']}/sessions/2/door/token"),
    "key: the rules of the guard": lambda: read(f"{PLACE}/guard.json"),
    "key: the environment of another process": lambda: read(f"/proc/{GIVEN['pid']}/environ"),
    "key: the memory of another process": lambda: os.open(f"/proc/{GIVEN['pid']}/mem", os.O_RDONLY),
    "signal: 0": lambda: send_signal(GIVEN["pid"], 0),
    "signal: end": lambda: send_signal(GIVEN["pid"], signal.SIGTERM),
    "signal: the group": lambda: send_signal(-GIVEN["pid"], signal.SIGTERM),
    "signal: by a descriptor": lambda: by_descriptor(GIVEN["pid"]),
    "signal: its monitor": lambda: send_signal(os.getppid() or GIVEN["pid"], signal.SIGTERM),
    "process: its limits": lambda: resource.prlimit(GIVEN["pid"], resource.RLIMIT_CPU, (1, 1)),
    "process: its priority": lambda: os.setpriority(os.PRIO_PROCESS, GIVEN["pid"], 19),
    "process: the priority of its user": lambda: os.setpriority(os.PRIO_USER, 0, os.nice(0)),
    "process: the priority of its group": lambda: os.setpriority(os.PRIO_PGRP, GIVEN["pid"], 19),
    "process: its priority at the disk": lambda: call("ioprio_set", 1, GIVEN["pid"], 3 << 13),
    "process: the priority of its group at the disk": lambda: call("ioprio_set", 2, GIVEN["pid"], 3 << 13),
    "process: its processors": lambda: os.sched_setaffinity(GIVEN["pid"], {0}),
    "process: how it is scheduled": lambda: os.sched_setscheduler(GIVEN["pid"], os.SCHED_BATCH, os.sched_param(0)),
    "process: how it is scheduled, by parameters": lambda: os.sched_setparam(GIVEN["pid"], os.sched_param(0)),
    "process: how it is scheduled, by attributes": lambda: call(
        "sched_setattr", GIVEN["pid"], ctypes.create_string_buffer(struct.pack("IIQiIQQQ", 48, 3, 0, 0, 0, 0, 0, 0)), 0
    ),
    "socket: one that listens": lambda: connect(GIVEN["socket"]),
    "socket: by other roots": lambda: first_that_works(connect, roots(GIVEN["socket"])),
    "socket: an abstract one": lambda: connect("\0" + GIVEN["abstract"]),
    "socket: every one of the machine": lambda: first_that_works(connect, listening()),
    "call: mount": lambda: call("mount", b"none", b"/tmp", b"tmpfs", 0, None),
    "call: remount": lambda: call("mount", b"none", b"/", None, 32 | 4096, None),
    "call: open_tree": lambda: call("open_tree", -100, b"/", 1),
    "call: fsopen": lambda: call("fsopen", b"tmpfs", 0),
    "call: unshare": lambda: call("unshare", 0x10000000),
    "call: clone": lambda: call("clone", 0x10000000 | 17, None, None, None, None),
    "call: clone3": lambda: call("clone3", ctypes.create_string_buffer(88), 88),
    "call: setns": lambda: call("setns", os.open("/proc/self/ns/mnt", os.O_RDONLY), 0),
    "call: ptrace": lambda: call("ptrace", 16, GIVEN["pid"], None, None),
    "call: process_vm_readv": lambda: call("process_vm_readv", GIVEN["pid"], None, 0, None, 0, 0),
    "call: bpf": lambda: call("bpf", 5, None, 0),
    "call: keyctl": lambda: call("keyctl", 0, -3, 0),
    "call: io_uring_setup": lambda: call("io_uring_setup", 1, ctypes.create_string_buffer(120)),
    "call: perf_event_open": lambda: call("perf_event_open", None, 0, -1, -1, 0),
    "call: userfaultfd": lambda: call("userfaultfd", 1),
    "call: pidfd_getfd": lambda: call("pidfd_getfd", os.pidfd_open(os.getpid()), 0, 0),
    "call: finit_module": lambda: call("finit_module", 0, b"", 0),
}  # fmt: skip


def outcome(attempt: Callable[[], object]) -> str:
    try:
        return repr(attempt())
    except OSError as error:
        return f"held: {error}"


if __name__ == "__main__":
    print(json.dumps({name: outcome(attempt) for name, attempt in ATTEMPTS.items()}))
