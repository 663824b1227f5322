"""What the rules ask of a statement, and what they make."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .sql_library import exp


def table_name(node: Any) -> str:
    """The table that an INSERT is about."""
    table = node.this if isinstance(node, exp.Schema) else node
    return str(table.name)


def is_worded(join: Any) -> bool:
    """Tell whether a join is written with the word, not with a comma."""
    return bool(join.kind or join.method) or not isinstance(join.parent, exp.Select) or bool(join.args.get("worded"))


def source_of(select: Any, table: str) -> str:
    """The name by which a query speaks of a table."""
    for found in select.find_all(exp.Table):
        if found.name == table:
            return str(found.alias_or_name)
    return table


def bm25(source: str, table: str, question: Any, weights: list[Any]) -> Any:
    """The rank of FTS5, reckoned by the server."""
    about = exp.select(
        exp.Anonymous(this="lite_words_statistics", expressions=[exp.Literal.string(table), question.copy()])
    ).subquery()
    given = [exp.cast(weight.copy(), "double precision") for weight in weights] or [
        exp.cast(exp.Literal.number(1), "double precision") for _ in range(4)
    ]
    return exp.Anonymous(
        this="lite_bm25",
        expressions=[exp.column("words", source), exp.column("length", source), about, exp.Array(expressions=given)],
    )


def from_json(select: Any) -> bool:
    """Tell whether a query gives one value of each entry of a JSON text."""
    source = select.args.get("from_") or select.args.get("from")
    call = source.this.this if source is not None and isinstance(source.this, exp.Table) else None
    return isinstance(call, exp.Anonymous) and call.name.lower() == "json_each" and len(select.expressions) == 1


def is_json_value(node: Any) -> bool:
    """Tell whether a value comes out of JSON, as far as its name says."""
    if isinstance(node, exp.Anonymous):
        return node.name.lower() == "json_extract"
    return isinstance(node, exp.Column) and node.name == "value"


_AGGREGATES = frozenset(("json_group_array", "group_concat", "total"))


def is_aggregate(node: Any) -> bool:
    """Tell whether it sums a group up."""
    if isinstance(node, (exp.Max, exp.Min)):
        return not node.expressions
    return isinstance(node, exp.AggFunc) or (isinstance(node, exp.Anonymous) and node.name.lower() in _AGGREGATES)


def parts_of(select: Any) -> list[Any]:
    """What a query gives, asks of groups and orders by."""
    parts = list(select.expressions)
    if select.args.get("having"):
        parts.append(select.args["having"])
    if select.args.get("order"):
        parts.append(select.args["order"])
    return parts


def within(select: Any) -> list[Any]:
    """All nodes of what a query gives, asks of groups and orders by, without those of queries and windows inside."""
    return [
        node
        for part in parts_of(select)
        for node in part.walk(prune=lambda each: isinstance(each, (exp.Subquery, exp.Select, exp.Window)))
        if not isinstance(node, (exp.Subquery, exp.Select, exp.Window))
    ]


def bare_columns(select: Any, keys: set[str], names: set[str]) -> list[Any]:
    """Columns that stand beside aggregates and are no key of the group. ``names`` are those of results."""
    found: list[Any] = []

    def look(node: Any, ordered: bool) -> None:
        if isinstance(node, (exp.Subquery, exp.Select, exp.Window)) or is_aggregate(node) or node.sql() in keys:
            return
        if isinstance(node, exp.Column):
            if not (not node.table and node.name in names and ordered) and not isinstance(node.this, exp.Star):
                found.append(node)
            return
        for child in list(node.iter_expressions()):
            look(child, ordered)

    for part in parts_of(select):
        look(part, isinstance(part, (exp.Order, exp.Having)))
    return found


def unnamed(node: Any) -> Any:
    """A result without its name."""
    return node.this if isinstance(node, exp.Alias) else node


def of_group(column: Any, end: Any) -> Any:
    """A column of the row that holds ``end``, or of any row of the group."""
    given = column
    if end is not None:
        ordered = exp.Ordered(this=end.this.copy(), desc=isinstance(end, exp.Max), nulls_first=False)
        given = exp.Order(this=column, expressions=[ordered])
    gathered = exp.ArrayAgg(this=given)
    return exp.Bracket(this=exp.paren(gathered), expressions=[exp.Literal.number(1)], offset=1, safe=True)


def innermost(tree: Any, *kinds: Any) -> list[Any]:
    """All of some kinds, those inside of others first: what is replaced takes its inside along."""
    return list(tree.find_all(*kinds))[::-1]


def group_array(given: list[Any]) -> Any:
    """``json_group_array``."""
    return exp.Coalesce(
        this=exp.Anonymous(this="json_agg", expressions=[value.copy() for value in given]),
        expressions=[exp.cast(exp.Literal.string("[]"), "json")],
    )


def in_their_order(value: Any) -> Any:
    """A number of a row as it is gathered: in order, as SQLite reads a table or an index, where nothing else orders."""
    select = value.find_ancestor(exp.Select)
    source = select.args.get("from_") or select.args.get("from") if select is not None else None
    numbered = isinstance(value, exp.Column) and (value.name in ("id", "rowid") or value.name.endswith("_id"))
    ordered = source is not None and isinstance(source.this, exp.Subquery) and source.this.this.args.get("order")
    if not numbered or ordered:
        return value.copy()
    return exp.Order(this=value.copy(), expressions=[exp.Ordered(this=value.copy(), nulls_first=False)])


def group_concat(given: list[Any]) -> Any:
    """``group_concat``."""
    value, *rest = given
    sep = rest[0].copy() if rest else exp.Literal.string(",")
    if isinstance(value, exp.Distinct):
        value = exp.Distinct(expressions=[exp.cast(one.copy(), "text") for one in value.expressions])
        return exp.Anonymous(this="string_agg", expressions=[value, sep])
    return exp.Anonymous(this="string_agg", expressions=[exp.cast(value.copy(), "text"), sep])


def total(given: list[Any]) -> Any:
    """``total``: 0.0 for no rows."""
    return exp.cast(
        exp.Coalesce(this=exp.Sum(this=given[0].copy()), expressions=[exp.Literal.number(0)]), "double precision"
    )


def iif(given: list[Any]) -> Any:
    """``iif``."""
    return exp.Case(
        ifs=[exp.If(this=given[0].copy(), true=given[1].copy())],
        default=given[2].copy() if len(given) > 2 else exp.null(),
    )


MADE: dict[str, Callable[[list[Any]], Any]] = {
    "json_group_array": group_array,
    "group_concat": group_concat,
    "total": total,
    "iif": iif,
}


def is_truth(node: Any) -> bool:
    """Tell whether it is true or false."""
    if isinstance(node, exp.Paren):
        return is_truth(node.this)
    return isinstance(
        node,
        (
            exp.Predicate,
            exp.Connector,
            exp.Not,
            exp.Boolean,
            exp.NullSafeEQ,
            exp.NullSafeNEQ,
            exp.Exists,
            exp.Escape,
            exp.MatchAgainst,
        ),
    )


def asks_truth(node: Any) -> bool:
    """Tell whether true or false is asked for where it stands."""
    parent, key = node.parent, node.arg_key
    if isinstance(parent, exp.Paren):
        return asks_truth(parent)
    if isinstance(parent, (exp.Connector, exp.Not, exp.Where, exp.Having)):
        return True
    if isinstance(parent, exp.Join):
        return bool(key == "on")
    if isinstance(parent, exp.If):  # of a CASE without a value that it compares
        case = parent.parent
        return bool(key == "this" and not (isinstance(case, exp.Case) and case.this))
    return isinstance(parent, exp.Filter) and key == "expression" and not isinstance(node, exp.Where)


def chooses_rows(condition: Any) -> bool:
    """Tell whether a condition stands in WHERE or ON, alone or joined by AND and OR: unknown is as good as false
    there."""
    node = condition
    while isinstance(node.parent, (exp.And, exp.Or, exp.Paren)):
        node = node.parent
    return isinstance(node.parent, exp.Where) or (isinstance(node.parent, exp.Join) and node.arg_key == "on")


def is_value(node: Any) -> bool:
    """Tell whether a truth stands where a value is expected, and is not only bracketed."""
    parent = node.parent
    if parent is None or isinstance(parent, (exp.Is, exp.Filter, exp.Escape)):
        return False
    if isinstance(parent, exp.Paren):
        return False  # the bracket is replaced as a whole
    if isinstance(parent, exp.EQ) and isinstance(parent.parent, (exp.Update, exp.OnConflict)):
        return bool(node.arg_key == "expression")
    if isinstance(node, exp.EQ) and isinstance(parent, (exp.Update, exp.OnConflict)):
        return False  # what an UPDATE sets
    return not isinstance(parent, (exp.Insert, exp.Create, exp.Index, exp.IndexParameters))
