"""The rows of questions to the operator. Reads belong inside ``store.read``, all else inside ``store.write``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from ...core.clock import to_text
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...storage import DataStore
from ...storage.database import proxy
from .rules import is_known
from .types import KnowledgeGap, OperatorQuestion, QuestionState

_COLUMNS = "id, service, kind, state, asked_at, answered_at, memory_id"
TABLE = "operator_questions"


def list_questions(states: Sequence[QuestionState] = ("open",)) -> list[OperatorQuestion]:
    """The questions in these states, the oldest first."""
    marks = ", ".join("?" * len(states))
    sql = f"SELECT {_COLUMNS} FROM operator_questions WHERE state IN ({marks}) ORDER BY id"
    return [_question(row) for row in proxy.execute_sql(sql, tuple(states))]


def count_open_questions() -> int:
    """How many wait for an answer."""
    return int(proxy.execute_sql("SELECT count(*) FROM operator_questions WHERE state = 'open'").fetchone()[0])


class QuestionRecords:
    """What was asked, and what came of it."""

    def __init__(self, store: DataStore) -> None:
        self._store = store

    def ask(self, gaps: Iterable[KnowledgeGap], now: datetime) -> dict[KnowledgeGap, OperatorQuestion]:
        """Ask about gaps, about each once; the open questions about them. What was answered or dismissed before is not
        asked again."""
        for gap in gaps:
            done = proxy.execute_sql(
                "INSERT INTO operator_questions (service, kind, asked_at) VALUES (?, ?, ?)"
                " ON CONFLICT (service, kind) DO UPDATE SET state = 'open', asked_at = excluded.asked_at"
                " WHERE state = 'known'",
                (gap.service, gap.kind, to_text(now)),
            )
            if done.rowcount:
                self._store.changed(TABLE)
        return {one.gap: one for one in list_questions()}

    def get(self, number: int) -> OperatorQuestion:
        """One question. Raises OperatorError where there is none of that number."""
        row = proxy.execute_sql(f"SELECT {_COLUMNS} FROM operator_questions WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise OperatorError(
                UserMessage("There is no question {id}.", id=number),
                UserMessage("See `claudeops review list --kind question`."),
            )
        return _question(row)

    def put(self, question: OperatorQuestion) -> None:
        """Write how a question stands."""
        proxy.execute_sql(
            "UPDATE operator_questions SET state = ?, answered_at = ?, memory_id = ? WHERE id = ?",
            (question.state, question.answered_at, question.memory_id, question.id),
        )
        self._store.changed(TABLE, question.id)

    def close_known(self, known: Mapping[str, frozenset[str]], now: datetime) -> int:
        """Close the open questions whose answer came in another way, by the categories of the facts of each service;
        how many."""
        found = [one for one in list_questions() if is_known(one.gap, known)]
        for one in found:
            self.put(one.with_state("known", to_text(now), None))
        return len(found)


def _question(row: Sequence[Any]) -> OperatorQuestion:
    number, service, kind, *rest = row
    return OperatorQuestion(number, KnowledgeGap(service, kind), *rest)
