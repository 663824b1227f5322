"""Recalls read the index together; what changes it has it alone."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from claudeops_desktop.memory import tables
from claudeops_desktop.memory.recall.shared_lock import SharedLock

PATIENCE_S = 60


def test_many_share_it_at_once() -> None:
    lock, all_in = SharedLock(), threading.Barrier(4)

    def share() -> None:
        with lock.shared():
            all_in.wait(PATIENCE_S)

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(share) for _ in range(4)]:
            done.result(PATIENCE_S)
    with lock, lock:  # any number of times on one thread, once nobody shares it
        pass


def test_who_holds_it_alone_waits_for_those_that_share_it_and_goes_before_later_ones() -> None:
    lock, order = SharedLock(), []
    with ThreadPoolExecutor(2) as pool:

        def alone() -> None:
            with lock:
                order.append("alone")

        def share() -> None:
            with lock.shared():
                order.append("shared")

        with lock.shared():
            changing = pool.submit(alone)
            while True:  # until it waits
                with lock.shared_at_once() as free:
                    if not free:
                        break
            later = pool.submit(share)
            assert order == []
        changing.result(PATIENCE_S)
        later.result(PATIENCE_S)
    assert order == ["alone", "shared"]


def test_nobody_shares_it_while_it_is_held_alone() -> None:
    lock = SharedLock()

    def look() -> bool:
        with lock.shared_at_once() as free:
            return free

    with ThreadPoolExecutor(1) as pool:
        with lock:
            assert not pool.submit(look).result(PATIENCE_S)
        assert pool.submit(look).result(PATIENCE_S)


@pytest.mark.both_stores
def test_a_recall_that_waits_for_the_store_keeps_no_other_from_being_answered(asking, monkeypatch) -> None:
    key = asking.put("Takes 60s to start after restart", "jellyfin")
    asking.ask("jellyfin")
    reads, over, first = tables.by_ids, threading.Event(), threading.Event()

    def by_ids(ids):
        if threading.current_thread().name.startswith("waiting") and not first.is_set():
            first.set()
            assert over.wait(PATIENCE_S)
        return reads(ids)

    monkeypatch.setattr(tables, "by_ids", by_ids)
    with ThreadPoolExecutor(1, thread_name_prefix="waiting") as waiting:
        begun = waiting.submit(asking.ids, "how long does jellyfin take to start")
        assert first.wait(PATIENCE_S)
        with asking.recall.loaded_index.lock.shared_at_once() as free:
            assert free
        if asking.store.database.is_server:  # a file is looked at anew by each recall, which has the index alone then
            asking.store.drain()
            if asking.recall._is_current(asking.embedder):
                assert asking.ids("how long does jellyfin take to start") == [key]
        over.set()
        assert begun.result(PATIENCE_S) == [key]
