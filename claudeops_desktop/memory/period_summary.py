"""What memory learned within some days, and how it grew: for a report. Inside ``store.read``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from ..core.clock import to_text
from ..core.principals import EVERYONE
from ..storage.database import proxy
from .candidates import COMPARED

__all__ = ["LearnedFact", "PeriodSummary", "count_held", "summarize_period"]

_HELD_AT = f"{COMPARED} AND created_at < ? AND (valid_until = '' OR valid_until >= ?)"


@dataclass(frozen=True, slots=True)
class LearnedFact:
    """A fact that was new. ``service`` "" for general ones; ``source`` is marker, operator, observed, agent or
    import."""

    id: int
    text: str
    service: str
    source: str


@dataclass(frozen=True, slots=True)
class PeriodSummary:
    """``newest`` are facts that were learned and still hold, the surest first; ``learned`` counts all by their source;
    ``held_before`` and ``held_after`` how many held at the two moments; ``known`` the categories of the facts that are
    known now, by service."""

    newest: tuple[LearnedFact, ...]
    learned: Mapping[str, int]
    held_before: int
    held_after: int
    known: Mapping[str, frozenset[str]]


def summarize_period(since: datetime, until: datetime, most: int = 5) -> PeriodSummary:
    """What was learned from ``since`` until before ``until``."""
    start, end = to_text(since), to_text(until)
    rows = proxy.execute_sql(
        "SELECT id, observation, coalesce(service, ''), source FROM memories WHERE created_at >= ? AND created_at < ?"
        f" AND {COMPARED} AND superseded_by IS NULL AND audience = '{EVERYONE}'"
        " ORDER BY confidence DESC, id DESC LIMIT ?",
        (start, end, most),
    ).fetchall()
    sql = (
        f"SELECT source, count(*) FROM memories WHERE created_at >= ? AND created_at < ? AND {COMPARED} GROUP BY source"
    )
    learned = dict(proxy.execute_sql(sql, (start, end)).fetchall())
    sql = (
        "SELECT DISTINCT service, category FROM memories WHERE service IS NOT NULL AND superseded_by IS NULL"
        " AND gate <> 'hold'"
    )
    known: dict[str, set[str]] = {}
    for service, category in proxy.execute_sql(sql):
        known.setdefault(service, set()).add(category)
    return PeriodSummary(
        tuple(LearnedFact(*row) for row in rows), learned, count_held(since), count_held(until),
        {service: frozenset(found) for service, found in known.items()},
    )  # fmt: skip


def count_held(moment: datetime) -> int:
    """How many facts held at a moment."""
    at = to_text(moment)
    sql = f"SELECT count(*) FROM memories WHERE {_HELD_AT}"
    return int(proxy.execute_sql(sql, (at, at)).fetchone()[0])
