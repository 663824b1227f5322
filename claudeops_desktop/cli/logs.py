"""The application's own log: warnings to stderr, everything of note to ``logs/app.log`` in the data folder."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from ..paths import DataFolder

FILE = "app.log"
BYTES = 2_000_000
KEPT = 3
FORM = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _Stderr(logging.Handler):
    """Whatever stderr is at that moment."""

    def emit(self, record: logging.LogRecord) -> None:
        print(self.format(record), file=sys.stderr)


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
    from logging.handlers import RotatingFileHandler

    tell_warnings()
    path = folder.logs / FILE
    try:
        folder.logs.mkdir(mode=0o700, parents=True, exist_ok=True)
        handler = RotatingFileHandler(path, maxBytes=BYTES, backupCount=KEPT, encoding="utf-8")
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
