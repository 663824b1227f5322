"""The real Claude CLI for tests and benchmarks: fetched once with npm, kept in a cache folder of the user's.

Its licence does not let it be shipped, so it is installed where it is needed, at a pinned version. Run as a program it
fetches the versions named (those of the tests without one) and ends with 1 and one sentence where it cannot.
"""

from __future__ import annotations

import fcntl
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

PINNED = "2.1.330"
EARLIER = "2.1.197"
"""Another version, in which few tests are run too."""
FETCH_S = 300
START_S = 60
_ARCHITECTURES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
_UNREACHABLE = re.compile(
    r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET|network", re.IGNORECASE
)

# Taken when this is imported: the fixtures give every test a home and a cache of its own.
_ENVIRON = dict(os.environ)
CACHE = Path(_ENVIRON.get("XDG_CACHE_HOME") or Path.home() / ".cache").expanduser() / "claudeops-tests" / "claude"


class NotInstalled(Exception):
    """The CLI cannot be had; the message is one sentence for whoever started the run."""


def cached_claude(version: str, cache: Path | None = None) -> Path:
    """The program of a version out of the cache, fetched first where it is not there. Raises NotInstalled.

    Several processes may ask at once: one fetches while the others wait, and a version is complete when it appears.
    """
    cache = cache or CACHE
    program = cache / version / "claude"
    if _version_of(program) == version:
        return program
    try:
        cache.mkdir(parents=True, exist_ok=True)
        lock = (cache / f"{version}.lock").open("w")
    except OSError as error:
        raise NotInstalled(f"The Claude CLI cannot be kept in {cache}: {error.strerror}.") from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if _version_of(program) == version:  # another process was quicker
            return program
        for left in cache.glob(f"fetch-{version}-*"):  # of one that was killed: the lock is ours
            shutil.rmtree(left, ignore_errors=True)
        with fetched_claude(version, cache) as fetched:
            shutil.rmtree(program.parent, ignore_errors=True)
            complete = fetched.parent / version
            complete.mkdir()
            fetched.rename(complete / "claude")
            complete.rename(program.parent)
    return program


@contextmanager
def fetched_claude(version: str, place: Path | None = None) -> Iterator[Path]:
    """A version's program in a temporary folder in ``place``, which is gone afterwards. Raises NotInstalled."""
    npm = shutil.which("npm", path=_ENVIRON.get("PATH"))
    if npm is None:
        raise NotInstalled(f"The Claude CLI {version} cannot be fetched: npm is not installed.")
    architecture = _ARCHITECTURES.get(platform.machine().lower())
    if sys.platform != "linux" or architecture is None:
        raise NotInstalled(f"There is no Claude CLI {version} for this machine ({sys.platform} {platform.machine()}).")
    package = f"@anthropic-ai/claude-code-linux-{architecture}"
    options = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    patience = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000", f"--fetch-timeout={FETCH_S * 500}")
    with tempfile.TemporaryDirectory(prefix=f"fetch-{version}-", dir=place) as folder:
        command = [npm, "install", *options, *patience, "--prefix", folder, f"{package}@{version}"]
        try:
            done = subprocess.run(
                command,
                env=_ENVIRON,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=FETCH_S,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            raise NotInstalled(
                f"The Claude CLI {version} was not fetched within {FETCH_S} s: the npm registry does not answer."
            ) from error
        if done.returncode:
            raise NotInstalled(f"The Claude CLI {version} cannot be fetched: {_reason(done.stderr, version)}.")
        program = Path(folder) / "node_modules" / package / "claude"
        told = _version_of(program)
        if told != version:
            raise NotInstalled(f"What npm fetched as the Claude CLI {version} is {told or 'no program that starts'}.")
        yield program


def _reason(stderr: str, version: str) -> str:
    if "ETARGET" in stderr or "E404" in stderr:
        return f"the npm registry has no version {version}"
    if "ENOSPC" in stderr:
        return "the disk is full"
    if _UNREACHABLE.search(stderr):
        return "the npm registry cannot be reached"
    lines = [line.removeprefix("npm").strip() for line in stderr.splitlines() if line.strip()]
    return f"npm said {lines[0][:200].rstrip('.')}" if lines else "npm failed without a reason"


def _version_of(program: Path) -> str:
    """What a program says to ``--version``; "" where it is not there or says nothing of the kind."""
    if not program.is_file():
        return ""
    with tempfile.TemporaryDirectory() as home:
        env = {"HOME": home, "TMPDIR": home, "PATH": "/usr/bin:/bin", "DISABLE_AUTOUPDATER": "1"}
        try:
            done = subprocess.run(
                [str(program), "--version"],
                env=env,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=START_S,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return ""
    found = re.match(r"\d+\.\d+\.\d+", done.stdout.strip())
    return found[0] if found and done.returncode == 0 else ""


def main(words: Sequence[str]) -> int:
    """Fetch the versions; the exit code."""
    try:
        for version in words or (PINNED, EARLIER):
            print(f"Claude CLI {version}: {cached_claude(version)}", file=sys.stderr)
    except NotInstalled as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
