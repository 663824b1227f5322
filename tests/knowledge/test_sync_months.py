"""Three workstations, a month of edits by chance in each, days without a connection: in the end all have the same, and
nothing is lost or doubled."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from sync_world import Workstation, bare_repository

from claudeops_desktop.knowledge.conflict_files import list_kept_pairs
from claudeops_desktop.memory import MemoryEdit

NAMES = ("one", "two", "three")
DAYS = 30


class LongMonth:
    """What the three do. Every word that somebody writes is unique, so that it can be looked for in the end."""

    def __init__(self, place: Path, seed: int) -> None:
        self.chance = random.Random(seed)
        remote = bare_repository(place / "remote.git")
        self.stations = {name: Workstation(place / name, remote) for name in NAMES}
        self.written: set[str] = set()
        self.removed: set[str] = set()
        self.facts: dict[str, dict[int, str]] = {name: {} for name in NAMES}
        self._count = 0

    def close(self) -> None:
        for one in self.stations.values():
            one.close()

    def word(self) -> str:
        self._count += 1
        return f"word{self._count:04d}"

    def live(self, days: int) -> None:
        offline = {self.chance.choice(NAMES)}  # one of them has no connection all the time
        for _ in range(days):
            for name in NAMES:
                station = self.stations[name]
                station.clock.forward(hours=self.chance.randint(20, 28))  # the three clocks are hours apart soon
                for _ in range(self.chance.randint(0, 2)):
                    self.chance.choice((self.learn, self.learn, self.change_fact, self.forget, self.write, self.write,
                                        self.append, self.rewrite, self.remember, self.drop))(name)  # fmt: skip
                if name not in offline and self.chance.random() < 0.25:
                    station.sync()

    def settle(self) -> int:
        """Sync until nothing changes any more; how many rounds that took."""
        for number in range(1, 10):
            done = [one.sync() for one in self.stations.values()]
            if not any(one.pushed or one.files or one.records.changed for one in done):
                return number
        raise AssertionError("it does not come to an end")

    # --- what one of them does ---------------------------------------------------------------------------------------

    def learn(self, name: str) -> None:
        service = f"svc-{self._count}"
        text = f"The {service} database keeps its data under /srv/{self.word()}."
        number = self.stations[name].learn(text, service)
        self.facts[name][number] = text

    def change_fact(self, name: str) -> None:
        if self.facts[name]:
            number = self.chance.choice(sorted(self.facts[name]))
            text = re.sub(r"word\d+", self.word(), self.facts[name][number])
            station = self.stations[name]
            station.desk.write(lambda: station.desk.memory.edits.edit([number], MemoryEdit(observation=text)))
            self.facts[name][number] = text

    def forget(self, name: str) -> None:
        if self.facts[name]:
            number = self.chance.choice(sorted(self.facts[name]))
            self.stations[name].delete(number)
            del self.facts[name][number]

    def write(self, name: str) -> None:
        title, said = self.chance.choice(("Backups", "Queues", "Network", "Disks", self.word())), self.word()
        self.stations[name].knowledge.notes.add("project", title, f"About {said}.\n\n- first {self._word()}\n")
        self.written.add(said)

    def _word(self) -> str:
        self.written.add(made := self.word())
        return made

    def append(self, name: str) -> None:
        if path := self._some_note(name):
            said = self._word()
            self.stations[name].edit(lambda text: f"{text.rstrip()}\n- more {said}\n", path)

    def rewrite(self, name: str) -> None:
        """The first paragraph becomes another one."""
        if path := self._some_note(name):
            said = self._word()
            found = re.search(r"About (word\d+)\.", self.stations[name].text(path))
            if found:
                self.removed.add(found[1])
                self.stations[name].edit(lambda text: text.replace(found[0], f"About {said}."), path)
            else:
                self.written.discard(said)

    def remember(self, name: str) -> None:
        section = self.chance.choice(("Operations", "People", "Projects"))
        self.stations[name].knowledge.remember(section, f"Ask about {self._word()} first.")

    def drop(self, name: str) -> None:
        if self.chance.random() < 0.4 and (path := self._some_note(name)):
            self.removed |= set(re.findall(r"word\d+", self.stations[name].text(path)))
            self.stations[name].knowledge.remove(path, "Not needed")

    def _some_note(self, name: str) -> str:
        notes = [path for path in self.stations[name].shared_files() if path.startswith("notes/")]
        return self.chance.choice(notes) if notes else ""


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1])
def test_a_month_apart_ends_with_the_same_everywhere(tmp_path: Path, seed: int) -> None:
    month = LongMonth(tmp_path, seed)
    try:
        month.live(DAYS)
        month.settle()
        files = [one.shared_files() for one in month.stations.values()]
        facts = [one.facts() for one in month.stations.values()]
        rows = [Counter(one.observation for one in place.desk.all()) for place in month.stations.values()]
        pairs = [set(list_kept_pairs(one.knowledge)) for one in month.stations.values()]
    finally:
        month.close()

    assert files[0] == files[1] == files[2] and len(files[0]) > 5
    assert not any("<<<<<<<" in text for text in files[0].values())
    said = set(re.findall(r"word\d+", "\n".join(files[0].values())))
    assert month.written - month.removed <= said, "nothing is lost"
    wanted = {text for texts in month.facts.values() for text in texts.values()}
    assert facts[0] == facts[1] == facts[2]
    assert {text for _, text in facts[0]} == wanted, "no fact is lost, and none comes back"
    assert all(count == 1 for some in rows for count in some.values()), "nothing is doubled"
    beside = {path: found[1] for path in files[0] if (found := re.fullmatch(r"(.+)-[0-9a-f]{8}\.md", path))}
    open_pairs = {path for path, name in beside.items() if f"{name}.md" in files[0]}
    assert open_pairs <= {pair.beside for found in pairs for pair in found}, "each pair waits for somebody"
