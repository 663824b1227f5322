"""Files of facts follow the database in the background: after a pause, beside no run, on a thread of its own (C2)."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from claudeops_desktop.core.emergency_stop_marker import set_marker
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.memory.types import MemoryCandidate
from claudeops_desktop.runs import knowledge_rendering
from claudeops_desktop.runs.knowledge_rendering import KnowledgeRendering

Wait = Callable[..., None]


class Runs:
    """Whether a run is on."""

    on = False

    def __call__(self) -> bool:
        return self.on


@pytest.fixture
def runs() -> Runs:
    return Runs()


@pytest.fixture
def rendering(engine: ApplicationEngine, runs: Runs):
    made = KnowledgeRendering(engine._around, runs, quiet_s=0.05, beat_s=3_600)
    yield made
    made.close()


def add(engine: ApplicationEngine, text: str) -> None:
    engine.store.write(lambda: engine.memory.edits.add(MemoryCandidate("timing", "jellyfin", text))).result()


def facts(engine: ApplicationEngine) -> str:
    found = sorted((engine.folder.root / "knowledge" / "domains").glob("*.md"))
    return "".join(path.read_text(encoding="utf-8") for path in found)


def test_a_new_fact_is_rendered_soon_and_not_on_the_main_thread(qtbot, engine, rendering, monkeypatch) -> None:
    threads = []
    from claudeops_desktop.knowledge.renderings import render

    real = render.RenderRound.run

    def run(self, **more):
        threads.append(threading.current_thread())
        return real(self, **more)

    monkeypatch.setattr(render.RenderRound, "run", run)
    rendering.start()
    add(engine, "Takes 60 s to start.")
    add(engine, "Takes 70 s to stop.")
    qtbot.waitUntil(lambda: "70 s" in facts(engine), timeout=60_000)
    assert "60 s" in facts(engine) and threading.main_thread() not in threads
    assert rendering.wait(60)


@pytest.mark.slow
def test_it_waits_while_a_run_is_on(qtbot, engine, rendering, runs) -> None:
    runs.on = True
    rendering.start()
    add(engine, "Takes 60 s to start.")
    qtbot.waitUntil(lambda: rendering._waited_s > 0.2, timeout=60_000)
    assert facts(engine) == ""
    runs.on = False
    qtbot.waitUntil(lambda: "60 s" in facts(engine), timeout=60_000)
    assert rendering.wait(60)


@pytest.mark.slow
def test_it_does_not_wait_for_ever(qtbot, engine, rendering, runs, monkeypatch) -> None:
    monkeypatch.setattr(knowledge_rendering, "LONGEST_WAIT_S", 0.2)
    runs.on = True
    rendering.start()
    add(engine, "Takes 60 s to start.")
    qtbot.waitUntil(lambda: "60 s" in facts(engine), timeout=60_000)
    assert rendering.wait(60)


def test_an_edit_of_a_file_is_carried_out_at_the_next_heartbeat(qtbot, engine, runs) -> None:
    made = KnowledgeRendering(engine._around, runs, quiet_s=0.05, beat_s=0.2)
    made.start()
    try:
        add(engine, "Takes 60 s to start.")
        qtbot.waitUntil(lambda: "60 s" in facts(engine), timeout=60_000)
        (file,) = (engine.folder.root / "knowledge" / "domains").glob("*.md")
        assert made.wait(60)
        file.write_text(file.read_text().replace("60 s", "65 s"))
        qtbot.waitUntil(lambda: "65 s" in engine.memory.search.list()[0].observation, timeout=60_000)
    finally:
        made.close()


def test_nothing_is_rendered_while_everything_is_stopped(qtbot, engine, rendering) -> None:
    set_marker(engine.folder.root)
    add(engine, "Takes 60 s to start.")
    rendering.start()
    rendering._begin()
    assert rendering.wait(60) and facts(engine) == ""


def test_a_folder_that_cannot_be_used_is_reported_and_stops_nothing(qtbot, engine, rendering, caplog) -> None:
    (engine.folder.root / "knowledge").write_text("a file stands where the folder should")
    add(engine, "Takes 60 s to start.")
    rendering._begin()
    assert rendering.wait(60)
    assert "could not be rendered" in caplog.text
