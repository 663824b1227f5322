"""Two processes write one memory at once: no update is lost, and nothing is there twice."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime

import pytest

from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
EACH = 12
WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.core.paths import DataFolder
from claudeops_desktop.records.record_books import RecordRepositories
from claudeops_desktop.storage import open_store

name, clock = sys.argv[2], lambda: datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
store = open_store(DataFolder(Path(sys.argv[1])))
memory = MemoryService(RecordRepositories(store, clock), clock)
print("ready", flush=True)
sys.stdin.readline()
for n in range(int(sys.argv[3])):
    store.write(lambda: memory.edits.adjust([1], 0.01)).result()
    fact = MemoryCandidate("behavior", f"{name}{n}", f"Listens on port {4000 + n}")
    store.write(lambda: memory.edits.add(fact)).result()
store.close()
"""


@pytest.mark.slow
def test_of_two_processes_that_write_at_once_no_update_is_lost(tmp_path):
    folder = DataFolder(tmp_path)
    store = open_store(folder)
    memory = MemoryService(RecordRepositories(store, lambda: NOW), lambda: NOW)
    store.write(
        lambda: memory.edits.add(MemoryCandidate("timing", "jellyfin", "Takes 60s to start", confidence=0.3))
    ).result()
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(tmp_path), name, str(EACH)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("left", "right")
    ]
    assert [writer.stdout.readline() for writer in writers if writer.stdout] == ["ready\n"] * 2
    for writer in writers:
        writer.communicate("go\n", timeout=120)
    assert [writer.returncode for writer in writers] == [0, 0]

    known = store.read(memory.search.list).result()
    assert next(m.confidence for m in known if m.id == 1) == round(0.3 + 2 * EACH * 0.01, 4)
    assert sorted(m.service or "" for m in known) == sorted(
        ["jellyfin", *(f"{name}{n}" for name in ("left", "right") for n in range(EACH))]
    )
    assert len(store.read(lambda: memory.history.versions(1)).result()) == 1 + 2 * EACH
    store.close()
