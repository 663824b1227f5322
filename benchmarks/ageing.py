"""How many of the active facts does age silence in one week? ``ageing [--seed 1]``: the facts of ``data/lives``, all
stated within one week at the confidence that markers have, through a year.

Lived twice. *nothing confirms*: no session uses or says any of them again, so what happens is SPEC-0015's decay and the
graces of the domains alone. *used and said again*: four sessions a day, each about one service; each relies on two
facts of its prompt, and in one of four it says one of them again. The largest share of a week is the figure; how many
of which domain fell silent in each week is told beside it.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections import Counter
from datetime import UTC, datetime, timedelta
from pathlib import Path

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.memory import MarkerPosition, MemoryService
from claudeops_desktop.memory.context import ContextRequest
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store

from .grounds import data_folder
from .report import Figure, report

LIVES = Path(__file__).resolve().parent / "data" / "lives"
BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
BUDGET, SESSIONS_A_DAY, RELIED_ON, SAID_AGAIN = 2000, 4, 2, 0.25
FEWEST = 20  # active facts of which a share says something
AT_MOST = 0.10
_HELD = "SELECT id FROM memories WHERE active = 1 AND superseded_by IS NULL AND state IN ('active', 'stale')"
_SILENT = (
    "SELECT id, domain FROM memories WHERE superseded_by IS NULL AND (active = 0 OR state IN ('archived', 'cold'))"
)


class SilentWeeks:
    """The share of the active facts that fell silent, week by week. What a newer one replaced is none of them."""

    def __init__(self, store: DataStore) -> None:
        self._store = store
        self._held: set[int] = set()
        self.shares: list[float] = []
        self.by_domain: list[Counter[str]] = []

    def look(self) -> None:
        """Count the week that is over. Inside a read or a write."""
        execute = self._store.database.execute_sql
        silent = {number: domain for number, domain in execute(_SILENT) if number in self._held}
        if len(self._held) >= FEWEST:
            self.shares.append(len(silent) / len(self._held))
            self.by_domain.append(Counter(silent.values()))
        self._held = {number for (number,) in execute(_HELD)}

    @property
    def worst(self) -> float:
        """The largest share."""
        return max(self.shares, default=0.0)


def stated_facts() -> list[tuple[str, str, str]]:
    """Facts that hold side by side: service, category and text. Those of the pairs belong to services of ten facts."""
    lives = map(json.loads, (LIVES / "lives.jsonl").read_text(encoding="utf-8").splitlines())
    facts = [
        (life["service"], one["category"], one["text"])
        for life in lives
        for one in life["said"]
        if one["replaces"] is None
    ]
    pairs = map(json.loads, (LIVES / "coexisting.jsonl").read_text(encoding="utf-8").splitlines())
    return facts + [
        (f"service-{number // 5}", pair["category"], pair[side])
        for number, pair in enumerate(pairs)
        for side in ("old", "new")
    ]


class AgeingYear:
    """One store through a year."""

    def __init__(self, store: DataStore, seed: int) -> None:
        self.now = BEGINS
        self.store = store
        self.memory = MemoryService(RecordRepositories(store, lambda: self.now), lambda: self.now)
        self.dice = random.Random(seed)
        self.weeks = SilentWeeks(store)
        self.sessions = 0
        self.active: list[int] = []

    def live(self, days: int, *, used: bool) -> None:
        """State every fact in the first week, then let the days pass."""
        said = stated_facts()
        self.dice.shuffle(said)
        services = sorted({service for service, _, _ in said})
        for day in range(days):
            self.now = BEGINS + timedelta(days=day)
            for service, category, text in said[day::7] if day < 7 else ():
                self.store.write(lambda one=(service, category, text): self._say(*one)).result()
            if used and day >= 7:
                for _ in range(SESSIONS_A_DAY):
                    self.store.write(lambda: self._session(self.dice.choice(services))).result()
                self.memory.prompt.settle_echoes()
            self.store.write(lambda: self.memory.aging.decay(self.now)).result()
            if day % 7 == 6:
                self.store.read(self.weeks.look).result()
                self.active.append(self.store.read(self.memory.prompt.count_eligible).result())

    def _begin(self, report_of: dict[str, list[int]]) -> int:
        self.sessions += 1
        at, execute = to_text(self.now), self.store.database.execute_sql
        execute(
            "INSERT INTO runs (id, trigger, agent, status, started_at, cost_usd, max_tier)"
            " VALUES (?, 'scheduled', 'claude', 'completed', ?, 0, 1)",
            (self.sessions, at),
        )
        execute(
            "INSERT INTO sessions (id, run_id, agent, tier, trigger, status, started_at, ended_at, report)"
            " VALUES (?, ?, 'claude', 1, 'scheduled', 'completed', ?, ?, ?)",
            (self.sessions, self.sessions, at, at, json.dumps(report_of) if report_of else ""),
        )
        return self.sessions

    def _say(self, service: str, category: str, text: str) -> None:
        session = self._begin({})
        candidate = MemoryCandidate(category, service, text, session_id=session)
        line = f"[MEMORY:{category}:{service}] {text}"
        self.memory.ingest.marker(candidate, MarkerPosition(MarkerPlace(session, 1, 0, 0), line))

    def _session(self, service: str) -> None:
        """A session about a service: what it was told, what it relied on of that, and what it says again."""
        block = self.memory.prompt.block(ContextRequest(BUDGET, self.now, (service,)))
        told = [entry.memory for entry in block.included]
        of_service = [memory for memory in told if memory.service == service]
        relied = self.dice.sample(of_service, min(RELIED_ON, len(of_service)))
        session = self._begin({"memories_used": [memory.id for memory in relied]} if relied else {})
        for memory in told:
            self.store.database.execute_sql(
                "INSERT INTO injections (session_id, memory_id, part, tokens, created_at)"
                " VALUES (?, ?, 'memory', 20, ?)",
                (session, memory.id, to_text(self.now)),
            )
        if relied and self.dice.random() < SAID_AGAIN:
            self._say(service, relied[0].category, relied[0].observation)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ageing", description=__doc__)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    figures = []
    for name, used in (("nothing confirms", False), ("used and said again", True)):
        with data_folder() as folder:
            store = open_store(folder)
            try:
                year = AgeingYear(store, wanted.seed)
                year.live(wanted.days, used=used)
            finally:
                store.close()
        weeks = year.weeks
        figures.append(Figure(f"{name}: facts active after a week", year.active[0], ""))
        figures.append(Figure(f"{name}: facts active after the year", year.active[-1], ""))
        target = AT_MOST if used else None
        figures.append(Figure(f"{name}: silent in one week, at most", weeks.worst, "", target))
        print(name, [round(100 * share) for share in weeks.shares], file=sys.stderr)
        print(name, [dict(one) for one in weeks.by_domain if one], file=sys.stderr)
    return report("ageing", figures)


if __name__ == "__main__":
    sys.exit(main())
