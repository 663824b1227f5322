"""A year of a memory that is full: forty services, eighty facts each, all of which hold side by side.

``python -m benchmarks.year [--days 365] [--services 40] [--facts 80] [--seed 1] [--json]``. Every fact is said in the
first month, mentioned again in other words about every forty days, and changes about every eight months; half of what
is said are markers, half facts from passages, each from a session of its own; decay runs every day. At the end of every
thirtieth day all facts that the prompts may hold are compared with what is true.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import sys
import time
from collections import Counter
from datetime import UTC, datetime, timedelta

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.language.types import ExtractedFact
from claudeops_desktop.memory import MarkerPosition, MemoryService, conflicts, resources
from claudeops_desktop.memory.gate.gate import gate
from claudeops_desktop.memory.types import ACTIVE_FROM, Memory, MemoryCandidate
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store

from .grounds import data_folder
from .year_world import ATTRIBUTES, Slot, world

BEGINS = datetime(2026, 1, 1, tzinfo=UTC)
MENTIONED, CHANGES = 40, 240  # days, on average


class FullYear:
    """One life of a memory. ``count`` collects what was found at the end of each month."""

    def __init__(self, folder: DataFolder, slots: list[Slot], seed: int) -> None:
        self.now = BEGINS
        self.store: DataStore = open_store(folder)
        self.memory = MemoryService(RecordRepositories(self.store, self.clock), self.clock)
        self.slots, self.dice = slots, random.Random(seed)
        self.count: Counter[str] = Counter()
        self.say_ms: list[float] = []
        self.session = 0

    def clock(self) -> datetime:
        """The simulated time."""
        return self.now

    def live(self, days: int) -> None:
        """Day by day; a day is one transaction."""
        for day in range(days):
            self.store.write(lambda d=day: self._day(d)).result()
            if day % 30 == 29 or day == days - 1:
                self._compare()

    def _day(self, day: int) -> None:
        self.now = BEGINS + timedelta(days=day)
        self.memory.aging.decay(self.now)
        due = []
        for slot in self.slots:
            if slot.said and self.dice.random() < 1 / CHANGES:
                slot.change(self.dice)
                due.append(slot)
            elif day >= slot.next_day:
                due.append(slot)
        self.dice.shuffle(due)
        for slot in due:
            self.now += timedelta(seconds=20)
            began = time.perf_counter()
            self._say(slot)
            self.say_ms.append((time.perf_counter() - began) * 1000)
            slot.said = True
            slot.next_day = day + self.dice.randrange(MENTIONED - 15, MENTIONED + 15)

    def _say(self, slot: Slot) -> None:
        self.session += 1
        self.store.database.execute_sql(
            "INSERT INTO runs (id, trigger, agent, status, started_at, cost_usd, max_tier)"
            " VALUES (?, 'scheduled', 'claude', 'completed', ?, 0, 1)",
            (self.session, to_text(self.now)),
        )
        self.store.database.execute_sql(
            "INSERT INTO sessions (id, run_id, agent, tier, trigger, status, started_at)"
            " VALUES (?, ?, 'claude', 1, 'scheduled', 'completed', ?)",
            (self.session, self.session, to_text(self.now)),
        )
        text = slot.say(self.dice)
        slot.changed = slot.changed and self.dice.random() < 0.5  # it is news for a while
        if self.session % 2:
            candidate = MemoryCandidate("behavior", slot.service, text, session_id=self.session)
            line = f"[MEMORY:behavior:{slot.service}] {text}"
            self.memory.ingest.marker(candidate, MarkerPosition(MarkerPlace(self.session, 1, 0, 0), line))
            return
        at = to_text(self.now)
        fact = ExtractedFact(text, "behavior", slot.service, "operations", gate_confidence=0.8, quote=text, quote_at=at)
        passage = resources.add(text, "passage", at, resources.conversation_of(self.session), self.now)
        self.memory.ingest.fact(
            fact, gate(fact, "observed"), source="observed", resource_id=passage, session_id=self.session
        )

    def _compare(self) -> None:
        """What the prompts may hold, against what is true."""
        rows = [m for m in self.store.read(self.memory.search.list).result() if m.active and m.superseded_by is None]
        pairs = self.store.read(conflicts.list_open).result()
        marked = {number for pair in pairs for number in (pair.old_id, pair.new_id)}
        held: dict[tuple[str, str, str], list[Memory]] = {}
        for row in rows:
            if row.confidence >= ACTIVE_FROM and row.gate == "allow" and row.service is not None:
                held.setdefault((row.service, *_meant(row.observation)), []).append(row)
        for slot in self.slots:
            if not slot.said:
                continue
            found = held.get((slot.service, slot.part, slot.attribute), [])
            now = [row for row in found if _states(row.observation, slot.value)]
            self.count["facts"] += 1
            self.count["current"] += bool(now)
            self.count["twice"] += max(0, len(now) - 1)
            for row in found:
                if row not in now:
                    self.count["outdated, marked" if row.id in marked else "outdated"] += 1

    def figures(self) -> dict[str, float | int]:
        """What the year came to; shares in percent of the facts that hold."""
        facts = max(1, self.count["facts"])
        found: dict[str, float | int] = {
            name: round(100 * self.count[name] / facts, 2)
            for name in ("current", "outdated", "outdated, marked", "twice")
        }
        return found | {
            "said": len(self.say_ms),
            "ms a fact, median": round(statistics.median(self.say_ms), 2),
            "memories": self.store.database.execute_sql("SELECT count(*) FROM memories").fetchone()[0],
        }


_SHAPES = [
    (
        name,
        re.compile(re.escape(way).replace(r"\{p\}", r"(?P<part>\w+)").replace(r"\{v\}", ".+").replace(r"\{o\}", ".+")),
    )
    for name, (ways, changes, _) in ATTRIBUTES.items()
    for way in sorted((*ways, *changes), key=len, reverse=True)
]


def _meant(text: str) -> tuple[str, str]:
    """The part and the attribute that a sentence of this world is about."""
    for name, shape in _SHAPES:
        if found := shape.fullmatch(text):
            return found["part"], name
    return "", ""


def _states(text: str, value: str) -> bool:
    """Whether a sentence states this value as the one that holds."""
    past = re.search(r"(?:from|formerly|no longer on|instead of)(?: port)? ([\w:.]+(?: (?:s|GB|days))?)", text)
    said = text.replace(past[0], "") if past else text
    return re.search(rf"(?<![\w:]){re.escape(value)}(?![\w:])", said) is not None


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.year", description=__doc__)
    parser.add_argument("--days", type=int, default=365)
    parser.add_argument("--services", type=int, default=40)
    parser.add_argument("--facts", type=int, default=80)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    wanted = parser.parse_args()
    began = time.perf_counter()
    with data_folder() as folder:
        year = FullYear(folder, world(wanted.services, wanted.facts, random.Random(wanted.seed)), wanted.seed)
        try:
            year.live(wanted.days)
            found = year.figures() | {"seconds": round(time.perf_counter() - began, 1)}
        finally:
            year.store.close()
    for name, value in found.items():
        print(f"{name}: {value}", file=sys.stderr)
    if wanted.json:
        print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
