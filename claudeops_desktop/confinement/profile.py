"""Composes the profile of one session for bubblewrap: the whole machine for reading, and little of it for writing.

The order of the words is the order in which things are mounted, so each step may show again what one before it hid:
the machine read-only, its devices few; ``/tmp`` and ``/run`` hidden; the agent's program, wherever it lies; keys,
sockets and our data folder covered; then the session's own folder, and what it may write.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .key_places import SHOWN_OF_SSH, key_places
from .run_folder import RUN, shown_of_run
from .shim import HOLDS_SIGNALS, landlock_version
from .unix_sockets import bound_sockets, container_roots, is_socket

BWRAP = "bwrap"
WORK, CONFIG, TEMPORARY, DOOR = "work", "config", "tmp", "door"
_HIDDEN = ("/var/tmp", "/dev/shm")  # noqa: S108 — what is hidden
_TEMPORARY_BYTES = str(256 << 20)
_NOTHING = "/dev/null"
_ROOT_MAY = ("CAP_DAC_READ_SEARCH", "CAP_SYSLOG")
"""Root reads what belongs to others, and the messages of the kernel, without any of it being its own."""
_NOT_HANDED_IN = (
    *("SSH_AUTH_SOCK", "SSH_AGENT_PID", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY"),
    *("XDG_RUNTIME_DIR", "GPG_AGENT_INFO", "GNOME_KEYRING_CONTROL", "ICEAUTHORITY", "SESSION_MANAGER", "TMUX", "STY"),
)
"""Variables that name sockets which are not there, or keys which are covered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfinedSession:
    """Describes the session that a profile is for.

    ``place`` is its folder, with ``work``, ``config`` and ``tmp`` in it; ``data`` is the application's data folder,
    which is hidden but for ``place``; ``hidden`` are files of ``place`` that no agent reads. ``writable`` are folders
    that its tier may write. ``shown`` stay readable wherever they lie: the agent's program and our own. ``sockets`` are
    pairs of a socket on this machine and the path at which the session finds it. ``user`` is who runs it. ``own_pids``
    gives it numbers of its own for processes, so that it signals no other.
    """

    place: Path
    data: Path
    environ: Mapping[str, str]
    hidden: tuple[str, ...] = ()
    writable: tuple[Path, ...] = ()
    shown: tuple[Path, ...] = ()
    sockets: tuple[tuple[Path, Path], ...] = ()
    user: int = 0
    own_pids: bool = False

    @property
    def written(self) -> tuple[Path, ...]:
        """Return every folder that it may write, by the names that they have inside."""
        return (self.place / WORK, self.place / CONFIG, Path("/tmp"), *map(Path, _HIDDEN), *self.writable)  # noqa: S108


def needs_own_pids() -> bool:
    """Tell whether Landlock of this kernel (before Linux 6.12) holds no signals, so that a namespace must.

    Its price, with the machine's own ``/proc``: a program that looks itself up there by its number fails, or takes
    another process for itself. ``ps`` of procps 4 is one, so it is not done where it need not be.
    """
    return landlock_version(ctypes.CDLL(None, use_errno=True)) < HOLDS_SIGNALS


def make_folders(place: Path) -> None:
    """Make the folders of a session that it may write, for the operator alone. Raises OSError."""
    for name in (WORK, CONFIG, TEMPORARY):
        (place / name).mkdir(mode=0o700, parents=True, exist_ok=True)


def profile_words(session: ConfinedSession, bwrap: str = BWRAP) -> list[str]:
    """Return the words by which bubblewrap makes the profile; the program to run in it follows them."""
    hides = _Hidden(session)
    words = [bwrap, "--ro-bind", "/", "/", "--dev", "/dev", "--ro-bind", "/proc", "/proc"]
    for name in _HIDDEN:
        words += ["--size", _TEMPORARY_BYTES, "--tmpfs", name]
    words += ["--bind", str(session.place / TEMPORARY), "/tmp"]  # noqa: S108
    words += ["--tmpfs", str(RUN), *_bound(shown_of_run()), *_resolver()]
    words += _bound(hides.shown_again)
    words += hides.words()
    words += ["--tmpfs", str(hides.data)]
    words += _bound(path for path in session.shown if path.is_relative_to(hides.data))
    words += ["--ro-bind", str(session.place), str(session.place)]
    for name in (WORK, CONFIG):
        words += ["--bind", str(session.place / name), str(session.place / name)]
    words += [word for name in session.hidden for word in ("--ro-bind-try", _NOTHING, str(session.place / name))]
    for folder in session.writable:
        words += ["--bind", str(folder), str(folder), *_bound(_repositories(folder))]
    for source, target in session.sockets:
        words += ["--bind", str(source), str(target)]
    words += ["--remount-ro", str(hides.data), "--remount-ro", str(RUN)]
    words += ["--unshare-ipc", "--unshare-uts", "--die-with-parent"]
    words += ["--unshare-pid"] if session.own_pids else []
    words += ["--cap-drop", "ALL"]
    if session.user == 0:
        return words + [word for name in _ROOT_MAY for word in ("--cap-add", name)]
    return [*words, "--unshare-user"]


def shim_words(session: ConfinedSession, start: Sequence[str], door: str) -> list[str]:
    """Return the words of the first program inside, by ``start``; the agent's follow them."""
    return [*start, door, *(word for path in session.written for word in ("--write", str(path))), "--"]


def confined_environment(environ: Mapping[str, str], place: Path) -> dict[str, str]:
    """Return the environment of a session in a profile: its own folders, and no addresses of what is not there."""
    kept = {name: value for name, value in environ.items() if name not in _NOT_HANDED_IN}
    return kept | {
        "CLAUDE_CONFIG_DIR": str(place / CONFIG),
        "CLAUDE_CODE_TMPDIR": "/tmp",  # noqa: S108
        "TMPDIR": "/tmp",  # noqa: S108
        "XDG_CACHE_HOME": "/tmp/cache",  # noqa: S108
    }


class _Hidden:
    """Keeps account of what of the machine is covered, so that one place is not covered twice."""

    def __init__(self, session: ConfinedSession) -> None:
        self.data = Path(os.path.realpath(session.data))
        self.shown_again: list[Path] = []
        self._whole = [Path("/tmp"), *map(Path, _HIDDEN), RUN]  # noqa: S108
        again = {path for path in session.shown if self.hides(path) and not path.is_relative_to(self.data)}
        self.shown_again = sorted(again)
        self._whole.append(self.data)
        self._kept = [Path(os.path.realpath(path)) for path in (session.place, *session.shown, *session.writable)]
        self._environ = session.environ

    def hides(self, path: Path) -> bool:
        """Tell whether a path lies in what is covered, and in nothing that is shown again."""
        deepest = max((folder for folder in self._whole if path.is_relative_to(folder)), key=_depth, default=None)
        return deepest is not None and not any(
            path.is_relative_to(shown) and shown.is_relative_to(deepest) for shown in self.shown_again
        )

    def words(self) -> list[str]:
        """Cover keys, the file systems of containers and sockets, the folders before what lies in them."""
        words: list[str] = []
        for path in sorted({Path(os.path.realpath(path)) for path in (*key_places(self._environ), *container_roots())}):
            if not self.hides(path) and not self._holds_kept(path):
                words += self._cover(path)
        for path in bound_sockets():
            real = Path(os.path.realpath(path))
            if not self.hides(real) and is_socket(real):
                words += ["--ro-bind", _NOTHING, str(real)]
        return words

    def _cover(self, path: Path) -> list[str]:
        try:
            if not path.is_dir():
                return ["--ro-bind", _NOTHING, str(path)] if path.exists() else []
        except OSError:  # what we cannot see, the session cannot either
            return []
        self._whole.append(path)
        again = [path / name for name in SHOWN_OF_SSH] if path.name == ".ssh" else []
        return ["--tmpfs", str(path), *_bound(again), "--remount-ro", str(path)]

    def _holds_kept(self, path: Path) -> bool:
        return any(kept.is_relative_to(path) for kept in self._kept)


def _depth(path: Path) -> int:
    return len(path.parts)


def _bound(paths: Iterable[Path]) -> list[str]:
    """Show paths again, read-only. One that is gone meanwhile is left out."""
    return [word for path in paths for word in ("--ro-bind-try", str(path), str(path))]


def _resolver() -> Iterator[str]:
    """Show the file again that tells which servers answer names: it may lie anywhere in ``/run``."""
    real = os.path.realpath("/etc/resolv.conf")
    if real.startswith(f"{RUN}/"):
        yield from ("--ro-bind-try", real, real)


def _repositories(folder: Path) -> Iterator[Path]:
    """Name what git keeps of the repositories at a folder and in the folders in it: hooks there would run as the
    operator."""
    for place in (folder, *_folders(folder)):
        if (place / ".git").exists():
            yield place / ".git"


def _folders(folder: Path) -> list[Path]:
    try:
        return [path for path in folder.iterdir() if path.is_dir() and not path.is_symlink()]
    except OSError:
        return []
