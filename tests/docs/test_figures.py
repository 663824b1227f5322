"""The README has no measured figures; each of them in `docs/benchmarks.md` names its command and its commit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from benchmarks.__main__ import BY_NAME_ONLY, EVERY

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGE = ROOT / "docs" / "benchmarks.md"
MAX_WORDS = 700
COLUMNS = ["What", "Figure", "Command", "Commit"]
# A number with a unit of measurement, or a decimal number.
UNITS = r"(?:[nµm]?s|milliseconds?|seconds?|[kKMGT]B(?:/s)?|megabytes?|gigabytes?|%|percent|×|wake-ups?)"
FIGURE = re.compile(rf"(?<![\w.])\d[\d,.]*(?:\s|-|&nbsp;)?{UNITS}(?!\w)|(?<![\w.])\d[\d,]*\.\d+")
# Decimal numbers that are not measured: versions of Python, and of the licence.
VERSIONS = {"3.11", "3.12", "3.13", "2.0"}
COMMIT = re.compile(r"`?[0-9a-f]{8,40}`?")
BENCHMARK = re.compile(r"scripts/bench (\w+)( .+)?")
MODULE = re.compile(r"\.venv/bin/python -m benchmarks\.(\w+)(?: .+)?")
SCRIPT = re.compile(r"(scripts/[\w-]+)(?: .+)?")


def find_figures(text: str) -> list[str]:
    """Return each measured figure with its line number, as ``3: 0.76``."""
    return [
        f"{number}: {found.group()}"
        for number, line in enumerate(text.splitlines(), start=1)
        for found in FIGURE.finditer(line)
        if found.group() not in VERSIONS
    ]


def without_tables(text: str) -> str:
    """Return the text with every line of a table emptied, so that line numbers stay."""
    return "\n".join("" if line.startswith("|") else line for line in text.splitlines())


def split_cells(line: str) -> list[str]:
    """Return the cells of a line of a table."""
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def find_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line number and the cells of each row of a table, without its heading and the line below that."""
    lines = text.splitlines()
    for number, line in enumerate(lines, start=1):
        is_heading = number < len(lines) and lines[number].startswith("|---")
        if line.startswith("|") and not line.startswith("|---") and not is_heading:
            yield number, split_cells(line)


def is_command(text: str) -> bool:
    """Return whether a command names a benchmark that it can start, or a script that exists."""
    if found := BENCHMARK.fullmatch(text):
        return found[1] in BY_NAME_ONLY or found[1] in EVERY
    if found := MODULE.fullmatch(text):
        place = ROOT / "benchmarks" / found[1]
        return place.with_suffix(".py").is_file() or (place / "__main__.py").is_file()
    found = SCRIPT.fullmatch(text)
    return found is not None and (ROOT / found[1]).is_file()


def find_wrong_headings(text: str) -> list[str]:
    """Return the headings of tables with other columns, each with its line number."""
    lines = text.splitlines()
    return [
        f"{number}: {line}"
        for number, (line, below) in enumerate(pairwise(lines), start=1)
        if below.startswith("|---") and split_cells(line) != COLUMNS
    ]


def find_wrong_commands(text: str) -> list[str]:
    """Return the rows whose command is not one in backticks that can be started, each with its line number."""
    return [
        f"{number}: {' | '.join(cells)}"
        for number, cells in find_rows(text)
        if len(cells) != len(COLUMNS) or not re.fullmatch(r"`[^`]+`", cells[2]) or not is_command(cells[2].strip("`"))
    ]


def find_wrong_commits(text: str) -> list[str]:
    """Return the rows without a figure or without a commit, each with its line number."""
    return [
        f"{number}: {' | '.join(cells)}"
        for number, cells in find_rows(text)
        if len(cells) != len(COLUMNS) or not cells[1] or not COMMIT.fullmatch(cells[3])
    ]


def join_complaints(document: Path, lines: list[str]) -> str:
    """Return a message that names every line."""
    return "\n".join(f"{document.relative_to(ROOT)}:{line}" for line in lines)


def test_the_readme_contains_no_measured_figure() -> None:
    """The README contains no measured figure, since nobody measures it anew with each change."""
    found = find_figures(README.read_text("utf-8"))
    assert not found, join_complaints(README, found)


def test_the_readme_has_fewer_than_700_words() -> None:
    """The README has fewer than 700 words, tables and commands included."""
    assert len(README.read_text("utf-8").split()) < MAX_WORDS


def test_the_page_of_measurements_has_tables() -> None:
    """The page of measurements has rows for the tests below to look at."""
    assert len(list(find_rows(PAGE.read_text("utf-8")))) > 20


def test_every_table_of_measurements_has_the_same_columns() -> None:
    """Every table on the page of measurements has the columns What, Figure, Command and Commit."""
    wrong = find_wrong_headings(PAGE.read_text("utf-8"))
    assert not wrong, join_complaints(PAGE, wrong)


def test_every_row_names_a_command_that_exists() -> None:
    """Every row on the page of measurements names a benchmark or a script that can be started."""
    wrong = find_wrong_commands(PAGE.read_text("utf-8"))
    assert not wrong, join_complaints(PAGE, wrong)


def test_every_figure_names_its_commit() -> None:
    """Every row with a figure names the commit that was measured, by at least eight hexadecimal digits."""
    wrong = find_wrong_commits(PAGE.read_text("utf-8"))
    assert not wrong, join_complaints(PAGE, wrong)


def test_no_text_outside_the_tables_contains_a_measured_figure() -> None:
    """No text outside the tables of the page of measurements contains a measured figure."""
    found = find_figures(without_tables(PAGE.read_text("utf-8")))
    assert not found, join_complaints(PAGE, found)


@pytest.mark.parametrize(
    "text",
    [
        *("It takes 73 ms.", "It takes 0.3 s", "up to 92 MB", "1,024 kB", "98.4 %", "98%", "2 wake-ups", "0.95 ×"),
        *("macro-F1 0.76", "a 20-second wait", "| 5 GB |", "88 MB/s", "3.11 s", "120 milliseconds", "1,234.5 facts"),
    ],
)
def test_a_measured_figure_is_found(text: str) -> None:
    """A number with a unit and a decimal number are found, wherever they are in a line."""
    assert len(find_figures(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        *("Python 3.11, 3.12 or 3.13.", "[Apache License 2.0](LICENSE)", "four steps", "tier 3 sessions", "two cores"),
        *("twice in 4 hours", "95th percentile", "recall@10", "100,000 facts", "1. Step one", "HTTP 200 seen"),
    ],
)
def test_a_version_or_a_count_is_no_measured_figure(text: str) -> None:
    """Versions of Python, counts and limits that are settings are not taken for measured figures."""
    assert find_figures(text) == []


@pytest.mark.parametrize(
    "command",
    [
        *("scripts/bench no_such_benchmark", ".venv/bin/python -m benchmarks.no_such_one"),
        *("scripts/no-such-script", "python start.py", "scripts"),
    ],
)
def test_a_command_that_cannot_be_started_is_found(command: str) -> None:
    """A benchmark or script that does not exist, or arguments that it does not take, are found."""
    assert find_wrong_commands(f"| What | 1 s | `{command}` | 0123abcd |") == [
        f"1: What | 1 s | `{command}` | 0123abcd"
    ]


@pytest.mark.parametrize("command", ["scripts/bench start", "scripts/bench load 600 5000", "scripts/test --all"])
def test_a_command_that_can_be_started_is_accepted(command: str) -> None:
    """A benchmark with the arguments that it takes, and a script, are accepted."""
    assert find_wrong_commands(f"| What | 1 s | `{command}` | 0123abcd |") == []


@pytest.mark.parametrize(("figure", "commit"), [("1 s", ""), ("1 s", "0123abc"), ("1 s", "TODO"), ("", "0123abcd")])
def test_a_figure_without_its_commit_is_found(figure: str, commit: str) -> None:
    """A figure without a commit of eight digits is found with its line, and so is a commit without a figure."""
    row = f"| What | {figure} | `scripts/bench start` | {commit} |"
    text = f"| What | Figure | Command | Commit |\n|---|---|---|---|\n{row}\n"
    assert [line.partition(":")[0] for line in find_wrong_commits(text)] == ["3"]
