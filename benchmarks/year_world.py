"""Services of up to eighty facts each for ``benchmarks.year``: parts with several attributes, said in several ways."""

from __future__ import annotations

import random
from dataclasses import dataclass

PARTS = ("scheduler", "importer", "exporter", "indexer", "gateway", "renderer", "archiver", "crawler")
#: An attribute: how it is said, how a change of it is said (old value {o}), and its values.
ATTRIBUTES: dict[str, tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]] = {
    "port": (
        ("The {p} listens on port {v}", "The {p}'s port is {v}", "Port of the {p}: {v}"),
        ("The {p} listens on port {v} now", "The {p} was moved from port {o} to port {v}"),
        ("8101", "8230", "8344", "8457", "8562", "8671"),
    ),
    "metrics": (
        ("The {p} exposes metrics on port {v}", "Metrics of the {p} are on port {v}"),
        ("The {p} exposes metrics on port {v} now", "Metrics of the {p} are on port {v}, no longer on {o}"),
        ("9101", "9213", "9325", "9437", "9549", "9651"),
    ),
    "retry": (
        ("The {p} retries after {v}", "Retries of the {p} come after {v}"),
        ("The {p} retries after {v} now", "The {p} retries after {v} instead of {o}"),
        ("3 s", "7 s", "11 s", "16 s", "24 s", "33 s"),
    ),
    "timeout": (
        ("The {p} times out after {v}", "The timeout of the {p} is {v}"),
        ("The {p} times out after {v} now", "The timeout of the {p} was raised to {v}"),
        ("40 s", "55 s", "70 s", "85 s", "100 s", "115 s"),
    ),
    "start": (
        ("The {p} takes {v} to start", "Starting the {p} takes {v}"),
        ("The {p} takes {v} to start now", "Starting the {p} takes {v} since the upgrade"),
        ("12 s", "19 s", "27 s", "38 s", "46 s", "58 s"),
    ),
    "stop": (
        ("Stopping the {p} takes {v}", "The {p} takes {v} to stop"),
        ("Stopping the {p} takes {v} now", "The {p} takes {v} to stop since the upgrade"),
        ("5 s", "9 s", "14 s", "21 s", "29 s", "37 s"),
    ),
    "workers": (
        ("The {p} runs with {v} workers", "The {p} has {v} workers"),
        ("The {p} runs with {v} workers now", "The {p} was scaled to {v} workers"),
        ("2", "4", "6", "9", "12", "18"),
    ),
    "memory": (
        ("The {p} uses {v} of memory", "Memory use of the {p} is {v}"),
        ("The {p} uses {v} of memory now", "Memory use of the {p} went from {o} to {v}"),
        ("1 GB", "2 GB", "3 GB", "5 GB", "7 GB", "9 GB"),
    ),
    "retention": (
        ("The {p} keeps its results for {v}", "Results of the {p} are kept for {v}"),
        ("The {p} keeps its results for {v} now", "Results of the {p} are kept for {v}, formerly {o}"),
        ("7 days", "14 days", "21 days", "30 days", "45 days", "60 days"),
    ),
    "night": (
        ("The nightly run of the {p} starts at {v}", "The {p} starts its nightly run at {v}"),
        ("The nightly run of the {p} starts at {v} now", "The nightly run of the {p} was moved to {v}"),
        ("00:20", "01:10", "02:05", "02:50", "03:35", "04:25"),
    ),
}


@dataclass
class Slot:
    """One attribute of one part: its value, the one before it, when it is said next, whether it was ever said."""

    service: str
    part: str
    attribute: str
    value: str
    before: str = ""
    changed: bool = False
    said: bool = False
    next_day: int = 0

    def say(self, dice: random.Random) -> str:
        """A sentence that states it."""
        ways, changes, _ = ATTRIBUTES[self.attribute]
        way = dice.choice(changes if self.changed and self.before else ways)
        return way.format(p=self.part, v=self.value, o=self.before)

    def change(self, dice: random.Random) -> None:
        """Another value from now on; it is said at once."""
        values = [value for value in ATTRIBUTES[self.attribute][2] if value != self.value]
        self.before, self.value, self.changed = self.value, dice.choice(values), True


def world(services: int, facts: int, dice: random.Random) -> list[Slot]:
    """The slots of so many services with so many facts each, at most eighty."""
    kinds = [(part, name) for part in PARTS for name in ATTRIBUTES]
    found = []
    for number in range(services):
        for part, name in dice.sample(kinds, min(facts, len(kinds))):
            value = dice.choice(ATTRIBUTES[name][2])
            found.append(Slot(f"svc-{number:02d}", part, name, value, next_day=dice.randrange(30)))
    return found
