"""A plugin of pytest that writes down which tests reach which line of a package, and how long each test takes."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import coverage
import pytest


@dataclass(frozen=True, slots=True)
class Reached:
    """What tests reach: path → line → tests. Lines that an import runs, by path; seconds by test."""

    lines: dict[str, dict[int, list[str]]]
    imported: dict[str, set[int]]
    seconds: dict[str, float]

    def tests_of(self, path: str, line: int) -> list[str]:
        """Return the tests that reach a line, the quickest first.

        Any test may depend on a line that only the import runs (a table, a default): first come those that reach
        another line of the module, then all others.
        """
        here = self.lines.get(path, {})
        if line in here or line not in self.imported.get(path, set()):
            return sorted(here.get(line, []), key=self._seconds_of)
        of_module = {test for tests in here.values() for test in tests}
        return sorted(self.seconds, key=lambda test: (test not in of_module, self._seconds_of(test)))

    def quickest_first(self) -> list[str]:
        """Return all tests, the quickest first."""
        return sorted(self.seconds, key=self._seconds_of)

    def _seconds_of(self, test: str) -> float:
        return self.seconds.get(test, 0.0)


def load(path: Path) -> Reached:
    """Read what the plugin wrote."""
    document = json.loads(path.read_text())
    lines = {name: {int(line): tests for line, tests in found.items()} for name, found in document["lines"].items()}
    imported = {name: set(found) for name, found in document["imported"].items()}
    return Reached(lines, imported, document["seconds"])


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--reached", help="the file to write")
    parser.addoption("--reached-package", help="the folder whose lines count")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--reached"):
        config.pluginmanager.register(_Recorder(config), "reached-lines")


class _Recorder:
    def __init__(self, config: pytest.Config) -> None:
        self._root = config.rootpath
        self._output = Path(config.getoption("--reached"))
        folder = self._root / config.getoption("--reached-package")
        self._coverage = coverage.Coverage(
            data_file=None, config_file=False, include=[f"{folder}/*"], messages=False, check_preimported=False
        )
        self._seconds: dict[str, float] = defaultdict(float)
        self._coverage.start()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._coverage.switch_context(item.nodeid)
        done = yield
        self._coverage.switch_context("")
        return done

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_sessionfinish(self) -> None:
        self._coverage.stop()
        data = self._coverage.get_data()
        contexts = {
            str(Path(name).relative_to(self._root)): data.contexts_by_lineno(name) for name in data.measured_files()
        }
        lines = {
            name: {line: sorted(filter(None, tests)) for line, tests in found.items() if any(tests)}
            for name, found in contexts.items()
        }
        imported = {name: [line for line, tests in found.items() if "" in tests] for name, found in contexts.items()}
        self._output.write_text(json.dumps({"lines": lines, "imported": imported, "seconds": self._seconds}))
