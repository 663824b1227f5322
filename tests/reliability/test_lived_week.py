"""A week with kills at any moment, two days of sleep and edits from outside: nothing is lost and nothing is doubled."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest
from lived_week import ASLEEP, DAYS, MONDAY, said_on
from support.other_process import stored_rows

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.knowledge import KnowledgeService
from claudeops_desktop.storage import store_place

KILLS_A_DAY = 2


def live(root: Path, day: int, kill_after_ms: int | None) -> str:
    """Live a day; with a number, kill the process that many milliseconds after it has begun to act. What it said."""
    tests = Path(__file__).resolve().parents[1]
    environ = dict(os.environ) | {"PYTHONPATH": os.pathsep.join(map(str, (tests, tests / "reliability", tests.parent)))}
    program = str(Path(__file__).with_name("lived_week.py"))
    process = subprocess.Popen(
        [sys.executable, program, str(root), str(day)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environ,
        text=True,
    )  # fmt: skip
    if kill_after_ms is None:
        said, faults = process.communicate(timeout=120)
        assert process.returncode == 0, faults
        return said
    assert process.stdout is not None
    process.stdout.readline()  # it is at work
    try:
        process.wait(kill_after_ms / 1000)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
    said, _ = process.communicate(timeout=60)
    return said


def edit_outside(folder: Path, day: int) -> None:
    """What the operator does with an editor of his own: a line at the end of a file, a new file."""
    memory = folder / "MEMORY.md"
    if memory.exists():
        with memory.open("a", encoding="utf-8") as file:
            file.write(f"- (2026-03-0{day + 1}) Written by hand on day {day}.\n")
    notes = folder / "notes"
    notes.mkdir(parents=True, exist_ok=True)
    text = f"---\ntype: Note\ntitle: By hand {day}\nnote_type: reference\n---\n\nSeen by hand on day {day}.\n"
    (notes / f"by-hand-{day}.md").write_text(text, encoding="utf-8")


# One seed takes a minute of a core. CLAUDEOPS_TEST_SEEDS="2 3" lives through other weeks.
@pytest.mark.slow
@pytest.mark.parametrize("seed", [int(seed) for seed in os.environ.get("CLAUDEOPS_TEST_SEEDS", "1").split()])
def test_a_week_with_kills_sleep_and_edits_from_outside_loses_and_doubles_nothing(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    root = tmp_path / "data"
    edited = []
    for day in range(DAYS):
        if day in ASLEEP:
            continue
        for _ in range(KILLS_A_DAY):
            live(root, day, dice.randrange(20, 700))
            if dice.random() < 0.5 and day not in edited:
                edit_outside(DataFolder(root).knowledge, day)
                edited.append(day)
        assert live(root, day, None).endswith("end\n")

    folder = KnowledgeService(DataFolder(root).knowledge, clock=lambda: datetime(2026, 3, 12, tzinfo=UTC))
    folder.take_edits()
    awake = [day for day in range(DAYS) if day not in ASLEEP]

    kept = Counter(text for (text,) in stored_rows(root, "SELECT observation FROM memories"))
    for day in awake:
        for _, text in said_on(day):
            assert kept[text] == 1
    runs = stored_rows(root, "SELECT job, due_at, state, count(*) FROM routine_runs GROUP BY job, due_at")
    assert {state for _, _, state, _ in runs} <= {"done", "failed"}
    assert all(number == 1 for *_, number in runs)
    nights = [due for job, due, *_ in runs if job == "nightly"]
    assert len(nights) == len(awake)  # after two days of sleep once
    assert sum(job == "weekly" for job, *_ in runs) == 1
    if store_place.server_of(DataFolder(root)) is None:
        assert stored_rows(root, "PRAGMA integrity_check") == [("ok",)]
    fingerprints = Counter(one for (one,) in stored_rows(root, "SELECT fingerprint FROM proposals"))
    assert all(number == 1 for number in fingerprints.values())

    entries = Counter(entry.text for entry in folder.memory_file().entries)
    assert all(number == 1 for number in entries.values()), entries.most_common(3)
    titles = Counter(note.title for note in folder.notes.list())
    operations = Counter(one.detail for one in folder.operations()[0])
    for day in awake:
        assert entries[f"Rule {day}: ask before anything in /srv/day{day} is deleted."] == 1
        assert titles[f"Note of day {day}"] == 1
        assert operations[f"Deployed on day {day}"] == 1
    for day in edited:
        assert titles[f"By hand {day}"] == 1
        if f"Written by hand on day {day}." in folder.text_of("MEMORY.md"):
            assert entries[f"Written by hand on day {day}."] == 1
    by_hand = [commit for commit in folder.log(limit=None) if commit.author == "human:operator"]
    assert any("by-hand" in path for commit in by_hand for path in commit.paths) or not edited
    assert [str(one.sentence) for one in folder.check() if one.level == "error"] == []
    folder.close()
    assert MONDAY.weekday() == 0
