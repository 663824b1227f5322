"""How much of what sessions say is kept, and how much of what is kept is right (E3): whole facts from prose.

Each session is observed end to end (drawn by the rules, gated, judged, stored) into a data folder of its own; what is
active after that is compared with what a reader of the session wrote down. A fact is whole where one memory says all of
it, half where one says its main clause. Precision is the share of memories that say something of the gold.

    python -m benchmarks extraction FOLDER [-v] [--all]
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import defaultdict
from dataclasses import dataclass, fields
from datetime import timedelta
from pathlib import Path

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.core.settings import Settings
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.extraction.observer import Observer, ObserverCallbacks
from claudeops_desktop.memory.types import Memory
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

from .extraction_sessions import BEGAN, GoldSession, WantedFact, holds, read_sessions
from .report import Figure, report

OWN = Path(__file__).parent / "data" / "extraction"
RECALL, PRECISION = 0.75, 0.85


@dataclass(slots=True)
class Tally:
    """Counts of one session or of many; ``wrong_kept`` are memories that the gold says are no facts or outdated."""

    wanted: int = 0
    whole: int = 0
    half: int = 0
    active: int = 0
    right: int = 0
    wrong_known: int = 0
    wrong_kept: int = 0
    joined: int = 0

    def add(self, more: Tally) -> None:
        """Count these too."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(more, one.name))

    @property
    def recall(self) -> float:
        """The share of facts that were kept whole."""
        return self.whole / max(1, self.wanted)

    @property
    def precision(self) -> float:
        """The share of memories that are right."""
        return self.right / max(1, self.active)


def observe(session: GoldSession) -> list[Memory]:
    """What is active once a session was observed into an empty data folder."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "projects" / re.sub(r"[^A-Za-z0-9]", "-", session.cwd)
        folder.mkdir(parents=True)
        path = folder / f"{session.name}.jsonl"
        path.write_text("\n".join(session.lines) + "\n", encoding="utf-8")
        data = DataFolder(Path(place) / "data")
        store = open_store(data)

        def now():  # type: ignore[no-untyped-def]
            return BEGAN + timedelta(days=1)

        try:
            book = RecordRepositories(store, now)
            memory = MemoryService(book, now)
            Observer(book, memory, Settings(), data, now, environ={}, hooks=ObserverCallbacks(wait=True)).observe_file(
                path
            )
            rows = store.read(memory.search.list).result()
        finally:
            store.close()
    return [one for one in rows if one.active and one.superseded_by is None and one.gate != "hold"]


def score(session: GoldSession, kept: list[Memory], lines: list[str]) -> Tally:
    """The counts of one session; what is wrong with it goes to ``lines``."""
    tally = Tally(len(session.facts), active=len(kept), wrong_known=len(session.wrong))
    for fact in session.facts:
        whole = [one for one in kept if holds(fact.whole, one.observation)]
        half = [one for one in kept if holds(fact.half, one.observation)]
        is_whole, is_half = _placed(fact, whole), _placed(fact, half) or _placed(fact, whole)
        tally.whole += is_whole
        tally.half += is_half
        if not is_whole:
            what = "service" if whole else "half" if half else "missed"
            near = " / ".join(f"({one.service}) {one.observation}" for one in (whole or half)[:2])
            lines.append(f"   {what:8}{fact.name} {' & '.join(fact.whole)}  {near}")
    for one in kept:
        text = one.observation
        known_wrong = any(holds(parts, text) for parts in session.wrong)
        known_right = any(holds(fact.half, text) or holds(fact.whole, text) for fact in session.facts)
        known_right = known_right or any(holds(parts, text) for parts in session.acceptable)
        right = known_right and not known_wrong
        tally.right += right
        tally.joined += sum(holds(fact.whole, text) for fact in session.facts) > 1
        lines.append(f"   {'right' if right else 'known ' if known_wrong else 'wrong':8}({one.service}) {text}")
    tally.wrong_kept = sum(any(holds(parts, one.observation) for one in kept) for parts in session.wrong)
    return tally


def _placed(fact: WantedFact, kept: list[Memory]) -> bool:
    return any(fact.placed(one.service, one.observation) for one in kept)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", default=OWN)
    parser.add_argument("-v", "--verbose", action="store_true", help="list what was missed, kept by half, or wrong")
    parser.add_argument("--all", action="store_true", help="list what is right too")
    asked = parser.parse_args()
    whole, styles = Tally(), defaultdict(Tally)
    for session in read_sessions(asked.folder):
        lines: list[str] = []
        tally = score(session, observe(session), lines)
        whole.add(tally)
        styles[session.style].add(tally)
        if asked.verbose or asked.all:
            print(f"{session.name}: whole {tally.whole} of {tally.wanted}, right {tally.right} of {tally.active}")
            print("\n".join(line for line in lines if asked.all or not line.startswith("   right")))
    figures = [
        Figure("facts kept whole", whole.recall, "", RECALL, at_least=True),
        Figure("facts kept whole or by half", whole.half / max(1, whole.wanted), ""),
        Figure("memories that are right", whole.precision, "", PRECISION, at_least=True),
        Figure("outdated and no facts that were kept", whole.wrong_kept, f"of {whole.wrong_known}"),
        Figure("memories that join facts", whole.joined, ""),
    ]
    for style, tally in styles.items():
        figures.append(Figure(f"{style}: whole", tally.recall, f"of {tally.wanted}"))
        figures.append(Figure(f"{style}: right", tally.precision, f"of {tally.active}"))
    return report("extraction", figures, facts=whole.wanted, memories=whole.active)


if __name__ == "__main__":
    sys.exit(main())
