"""Writing what another database held into ours, without doubles. Runs inside ``store.write``.

A row is known again by what it says and when, so that taking the same database over twice adds nothing; where the
source says the same thing twice at the same moment, both are kept.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from ..storage import DataStore
from .claude_ops_reader import OldAction, OldEvent, OldSession
from .sessions import SessionStatus
from .tables import CooldownRow, EventRow, RunRow, SessionRow

AGENT = "claude"
_SessionKey = tuple[str, int, str, str]


@dataclass
class ClaudeOpsImport:
    """One import. ``sessions`` maps the source's numbers to ours, once ``take_sessions`` is done."""

    store: DataStore
    sessions: dict[int, int] = field(default_factory=dict)

    def take_sessions(self, found: Sequence[OldSession]) -> int:
        """Insert those that are not here; a chain becomes one run. How many were inserted."""
        here: defaultdict[_SessionKey, list[tuple[int, int]]] = defaultdict(list)
        columns = (SessionRow.id, SessionRow.run_id, SessionRow.started_at, SessionRow.tier, SessionRow.model)
        query = SessionRow.select(*columns, SessionRow.prompt_text).order_by(SessionRow.id.desc())
        for number, run_id, started_at, tier, model, prompt in query.tuples():
            here[started_at, tier, model, prompt].append((number, run_id))
        runs: dict[int, int] = {}
        grown: defaultdict[int, list[OldSession]] = defaultdict(list)
        added = 0
        for old in self._parents_first(found):
            same = here[old.started_at, old.tier, old.model, old.prompt_text]
            if same:
                self.sessions[old.id], runs[old.id] = same.pop()
                continue
            parent = self.sessions.get(old.parent) if old.parent is not None else None
            run_id = runs[old.parent] if parent is not None and old.parent is not None else self._run(old)
            self.sessions[old.id] = self._session(old, run_id, parent)
            runs[old.id] = run_id
            grown[run_id].append(old)
            added += 1
        for run_id, sessions in grown.items():
            self._sum_up(run_id, sessions)
        if added:
            self.store.changed("sessions", what="inserted")
            self.store.changed("runs", what="inserted")
        return added

    def take_events(self, found: Iterable[OldEvent]) -> int:
        """Insert those that are not here. They are acknowledged: what is long past needs nobody."""
        columns = (EventRow.created_at, EventRow.level, EventRow.service, EventRow.message)
        here = Counter(EventRow.select(*columns).tuples())
        added = 0
        for old in found:
            key = (old.created_at, old.level, old.service, old.message)
            if here[key]:
                here[key] -= 1
                continue
            EventRow.create(
                session_id=self._ours(old.session),
                level=old.level,
                service=old.service,
                message=old.message,
                created_at=old.created_at,
                acknowledged_at=old.created_at,
            )
            added += 1
        if added:
            self.store.changed("events", what="inserted")
        return added

    def take_actions(self, found: Iterable[OldAction]) -> int:
        """Insert those that are not here. Recent ones count towards the cooldowns, as they did."""
        columns = (CooldownRow.created_at, CooldownRow.service, CooldownRow.action_type)
        here = Counter(CooldownRow.select(*columns).tuples())
        added = 0
        for old in found:
            key = (old.created_at, old.service, old.action_type)
            if here[key]:
                here[key] -= 1
                continue
            CooldownRow.create(
                service=old.service,
                action_type=old.action_type,
                success=old.success,
                message=old.message,
                created_at=old.created_at,
                completed_at=old.created_at,
                session_id=self._ours(old.session),
                tier=old.tier,
            )
            added += 1
        if added:
            self.store.changed("cooldown_actions", what="inserted")
        return added

    def _ours(self, number: int | None) -> int | None:
        return self.sessions.get(number) if number is not None else None

    def _parents_first(self, found: Sequence[OldSession]) -> list[OldSession]:
        """In the order of time, but none before its parent; one that is its own ancestor is taken as it comes."""
        by_id = {old.id: old for old in found}
        ordered: dict[int, OldSession] = {}
        for old in found:
            line = []
            one: OldSession | None = old
            while one is not None and one.id not in ordered and one not in line:
                line.append(one)
                one = by_id.get(one.parent) if one.parent is not None else None
            for ancestor in reversed(line):
                ordered[ancestor.id] = ancestor
        return list(ordered.values())

    def _run(self, old: OldSession) -> int:
        row = RunRow.create(
            trigger=old.trigger, agent=AGENT, status=old.status, started_at=old.started_at, max_tier=old.tier
        )
        return int(row.id)

    def _session(self, old: OldSession, run_id: int, parent: int | None) -> int:
        row = SessionRow.create(
            parent_session_id=parent,
            run_id=run_id,
            agent=AGENT,
            tier=old.tier,
            model=old.model,
            trigger=old.trigger,
            status=old.status,
            status_reason=old.status_reason,
            prompt_text=old.prompt_text,
            appended_prompt=old.appended_prompt,
            started_at=old.started_at,
            ended_at=old.ended_at or old.started_at,
            exit_code=old.exit_code,
            cost_usd=old.cost_usd,
            num_turns=old.num_turns,
            duration_ms=old.duration_ms,
            response=old.response,
            summary=old.summary,
        )
        return int(row.id)

    def _sum_up(self, run_id: int, added: Sequence[OldSession]) -> None:
        """What a run that got sessions cost, when it ended and how."""
        (cost, ended, tier) = SessionRow.raw(
            "SELECT coalesce(sum(cost_usd), 0), max(ended_at), max(tier) FROM sessions WHERE run_id = ?", run_id
        ).tuples()[0]
        last = added[-1].status
        status = SessionStatus.COMPLETED if last == SessionStatus.ESCALATED else last
        RunRow.update(cost_usd=cost, ended_at=ended, max_tier=tier, status=status).where(RunRow.id == run_id).execute()
