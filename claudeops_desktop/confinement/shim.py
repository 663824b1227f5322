"""Closes what bubblewrap leaves open, as the first program inside the profile, then becomes the agent.

Started as a file by a bare interpreter, with the standard library alone:

    shim.py DOOR [--write FOLDER]… -- PROGRAM…

It says hello to the broker, whose socket and token lie in the folder DOOR ("-": there is none), before any code of the
agent runs: the broker takes the mount namespace of this process for the session's from then on. Then:

- *Landlock*. bubblewrap's own process stays outside of the profile. As root it would be a way out, as
  ``/proc/PID/root`` of it is the whole machine, for writing too. A process in a Landlock domain cannot look into one
  outside of it. From Linux 6.12 on it also reaches no abstract socket and signals no process outside. Nothing is
  written outside of the folders named, also in a file system that is mounted after the session began.
- *seccomp*. ``open_by_handle_at`` opens any file by its number, beneath whatever covers it. The other calls are those
  that change mounts, look into processes, load code into the kernel, or are known for faults in it. Landlock does not
  hold those that change how another process runs (a limit of processor time ends it), so a process may change itself
  alone by them. Of the kernel's messages it reads all, and clears none.
- *Limits* for the number of processes and the size of a file.

Where one of the first two cannot be had, the agent is not started: the exit code is 125, with one sentence on stderr.
"""

from __future__ import annotations

import ctypes
import os
import resource
import struct
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

NO_DOOR = "-"
REFUSED = 125
SAYS = "Claude Ops did not start the agent: "
LONGEST_ANSWER = 16

MOST_PROCESSES = 4096
LARGEST_FILE = 4 << 30
HOLDS_SIGNALS = 6

_NO_NEW_PRIVILEGES, _SECCOMP = 38, 22  # of <linux/prctl.h>
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # alike on every architecture
_READS, _REFER, _TRUNCATE, _IOCTL_DEV = 0b1101, 1 << 13, 1 << 14, 1 << 15
_WRITES = 0x1FFF & ~_READS  # all that the first version knows, without executing, reading and listing
_SCOPES = 3  # abstract sockets and signals
_NEW_USER_NAMESPACE = 0x10000000
_DEVICES = "/dev"

_EPERM, _ENOSYS, _ALLOW = 0x00050001, 0x00050026, 0x7FFF0000
_X32 = 0x40000000
_LOAD, _EQUAL, _GIVE = 0x20, 0x15, 0x06
# name: number on x86_64, number on aarch64; -1 where there is no such call
_CALLS = {
    "open_by_handle_at": (304, 265),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_tree_attr": (467, 467),
    "setns": (308, 268),
    "unshare": (272, 97),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
}
# name: its numbers, and by argument the values that it may have
_ONLY_WITH: dict[str, tuple[tuple[int, int], tuple[tuple[int, tuple[int, ...]], ...]]] = {
    "setpriority": ((141, 140), ((0, (0,)), (1, (0,)))),  # of a process, and that is the caller
    "ioprio_set": ((251, 30), ((0, (1,)), (1, (0,)))),  # the same
    "sched_setparam": ((142, 118), ((0, (0,)),)),
    "sched_setscheduler": ((144, 119), ((0, (0,)),)),
    "sched_setaffinity": ((203, 122), ((0, (0,)),)),
    "sched_setattr": ((314, 274), ((0, (0,)),)),
    "syslog": ((103, 116), ((0, (3, 9, 10)),)),  # all messages, how much was not read yet, and how much there may be
}
_LIMITS = (302, 261)  # `prlimit64`: of the caller, or without new ones
_MACHINES = {  # its column, its number, and its numbers of `clone` and `clone3`
    "x86_64": (0, 0xC000003E, 56, 435),
    "aarch64": (1, 0xC00000B7, 220, 435),
}


class CannotConfineError(Exception):
    """Says in one sentence which part of the profile cannot be had."""


def main(words: Sequence[str]) -> int:
    """Close the profile and become the program that is named. Return the exit code where that fails."""
    try:
        door, writable, program = _read_words(words)
        if door != NO_DOOR:
            _say_hello(door)
        _take_signals()
        libc = ctypes.CDLL(None, use_errno=True)
        _call(libc.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0), "the kernel refuses to hold privileges back")
        _set_limits()
        _enter_landlock(libc, writable)
        _filter_calls(libc)
        os.execvp(program[0], program)  # noqa: S606 — the agent takes this process over
    except (CannotConfineError, OSError, ValueError) as error:
        sys.stderr.write(f"{SAYS}{error}.\n")
    return REFUSED


def _read_words(words: Sequence[str]) -> tuple[str, list[str], list[str]]:
    end = words.index("--")
    given = words[1:end]
    if given[0::2] != ["--write"] * (len(given) // 2) or not words[end + 1 :]:
        raise ValueError("its first program was called in another way than it knows")
    return words[0], list(given[1::2]), list(words[end + 1 :])


def _say_hello(door: str) -> None:
    """Have the broker take this mount namespace for the session's."""
    import _socket

    folder = os.open(door, os.O_RDONLY | os.O_DIRECTORY)  # its path may be too long for a socket
    try:
        with open(f"{door}/token", "rb") as file:
            token = file.read().strip()
        broker = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        broker.connect(f"/proc/self/fd/{folder}/socket")
        broker.sendall(token + b" hello\n")
        answer = broker.recv(LONGEST_ANSWER)
        broker.close()
    finally:
        os.close(folder)
    if answer != b"ok\n":
        raise CannotConfineError("the broker does not know this session")


def _take_signals() -> None:
    """Restore the signals that ask a program to end, which are ignored at the start for bubblewrap's sake."""
    import _signal  # type: ignore[import-not-found]  # the module above it takes longer to import than all the rest

    for number in (_signal.SIGINT, _signal.SIGTERM, _signal.SIGHUP):
        _signal.signal(number, _signal.SIG_DFL)


def _set_limits() -> None:
    """Limit what one session may take from the machine. Memory has no limit of this kind: the CLI reserves more than a
    hundred gigabytes of addresses, which count."""
    for which, most in (
        (resource.RLIMIT_NPROC, MOST_PROCESSES),
        (resource.RLIMIT_FSIZE, LARGEST_FILE),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(which)
        limit = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(which, (limit, limit))


def landlock_version(libc: ctypes.CDLL) -> int:
    """Return the version of Landlock of this kernel; less than 1 for none. From HOLDS_SIGNALS on it knows scopes."""
    return int(libc.syscall(_CREATE_RULESET, None, 0, 1))


def _enter_landlock(libc: ctypes.CDLL, writable: Sequence[str]) -> None:
    """Enter a Landlock domain that writes to the folders named and to devices, and reaches no process outside of it."""
    version = landlock_version(libc)
    if version < 1:
        raise CannotConfineError("this kernel has no Landlock (lsm=…,landlock)")
    handled = _WRITES
    for since, right in ((2, _REFER), (3, _TRUNCATE), (5, _IOCTL_DEV)):
        handled |= right if version >= since else 0
    rights = struct.pack("QQQ", handled, 0, _SCOPES) if version >= HOLDS_SIGNALS else struct.pack("Q", handled)
    rules = _call(libc.syscall(_CREATE_RULESET, ctypes.create_string_buffer(rights), len(rights), 0), "Landlock")
    for path in (*writable, _DEVICES):
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = ctypes.create_string_buffer(struct.pack("=Qi", handled, place))
        _call(libc.syscall(_ADD_RULE, rules, 1, rule, 0), f"Landlock, for {path}")
        os.close(place)
    _call(libc.syscall(_RESTRICT_SELF, rules, 0), "Landlock")
    os.close(rules)


def _filter_calls(libc: ctypes.CDLL) -> None:
    """Refuse the system calls of the table, new user namespaces, and every call of another architecture."""
    machine = os.uname().machine
    if machine not in _MACHINES:
        raise CannotConfineError(f"the system calls of {machine} are not known")
    at, architecture, clone, clone3 = _MACHINES[machine]
    load, equal, at_least, has_bits, give = _LOAD, _EQUAL, 0x35, 0x45, _GIVE
    steps = [
        *((load, 0, 0, 4), (equal, 1, 0, architecture), (give, 0, 0, _EPERM)),
        *((load, 0, 0, 0), (at_least, 0, 1, _X32), (give, 0, 0, _EPERM)),
        *((equal, 0, 1, clone3), (give, 0, 0, _ENOSYS)),  # its flags lie in memory; without it `clone` is used
        *(
            (equal, 0, 4, clone),
            (load, 0, 0, _argument(0)),
            (has_bits, 0, 1, _NEW_USER_NAMESPACE),
            (give, 0, 0, _EPERM),
        ),
        (give, 0, 0, _ALLOW),
    ]
    for numbers in _CALLS.values():
        if numbers[at] >= 0:
            steps += [(equal, 0, 1, numbers[at]), (give, 0, 0, _EPERM)]
    for numbers, arguments in _ONLY_WITH.values():
        checks = [step for argument, values in arguments for step in _has_one_of(argument, values)]
        steps += [(equal, 0, len(checks) + 1, numbers[at]), *checks, (give, 0, 0, _ALLOW)]
    steps += [
        *((equal, 0, 8, _LIMITS[at]), (load, 0, 0, _argument(0)), (equal, 5, 0, 0)),
        *((load, 0, 0, _argument(2)), (equal, 0, 2, 0), (load, 0, 0, _argument(2) + 4), (equal, 1, 0, 0)),
        *((give, 0, 0, _EPERM), (give, 0, 0, _ALLOW)),
    ]
    steps.append((give, 0, 0, _ALLOW))
    code = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(steps), ctypes.addressof(code)))
    _call(libc.prctl(_SECCOMP, 2, program, 0, 0), "seccomp")


def _argument(number: int) -> int:
    """Return the offset of the low half of an argument of a system call."""
    return 16 + 8 * number


def _has_one_of(argument: int, values: Sequence[int]) -> list[tuple[int, int, int, int]]:
    """Steps that refuse a call unless an argument has one of some values."""
    compared = [(_EQUAL, len(values) - at, 0, value) for at, value in enumerate(values)]
    return [(_LOAD, 0, 0, _argument(argument)), *compared, (_GIVE, 0, 0, _EPERM)]


def _call(result: int, what: str) -> int:
    if result < 0:
        raise CannotConfineError(f"{what}: {os.strerror(ctypes.get_errno())}")
    return result


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
