"""The rows of proposals and of their evidence. Reads belong inside ``store.read``, all else inside ``store.write``."""

from __future__ import annotations

import builtins
import json
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from ...core.clock import Clock, to_text
from ...core.errors import OperatorError
from ...core.messages import UserMessage, pack_message, unpack_message
from ...storage import DataStore
from ...storage.database import proxy
from .types import MACHINES, OPEN_STATES, ProposalDraft, ProposalEvidence, ProposalState, StoredProposal

_COLUMNS = (
    "id, kind, source, title, path, section, before, after, revision, reason, confidence, trusted, memory_ids,"
    " state, created_at, merged, decided_by, decided_at, why, commit_number, review_week, written, tier"
)
_ENDED: tuple[ProposalState, ...] = ("promoted", "merged", "rejected", "outdated")


class ProposalRecords:
    """What was proposed, and what became of it."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def find(self, draft: ProposalDraft) -> int | None:
        """The proposal that says the very same, whatever became of it."""
        sql = "SELECT id FROM proposals WHERE fingerprint = ?"
        found = proxy.execute_sql(sql, (draft.fingerprint,)).fetchone()
        return int(found[0]) if found is not None else None

    def add(self, draft: ProposalDraft, same_as: int | None = None) -> tuple[int, bool]:
        """Keep a proposal; its id, and whether it is new. One that says the same as an earlier one, whatever became of
        that, is counted there and its new evidence is added: nobody is asked twice. ``same_as`` names an earlier one
        that says the same in other words."""
        number = self.find(draft) or same_as
        if number is not None:
            if self._add_evidence(number, draft.evidence):
                proxy.execute_sql("UPDATE proposals SET merged = merged + 1 WHERE id = ?", (number,))
                self._store.changed("proposals", number)
            return number, False
        done = proxy.execute_sql(
            "INSERT INTO proposals (fingerprint, kind, source, title, path, section, before, after, revision, reason,"
            " confidence, trusted, memory_ids, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                draft.fingerprint, draft.kind, draft.source, _kept(draft.title), draft.path, draft.section,
                draft.before, draft.after, draft.revision, _kept(draft.reason), round(draft.confidence, 4),
                int(draft.trusted), json.dumps(draft.memory_ids), to_text(self._clock()),
            ),
        )  # fmt: skip
        number = int(done.lastrowid)
        self._add_evidence(number, draft.evidence)
        self._store.changed("proposals", number)
        return number, True

    def decide(
        self, number: int, state: ProposalState, by: str, why: str = "", commit: str = "", written: str = ""
    ) -> StoredProposal:
        """Write what becomes of a proposal; ``written`` are its words where they are not those proposed. Raises
        OperatorError where there is none of that number."""
        self.get(number)
        proxy.execute_sql(
            "UPDATE proposals SET state = ?, decided_by = ?, decided_at = ?, why = ?, commit_number = ?, written = ?"
            " WHERE id = ?",
            (state, by, to_text(self._clock()) if state in _ENDED else "", _kept(why), commit, written, number),
        )
        self._store.changed("proposals", number)
        return self.get(number)

    def ask_operator(self, number: int, week: str, why: str) -> None:
        """Put a proposal before the operator, as one of those of an ISO week such as 2026-W48."""
        proxy.execute_sql(
            "UPDATE proposals SET state = 'review', tier = 3, review_week = ?, why = ? WHERE id = ?",
            (week, _kept(why), number),
        )
        self._store.changed("proposals", number)

    def hand_on(self, number: int, tier: int, why: str) -> None:
        """Leave a proposal to the next tier of triage: 2 a model, 3 the operator."""
        proxy.execute_sql("UPDATE proposals SET tier = ?, why = ? WHERE id = ?", (tier, why, number))
        self._store.changed("proposals", number)

    def unanswered(self, number: int) -> int:
        """Count that a model was asked about a proposal and gave no answer; how often that was so."""
        proxy.execute_sql("UPDATE proposals SET tries = tries + 1 WHERE id = ?", (number,))
        return int(proxy.execute_sql("SELECT tries FROM proposals WHERE id = ?", (number,)).fetchone()[0])

    def count_due(self) -> int:
        """How many proposals wait for the rules or for a model."""
        sql = "SELECT count(*) FROM proposals WHERE state = 'waiting' AND tier < 3"
        return int(proxy.execute_sql(sql).fetchone()[0])

    def asked_in(self, week: str) -> int:
        """How many proposals were put before the operator in an ISO week."""
        row = proxy.execute_sql("SELECT count(*) FROM proposals WHERE review_week = ?", (week,)).fetchone()
        return int(row[0])

    def get(self, number: int) -> StoredProposal:
        """A proposal with its evidence. Raises OperatorError where there is none."""
        row = proxy.execute_sql(f"SELECT {_COLUMNS} FROM proposals WHERE id = ?", (number,)).fetchone()
        if row is None:
            raise OperatorError(
                UserMessage("There is no proposal {id}.", id=number),
                UserMessage("See `claudeops review list --kind proposal`."),
            )
        return self._with_evidence([_stored(row)])[0]

    def list(
        self, states: Sequence[ProposalState] = OPEN_STATES, *, limit: int | None = None
    ) -> builtins.list[StoredProposal]:
        """The proposals in these states, the oldest first, with their evidence."""
        marks = ", ".join("?" * len(states))
        sql = f"SELECT {_COLUMNS} FROM proposals WHERE state IN ({marks}) ORDER BY id LIMIT ?"
        rows = proxy.execute_sql(sql, (*states, -1 if limit is None else limit)).fetchall()
        return self._with_evidence([_stored(row) for row in rows])

    def last_from_sync(self) -> dict[str, StoredProposal]:
        """The last proposal about each file that came by sync, where it is open or was rejected."""
        sql = f"""SELECT {_COLUMNS} FROM proposals WHERE source = 'sync' AND path <> ?
            AND state IN ('review', 'rejected') ORDER BY id"""
        rows = proxy.execute_sql(sql, (MACHINES,)).fetchall()
        return {one.draft.path: one for one in map(_stored, rows)}

    def counts(self) -> dict[str, int]:
        """How many there are in each state."""
        return dict(proxy.execute_sql("SELECT state, count(*) FROM proposals GROUP BY state").fetchall())

    def _add_evidence(self, number: int, evidence: Iterable[ProposalEvidence]) -> int:
        """How much of it is new."""
        added = 0
        for one in evidence:
            done = proxy.execute_sql(
                "INSERT OR IGNORE INTO proposal_evidence (proposal_id, kind, ref, quote, session_id)"
                " VALUES (?, ?, ?, ?, ?)",
                (number, one.kind, one.ref, one.quote, one.session_id),
            )
            added += done.rowcount
        return added

    def _with_evidence(self, rows: builtins.list[StoredProposal]) -> builtins.list[StoredProposal]:
        if not rows:
            return []
        found: dict[int, builtins.list[ProposalEvidence]] = {row.id: [] for row in rows}
        evidence = proxy.execute_sql(
            "SELECT proposal_id, kind, ref, quote, session_id FROM proposal_evidence"
            " WHERE proposal_id BETWEEN ? AND ? ORDER BY id",
            (min(found), max(found)),
        )
        for number, *rest in evidence:
            if number in found:
                found[number].append(ProposalEvidence(*rest))
        return [row.with_evidence(tuple(found[row.id])) for row in rows]


def _kept(text: str) -> str:
    """Return a text as it is stored: of a message of ours its template and values, looked up where it is shown."""
    return pack_message(text) if isinstance(text, UserMessage) else text


def _stored(row: Sequence[Any]) -> StoredProposal:
    number, kind, source, title, path, section, before, after, revision, reason, confidence, trusted, ids, *rest = row
    ours = source == "sync"  # of the others an agent or a model may have written what looks like a message
    draft = ProposalDraft(
        kind, source, unpack_message(title) if ours else title, path, section, before, after, revision,
        unpack_message(reason) if ours else reason, (), confidence, bool(trusted), tuple(json.loads(ids)),
    )  # fmt: skip
    found = StoredProposal(int(number), draft, *rest)
    return replace(found, why=unpack_message(found.why)) if ours else found
