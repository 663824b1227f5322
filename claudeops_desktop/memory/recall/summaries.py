"""Tier 1: a summary for each service and each domain, made of its best facts by rule (E9; ADR-0077, Tiered).

A summary is rewritten when a fact that could be in it arrives, changes or goes; no model is needed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import orjson

from ...core.clock import to_text
from ...core.principals import EVERYONE
from ...language.types import GENERAL
from ...storage.database import proxy
from ..context import quotable
from ..types import ACTIVE_FROM
from .keywords import inverse_document_frequency

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .memory_index import MemoryIndex

    Places = NDArray[np.int64]

SERVICE, DOMAIN = "service", "domain"
FACTS = 8
TOP = 3
COVERED = 0.8  # of a question's words, weighed by how telling they are
_ELIGIBLE = (
    "active = 1 AND superseded_by IS NULL AND gate = 'allow' AND state IN ('active', 'stale')"
    f" AND confidence >= {ACTIVE_FROM} AND audience = '{EVERYONE}'"  # a summary is everybody's
)
_THESE = "(SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class StoredSummary:
    """A row of ``memory_summaries``."""

    kind: str
    name: str
    text: str
    memory_ids: tuple[int, ...]


def build(keys: Sequence[tuple[str, str]], now: datetime) -> int:
    """Write summaries anew, or drop them where no fact is left; how many are others now. Inside ``store.write``."""
    there = {
        (kind, name): (text, ids, written, written_from)
        for kind, name, text, ids, written, written_from in proxy.execute_sql(
            f"SELECT kind, name, text, memory_ids, written, written_from FROM memory_summaries WHERE name IN {_THESE}",
            (json.dumps([name for _, name in keys]),),
        )
    }
    best = _best_facts(keys)
    gone = [key for key in keys if not best[key] and key in there]
    for key in gone:
        proxy.execute_sql("DELETE FROM memory_summaries WHERE kind = ? AND name = ?", key)
    made = []
    for key in keys:
        ids = orjson.dumps([number for number, _ in best[key]]).decode()
        text = "\n".join(f"- {quotable(observation)}" for _, observation in best[key])
        before = there.get(key, ("", "", "", ""))
        if best[key] and before[:2] != (text, ids):
            made.append((*key, text, ids, *_still_written(before[2], before[3], text)))
    if made:
        values = ", ".join(f"json_extract(value, '$[{number}]')" for number in range(6))
        proxy.execute_sql(
            "INSERT OR REPLACE INTO memory_summaries (kind, name, text, memory_ids, written, written_from, built_at)"
            f" SELECT {values}, ? FROM json_each(?)",
            (to_text(now), json.dumps(made)),
        )
    return len(gone) + len(made)


def _still_written(written: str, written_from: str, text: str) -> tuple[str, str]:
    """Return what a model wrote, for the next one to begin with, and its list; nothing is kept once a fact of that list
    is gone or says something else."""
    return (written, written_from) if set(written_from.splitlines()) <= set(text.splitlines()) else ("", "")


def _best_facts(keys: Sequence[tuple[str, str]]) -> dict[tuple[str, str], list[tuple[int, str]]]:
    """Id and text of the best facts of each summary, best first: asked for all of them at once."""
    found: dict[tuple[str, str], list[tuple[int, str]]] = {key: [] for key in keys}
    if not keys:
        return found
    parts, values = [], list[object]()
    for at, (kind, name) in enumerate(keys):
        if kind == SERVICE:
            where, value, index = "service IS ?", None if name == GENERAL else name, "idx_memories_service"
        else:
            where, value, index = "domain = ?", name, "idx_memories_rank"
        parts.append(
            f"SELECT * FROM (SELECT ? AS place, id, observation FROM memories INDEXED BY {index}"
            f" WHERE {where} AND {_ELIGIBLE} ORDER BY confidence DESC, updated_at DESC, id LIMIT {FACTS})"
        )
        values += (at, value)
    for place, number, text in proxy.execute_sql(" UNION ALL ".join(parts), tuple(values)):
        found[keys[place]].append((number, text))
    return found


def keys_of(ids: Sequence[int]) -> set[tuple[str, str]]:
    """The summaries that these memories are, or were, or could be in."""
    these = json.dumps(list(ids))
    found: set[tuple[str, str]] = set()
    sql = f"SELECT DISTINCT coalesce(service, '{GENERAL}'), domain FROM memories WHERE id IN {_THESE}"
    for service, domain in proxy.execute_sql(sql, (these,)):
        found |= {(SERVICE, service), (DOMAIN, domain)}
    holds = set(ids).intersection  # quicker than to have the database read the lists
    rows = proxy.execute_sql("SELECT kind, name, memory_ids FROM memory_summaries")
    return found | {(kind, name) for kind, name, members in rows if holds(orjson.loads(members))}


def missing() -> set[tuple[str, str]]:
    """Services and domains without a summary."""
    return _wanted() - _there()


def all_keys() -> set[tuple[str, str]]:
    """The summaries that are there, and those that are missing."""
    return _wanted() | _there()


def _there() -> set[tuple[str, str]]:
    return set(proxy.execute_sql("SELECT kind, name FROM memory_summaries"))


def _wanted() -> set[tuple[str, str]]:
    sql = f"SELECT DISTINCT coalesce(service, '{GENERAL}') FROM memories WHERE {_ELIGIBLE}"
    wanted = {(SERVICE, name) for (name,) in proxy.execute_sql(sql)}
    sql = f"SELECT DISTINCT domain FROM memories WHERE {_ELIGIBLE}"
    return wanted | {(DOMAIN, name) for (name,) in proxy.execute_sql(sql)}


def count() -> int:
    """How many there are."""
    return int(proxy.execute_sql("SELECT count(*) FROM memory_summaries").fetchone()[0])


def changed_since(version: int | None) -> tuple[set[tuple[str, str]], int]:
    """Summaries whose facts have a history past ``version`` (None: past when the last one was built), and the last."""
    last = int(proxy.execute_sql("SELECT coalesce(max(id), 0) FROM memory_versions").fetchone()[0])
    if version is None:
        sql = (
            "SELECT DISTINCT memory_id FROM memory_versions"
            " WHERE created_at >= (SELECT coalesce(max(built_at), '9') FROM memory_summaries)"
        )
        ids = [number for (number,) in proxy.execute_sql(sql)]
    else:
        sql = "SELECT DISTINCT memory_id FROM memory_versions WHERE id > ?"
        ids = [number for (number,) in proxy.execute_sql(sql, (version,))]
    return (keys_of(ids) if ids else set()), last


class SummaryStore:
    """All summaries, kept in memory; of those that are written anew, only these are read again."""

    def __init__(self) -> None:
        self._state: tuple[Any, ...] = (0, None, None)
        self._by_key: dict[tuple[str, str], StoredSummary] = {}
        self._found: tuple[StoredSummary, ...] = ()
        self._mark: tuple[int, ...] | None = None

    def all(self, mark: tuple[int, ...] | None = None) -> tuple[StoredSummary, ...]:
        """Every summary. ``mark`` was taken before, and stays the same while nobody writes one."""
        if mark is not None and mark == self._mark:
            return self._found
        state = proxy.execute_sql("SELECT count(*), max(id), max(built_at) FROM memory_summaries").fetchone()
        if state != self._state:
            self._by_key |= self._read("WHERE built_at >= ?", self._state[2] or "")
            if len(self._by_key) != state[0]:  # one is gone
                self._by_key = self._read()
            self._found = tuple(self._by_key[key] for key in sorted(self._by_key))
            self._state = state
        self._mark = mark
        return self._found

    @staticmethod
    def _read(where: str = "", *values: str) -> dict[tuple[str, str], StoredSummary]:
        rows = proxy.execute_sql(f"SELECT kind, name, text, memory_ids FROM memory_summaries {where}", values)
        return {(k, n): StoredSummary(k, n, t, tuple(orjson.loads(ids))) for k, n, t, ids in rows}


@dataclass(frozen=True, slots=True)
class SummaryAnswer:
    """What tier 1 found: the best summaries, and the facts in them with how much of the question each covers."""

    summaries: tuple[StoredSummary, ...]
    facts: tuple[tuple[int, float], ...]

    def covering(self) -> int:
        """How many of the facts cover the question."""
        return sum(1 for _, covered in self.facts if covered >= COVERED)


def search(loaded_index: MemoryIndex, summaries: Iterable[StoredSummary], held: dict[str, Places]) -> SummaryAnswer:
    """The three summaries that hold most of what the question asks for, and their facts, best first."""
    import numpy as np

    found = list(summaries)
    if not found or not held:
        return SummaryAnswer((), ())
    total = int(loaded_index.alive[: loaded_index.n].sum())
    weights = {word: inverse_document_frequency(len(places), total) for word, places in held.items()}
    whole = sum(weights.values()) or 1.0
    owner, ids = _members(tuple(found))
    at = np.minimum(np.searchsorted(loaded_index.ids[: loaded_index.n], ids), max(loaded_index.n - 1, 0))
    real = (loaded_index.ids[at] == ids) & loaded_index.alive[at] & (loaded_index.hidden[at] == 0)
    covered, by_summary = np.zeros(len(ids)), np.zeros(len(found))
    mask = np.zeros(loaded_index.n, bool)
    for word, places in held.items():
        mask[places] = True
        holds = mask[at] & real
        covered += weights[word] * holds
        by_summary[np.unique(owner[holds])] += weights[word]
        mask[places] = False
    best = [int(number) for number in np.argsort(-by_summary, kind="stable")[:TOP] if by_summary[number] > 0]
    chosen = np.isin(owner, best) & real
    facts: dict[int, float] = {}
    for number, share in zip(ids[chosen].tolist(), (covered[chosen] / whole).tolist(), strict=True):
        facts.setdefault(int(number), min(1.0, float(share)))
    ranked = sorted(facts.items(), key=lambda fact: -fact[1])
    return SummaryAnswer(tuple(found[number] for number in best), tuple(ranked))


@lru_cache(maxsize=1)
def _members(summaries: tuple[StoredSummary, ...]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each fact of each summary the summary's place and the fact's id: read anew only where a summary changed."""
    import numpy as np

    owner = np.repeat(np.arange(len(summaries)), [len(summary.memory_ids) for summary in summaries])
    return owner, np.fromiter((n for summary in summaries for n in summary.memory_ids), np.int64, len(owner))
