"""A sync that is killed at any moment: the next one ends with the same as if nothing had happened."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support.folders import own_store
from support.matrix import few_of
from sync_world import Workstation, bare_repository

ROOT = Path(__file__).parents[2]
TESTS = [str(ROOT / "tests" / name) for name in ("knowledge", "memory", "")]
KILLED = """
import os, signal, sys
sys.path[:0] = sys.argv[5:]
from pathlib import Path
from sync_world import Workstation
from claudeops_desktop.knowledge.service import KnowledgeService
from claudeops_desktop.knowledge.sync.service import KnowledgeSync
from claudeops_desktop.knowledge.sync.transport import GitRemote
from claudeops_desktop.memory.sharing.service import SharedFacts
from claudeops_desktop.memory.sharing.intake import RecordIntake

place, remote, moment, count = sys.argv[1:5]
OWNERS = {
    "fetch": (GitRemote, "fetch"), "rewrite": (KnowledgeService, "rewrite"), "take_fact": (RecordIntake, "_take_fact"),
    "take_in": (SharedFacts, "take_in"), "give_out": (SharedFacts, "give_out"), "push": (GitRemote, "push"),
    "note": (KnowledgeSync, "_note"),
}
owner, name = OWNERS[moment.removeprefix("before-").removeprefix("after-")]
whole, left = getattr(owner, name), [int(count)]

def killed(self, *given, **more):
    left[0] -= 1
    if left[0] == 0 and moment.startswith("before-"):
        os.kill(os.getpid(), signal.SIGKILL)
    done = whole(self, *given, **more)
    if left[0] == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    return done

setattr(owner, name, killed)
Workstation(Path(place), remote).sync()
print("not killed")
"""
MOMENTS = [("after-rewrite", 2), ("after-take_fact", 2), ("before-push", 1), ("after-rewrite", 1), ("after-push", 1)]
"""The function at which the process dies, and at which of its calls. OWNERS has more of them to try by hand."""


def prepare(place: Path) -> tuple[Workstation, Workstation]:
    """Two that have synced, and have both changed the same since: the second one has everything still to do."""
    remote = bare_repository(place / "remote.git")
    one, two = Workstation(place / "one", remote), Workstation(place / "two", remote)
    joined = one.knowledge.notes.add("project", "Joined", "First.\n\nSecond.\n\nThird.").path
    pair = one.knowledge.notes.add("project", "Pair", "At night.").path
    gone = one.learn("The redis shards hold 3 GB.", "redis")
    one.sync()
    two.sync()
    one.edit(lambda text: text.replace("First.", "First, by hand."), joined)
    one.edit(lambda text: text.replace("At night.", "At noon."), pair)
    one.knowledge.remember("Operations", "Check DNS first.")
    one.learn("The nginx workers reload within 4 seconds.")
    one.learn("The queue is drained by two workers.", "rabbitmq")
    one.delete(gone)
    one.lesson("Prefer reload over restart.")
    one.case()
    one.sync()
    two.edit(lambda text: text.replace("Third.", "Third, at dawn."), joined)
    two.edit(lambda text: text.replace("At night.", "At dawn."), pair)
    two.knowledge.remember("Operations", "The backup runs at night.")
    two.learn("The proxy keeps its data under /srv/proxy.", "proxy")
    return one, two


def outcome(one: Workstation, two: Workstation) -> dict[str, object]:
    """What both have in the end, when they have synced for good. In between the operator edits the very lines that the
    sync has brought and sent."""
    path = "notes/joined.md"
    if "First, by hand." not in two.text(path):
        two.sync()
    two.edit(lambda text: text.replace("First, by hand.", "First, by hand again."), path)
    two.edit(lambda text: text.replace("Third, at dawn.", "Third, at dusk."), path)
    for _ in range(2):
        two.sync()
        one.sync()
    for place in (one, two):
        assert not place.sync().pushed
    assert one.shared_files() == two.shared_files()
    found: dict[str, object] = {"files": one.shared_files()}
    for name, place in (("one", one), ("two", two)):
        lessons = place.read(lambda place=place: place.desk.memory.lessons.rows(everything=True))  # type: ignore[misc]
        found[name] = (
            sorted(fact.observation for fact in place.desk.all()),
            [lesson.text for lesson in lessons],
            [case.service for case in place.learning.cases.list()],
            len(place.read(place.desk.memory.trash.rows)),
            place.sync_status().records,
        )
    return found


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("prepared") / "x"
    one, two = prepare(place)
    one.close()
    two.close()
    return place


def copied(prepared: Path, place: Path) -> tuple[Workstation, Workstation]:
    """The same two once more, at another place."""
    shutil.copytree(prepared, place)
    for name in ("one", "two"):
        own_store(prepared / name, place / name)
    return Workstation(place / "one", place / "remote.git"), Workstation(place / "two", place / "remote.git")


@pytest.fixture(scope="module")
def expected(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, object]:
    one, two = copied(prepared, tmp_path_factory.mktemp("whole") / "x")
    two.sync()
    found = outcome(one, two)
    two.close()
    one.close()
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("moment", "count"), few_of(MOMENTS, 3))
def test_it_goes_on_with_the_same_result(
    tmp_path: Path, prepared: Path, expected: dict[str, object], moment: str, count: int
) -> None:
    place = tmp_path / "x"
    one, two = copied(prepared, place)
    words = [str(place / "two"), str(place / "remote.git"), moment, str(count), *TESTS]
    done = subprocess.run([sys.executable, "-c", KILLED, *words], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.returncode == -9, done.stdout + done.stderr
    try:
        assert outcome(one, two) == expected
    finally:
        one.close()
        two.close()
