"""The machine that a session works on, in one line: what it would otherwise find out by trial."""

from __future__ import annotations

import os
import platform
import pwd
from pathlib import Path

from ..memory import one_line

_SYSTEMD = Path("/run/systemd/system")
_FIRST_PROCESS = Path("/proc/1/comm")


def describe_machine() -> str:
    """Host name, system, init and user, as in ``web1, Debian GNU/Linux 12 (bookworm), systemd, user ops``."""
    return ", ".join(one_line(part) for part in (platform.node(), _system(), _init(), f"user {_user()}") if part)


def _system() -> str:
    try:
        return platform.freedesktop_os_release()["PRETTY_NAME"]
    except OSError:
        return f"{platform.system()} {platform.release()}"


def _init() -> str:
    """systemd where it runs, as ``sd_booted`` tells it; else what the first process is."""
    if _SYSTEMD.is_dir():
        return "systemd"
    try:
        return f"no systemd (process 1 is {_FIRST_PROCESS.read_text(encoding='utf-8').strip()})"
    except OSError:
        return "no systemd"


def _user() -> str:
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return str(os.geteuid())
