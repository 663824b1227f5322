"""The second look in the background: after a run and while nothing runs; never paused, stopped or switched off (E7)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import pytest
from support.chat_endpoint import ChatEndpoint, Reply

from claudeops_desktop.core.emergency_stop_marker import set_marker
from claudeops_desktop.engine import ApplicationEngine
from claudeops_desktop.language.types import ContradictionCertainty, PairJudgement, Verdict
from claudeops_desktop.memory.apply_verdict import ChangeCause, contradict
from claudeops_desktop.memory.lifecycle import JudgedMemory
from claudeops_desktop.memory.types import MemoryCandidate

OLD, NEW = "HTTP is served on port 80", "HTTPS is served on port 443"
BOTH = json.dumps({"answers": [{"pair": 1, "answer": "both", "why": "Two protocols."}]})


@pytest.fixture
def endpoint(engine: ApplicationEngine) -> Iterator[ChatEndpoint]:
    with ChatEndpoint(Reply(BOTH)) as server:
        for name, value in (("allowed", "yes"), ("kind", "endpoint"), ("name", "tiny"), ("url", server.url)):
            engine.settings.change(f"model.{name}", value)
        engine.settings.change("memory.observe", False)  # it would ask the same model
        yield server


@pytest.fixture
def closed(engine: ApplicationEngine) -> int:
    """A fact without a service that another one closed."""

    def write() -> int:
        old = engine.memory.edits.add(MemoryCandidate("timing", None, OLD)).after[0].memory
        new = engine.memory.edits.add(MemoryCandidate("timing", None, NEW)).after[0].memory
        judgement = PairJudgement(Verdict.CONTRADICTION, 0.95, "One place.", ContradictionCertainty.CERTAIN)
        contradict(JudgedMemory(old, judgement), new, ChangeCause(NEW, "agent", engine.book.clock()))
        return old.id

    return engine.store.write(write).result()


@pytest.fixture
def beat(engine: ApplicationEngine) -> Callable[[], None]:
    """One heartbeat, to the end of what it begins."""

    def once() -> None:
        engine.second_looks.look_now()
        assert engine.second_looks.wait(90)

    return once


def is_open(engine: ApplicationEngine, memory_id: int) -> bool:
    memory = engine.store.read(lambda: engine.memory.search.get(memory_id)).result()
    assert memory is not None
    return memory.superseded_by is None


@pytest.mark.slow
def test_after_a_run_what_is_in_doubt_is_asked_about(engine, endpoint, closed, beat, play) -> None:
    beat()
    assert endpoint.asked == [], "one pair can wait for others"
    play("All is well.")
    beat()
    assert len(endpoint.asked) == 1
    assert is_open(engine, closed)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("setting", "value", "after"),
    [("run.paused", True, False), ("model.allowed", "no", "yes"), ("model.allowed", "unanswered", "yes")],
)
def test_paused_or_not_allowed_nobody_is_asked(engine, endpoint, closed, beat, play, setting, value, after) -> None:
    play("All is well.")
    engine.settings.change(setting, value)
    beat()
    assert endpoint.asked == []
    engine.settings.change(setting, after)
    beat()
    assert len(endpoint.asked) == 1


@pytest.mark.slow
def test_while_everything_is_stopped_nobody_is_asked(engine, endpoint, closed, beat, play) -> None:
    play("All is well.")
    set_marker(engine.folder.root)
    beat()
    assert endpoint.asked == []


@pytest.mark.slow
def test_while_a_run_is_on_nobody_is_asked(engine, endpoint, closed, beat, play, monkeypatch) -> None:
    play("All is well.")
    monkeypatch.setattr(engine.second_looks, "_busy", lambda: True)
    beat()
    assert endpoint.asked == []


@pytest.mark.slow
def test_after_a_failure_it_waits_and_says_so_once(engine, endpoint, closed, beat, play) -> None:
    endpoint.replies = [Reply(status=500, raw=b"{}")]
    play("All is well.")
    for _ in range(3):
        beat()
    assert len(endpoint.asked) == 1
    events = [event.message for event in engine.store.read(engine.book.events.list).result()]
    assert len([message for message in events if "second look" in message]) == 1
    assert not is_open(engine, closed)


@pytest.mark.slow
def test_what_was_closed_before_a_model_is_allowed_is_asked_about_then(engine, endpoint, closed, beat, play) -> None:
    engine.settings.change("model.allowed", "unanswered")
    play("All is well.")
    beat()
    engine.settings.change("model.allowed", "yes")
    play("All is well.")
    beat()
    assert len(endpoint.asked) == 1
