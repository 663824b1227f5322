"""The scheduler as a user service of systemd (D9): for machines without a screen, or to outlive the session."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ..atomic_write import write_whole
from ..errors import EnvironmentFault, OperatorError
from ..messages import UserMessage
from ..paths import DataFolder
from .start_command import start_command

NAME = "claudeops.service"
WITHOUT = UserMessage("Start `claudeops daemon` by your own means, such as a crontab line: @reboot claudeops daemon")
LONGEST_S = 30
RUNNING = Path("/run/systemd/system")
"""There where systemd runs the machine (sd_booted(3)); its programs alone do not say so."""
SYSTEM_FOLDERS = tuple(
    Path(place, "systemd", "user") for place in ("/etc", "/usr/local/lib", "/usr/local/share", "/usr/lib", "/usr/share")
)
"""Where units for the managers of all users lie (systemd.unit(5)); a package puts ours there, enabled for nobody."""
_UNSAFE = frozenset("\"'\\")  # systemd starts no program in whose path one of these is, however it is quoted
HARDENING = (
    "NoNewPrivileges=yes",
    "RestrictSUIDSGID=yes",
    "RestrictRealtime=yes",
    "LockPersonality=yes",
    "SystemCallArchitectures=native",
    "SystemCallFilter=~@clock @cpu-emulation @module @obsolete @raw-io @reboot @swap",
    "SystemCallErrorNumber=EPERM",
    "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6 AF_NETLINK AF_PACKET",
)
"""What the daemon and everything that it starts may not do. Options that give a unit file systems or users of its own
(``ProtectSystem``, ``PrivateTmp``, ``PrivateUsers``) are not among them: for a user's unit they need a user namespace,
in which the files of root are nobody's, and ssh refuses its own configuration. ``MemoryDenyWriteExecute`` would end the
Claude CLI, and ``RestrictNamespaces`` the sandboxes in which commands are tried."""


@dataclass(frozen=True, slots=True)
class UserUnitState:
    """How the service stands. ``active`` and ``enabled`` are systemd's own words; ``problem`` is one sentence. A unit
    that a package brought counts as installed once it is enabled or runs."""

    installed: bool
    path: Path
    active: str = ""
    enabled: str = ""
    problem: str = ""
    remedy: str = ""


def unit_file() -> Path:
    """Where the unit belongs."""
    config = os.environ.get("XDG_CONFIG_HOME", "")
    root = Path(config) if config.startswith("/") else Path.home() / ".config"
    return root / "systemd" / "user" / NAME


def unit_text(
    folder: DataFolder | None = None, *, allow_sudo: bool = False, program: Sequence[str] | None = None
) -> str:
    """The unit. The daemon waits while a window keeps the schedule; it ends by SIGTERM within a minute: what runs is
    stopped first. With ``allow_sudo`` it is not hardened, since each of those options keeps sudo from working;
    ``program`` is started instead of the one that runs.
    """
    words = [*program, "daemon", "--wait"] if program else start_command("daemon", "--wait", folder=folder)
    if _UNSAFE & set(words[0]):
        words = ["/usr/bin/env", *words]
    command = " ".join(map(_quoted, words))
    return "\n".join(
        (
            "[Unit]",
            "Description=Claude Ops: scheduled runs without a window",
            "",
            "[Service]",
            f"ExecStart={command}",
            "Restart=on-failure",
            "RestartSec=30",
            "KillMode=mixed",
            "TimeoutStopSec=60",
            "LimitCORE=0",
            *(() if allow_sudo else HARDENING),
            "",
            "[Install]",
            "WantedBy=default.target",
            "",
        )
    )


def unit_status() -> UserUnitState:
    """How it stands. Nothing is changed."""
    path, own = _unit_in_use()
    if not _has_systemd():
        return UserUnitState(own, path, problem=UserMessage("This machine has no systemd."), remedy=WITHOUT)
    if not path.exists():
        return UserUnitState(False, path)
    _, active, failed = _systemctl("is-active")
    if active not in ("active", "inactive", "failed", "activating", "deactivating", "unknown"):
        return UserUnitState(
            own, path, problem=f"systemd of this user does not answer: {failed or active}.", remedy=_BUS
        )
    enabled = _systemctl("is-enabled")[1]
    idle = active in ("inactive", "unknown") and not enabled.startswith("enabled")
    return UserUnitState(own or not idle, path, active, enabled)


def install_unit(folder: DataFolder | None = None, *, allow_sudo: bool = False) -> UserUnitState:
    """Write the unit, and start it now and at every login. Where systemd does not take it the file is as it was before.

    Raises OperatorError or EnvironmentFault.
    """
    if not _has_systemd():
        raise OperatorError(UserMessage("This machine has no systemd."), WITHOUT)
    path = unit_file()
    try:
        before = path.read_text(encoding="utf-8") if path.exists() else None
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, unit_text(folder, allow_sudo=allow_sudo), mode=0o644)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be written: {strerror}.", path=path, strerror=error.strerror),
            UserMessage("Make its folder writable."),
        ) from error
    try:
        _must("daemon-reload", bare=True)
        _must("enable", "--now")
    except EnvironmentFault:
        with suppress(OSError):
            _systemctl("disable", "--now")
            if before is None:
                path.unlink()
            else:
                write_whole(path, before, mode=0o644)
            _systemctl("daemon-reload", bare=True)
        raise
    return unit_status()


def remove_unit() -> UserUnitState:
    """Stop it and take it away; the unit of a package is only disabled. Raises OperatorError or EnvironmentFault."""
    path, own = _unit_in_use()
    if not own and not unit_status().installed:
        raise OperatorError(
            UserMessage("The service is not installed."), UserMessage("`claudeops desktop service install` does it.")
        )
    if not own:  # the package's: its file stays
        _must("disable", "--now")
        return unit_status()
    if _has_systemd():
        _systemctl("disable", "--now")
    try:
        path.unlink(missing_ok=True)
    except OSError as error:
        raise EnvironmentFault(
            UserMessage("{path} cannot be removed: {strerror}.", path=path, strerror=error.strerror)
        ) from error
    if _has_systemd():
        _systemctl("daemon-reload", bare=True)
    return unit_status()


_BUS = "Log in on this machine as this user, or keep its services running: loginctl enable-linger"


def _has_systemd() -> bool:
    return shutil.which("systemctl") is not None and RUNNING.is_dir()


def _unit_in_use() -> tuple[Path, bool]:
    """The unit's file, and whether it is this user's own; that of a package where there is no other."""
    own = unit_file()
    if own.exists():
        return own, True
    packaged = next((path for folder in SYSTEM_FOLDERS if (path := folder / NAME).exists()), None)
    return packaged or own, False


def _must(*words: str, bare: bool = False) -> None:
    code, said, failed = _systemctl(*words, bare=bare)
    if code:
        raise EnvironmentFault(f"`systemctl --user {words[0]}` failed: {failed or said}.".replace("..", "."), _BUS)


def _systemctl(*words: str, bare: bool = False) -> tuple[int, str, str]:
    command = ["systemctl", "--user", *words, *(() if bare else (NAME,))]
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=LONGEST_S, stdin=subprocess.DEVNULL, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return 1, "", str(error)
    return done.returncode, done.stdout.strip(), " ".join(done.stderr.split())


def _quoted(word: str) -> str:
    """A word of an ExecStart line."""
    safe = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{safe}"' if not word or any(sign in word for sign in " \t\"'\\;") else safe
