"""The facts that the knowledge folder shows, and stamps that tell whether they changed. Reads only; inside
``store.read`` or ``store.write``.

A fact is shown while prompts may take it: active, allowed by the gate, not superseded, not archived. Facts are shown in
pages of 5,000 ids, so that one new fact in a large store touches one page.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson

from ...core.clock import to_text
from ...core.principals import EVERYONE
from ...storage.database import proxy
from ..types import ACTIVE_FROM

IDS_IN_PAGE = 5_000
_SHOWN = (
    "active = 1 AND superseded_by IS NULL AND gate = 'allow' AND state IN ('active', 'stale')"
    f" AND confidence >= {ACTIVE_FROM} AND audience = '{EVERYONE}'"  # the folder is read by whoever may read files
)
_PAGE = f"(id - 1) / {IDS_IN_PAGE}"
_THESE = "(SELECT value FROM json_each(?))"


@dataclass(frozen=True, slots=True)
class ShownFact:
    """A fact as a file shows it. ``updated_at`` is stored text; ``service`` None is a general one."""

    id: int
    service: str | None
    category: str
    observation: str
    confidence: float
    updated_at: str
    pinned: bool = False
    confirmed: bool = True


@dataclass(frozen=True, slots=True)
class DueSummary:
    """The summary of a domain that is to be written: ``current`` is what a model wrote before, "" for nothing;
    ``listed`` the list of facts as it stands; ``services`` those of the facts."""

    domain: str
    listed: str
    current: str
    facts: tuple[str, ...]
    services: tuple[str, ...]


def last_version() -> int:
    """The number of the latest change of any memory."""
    return int(proxy.execute_sql("SELECT coalesce(max(id), 0) FROM memory_versions").fetchone()[0])


def quick_state() -> str:
    """A text that is another one as soon as facts, summaries or lessons changed: milliseconds at 100,000 memories."""
    by_service = proxy.execute_sql("SELECT service, count(*), total(id) FROM memories GROUP BY service").fetchall()
    parts = [
        last_version(),
        hashlib.sha256(repr(by_service).encode()).hexdigest()[:16],
        *proxy.execute_sql("SELECT count(*), coalesce(max(built_at), '') FROM memory_summaries").fetchone(),
        *proxy.execute_sql(
            "SELECT count(*), total(id), coalesce(max(updated_at), ''), total(active), total(times) FROM lessons"
        ).fetchone(),
    ]
    return "|".join(map(str, parts))


def page_stamps() -> dict[tuple[str, int], str]:
    """A stamp for each page that has facts, by its domain and its number from 0: another one as soon as a fact came,
    went, or has other numbers."""
    sql = (
        f"SELECT domain, {_PAGE}, count(*), total(id), round(total(confidence), 3), max(updated_at), total(pinned),"
        f" total(confirmed), total(length(observation)), min(service), max(service), count(DISTINCT service),"
        f" total(length(service)) FROM memories WHERE {_SHOWN} GROUP BY 1, 2"
    )
    return {(domain, page): "|".join(map(str, rest)) for domain, page, *rest in proxy.execute_sql(sql)}


def pages_changed_since(version: int) -> set[int]:
    """The numbers of the pages whose facts have a history past ``version``; those of every domain."""
    sql = f"SELECT DISTINCT (memory_id - 1) / {IDS_IN_PAGE} FROM memory_versions WHERE id > ?"
    return {page for (page,) in proxy.execute_sql(sql, (version,))}


def shown_facts(domain: str, page: int) -> list[ShownFact]:
    """The facts of one page, by service and id, the general ones last."""
    first = page * IDS_IN_PAGE
    sql = (
        "SELECT id, service, category, observation, confidence, updated_at, pinned, confirmed FROM memories NOT INDEXED"
        f" WHERE id > ? AND id <= ? AND domain = ? AND {_SHOWN} ORDER BY service IS NULL, service, id"
    )
    return [_fact(row) for row in proxy.execute_sql(sql, (first, first + IDS_IN_PAGE, domain))]


def summary_facts(domain: str) -> list[ShownFact]:
    """The facts of the summary that recall keeps of a domain, best first; those that are shown no longer are left
    out."""
    row = proxy.execute_sql(
        "SELECT memory_ids FROM memory_summaries WHERE kind = 'domain' AND name = ?", (domain,)
    ).fetchone()
    if row is None:
        return []
    ids = orjson.loads(row[0])
    found = {fact.id: fact for fact in _by_ids(ids, f" AND {_SHOWN} AND domain = ?", domain)}
    return [found[number] for number in ids if number in found]


def written_summary(domain: str) -> str:
    """Return what a model wrote of the facts that the summary of a domain holds now; "" where it wrote none."""
    row = proxy.execute_sql(
        "SELECT written FROM memory_summaries WHERE kind = 'domain' AND name = ? AND written_from = text", (domain,)
    ).fetchone()
    return row[0] if row else ""


def due_summaries() -> list[DueSummary]:
    """The summaries of domains that a model has not written since a fact came."""
    sql = (
        "SELECT name, text, written FROM memory_summaries WHERE kind = 'domain' AND written_from <> text ORDER BY name"
    )
    found = []
    for domain, text, written in proxy.execute_sql(sql).fetchall():
        facts = summary_facts(domain)
        if facts:
            services = tuple(fact.service or "" for fact in facts)
            found.append(DueSummary(domain, text, written, tuple(fact.observation for fact in facts), services))
    return found


def keep_summary(due: DueSummary, text: str, now: datetime) -> bool:
    """Keep what a model wrote; False where the facts are others by now."""
    cursor = proxy.execute_sql(
        "UPDATE memory_summaries SET written = ?, written_from = text, built_at = ?"
        " WHERE kind = 'domain' AND name = ? AND text = ?",
        (text, to_text(now), due.domain, due.listed),
    )
    return bool(cursor.rowcount)


def facts_by_ids(ids: Iterable[int]) -> dict[int, tuple[ShownFact, str, bool]]:
    """These memories, with the domain of each and whether it is shown; those that are gone are left out."""
    sql = (
        "SELECT id, service, category, observation, confidence, updated_at, pinned, confirmed, domain,"
        f" {_SHOWN} FROM memories WHERE id IN {_THESE}"
    )
    rows = proxy.execute_sql(sql, (json.dumps(list(ids)),))
    return {row[0]: (_fact(row[:8]), row[8], bool(row[9])) for row in rows}


def known_services() -> set[str | None]:
    """The services that anything is known of."""
    return {name for (name,) in proxy.execute_sql("SELECT DISTINCT service FROM memories")}


def known_texts(service: str | None, category: str) -> set[str]:
    """The texts of a service and category that everybody may know, held ones and those in the trash too."""
    sql = f"SELECT observation FROM memories WHERE service IS ? AND category = ? AND audience = '{EVERYONE}'"
    found = {text for (text,) in proxy.execute_sql(sql, (service, category))}
    sql = (
        "SELECT json_extract(document, '$.snapshot.memory.observation') FROM memory_trash WHERE restored_at = ''"
        f" AND audience = '{EVERYONE}'"
        " AND json_extract(document, '$.snapshot.memory.service') IS ?"
        " AND json_extract(document, '$.snapshot.memory.category') = ?"
    )
    return found | {text for (text,) in proxy.execute_sql(sql, (service, category))}


def trashed_ids(ids: Sequence[int]) -> set[int]:
    """Those of these memories that lie in the trash."""
    sql = f"SELECT memory_id FROM memory_trash WHERE restored_at = '' AND memory_id IN {_THESE}"
    return {number for (number,) in proxy.execute_sql(sql, (json.dumps(list(ids)),))}


def taken_ids(ids: Sequence[int]) -> set[int]:
    """Those of these numbers that belong to a memory, or to one in the trash."""
    sql = f"SELECT id FROM memories WHERE id IN {_THESE} UNION SELECT memory_id FROM memory_trash"
    return {number for (number,) in proxy.execute_sql(sql, (json.dumps(list(ids)),))}


def _by_ids(ids: Sequence[int], where: str, *values: Any) -> list[ShownFact]:
    sql = (
        "SELECT id, service, category, observation, confidence, updated_at, pinned, confirmed FROM memories"
        f" WHERE id IN {_THESE}{where}"
    )
    return [_fact(row) for row in proxy.execute_sql(sql, (json.dumps(list(ids)), *values))]


def _fact(row: Sequence[Any]) -> ShownFact:
    number, service, category, text, confidence, at, pinned, confirmed = row
    return ShownFact(number, service, category, text, confidence, at, bool(pinned), bool(confirmed))
