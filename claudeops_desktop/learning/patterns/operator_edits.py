"""What the operator does to patterns: approve, deprecate, edit, delete, and take each of these back (L2).

Everything here must run inside ``store.write``. Every change leaves a row in ``pattern_history``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...core.clock import to_text
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...language.prompt_quoting import one_line
from ...storage.database import proxy
from .pattern_text import check_pattern_text, text_hash
from .queries import PatternQueries
from .types import StoredPattern

BY_OPERATOR = "operator"
_PARTS = ("pattern_contexts", "pattern_sources", "pattern_history", "pattern_injections", "pattern_edges")


@dataclass(frozen=True, slots=True)
class DeletedPattern:
    """A pattern that was deleted, with all rows about it: what ``put_back`` needs."""

    pattern: StoredPattern
    rows: tuple[tuple[str, Mapping[str, Any]], ...]


class PatternEdits(PatternQueries):
    """The operator's changes, beside the questions."""

    def approve(self, pattern_id: int) -> StoredPattern:
        """The operator says that it is right: it becomes active. That overrules the marks against it so far, which
        would take it out of use again at once; they stay in its history."""
        one = self.must(pattern_id)
        proxy.execute_sql(
            "UPDATE patterns SET approved_by = ?, state = 'active', why = '', last_used_at = ?, ignored = 0,"
            " ignored_times = 0 WHERE id = ?",
            (BY_OPERATOR, to_text(self._clock()), one.id),
        )
        overruled = f"overruled {one.ignored_times} marks, weight {one.ignored:g}" if one.ignored_times else ""
        self._note(one.id, "approved", one.state, "active", evidence=overruled)
        return self.must(one.id)

    def deprecate(self, pattern_id: int, why: str = "") -> StoredPattern:
        """The operator says that it is wrong: it is injected no more."""
        one = self.must(pattern_id)
        proxy.execute_sql("UPDATE patterns SET state = 'deprecated', why = ? WHERE id = ?", (one_line(why), one.id))
        self._note(one.id, "deprecated by the operator", one.state, "deprecated", evidence=one_line(why))
        return self.must(one.id)

    def edit(self, pattern_id: int, text: str) -> StoredPattern:
        """Change its words. Raises UsageError for no words or too many, OperatorError where another one has them."""
        one, said = self.must(pattern_id), check_pattern_text(text)
        self._must_be_free(said, one, "Deprecate one of the two.")
        proxy.execute_sql("UPDATE patterns SET text = ?, text_hash = ? WHERE id = ?", (said, text_hash(said), one.id))
        self._note(one.id, "edited", evidence=one.text)
        return self.must(one.id)

    def restore(self, before: StoredPattern) -> StoredPattern:
        """Put back the words, the state and the counts that a pattern had. It counts as used now: else age would take
        it out of use again. Raises OperatorError where it is gone, or where another one has its words by now."""
        now = self.must(before.id)
        self._must_be_free(before.text, before, "Deprecate or edit that one first.")
        proxy.execute_sql(
            "UPDATE patterns SET text = ?, text_hash = ?, state = ?, approved_by = ?, why = ?, success = ?,"
            " ignored = ?, ignored_times = ?, last_used_at = ? WHERE id = ?",
            (
                before.text, text_hash(before.text), before.state, before.approved_by, before.why, before.success,
                before.ignored, before.ignored_times, to_text(self._clock()), before.id,
            ),
        )  # fmt: skip
        self._note(before.id, "restored", now.state, before.state)
        return self.must(before.id)

    def delete(self, pattern_id: int) -> DeletedPattern:
        """Delete a pattern with its history; what ``put_back`` needs to undo that."""
        one = self.must(pattern_id)
        rows = [("patterns", row) for row in _rows("patterns", "id = ?", one.id)]
        for table in _PARTS:
            if table == "pattern_edges":
                found = _rows(table, "? IN (from_pattern, to_pattern)", one.id)
            else:
                found = _rows(table, "pattern_id = ?", one.id)
            rows += [(table, row) for row in found]
        proxy.execute_sql("DELETE FROM patterns WHERE id = ?", (one.id,))
        self._store.changed("patterns", one.id, what="deleted")
        return DeletedPattern(one, tuple(rows))

    def put_back(self, deleted: DeletedPattern) -> StoredPattern:
        """Bring back a pattern that was deleted. An edge to a pattern that is gone by now does not come back. Raises
        OperatorError where another pattern has its words by now."""
        self._must_be_free(deleted.pattern.text, deleted.pattern, "Delete or edit that one first.")
        for table, row in deleted.rows:
            other = {row.get("from_pattern"), row.get("to_pattern")} - {deleted.pattern.id, None}
            if other and not _rows("patterns", "id = ?", *other):
                continue
            marks = ", ".join("?" * len(row))
            proxy.execute_sql(
                f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks}) ON CONFLICT DO NOTHING", tuple(row.values())
            )
        self._store.changed("patterns", deleted.pattern.id, what="inserted")
        return self.must(deleted.pattern.id)

    def _must_be_free(self, text: str, pattern: StoredPattern, remedy: str) -> None:
        """Raises OperatorError where another pattern of the same role and project has these words."""
        other = proxy.execute_sql(
            "SELECT id FROM patterns WHERE text_hash = ? AND role = ? AND project = ? AND id <> ?",
            (text_hash(text), pattern.role, pattern.project, pattern.id),
        ).fetchone()
        if other is not None:
            raise OperatorError(UserMessage("Pattern {other} says the same already.", other=other[0]), remedy)

    def _note(
        self,
        number: int,
        what: str,
        from_state: str = "",
        to_state: str = "",
        *,
        evidence: str = "",
        session_id: int | None = None,
    ) -> None:
        proxy.execute_sql(
            "INSERT INTO pattern_history (pattern_id, at, what, from_state, to_state, evidence, session_id)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, to_text(self._clock()), what, from_state, to_state, evidence, session_id),
        )
        self._store.changed("patterns", number)


def _rows(table: str, where: str, *values: Any) -> list[dict[str, Any]]:
    found = proxy.execute_sql(f"SELECT * FROM {table} WHERE {where} ORDER BY rowid", values)
    names = [column[0] for column in found.description]
    return [dict(zip(names, row, strict=True)) for row in found.fetchall()]
