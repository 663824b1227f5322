"""What changed about a service: does the newest statement come first, in the prompt and in an answer?

``python -m benchmarks.lives [--data FOLDER] [-v]``. ``lives.jsonl`` tells the lives of services, one marker a day in
free wording, each in a session of its own; ``replaces`` is the place of the statement that a later one replaced. The
last prompt about each service is read: a replaced statement misleads where it still stands there without a mark, or
before its successor. ``questions.jsonl`` asks about all lives in one store, the session's service not being known.
``coexisting.jsonl`` holds pairs of true facts, neither of which is older than the other in what it says.

One hand wrote all of them. The widths in ``claudeops_desktop.memory.newest_first`` and ``….recall.time_order`` and the
words of ``….language.claims.announced_change`` were chosen on the first two, and on no other data: the figures here are
no measure of what is unseen.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from claudeops_desktop.memory import MarkerPosition, MemoryService
from claudeops_desktop.memory.context import ContextRequest
from claudeops_desktop.memory.recall.types import RecallRequest
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.records.markers import MarkerPlace
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import DataStore, open_store

from . import grounds
from .report import Figure, report

DATA = Path(__file__).parent / "data" / "lives"
BEGAN = datetime(2026, 1, 5, 9, tzinfo=UTC)
ASKED = 5  # answers that are looked through


class SteppedClock:
    """A clock that goes on by a day when it is told so."""

    def __init__(self) -> None:
        self.now = BEGAN

    def __call__(self) -> datetime:
        return self.now

    def next_day(self) -> None:
        self.now += timedelta(days=1)


@contextmanager
def open_lives() -> Iterator[tuple[DataStore, RecordRepositories, MemoryService, SteppedClock]]:
    """An empty store whose clock is ours."""
    clock = SteppedClock()
    with grounds.data_folder() as folder:
        store = open_store(folder)
        try:
            book = RecordRepositories(store)
            memory = MemoryService(book, clock)
            yield store, book, memory, clock
            memory.recall.close()
        finally:
            store.close()


def say(
    store: DataStore,
    book: RecordRepositories,
    memory: MemoryService,
    clock: SteppedClock,
    service: str,
    said: Sequence[tuple[str, str]],
) -> None:
    """Say (category, text) as markers, each in a session of its own, a day apart."""
    for category, text in said:

        def one(category: str = category, text: str = text) -> None:
            run = book.sessions.begin_run(
                trigger="manual", agent="watch", max_tier=1, dry_run=False, services=(service,), now=clock.now
            )
            session = book.sessions.begin(now=clock.now, run_id=run, agent="watch", trigger="manual")
            candidate = MemoryCandidate(category, service, text, session_id=session)
            line = f"[MEMORY:{category}:{service}] {text}"
            memory.ingest.marker(candidate, MarkerPosition(MarkerPlace(session, 1, 0, 0), line))

        store.write(one).result()
        clock.next_day()


def prompt_lines(store: DataStore, memory: MemoryService, clock: SteppedClock, service: str) -> list[str]:
    """The lines of the block that the next session about a service is given."""
    block = store.read(lambda: memory.prompt.block(ContextRequest(2000, clock.now, (service,)))).result()
    return [entry.line for entry in block.included if entry.memory.service == service]


def place_of(lines: Sequence[str], text: str) -> int:
    """Where a statement stands; -1 where it does not."""
    return next((place for place, line in enumerate(lines) if text in line), -1)


def is_marked(line: str) -> bool:
    """Whether a line tells its reader that it may not hold any more."""
    return "(older)" in line or "(in conflict)" in line


def read(folder: Path, name: str) -> list[dict[str, Any]]:
    """The rows of a file; none where it is not there."""
    path = folder / name
    return [json.loads(line) for line in path.read_text().splitlines() if line] if path.exists() else []


def measure_lives(folder: Path, talks: bool) -> list[Figure]:
    """The prompts about each service, then the questions about all of them."""
    counts = dict.fromkeys(("replaced", "standing", "unmarked", "misleading", "current", "told", "wrong"), 0)
    lives = read(folder, "lives.jsonl")
    with open_lives() as (store, book, memory, clock):
        memory.recall.warm()
        for life in lives:
            say(store, book, memory, clock, life["service"], [(one["category"], one["text"]) for one in life["said"]])
        for life in lives:
            lines = prompt_lines(store, memory, clock, life["service"])
            texts = [one["text"] for one in life["said"]]
            for new, one in enumerate(life["said"]):
                if (old := one["replaces"]) is None:
                    continue
                counts["replaced"] += 1
                at, after = place_of(lines, texts[old]), place_of(lines, texts[new])
                if at < 0:
                    continue
                unmarked, before = not is_marked(lines[at]), after < 0 or at < after
                counts["standing"] += 1
                counts["unmarked"] += unmarked
                counts["misleading"] += unmarked or before
                if talks:
                    state = f"{'unmarked' if unmarked else 'marked'}, {'before' if before else 'after'}"
                    print(f"{life['service']}: {state}: {texts[old]!r} / {texts[new]!r}", file=sys.stderr)
            for current in life["current"]:
                at = place_of(lines, texts[current])
                counts["current"] += 1
                counts["told"] += at >= 0
                counts["wrong"] += at >= 0 and "(older)" in lines[at]
        asked = measure_questions(store, memory, clock, folder, talks)
    return [
        Figure("replaced facts", counts["replaced"], ""),
        Figure("… still in the next prompt", counts["standing"], ""),
        Figure("… unmarked", counts["unmarked"], ""),
        Figure("… unmarked, or before the newer one", counts["misleading"], ""),
        Figure("current facts in the prompt", counts["told"] / (counts["current"] or 1), ""),
        Figure("current facts that are called older", counts["wrong"], ""),
        *asked,
    ]


def measure_questions(
    store: DataStore, memory: MemoryService, clock: SteppedClock, folder: Path, talks: bool
) -> list[Figure]:
    """How often the answer is the first, or among the first five; how often what it replaced comes before it."""
    first = among = changed = outdated_first = 0
    questions = [one for one in read(folder, "questions.jsonl") if one.get("kind") == "life"]
    for one in questions:
        asked = RecallRequest(one["question"], clock.now, limit=ASKED, asked_by="benchmark")
        found = [item.memory.observation for item in memory.recall.ask(asked).items]
        hit = next((place for place, text in enumerate(found) if text in one["answer"]), ASKED)
        old = next((place for place, text in enumerate(found) if text in one["outdated"]), ASKED)
        first += hit == 0
        among += hit < ASKED
        changed += bool(one["outdated"])
        outdated_first += old < hit
        if talks and (hit or old < hit):
            print(f"{one['id']} {hit} {old} {one['question']!r}: {found[:3]}", file=sys.stderr)
    number = len(questions) or 1
    return [
        Figure("questions", len(questions), ""),
        Figure("hit@1", first / number, ""),
        Figure(f"hit@{ASKED}", among / number, ""),
        Figure("questions about a changed value", changed, ""),
        Figure("… with the old one before the new one", outdated_first, ""),
    ]


def measure_coexisting(folder: Path, talks: bool) -> list[Figure]:
    """Pairs of true facts, each as a service of its own."""
    pairs, wrong, gone = read(folder, "coexisting.jsonl"), 0, 0
    with open_lives() as (store, book, memory, clock):
        memory.recall.warm()
        for number, pair in enumerate(pairs):
            service = f"service-{number}"
            texts = (pair["old"], pair["new"])
            say(store, book, memory, clock, service, [(pair["category"], text) for text in texts])
            lines = prompt_lines(store, memory, clock, service)
            called = any("(older)" in line for line in lines)
            wrong += called
            gone += any(place_of(lines, text) < 0 for text in texts)
            if talks and called:
                print(f"called older: {pair['old']!r} / {pair['new']!r}", file=sys.stderr)
    return [
        Figure("pairs of facts that both hold", len(pairs), ""),
        Figure("… of which one is called older", wrong, "", 0.05 * len(pairs)),
        Figure("… of which one is not in the prompt", gone, ""),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("-v", "--verbose", action="store_true")
    wanted = parser.parse_args()
    figures = [*measure_lives(wanted.data, wanted.verbose), *measure_coexisting(wanted.data, wanted.verbose)]
    return report("lives", figures)


if __name__ == "__main__":
    sys.exit(main())
