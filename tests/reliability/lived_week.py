"""One day of an operator's week, as a process that may be killed anywhere: ``lived_week.py ROOT DAY``.

All that it does, it may do again: sessions store their markers under the same places, and the operator looks first
whether something is there already, as one does after a crash. A line on standard output says what was just done.
"""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

MONDAY = datetime(2026, 3, 2, tzinfo=UTC)
DAYS = 9
ASLEEP = (3, 4)
"""Days on which the machine sleeps."""
SERVICES = ("jellyfin", "caddy", "postgres", "restic")
SENTENCES = (
    "Takes {n} s to start after a restart", "Keeps {n} days of its logs in /var/log/{s}", "Listens on port 8{n}0",
    "Must be stopped before the volume vg{n} is copied", "Runs its nightly job at 0{d}:{n}",
)  # fmt: skip


def said_on(day: int) -> list[tuple[str, str]]:
    """Service and text of the markers of a day; all are different facts."""
    return [
        (service, SENTENCES[day % len(SENTENCES)].format(n=10 + 3 * day + place, s=service, d=day))
        for place, service in enumerate(SERVICES)
    ]


def live_day(root: Path, day: int) -> None:
    """Morning to the night after."""
    from claudeops_desktop.core.clock import to_text
    from claudeops_desktop.core.paths import DataFolder
    from claudeops_desktop.core.settings import Settings
    from claudeops_desktop.knowledge import KnowledgeService, new_operation
    from claudeops_desktop.knowledge.proposals.service import ProposalService
    from claudeops_desktop.memory import MarkerPosition, MemoryService
    from claudeops_desktop.memory.types import MemoryCandidate
    from claudeops_desktop.records.markers import MarkerPlace
    from claudeops_desktop.records.record_books import RecordRepositories
    from claudeops_desktop.routine import RoutineControl
    from claudeops_desktop.storage import open_store

    now = MONDAY + timedelta(days=day, hours=9)
    settings = Settings()
    folder = DataFolder(root).create()
    store = open_store(folder)
    book = RecordRepositories(store, lambda: now)
    memory = MemoryService(book, lambda: now, lambda: settings)
    knowledge = KnowledgeService(folder.knowledge, clock=lambda: now)
    proposals = ProposalService(book, knowledge, memory, lambda: settings, lambda: now)
    routine = RoutineControl(folder, book, lambda: memory, lambda: settings, lambda: now, lambda: UTC)
    routine.runner.states()

    def session() -> None:
        at = to_text(now)
        store.database.execute_sql(
            "INSERT OR IGNORE INTO runs (id, trigger, agent, status, started_at, cost_usd, max_tier)"
            " VALUES (?, 'scheduled', 'claude', 'completed', ?, 0, 1)",
            (day + 1, at),
        )
        store.database.execute_sql(
            "INSERT OR IGNORE INTO sessions (id, run_id, agent, tier, trigger, status, started_at)"
            " VALUES (?, ?, 'claude', 1, 'scheduled', 'completed', ?)",
            (day + 1, day + 1, at),
        )

    store.write(session).result()
    for line, (service, text) in enumerate(said_on(day), 1):
        candidate = MemoryCandidate("behavior", service, text, session_id=day + 1)
        where = MarkerPosition(MarkerPlace(day + 1, line, 0, 0), f"[MEMORY:behavior:{service}] {text}")
        store.write(lambda c=candidate, w=where: memory.ingest.marker(c, w)).result()
        print(f"marker {line}", flush=True)

    if not any(note.title == f"Note of day {day}" for note in knowledge.notes.list()):
        knowledge.notes.add("project", f"Note of day {day}", f"What was found on day {day} in /srv/day{day}.")
    print("note", flush=True)
    if not any(one.detail == f"Deployed on day {day}" for one in knowledge.operations()[0]):
        knowledge.log_operation(new_operation(now, "deploy", "caddy", f"Deployed on day {day}"))
    print("operation", flush=True)
    wish = f"Rule {day}: ask before anything in /srv/day{day} is deleted."
    if not any(entry.text == wish for entry in knowledge.memory_file().entries):
        knowledge.remember("Rules and conventions", wish)
    print("wish", flush=True)

    now = MONDAY + timedelta(days=day + 1, hours=3, minutes=30)
    while routine.runner.overdue():
        if not routine.runner.do_overdue():
            break
        print("routine", flush=True)
    waiting = [one for one in proposals.list(("review",)) if one.draft.kind == "add"]  # what was written stays
    if waiting:
        proposals.approve(waiting[0].id)
    print("end", flush=True)
    knowledge.close()
    memory.recall.close()
    store.close()


if __name__ == "__main__":
    live_day(Path(sys.argv[1]), int(sys.argv[2]))
