"""One statement while it is rewritten: what SQLite means by it, in a form that PostgreSQL understands.

The differences are numbers as truth values, where nulls sort, columns beside aggregates, REPLACE, what comes out of
JSON, and the word indexes.
"""

from __future__ import annotations

from typing import Any

from .catalog import TableCatalog
from .sql_library import exp
from .statement_parts import (
    MADE,
    asks_truth,
    bare_columns,
    bm25,
    chooses_rows,
    from_json,
    in_their_order,
    innermost,
    is_aggregate,
    is_json_value,
    is_truth,
    is_value,
    is_worded,
    of_group,
    source_of,
    table_name,
    unnamed,
    within,
)

_RENAMED = {
    "ifnull": "coalesce",
    "instr": "strpos",
    "json_array": "json_build_array",
    "json_each": "lite_json_each",
    "json_extract": "lite_json_extract",
    "json_array_length": "lite_json_array_length",
    "json_valid": "lite_json_valid",
    "julianday": "lite_julianday",
    "strftime": "lite_strftime",
    "round": "lite_round",
    "char": "chr",
}
_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ, exp.NullSafeNEQ)


class StatementRewriter:
    """One statement while it is rewritten."""

    def __init__(self, tree: Any, catalog: TableCatalog) -> None:
        self.tree = tree
        self._catalog = catalog
        self.matched: set[int] = set()

    def rewrite(self) -> Any:
        """All rules, in an order in which none sees what another has made."""
        for rule in (
            self._joins,
            self._subqueries,
            self._limits,
            self._empty_lists,
            self._matches,
            self._distinct,
            self._aliases,
            self._groups,
            self._inserts,
            self._json_numbers,
            self._functions,
            self._row_numbers,
            self._null_safe,
            self._orders,
            self._truths,
        ):
            rule()
        return self.tree

    def number_new_rows(self) -> bool:
        """Ask for the ids of new rows where the server gives them; whether it was asked."""
        insert = self.tree
        if not isinstance(insert, exp.Insert) or insert.args.get("returning"):
            return False
        if table_name(insert.this) not in self._catalog.identity:
            return False
        insert.set("returning", exp.Returning(expressions=[exp.column("id")]))
        return True

    # --- rules -------------------------------------------------------------------------------------------------------

    def _joins(self) -> None:
        """``CROSS JOIN … ON`` is SQLite's way to fix the order; and ``JOIN`` without ON is a CROSS JOIN."""
        for join in self.tree.find_all(exp.Join):
            bound = join.args.get("on") or join.args.get("using")
            if bound and (join.kind or "").upper() == "CROSS":
                join.set("kind", None)
            elif not bound and (join.kind or "").upper() in ("", "INNER") and not join.side and is_worded(join):
                join.set("kind", "CROSS")

    def _subqueries(self) -> None:
        """Before version 16 a query in FROM needs a name."""
        for number, query in enumerate(self.tree.find_all(exp.Subquery)):
            if isinstance(query.parent, (exp.From, exp.Join)) and not query.alias:
                query.set("alias", exp.TableAlias(this=exp.to_identifier(f"lite_query_{number}")))

    def _limits(self) -> None:
        for limit in list(self.tree.find_all(exp.Limit)):
            value = limit.expression
            if isinstance(value, exp.Neg):
                limit.pop()
            elif isinstance(value, exp.Placeholder):
                limit.set("expression", exp.func("NULLIF", value.copy(), exp.Literal.number("-1")))

    def _empty_lists(self) -> None:
        """``x IN ()`` is false and ``x NOT IN ()`` true, for nulls too; PostgreSQL knows no empty list."""
        for chosen in list(self.tree.find_all(exp.In)):
            if not any(chosen.args.get(part) for part in ("expressions", "query", "unnest", "field")):
                chosen.replace(exp.false())

    def _matches(self) -> None:
        """``table MATCH ?`` asks the column ``words`` of the table that stands for the index, as bm25 does."""
        for match in list(self.tree.find_all(exp.Match)):
            table, value = match.this.name, match.expression
            select = match.find_ancestor(exp.Select)
            source = source_of(select, table)
            if isinstance(value, exp.Placeholder):
                self.matched.add(int(value.name[1:]))
            question = exp.Anonymous(this="lite_words_query", expressions=[value.copy()])
            for call in list(select.find_all(exp.Anonymous)):
                if call.name.lower() == "bm25" and call.expressions[0].name == table:
                    call.replace(bm25(source, table, question, call.expressions[1:]))
            match.replace(exp.MatchAgainst(this=question, expressions=[exp.column("words", source)]))

    def _distinct(self) -> None:
        """DISTINCT with an order by something else is a group of what is given."""
        for select in list(self.tree.find_all(exp.Select)):
            order = select.args.get("order")
            if not select.args.get("distinct") or order is None or select.args.get("group"):
                continue
            given = {unnamed(each).sql() for each in select.expressions} | {each.alias for each in select.expressions}
            if any(not isinstance(o.this, exp.Literal) and o.this.sql() not in given for o in order.expressions):
                select.set("distinct", None)
                keys = [unnamed(each).copy() for each in select.expressions]
                select.set("group", exp.Group(expressions=keys))

    def _aliases(self) -> None:
        """The name of a result stands for it in every part of the query, not only where the order is a name alone."""
        for select in list(self.tree.find_all(exp.Select)):
            named = {each.alias: each.this for each in select.expressions if isinstance(each, exp.Alias)}
            parts = [select.args[part] for part in ("where", "having", "order") if select.args.get(part)]
            for column in [column for part in parts for column in part.find_all(exp.Column)]:
                made = named.get(column.name)
                alone = isinstance(column.parent, exp.Ordered) or column.find_ancestor(exp.Select) is not select
                if made is not None and not column.table and not alone and column.name not in self._catalog.kinds:
                    column.replace(exp.paren(made.copy()))

    def _groups(self) -> None:
        """A column beside aggregates is that of the row that holds the one min or max, or of any row of the group."""
        for select in list(self.tree.find_all(exp.Select)):
            group = select.args.get("group")
            aggregates = [call for call in within(select) if is_aggregate(call)]
            if not group and not aggregates:
                continue
            keys = list(group.expressions) if group else []
            keys = [
                unnamed(select.expressions[int(key.name) - 1]) if isinstance(key, exp.Literal) else key for key in keys
            ]
            written = {key.sql() for key in keys}
            names = {each.alias for each in select.expressions if each.alias}
            written |= {unnamed(each).sql() for each in select.expressions if each.alias in written}
            ends = [call for call in aggregates if isinstance(call, (exp.Max, exp.Min)) and not call.expressions]
            end = ends[0] if len({call.sql() for call in ends}) == 1 else None
            for column in list(bare_columns(select, written, names)):
                made = of_group(column.copy(), end)
                column.replace(exp.alias_(made, column.name) if column.parent is select else made)

    def _inserts(self) -> None:
        for insert in self.tree.find_all(exp.Insert):
            table = table_name(insert.this)
            kind = str(insert.args.get("alternative") or "").upper()
            insert.set("alternative", None)
            names = [column.name for column in getattr(insert.this, "expressions", [])]
            if kind == "IGNORE":
                insert.set("conflict", exp.OnConflict(action=exp.var("DO NOTHING")))
            elif kind == "REPLACE":
                insert.set("conflict", self._replacing(table, names or self._catalog.columns.get(table, [])))
            if "id" in names and isinstance(insert.expression, exp.Values):  # NULL for a number that is to be given
                for row in insert.expression.expressions:
                    if isinstance(row.expressions[names.index("id")], exp.Null):
                        row.expressions[names.index("id")].replace(exp.var("DEFAULT"))
            conflict = insert.args.get("conflict")
            if conflict is not None:
                for ordered in list(conflict.find_all(exp.Ordered)):
                    ordered.replace(ordered.this)
                keys = conflict.args.get("conflict_keys") or []
                conflict.set("conflict_keys", [self._key_part(table, key) for key in keys])
                right = [setting.expression for setting in conflict.expressions]
                for part in (*right, *filter(None, [conflict.args.get("where")])):
                    for column in part.find_all(exp.Column):
                        if not column.table:
                            column.set("table", exp.to_identifier(table))

    def _key_part(self, table: str, key: Any) -> Any:
        if (table, key.name) not in self._catalog.digested:
            return key
        return exp.Anonymous(this="md5", expressions=[exp.column(key.name)])

    def _replacing(self, table: str, names: list[str]) -> exp.OnConflict:
        key = self._catalog.conflict_key(table, names)
        settings = []
        for name in self._catalog.columns[table]:
            if name in names and name not in key:
                settings.append(exp.EQ(this=exp.column(name), expression=exp.column(name, "excluded")))
            elif name not in names and name != "id":
                settings.append(exp.EQ(this=exp.column(name), expression=exp.var("DEFAULT")))
        keys = [exp.to_identifier(name) for name in key]
        if not settings:
            return exp.OnConflict(action=exp.var("DO NOTHING"))
        return exp.OnConflict(conflict_keys=keys, action=exp.var("DO UPDATE"), expressions=settings)

    def _json_numbers(self) -> None:
        """What comes out of JSON is text; beside a number it is read as one."""
        for chosen in self.tree.find_all(exp.In):
            query = chosen.args.get("query")
            select = query.this if isinstance(query, exp.Subquery) else query
            if isinstance(select, exp.Select) and from_json(select):
                cast = self._cast_beside(chosen.this)
                if cast:
                    value = select.expressions[0]
                    value.replace(exp.cast(value.copy(), cast))
        for comparison in self.tree.find_all(*_COMPARISONS):
            for one, other in ((comparison.left, comparison.right), (comparison.right, comparison.left)):
                cast = self._cast_beside(one)
                if cast and is_json_value(other):
                    other.replace(exp.cast(other.copy(), cast))
                elif isinstance(other, (exp.Placeholder, exp.Literal)) and self._is_json(one):
                    other.replace(exp.cast(other.copy(), "text"))

    def _is_json(self, column: Any) -> bool:
        """Tell whether it comes out of JSON, by ``json_extract`` or as a column of ``json_each``."""
        if not is_json_value(column) or isinstance(column, exp.Anonymous):
            return is_json_value(column)
        return any(
            isinstance(table.this, exp.Anonymous) and (not column.table or table.alias == column.table)
            for table in self.tree.find_all(exp.Table)
        )

    def _cast_beside(self, node: Any) -> str:
        if not isinstance(node, exp.Column):
            return ""
        kind = self._catalog.kind(self._table_of(node), node.name)
        return kind if kind in ("bigint", "double precision") else ""

    def _table_of(self, column: Any) -> str:
        """The table that a column's alias stands for, "" where the statement does not say."""
        if not column.table:
            return ""
        for table in self.tree.find_all(exp.Table):
            if table.alias_or_name == column.table:
                return str(table.name)
        return ""

    def _functions(self) -> None:
        for call in innermost(self.tree, exp.Greatest, exp.Least):  # max and min of several values
            made = call.this.copy()
            for other in call.expressions:
                name = "lite_max" if isinstance(call, exp.Greatest) else "lite_min"
                made = exp.Anonymous(this=name, expressions=[made, other.copy()])
            call.replace(made)
        for cast in innermost(self.tree, exp.Cast):
            if cast.to.this is exp.DataType.Type.INT:
                cast.replace(exp.Anonymous(this="lite_int", expressions=[cast.this.copy()]))
        for call in innermost(self.tree, exp.Anonymous):
            name = call.name.lower()
            if name in _RENAMED:
                call.set("this", _RENAMED[name])
            elif name in MADE:
                if name == "json_group_array":
                    call.set("expressions", [in_their_order(value) for value in call.expressions])
                call.replace(MADE[name](call.expressions))
        for table in self.tree.find_all(exp.Table):
            call = table.this
            if isinstance(call, exp.Anonymous) and not table.alias and call.name == "lite_json_each":
                table.set("alias", exp.TableAlias(this=exp.to_identifier("json_each")))
        for collate in list(self.tree.find_all(exp.Collate)):
            if collate.expression.name.upper() == "NOCASE":
                collate.replace(exp.Lower(this=collate.this.copy()))
        for like in list(self.tree.find_all(exp.Like)):
            like.replace(exp.ILike(**like.args))

    def _row_numbers(self) -> None:
        """``rowid`` is the first key of a table; only word indexes have a column of that name."""
        for column in self.tree.find_all(exp.Column):
            if column.name == "rowid":
                source = column.table or next((str(t.alias_or_name) for t in self.tree.find_all(exp.Table)), "")
                table = self._table_of(exp.column("rowid", source)) or source
                keys = self._catalog.keys.get(table, [])
                if keys and "rowid" not in self._catalog.columns.get(table, ()):
                    column.set("this", exp.to_identifier("id" if "id" in self._catalog.columns[table] else keys[0][0]))

    def _null_safe(self) -> None:
        """``a IS b`` compares; PostgreSQL says so at length, and has no index for that. Where it chooses rows, a value
        that is given is compared as a value or as null: one half falls away when it is filled in."""
        for comparison in list(self.tree.find_all(exp.Is, exp.NullSafeEQ)):
            one, other = comparison.left, comparison.right
            if isinstance(comparison, exp.Is) and isinstance(other, (exp.Null, exp.Boolean)):
                continue
            if isinstance(other, exp.Placeholder) and chooses_rows(comparison):
                nothing = exp.and_(exp.Is(this=one.copy(), expression=exp.null()), other.copy().is_(exp.null()))
                comparison.replace(exp.paren(exp.or_(exp.EQ(this=one.copy(), expression=other.copy()), nothing)))
            else:
                comparison.replace(exp.NullSafeEQ(this=one.copy(), expression=other.copy()))

    def _orders(self) -> None:
        """Nulls come first in SQLite. Where there are none it is not said: then an index serves the order."""
        for ordered in self.tree.find_all(exp.Ordered):
            column = ordered.this
            if isinstance(column, exp.Column) and self._is_never_null(column, ordered.find_ancestor(exp.Select)):
                ordered.set("nulls_first", bool(ordered.args.get("desc")))

    def _is_never_null(self, column: Any, select: Any) -> bool:
        """Tell whether a column of this choice of rows holds no null: in no table, or not in the only one it can be
        of."""
        if column.name not in self._catalog.nullable:
            return bool(column.table) or column.name in self._catalog.kinds
        source = select.args.get("from_") or select.args.get("from") if select is not None else None
        if source is None or any(join.side for join in select.args.get("joins") or ()):
            return False
        tables = [source.this, *(join.this for join in select.args.get("joins") or ())]
        if not all(isinstance(table, exp.Table) and table.name in self._catalog.columns for table in tables):
            return False
        if any(one.alias == column.name for one in select.expressions):  # which is another value, perhaps
            return False
        named = [table for table in tables if column.table in ("", table.alias_or_name)]
        holding = [table.name for table in named if column.name in self._catalog.columns[table.name]]
        return bool(holding) and not any((table, column.name) in self._catalog.nullable_in for table in holding)

    def _truths(self) -> None:
        """A number where a truth is asked for is one that is not 0; a truth where a value is asked for is 0 or 1."""
        for node in innermost(self.tree, exp.Expression):
            asked = asks_truth(node)
            if asked and not is_truth(node):
                if not isinstance(node, exp.Paren):
                    node.replace(exp.NEQ(this=exp.paren(node.copy()), expression=exp.Literal.number(0)))
            elif not asked and is_truth(node) and is_value(node):
                node.replace(
                    exp.Literal.number(int(node.this))
                    if isinstance(node, exp.Boolean)
                    else exp.Anonymous(this="lite_truth", expressions=[node.copy()])
                )
