"""The order of the house is a contract: the layers, Qt and peewee at their edges, the watcher on its own."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.slow
def test_the_import_contracts_hold():
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "0 broken" in done.stdout


@pytest.mark.slow
def test_no_gpl_only_part_of_qt_is_used():
    for source in (ROOT / "claudeops_desktop").rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        for module in ("QtCharts", "QtGraphs", "QtDataVisualization", "QtHttpServer", "QtQuick3D", "QtVirtualKeyboard"):
            assert f"PySide6.{module}" not in text, source


# E17: the doors of memory, and who may use each; "" is anybody. No other module of it is known outside.
DOORS = {
    "": "",  # claudeops_desktop.memory itself: the service, and what goes in and out of it
    "prompt_memory.types": "",  # what the parts of a prompt are called
    "extraction": "",  # the observer, a program of its own
    "cli_hooks": "hooks/answer.py",  # answers in milliseconds, without the service
    "purging": "runs/purge_everywhere.py",  # goes through files by the same search terms
}
TABLES = (
    *("memories", "memory_versions", "memory_links", "memory_words", "memory_vectors", "memory_entities"),
    *("memory_indexed", "memory_summaries", "entities", "resources", "injections", "second_looks"),
    *("forward_triggers", "lessons", "second_look_calls"),
)
# The store makes tables and mends them; what is old is thrown away by age alone; the doctor only counts.
# The summary of what happened joins the markers with the words that hold now, in one statement that only reads.
BELOW = ("storage/", "runs/retention.py", "cli/doctor.py", "records/activity_summary.py")


@pytest.mark.slow
def test_memory_is_reached_through_its_one_door():
    assert len(DOORS) <= 5
    taken = []
    for source in sorted((ROOT / "claudeops_desktop").rglob("*.py")):
        inside = source.relative_to(ROOT / "claudeops_desktop")
        if inside.parts[0] != "memory":
            taken += [(str(inside), *one) for one in _of_memory(ast.parse(source.read_text(encoding="utf-8")), inside)]
    wrong = [one for one in taken if not _is_door(*one)]
    assert wrong == []
    assert len(taken) > 50, "the imports are found at all"


def test_an_import_past_the_door_is_seen_also_in_the_face_of_a_package():
    face, page = Path("ui/pages/__init__.py"), Path("ui/pages/ask/page.py")
    for inside, text in (
        (face, "from ...memory.extraction.pipeline import ExtractionPipeline"),
        (face, "from ...memory.extraction import pipeline"),
        (face, "from ...memory import tables"),
        (face, "from claudeops_desktop.memory import tables"),
        (page, "import claudeops_desktop.memory.tables"),
        (page, "def late():\n    from ....memory.recall.recall import Recall"),
        (page, "from ....memory.cli_hooks import at_start"),
    ):
        (taken,) = _of_memory(ast.parse(text), inside)
        assert not _is_door(str(inside), *taken), text
    (taken,) = _of_memory(ast.parse("from ...memory import MemoryService"), face)
    assert _is_door(str(face), *taken)


def test_each_name_of_a_lazy_face_is_there():
    for package in ("claudeops_desktop.memory", "claudeops_desktop.memory.extraction"):
        face = importlib.import_module(package)
        source = ast.parse(Path(str(face.__file__)).read_text(encoding="utf-8"))
        declared = {
            alias.name: node.module
            for node in ast.walk(source)
            if isinstance(node, ast.ImportFrom) and node.level == 1
            for alias in node.names
        }
        assert declared == face._EXPORTS, "what type checkers see is what there is"
        for name in face.__all__:
            assert getattr(face, name) is not None
        with pytest.raises(AttributeError):
            face.nothing_of_that_name  # noqa: B018


def _is_door(source: str, module: str, name: str) -> bool:
    """Whether a file may take a name from a module of memory, "" being memory itself."""
    if module in ("", "extraction") and name not in _names_of(module):
        return False  # a submodule
    door = next((door for door in DOORS if door and (module == door or module.startswith(door + "."))), "")
    if door in ("", "extraction", "prompt_memory.types") and module != door:
        return False
    return DOORS[door] in ("", source)


@lru_cache
def _names_of(door: str) -> frozenset[str]:
    return frozenset(importlib.import_module(f"claudeops_desktop.memory.{door}".rstrip("."))._EXPORTS)


def _of_memory(tree: ast.AST, inside: Path) -> list[tuple[str, str]]:
    """(module within memory, name) of what a file takes from memory; a module that is imported whole has no name."""
    root, found = "claudeops_desktop.memory", []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found += [(alias.name, "") for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            package = ["claudeops_desktop", *inside.parts[:-1]][: len(inside.parts) - node.level + 1]
            module = ".".join([*package, *filter(None, [node.module])]) if node.level else node.module or ""
            found += [(module, alias.name) for alias in node.names]
    return [
        (module.removeprefix(root).removeprefix("."), name)
        for module, name in found
        if module == root or module.startswith(root + ".")
    ]


@pytest.mark.slow
def test_nobody_else_touches_the_tables_of_memory():
    sql = re.compile(rf"\b(?:FROM|INTO|UPDATE|JOIN)\s+({'|'.join(TABLES)})\b")
    wrong = []
    for source in sorted((ROOT / "claudeops_desktop").rglob("*.py")):
        inside = str(source.relative_to(ROOT / "claudeops_desktop"))
        if not inside.startswith(("memory/", *BELOW)):
            wrong += [(inside, found[1]) for found in sql.finditer(source.read_text(encoding="utf-8"))]
    assert wrong == []


# Circles that stay, each with its reason. A circle that is no longer there must be taken out.
CIRCLES: dict[frozenset[str], str] = {}


@pytest.mark.slow
def test_no_import_circles():
    """Lazy imports count too. What is imported for type checkers alone does not: there a Protocol would say less."""
    root = ROOT / "claudeops_desktop"
    modules = {_module_name(source): source for source in root.rglob("*.py")}
    graph = {name: _imported(name, source, modules) for name, source in modules.items()}
    assert sum(map(len, graph.values())) > 2000, "the imports are found at all"
    assert {circle: CIRCLES.get(circle) for circle in _circles(graph)} == CIRCLES


def test_a_circle_of_imports_is_found():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": set()}
    assert _circles(graph) == {frozenset("abc")}


def _module_name(source: Path) -> str:
    parts = source.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(name: str, source: Path, modules: dict[str, Path]) -> set[str]:
    """The modules of ours that one imports, at its top or within a function."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    for_types = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for statement in node.body
        for inner in ast.walk(statement)
    }
    package = name.split(".") if source.name == "__init__.py" else name.split(".")[:-1]
    found = set()
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules else base for alias in node.names}
    return {other for other in found if other in modules and other != name}


def _circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """The strongly connected parts of more than one node (Tarjan)."""
    order: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: set[frozenset[str]] = set()

    def visit(node: str) -> None:
        order[node] = lowest[node] = len(order)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in order:
                visit(other)
            if other in stack:
                lowest[node] = min(lowest[node], lowest[other])
        if lowest[node] == order[node]:
            part = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(part) > 1:
                found.add(frozenset(part))

    for node in graph:
        if node not in order:
            visit(node)
    return found
