"""Measure how many seeded mutants of a package its own quick tests kill: `scripts/bench mutants stream guard`.

A mutant is the package with one small change that the tests should notice, such as `<` instead of `<=`. The quick
tests of the package (`tests/PACKAGE`, without those marked `slow`) run once with coverage, one context a test. Each
mutant then runs only the tests that reach its line, to the first failure, in a copy of the checkout. A mutant that no
test notices is printed with its line; some change nothing that can be observed, so that 100% is out of reach.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

from . import mutant_coverage
from .mutant_operators import Mutant, mutants_of
from .report import Figure, report

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "claudeops_desktop"
TARGETS = {"stream": 70, "guard": 70, "memory": 70, "records": 70}
"""Percent of the mutants that the package's own quick tests must kill."""
NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "__pycache__", "dist", "build", ".mypy_cache", ".ruff_cache")
TEST_LIMIT_S = 120.0
"""A mutant may make its tests run for ever: after this it counts as killed."""
MOST_TESTS = 400
"""Tests that a mutant runs at most, the quickest first."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of one mutant: ``killed`` by a test or by the time limit; ``reached`` by any test at all."""

    mutant: Mutant
    killed: bool
    reached: bool


def pytest_command(*arguments: str) -> list[str]:
    """Return the words that run pytest in one process, in the folder where they are started."""
    return [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:rerunfailures", "-q", "--no-header", *arguments]


def environment(checkout: Path) -> dict[str, str]:
    """Return the environment in which tests and the programs that they start import the package of ``checkout``."""
    return os.environ | {
        "PYTHONPATH": str(checkout),
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "QT_QPA_PLATFORM": "offscreen",
    }


def measure_coverage(checkout: Path, paths: Sequence[str], package: str, selection: str) -> mutant_coverage.Reached:
    """Run the tests once with coverage. Raises SystemExit where one fails, for no mutant could be told from that."""
    output = checkout / "reached.json"
    done = subprocess.run(
        pytest_command(
            "-p",
            "benchmarks.mutant_coverage",
            "--reached",
            str(output),
            "--reached-package",
            f"{PACKAGE}/{package}",
            *(["-m", selection] if selection else []),
            *paths,
        ),
        cwd=checkout,
        env=environment(checkout),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"The tests of {package} fail without a mutant:\n{done.stdout[-3000:]}{done.stderr[-1000:]}")
    return mutant_coverage.load(output)


def run_mutant(checkout: Path, mutant: Mutant, tests: Sequence[str]) -> bool:
    """Put the mutant into ``checkout``, run the tests to the first failure, and take it out; True if it was killed."""
    path = checkout / mutant.path
    original = path.read_text()
    chosen = checkout / "chosen.txt"
    chosen.write_text("\n".join(tests))
    path.write_text(mutant.apply(original))
    try:
        done = subprocess.run(
            pytest_command("-x", "-W", "ignore", f"@{chosen}"),
            cwd=checkout,
            env=environment(checkout),
            capture_output=True,
            check=False,
            timeout=TEST_LIMIT_S,
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(original)
    return done.returncode != 0


def sample(package: str, reached: mutant_coverage.Reached, count: int, seed: int) -> list[tuple[Mutant, list[str]]]:
    """Choose ``count`` mutants of the package by ``seed``, each with the tests that reach its line."""
    mutants = [
        mutant
        for path in sorted((ROOT / PACKAGE / package).rglob("*.py"))
        for mutant in mutants_of(str(path.relative_to(ROOT)), path.read_text())
    ]
    chosen = random.Random(seed).sample(mutants, min(count, len(mutants)))
    return [(mutant, reached.tests_of(mutant.path, mutant.line)[:MOST_TESTS]) for mutant in chosen]


def measure(package: str, paths: Sequence[str], selection: str, count: int, seed: int, jobs: int) -> list[Verdict]:
    """Run the sample of one package in ``jobs`` copies of the checkout at a time."""
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(jobs):
            copy = Path(folder) / str(number)
            shutil.copytree(ROOT, copy, ignore=NOT_COPIED, symlinks=True)
            copies.put(copy)
        first = copies.get()
        reached = measure_coverage(first, paths, package, selection)
        copies.put(first)

        def judge(drawn: tuple[Mutant, list[str]]) -> Verdict:
            mutant, tests = drawn
            if not tests:
                return Verdict(mutant, killed=False, reached=False)
            checkout = copies.get()
            try:
                killed = run_mutant(checkout, mutant, tests)
            finally:
                copies.put(checkout)
            print("." if killed else "S", end="", flush=True, file=sys.stderr)
            return Verdict(mutant, killed=killed, reached=True)

        with ThreadPoolExecutor(jobs) as pool:
            verdicts = list(pool.map(judge, sample(package, reached, count, seed)))
    print(file=sys.stderr)
    return verdicts


def main() -> int:
    """The exit code is 1 where a package with a target is below it."""
    parser = argparse.ArgumentParser(prog="scripts/bench mutants", description=__doc__)
    parser.add_argument("packages", nargs="*", default=list(TARGETS), metavar="PACKAGE")
    parser.add_argument("--count", type=int, default=40, help="mutants of a package (40)")
    parser.add_argument("--seed", type=int, default=1, help="which mutants are drawn (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="mutants at a time (one a core)")
    parser.add_argument("--all", action="store_true", help="with the slow tests of the package too")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="instead of tests/PACKAGE")
    wanted = parser.parse_args()
    worst = 0
    for package in wanted.packages:
        began = time.monotonic()
        verdicts = measure(
            package,
            wanted.tests or [f"tests/{package}"],
            "" if wanted.all else "not slow",
            wanted.count,
            wanted.seed,
            wanted.jobs,
        )
        for verdict in verdicts:
            if not verdict.killed:
                print(f"survived{'' if verdict.reached else ' (not reached)'}: {verdict.mutant}", file=sys.stderr)
        killed = 100 * sum(verdict.killed for verdict in verdicts) / len(verdicts)
        figures = [
            Figure("killed", killed, "%", TARGETS.get(package), at_least=True),
            Figure("reached by a test", 100 * sum(verdict.reached for verdict in verdicts) / len(verdicts), "%"),
            Figure("time", time.monotonic() - began, "s"),
        ]
        worst = max(worst, report(f"mutants {package}", figures, seed=wanted.seed, mutants=len(verdicts)))
    return worst


if __name__ == "__main__":
    sys.exit(main())
