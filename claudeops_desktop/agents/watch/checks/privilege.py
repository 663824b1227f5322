"""What a tool needs root for: how it is asked, and what to do where that is not allowed."""

from __future__ import annotations

import getpass
import shlex
import shutil
from collections.abc import Sequence

from ..measurement import CheckFinding, unknown
from ..programs import ADMIN_PATH, FinishedProgram

_SUDO_REFUSES = ("password is required", "not in the sudoers", "not allowed to", "must have a tty", "may not run sudo")


def with_sudo(argv: Sequence[str], *, sudo: bool) -> list[str]:
    """The words of a tool, through sudo that never asks for a password where it is wanted."""
    return ["sudo", "-n", *argv] if sudo else list(argv)


def explain_refusal(done: FinishedProgram, argv: Sequence[str], *, sudo: bool, host: str = "") -> CheckFinding | None:
    """Where the tool, or sudo, said that this user may not: unknown, with the line that allows it."""
    said = (done.err + done.out).lower()
    refused = any(words in said for words in _SUDO_REFUSES) if sudo else False
    if not refused and not any(
        w in said for w in ("permission denied", "must be super-user", "operation not permitted")
    ):
        return None
    user = host.partition("@")[0] if "@" in host else ("USER" if host else getpass.getuser())
    tool = (None if host else shutil.which(argv[0]) or shutil.which(argv[0], path=ADMIN_PATH)) or f"/usr/sbin/{argv[0]}"
    rule = f"{user} ALL=(root) NOPASSWD: {shlex.join([tool, *argv[1:]])}"
    first = f"sudo does not let this user run {argv[0]}" if sudo else f"{argv[0]} needs root; set sudo = true"
    return unknown(f"{first}. Line for /etc/sudoers.d: {rule}")
