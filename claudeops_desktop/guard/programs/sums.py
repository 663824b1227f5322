"""Whether a Python text only reckons and prints, so that running it changes and shows nothing."""

from __future__ import annotations

import ast

LONGEST = 2_000
_FUNCTIONS = frozenset(
    "print len int float str abs min max sum round sorted list tuple set dict range divmod hex oct bin bool repr ord chr "
    "enumerate zip reversed any all pow".split()
)
_NODES = (
    ast.Module, ast.Expr, ast.Constant, ast.BinOp, ast.UnaryOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Tuple, ast.List,
    ast.Set, ast.Dict, ast.Call, ast.Name, ast.Load, ast.Store, ast.Assign, ast.JoinedStr, ast.FormattedValue, ast.Subscript,
    ast.Slice, ast.operator, ast.unaryop, ast.boolop, ast.cmpop, ast.ListComp, ast.GeneratorExp, ast.comprehension,
    ast.keyword, ast.For, ast.If,
)  # fmt: skip
_KEYWORDS = ("sep", "end", "key", "reverse", "default", "flush")


def only_reckons(text: str) -> bool:
    """Whether a text holds literals, arithmetic and a few functions of theirs alone: no import, attribute or file.

    It may still take long, as any command may.
    """
    if len(text) > LONGEST:
        return False
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    return own.isdisjoint(_FUNCTIONS) and all(_harmless(node, own) for node in ast.walk(tree))


def _harmless(node: ast.AST, own: set[str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in _FUNCTIONS or (node.id in own and not node.id.startswith("_"))
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS
    if isinstance(node, ast.keyword):
        return node.arg in _KEYWORDS
    return isinstance(node, _NODES)
