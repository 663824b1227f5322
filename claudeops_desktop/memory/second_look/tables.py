"""``second_looks`` and ``second_look_calls``: the queue of pairs, what was sent, and what came of it.

Reads belong inside ``store.read`` or ``store.write``; everything else inside ``store.write``.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime, timedelta

from ...core.clock import to_text
from ...models.base import ModelAnswer
from ...storage.database import proxy
from .types import SecondLookCall, SecondLookPair, SecondLookReason, SecondLookState, SecondLookStatus

MOST_WAITING = 1_000
"""So many pairs wait at most; the oldest beyond them are dropped, and counted."""
MOST_KEPT = 5_000
"""So many pairs are kept once nothing is left to do with them."""
COLLECTED_FOR = timedelta(days=30)
"""What was closed or marked longer ago is left alone."""
CALLS_KEPT = timedelta(days=90)

_LOOK = ", ".join(SecondLookPair.__dataclass_fields__)
_CALL = ", ".join(SecondLookCall.__dataclass_fields__)


def add_all(looks: Sequence[SecondLookPair]) -> int:
    """Queue pairs, each once for two memories and the words merged; how many are new. ``id`` is not used."""
    if not looks:
        return 0
    marks = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?, ?)"] * len(looks))
    values = [
        value
        for one in looks
        for value in (
            one.old_id, one.new_id, one.merged_text, one.reason, one.verdict, one.score, one.why, one.prior,
            one.created_at,
        )
    ]  # fmt: skip
    cursor = proxy.execute_sql(
        "INSERT OR IGNORE INTO second_looks (old_id, new_id, merged_text, reason, verdict, score, why, prior,"
        f" created_at) VALUES {marks}",
        values,
    )
    return int(cursor.rowcount)


def collect(below: float, now: datetime) -> int:
    """Queue the pairs that only the judge has decided: those in possible conflict, closings less certain than
    ``below``, and every closing of a fact without a service, whoever brought it about but the operator; how many."""
    since = to_text(now - COLLECTED_FOR)
    found = proxy.execute_sql(_INTO + _CONFLICTS, (since, below)).rowcount
    return int(found) + int(proxy.execute_sql(_INTO + _CLOSINGS, (since,)).rowcount)


def count_due(below: float, seen: int, now: datetime) -> tuple[int, str]:
    """How many pairs wait, or would once they are collected, and since when the oldest does ("" where none); a new fact
    past ``seen`` (``new_facts``) counts as one."""
    since = to_text(now - COLLECTED_FOR)
    waiting = "SELECT created_at FROM second_looks WHERE state = 'waiting'"
    uncollected = (
        f"SELECT min(created_at) AS created_at FROM ({_CONFLICTS} UNION ALL {_CLOSINGS}) GROUP BY old_id, new_id"
    )
    new = f"SELECT min(v.created_at) AS created_at {_NEW} GROUP BY v.memory_id"
    count, oldest = proxy.execute_sql(
        f"SELECT count(*), coalesce(min(created_at), '') FROM ({waiting} UNION ALL {uncollected} UNION ALL {new})",
        (since, below, since, seen, since),
    ).fetchone()
    return int(count), str(oldest)


def new_facts(seen: int, now: datetime) -> tuple[list[int], int]:
    """Return the facts whose neighbours were not queued yet, by id, and where the next look begins: facts of the last
    month that agents or sources stated, or the operator approved, past entry ``seen`` of the histories. The newest
    where there are more than could wait."""
    (last,) = proxy.execute_sql("SELECT coalesce(max(id), 0) FROM memory_versions").fetchone()
    sql = f"SELECT DISTINCT v.memory_id {_NEW} ORDER BY v.memory_id DESC LIMIT {MOST_WAITING // 5}"
    found = [number for (number,) in proxy.execute_sql(sql, (seen, to_text(now - COLLECTED_FOR)))]
    return sorted(found), int(last)


_NEW = """
    FROM memory_versions v JOIN memories m ON m.id = v.memory_id
    WHERE v.id > ? AND v.created_at >= ? AND (v.action = 'approved' OR (v.action = 'inserted' AND v.by <> 'operator'))
        AND m.active AND m.superseded_by IS NULL AND m.gate <> 'hold'
        AND NOT EXISTS (SELECT 1 FROM second_looks s WHERE s.new_id = m.id AND s.merged_text = '')
        AND NOT EXISTS (SELECT 1 FROM second_looks s WHERE s.old_id = m.id AND s.merged_text = '')
"""
_NOT_YET = "NOT EXISTS (SELECT 1 FROM second_looks s WHERE s.old_id = {old} AND s.new_id = {new})"
_BY_OTHERS = (
    "NOT EXISTS (SELECT 1 FROM memory_versions v WHERE v.memory_id = o.id AND v.other_id = n.id AND v.by = 'operator')"
)
_CONFLICTS = f"""
    SELECT c.old_id, c.new_id, CASE WHEN o.service IS NULL AND c.state = 'replaced' THEN 'no service' ELSE 'unsure' END,
        'contradiction', c.certainty, c.why, c.created_at AS created_at
    FROM memory_conflicts c JOIN memories o ON o.id = c.old_id JOIN memories n ON n.id = c.new_id
    WHERE c.created_at >= ? AND c.by = 'judge' AND o.gate <> 'hold' AND n.gate <> 'hold'
        AND ((c.state = 'open' AND o.active AND n.active AND o.superseded_by IS NULL AND n.superseded_by IS NULL)
            OR (c.state = 'replaced' AND o.superseded_by = n.id AND (c.certainty < ? OR o.service IS NULL)
                AND {_BY_OTHERS}))
        AND {_NOT_YET.format(old="c.old_id", new="c.new_id")}
"""
_CLOSINGS = f"""
    SELECT o.id, n.id, 'no service', 'contradiction', 1.0, '', o.valid_until AS created_at
    FROM memories o JOIN memories n ON n.id = o.superseded_by
    JOIN memory_links l ON l.from_id = n.id AND l.to_id = o.id AND l.kind = 'contradicts'
    WHERE o.service IS NULL AND o.valid_until >= ? AND o.gate <> 'hold'
        AND {_BY_OTHERS}
        AND NOT EXISTS (SELECT 1 FROM memory_conflicts c
            WHERE c.old_id = o.id AND c.new_id = n.id AND c.by IN ('operator', 'watcher', 'second look'))
        AND {_NOT_YET.format(old="o.id", new="n.id")}
"""
_INTO = "INSERT OR IGNORE INTO second_looks (old_id, new_id, reason, verdict, score, why, created_at)"


def bound(now: datetime, waiting: int = MOST_WAITING, kept: int = MOST_KEPT) -> int:
    """Drop the oldest pairs past the limits, and calls that are too old; how many waiting pairs were dropped.

    A pair that could be collected again is kept, so that it is not.
    """
    cursor = proxy.execute_sql(
        "UPDATE second_looks SET state = 'dropped', settled_at = ? WHERE state = 'waiting' AND id <="
        " (SELECT id FROM second_looks WHERE state = 'waiting' ORDER BY id DESC LIMIT 1 OFFSET ?)",
        (to_text(now), waiting),
    )
    proxy.execute_sql(
        "DELETE FROM second_looks WHERE state <> 'waiting' AND created_at < ? AND id <="
        " (SELECT id FROM second_looks WHERE state <> 'waiting' ORDER BY id DESC LIMIT 1 OFFSET ?)",
        (to_text(now - COLLECTED_FOR), kept),
    )
    proxy.execute_sql("DELETE FROM second_look_calls WHERE asked_at < ?", (to_text(now - CALLS_KEPT),))
    return int(cursor.rowcount)


def waiting(limit: int) -> list[SecondLookPair]:
    """Pairs that wait: closings without a service first, then other contradictions, then by age."""
    order = "reason <> 'no service', verdict <> 'contradiction', id"
    return _looks(f"state = 'waiting' ORDER BY {order} LIMIT ?", (limit,))


def answered(limit: int = 100) -> list[int]:
    """Calls whose answer is there and was not carried out: a crash came in between."""
    sql = (
        "SELECT DISTINCT c.id FROM second_look_calls c JOIN second_looks s ON s.call_id = c.id"
        " WHERE s.state = 'waiting' AND c.answered_at <> '' AND c.fault = '' ORDER BY c.id LIMIT ?"
    )
    return [number for (number,) in proxy.execute_sql(sql, (limit,))]


def of_call(call_id: int) -> list[SecondLookPair]:
    """The pairs of a call in the order in which they were sent."""
    return _looks("call_id = ? ORDER BY place", (call_id,))


def latest(limit: int, *, everything: bool = False) -> list[SecondLookPair]:
    """Pairs that were looked at, the latest first; with ``everything`` also those that wait or were dropped."""
    where = "1" if everything else "state NOT IN ('waiting', 'dropped')"
    return _looks(f"{where} ORDER BY settled_at DESC, id DESC LIMIT ?", (limit,))


def get_pair(look_id: int) -> SecondLookPair | None:
    """One pair; None where it is gone."""
    found = _looks("id = ?", (look_id,))
    return found[0] if found else None


def settle_pair(look: SecondLookPair, now: datetime) -> None:
    """Write down what became of a pair."""
    proxy.execute_sql(
        "UPDATE second_looks SET state = ?, answer = ?, answer_why = ?, outcome = ?, conflict_id = ?, prior = ?,"
        " settled_at = ? WHERE id = ?",
        (
            look.state,
            look.answer,
            look.answer_why,
            look.outcome,
            look.conflict_id,
            look.prior,
            to_text(now),
            look.id,
        ),
    )


# --- calls -------------------------------------------------------------------------------------------------------


def begin_call(model: str, system: str, sent: Sequence[tuple[int, str]], now: datetime) -> int:
    """Note a call that is about to be made, with the ids of its pairs and the line sent for each; the call's id."""
    cursor = proxy.execute_sql(
        "INSERT INTO second_look_calls (asked_at, model, pairs, system) VALUES (?, ?, ?, ?)",
        (to_text(now), model, len(sent), system),
    )
    call_id = int(cursor.lastrowid)
    for place, (look_id, line) in enumerate(sent, start=1):
        proxy.execute_sql(
            "UPDATE second_looks SET call_id = ?, place = ?, sent = ?, tries = tries + 1 WHERE id = ?",
            (call_id, place, line, look_id),
        )
    return call_id


def end_call(call_id: int, answer: ModelAnswer, now: datetime) -> None:
    """Keep what a model answered."""
    proxy.execute_sql(
        "UPDATE second_look_calls SET answered_at = ?, model = ?, answer = ?, cost_usd = ?, duration_ms = ?"
        " WHERE id = ?",
        (to_text(now), answer.model, answer.text, answer.cost_usd, answer.duration_ms, call_id),
    )


def fail_call(call_id: int, fault: str, cost_usd: float, now: datetime, *, refund: bool) -> None:
    """Note why a call brought nothing; with ``refund`` its pairs are as good as never asked."""
    proxy.execute_sql(
        "UPDATE second_look_calls SET answered_at = ?, fault = ?, cost_usd = ? WHERE id = ?",
        (to_text(now), fault, cost_usd, call_id),
    )
    if refund:
        proxy.execute_sql("UPDATE second_looks SET tries = tries - 1 WHERE call_id = ? AND tries > 0", (call_id,))


def call(call_id: int) -> SecondLookCall | None:
    """One call; None where it is gone."""
    found = calls([call_id])
    return found[0] if found else None


def calls(ids: Sequence[int]) -> list[SecondLookCall]:
    """Calls by their ids."""
    sql = f"SELECT {_CALL} FROM second_look_calls WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id"
    return [SecondLookCall(*row) for row in proxy.execute_sql(sql, (json.dumps(list(ids)),))]


def status(now: datetime) -> SecondLookStatus:
    """How the queue stands."""
    day = to_text(now.astimezone().replace(hour=0, minute=0, second=0, microsecond=0))
    count, oldest = proxy.execute_sql(
        "SELECT count(*), coalesce(min(created_at), '') FROM second_looks WHERE state = 'waiting'"
    ).fetchone()
    (dropped,) = proxy.execute_sql("SELECT count(*) FROM second_looks WHERE state = 'dropped'").fetchone()
    made, usd = proxy.execute_sql(
        "SELECT count(*), coalesce(sum(cost_usd), 0) FROM second_look_calls WHERE asked_at >= ?", (day,)
    ).fetchone()
    last = list(
        proxy.execute_sql(
            "SELECT fault, asked_at FROM second_look_calls WHERE answered_at <> '' ORDER BY id DESC LIMIT 50"
        )
    )
    failed = next((place for place, (fault, _) in enumerate(last) if not fault), len(last))
    fault, at = last[0] if last else ("", "")
    return SecondLookStatus(count, oldest, dropped, made, round(usd, 6), failed, fault, at)


def _looks(where: str, values: Sequence[object]) -> list[SecondLookPair]:
    rows = proxy.execute_sql(f"SELECT {_LOOK} FROM second_looks WHERE {where}", tuple(values))
    return [_look(row) for row in rows]


def _look(row: Sequence[object]) -> SecondLookPair:
    columns = dict(zip(SecondLookPair.__dataclass_fields__, row, strict=True))
    columns |= {"reason": SecondLookReason(str(columns["reason"])), "state": SecondLookState(str(columns["state"]))}
    return SecondLookPair(**columns)  # type: ignore[arg-type]
