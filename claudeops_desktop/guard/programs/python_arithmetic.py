"""Whether a Python text only reckons and prints, so that running it changes and shows nothing but its input."""

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
    ast.keyword, ast.For, ast.If, ast.Import, ast.ImportFrom, ast.alias, ast.Attribute,
)  # fmt: skip
_OF_MODULES = {
    "math": frozenset(
        "pi e tau inf nan ceil floor sqrt log log2 log10 exp pow fsum prod gcd lcm hypot factorial comb perm isclose "
        "sin cos tan atan atan2 radians degrees trunc isqrt copysign fabs fmod".split()
    ),
    "datetime": frozenset("datetime date time timedelta timezone UTC".split()),
    "time": frozenset("time strftime gmtime localtime mktime ctime asctime strptime time_ns monotonic".split()),
    "statistics": frozenset("mean median mode stdev pstdev variance fmean quantiles".split()),
    "json": frozenset("loads dumps load".split()),
    "ipaddress": frozenset(
        "ip_address ip_network ip_interface IPv4Address IPv4Network IPv6Address IPv6Network".split()
    ),
    "calendar": frozenset("monthrange isleap month timegm".split()),
    "sys": frozenset("stdin version version_info platform maxsize".split()),
}
"""Modules of the standard library, and what of them neither opens, runs nor changes anything."""
_METHODS = frozenset(
    "get items keys values split rsplit splitlines strip lstrip rstrip join lower upper title replace startswith endswith "
    "count index find isdigit total_seconds days seconds isoformat strftime strptime now utcnow today fromtimestamp utcfromtimestamp "
    "fromisoformat timestamp year month day hour minute second weekday isoweekday date time append sort read readline "
    "bit_length num_addresses netmask network_address broadcast_address hosts is_private prefixlen with_prefixlen "
    "real imag union intersection difference".split()
)
"""What may be asked of a value: nothing that leads from it to the classes behind it."""
_KEYWORDS = (
    "sep",
    "end",
    "key",
    "reverse",
    "default",
    "flush",
    "indent",
    "sort_keys",
    "days",
    "hours",
    "minutes",
    "seconds",
    "weeks",
    "tz",
)


def only_reckons(text: str) -> bool:
    """Tell whether a text holds literals, arithmetic and a few functions and modules that only reckon: it opens no
    file.

    It may still take long, as any command may.
    """
    if len(text) > LONGEST:
        return False
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    own = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    modules = _modules_of(tree)
    if modules is None or not own.isdisjoint(_FUNCTIONS | modules.keys()):
        return False
    return all(_harmless(node, own, modules) for node in ast.walk(tree))


def _modules_of(tree: ast.Module) -> dict[str, str] | None:
    """What the names that the text imports stand for: ``module`` or ``module.name``. None where one is not known."""
    named: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for each in node.names:
                if each.name not in _OF_MODULES:
                    return None
                named[each.asname or each.name] = each.name
        elif isinstance(node, ast.ImportFrom):
            known = _OF_MODULES.get(node.module or "", frozenset())
            for each in node.names:
                if node.level or each.name not in known:
                    return None
                named[each.asname or each.name] = f"{node.module}.{each.name}"
    return None if any(name in _FUNCTIONS for name in named) else named


def _harmless(node: ast.AST, own: set[str], modules: dict[str, str]) -> bool:
    if isinstance(node, ast.Name):
        return node.id in _FUNCTIONS or node.id in modules or (node.id in own and not node.id.startswith("_"))
    if isinstance(node, ast.Attribute):
        if not isinstance(node.ctx, ast.Load):
            return False
        of = modules.get(node.value.id, "") if isinstance(node.value, ast.Name) else ""
        return node.attr in _OF_MODULES.get(of, _METHODS)
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name):
            return node.func.id in _FUNCTIONS or "." in modules.get(node.func.id, "")
        return isinstance(node.func, ast.Attribute)
    if isinstance(node, ast.keyword):
        return node.arg in _KEYWORDS
    return isinstance(node, _NODES)
