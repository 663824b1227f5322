"""What the database and ``services.toml`` say of services and facts, as the auditor asks for it (C8). Inside no read or
write; waits for the database.
"""

from __future__ import annotations

import hashlib
import re
import socket
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import orjson

from ...core.clock import from_text, to_text
from ...language.types import GENERAL
from ...memory import Memory, MemoryQuery, MemoryService
from ...records.changes import ChangeKind
from ...records.health import HealthCheck
from ...records.record_books import RecordRepositories
from ..proposals.types import ProposalEvidence
from .types import GoneService, KnownFact, ServiceMeasurement

MOST_CHANGES = 10_000
MOST_FACTS = 20_000  # of one service, the newest
_REMOVED = re.compile(r"the check (\S+?)(?::\S*)? was removed")
_LOCAL = frozenset(("", "localhost", "127.0.0.1", "::1", "[::1]", "0.0.0.0"))  # noqa: S104 — nothing is bound
_TARGETS = ("url", "address", "unit", "container", "process", "pattern", "path", "command")
GOOD = "healthy"


@dataclass(frozen=True, slots=True)
class ServiceRow:
    """A check as it stands in ``services.toml``: where it looks, as far as the auditor wants to know."""

    name: str
    check: str
    target: str
    port: int = 0
    host: str = ""


@dataclass(frozen=True, slots=True)
class ServiceState:
    """All services: those that are set up as they were measured, and those that are gone. ``single_host`` where no
    check looks at another machine; ``hosts`` are the other machines that checks name. ``seen`` is what is to be kept
    for the next audit: each service with its checks and when it was last there."""

    rows: tuple[ServiceRow, ...] = ()
    measured: Mapping[str, ServiceMeasurement] = field(default_factory=dict)
    gone: Mapping[str, GoneService] = field(default_factory=dict)
    single_host: bool = False
    hosts: frozenset[str] = frozenset()
    seen: Mapping[str, Any] = field(default_factory=dict)

    @property
    def names(self) -> frozenset[str]:
        """The services that are set up."""
        return frozenset(row.name for row in self.rows)


def read_service_rows(path: Path) -> tuple[ServiceRow, ...] | None:
    """The checks of a ``services.toml``; None where there is none, or it cannot be read."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    rows = table.get("service", [])
    return (
        tuple(_row(row) for row in rows if isinstance(row, dict) and row.get("name")) if isinstance(rows, list) else ()
    )


def read_services(book: RecordRepositories, path: Path, seen: Mapping[str, Any], now: datetime) -> ServiceState:
    """How services stand. ``seen`` is what the last audit kept."""
    rows = read_service_rows(path)
    if rows is None:
        return ServiceState(seen=seen)
    latest, journal = book.store.read(
        lambda: (book.health.latest_measured(), book.changes.list(limit=MOST_CHANGES))
    ).result()
    changes = [one for one in journal if one.kind == ChangeKind.SERVICES]
    names = frozenset(row.name for row in rows)
    hosts = frozenset(row.host for row in rows if row.host)
    kept = {name: dict(about) for name, about in seen.items() if isinstance(about, dict)}
    for row in rows:
        kept[row.name] = {"targets": sorted({one.target for one in rows if one.name == row.name}), "at": to_text(now)}
    removed = {}
    for change in reversed(changes):
        if match := _REMOVED.search(change.text):
            removed[match[1].partition(":")[0].lower()] = change
    measured = [one for one in latest if one.measured]
    gone = {}
    for name in sorted({*(one.service for one in measured), *removed, *kept} - names):
        if found := _gone(
            name, kept.get(name), removed.get(name), [one for one in measured if one.service == name], rows
        ):
            gone[name] = found
    return ServiceState(
        rows, {name: _measured(name, rows, measured) for name in names}, gone, not hosts, hosts, kept
    )  # fmt: skip


def _gone(
    name: str, kept: Mapping[str, Any] | None, change: Any, checks: list[HealthCheck], rows: Iterable[ServiceRow]
) -> GoneService | None:
    evidence = list[ProposalEvidence]()
    moments = list[datetime]()
    if checks:
        last = max(checks, key=lambda one: one.checked_at)
        moments.append(from_text(last.checked_at))
        quote = f"{name} was measured last on {last.checked_at[:10]}."
        evidence.append(ProposalEvidence("check", str(last.id), quote))
    if change is not None:
        moments.append(from_text(change.at))
        evidence.append(ProposalEvidence("operation", f"changes:{change.id}", f"{change.at[:10]}: {change.text}"))
    targets = set(kept.get("targets", ())) if kept else set[str]()
    if kept and isinstance(kept.get("at"), str):
        moments.append(from_text(kept["at"]))
    if not moments:
        return None
    heir = next((row.name for row in rows if row.target in targets), "") if targets else ""
    said = f"services.toml has no check of {name}" + (f"; what it checked is checked as {heir}." if heir else ".")
    evidence.append(ProposalEvidence("file", "services.toml", said))
    return GoneService(name, max(moments), tuple(evidence), heir)


def _measured(name: str, rows: Iterable[ServiceRow], checks: Iterable[HealthCheck]) -> ServiceMeasurement:
    mine = [row for row in rows if row.name == name]
    last = {one.check_type: one for one in checks if one.service == name}
    newest = max(last.values(), key=lambda one: one.checked_at, default=None)
    return ServiceMeasurement(
        name, bool(last) and all(one.status == GOOD for one in last.values()),
        tuple(sorted({row.port for row in mine if row.port})), newest.id if newest else 0,
        from_text(newest.checked_at) if newest else None, all(not row.host for row in mine),
        tuple(sorted({row.check for row in mine})),
    )  # fmt: skip


def _row(row: Mapping[str, Any]) -> ServiceRow:
    check, host, port = str(row.get("check", "")).lower(), str(row.get("host", "")), 0
    target = next((str(row[key]) for key in _TARGETS if row.get(key)), "")
    if check == "http":
        try:
            parts = urlsplit(target)
            host, port = parts.hostname or "", parts.port or (443 if parts.scheme == "https" else 80)
        except ValueError:
            host, port = "", 0
    elif check in ("tcp", "tls", "udp"):
        host = target
        port = row["port"] if isinstance(row.get("port"), int) else 443 if check == "tls" else 0
        target = f"{target}:{port}"
    host = host.rpartition("@")[2].lower()
    own = socket.gethostname().lower()
    away = "" if host in _LOCAL or host in (own, own.split(".")[0]) else host
    # What is digested is compared only: an address may hold a secret.
    digest = hashlib.sha256(f"{check}\n{target}\n{row.get('host', '')}".encode()).hexdigest()[:16]
    return ServiceRow(str(row["name"]).lower(), check, digest, port, away)


def read_facts(book: RecordRepositories, memory: MemoryService, services: Collection[str]) -> list[KnownFact]:
    """The facts of these services, and the general ones, that hold and were confirmed by more than one saying; the
    newest where there are very many."""
    found = list[KnownFact]()
    for service in (*sorted(services), GENERAL):
        query = MemoryQuery(service=service, state="active", sort="updated_at")
        rows = book.store.read(lambda query=query: memory.search.rows(memory.search.ids(query, MOST_FACTS))).result()  # type: ignore[misc]
        found += [KnownFact(one.id, one.observation, one.service or "", _since(one), rank_of(one))
                  for one in rows if _holds(one)]  # fmt: skip
    return found


def rank_of(memory: Memory) -> int:
    """How well a fact stands: 3 where the operator said or pinned it, 2 where another source or a measurement confirmed
    it, 1 where it was said once."""
    if memory.source == "operator" or memory.pinned:
        return 3
    again = memory.merged_count > 0 or (memory.last_confirmed_at or "") > memory.created_at
    return 2 if again and memory.confidence >= 0.7 else 1


def _holds(memory: Memory) -> bool:
    holds = memory.active and memory.gate == "allow" and memory.state == "active" and memory.superseded_by is None
    return bool(holds) and bool(memory.confirmed) and memory.confidence >= 0.7


def _since(memory: Memory) -> datetime:
    return from_text(memory.valid_from or memory.created_at)


def digest_of(*parts: object) -> str:
    """A digest of what was audited."""
    return hashlib.sha256(orjson.dumps(parts, default=str)).hexdigest()[:32]
