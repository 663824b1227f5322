"""How long each test takes, as recorded by `scripts/test --durations-update`, and which tests are slow for it.

``tests/durations.tsv`` lists the test functions that take long: seconds of one case (the mean of its cases), the
function, and the shared fixture that it needs where that takes long to set up. Marks in the sources follow the list,
so that what the quick tests leave out does not depend on how busy a machine is when it runs them.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parents[1]
LIST = TESTS / "durations.tsv"
SLOW_S = 0.4
"""A function whose cases take this long is marked."""
QUICK_S = 0.2
"""A function below this is not marked and not listed. Between the two a mark stays as it is."""
SHARED_S = 3.0
"""A fixture for several tests whose setup takes this long makes slow whatever uses it."""
MARK = "pytest.mark.slow"


@dataclass(frozen=True, slots=True)
class Duration:
    """Seconds of one case without the fixtures that it shares, and a shared fixture that takes long, or empty."""

    function: str
    seconds: float
    fixture: str = ""

    @property
    def must_be_marked(self) -> bool:
        """Whether the quick tests have to leave it out."""
        return self.seconds >= SLOW_S or bool(self.fixture)


def read_list(path: Path = LIST) -> dict[str, Duration]:
    """Read the recorded durations by function, such as ``tests/core/test_clock.py::test_times_are_utc``."""
    rows = (line.split("\t") for line in path.read_text().splitlines() if line and not line.startswith("#"))
    return {function: Duration(function, float(seconds), fixture) for seconds, function, fixture in rows}


def write_list(durations: Mapping[str, Duration], path: Path = LIST) -> None:
    """Write the functions that take long, in the order of their files."""
    rows = [
        f"{duration.seconds:.1f}\t{duration.function}\t{duration.fixture}\n"
        for _, duration in sorted(durations.items())
        if duration.fixture or round(duration.seconds, 1) >= QUICK_S
    ]
    heading = "# Written by scripts/test --durations-update: seconds of one case, function, slow shared fixture\n"
    path.write_text(heading + "".join(rows))


# --- Marks in the sources -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TestFunction:
    """A test function of a file. ``line`` is its first decorator or its `def`, counted from 1."""

    name: str
    line: int
    indent: int
    mark_lines: tuple[int, ...]
    by_module: bool

    @property
    def marked(self) -> bool:
        """Whether the function or its whole module is marked slow."""
        return bool(self.mark_lines) or self.by_module


def functions_of(path: Path) -> list[TestFunction]:
    """Return the test functions of one file."""
    tree = ast.parse(path.read_text())
    by_module = is_module_marked(tree)
    found = []
    for owner, node in _tests_of(tree):
        marks = tuple(decorator.lineno for decorator in node.decorator_list if ast.unparse(decorator) == MARK)
        first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
        found.append(TestFunction(f"{owner}{node.name}", first, node.col_offset, marks, by_module))
    return found


def is_module_marked(tree: ast.Module) -> bool:
    """Report whether a module marks all of its tests slow."""
    assigned = [node for node in tree.body if isinstance(node, ast.Assign)]
    return any(ast.unparse(node.targets[0]) == "pytestmark" and MARK in ast.unparse(node.value) for node in assigned)


def _tests_of(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield "", node
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and member.name.startswith("test"):
                    yield f"{node.name}::", member


def marks_by_function() -> dict[str, bool]:
    """Tell for each test function of the project whether it is marked slow."""
    return {
        f"tests/{path.relative_to(TESTS)}::{function.name}": function.marked
        for path in sorted(TESTS.rglob("test_*.py"))
        for function in functions_of(path)
    }


def marked_modules() -> set[str]:
    """Return the test files that mark all of their tests slow, such as ``tests/core/test_clock.py``."""
    files = TESTS.rglob("test_*.py")
    return {f"tests/{path.relative_to(TESTS)}" for path in files if is_module_marked(ast.parse(path.read_text()))}


def update_marks(durations: Mapping[str, Duration], measured: set[str]) -> list[str]:
    """Make the marks of the measured functions follow the list; returns the files that were changed."""
    changed = []
    for path in sorted({function.partition("::")[0] for function in measured}):
        file = TESTS.parent / path
        lines = file.read_text().splitlines(keepends=True)
        for function in reversed(functions_of(file)):
            name = f"{path}::{function.name}"
            if name not in measured or function.by_module:
                continue
            duration = durations.get(name, Duration(name, 0.0))
            if duration.must_be_marked and not function.marked:
                lines.insert(function.line - 1, f"{' ' * function.indent}@{MARK}\n")
            elif round(duration.seconds, 1) < QUICK_S and not duration.fixture:
                for line in reversed(function.mark_lines):
                    del lines[line - 1]
        text = "".join(lines)
        if text == file.read_text():
            continue
        if MARK in text and "\nimport pytest\n" not in text:
            text = text.replace(
                "from __future__ import annotations\n", "from __future__ import annotations\nimport pytest\n", 1
            )
        file.write_text(text)
        changed.append(path)
    if changed:
        command = [sys.executable, "-m", "ruff", "check", "-q", "--select", "I,F401", "--fix", *changed]
        subprocess.run(command, cwd=TESTS.parent, check=True)
    return changed


# --- Recording ------------------------------------------------------------------------------------------------------


class DurationRecorder:
    """A plugin that measures all tests of a run; the process that was started by hand writes the list at the end."""

    def __init__(self, config: pytest.Config) -> None:
        self._in_worker = hasattr(config, "workerinput")
        self._cases: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
        self._shared: dict[str, float] = {}
        self._users: dict[str, set[str]] = defaultdict(set)
        self._incomplete: set[str] = set()
        self._depth = 0
        self._news: list[tuple[str, object]] = []

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        """Measure what is set up for several tests, so that no single one is charged with it."""
        if fixturedef.scope == "function":
            return (yield)
        self._depth += 1
        began = time.monotonic()
        try:
            return (yield)
        finally:
            self._depth -= 1
            if self._depth == 0:
                self._news.append(("shared", [f"{fixturedef.baseid}::{fixturedef.argname}", time.monotonic() - began]))

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        """Note which shared fixtures a test uses."""
        self._news.clear()
        definitions = item._fixtureinfo.name2fixturedefs.values()  # type: ignore[attr-defined]
        uses = [f"{one[-1].baseid}::{one[-1].argname}" for one in definitions if one and one[-1].scope != "function"]
        item.user_properties.append(("uses", uses))
        case = getattr(item, "callspec", None)
        if case is not None and any(mark.name == "slow" for mark in case.marks):
            item.user_properties.append(("slow case", True))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item: pytest.Item) -> Iterator[None]:
        """Hand what was measured to the process that writes the list."""
        item.user_properties += self._news
        self._news.clear()
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up what a test took without its shared fixtures."""
        if self._in_worker:
            return
        function = report.nodeid.partition("[")[0]
        if report.outcome != "passed":
            self._incomplete.add(function)
        if ("slow case", True) in report.user_properties:
            return
        cases = self._cases[function]
        cases[report.nodeid] += report.duration
        if report.when == "teardown":
            for name, value in report.user_properties:
                if name == "shared":
                    self._shared[value[0]] = max(self._shared.get(value[0], 0.0), value[1])
                    cases[report.nodeid] -= value[1]
                elif name == "uses":
                    self._users[function].update(value)

    def pytest_sessionfinish(self) -> None:
        """Write the list and the marks; rows of tests that did not run stay."""
        if self._in_worker or not self._cases:
            return
        exists = marks_by_function()
        durations = {name: row for name, row in read_list().items() if name in exists}
        complete = {function: cases for function, cases in self._cases.items() if function not in self._incomplete}
        for function, cases in complete.items():
            if function not in exists:  # a state machine of Hypothesis, whose module is marked by hand
                continue
            slow = sorted(name for name in self._users[function] if self._shared.get(name, 0.0) >= SHARED_S)
            seconds = sum(cases.values()) / len(cases)
            durations[function] = Duration(function, max(seconds, 0.0), ", ".join(slow))
        write_list(durations)
        changed = update_marks(read_list(), set(complete))
        print(f"\n{LIST.relative_to(TESTS.parent)} is written. Files with other marks than before: {len(changed)}")
