"""One agent process: a thin wrapper around QProcess (PRODUCT S3).

Output does not come through QProcess, which would read it into memory as fast as it can be written: the process
writes into pipes of ours that one thread reads. While that thread is busy with a chunk the pipe fills and the process
waits, so that a flood costs neither memory nor the window's time.
"""

from __future__ import annotations

import fcntl
import logging
import os
import select
import shutil
import signal
import sys
import termios
import threading
import time
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, Qt, QTimer, Signal

from ..confinement.shim import REFUSED, SAYS
from ..core.messages import UserMessage
from .orphan_cleanup import OrphanProcess, end_leftovers, find_descendants, started
from .subreaper import OURS, adopt_orphans, orphans, reap_adopted
from .types import ProcessEnding, ProcessLaunch

__all__ = ["AgentProcess", "ProcessEnding"]

_log = logging.getLogger(__name__)

INTERRUPT_WAIT_MS = 3000
TERMINATE_WAIT_MS = 2000
GRANDCHILD_WAIT_S = 2.0
STOPPED_WAIT_S = 0.3
_STOP_STEPS = ((signal.SIGINT, INTERRUPT_WAIT_MS), (signal.SIGTERM, TERMINATE_WAIT_MS), (signal.SIGKILL, 0))
_PIPE_BYTES = 1 << 20
_READ_BYTES = 1 << 18
_MAX_TIMER_MS = 2**31 - 1
_SETPRIV_FAULT = b"setpriv: "
_PROFILE_FAULTS = (b"bwrap: ", SAYS.encode())
_IGNORED = ("INT", "TERM", "HUP")
_ENDED_FIRST = ("sh", "-c", 'echo 1000 2>/dev/null >/proc/self/oom_score_adj; exec "$@"', "sh")
"""Where the machine runs out of memory, the kernel ends what is in a profile before anything else. In there ``/proc``
is read-only, so no program takes that back."""
_OWN_SESSION = QProcess.UnixProcessFlag.CreateNewSession | QProcess.UnixProcessFlag.ResetSignalHandlers

OnChunk = Callable[[str, bytes], None]


class AgentProcess(QObject):
    """Starts an agent, hands over what it says, stops it, and tells once how it ended.

    Signals:
        started: the process number.
        ended: an Ending, exactly once, after every byte was handed over and nothing of it is left running.

    ``on_chunk("stdout" | "stderr", bytes)`` is called on the reader thread and may block: that is the back-pressure.
    What an agent leaves running when it ends by itself is ended too: a session owns all that it starts.
    """

    started = Signal(int)
    ended = Signal(object)
    _drained = Signal()

    def __init__(
        self, launch: ProcessLaunch, on_chunk: OnChunk, *, time_limit_s: float, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._launch = launch
        self._process = QProcess(self)
        self._process.errorOccurred.connect(self._on_error)
        self._process.started.connect(self._on_started)
        self._process.finished.connect(self._on_finished)
        self._drained.connect(self._finish, Qt.ConnectionType.QueuedConnection)
        self._reader = _PipeReader(on_chunk, self._drained.emit, launch.token)
        self._pid = 0
        self._why = ""
        self._error = ""
        self._gone = False
        self._told = False
        self._clock = QTimer(self)
        self._clock.setSingleShot(True)
        self._clock.setTimerType(Qt.TimerType.CoarseTimer)
        self._clock.setInterval(min(int(time_limit_s * 1000), _MAX_TIMER_MS))
        self._clock.timeout.connect(self._on_time_limit)
        self._left_ms: int | None = None  # while the clock is held
        self._step = QTimer(self)
        self._step.setSingleShot(True)
        self._step.timeout.connect(self._on_step)
        self._signals: Iterator[tuple[signal.Signals, int]] = iter(())

    @property
    def pid(self) -> int:
        """The process number; 0 before it started."""
        return self._pid

    @property
    def running(self) -> bool:
        """Tell whether ``ended`` is still to come."""
        return not self._told

    def start(self) -> None:
        """Start it. What goes wrong is told by ``ended``, once the event loop runs."""
        fault = self._fault()
        if fault:
            self._error = fault
            QTimer.singleShot(0, self._finish)
            return
        adopt_orphans()
        environment = QProcessEnvironment()
        for name, value in self._launch.env.items():
            if name != OURS:
                environment.insert(name, value)
        program, arguments = _with_parent_death(self._launch, self._resolved())
        self._process.setProgram(program)
        self._process.setArguments(arguments)
        self._process.setProcessEnvironment(environment)
        if self._launch.cwd:
            self._process.setWorkingDirectory(self._launch.cwd)
        self._process.setUnixProcessParameters(_OWN_SESSION)  # it hears Ctrl+C though we may ignore it
        out, err = self._reader.open()
        self._process.setStandardOutputFile(out)
        self._process.setStandardErrorFile(err)
        self._process.start()
        self._reader.close_writers()
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.write(self._launch.stdin)
            self._process.closeWriteChannel()

    def stop(self, why: str = "stopped") -> None:
        """Stop it: SIGINT, after 3 s SIGTERM, after 2 s more SIGKILL. The first reason given counts."""
        if self._gone or self._told or self._why:
            return
        self._why = why
        self._clock.stop()
        if self._pid:
            self._begin_stop()

    def hold_clock(self, on: bool) -> None:
        """Let the time limit stand still while the session waits for somebody, or run on."""
        if on and self._clock.isActive():
            self._left_ms = self._clock.remainingTime()
            self._clock.stop()
        elif not on and self._left_ms is not None:
            left, self._left_ms = self._left_ms, None
            if not (self._gone or self._told or self._why):
                self._clock.start(left)

    def shutdown(self) -> None:
        """Stop it now and wait: at most some six seconds, and nothing of it is left. For the application's own end.

        ``ended`` is emitted before this returns.
        """
        if self._told:
            return
        self._why = self._why or "stopped"
        self._clock.stop()
        self._step.stop()
        if self._process.state() != QProcess.ProcessState.NotRunning:
            self._process.waitForStarted(500)
            self._pid = self._pid or self._process.processId()
            self._reader.remember(self._pid)
            for number, wait_ms in ((signal.SIGINT, 1500), (signal.SIGTERM, 1500), (signal.SIGKILL, 1000)):
                self._send(number)
                if self._process.waitForFinished(wait_ms):
                    break
        self._reader.process_ended(self._pid, STOPPED_WAIT_S)
        self._reader.join(2.0)
        self._finish()

    def _fault(self) -> str:
        """Why it cannot start, in one sentence; Qt's own words say little."""
        cwd = self._launch.cwd
        if cwd and not Path(cwd).is_dir():
            return f"The working folder {cwd} does not exist. Choose another one in the settings."
        if not self._resolved():
            name = self._launch.program
            if Path(name).is_file():
                return f"{name} is not a program that can be run. Make it executable, or choose another one."
            return UserMessage("{name} was not found. Install it, or set its path in the settings.", name=name)
        return ""

    def _resolved(self) -> str:
        return shutil.which(self._launch.program, path=self._launch.env.get("PATH")) or ""

    def _on_started(self) -> None:
        self._pid = self._process.processId()
        self._reader.begun = started(self._pid)
        if self._clock.interval() > 0:
            self._clock.start()
        self.started.emit(self._pid)
        if self._why:
            self._begin_stop()

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart and not self._gone:
            self._gone = True
            self._error = f"{self._launch.program} could not be started: {self._process.errorString()}."
            self._reader.process_ended(0)

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        if self._gone:
            return
        self._gone = True
        self._clock.stop()
        self._step.stop()
        self._reader.process_ended(self._pid, STOPPED_WAIT_S if self._why else GRANDCHILD_WAIT_S)

    def _on_time_limit(self) -> None:
        self.stop("timed_out")

    def _begin_stop(self) -> None:
        self._reader.remember(self._pid)
        self._signals = iter(_STOP_STEPS)
        self._on_step()

    def _on_step(self) -> None:
        step = next(self._signals, None)
        if step is None or self._gone:
            return
        number, wait_ms = step
        self._reader.remember(self._pid)
        self._send(number)
        if wait_ms:
            self._step.start(wait_ms)

    def _send(self, number: signal.Signals) -> None:
        """To the whole group, which is the agent's own: it leads a session. Never before it does."""
        if not self._pid:
            return
        with suppress(OSError):
            send = os.killpg if os.getpgid(self._pid) == self._pid else os.kill
            send(self._pid, number)

    def _finish(self) -> None:
        if self._told:
            return
        self._told = True
        self._gone = True
        self._clock.stop()
        self._step.stop()
        self._reader.join(5.0)
        self.ended.emit(self._ending())

    def _ending(self) -> ProcessEnding:
        if self._error and not self._pid:
            return ProcessEnding("failed_to_start", None, self._error, self._why)
        code = self._process.exitCode()
        if self._process.exitStatus() == QProcess.ExitStatus.CrashExit:
            return ProcessEnding("signalled", -code if code else -signal.SIGKILL, self._reader.fault, self._why)
        if code in (126, 127) and self._reader.first_error.startswith(_SETPRIV_FAULT):
            why = self._reader.first_error.split(b": ")[-1].decode("utf-8", "replace").strip()
            return ProcessEnding(
                "failed_to_start", None, f"{self._launch.program} could not be started: {why}.", self._why
            )
        if self._launch.inside and code in (1, REFUSED) and self._reader.first_error.startswith(_PROFILE_FAULTS):
            why = self._reader.first_error.decode("utf-8", "replace").split("\n")[0].removeprefix(SAYS).rstrip(".")
            return ProcessEnding(
                "failed_to_start", None, f"The profile of the session could not be run: {why}.", self._why
            )
        left = () if self._why else tuple(filter(self._is_foreign, self._reader.left))
        return ProcessEnding("exited", code, self._reader.fault, self._why, left)

    def _is_foreign(self, command: str) -> bool:
        """Tell whether a command line belongs neither to the agent's own helpers nor to the application's."""
        program = Path(command.partition(" ")[0]).name
        own = {Path(name).name for name in (self._launch.program, self._launch.inside)}
        return bool(command) and program not in own and "claudeops_desktop" not in command


class _PipeReader:
    """Reads stdout and stderr on a thread of its own, and ends what is left of the process when it is gone.

    ``drained`` is called on that thread when every byte was handed over.
    """

    def __init__(self, on_chunk: OnChunk, drained: Callable[[], None], token: str) -> None:
        self._on_chunk = on_chunk
        self._drained = drained
        self._token = token
        self._names: dict[int, str] = {}
        self._writers: list[int] = []
        self._wake: tuple[int, int] | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._known: set[OrphanProcess] = set()
        self._exited: float | None = None
        self._owed: dict[int, int] = {}
        self._pid = 0
        self._grace = GRANDCHILD_WAIT_S
        self.begun = 0.0
        self.left: tuple[str, ...] = ()
        self.fault = ""
        self.first_error = b""

    def open(self) -> tuple[str, str]:
        """Make the pipes and start reading; the two paths that a process can write to."""
        paths = []
        folder = "/proc/self/fd" if Path("/proc/self/fd").is_dir() else "/dev/fd"
        for name in ("stdout", "stderr"):
            reading, writing = os.pipe()
            if sys.platform == "linux":
                with suppress(OSError):  # a larger pipe is fewer switches; the limit is the system's
                    fcntl.fcntl(writing, fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
            self._names[reading] = name
            self._writers.append(writing)
            paths.append(f"{folder}/{writing}")
        self._wake = wake = os.pipe()
        self._thread = threading.Thread(target=self._run, args=(wake,), name="agent-output", daemon=True)
        self._thread.start()
        return paths[0], paths[1]

    def close_writers(self) -> None:
        """The process has its own ends now; ours must go, or the end would never be seen."""
        for writing in self._writers:
            os.close(writing)
        self._writers.clear()

    def remember(self, pid: int) -> None:
        """Note the processes below the agent while they can still be told to be its own."""
        if pid:
            self._known |= find_descendants(pid)

    def process_ended(self, pid: int, grace_s: float = GRANDCHILD_WAIT_S) -> None:
        """The process is gone. What it wrote is in the pipes; who else keeps them open gets ``grace_s``."""
        if self._thread is None:
            self._drained()
            return
        with self._lock:
            if self._wake is None:
                return
            self._pid, self._grace = pid, grace_s
            self._owed = {reading: _waiting(reading) for reading in self._names}
            self._exited = time.monotonic()
            os.write(self._wake[1], b"x")

    def join(self, wait_s: float) -> None:
        """Wait for the thread."""
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(wait_s)

    def _run(self, wake: tuple[int, int]) -> None:
        open_pipes = dict(self._names)
        poll = select.poll()
        for reading in (*open_pipes, wake[0]):
            poll.register(reading, select.POLLIN)
        try:
            while open_pipes and not self._is_over():
                for reading, _ in poll.poll(None if self._exited is None else 50):
                    if reading == wake[0]:
                        poll.unregister(reading)
                        continue
                    with self._lock:  # what is owed is counted from what lies in the pipe
                        chunk = os.read(reading, _READ_BYTES)
                        self._owed[reading] = self._owed.get(reading, 0) - len(chunk)
                    if chunk:
                        self._hand_over(open_pipes[reading], chunk)
                    else:
                        poll.unregister(reading)
                        del open_pipes[reading]
                        self._owed.pop(reading, None)
            while self._exited is None:  # both ends are closed and it runs on: nothing more will be said
                select.select([wake[0]], [], [])
            adopted = orphans(self.begun, self._pid) if self.begun else frozenset()
            if self._token or self._known or adopted:
                self.left = end_leftovers(self._token, frozenset(self._known) | adopted, session=self._pid or None)
            reap_adopted(adopted)
        except Exception:
            _log.exception("reading the agent's output failed")
            self.fault = self.fault or "Reading the agent's output failed."
        finally:
            with self._lock:
                for reading in (*self._names, *wake):
                    os.close(reading)
                self._wake = None
            with suppress(RuntimeError):  # the wrapper may be gone by now
                self._drained()

    def _is_over(self) -> bool:
        """Gone for long enough, and every byte that it had written by then was handed over."""
        if self._exited is None or time.monotonic() - self._exited < self._grace:
            return False
        return all(owed <= 0 for owed in self._owed.values())

    def _hand_over(self, name: str, chunk: bytes) -> None:
        if name == "stderr" and len(self.first_error) < 1000:
            self.first_error += chunk[:1000]
        try:
            self._on_chunk(name, chunk)
        except Exception:
            if not self.fault:  # a bug of ours: told whole, once; the pipe is emptied all the same
                _log.exception("taking the agent's output failed")
                self.fault = "Taking the agent's output failed."


def _waiting(reading: int) -> int:
    """Bytes that lie in a pipe."""
    count = array("i", [0])
    try:
        fcntl.ioctl(reading, termios.FIONREAD, count)
    except OSError:
        return 0
    return count[0]


def _with_parent_death(launch: ProcessLaunch, program: str) -> tuple[str, list[str]]:
    """Have the kernel end the agent where we are killed: nobody would read, store or stop it.

    ``setpriv`` (util-linux) asks for that and then becomes the agent, so that the process number stays the same. Where
    there is none, the next start of the application finds the process by its token.

    What makes a profile ignores the signals by which an agent is stopped: they reach the agent itself, which is in the
    same group, and with the agent the profile ends. A signal that cannot be ignored ends the profile with all in it.
    """
    words, number = [program, *launch.arguments], "TERM"
    if launch.inside:
        words, number = ["env", *(f"--ignore-signal={name}" for name in _IGNORED), *_ENDED_FIRST, *words], "KILL"
    setpriv = shutil.which("setpriv") if sys.platform == "linux" else None
    if setpriv is None or Path(setpriv).resolve().name == "busybox":
        return words[0], words[1:]
    return setpriv, ["--pdeathsig", number, "--", *words]
