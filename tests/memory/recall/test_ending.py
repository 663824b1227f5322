"""Ending recall, at any moment and from any thread: nothing is waited for in vain, nothing begins afterwards."""

from __future__ import annotations

import random
import threading

import msgspec
import pytest
from recall_world import Letters, Says

from claudeops_desktop.core.settings.groups import Settings
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.embed.provider import EmbedderProvider
from claudeops_desktop.memory.recall import indexer as indexing
from claudeops_desktop.memory.recall import memory_index as shelves
from claudeops_desktop.memory.recall.recall import Recall
from claudeops_desktop.memory.recall.types import RecallClosedError, RecallRequest

OURS = ("memory-index", "embedding-load", "recall-rewrite")
PATIENCE_S = 90


@pytest.fixture
def memory(desk):
    made = MemoryService(desk.book, desk.clock)
    for number in range(6):
        desk.add(f"Takes {number} minutes to start after restart {number}", service=f"service-{number}")
    yield made
    made.recall.close()


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith(OURS)]


def test_reading_all_of_memory_stops_at_the_next_chunk(memory, monkeypatch):
    read = []
    real = shelves.MemoryIndex._append

    def append(loaded_index, row):
        read.append(row[0])
        if len(read) == 2:
            memory.recall.end()
        real(loaded_index, row)

    monkeypatch.setattr(shelves, "_CHUNK", 1)
    monkeypatch.setattr(shelves.MemoryIndex, "_append", append)
    assert memory.recall.warm() == 0
    assert len(read) == 2


def test_a_question_after_the_end_is_refused(memory, desk):
    assert memory.recall.ask(RecallRequest("restart", desk.clock())).items
    memory.recall.end()
    with pytest.raises(RecallClosedError):
        memory.recall.ask(RecallRequest("restart", desk.clock()))
    assert memory.recall.warm() == 0


def test_where_nothing_was_asked_before_the_end_nothing_is_made(memory, desk):
    memory.recall.end()
    with pytest.raises(RecallClosedError):
        memory.recall.ask(RecallRequest("restart", desk.clock()))
    memory.recall.begin_indexing()
    assert memory.recall.index_progress is None


def test_who_waits_for_a_model_that_is_being_loaded_is_let_go(desk):
    gate, waiting = threading.Event(), threading.Event()
    faults: list[BaseException] = []

    def load(_):
        waiting.set()
        gate.wait(PATIENCE_S)

    recall = Recall(desk.store, desk.clock)
    recall.embedders._load = load

    def ask():
        try:
            recall.recall(RecallRequest("restart", desk.clock()))
        except RecallClosedError as fault:
            faults.append(fault)

    asking = threading.Thread(target=ask)
    asking.start()
    assert waiting.wait(PATIENCE_S)
    recall.end()
    asking.join(PATIENCE_S)
    gate.set()
    recall.close()
    assert [type(fault) for fault in faults] == [RecallClosedError]
    assert threads() == []


def test_a_model_that_rewrites_is_not_waited_for_after_the_end(asking):
    gate = threading.Event()
    memory = msgspec.structs.replace(asking.settings.memory, rewrite_questions=True)
    asking.settings = msgspec.structs.replace(asking.settings, memory=memory)
    asking.model = Says("late", gate=gate)
    asking.put("Takes 60s to start after restart", "jellyfin")

    class Ending(Says):
        def ask(self, *args, **more):
            asking.recall.end()
            return super().ask(*args, **more)

    asking.model = Ending("late", gate=gate)
    with pytest.raises(RecallClosedError):
        asking.recall.recall(RecallRequest("jellyfin start", asking.clock(), profile="balanced"))
    gate.set()


def test_an_endpoint_that_hangs_does_not_hold_the_end(asking, monkeypatch):
    gate, reached = threading.Event(), threading.Event()

    class Hanging(Letters):
        local = False

        def embed(self, texts):
            reached.set()
            gate.wait(PATIENCE_S)
            return super().embed(texts)

    monkeypatch.setattr(indexing, "CLOSE_S", 0.01)
    asking.embedder = Hanging("hanging")
    asking.start_again()
    asking.recall.indexer.start()
    asking.put("Takes 60s to start after restart", "jellyfin")
    assert reached.wait(PATIENCE_S)
    left = asking.recall.indexer._thread
    asking.recall.close()
    assert left.is_alive()  # as said: it is left behind, and ends by itself
    gate.set()
    left.join(PATIENCE_S)
    assert not left.is_alive()


def test_after_the_end_no_model_is_loaded():
    loaded = []
    keeper = EmbedderProvider(lambda: Settings().embedding, loaded.append)
    keeper.close()
    assert keeper.wait(0) is None
    assert loaded == []


@pytest.mark.parametrize("seed", range(12))
def test_it_ends_in_any_order_from_any_thread(desk, seed):
    chance = random.Random(seed)
    memory = MemoryService(desk.book, desk.clock)
    key = desk.add("Takes 60s to start after restart", service="jellyfin").id

    def change(and_then=lambda: None):
        desk.store.changed("memories", key)
        and_then()

    doing = [
        memory.recall.keep_indexed,
        memory.recall.begin_indexing,
        memory.recall.embedding_changed,
        memory.recall.warm,
        lambda: memory.recall.ask(RecallRequest("jellyfin", desk.clock())),
        lambda: desk.store.write(lambda: change(memory.recall.index_written)).result(),
        lambda: desk.store.write(change).result(),
        memory.recall.end,
        memory.recall.close,
        memory.recall.close,
    ]
    chance.shuffle(doing)
    faults: list[Exception] = []
    together = threading.Barrier(len(doing))

    def work(one):
        together.wait(PATIENCE_S)
        try:
            one()
        except RecallClosedError:
            pass
        except Exception as fault:
            faults.append(fault)

    workers = [threading.Thread(target=work, args=(one,)) for one in doing]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(PATIENCE_S)
    memory.recall.close()
    assert faults == []
    assert not any(worker.is_alive() for worker in workers)
    assert threads() == []
