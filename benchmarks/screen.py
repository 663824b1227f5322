"""A screen to measure on: an X server of our own, with a window manager and a tray where they are installed."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Screen:
    """What a program needs to be shown here, and in words what it is shown on."""

    environ: dict[str, str]
    words: str


@contextmanager
def screen(*, tray: bool = False) -> Iterator[Screen]:
    """Xvfb if it is there, else Qt's own offscreen platform. Ends what it started."""
    environ = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")}
    if not shutil.which("Xvfb"):
        yield Screen(environ | {"QT_QPA_PLATFORM": "offscreen"}, "offscreen (Xvfb is not installed)")
        return
    with ExitStack() as started:
        ours, theirs = os.pipe()
        _start(started, ["Xvfb", "-displayfd", str(theirs), "-screen", "0", "1280x800x24", "-nolisten", "tcp"], theirs)
        os.close(theirs)
        with os.fdopen(ours) as number:
            environ["DISPLAY"] = f":{number.readline().strip()}"
        environ["QT_QPA_PLATFORM"] = "xcb"
        words = "Xvfb"
        if tray and shutil.which("openbox") and shutil.which("trayer"):
            _start(started, ["openbox"], env=environ)
            _start(started, ["trayer", "--edge", "bottom"], env=environ)
            time.sleep(1.5)  # neither says when it is ready
            words = "Xvfb, openbox and trayer"
        yield Screen(environ, words)


def _start(started: ExitStack, words: list[str], keep: int | None = None, env: dict[str, str] | None = None) -> None:
    process = subprocess.Popen(
        words,
        pass_fds=() if keep is None else (keep,),
        env=env,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
    )

    def end() -> None:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    started.callback(end)
