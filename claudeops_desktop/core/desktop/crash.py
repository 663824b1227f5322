"""Crashes: caught, written into the data folder, shown at the next start. Nothing is sent anywhere.

An error that nobody caught is written at once, with its traceback, versions and the last lines of the log; so is a bug
that a thread logs and outlives. A hard crash
(a signal such as SIGSEGV, an abort) cannot run Python any more: for it a file is held open that Python's own fault
handler writes to. Such a file is left behind by a process that is gone, and becomes a report at the next start.
"""

from __future__ import annotations

import faulthandler
import logging
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from ... import __version__
from ..atomic_write import write_whole
from ..clock import Clock, utc_now
from ..errors import is_bug
from ..paths import DataFolder

log = logging.getLogger(__name__)

FOLDER = "crashes"
KEPT = 20
MOST_OF_ONE_PROCESS = 5
LOG_LINES = 60
TAIL_BYTES = 64_000
NEW, SHOWN, OPEN = ".txt", ".shown.txt", ".fault"
_NOTED = "_claudeops_noted"
_PLACE = re.compile(r'File "[^"]*?([^/"\\]+)", line \d+(?:,)? in (\S+)')

Redact = Callable[[str], str]


@dataclass(frozen=True, slots=True)
class CrashReport:
    """One report. ``what`` says in a sentence what happened; ``mark`` is the same for crashes at the same place."""

    path: Path
    what: str
    text: str
    mark: str


def folder_of(folder: DataFolder) -> Path:
    """Where reports lie."""
    return folder.root / FOLDER


class CrashWatch:
    """Catches what nobody caught, from ``install`` until ``close``. ``noticed`` is told of each report as it is
    written, on the thread that failed.
    """

    def __init__(self, folder: DataFolder, redact: Redact, clock: Clock = utc_now) -> None:
        self._folder = folder
        self._redact = redact
        self._clock = clock
        self._fault: IO[str] | None = None
        self._fault_path = folder_of(folder)
        self._bugs = _Bugs(self)
        self._marks: set[str] = set()
        self._before: tuple[Any, Any] | None = None
        self.noticed: Callable[[CrashReport], None] = _nobody

    def install(self) -> None:
        """Begin. A folder that cannot be written is told in the log and changes nothing else."""
        logging.getLogger().addHandler(self._bugs)
        self._before = (sys.excepthook, threading.excepthook)
        sys.excepthook = self._uncaught
        threading.excepthook = self._uncaught_in_thread
        place = folder_of(self._folder)
        try:
            place.mkdir(mode=0o700, exist_ok=True)
            path = place / f"{os.getpid()}{OPEN}"
            if path.exists():  # of a process that had the same number
                path.rename(path.with_name(f"{os.getpid()}-before{OPEN}"))
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
            self._fault = os.fdopen(descriptor, "w", encoding="utf-8")
            self._fault_path = path
        except OSError as error:
            log.warning("crashes cannot be noted in %s: %s", place, error)
            return
        faulthandler.enable(self._fault)

    def close(self) -> None:
        """The application ends as it should."""
        logging.getLogger().removeHandler(self._bugs)
        if self._before is not None:
            sys.excepthook, threading.excepthook = self._before
            self._before = None
        self._let_go_of_signals()

    def last_word(self, what: str, details: str) -> None:
        """A report of what ends the process now: the signal that follows is not a second one."""
        if self.write(what, details) is not None:
            self._let_go_of_signals()

    def _let_go_of_signals(self) -> None:
        if self._fault is not None:
            faulthandler.disable()
            self._fault.close()
            self._fault_path.unlink(missing_ok=True)
            self._fault = None

    def write(self, what: str, details: str) -> CrashReport | None:
        """Write a report, once for each place and a few for each process; None where none was written."""
        mark = mark_of(details)
        if mark in self._marks or len(self._marks) >= MOST_OF_ONE_PROCESS:
            return None
        self._marks.add(mark)
        try:
            report = write_report(self._folder, what, details, self._redact, self._clock)
        except OSError as error:
            log.warning("the crash report cannot be written: %s", error)
            return None
        self.noticed(report)
        return report

    def caught(self, error: BaseException, what: str = "An error that nobody caught") -> CrashReport | None:
        """A report of an error with its traceback."""
        import traceback

        return self.write(_said(what, error), "".join(traceback.format_exception(error)))

    def _uncaught(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        log.critical("nobody caught this", exc_info=(kind, error, trace))
        self.caught(error.with_traceback(trace))

    def _uncaught_in_thread(self, failed: threading.ExceptHookArgs) -> None:
        if failed.exc_type is SystemExit or failed.exc_value is None:
            return
        self._uncaught(failed.exc_type, failed.exc_value, failed.exc_traceback)


class _Bugs(logging.Handler):
    """What is logged with the traceback of a bug becomes a report too, once: a thread or the database's worker goes on
    after it, and nobody would look into the log."""

    def __init__(self, watch: CrashWatch) -> None:
        super().__init__(logging.ERROR)
        self._watch = watch

    def emit(self, record: logging.LogRecord) -> None:
        """On the thread that failed."""
        error = record.exc_info[1] if record.exc_info else None
        if error is None or record.name == __name__ or not is_bug(error) or getattr(error, _NOTED, False):
            return
        with suppress(AttributeError):
            setattr(error, _NOTED, True)
        said = record.getMessage()
        self._watch.caught(error, f"{said[:1].upper()}{said[1:200]}")


def write_report(folder: DataFolder, what: str, details: str, redact: Redact, clock: Clock = utc_now) -> CrashReport:
    """Write one report, without secrets; the oldest go. Raises OSError."""
    import platform

    place = folder_of(folder)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    now = clock()
    mark = mark_of(details)
    parts = (
        what,
        "",
        f"When: {now:%Y-%m-%d %H:%M:%S} UTC",
        f"Claude Ops {__version__}, Python {platform.python_version()}, {_qt()}{platform.platform()}",
        f"Display: {os.environ.get('XDG_SESSION_TYPE', 'unknown')}, {os.environ.get('XDG_CURRENT_DESKTOP', 'unknown')}",
        f"Mark: {mark}",
        "",
        "What the program did",
        details.rstrip(),
        "",
        f"The last lines of the log ({LOG_LINES} at the most)",
        *_last_lines(folder),
        "",
    )
    text = "\n".join(redact(line) for part in parts for line in part.split("\n"))
    path = place / f"{now:%Y%m%dT%H%M%S}-{os.getpid()}-{mark}{NEW}"
    write_whole(path, text)
    for old in sorted(place.glob(f"*{NEW}"))[:-KEPT]:
        old.unlink(missing_ok=True)
    return CrashReport(path, text.split("\n", 1)[0], text, mark)


def take_in(folder: DataFolder, redact: Redact) -> None:
    """Make reports of what hard crashes left behind. Does file work."""
    for left in sorted(folder_of(folder).glob(f"*{OPEN}")):
        if _lives(left.stem):
            continue
        try:
            details = left.read_text(encoding="utf-8", errors="replace")
            if details.strip():
                write_report(folder, _hard(details), details, redact)
            left.unlink(missing_ok=True)
        except OSError as error:
            log.warning("%s cannot be taken in: %s", left, error)


def waiting_reports(folder: DataFolder) -> list[CrashReport]:
    """Reports that were not shown yet, oldest first. Does file work."""
    found = []
    for path in sorted(folder_of(folder).glob(f"*{NEW}")):
        if path.name.endswith(SHOWN):
            continue
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as error:
            log.warning("%s cannot be read: %s", path, error)
            continue
        mark = next((line[6:] for line in text.split("\n") if line.startswith("Mark: ")), "")
        found.append(CrashReport(path, text.split("\n", 1)[0], text, mark))
    return found


def was_shown(report: CrashReport) -> None:
    """It is not shown at the next start."""
    try:
        report.path.rename(report.path.with_name(report.path.name.removesuffix(NEW) + SHOWN))
    except OSError as error:
        log.warning("%s cannot be marked as shown: %s", report.path, error)


def were_shown(reports: Iterable[CrashReport]) -> None:
    """None of them is shown at the next start."""
    for report in reports:
        was_shown(report)


def mark_of(details: str) -> str:
    """The same for tracebacks through the same functions, whatever their lines and values."""
    import hashlib

    places = _PLACE.findall(details) or [("", details[:200])]
    return hashlib.sha256(repr(places).encode()).hexdigest()[:12]


def _said(what: str, error: BaseException) -> str:
    said = " ".join(str(error).split())[:200]
    return f"{what}: {type(error).__name__}{': ' + said if said else ''}"


def _hard(details: str) -> str:
    first = next((line for line in details.splitlines() if line.strip()), "")
    reason = first.removeprefix("Fatal Python error: ").strip().rstrip(".")
    return f"The application was ended by the system: {reason}"


def _last_lines(folder: DataFolder) -> list[str]:
    try:
        with (folder.logs / "app.log").open("rb") as file:
            file.seek(0, os.SEEK_END)
            file.seek(max(0, file.tell() - TAIL_BYTES))
            return file.read().decode("utf-8", "replace").splitlines()[-LOG_LINES:]
    except OSError:
        return ["(there is no log)"]


def _qt() -> str:
    core = sys.modules.get("PySide6.QtCore")
    return f"Qt {core.qVersion()}, " if core is not None else ""


def _lives(pid: str) -> bool:
    if not pid.isdecimal():
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return int(pid) == os.getpid() or _is_ours(int(pid))


def _is_ours(pid: int) -> bool:
    """A number may have been given to another program meanwhile."""
    try:
        return b"claudeops" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def _nobody(_report: CrashReport) -> None:
    pass
