"""Every night knowledge is synced, where a remote is set; one that is away is no failure of the night."""

from __future__ import annotations

from dulwich.repo import Repo

from claudeops_desktop.core.settings.groups import KnowledgeSettings, Settings
from claudeops_desktop.learning import LearningService
from claudeops_desktop.memory import MemoryCandidate
from claudeops_desktop.routine.jobs import JOBS
from claudeops_desktop.routine.types import StepContext


def run_step(world):
    step = JOBS[0].step("sync-knowledge")
    context = StepContext(
        world.book,
        world.memory,
        LearningService(world.book),
        world.settings,
        world.folder,
        lambda: world.now,
        world.zone,
    )
    return step.work(context)


def test_the_step_syncs_and_says_what_is_wrong(world, tmp_path):
    assert "No remote" in run_step(world).note
    place = tmp_path / "remote.git"
    world.settings = Settings(knowledge=KnowledgeSettings(remote=str(place)))
    for _ in range(2):
        away = run_step(world)
        assert away.changed == 0 and "no git repository" in away.note
    events = world.read(world.book.events.list)
    assert [one.level for one in events if "could not be synced" in one.message] == ["warning"]
    place.mkdir()
    Repo.init_bare(str(place), default_branch=b"main").close()
    world.write(lambda: world.memory.edits.add(MemoryCandidate("timing", "nginx", "It reloads within 4 seconds.")))
    done = run_step(world)
    assert done.changed == 1 and not done.note
    assert run_step(world).changed == 0
