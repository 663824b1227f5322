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
