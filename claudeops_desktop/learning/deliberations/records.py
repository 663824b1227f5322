"""The deliberations of one store: what a tier, a verifier, the operator or the guard decided, word for word (L1).

Reads belong inside ``store.read``; writes must run inside ``store.write``.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import orjson

from ...core.clock import Clock, to_text
from ...core.errors import OperatorError, UsageError
from ...core.messages import UserMessage
from ...language.words.stem import stem
from ...storage import DataStore
from ...storage.database import proxy

TIER_ROLES = ("observer", "investigator", "remediator")
"""The roles of tiers 1, 2 and 3."""
ROLES = (*TIER_ROLES, "verifier", "operator", "guard")
VALIDATORS = frozenset(("verifier", "operator", "inspector", "sentinel", "lens"))
"""Roles whose word that something was wrong weighs more (L5)."""
_WORDS = re.compile(r"\w{4,}")
LEAST_SHARE = 0.3  # of the words of a question that a verdict must hold
_ROLE = re.compile(r"[a-z][a-z0-9_-]{0,39}")
LONGEST_RESPONSE = 200_000  # characters
LONGEST_SUMMARY = 600
_COLUMNS = "id, role, verdict, summary, response, tokens, project, services, session_id, run_id, case_id, created_at"


@dataclass(frozen=True, slots=True)
class StoredDeliberation:
    """A row of ``deliberations``. ``response`` is untrusted text; ``tokens`` is its length; ``services`` are those that
    it was about."""

    id: int
    role: str
    verdict: str
    summary: str
    response: str
    tokens: int
    project: str
    services: tuple[str, ...]
    session_id: int | None
    run_id: int | None
    case_id: int | None
    created_at: str

    def as_json(self) -> dict[str, Any]:
        """The row for ``--json``."""
        return {**asdict(self), "services": list(self.services)}


@dataclass(frozen=True, slots=True)
class NewDeliberation:
    """A verdict that is to be kept. ``key`` names it, so that the same one is kept once; "" for none."""

    role: str
    verdict: str
    response: str
    summary: str = ""
    project: str = ""
    services: tuple[str, ...] = ()
    session_id: int | None = None
    run_id: int | None = None
    case_id: int | None = None
    key: str = ""


class DeliberationRecords:
    """The questions and the writes on deliberations."""

    def __init__(self, store: DataStore, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    def add(self, new: NewDeliberation) -> int:
        """Keep a verdict; its id, the one that it has already where its key is known. Raises UsageError for a role that
        is none."""
        require_role(new.role)
        if new.key:
            row = proxy.execute_sql("SELECT id FROM deliberations WHERE key = ?", (new.key,)).fetchone()
            if row is not None:
                return int(row[0])
        response = new.response[:LONGEST_RESPONSE]
        done = proxy.execute_sql(
            "INSERT INTO deliberations (role, verdict, summary, response, tokens, project, services, session_id,"
            " run_id, case_id, key, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                new.role, new.verdict, new.summary[:LONGEST_SUMMARY], response, -(-len(response) // 4), new.project,
                orjson.dumps(new.services).decode(), new.session_id, new.run_id, new.case_id, new.key or None,
                to_text(self._clock()),
            ),
        )  # fmt: skip
        self._store.changed("deliberations", done.lastrowid, what="inserted")
        return int(done.lastrowid)

    def list(
        self, *, role: str | None = None, service: str | None = None, session_id: int | None = None,
        limit: int | None = None,
    ) -> builtins.list[StoredDeliberation]:  # fmt: skip
        """Deliberations, newest first."""
        where, values = ["1"], builtins.list[Any]()
        if role is not None:
            where.append("role = ?")
            values.append(role)
        if service is not None:
            where.append("EXISTS (SELECT 1 FROM json_each(services) j WHERE j.value = ?)")
            values.append(service)
        if session_id is not None:
            where.append("session_id = ?")
            values.append(session_id)
        tail = " LIMIT ?" if limit is not None else ""
        values += [limit] if limit is not None else []
        return self._select(f"{' AND '.join(where)} ORDER BY id DESC{tail}", *values)

    def must(self, deliberation_id: int) -> StoredDeliberation:
        """One of them. Raises OperatorError where there is none."""
        found = self._select("id = ?", deliberation_id)
        if not found:
            raise OperatorError(
                UserMessage("There is no deliberation {id}.", id=deliberation_id),
                UserMessage("See `claudeops learn deliberations`."),
            )
        return found[0]

    def put_vector(self, deliberation_id: int, model: str, vector: Sequence[float]) -> None:
        """Keep the embedding of one, for the search by meaning."""
        import numpy as np

        blob = np.asarray(vector, dtype=np.float32).tobytes()
        proxy.execute_sql(
            "INSERT OR REPLACE INTO deliberation_vectors (deliberation_id, model, vector) VALUES (?, ?, ?)",
            (deliberation_id, model, blob),
        )

    def without_vector(self, model: str, limit: int) -> builtins.list[tuple[int, str]]:
        """The newest that have no embedding of a model yet: number, and the text to embed."""
        rows = proxy.execute_sql(
            "SELECT id, summary || ' ' || substr(response, 1, 2000) FROM deliberations d WHERE NOT EXISTS (SELECT 1"
            " FROM deliberation_vectors v WHERE v.deliberation_id = d.id AND v.model = ?) ORDER BY id DESC LIMIT ?",
            (model, limit),
        )
        return [(int(number), str(text)) for number, text in rows]

    def nearest(
        self, model: str, vector: Sequence[float], limit: int = 10
    ) -> builtins.list[tuple[StoredDeliberation, float]]:
        """The ones nearest in meaning, with their cosine similarity, best first. Vectors of another length are passed
        over: a server may serve another model under the same name."""
        import numpy as np

        rows = proxy.execute_sql(
            "SELECT deliberation_id, vector FROM deliberation_vectors WHERE model = ? AND length(vector) = ?",
            (model, 4 * len(vector)),
        ).fetchall()
        if not rows:
            return []
        matrix = np.vstack([np.frombuffer(blob, dtype=np.float32) for _, blob in rows])
        asked = np.asarray(vector, dtype=np.float32)
        norms = np.linalg.norm(matrix, axis=1) * (np.linalg.norm(asked) or 1.0)
        scores = matrix @ asked / np.where(norms == 0, 1.0, norms)
        best = np.argsort(-scores)[:limit]
        found = {one.id: one for one in self._select("id IN (SELECT value FROM json_each(?))",
                                                     orjson.dumps([rows[at][0] for at in best]).decode())}  # fmt: skip
        return [(found[rows[at][0]], float(scores[at])) for at in best if rows[at][0] in found]

    def forget_service(self, service: str) -> int:
        """A service is gone: deliberations about it alone are deleted, the others lose its name; how many were
        deleted."""
        gone = 0
        for one in self.list(service=service):
            left = [name for name in one.services if name != service]
            if left:
                proxy.execute_sql(
                    "UPDATE deliberations SET services = ? WHERE id = ?", (orjson.dumps(left).decode(), one.id)
                )
                self._store.changed("deliberations", one.id)
            else:
                proxy.execute_sql("DELETE FROM deliberations WHERE id = ?", (one.id,))
                self._store.changed("deliberations", one.id, what="deleted")
                gone += 1
        return gone

    def _select(self, where: str, *values: Any) -> builtins.list[StoredDeliberation]:
        rows = proxy.execute_sql(f"SELECT {_COLUMNS} FROM deliberations WHERE {where}", values).fetchall()
        named = (dict(zip(_COLUMNS.split(", "), row, strict=True)) for row in rows)
        return [StoredDeliberation(**{**one, "services": tuple(orjson.loads(one["services"]))}) for one in named]


def rank_by_words(text: str, found: Iterable[StoredDeliberation]) -> list[tuple[StoredDeliberation, float]]:
    """Those that share words with a text, best first, each with the share of its words that they hold."""
    wanted = {stem(word) for word in _WORDS.findall(text.lower())}
    scored = []
    for one in found:
        held = {stem(word) for word in _WORDS.findall(f"{one.verdict} {one.summary} {one.response}".lower())}
        share = len(wanted & held) / len(wanted) if wanted else 0.0
        if share >= LEAST_SHARE:
            scored.append((one, share))
    return sorted(scored, key=lambda each: (-each[1], -each[0].id))


def require_role(role: str) -> str:
    """The role: one of ours, or a name of the operator's own for another agent. Raises UsageError for what is no
    name."""
    if not _ROLE.fullmatch(role):
        raise UsageError(
            UserMessage("“{role}” is no name of a role.", role=role),
            UserMessage("Take one of {roles}, or a name in small letters.", roles=", ".join(ROLES)),
        )
    return role
