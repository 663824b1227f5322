"""Programs from npm that tests run: fetched once at a pinned version, kept in a cache folder of the user's, as the real
Claude CLI is. Run as a program it fetches them and ends with 1 and one sentence where it cannot.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SKILLS_REF = ("skills-ref", "0.1.5", "dist/cli.js")
CONFORMANCE = ("@modelcontextprotocol/conformance", "0.1.13", "dist/index.js")  # the last one that runs on Node.js 20
FETCH_S = 300

# Taken when this is imported: the fixtures give every test a home and a cache of its own.
_ENVIRON = dict(os.environ)
CACHE = Path(_ENVIRON.get("XDG_CACHE_HOME") or Path.home() / ".cache").expanduser() / "claudeops-tests" / "npm"


class ToolMissing(Exception):
    """The program cannot be had; the message is one sentence for whoever started the run."""


def skills_validator() -> list[str]:
    """The command of the public validator of Agent Skills, fetched first where it is not in the cache. Raises
    ToolMissing."""
    return _command(SKILLS_REF, "The validator of Agent Skills")


def conformance_suite() -> list[str]:
    """The command of the public conformance suite of MCP, fetched first where it is not in the cache. Raises
    ToolMissing."""
    return _command(CONFORMANCE, "The conformance suite of MCP")


def _command(tool: tuple[str, str, str], what: str) -> list[str]:
    node = shutil.which("node", path=_ENVIRON.get("PATH"))
    if node is None:
        raise ToolMissing(f"{what} cannot run: Node.js is not installed (it comes with npm).")
    name, version, program = tool
    return [node, str(_cached(name, version) / "node_modules" / name / program)]


def _cached(name: str, version: str) -> Path:
    """The folder of a package with all it needs. Several processes may ask at once: one fetches, the others wait."""
    kept = name.replace("/", "-").lstrip("@")
    place = CACHE / f"{kept}-{version}"
    if place.is_dir():
        return place
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        lock = (CACHE / f"{kept}-{version}.lock").open("w")
    except OSError as error:
        raise ToolMissing(f"{name} cannot be kept in {CACHE}: {error.strerror}.") from error
    with lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.is_dir():
            with tempfile.TemporaryDirectory(prefix=f"fetch-{kept}-", dir=CACHE) as folder:
                _fetch(name, version, Path(folder) / "tool")
                (Path(folder) / "tool").rename(place)
    return place


def _fetch(name: str, version: str, folder: Path) -> None:
    npm = shutil.which("npm", path=_ENVIRON.get("PATH"))
    if npm is None:
        raise ToolMissing(f"{name} {version} cannot be fetched: npm is not installed.")
    folder.mkdir()
    options = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1")
    command = [npm, "install", *options, "--prefix", str(folder), f"{name}@{version}"]
    try:
        done = subprocess.run(
            command, env=_ENVIRON, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
            timeout=FETCH_S, check=False,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise ToolMissing(f"{name} was not fetched within {FETCH_S} s: the npm registry does not answer.") from error
    if done.returncode:
        lines = [line.removeprefix("npm").strip() for line in done.stderr.splitlines() if line.strip()]
        raise ToolMissing(f"{name} {version} cannot be fetched: npm said {lines[0][:200] if lines else 'nothing'}.")


def main() -> int:
    """Fetch them; the exit code."""
    try:
        print(f"Validator of Agent Skills: {skills_validator()[-1]}", file=sys.stderr)
        print(f"Conformance suite of MCP: {conformance_suite()[-1]}", file=sys.stderr)
    except ToolMissing as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
