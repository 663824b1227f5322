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
    ast.keyword, ast.For, ast.If, ast.Import, ast.ImportFrom,
)  # fmt: skip
_KEYWORDS = ("sep", "end", "key", "reverse", "default", "flush", "indent", "sort_keys", "days", "hours", "minutes", "seconds",
             "weeks", "ensure_ascii", "tz")  # fmt: skip
_OF_MODULES = {
    "math": frozenset(
        "sqrt ceil floor log log2 log10 exp pow pi e tau sin cos tan atan gcd lcm comb perm factorial hypot isqrt fabs "
        "trunc inf fsum prod".split()
    ),
    "statistics": frozenset("mean median mode stdev pstdev variance fmean".split()),
    "datetime": frozenset("date datetime timedelta timezone".split()),
    "time": frozenset("time strftime gmtime localtime".split()),
    "json": frozenset(["load", "loads", "dumps"]),
    "sys": frozenset("stdin version version_info platform byteorder maxsize".split()),
    "calendar": frozenset("month isleap monthrange".split()),
    "ipaddress": frozenset("ip_network ip_address".split()),
}
"""What may be taken of a module: it neither opens a file, nor runs, nor shows anything of its surroundings."""
_NOTHING: frozenset[str] = frozenset()
_METHODS = frozenset(
    "today now utcnow fromtimestamp isoformat strftime total_seconds days seconds timestamp date utc split strip lower "
    "upper join get items keys values count startswith endswith read readlines splitlines replace append "
    "num_addresses isocalendar weekday year month day hour minute second title zfill rjust ljust index sort "
    "hosts network_address broadcast_address netmask prefixlen is_private fromisoformat strptime".split()
)
"""Attributes that values of these kinds have. ``format`` is not among them: it reaches any attribute."""


def only_reckons(text: str) -> bool:
    """Whether a text holds literals, arithmetic, a few functions and parts of a few modules alone: no file, no program.

    What it reads from its input it may print. It may still take long, as any command may.
    """
    if len(text) > LONGEST:
        return False
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    imported: dict[str, frozenset[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            imported |= {each.asname or each.name: _OF_MODULES.get(each.name, _NOTHING) for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            allowed = _OF_MODULES.get(node.module or "", _NOTHING) if not node.level else _NOTHING
            imported |= {
                each.asname or each.name: _METHODS if each.name in allowed else _NOTHING for each in node.names
            }
    if not own.isdisjoint(_FUNCTIONS | imported.keys()) or _NOTHING in imported.values():
        return False
    if not _FUNCTIONS.isdisjoint(imported):
        return False
    return all(_harmless(node, own, imported) for node in ast.walk(tree))


def _harmless(node: ast.AST, own: set[str], imported: dict[str, frozenset[str]]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in _FUNCTIONS or node.id in imported or (node.id in own and not node.id.startswith("_"))
    if isinstance(node, ast.alias):
        return True  # judged with the import that it belongs to
    if isinstance(node, ast.Attribute):
        taken = node.value.id if isinstance(node.value, ast.Name) else ""
        known = imported.get(taken, _METHODS)
        return node.attr in known and isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Call):
        named = isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS | imported.keys()
        return named or isinstance(node.func, ast.Attribute)
    if isinstance(node, ast.keyword):
        return node.arg in _KEYWORDS
    return isinstance(node, _NODES)
