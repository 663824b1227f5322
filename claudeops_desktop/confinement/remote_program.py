"""Runs on another host, as the forced command of a key for reading: the command that ssh was given, in the profile.

It is copied there as one file (``remote_script``), so it needs the standard library alone, and bubblewrap. Where the
profile cannot be had there, nothing is run.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from . import shim
from .profile import BWRAP
from .single_program import confine_program

SHIM_WORD = "--shim"
ASKED = "SSH_ORIGINAL_COMMAND"
REFUSED = 126


def main(words: Sequence[str], environ: Mapping[str, str], file: str) -> int:
    """Run the command that ssh was given, or be the first program in its profile; ``file`` is this program's own. The
    exit code is that of the command, 126 where it was not run."""
    if words[:1] == [SHIM_WORD]:
        return shim.main(words[1:])
    asked = environ.get(ASKED, "")
    if not asked.strip():
        return _refuse("this key reads: it runs the one command that ssh is given, and has no shell")
    bwrap = shutil.which(BWRAP)
    if bwrap is None:
        return _refuse("bubblewrap is not installed on this host, and without it nothing is run")
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _frame: sys.exit(128 + number))
    start = [sys.executable, "-I", "-S", os.path.abspath(file), SHIM_WORD]
    command = [environ.get("SHELL") or "/bin/sh", "-c", asked]
    try:
        with tempfile.TemporaryDirectory(prefix="claudeops-read-") as folder:
            place = Path(folder, "run")
            started, inside = confine_program(command, place, Path(folder), environ, bwrap, start)
            code = subprocess.call(started, env=inside)
    except OSError as error:
        return _refuse(f"the profile cannot be made: {error.filename}: {error.strerror}")
    return code if code >= 0 else 128 - code


def _refuse(why: str) -> int:
    sys.stderr.write(f"Claude Ops: {why}.\n")
    return REFUSED
