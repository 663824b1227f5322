"""The application's own log: warnings to stderr, everything of note to ``logs/app.log`` in the data folder."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core.paths import DataFolder

FILE = "app.log"
BYTES = 2_000_000
KEPT = 3
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _Stderr(logging.Handler):
    """Whatever stderr is at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record), file=sys.stderr)


class _KeptFile(logging.FileHandler):
    """A file that begins anew at 2 MB and keeps the three before it. (The standard one is slow to import.)"""

    def __init__(self, path: Path) -> None:
        super().__init__(path, encoding="utf-8")
        self._told = False

    def _open(self) -> TextIOWrapper:
        """The file, the operator's alone: also one that is there with other rights, and whatever the umask is."""
        descriptor = os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
        with suppress(OSError):  # a file system without rights, or a file of somebody else
            os.fchmod(descriptor, 0o600)
        return os.fdopen(descriptor, "a", encoding="utf-8")

    def emit(self, record: logging.LogRecord) -> None:
        super().emit(record)
        try:
            if self.stream is not None and self.stream.tell() > BYTES:
                self.stream.close()
                self._begin_anew()
        except OSError:  # asking where it stands writes what is left to write: a full disk
            self.handleError(record)

    def handleError(self, record: logging.LogRecord) -> None:
        """Say once that the log has gaps; whoever logs must never fail by that."""
        if not self._told:
            self._told = True
            error = sys.exc_info()[1]
            why = getattr(error, "strerror", None) or error
            with suppress(OSError, ValueError):
                print(f"WARNING: {self.baseFilename} cannot be written: {why}", file=sys.stderr, flush=True)

    def _begin_anew(self) -> None:
        names = [self.baseFilename, *(f"{self.baseFilename}.{n}" for n in range(1, KEPT + 1))]
        for older, newer in reversed(list(zip(names[1:], names, strict=False))):
            if Path(newer).exists():
                Path(newer).replace(older)
        self.stream = self._open()


def tell_warnings(*, and_news: bool = False) -> None:
    """Warnings go to stderr, out of the way of what is printed; ``and_news`` also what goes as it should.

    Calling it again adds nothing.
    """
    root = logging.getLogger()
    handler = next((handler for handler in root.handlers if isinstance(handler, _Stderr)), None)
    if handler is None:
        handler = _Stderr(logging.WARNING)
        handler.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
        root.addHandler(handler)
    if and_news:
        handler.setLevel(logging.INFO)
    root.setLevel(logging.INFO)
    for chatty in ("apscheduler", "peewee", "httpx", "httpcore"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def keep_log(folder: DataFolder, *, quiet: bool = False) -> Path | None:
    """Also keep a file that a bug can be found in; its path, or None where it cannot be written.

    With ``quiet`` only the file is written from now on, where it can be.
    """
    tell_warnings()
    path = folder.logs / FILE
    try:
        folder.logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler = _KeptFile(path)
    except OSError as error:
        logging.getLogger(__name__).warning("%s cannot be written: %s", path, error.strerror)
        return None
    handler.setFormatter(logging.Formatter(FORM))
    root = logging.getLogger()
    if quiet:
        for other in tuple(root.handlers):
            root.removeHandler(other)
    root.addHandler(handler)
    return path
