"""``docs/architecture.md`` names files and functions: each of them exists, and the paths are as long as it says."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "claudeops_desktop"
PAGE = ROOT / "docs" / "architecture.md"
TEXT = PAGE.read_text("utf-8")
# `runs/session.py:SessionRun.start`: a file of the package, or of the project, and a name that it defines.
REFERENCE = re.compile(r"`([\w./-]+\.\w+)(?::([A-Za-z_][\w.]*))?`")
FILE_TYPES = {".py", ".md", ".toml", ".txt", ".json", ".yaml", ".spec"}
NOT_OURS = {"claudeops.db", "settings.toml", "services.toml"}  # files of the data folder
HEADING = re.compile(r"^### (.+): (\d+) steps$", re.MULTILINE)


def references() -> list[tuple[str, str]]:
    """The files of ours that the page names, each with the name that is said to be defined there, or nothing."""
    found = {(path, name) for path, name in REFERENCE.findall(TEXT) if Path(path).suffix in FILE_TYPES}
    return sorted((path, name) for path, name in found if Path(path).name not in NOT_OURS)


def file_of(path: str) -> Path | None:
    """The file that a reference means, or None. A bare name such as ``page.py`` is a role that files of it have."""
    places = [place / path for place in (PACKAGE, ROOT)]
    if "/" not in path:
        places += PACKAGE.rglob(path)
    return next((place for place in places if place.is_file()), None)


@cache
def defined_in(path: Path) -> frozenset[str]:
    """The names that a module defines: classes, functions, methods (``Class.method``) and constants."""
    found = set()
    for node in ast.parse(path.read_text("utf-8")).body:
        found |= names_of(node)
        if isinstance(node, ast.ClassDef):
            found |= {f"{node.name}.{name}" for child in node.body for name in names_of(child)}
    return frozenset(found)


def names_of(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        return {node.name}
    if isinstance(node, ast.Assign):
        return {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {node.target.id} if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) else set()


@pytest.mark.parametrize(("path", "name"), references())
def test_every_file_and_function_that_is_named_exists(path: str, name: str) -> None:
    file = file_of(path)
    assert file is not None
    assert not name or name in defined_in(file)


def test_it_names_a_file_for_each_of_the_ten_questions() -> None:
    rows = [row for row in section("## Ten questions").splitlines() if row.startswith("| ") and "?" in row]
    assert len(rows) == 10
    assert all(REFERENCE.search(row.split("|")[2]) for row in rows)


@pytest.mark.parametrize(("what", "said"), HEADING.findall(TEXT))
def test_a_path_has_as_many_steps_as_its_heading_says(what: str, said: str) -> None:
    steps = [row for row in section(f"### {what}: {said} steps").splitlines() if re.match(r"\d+\. ", row)]
    assert len(steps) == int(said)
    assert [int(row.partition(".")[0]) for row in steps] == list(range(1, len(steps) + 1))
    assert all(REFERENCE.search(row) for row in steps)


def test_the_three_paths_are_there() -> None:
    assert [what for what, _ in HEADING.findall(TEXT)] == [
        "A marker, from the agent's output to the next prompt",
        "A change of confidence, from the click to the row and back",
        "A decision of the guard, from the tool call to the answer",
    ]


def test_it_names_every_package_once() -> None:
    folders = {place.parent.name for place in PACKAGE.glob("*/__init__.py")}
    listed = re.findall(r"^\| `(\w+)/` \|", section("## Packages, low to high"), re.MULTILINE)
    assert sorted(listed) == sorted(folders)


def section(heading: str) -> str:
    """The text below a heading, up to the next one of the same or a higher level."""
    level = len(heading) - len(heading.lstrip("#"))
    _, found, rest = TEXT.partition(f"\n{heading}\n")
    assert found, f"{heading} is missing"
    return re.split(rf"^#{{1,{level}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]
