"""The questions on patterns (L2, L3): lists, what a prompt gets, history and edges. Inside ``store.read``."""

from __future__ import annotations

import builtins
import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import orjson

from ...core.clock import Clock
from ...core.errors import OperatorError
from ...core.messages import UserMessage
from ...storage import DataStore
from ...storage.database import proxy
from ..deliberations.records import require_role
from .pattern_text import text_hash
from .scoring import rank_patterns, score_pattern
from .selection import PatternSelection, select_patterns
from .types import PatternRules, StoredPattern

_COLUMNS = (
    "id, role, project, text, kind, services, state, sightings, success, ignored, ignored_times,"
    " ignored_by_failed_runs, injected, approved_by, created_at, last_seen_at, last_used_at, why"
)


@dataclass(frozen=True, slots=True)
class PatternMoment:
    """A row of ``pattern_history``."""

    at: str
    what: str
    from_state: str
    to_state: str
    evidence: str
    session_id: int | None


class PatternQueries:
    """The questions on the patterns of one store. ``rules`` gives the numbers as they are set now."""

    def __init__(self, store: DataStore, clock: Clock, rules: Callable[[], PatternRules] = PatternRules) -> None:
        self._store = store
        self._clock = clock
        self._rules = rules

    def list(
        self, *, role: str | None = None, states: Sequence[str] = (), project: str | None = None
    ) -> builtins.list[StoredPattern]:
        """Patterns with their scores, best first."""
        where, values = ["1"], builtins.list[Any]()
        if role is not None:
            where.append("role = ?")
            values.append(require_role(role))
        if states:
            where.append(f"state IN ({', '.join('?' * len(states))})")
            values += states
        if project is not None:
            where.append("project IN ('', ?)")
            values.append(project)
        return rank_patterns(self._select(" AND ".join(where), *values))

    def query_patterns(self, role: str, limit: int = 10, project: str = "") -> builtins.list[StoredPattern]:
        """The top patterns of a role by their decay-weighted score, deprecated ones left out; another project's are
        not seen."""
        require_role(role)
        found = self._select("role = ? AND project IN ('', ?) AND state <> 'deprecated'", role, project)
        return sorted(found, key=lambda one: (-one.score, one.id))[:limit]

    def must(self, pattern_id: int) -> StoredPattern:
        """One of them. Raises OperatorError where there is none."""
        found = self._select("id = ?", pattern_id)
        if not found:
            raise OperatorError(
                UserMessage("There is no pattern {id}.", id=pattern_id), UserMessage("See `claudeops learn patterns`.")
            )
        return found[0]

    def history(self, pattern_id: int) -> builtins.list[PatternMoment]:
        """What became of a pattern, in order."""
        rows = proxy.execute_sql(
            "SELECT at, what, from_state, to_state, evidence, session_id FROM pattern_history WHERE pattern_id = ?"
            " ORDER BY id",
            (pattern_id,),
        )
        return [PatternMoment(*row) for row in rows]

    def edges(self, pattern_id: int) -> builtins.list[tuple[int, int]]:
        """The patterns of other roles that informed it or that it informed, and how often."""
        rows = proxy.execute_sql(
            "SELECT CASE WHEN from_pattern = ?1 THEN to_pattern ELSE from_pattern END, times FROM pattern_edges"
            " WHERE ?1 IN (from_pattern, to_pattern) ORDER BY times DESC, 1",
            (pattern_id,),
        )
        return [(number, times) for number, times in rows]

    def select_for(self, role: str, budget: int, project: str = "", services: Sequence[str] = ()) -> PatternSelection:
        """What goes into the prompt of a role: patterns of its services and general ones, under the budget."""
        wanted, every = set(services), self.query_patterns(role, 10_000, project)
        found = [one for one in every if not one.services or not wanted or wanted & set(one.services)]
        row = proxy.execute_sql(
            "SELECT text, made_of FROM pattern_summaries WHERE role = ? AND project = ?", (role, project)
        ).fetchone()
        current = row is not None and row[1] == hash_of_patterns(every)
        return select_patterns(found, budget, self._rules(), row[0] if row is not None and current else "")

    def summary_of(self, role: str, project: str = "") -> tuple[str, bool]:
        """The summary that was prepared for a role, and whether it is of the patterns as they are now; "" for none."""
        row = proxy.execute_sql(
            "SELECT text, made_of FROM pattern_summaries WHERE role = ? AND project = ?", (role, project)
        ).fetchone()
        return (row[0], row[1] == hash_of_patterns(self.query_patterns(role, 10_000, project))) if row else ("", False)

    def waiting_for_operator(self) -> builtins.list[StoredPattern]:
        """Proven ones that need the operator's approval."""
        return rank_patterns(self._select("state = 'verified' AND approved_by = ''"))

    def injected_into(self, session_id: int) -> builtins.list[StoredPattern]:
        """What a session was told."""
        return self._select(
            "id IN (SELECT pattern_id FROM pattern_injections WHERE session_id = ?) ORDER BY id", session_id
        )

    def with_text(self, text: str) -> builtins.list[StoredPattern]:
        """The patterns of all roles and projects that say this."""
        return self._select("text_hash = ? AND state <> 'deprecated'", text_hash(text))

    def unsettled_in(self, session_id: int) -> builtins.list[StoredPattern]:
        """The patterns that a session was given and of which it is not known what came of them."""
        return self._select(
            "id IN (SELECT pattern_id FROM pattern_injections WHERE session_id = ? AND outcome = '') ORDER BY id",
            session_id,
        )

    def _select(self, where: str, *values: Any) -> builtins.list[StoredPattern]:
        rows = proxy.execute_sql(f"SELECT {_COLUMNS} FROM patterns WHERE {where}", values).fetchall()
        wanted = orjson.dumps([row[0] for row in rows]).decode()
        contexts: dict[int, builtins.list[tuple[str, str]]] = {}
        for number, kind, value in proxy.execute_sql(
            "SELECT pattern_id, kind, name FROM pattern_contexts WHERE successes > 0 AND pattern_id IN"
            " (SELECT value FROM json_each(?)) ORDER BY id",
            (wanted,),
        ):
            contexts.setdefault(number, []).append((kind, value))
        now, rules = self._clock(), self._rules()
        found = []
        for row in rows:
            told: dict[str, Any] = dict(zip(_COLUMNS.split(", "), row, strict=True))
            told |= {"services": tuple(orjson.loads(row[5])), "contexts": tuple(contexts.get(row[0], ()))}
            one = StoredPattern(**told)
            found.append(replace(one, score=score_pattern(one, rules, now)))
        return found


def hash_of_patterns(found: Sequence[StoredPattern]) -> str:
    """Which active patterns a summary is of, and what they say, as a key."""
    told = sorted((one.id, one.text) for one in found if one.state == "active")
    return hashlib.sha256(orjson.dumps(told)).hexdigest()[:32]


def count_patterns_to_approve() -> int:
    """How many proven patterns need the operator's approval. Inside ``store.read``."""
    row = proxy.execute_sql("SELECT count(*) FROM patterns WHERE state = 'verified' AND approved_by = ''").fetchone()
    return int(row[0])
