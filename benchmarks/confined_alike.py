"""How many of an operator's harmless commands answer in a session's profile as they do outside of it.

    python -m benchmarks.confined_alike [--user UID]

Each command of `operators_day.txt` is run outside, in the profile and outside once more, as root or as the user named.
It is alike where the exit code is the same and the words are, apart from numbers and from what changed between the two
runs outside. What differs is tried again by itself, as processes and connections come and go. A command that the broker
runs outside of the profile is alike by that; one whose program this machine lacks does not count.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from claudeops_desktop.guard.classify import understand
from claudeops_desktop.guard.effects import READ
from claudeops_desktop.guard.outside_reads import reads_outside

from .report import Figure, report

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tests" / "confinement"))

TARGET_PERCENT = 95
LONGEST_S = 30
AGAIN = 2
MOVED = 0.05
"""Share of the words that may differ where two runs outside differ from each other too."""
MOST_NEW = 2
"""Times that a word may occur which no run outside had: the name of another owner occurs in each line."""
NOT_FOUND = 127
REPOSITORY = "/srv/shop"
"""Stands in the list for a repository that is made for the measurement."""


class Ran(NamedTuple):
    """What came of a command: its exit code and the words that it printed, numbers made alike."""

    code: int
    words: tuple[str, ...]
    text: str


def main() -> int:
    """The exit code is 1 where fewer are alike than shall be."""
    parser = argparse.ArgumentParser(prog="confined_alike")
    parser.add_argument("--user", type=int, default=os.geteuid(), help="the user who runs the session")
    user = parser.parse_args().user
    every = [line for line in (HERE / "operators_day.txt").read_text().splitlines() if line and line[0] != "#"]
    commands = [command for command in every if understand(command).kind == READ]
    rows = measure(user, commands)
    there = [row for row in rows if row[1].code != NOT_FOUND and ": command not found" not in row[1].text]
    outside = [command for command, *_ in there if reads_outside(command, is_root=user == 0)]
    other = [(command, out, inside) for command, out, inside, same in there if not same and command not in outside]
    for command, out, inside in other:
        print(f"\n{command}\n   outside {out.code}: {_short(out)}\n   inside  {inside.code}: {_short(inside)}")
    print()
    return report(
        f"confined_alike, user {user}",
        [
            Figure("commands", len(every), ""),
            Figure("the guard calls them read", len(commands), ""),
            Figure("their program is there", len(there), ""),
            Figure("answered with exit code 0", sum(out.code == 0 for _, out, *_ in there), ""),
            Figure("the broker runs them outside", len(outside), ""),
            Figure("alike", 100 * (1 - len(other) / len(there)), "%", TARGET_PERCENT, at_least=True),
        ],
        differ=[command for command, *_ in other],
    )


def measure(user: int, commands: Sequence[str]) -> list[tuple[str, Ran, Ran, bool]]:
    """Return each command with what came of it outside and in the profile, and whether these are alike."""
    from confined_world import make_confined

    world = make_confined(user)
    try:
        repository = world.base / "shop"
        become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"] if user != os.geteuid() else []
        make_repository(repository, become, world.environ)
        runner = world.code / "run_commands.py"
        shutil.copy(HERE.parent / "tests" / "confinement" / "run_commands.py", runner)

        def run(inside: bool, chosen: Sequence[str]) -> list[Ran]:
            file = world.base / "commands.json"
            file.write_text(json.dumps([each.replace(REPOSITORY, str(repository)) for each in chosen]))
            own = [world.python, str(runner), str(file), str(LONGEST_S)]
            done = subprocess.run(
                world.words(*own) if inside else [*become, *own],
                env=world.environ | {"CLAUDEOPS_COMMANDS_AT_ONCE": "3"},
                cwd=world.place,
                capture_output=True,
                text=True,
                check=True,
            )
            return [Ran(code, _words(text), text) for code, text in json.loads(done.stdout)]

        found: dict[str, tuple[str, Ran, Ran, bool]] = {}
        left = list(commands)
        for _ in range(1 + AGAIN):
            before, inside, after = run(False, left), run(True, left), run(False, left)
            for command, one, held, other in zip(left, before, inside, after, strict=True):
                found[command] = (command, one, held, are_alike(one, held, other))
            left = [command for command in left if not found[command][3]]
        return list(found.values())
    finally:
        shutil.rmtree(world.base)


def make_repository(folder: Path, become: Sequence[str], environ: dict[str, str]) -> None:
    """Make a small repository with two commits, as the user who runs the session."""
    git = "git -c user.name=ops -c user.email=ops@example.com -c init.defaultBranch=main"
    text = (
        f'mkdir "$1" && cd "$1" && {git} init -q && printf "one\\ntwo\\n" > README && git add . && {git} commit -qm One'
        f' && echo \'{{"version": "1.0"}}\' > package.json && git add . && {git} commit -qm Two && {git} tag v1'
    )
    subprocess.run([*become, "sh", "-c", text, "sh", str(folder)], env=environ, check=True)


def are_alike(before: Ran, inside: Ran, after: Ran) -> bool:
    """Tell whether a run in the profile answered as two outside: in all words where those two agree, else in nearly
    all that they have in common."""
    if inside.code not in (before.code, after.code):
        return False
    if inside.words in (before.words, after.words):
        return True
    if before.words == after.words:
        return False
    first, second, held = Counter(before.words), Counter(after.words), Counter(inside.words)
    missing, new = (first & second) - held, held - (first | second)
    few = missing.total() <= MOVED * (first & second).total() and new.total() <= MOVED * held.total()
    return few and max(new.values(), default=0) <= MOST_NEW


def _words(text: str) -> tuple[str, ...]:
    without_addresses = re.sub(r"\b(?:0x[0-9a-fA-F]+|[0-9A-F]{8,})\b", "N", text)
    return tuple(re.sub(r"[\d.,:]*\d[\d.,:]*", "N", without_addresses).split())


def _short(ran: Ran) -> str:
    return ran.text[:300].replace("\n", " ⏎ ")


if __name__ == "__main__":
    sys.exit(main())
