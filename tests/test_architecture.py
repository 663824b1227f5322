"""The order of the house is a contract: the layers, Qt and peewee at their edges, the watcher on its own."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_import_contracts_hold():
    program = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True, timeout=200, check=False)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "0 broken" in done.stdout


def test_no_gpl_only_part_of_qt_is_used():
    for source in (ROOT / "claudeops_desktop").rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        for module in ("QtCharts", "QtGraphs", "QtDataVisualization", "QtHttpServer", "QtQuick3D", "QtVirtualKeyboard"):
            assert f"PySide6.{module}" not in text, source


# E17: what may be taken through the one door of memory. Modules of words may be taken from freely; of the others only
# these names: dataclasses that answers are made of, pure rules, and the reading of a text.
DOORS = frozenset({"agent", "fact", "context", "search", "at_hooks"})
WORDS = {
    "closings": {"Closing"},
    "conflicts": {"AnsweredPair", "Conflict", "ConflictKind", "ConflictState"},
    "embed.keeper": {"embedder"},
    "expiring": {"Expiring"},
    "forward.forward": {"FutureTrigger"},
    "inject.records": {"InjectionRow", "Told"},
    "injected": {"Injected", "given_in", "services_in"},
    "judge.judge": {"judge", "judge_all"},
    "lessons.lessons": {"LONGEST_LESSON", "Lesson"},
    "lifecycle": None,
    "recall.graph": {"Edge", "Graph", "Node"},
    "recall.indexer": {"Progress"},
    "recall.records": {"RecallRecord"},
    "retraction": {"RETRACTS"},
    "trash": {"Trashed"},
}
TABLES = (
    *("memories", "memory_versions", "memory_links", "memory_words", "memory_vectors", "memory_entities"),
    *("memory_indexed", "memory_summaries", "entities", "resources", "injections", "second_looks"),
    *("forward_triggers", "lessons", "second_look_calls"),
)
# The store makes tables and mends them; what is old is thrown away by age alone; the doctor only counts.
BELOW = ("storage/", "runs/retention.py", "cli/doctor.py")


def test_memory_is_reached_through_its_one_door():
    taken = []
    for source in sorted((ROOT / "claudeops_desktop").rglob("*.py")):
        inside = source.relative_to(ROOT / "claudeops_desktop")
        if inside.parts[0] == "memory":
            continue
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                taken += [(str(inside), *one) for one in _of_memory(node, inside)]
    wrong = [
        (source, module, name)
        for source, module, name in taken
        if not (
            module in DOORS
            or module.endswith("words")
            or module.startswith("observe")
            or (module.startswith("purging") and source == "runs/purging.py")
            or (module in WORDS and (WORDS[module] is None or name in WORDS[module]))
        )
    ]
    assert wrong == []
    assert len(taken) > 50, "the imports are found at all"


def _of_memory(node: ast.ImportFrom, inside: Path) -> list[tuple[str, str]]:
    """(module within memory, name) of what an import takes from memory."""
    if node.level:
        package = ["claudeops_desktop", *inside.parts[:-1]][: len(inside.parts) - node.level + 1]
        module = ".".join([*package, *(node.module.split(".") if node.module else [])])
    else:
        module = node.module or ""
    if module == "claudeops_desktop.memory":
        return [(alias.name, alias.name) for alias in node.names]
    prefix = "claudeops_desktop.memory."
    return [(module.removeprefix(prefix), alias.name) for alias in node.names] if module.startswith(prefix) else []


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
