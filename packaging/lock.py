"""Writes ``lock/``: for what the application needs, and for each extra beyond that, every package with its hashes.

uv resolves for all versions of Python and all processors at once (``tool.uv.environments`` of pyproject.toml).
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PLACE = ROOT / "lock"
BUILD, RUN = "build", "run"
BUILD_TOOLS = ("hatchling>=1.27", "editables", "setuptools")
"""What builds this project for an editable installation, and the few packages that have no wheel."""
HEAD = "# Written by scripts/lock; install with --require-hashes.\n"
ENTRY = re.compile(r"^[a-z0-9][^\n]*(?:\n    [^\n]*)*\n", re.M)


def entries(text: str) -> dict[str, str]:
    """The entries of a list by name; one that stands there for several versions of Python is one text."""
    found: dict[str, str] = {}
    for entry in ENTRY.findall(text):
        name = entry.partition("==")[0]
        found[name] = found.get(name, "") + entry
    return found


def resolve(uv: str, source: Path, to: Path, *options: str) -> dict[str, str]:
    """What uv writes to ``to``. Versions that stand there already are kept."""
    subprocess.run(
        [
            uv, "pip", "compile", str(source), "--universal", "--python-version", "3.11", "--no-header",
            "--no-annotate", "--quiet", "--output-file", str(to), *options,
        ],
        check=True,
        cwd=ROOT,
    )  # fmt: skip
    return entries(to.read_text(encoding="utf-8"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/lock", description=__doc__)
    parser.add_argument("uv", help=argparse.SUPPRESS)
    parser.add_argument("--upgrade", action="store_true", help="take the newest versions")
    wanted = parser.parse_args()
    project = ROOT / "pyproject.toml"
    extras = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        tools, everything = place / "build.in", place / "everything.txt"
        tools.write_text("".join(f"{name}\n" for name in BUILD_TOOLS), encoding="utf-8")
        if not wanted.upgrade:
            known = {entry for path in sorted(PLACE.glob("*.txt")) for entry in ENTRY.findall(path.read_text())}
            everything.write_text("".join(sorted(known)), encoding="utf-8")
        locked = resolve(wanted.uv, project, everything, str(tools), "--all-extras", "--generate-hashes")
        needs = {}
        for name in (BUILD, RUN, *extras):
            part = Path(shutil.copy(everything, place / f"{name}.txt"))
            chosen = ("--extra", name) if name in extras else ()
            needs[name] = set(resolve(wanted.uv, tools if name == BUILD else project, part, *chosen))
    for name in extras:
        needs[name] -= needs[RUN]
    PLACE.mkdir(exist_ok=True)
    for path in PLACE.glob("*.txt"):
        path.unlink()
    for name, packages in needs.items():
        text = HEAD + "".join(locked[package] for package in sorted(packages))
        (PLACE / f"{name}.txt").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
