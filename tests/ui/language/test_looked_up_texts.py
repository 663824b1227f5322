"""No decision of the window hangs on a text that was looked up: in another language it would be another one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

UI = Path(__file__).parents[3] / "claudeops_desktop" / "ui"
LOOKUPS = {"tr", "tr_count", "tr_message", "state_word"}


def _called(node: ast.AST) -> str:
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _texts(trees: dict[Path, ast.Module]) -> set[str]:
    """Every literal of several words that is looked up: no code has a space in it."""
    return {
        one.value
        for tree in trees.values()
        for node in ast.walk(tree)
        if _called(node) in LOOKUPS
        for one in getattr(node, "args", ())
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and " " in one.value
    }


def _comparisons(tree: ast.Module) -> Iterator[tuple[int, list[ast.expr]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            sides = [node.left, *node.comparators]
            yield node.lineno, [one for side in sides for one in (side.elts if isinstance(side, ast.Tuple) else [side])]


def find_faults(trees: dict[Path, ast.Module]) -> list[str]:
    """Return the places that compare with a text which was looked up."""
    texts = _texts(trees)
    return [
        f"{path.name}:{line}"
        for path, tree in trees.items()
        for line, sides in _comparisons(tree)
        for side in sides
        if _called(side) in LOOKUPS or (isinstance(side, ast.Constant) and side.value in texts)
    ]


@pytest.mark.slow
def test_nothing_is_compared_with_a_text_that_is_looked_up():
    assert not find_faults({path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(UI.rglob("*.py"))})


@pytest.mark.parametrize(
    "line", ['if row.said == "not stored": pass', 'x = row.said != tr("gone")', 'y = row.said in (tr("a"), tr("b"))']
)
def test_such_a_comparison_is_found(line: str):
    assert find_faults({Path("one.py"): ast.parse(f'tr("not stored")\n{line}\n')})
