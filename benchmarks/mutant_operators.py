"""The small changes that make a mutant of a module: comparisons, numbers, `and` and `or`, conditions, returns, calls.

Texts are left alone, as are docstrings, annotations, imports and what runs for the type checker only: a change there is
no fault that a test of behaviour should find.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
ARITHMETIC: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "/",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.Mod: "*",
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with the source between two offsets replaced. Lines begin with 1, offsets count characters."""

    path: str
    line: int
    start: int
    end: int
    before: str
    after: str

    def apply(self, source: str) -> str:
        """Return the mutated source."""
        return source[: self.start] + self.after + source[self.end :]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {' '.join(self.before.split())} → {' '.join(self.after.split())}"


def mutants_of(path: str, source: str) -> list[Mutant]:
    """Return every mutant of a module, in the order of its lines."""
    tree = ast.parse(source)
    lines = source.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))

    def offset(line: int, column: int) -> int:
        return starts[line - 1] + len(lines[line - 1].encode()[:column].decode())

    def mutant(node: ast.expr | ast.stmt, after: str) -> Mutant:
        start = offset(node.lineno, node.col_offset)
        end = offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
        return Mutant(path, node.lineno, start, end, source[start:end], after)

    found = {mutant(node, after) for node, after in _changes(tree)}
    return sorted(found, key=lambda one: (one.start, one.end, one.after))


def _changes(tree: ast.AST) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    """Yield each node that can be changed with the source that takes its place."""
    for node in _behaviour(tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            left, right = (ast.unparse(part) for part in (node.left, node.comparators[0]))
            yield node, f"({left} {COMPARISONS[type(node.ops[0])]} {right})"
        elif isinstance(node, ast.BoolOp):
            other: ast.boolop = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, f"({ast.unparse(ast.BoolOp(other, node.values))})"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            yield node, f"({ast.unparse(node.operand)})"
        elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not _is_text(node):
            left, right = (ast.unparse(part) for part in (node.left, node.right))
            yield node, f"(({left}) {ARITHMETIC[type(node.op)]} ({right}))"
        elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
            yield node, str(not node.value)
        elif isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            yield node, repr(node.value + 1)
        elif isinstance(node, ast.If | ast.IfExp | ast.While) and not isinstance(node.test, ast.Compare | ast.BoolOp):
            yield node.test, f"(not ({ast.unparse(node.test)}))"
        elif isinstance(node, ast.Return) and node.value is not None and not _is_nothing(node.value):
            yield node, "return None"
        elif isinstance(node, ast.Break | ast.Continue):
            yield node, "continue" if isinstance(node, ast.Break) else "break"
        elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and not _is_log(node.value):
            yield node, "pass"


def _behaviour(tree: ast.AST) -> Iterator[ast.AST]:
    """Walk the nodes that decide what the module does; nested ones of a skipped node are skipped too."""
    waiting = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            children = value if isinstance(value, list) else [value]
            waiting += [child for child in children if isinstance(child, ast.AST) and not _is_passed_over(child)]


def _is_passed_over(node: ast.AST) -> bool:
    match node:
        case ast.JoinedStr() | ast.Raise() | ast.Assert() | ast.Import() | ast.ImportFrom():
            return True
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
    return False


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(side, ast.JoinedStr) or _holds_text(side) for side in sides)


def _holds_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str | bytes)


def _is_nothing(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _is_log(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) in ("log", "LOG", "logger", "_log")
