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
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
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
class MutantResult:
    """Whether a mutant was killed, by a failing test or by the time limit, and whether any test reaches its line."""

    mutant: Mutant
    killed: bool
    reached: bool


def run_pytest(checkout: Path, *arguments: str, limit_s: float | None = None) -> tuple[int, str]:
    """Run pytest in one process on a copy of the checkout; return its exit code and its output.

    Tests and the programs that they start import the package of the copy. What is left of them is ended. Raises
    subprocess.TimeoutExpired after ``limit_s``.
    """
    process = subprocess.Popen(
        [sys.executable, "-m", "pytest", "-p", "no:xdist", "-p", "no:rerunfailures", "-q", "--no-header", *arguments],
        cwd=checkout,
        env=os.environ
        | {
            "PYTHONPATH": str(checkout),
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            "QT_QPA_PLATFORM": "offscreen",
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        output, _ = process.communicate(timeout=limit_s)
        return process.returncode, output
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def run_tests(checkout: Path, tests: Sequence[str], limit_s: float | None = None) -> tuple[int, str]:
    """Run the named tests in their order, to the first failure."""
    chosen = checkout / "chosen.txt"
    chosen.write_text("\n".join(tests))
    return run_pytest(checkout, "-x", "-W", "ignore", f"@{chosen}", limit_s=limit_s)


def measure_coverage(checkout: Path, paths: Sequence[str], package: str, selection: str) -> mutant_coverage.Reached:
    """Run the tests with coverage, then once more in the order in which mutants run them.

    Raises SystemExit if one fails, for then no failure could be put down to a mutant.
    """
    output = checkout / "reached.json"
    recording = [
        "-p",
        "benchmarks.mutant_coverage",
        "--reached",
        str(output),
        "--reached-package",
        f"{PACKAGE}/{package}",
    ]
    code, said = run_pytest(checkout, *recording, *(["-m", selection] if selection else []), *paths)
    if code == 0:
        reached = mutant_coverage.load(output)
        code, said = run_tests(checkout, reached.quickest_first())
    if code:
        raise SystemExit(f"The tests of {package} fail without a mutant:\n{said[-3000:]}")
    return reached


def run_mutant(checkout: Path, mutant: Mutant, tests: Sequence[str]) -> bool:
    """Put the mutant into ``checkout``, run the tests, and take it out; return whether it was killed."""
    path = checkout / mutant.path
    original = path.read_text()
    path.write_text(mutant.apply(original))
    try:
        return run_tests(checkout, tests, TEST_LIMIT_S)[0] != 0
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(original)


def sample(package: str, reached: mutant_coverage.Reached, count: int, seed: int) -> list[tuple[Mutant, list[str]]]:
    """Choose ``count`` mutants of the package by ``seed``, each with the tests that reach its line."""
    mutants = [
        mutant
        for path in sorted((ROOT / PACKAGE / package).rglob("*.py"))
        for mutant in mutants_of(str(path.relative_to(ROOT)), path.read_text())
    ]
    chosen = random.Random(seed).sample(mutants, min(count, len(mutants)))
    return [(mutant, reached.tests_of(mutant.path, mutant.line)[:MOST_TESTS]) for mutant in chosen]


def measure(package: str, paths: Sequence[str], selection: str, count: int, seed: int, jobs: int) -> list[MutantResult]:
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

        def run_one(drawn: tuple[Mutant, list[str]]) -> MutantResult:
            mutant, tests = drawn
            if not tests:
                return MutantResult(mutant, killed=False, reached=False)
            checkout = copies.get()
            try:
                killed = run_mutant(checkout, mutant, tests)
            finally:
                copies.put(checkout)
            print("." if killed else "S", end="", flush=True, file=sys.stderr)
            return MutantResult(mutant, killed=killed, reached=True)

        with ThreadPoolExecutor(jobs) as pool:
            results = list(pool.map(run_one, sample(package, reached, count, seed)))
    print(file=sys.stderr)
    return results


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
        results = measure(
            package,
            wanted.tests or [f"tests/{package}"],
            "" if wanted.all else "not slow",
            wanted.count,
            wanted.seed,
            wanted.jobs,
        )
        for result in results:
            if not result.killed:
                print(f"survived{'' if result.reached else ' (not reached)'}: {result.mutant}", file=sys.stderr)
        killed = 100 * sum(result.killed for result in results) / len(results)
        figures = [
            Figure("killed", killed, "%", TARGETS.get(package), at_least=True),
            Figure("reached by a test", 100 * sum(result.reached for result in results) / len(results), "%"),
            Figure("time", time.monotonic() - began, "s"),
        ]
        worst = max(worst, report(f"mutants {package}", figures, seed=wanted.seed, mutants=len(results)))
    return worst


if __name__ == "__main__":
    sys.exit(main())
