"""One window a data folder (D3): a second start hands its wish to the first and ends.

Who is first is decided by a lock file in the data folder, which also tells a killed owner from a living one; wishes go
over a local socket whose name comes from the folder's path (a plain one: Qt's would load its whole network library). A
first one that hangs is said to hang, with its process number, instead of starting a second one on the same data.
"""

from __future__ import annotations

import errno
import hashlib
import os
import socket
import tempfile
import time
from contextlib import suppress
from enum import StrEnum
from pathlib import Path

from msgspec import Struct
from PySide6.QtCore import QLockFile, QObject, QSocketNotifier, Signal, Slot

from ...core.errors import EnvironmentFault
from ...core.paths import DataFolder
from ..text.translation import tr

CONNECT_MS = 500
ANSWER_MS = 3000
STARTING_UP_S = 5.0
LONGEST_WISH = 200
LONGEST_ADDRESS = 100  # a local socket's path holds 107 bytes
WISHES = ("raise", "run")
SHOW = "show "


class ClaimResult(StrEnum):
    """What became of a start."""

    FIRST = "first"
    HANDED_OVER = "handed over"
    HUNG = "hung"


class ClaimOutcome(Struct, frozen=True):
    """``sentence`` says what to tell the operator; it is empty for the first one."""

    claim: ClaimResult
    sentence: str = ""


class _Caller(QObject):
    """A second start on the line. ``over`` tells its wish, "" for none that is known; then it is let go of."""

    over = Signal(QObject, str)

    def __init__(self, line: socket.socket, parent: QObject) -> None:
        super().__init__(parent)
        line.setblocking(False)
        self._line = line
        self._said = b""
        self._notifier = QSocketNotifier(line.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)

    def close(self) -> None:
        """Hang up."""
        self._notifier.setEnabled(False)
        self._line.close()
        self.deleteLater()

    @Slot()
    def _read(self) -> None:
        try:
            part = self._line.recv(LONGEST_WISH + 1)
        except BlockingIOError:
            return
        except OSError:
            part = b""
        self._said += part
        if part and b"\n" not in self._said and len(self._said) <= LONGEST_WISH:
            return
        line, whole, _ = self._said.partition(b"\n")
        wish = line.decode("utf-8", "replace").strip() if whole and len(line) <= LONGEST_WISH else ""
        known = wish in WISHES or wish.startswith(SHOW)
        if whole:
            with suppress(OSError):
                self._line.send(b"done\n" if known else b"what?\n")
        self._notifier.setEnabled(False)
        self.over.emit(self, wish if known else "")


class SingleInstance(QObject):
    """``request_received`` carries the wish of a second start: ``raise``, ``run``, or ``show`` and a place."""

    request_received = Signal(str)

    def __init__(self, folder: DataFolder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._folder = folder
        self._lock = QLockFile(str(folder.root / "window.lock"))
        self._lock.setStaleLockTime(0)
        self.address = socket_path(folder.root)
        self._server: socket.socket | None = None
        self._coming: QSocketNotifier | None = None
        self._open: list[_Caller] = []

    def claim(self, wish: str = "raise") -> ClaimOutcome:
        """Become the first one, or hand ``wish`` to it. Waits some seconds at most, before there is a window.

        Raises EnvironmentFault where the data folder cannot be locked at all.
        """
        until = time.monotonic() + STARTING_UP_S
        while True:
            if self._lock.tryLock(0):
                with suppress(OSError):
                    Path(self._lock.fileName()).chmod(0o600)  # Qt makes it readable for everybody
                self._listen()
                return ClaimOutcome(ClaimResult.FIRST)
            if self._lock.error() == QLockFile.LockError.PermissionError:
                raise EnvironmentFault(
                    tr("The data folder {parent} cannot be written.", parent=Path(self._lock.fileName()).parent),
                    tr("Make it writable, or name another one with --data-dir."),
                )
            if self._lock.error() == QLockFile.LockError.UnknownError:  # nobody holds it, and it cannot be written
                raise _cannot_be_written(self._folder)
            answered = _hand_over(self.address, wish)
            if answered:
                return ClaimOutcome(
                    ClaimResult.HANDED_OVER, tr("Claude Ops runs already: its window was brought to the front.")
                )
            if answered is False or time.monotonic() > until:
                return ClaimOutcome(ClaimResult.HUNG, self._hung())
            time.sleep(0.05)  # the first one is just starting, or just ending

    def close(self) -> None:
        """Let the next start be the first."""
        while self._open:
            self._open.pop().close()
        if self._coming is not None:
            self._coming.setEnabled(False)
            self._coming.deleteLater()
            self._coming = None
        if self._server is not None:
            self._server.close()
            self._server = None
            with suppress(OSError):
                os.unlink(self.address)  # noqa: PTH108 — pathlib's would say no more
        self._lock.unlock()

    def _listen(self) -> None:
        server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_NONBLOCK | socket.SOCK_CLOEXEC)
        try:
            with suppress(FileNotFoundError):
                os.unlink(self.address)  # noqa: PTH108 — what a killed one left behind
            others = os.umask(0o177)  # from its first moment the user's own; no thread of ours runs yet
            try:
                server.bind(self.address)
            finally:
                os.umask(others)
            server.listen()
        except OSError as error:
            server.close()
            raise EnvironmentFault(
                tr("Cannot listen on {address}: {value}.", address=self.address, value=error.strerror or error),
                tr("A second start will not find this one."),
            ) from error
        self._server = server
        self._coming = QSocketNotifier(server.fileno(), QSocketNotifier.Type.Read, self)
        self._coming.activated.connect(self._connected)

    @Slot()
    def _connected(self) -> None:
        while self._server is not None:
            try:
                caller, _ = self._server.accept()
            except OSError:  # nobody waits any more
                return
            told = _Caller(caller, self)
            told.over.connect(self._over)
            self._open.append(told)

    @Slot(QObject, str)
    def _over(self, caller: QObject, wish: str) -> None:
        if isinstance(caller, _Caller) and caller in self._open:
            self._open.remove(caller)
            caller.close()
        if wish:
            self.request_received.emit(wish)

    def _hung(self) -> str:
        pid = next((part for part in _lock_info(self._lock) if isinstance(part, int) and part > 1), 0)
        who = tr(" (process {pid})", pid=pid) if pid else ""
        how = tr("End it, for example with: kill {pid}", pid=pid) if pid else tr("End it")
        return tr("Claude Ops runs already{who} but does not answer. {how}. Then start it again.", who=who, how=how)


def socket_path(root: Path) -> str:
    """Where the first one listens: a short path of the user's own, made from the data folder's path."""
    name = f"claudeops-{hashlib.sha256(str(root.resolve()).encode()).hexdigest()[:16]}"
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    wanted = Path(runtime) / f"{name}.sock"
    if runtime and os.access(runtime, os.W_OK) and len(os.fsencode(wanted)) <= LONGEST_ADDRESS:
        return str(wanted)
    return str(Path(tempfile.gettempdir()) / f"{name}-{os.getuid()}.sock")


def _hand_over(address: str, wish: str) -> bool | None:
    """True: it answered. False: it is there but does not answer. None: nobody listens (yet)."""
    answer = b""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as caller:
        caller.settimeout(CONNECT_MS / 1000)
        try:
            caller.connect(address)
        except TimeoutError:  # it is there, and has long taken nobody in
            return False
        except OSError:
            return None
        try:
            caller.sendall(f"{wish}\n".encode())
            caller.settimeout(ANSWER_MS / 1000)
            while b"\n" not in answer:
                part = caller.recv(64)
                if not part:  # it has just ended
                    return None
                answer += part
        except TimeoutError:
            return False
        except OSError:
            return None
    return answer.strip() == b"done"


def _cannot_be_written(folder: DataFolder) -> EnvironmentFault:
    """Say why no lock can be written, in the words of the command line where the disk is full."""
    from ...storage.database import machine_fault

    try:
        with tempfile.TemporaryFile(dir=folder.root) as probe:
            probe.write(b"x" * 4096)
            probe.flush()
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
        reason, fault = error.strerror or str(error), machine_fault(OSError("disk is full"), folder.database)
        if full and fault is not None:
            return fault
    else:
        reason = tr("its lock could not be written")
    return EnvironmentFault(
        tr("The data folder {parent} cannot be used: {reason}.", parent=folder.root, reason=reason),
        tr("Start it again, or name another one with --data-dir."),
    )


def _lock_info(lock: QLockFile) -> tuple[object, ...]:
    """Process id, host and application of the owner, as far as they are known."""
    found: object = lock.getLockInfo()
    return found if isinstance(found, tuple) else ()
