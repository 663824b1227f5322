"""The application as a process that begins with everything loaded: forked, so that hundreds of them can be started."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop

import claudeops_desktop.cli.main
import claudeops_desktop.memory.service
import claudeops_desktop.runs.reconcile  # noqa: F401
from claudeops_desktop import __main__ as program
from claudeops_desktop.app import open_engine
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.runs import retry_writes
from claudeops_desktop.runs.request import RunRequest

LOOK_S = 0.02


def be_program(words: tuple[str, ...], environ: Mapping[str, str], output: str) -> None:
    """Become ``claudeops WORD…``."""
    _become(environ, output)
    sys.argv = ["claudeops", *words]
    _end(program.main)


def be_engine(root: str, environ: Mapping[str, str], output: str, opened: str) -> None:
    """Become an application that stays: one run, then whatever it tries again, until there is a file ``opened``."""
    _become(environ, output)
    retry_writes.EVERY_S = 0.1

    def stay() -> int:
        engine = open_engine(DataFolder(Path(root)))
        try:
            ended = engine.run_to_end(RunRequest(agent="claude"))
            Path(f"{opened}.over").touch()  # it may have been refused before it began
            loop = QEventLoop()

            def look() -> None:
                if Path(opened).exists():
                    loop.quit()
                else:
                    engine.main.later(LOOK_S, look)

            engine.main.later(LOOK_S, look)
            loop.exec()
            return int(ended.status != "completed")
        finally:
            engine.close()

    _end(stay)


def _become(environ: Mapping[str, str], output: str) -> None:
    os.environ.update(environ)
    os.setsid()
    signal.signal(signal.SIGINT, signal.default_int_handler)
    said = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for number, file in ((0, nothing), (1, said), (2, said)):
        os.dup2(file, number)


def _end(work: Callable[[], Any]) -> None:
    code: Any = 70
    try:
        code = work()
    except SystemExit as error:
        code = error.code
    except Exception as error:
        full_text = getattr(error, "full_text", None)
        print(full_text or repr(error), file=sys.stderr)
        code = 1 if full_text else 70
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code if isinstance(code, int) else int(code is not None))
