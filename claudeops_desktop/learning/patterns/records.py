"""The patterns of one store: sightings, successes and marks against them (L2 to L5); the rest is inherited.

Reads belong inside ``store.read``; writes must run inside ``store.write``. Every change of state leaves a row in
``pattern_history``.
"""

from __future__ import annotations

import builtins
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import orjson

from ...core.clock import to_text
from ...core.errors import OperatorError, UsageError
from ...core.messages import UserMessage
from ...core.trusted_time import is_time_trusted
from ...language.prompt_quoting import one_line
from ...storage.database import proxy
from ..deliberations.records import VALIDATORS, require_role
from .evidence import EvidenceVerdict
from .ladder import next_state
from .operator_edits import PatternEdits
from .pattern_text import check_pattern_text, fit_pattern, text_hash
from .queries import hash_of_patterns
from .selection import budget_of, is_whole, tokens_of_line
from .types import KINDS, StoredPattern

__all__ = ["PatternContext", "PatternRecords", "text_hash"]


@dataclass(frozen=True, slots=True)
class PatternContext:
    """Where a pattern was seen or held: kinds are service, host, week and project."""

    kind: str
    value: str


class PatternRecords(PatternEdits):
    """What sessions and measurements do to patterns, beside the questions and the operator's changes."""

    def store_pattern(
        self,
        role: str,
        text: str,
        *,
        project: str = "",
        kind: str = "observation",
        services: Sequence[str] = (),
        contexts: Iterable[PatternContext] = (),
        sources: Mapping[str, int] | None = None,
        session_id: int | None = None,
        by_operator: bool = False,
    ) -> StoredPattern:
        """Store a pattern, or see one again: the same text of the same role and project. A source, and a session,
        counts as one sighting however often it says so. What is too long is cut after a whole sentence. Raises
        UsageError for an empty text, an unknown role or kind, and ``by_operator`` for a text that is too long."""
        require_role(role)
        said = check_pattern_text(text if by_operator else fit_pattern(text))
        if kind not in KINDS:
            raise UsageError(
                UserMessage("There is no kind “{kind}”.", kind=kind),
                UserMessage("Take one of {kinds}.", kinds=", ".join(KINDS)),
            )
        now, key = to_text(self._clock()), text_hash(said)
        row = proxy.execute_sql(
            "SELECT id FROM patterns WHERE text_hash = ? AND role = ? AND project = ?", (key, role, project)
        ).fetchone()
        if row is None:
            done = proxy.execute_sql(
                "INSERT INTO patterns (role, project, text, text_hash, kind, services, created_at, last_seen_at,"
                " last_used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (role, project, said, key, kind, orjson.dumps([*services]).decode(), now, now, now),
            )
            number = int(done.lastrowid)
            self._note(number, "observed", "", "observed", session_id=session_id)
        else:
            number = int(row[0])
            if session_id is not None and self._was_injected(number, session_id):
                return self.must(number)  # the session was told it: saying it again is an echo
            if _was_counted(number, sources or {}, session_id):
                return self.must(number)
            proxy.execute_sql(
                "UPDATE patterns SET sightings = sightings + 1, last_seen_at = ?, last_used_at = ? WHERE id = ?",
                (now, now, number),
            )
            self._note(number, "seen again", session_id=session_id)
        for kind_of, source in (sources or {}).items():
            proxy.execute_sql(
                "INSERT OR IGNORE INTO pattern_sources (pattern_id, kind, source_id) VALUES (?, ?, ?)",
                (number, kind_of, source),
            )
        for context in contexts:
            self._add_context(number, context, held=False)
        return self._settle(number)

    def reinforce(
        self,
        role: str,
        ids: Sequence[int],
        evidence: EvidenceVerdict | None,
        *,
        session_id: int | None = None,
        contexts: Sequence[PatternContext] = (),
        said: str = "",
    ) -> builtins.list[StoredPattern]:
        """Count a success of each of these, by evidence; ``evidence`` None is the operator's own word. A session counts
        once for a pattern. Patterns of other roles that held in the same run have informed one another: edges are
        drawn. Raises OperatorError for a pattern that is not there or of another role, and where the evidence is none.
        """
        require_role(role)
        found = [self.must(number) for number in dict.fromkeys(ids)]
        wrong = [one.id for one in found if one.role != role]
        if wrong:
            raise OperatorError(
                UserMessage("Pattern {ids} is not of the role {role}.", ids=", ".join(map(str, wrong)), role=role),
                UserMessage("See `claudeops learn patterns --role {role}`.", role=role),
            )
        if evidence is not None and not evidence.counts:
            raise OperatorError(
                UserMessage("Nothing was reinforced. {why}", why=evidence.why),
                UserMessage("Name output that stands in the session, or a file and line that it read."),
            )
        now = self._clock()
        week = f"{now.isocalendar().year}-W{now.isocalendar().week:02d}"
        for one in found:
            if session_id is not None and _has_history(one.id, ("held",), session_id):
                continue
            proxy.execute_sql(
                "UPDATE patterns SET success = success + 1, last_used_at = ? WHERE id = ?", (to_text(now), one.id)
            )
            told = "by the operator" if evidence is None else f"level {evidence.level}: {evidence.why}"
            self._note(one.id, "held", evidence=f"{told} {one_line(said)}".strip()[:300], session_id=session_id)
            for context in (*contexts, PatternContext("week", week)):
                self._add_context(one.id, context, held=True)
            for other in _held_in_run(role, session_id) if session_id is not None else ():
                self.draw_edges([one.id, other])
        return [self._settle(one.id) for one in found]

    def increment_ignore(
        self, role: str, *, text: str = "", pattern_id: int | None = None, by: str = "", session_id: int | None = None
    ) -> StoredPattern:
        """Mark a pattern as a false positive. A verifier's or the operator's mark weighs more (L5). Raises
        OperatorError where there is no such pattern, and where several projects have one of that text."""
        require_role(role)
        if pattern_id is None:
            pattern_id = self._with_words(role, text)
        one = self.must(pattern_id)
        if one.role != role:
            raise OperatorError(
                UserMessage("Pattern {id} is of the role {own}, not {role}.", id=one.id, own=one.role, role=role),
                UserMessage("See `claudeops learn patterns --role {role}`.", role=role),
            )
        weight = self._rules().validator_weight if (by or role) in VALIDATORS else 1.0
        proxy.execute_sql(
            "UPDATE patterns SET ignored = round(ignored + ?, 4), ignored_times = ignored_times + 1 WHERE id = ?",
            (weight, one.id),
        )
        self._note(one.id, "marked wrong", evidence=f"by {by or role}, weight {weight}", session_id=session_id)
        return self._settle(one.id)

    def mark_ignored_by_failed_run(self, session_id: int) -> int:
        """The run of a session failed although it was told some patterns that it did not use: that is marked; of how
        many."""
        rows = proxy.execute_sql(
            "SELECT pattern_id FROM pattern_injections WHERE session_id = ? AND outcome = ''", (session_id,)
        ).fetchall()
        for (number,) in rows:
            proxy.execute_sql(
                "UPDATE patterns SET ignored_by_failed_runs = ignored_by_failed_runs + 1 WHERE id = ?", (number,)
            )
            self._note(number, "not used by a run that failed", session_id=session_id)
        proxy.execute_sql(
            "UPDATE pattern_injections SET outcome = 'ignored' WHERE session_id = ? AND outcome = ''", (session_id,)
        )
        if rows:
            self._store.changed("patterns")
        return len(rows)

    def record_injections(self, session_id: int, ids: Iterable[int]) -> None:
        """A session is told these."""
        now = to_text(self._clock())
        for number in dict.fromkeys(ids):
            done = proxy.execute_sql(
                "INSERT OR IGNORE INTO pattern_injections (pattern_id, session_id, at) VALUES (?, ?, ?)",
                (number, session_id, now),
            )
            if done.rowcount:
                proxy.execute_sql("UPDATE patterns SET injected = injected + 1 WHERE id = ?", (number,))
        self._store.changed("patterns")

    def add_source(self, pattern_id: int, kind: str, source_id: int) -> bool:
        """Note what a pattern was counted by; False where that is noted already."""
        done = proxy.execute_sql(
            "INSERT OR IGNORE INTO pattern_sources (pattern_id, kind, source_id) VALUES (?, ?, ?)",
            (pattern_id, kind, source_id),
        )
        return bool(done.rowcount)

    def settle_injection(self, session_id: int, pattern_id: int, outcome: str) -> None:
        """Say what came of a pattern in a session: held, failed or ignored."""
        proxy.execute_sql(
            "UPDATE pattern_injections SET outcome = ? WHERE session_id = ? AND pattern_id = ?",
            (outcome, session_id, pattern_id),
        )

    def draw_edges(self, ids: Sequence[int]) -> None:
        """These held together: note it for each two of different roles (L4)."""
        roles = {one.id: one.role for one in map(self.must, dict.fromkeys(ids))}
        now = to_text(self._clock())
        for one, other in combinations(sorted(roles), 2):
            if roles[one] == roles[other]:
                continue
            proxy.execute_sql(
                "INSERT INTO pattern_edges (from_pattern, to_pattern, last_at) VALUES (?, ?, ?)"
                " ON CONFLICT (from_pattern, to_pattern) DO UPDATE SET times = times + 1, last_at = excluded.last_at",
                (one, other, now),
            )

    def age(self) -> builtins.list[StoredPattern]:
        """Deprecate what was not used for too long; those."""
        if not is_time_trusted():
            return []
        active = self._select("state <> 'deprecated'")
        settled = [self._settle(one.id) for one in active]
        return [one for one in settled if one.state == "deprecated"]

    def forget_service(self, service: str) -> int:
        """A service is gone: patterns about it alone are deleted, the others lose its name; how many were deleted. One
        whose list only became empty would be a general rule, and stand in every prompt."""
        gone = 0
        for number, services in _about_service(service):
            left = [name for name in services if name != service]
            if left:
                self._put_services(number, left)
            else:
                proxy.execute_sql("DELETE FROM patterns WHERE id = ?", (number,))
                self._store.changed("patterns", number, what="deleted")
                gone += 1
        proxy.execute_sql("DELETE FROM pattern_contexts WHERE kind = 'service' AND name = ?", (service,))
        return gone

    def rename_service(self, old: str, new: str) -> int:
        """Carry patterns over to the new name of a service, in their lists and in the contexts in which they held; two
        contexts that become one are one. How many patterns it was about."""
        about = _about_service(old)
        for number, services in about:
            self._put_services(number, [*dict.fromkeys(new if name == old else name for name in services)])
        proxy.execute_sql(
            "INSERT INTO pattern_contexts (pattern_id, kind, name, successes) SELECT pattern_id, kind, ?, successes"
            " FROM pattern_contexts WHERE kind = 'service' AND name = ?"
            " ON CONFLICT (pattern_id, kind, name) DO UPDATE SET successes = successes + excluded.successes",
            (new, old),
        )
        proxy.execute_sql("DELETE FROM pattern_contexts WHERE kind = 'service' AND name = ?", (old,))
        return len(about)

    def _put_services(self, number: int, services: Sequence[str]) -> None:
        proxy.execute_sql("UPDATE patterns SET services = ? WHERE id = ?", (orjson.dumps([*services]).decode(), number))
        self._store.changed("patterns", number)

    def put_summary(self, role: str, project: str, text: str) -> None:
        """Keep a summary of the patterns of a role as they are now, for when they do not fit a prompt. Raises
        OperatorError where it is no whole sentence, or too long itself."""
        text, budget = one_line(text), budget_of(role)
        if not is_whole(text) or tokens_of_line(text) > budget:
            raise OperatorError(
                UserMessage("The summary is not of whole sentences, or has more than {budget} tokens.", budget=budget),
                UserMessage("End it with a full stop, and take fewer than {count} characters.", count=4 * budget),
            )
        found = self.query_patterns(role, 10_000, project)
        proxy.execute_sql(
            "INSERT INTO pattern_summaries (role, project, text, made_of, made_at) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT (role, project) DO UPDATE SET text = excluded.text, made_of = excluded.made_of,"
            " made_at = excluded.made_at",
            (require_role(role), project, text, hash_of_patterns(found), to_text(self._clock())),
        )

    def _settle(self, pattern_id: int) -> StoredPattern:
        """The pattern after its state was looked at anew."""
        one = self.must(pattern_id)
        state, why = next_state(one, self._rules(), self._clock())
        if state != one.state:
            proxy.execute_sql("UPDATE patterns SET state = ?, why = ? WHERE id = ?", (state, why, one.id))
            self._note(one.id, "moved", one.state, state, evidence=why)
            one = self.must(one.id)
        return one

    def _with_words(self, role: str, text: str) -> int:
        """The pattern of a role that says this. Raises OperatorError where there is none, or more than one."""
        rows = proxy.execute_sql(
            "SELECT id FROM patterns WHERE text_hash = ? AND role = ? ORDER BY id", (text_hash(text), role)
        ).fetchall()
        if len(rows) > 1:
            raise OperatorError(
                UserMessage("Several projects have that pattern: {ids}.", ids=", ".join(str(row[0]) for row in rows)),
                UserMessage("Name one of them with --id."),
            )
        if not rows:
            raise OperatorError(
                UserMessage("No pattern of the role {role} has that text.", role=role),
                UserMessage("See `claudeops learn patterns --role {role}`.", role=role),
            )
        return int(rows[0][0])

    def _add_context(self, number: int, context: PatternContext, *, held: bool) -> None:
        if not context.value:
            return
        proxy.execute_sql(
            "INSERT INTO pattern_contexts (pattern_id, kind, name, successes) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (pattern_id, kind, name) DO UPDATE SET successes = successes + excluded.successes",
            (number, context.kind, context.value, int(held)),
        )

    def _was_injected(self, number: int, session_id: int) -> bool:
        return bool(
            proxy.execute_sql(
                "SELECT 1 FROM pattern_injections WHERE pattern_id = ? AND session_id = ?", (number, session_id)
            ).fetchone()
        )


def _was_counted(number: int, sources: Mapping[str, int], session_id: int | None) -> bool:
    """Tell whether all that speaks for a sighting was counted as one before."""
    if session_id is not None and _has_history(number, ("observed", "seen again"), session_id):
        return True
    known = [
        proxy.execute_sql(
            "SELECT 1 FROM pattern_sources WHERE pattern_id = ? AND kind = ? AND source_id = ?", (number, kind, source)
        ).fetchone()
        for kind, source in sources.items()
    ]
    return bool(known) and all(known)


def _has_history(number: int, what: Sequence[str], session_id: int) -> bool:
    marks = ", ".join("?" * len(what))
    sql = f"SELECT 1 FROM pattern_history WHERE pattern_id = ? AND session_id = ? AND what IN ({marks})"
    return proxy.execute_sql(sql, (number, session_id, *what)).fetchone() is not None


def _held_in_run(role: str, session_id: int) -> list[int]:
    """The patterns of other roles that held in the sessions of the same run."""
    rows = proxy.execute_sql(
        "SELECT DISTINCT h.pattern_id FROM sessions own JOIN sessions s ON s.run_id = own.run_id"
        " JOIN pattern_history h ON h.session_id = s.id AND h.what = 'held'"
        " JOIN patterns p ON p.id = h.pattern_id AND p.role <> ? WHERE own.id = ? ORDER BY 1",
        (role, session_id),
    )
    return [number for (number,) in rows]


def _about_service(service: str) -> list[tuple[int, list[str]]]:
    """The patterns about a service, by their number, with all services that each is about."""
    rows = proxy.execute_sql(
        "SELECT id, services FROM patterns WHERE EXISTS (SELECT 1 FROM json_each(services) j WHERE j.value = ?)",
        (service,),
    )
    return [(number, orjson.loads(services)) for number, services in rows.fetchall()]
