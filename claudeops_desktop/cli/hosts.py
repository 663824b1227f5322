"""``claudeops hosts``: other hosts, which are read by ssh with a key that can change nothing there."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from ..confinement import remote_script as remote
from ..core.errors import EnvironmentFault, OperatorError, UsageError
from .command import CommandAnswer, CommandGroup
from .output import clean

CONNECT_S = 60
KEY = "~/.ssh/claudeops_read"


HOSTS = CommandGroup("hosts", "Prepare other hosts for reading by ssh.")
register = HOSTS.register


@HOSTS.command("prepare")
def prepare(
    host: Annotated[str, typer.Argument(metavar="HOST", help="The host, as ssh takes it: nas, admin@nas.")],
    key: Annotated[str, typer.Option("--key", metavar="FILE", help="A key made for this alone.")] = KEY,
    alias: Annotated[
        str, typer.Option("--alias", metavar="NAME", help="Its name for reading. Not given: the host's, with -read.")
    ] = "",
    script: Annotated[bool, typer.Option("--script", help="Print the program for the host, and nothing else.")] = False,
    install: Annotated[
        bool, typer.Option("--install", help="Copy the program, try it and add the key there, by ssh to the host.")
    ] = False,
) -> CommandAnswer | None:
    """Say what a host needs so that a key of its own can read there and change nothing.

    Each command of that key runs in the profile of a session that only looks; without bubblewrap there, none runs.
    """
    if host.startswith("-") or not host.strip():
        raise UsageError(f"{clean(host)!r} is no host.", "Name it as ssh takes it: nas, admin@nas.")
    if script:
        sys.stdout.write(remote.remote_script())
        return None
    public = _public_key(key)
    line = remote.key_line(public)
    alias = alias or f"{host.rpartition('@')[2]}-read"
    stanza = remote.config_stanza(alias, _resolve(host), key)
    if install:
        _install(host, line, public)
    if install:
        done = f"On {host} the program is in ~/{remote.FILE}, and the key reads with it."
    else:
        done = (
            f"1. Copy the program to {host}. It needs bubblewrap and Python 3.10 or newer there:\n\n"
            f"claudeops hosts prepare {shlex.quote(host)} --script | ssh {shlex.quote(host)} '{remote.COPY}'\n\n"
            f"2. Add this line to ~/.ssh/authorized_keys on {host}:\n\n{line}\n\n"
            "Or have both done, after a try: the same command with --install."
        )
    following = (
        f"\n{'' if install else '3. '}Add this to ~/.ssh/config here, before any `Host *`, which must name no\n"
        f"IdentityFile: ssh would try that key too, with its own rights.\n\n{stanza}\n\n"
        f"Then `ssh {alias} uptime` reads, and nothing that goes that way writes a file or ends a process there."
    )
    document = {"host": host, "alias": alias, "key_line": line, "config": stanza, "installed": install}
    return CommandAnswer(document, (done, following))


def _public_key(key: str) -> str:
    """The public half of a key. Raises OperatorError where there is none."""
    file = Path(f"{key}.pub").expanduser()
    try:
        text = file.read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        raise OperatorError(
            f"There is no public key at {file}.", f"Make one for this alone: `ssh-keygen -t ed25519 -N '' -f {key}`."
        ) from None
    if len(text.splitlines()) != 1 or len(text.split()) < 2:
        raise OperatorError(f"{file} holds no public key.", "Name the key without .pub.")
    return text


def _resolve(host: str) -> dict[str, str]:
    """Return what ssh makes of a host's name by its configuration; no connection is made."""
    done = _ssh(["-G", "--", host])
    if done.returncode:
        raise OperatorError(f"ssh does not take {host}: {_last_line(done)}")
    return dict(line.split(" ", 1) for line in reversed(done.stdout.splitlines()) if " " in line)


def _install(host: str, line: str, public: str) -> None:
    """Copy the program, try it, and only then add the key. Raises OperatorError with what the host said."""
    for words, given in ((remote.COPY, remote.remote_script()), (remote.TRY, "")):
        done = _ssh(["--", host, words], given)
        if done.returncode:
            raise OperatorError(
                f"{host} cannot be prepared: {_last_line(done)}",
                "No key was added there. On Debian and Ubuntu: `sudo apt-get install bubblewrap python3`.",
            )
    key = " ".join(public.split()[:2])
    done = _ssh(["--", host, remote.ADD_KEY], f"{line}\n{key}\n")
    if done.returncode == remote.HAS_OTHER_RIGHTS:
        raise OperatorError(
            f"That key has other rights on {host} already.",
            "Remove its line from ~/.ssh/authorized_keys there, or take a key made for this alone with --key.",
        )
    if done.returncode:
        raise OperatorError(f"The key was not added on {host}: {_last_line(done)}")


def _ssh(words: list[str], given: str = "") -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            ["ssh", *words], input=given, capture_output=True, text=True, errors="replace", check=False,
            timeout=CONNECT_S,
        )  # fmt: skip
    except FileNotFoundError:
        raise EnvironmentFault("There is no ssh on PATH.", "Install openssh-client.") from None
    except subprocess.TimeoutExpired:
        raise EnvironmentFault(f"ssh did not come to an end within {CONNECT_S} s.") from None


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = [line for line in done.stderr.splitlines() if line.strip()]
    return clean(lines[-1]) if lines else f"it ended with {done.returncode}."
