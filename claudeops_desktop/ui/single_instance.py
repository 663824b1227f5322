"""One window a data folder (D3): a second start hands its wish to the first and ends.

Who is first is decided by a lock file in the data folder, which also tells a killed owner from a living one; wishes go
over a local socket whose name comes from the folder's path. A first one that hangs is said to hang, with its process
number, instead of starting a second one on the same data.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject, Signal
from PySide6.QtNetwork import QLocalServer, QLocalSocket

from ..errors import EnvironmentFault
from ..paths import DataFolder

CONNECT_MS = 500
ANSWER_MS = 3000
STARTING_UP_S = 5.0
LONGEST_WISH = 200
LONGEST_ADDRESS = 100  # a local socket's path holds 107 bytes
WISHES = ("raise", "run")
SHOW = "show "


class Claim(StrEnum):
    """What became of a start."""

    FIRST = "first"
    HANDED_OVER = "handed over"
    HUNG = "hung"


@dataclass(frozen=True, slots=True)
class Claimed:
    """``sentence`` says what to tell the operator; it is empty for the first one."""

    claim: Claim
    sentence: str = ""


class SingleInstance(QObject):
    """``asked`` carries the wish of a second start: ``raise``, ``run``, or ``show`` and a place."""

    asked = Signal(str)

    def __init__(self, folder: DataFolder, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._lock = QLockFile(str(folder.root / "window.lock"))
        self._lock.setStaleLockTime(0)
        self.address = socket_path(folder.root)
        self._server: QLocalServer | None = None
        self._open: list[QLocalSocket] = []

    def claim(self, wish: str = "raise") -> Claimed:
        """Become the first one, or hand ``wish`` to it. Waits some seconds at most, before there is a window.

        Raises EnvironmentFault where the data folder cannot be locked at all.
        """
        until = time.monotonic() + STARTING_UP_S
        while True:
            if self._lock.tryLock(0):
                self._listen()
                return Claimed(Claim.FIRST)
            if self._lock.error() == QLockFile.LockError.PermissionError:
                raise EnvironmentFault(
                    f"The data folder {Path(self._lock.fileName()).parent} cannot be written.",
                    "Make it writable, or name another one with --data-dir.",
                )
            answered = _hand_over(self.address, wish)
            if answered:
                return Claimed(Claim.HANDED_OVER, "Claude Ops runs already: its window was brought to the front.")
            if answered is False or time.monotonic() > until:
                return Claimed(Claim.HUNG, self._hung())
            time.sleep(0.05)  # the first one is just starting, or just ending

    def close(self) -> None:
        """Let the next start be the first."""
        if self._server is not None:
            self._server.close()
            self._server = None
        self._lock.unlock()

    def _listen(self) -> None:
        QLocalServer.removeServer(self.address)  # what a killed one left behind
        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        if not server.listen(self.address):
            raise EnvironmentFault(
                f"Cannot listen on {self.address}: {server.errorString()}.", "A second start will not find this one."
            )
        server.newConnection.connect(self._connected)
        self._server = server

    def _connected(self) -> None:
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            self._open.append(socket)
            socket.readyRead.connect(self._said)
            socket.disconnected.connect(self._gone)
            if socket.bytesAvailable():
                self._read(socket)

    def _said(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket):
            self._read(socket)

    def _read(self, socket: QLocalSocket) -> None:
        if socket.bytesAvailable() > LONGEST_WISH:
            socket.abort()
        if not socket.canReadLine():
            return
        wish = bytes(socket.readLine().data()).decode("utf-8", "replace").strip()
        known = wish in WISHES or wish.startswith(SHOW)
        socket.write(b"done\n" if known else b"what?\n")
        socket.flush()
        socket.disconnectFromServer()
        if known:
            self.asked.emit(wish)

    def _gone(self) -> None:
        socket = self.sender()
        if isinstance(socket, QLocalSocket) and socket in self._open:
            self._open.remove(socket)
            socket.deleteLater()

    def _hung(self) -> str:
        pid = next((part for part in _lock_info(self._lock) if isinstance(part, int) and part > 1), 0)
        who = f" (process {pid})" if pid else ""
        how = f"End it, for example with: kill {pid}" if pid else "End it"
        return f"Claude Ops runs already{who} but does not answer. {how}. Then start it again."


def socket_path(root: Path) -> str:
    """Where the first one listens: a short path of the user's own, made from the data folder's path."""
    name = f"claudeops-{hashlib.sha256(str(root.resolve()).encode()).hexdigest()[:16]}"
    if sys.platform == "win32":
        return name
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    wanted = Path(runtime) / f"{name}.sock"
    if runtime and os.access(runtime, os.W_OK) and len(os.fsencode(wanted)) <= LONGEST_ADDRESS:
        return str(wanted)
    return str(Path(tempfile.gettempdir()) / f"{name}-{os.getuid()}.sock")


def _hand_over(address: str, wish: str) -> bool | None:
    """True: it answered. False: it is there but does not answer. None: nobody listens (yet)."""
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(CONNECT_MS):
        return None
    socket.write(f"{wish}\n".encode())
    socket.waitForBytesWritten(CONNECT_MS)
    while not socket.canReadLine():
        if not socket.waitForReadyRead(ANSWER_MS):
            return False
    return bytes(socket.readLine().data()).strip() == b"done"


def _lock_info(lock: QLockFile) -> tuple[object, ...]:
    """Process id, host and application of the owner, as far as they are known."""
    found: object = lock.getLockInfo()
    return found if isinstance(found, tuple) else ()
