"""Finds out by running it whether this machine can run the profile, with the reason and the remedy if it cannot."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from ..core.messages import UserMessage
from ..core.paths import DataFolder
from .profile import BWRAP
from .shim import SAYS
from .single_program import confine_program

PROBE_S = 30
_TRY = 'echo 1 2>/dev/null >"$1" && exit 3; echo 1 >/tmp/try || exit 4'
_SYSCTL = Path("/proc/sys")
_ANSWERS = {3: "files of the machine can be written in it", 4: "its own folder cannot be written"}
_known: set[tuple[str, int, str]] = set()


@dataclass(frozen=True, slots=True)
class ProfileProbe:
    """Says whether the profile can be run; else why not, in one sentence, and what to do."""

    why_not: str = ""
    remedy: str = ""

    @property
    def works(self) -> bool:
        """Tell whether it can be run."""
        return not self.why_not


def probe_profile(folder: DataFolder) -> ProfileProbe:
    """Run the profile once, as it would be run for a session of this data folder. Waits for a process.

    That it works is known from then on, until bubblewrap or the kernel is another one.
    """
    path = shutil.which(BWRAP)
    if path is None:
        return ProfileProbe(
            UserMessage("bubblewrap is not installed."), UserMessage("Run `sudo apt-get install bubblewrap`.")
        )
    key = (path, os.stat(path).st_mtime_ns, os.uname().release)
    if key in _known:
        return ProfileProbe()
    with tempfile.TemporaryDirectory(prefix=".probe-", dir=folder.sessions) as place:
        why_not = _try_profile(path, Path(place), folder.root)
    if not why_not:
        _known.add(key)
        return ProfileProbe()
    return ProfileProbe(why_not, remedy_for(why_not))


def _try_profile(bwrap: str, place: Path, data: Path) -> str:
    """Return why the profile cannot be run, or does not hold; "" where it does."""
    program = ("/bin/sh", "-c", _TRY, "sh", str(place / "canary"))
    words, environ = confine_program(program, place, data, os.environ, bwrap)
    try:
        done = subprocess.run(
            words,
            env=environ,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PROBE_S,
            check=False,
            cwd="/",
        )
    except subprocess.TimeoutExpired:
        return UserMessage("bubblewrap did not answer within {seconds} s.", seconds=PROBE_S)
    except OSError as error:
        return UserMessage("{path} could not be started: {why}.", path=bwrap, why=error.strerror)
    if done.returncode == 0:
        return ""
    said = (done.stderr.strip().splitlines() or [_ANSWERS.get(done.returncode, f"exit code {done.returncode}")])[-1]
    return UserMessage("The profile cannot be run: {why}.", why=said.removeprefix(SAYS).strip().rstrip("."))


def remedy_for(why_not: str, sysctl: Path = _SYSCTL, root: Path = Path("/")) -> str:
    """Return what to do on this system where bubblewrap cannot be run for this reason."""
    if "Landlock" in why_not:
        return UserMessage("Add landlock to the list `lsm=` of the kernel's command line, and start the machine anew.")
    if _is_set(sysctl / "kernel" / "apparmor_restrict_unprivileged_userns", "1"):
        return UserMessage(
            "AppArmor limits it: `sudo apt-get install apparmor-profiles`, then `sudo ln -s"
            " /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && sudo apparmor_parser -r"
            " /etc/apparmor.d/bwrap-userns-restrict`."
        )
    if _is_set(sysctl / "kernel" / "unprivileged_userns_clone", "0"):
        return UserMessage("Allow user namespaces: `sudo sysctl -w kernel.unprivileged_userns_clone=1`.")
    if _is_set(sysctl / "user" / "max_user_namespaces", "0"):
        return UserMessage("Allow user namespaces: `sudo sysctl -w user.max_user_namespaces=10000`.")
    if any((root / name).exists() for name in (".dockerenv", "run/.containerenv")):
        return UserMessage(
            "This is a container, which may make no namespaces. Run Claude Ops on the machine itself, or start"
            " it with `--security-opt seccomp=unconfined --security-opt apparmor=unconfined --cap-add SYS_ADMIN`."
        )
    return UserMessage("Run `bwrap --ro-bind / / --unshare-user true`, which says what this system refuses.")


def _is_set(file: Path, value: str) -> bool:
    try:
        return file.read_text().strip() == value
    except OSError:
        return False
