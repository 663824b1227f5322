"""A year of hourly sessions over 40 services whose facts change, repeat in other words and end: what the block holds.

``python -m benchmarks.lifetime [--days 365] [--services 40] [--seed 1] [--json]``. Once a day the block that a session
about two services would get is read: how often it holds what is true of them now, and how much of it is outdated, said
twice, or noise; and what share of the active facts age silenced in the worst week. The same year is lived again by the
same rules minus one: without contradiction, with reinforcement by identical sentences only, and with decay taken off
again at every run. Real memory, simulated clock; half of what is said are markers, half facts drawn from passages.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from rich.console import Console
from rich.table import Table

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.language.compare import judge
from claudeops_desktop.language.types import ExtractedFact, PairJudgement, Verdict
from claudeops_desktop.memory import MarkerPosition, MemoryService, resources
from claudeops_desktop.memory.context import ContextRequest
from claudeops_desktop.memory.gate.gate import gate
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store

from .ageing import SilentWeeks
from .grounds import data_folder
from .lifetime_world import World

BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
BUDGET = 2000
MOST_SAID = 2
JudgeNearest = Callable[[str, Sequence[str]], dict[int, PairJudgement]]


@dataclass
class Tally:
    """What was counted over the days: of the facts asked for how many were there, and what the bullets were."""

    known: int = 0
    held: int = 0
    bullets: int = 0
    outdated: int = 0
    duplicate: int = 0
    noise: int = 0
    start_ms: list[float] = field(default_factory=list)
    say_ms: list[float] = field(default_factory=list)

    def shares(self) -> dict[str, float]:
        """In percent."""
        bullets = max(1, self.bullets)
        return {
            "current": round(100 * self.held / max(1, self.known), 1),
            "outdated": round(100 * self.outdated / bullets, 1),
            "duplicate": round(100 * self.duplicate / bullets, 1),
            "noise": round(100 * self.noise / bullets, 1),
        }


def no_contradiction(plain: JudgeNearest) -> JudgeNearest:
    """Nothing contradicts: both stand."""

    def judge_nearest(new: str, olds: Sequence[str]) -> dict[int, PairJudgement]:
        return {
            place: PairJudgement(Verdict.DIFFERENT, one.score, one.why) if one.verdict is Verdict.CONTRADICTION else one
            for place, one in plain(new, olds).items()
        }

    return judge_nearest


def exact_match(plain: JudgeNearest) -> JudgeNearest:
    """Only an identical sentence reinforces."""

    def judge_nearest(new: str, olds: Sequence[str]) -> dict[int, PairJudgement]:
        return {
            place: PairJudgement(Verdict.DIFFERENT, one.score, one.why)
            if one.verdict is Verdict.SAME and olds[place] != new
            else one
            for place, one in plain(new, olds).items()
        }

    return judge_nearest


VARIANTS: dict[str, tuple[str, Callable[[JudgeNearest], JudgeNearest] | None]] = {
    "all rules": ("", None),
    "no contradiction": ("", no_contradiction),
    "exact-match reinforcement": ("", exact_match),
    "decay at every run": ("decay", None),
}


@contextmanager
def judged_by(change: Callable[[JudgeNearest], JudgeNearest] | None) -> Iterator[None]:
    """The judge with one rule taken away."""
    plain = judge.judge_nearest
    if change is not None:
        judge.judge_nearest = change(plain)
    try:
        yield
    finally:
        judge.judge_nearest = plain


class Year:
    """One life of a memory."""

    def __init__(self, folder: DataFolder, world: World, forgets_decay: bool) -> None:
        self.now = BEGINS
        self.world = world
        self.forgets_decay = forgets_decay
        self.store: DataStore = open_store(folder)
        self.memory = MemoryService(RecordRepositories(self.store, self.clock), self.clock)
        self.tally = Tally()
        self.silent = SilentWeeks(self.store)
        self.asks = random.Random(5)

    def clock(self) -> datetime:
        """The simulated time."""
        return self.now

    def live(self, days: int) -> None:
        """Hour by hour; a day is one transaction."""
        self.store.write(lambda: self._sessions(days * 24)).result()
        for day in range(days):
            self.store.write(lambda d=day: self._day(d)).result()
            self._look(day)
            if day % 7 == 6:
                self.store.read(self.silent.look).result()

    def _sessions(self, number: int) -> None:
        connection = self.store.database.connection()
        connection.execute(
            "INSERT INTO runs (id, trigger, agent, status, started_at, cost_usd, max_tier)"
            " VALUES (1, 'scheduled', 'claude', 'completed', ?, 0, 1)",
            (to_text(BEGINS),),
        )
        connection.executemany(
            "INSERT INTO sessions (id, run_id, agent, tier, trigger, status, started_at)"
            " VALUES (?, 1, 'claude', 1, 'scheduled', 'completed', ?)",
            ((n + 1, to_text(BEGINS + timedelta(hours=n))) for n in range(number)),
        )

    def _day(self, day: int) -> None:
        for hour in range(24):
            self.now = BEGINS + timedelta(days=day, hours=hour)
            self.world.pass_hour()
            if self.forgets_decay:
                self.store.database.execute_sql("UPDATE memories SET decay_from = '', decay_weeks = 0")
            began = time.perf_counter()
            self.memory.aging.decay(self.now)
            self.tally.start_ms.append((time.perf_counter() - began) * 1000)
            session = day * 24 + hour + 1
            _, said = self.world.session(day + hour / 24, MOST_SAID)
            for place, one in enumerate(said):
                began = time.perf_counter()
                if (session + place) % 2:
                    line = f"[MEMORY:{one.category}:{one.service}] {one.text}"
                    candidate = MemoryCandidate(one.category, one.service, one.text, session_id=session)
                    self.memory.ingest.marker(candidate, MarkerPosition(MarkerPlace(session, place + 1, 0, 0), line))
                else:
                    self._observe(one.category, one.service, one.text, session)
                self.tally.say_ms.append((time.perf_counter() - began) * 1000)

    def _observe(self, category: str, service: str, text: str, session: int) -> None:
        at = to_text(self.now)
        fact = ExtractedFact(text, category, service, "operations", gate_confidence=0.8, quote=text, quote_at=at)
        passage = resources.add(text, "passage", at, resources.conversation_of(session), self.now)
        self.memory.ingest.fact(
            fact, gate(fact, "observed"), source="observed", resource_id=passage, session_id=session
        )

    def _look(self, day: int) -> None:
        """The block of a session about two services, and what is in it."""
        world, tally = self.world, self.tally
        services = tuple(self.asks.sample(world.services, min(2, len(world.services))))
        began = time.perf_counter()
        found = self.store.read(lambda: self.memory.prompt.block(ContextRequest(BUDGET, self.now, services))).result()
        tally.start_ms.append((time.perf_counter() - began) * 1000)
        seen: set[int] = set()
        for entry in found.included:
            memory = entry.memory
            meant = world.about.get((memory.service or "", memory.observation))
            tally.bullets += 1
            if meant is None or not world.alive(world.slots[meant[0]], day):
                tally.noise += 1
            elif meant[1] != world.slots[meant[0]].number:
                tally.outdated += 1
            elif meant[0] in seen:
                tally.duplicate += 1
            else:
                seen.add(meant[0])
        for number, slot in enumerate(world.slots):
            if slot.service in services and slot.said_number == slot.number and world.alive(slot, day):
                tally.known += 1
                tally.held += number in seen

    def figures(self) -> dict[str, Any]:
        """What the year came to."""
        one = self.store.database.execute_sql
        start, say = self.tally.start_ms, self.tally.say_ms
        month = max(1, len(start) // 12)
        told = max(1, len(say) // 12)
        return self.tally.shares() | {
            "silent_in_a_week": round(100 * self.silent.worst, 1),
            "memories": one("SELECT count(*) FROM memories").fetchone()[0],
            "told": self.memory.prompt.count_eligible(),
            "versions": one("SELECT count(*) FROM memory_versions").fetchone()[0],
            "database_mb": round(
                one("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").fetchone()[0] / 1e6, 2
            ),
            "said": len(say),
            "ms_a_start": [round(statistics.fmean(part), 2) for part in (start[:month], start[-month:])],
            "ms_a_fact": [round(statistics.fmean(part), 2) for part in (say[:told], say[-told:])],
        }


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.lifetime", description=__doc__)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--services", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="only the JSON document")
    parser.add_argument("--only", choices=sorted(VARIANTS), help="one of the lives")
    wanted = parser.parse_args(arguments)
    results = {}
    for name, (kind, change) in VARIANTS.items():
        if wanted.only not in (None, name):
            continue
        began = time.perf_counter()
        with data_folder() as folder, judged_by(change):
            year = Year(folder, World.of(wanted.services, wanted.days, wanted.seed), kind == "decay")
            try:
                year.live(wanted.days)
                results[name] = year.figures() | {"seconds": round(time.perf_counter() - began, 1)}
            finally:
                year.store.close()
    if not wanted.json:
        show(results, wanted.days, wanted.services)
    print(json.dumps({"days": wanted.days, "services": wanted.services, "seed": wanted.seed, "lives": results}))
    return 0


def show(results: dict[str, dict[str, Any]], days: int, services: int) -> None:
    """The table for people, on stderr."""
    table = Table(title=f"{days} days of hourly sessions over {services} services")
    for column in ("rules", "current %", "outdated %", "duplicate %", "noise %", "memories", "told", "MB",
                   "ms a start", "ms a fact"):  # fmt: skip
        table.add_column(column, justify="left" if column == "rules" else "right")
    for name, row in results.items():
        table.add_row(
            name,
            *(f"{row[key]:.1f}" for key in ("current", "outdated", "duplicate", "noise")),
            *(f"{row[key]:,}" for key in ("memories", "told")),
            f"{row['database_mb']:.1f}",
            *(" → ".join(f"{value:.1f}" for value in row[key]) for key in ("ms_a_start", "ms_a_fact")),
        )
    Console(stderr=True, width=150).print(table)


if __name__ == "__main__":
    sys.exit(main())
