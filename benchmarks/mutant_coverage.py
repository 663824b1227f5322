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
    """``lines``: path → line → tests. ``seconds``: test → how long it takes."""

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def tests_of(self, path: str, line: int) -> list[str]:
        """Return the tests that reach a line, the quickest first.

        What only the import runs (a table, a default) is reached by every test that reaches any line of the module.
        """
        here = self.lines.get(path, {})
        tests = here.get(line, []) or sorted({test for tests in here.values() for test in tests})
        return sorted(tests, key=lambda test: self.seconds.get(test, 0.0))


def load(path: Path) -> Reached:
    """Read what the plugin wrote."""
    document = json.loads(path.read_text())
    lines = {name: {int(line): tests for line, tests in found.items()} for name, found in document["lines"].items()}
    return Reached(lines, document["seconds"])


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
        lines = {
            str(Path(name).relative_to(self._root)): {
                line: sorted(filter(None, contexts))
                for line, contexts in data.contexts_by_lineno(name).items()
                if any(contexts)
            }
            for name in data.measured_files()
        }
        self._output.write_text(json.dumps({"lines": lines, "seconds": self._seconds}))
