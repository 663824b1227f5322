"""E8, and the bad input of the memory engine: indexes follow every writer, and are mended where they are broken."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from recall_world import Letters, stage
from support.other_process import other_connection

from claudeops_desktop.core.clock import to_text
from claudeops_desktop.memory.embed.types import EmbeddingFault
from claudeops_desktop.memory.recall import indexer as indexing
from claudeops_desktop.memory.recall.types import RecallRequest

BARE, NAMED = "wordllama-l2-256", "wordllama-l2-256 of service and text"


@pytest.fixture
def stocked(asking):
    asking.slow = asking.put("Takes 60s to start after restart", "jellyfin")
    asking.vacuum = asking.put("Needs a manual VACUUM FULL weekly", "postgres")
    asking.put("Must be started after WireGuard", "caddy")
    asking.recall.indexer.catch_up()
    return asking


def models(asking):
    return dict(asking.rows("SELECT model, count(*) FROM memory_vectors GROUP BY model"))


def test_the_models_name_stands_beside_each_vector(stocked):
    assert models(stocked) == {NAMED: 3}
    ((size,),) = stocked.rows("SELECT DISTINCT length(vector) FROM memory_vectors")
    assert size == 256 * 4


def test_a_fact_is_embedded_with_its_services_name_before_it(stocked):
    letters = Letters()
    switch(stocked, letters)
    stocked.put("Takes the longest on Mondays")
    stocked.recall.indexer.catch_up()
    assert "jellyfin: Takes 60s to start after restart" in letters.texts
    assert "Takes the longest on Mondays" in letters.texts


def test_a_question_of_one_service_is_embedded_with_its_name_before_it(stocked):
    letters = Letters()
    switch(stocked, letters)
    stocked.recall.warm()
    stocked.recall.indexer.catch_up()
    letters.texts.clear()
    stocked.ask("how long does the start take", services=("Jellyfin",), asked_by="benchmark")
    stocked.ask("how long does jellyfin take", services=("jellyfin",), asked_by="benchmark")
    stocked.ask("what is slow", services=("jellyfin", "postgres"), asked_by="benchmark")
    asked = ["jellyfin: how long does the start take", "how long does jellyfin take", "what is slow"]
    assert [text for text in letters.texts if text in asked] == asked


@pytest.mark.both_stores
def test_a_fact_of_another_service_is_embedded_anew(stocked):
    stocked.desk.edit(stocked.slow, service="emby")
    assert stocked.rows("SELECT count(*) FROM memory_vectors WHERE memory_id = ?", stocked.slow) == [(0,)]
    assert models(stocked) == {NAMED: 2}


def test_an_index_of_bare_texts_serves_until_the_other_is_complete(stocked):
    stocked.execute("UPDATE memory_vectors SET model = ?", BARE)
    stocked.start_again()
    stocked.recall.indexer.close()  # nothing is made in the background of this test
    assert stage(stocked.ask("jellyfin start"), "vectors").endswith("3 of 3 memories.")
    another = stocked.another()
    another.indexer.catch_up()
    assert models(stocked) == {NAMED: 3}
    assert stage(stocked.ask("jellyfin start"), "vectors").endswith("3 of 3 memories.")
    another.close()


def test_a_question_to_an_index_of_bare_texts_has_the_other_made(stocked):
    stocked.execute("UPDATE memory_vectors SET model = ?", BARE)
    stocked.start_again()
    made = threading.Event()

    def look(change):
        if change.table == "memory_index":
            made.set()

    stop = stocked.store.hub.listen(look)
    stocked.ask("jellyfin start")
    assert made.wait(30)
    stocked.recall.indexer.catch_up()  # the round that goes on is waited for
    stop()
    assert models(stocked) == {NAMED: 3}


def switch(asking, embedder):
    """The settings name another model, and it is loaded."""
    import msgspec

    asking.embedder = embedder
    embedding = msgspec.structs.replace(asking.settings.embedding, kind="fastembed", name=embedder.name)
    asking.settings = msgspec.structs.replace(asking.settings, embedding=embedding)


def test_another_model_embeds_all_anew_with_progress_and_search_stays_right_meanwhile(stocked):
    letters = Letters()
    letters.local = False
    switch(stocked, letters)
    told = []
    stop = stocked.store.hub.listen(lambda change: told.append(change.table))
    stocked.recall.indexer.close()  # nothing is made in the background of this test
    before = stocked.ask("how long does jellyfin take to start")
    assert before.items[0].memory.id == stocked.slow
    assert "words and graph serve" in stage(before, "vectors") or "No memory has a vector" in stage(before, "vectors")
    seen = []
    another = stocked.another()
    assert another.indexer.catch_up(told=seen.append) == 3
    assert [(p.doing, p.done, p.total) for p in seen if p.doing == "vectors"] == [("vectors", 3, 3)]
    assert models(stocked) == {"letters of service and text": 3}
    assert "memory_index" in told
    found = another.recall(RecallRequest("jellyfin start", stocked.clock()))
    assert stage(found, "vectors") == "letters, 3 of 3 memories."
    stocked.store.drain()
    stop()
    another.close()


def test_an_old_vector_is_never_compared_with_a_new_question(stocked):
    letters = Letters(size=256)  # the same size as the old one, so that a product would be possible
    letters.local = False
    switch(stocked, letters)
    stocked.recall.indexer.close()
    found = stocked.ask("zzz")
    assert found.items == ()
    assert "serve" in stage(found, "vectors")


def test_a_model_whose_vectors_changed_their_size_is_embedded_anew(stocked):
    switch(stocked, Letters(size=12))
    stocked.recall.indexer.catch_up()
    stocked.embedder = Letters(size=20)
    stocked.start_again()
    stocked.ask("jellyfin")  # sees that they are not what they should be
    stocked.recall.indexer.catch_up()
    assert stocked.rows("SELECT DISTINCT length(vector) FROM memory_vectors") == [(80,)]
    assert "3 of 3" in stage(stocked.ask("start"), "vectors")


@pytest.mark.parametrize("blob", [b"", b"abc", "text", b"\x00" * 400, np.full(256, np.nan, "<f4").tobytes()])
def test_a_vector_that_cannot_be_read_is_made_anew(stocked, blob):
    stocked.execute("UPDATE memory_vectors SET vector = ? WHERE memory_id = ?", blob, stocked.slow)
    recall = stocked.another()
    found = recall.recall(RecallRequest("reboot duration of jellyfin", stocked.clock()))
    stocked.store.drain()
    assert found.items[0].memory.id == stocked.slow
    recall.indexer.catch_up()
    ((now,),) = stocked.rows("SELECT vector FROM memory_vectors WHERE memory_id = ?", stocked.slow)
    assert np.isfinite(np.frombuffer(now, "<f4")).all() and len(now) == 1024
    recall.close()


@pytest.mark.file_only("a server's column holds no text where it is to hold bytes")
def test_a_vector_that_became_text_of_bytes_that_are_no_text_is_made_anew(stocked):
    stocked.execute("UPDATE memory_vectors SET vector = CAST(x'7fc0ff' AS TEXT) WHERE memory_id = ?", stocked.slow)
    recall = stocked.another()
    found = recall.recall(RecallRequest("reboot duration of jellyfin", stocked.clock()))
    assert found.items[0].memory.id == stocked.slow
    stocked.store.drain()
    recall.indexer.catch_up()
    assert stocked.rows("SELECT DISTINCT length(vector) FROM memory_vectors") == [(1024,)]
    recall.close()


@pytest.mark.file_only("FTS5's own tables, which a server has not")
def test_a_damaged_word_index_is_found_and_made_anew(stocked):
    stocked.execute("DELETE FROM memory_words_data WHERE id > 10")
    assert stocked.recall.indexer.check_words() is False
    assert stocked.recall.indexer.check_words() is True
    assert stocked.ids("vacuum full") == [stocked.vacuum]
    assert stocked.rows("SELECT action FROM telemetry WHERE level = 'warning'") == [("memory.index.rebuilt",)]


@pytest.mark.file_only("FTS5's own tables, which a server has not")
def test_a_search_over_a_damaged_word_index_answers_by_meaning_and_has_it_mended(stocked):
    stocked.execute("UPDATE memory_words_data SET block = x'ffffffff' WHERE id > 10")
    recall = stocked.another()
    found = recall.recall(RecallRequest("Needs a manual VACUUM FULL weekly", stocked.clock()))
    stocked.store.drain()
    assert "damaged" in found.note
    assert found.items[0].memory.id == stocked.vacuum
    recall.indexer.catch_up()
    assert recall.recall(RecallRequest("vacuum", stocked.clock())).note == ""
    stocked.store.drain()
    recall.close()


def test_a_model_that_fails_leaves_words_and_graph(stocked):
    class Fails(Letters):
        def question(self, text, weights):
            raise EmbeddingFault("The endpoint does not answer.")

    switch(stocked, Fails())
    stocked.recall.indexer.catch_up()
    found = stocked.ask("jellyfin start")
    assert found.items[0].memory.id == stocked.slow
    assert "The endpoint does not answer." in found.note


def test_who_waits_for_a_round_does_not_wait_for_an_endpoint_that_answers_no_question(stocked):
    class Hangs(Letters):
        local = False

        def question(self, text, weights):
            raise EmbeddingFault("The endpoint does not answer (not in time).")

    hangs = Hangs()
    switch(stocked, hangs)
    with pytest.raises(EmbeddingFault, match="not in time"):
        stocked.recall.indexer.catch_up(awaited=True)
    assert hangs.texts == []
    stocked.recall.indexer.catch_up()
    assert len(hangs.texts) == 3
    assert stocked.recall.indexer.catch_up(awaited=True) == 0


def test_none_means_keywords_and_graph(asking):
    import msgspec

    embedding = msgspec.structs.replace(asking.settings.embedding, kind="none")
    asking.settings = msgspec.structs.replace(asking.settings, embedding=embedding)
    key = asking.put("Takes 60s to start after restart", "jellyfin")
    found = asking.ask("jellyfin start")
    assert [item.memory.id for item in found.items] == [key]
    assert stage(found, "vectors") == "The settings name no embedding model: words and graph serve."
    assert models(asking) == {}


def test_a_new_fact_is_found_at_once(stocked):
    stocked.recall.warm()
    key = stocked.put("The uplink modem reboots at dawn", "modem")
    found = stocked.ask("when does the uplink modem reboot")
    assert found.items[0].memory.id == key
    assert found.items[0].vector > 0


def test_one_fact_is_indexed_inside_its_own_write(stocked):
    key = stocked.put("The uplink modem reboots at dawn", "modem")
    stocked.store.write(lambda: stocked.recall.indexer.index_written([key])).result()
    assert stocked.rows("SELECT count(*) FROM memory_vectors WHERE memory_id = ?", key) == [(1,)]
    assert ("service", "modem") in stocked.rows(
        "SELECT kind, name FROM entities e JOIN memory_entities m ON m.entity_id = e.id WHERE memory_id = ?", key
    )
    stocked.store.write(lambda: stocked.recall.indexer.index_written([10_000])).result()  # gone: nothing to do


def test_an_edited_text_is_embedded_anew(stocked):
    stocked.desk.edit(stocked.slow, observation="The uplink modem reboots at dawn")
    assert stocked.ids("uplink modem at dawn")[0] == stocked.slow
    assert models(stocked) == {NAMED: 3}


def test_a_deleted_memory_is_not_found_and_comes_back_by_undo(stocked):
    change = stocked.desk.write(lambda: stocked.desk.memory.edits.delete([stocked.slow]))
    assert stocked.slow not in stocked.ids("jellyfin start")
    stocked.desk.write(lambda: stocked.desk.memory.edits.undo(change))
    assert stocked.ids("jellyfin start")[0] == stocked.slow


def test_what_another_process_writes_is_found(stocked):
    stocked.recall.warm()
    at = to_text(stocked.clock())
    with other_connection(stocked.store) as other:
        other.execute(
            "INSERT INTO memories (service, category, observation, confidence, active, created_at, updated_at, tier)"
            " VALUES ('modem', 'behavior', 'The uplink modem reboots at dawn', 0.7, 1, ?, ?, 1)",
            (at, at),
        )
    assert stocked.ids("uplink modem")[0] == 4


def test_what_another_process_deletes_is_not_found(stocked):
    stocked.recall.warm()
    with other_connection(stocked.store) as other:
        other.execute("DELETE FROM memories WHERE id = ?", (stocked.slow,))
    assert stocked.slow not in stocked.ids("jellyfin start")


@pytest.mark.slow
def test_a_round_that_was_stopped_goes_on(asking):
    for number in range(300):
        asking.put(f"Share {number} is backed up at {number} minutes past")
    first = asking.another()

    def stop(progress):
        if progress.doing == "entities" and progress.done >= 64:
            first.indexer.close()

    first.indexer.catch_up(told=stop)
    ((done,),) = asking.rows("SELECT count(*) FROM memory_indexed")
    assert 0 < done < 300
    asking.recall.indexer.catch_up()
    assert asking.rows("SELECT count(*) FROM memory_indexed") == [(300,)]
    assert models(asking) == {NAMED: 300}
    first.close()


def test_the_background_indexes_what_arrives_and_ends_with_the_store(asking):
    indexer = asking.recall.indexer
    indexer.start()
    done = threading.Event()
    asking.store.hub.listen(
        lambda change: done.set() if change.table == "memory_index" and indexer.progress.doing == "vectors" else None
    )
    asking.put("Takes 60s to start after restart", "jellyfin")
    assert done.wait(90)
    asking.recall.close()
    assert asking.rows("SELECT count(*) FROM memory_vectors") == [(1,)]


def test_closing_waits_for_a_thread_that_is_just_being_started(asking, monkeypatch):
    from claudeops_desktop.memory.recall import indexer as module

    faults: list[Exception] = []

    def close() -> None:
        try:
            asking.recall.indexer.close()
        except Exception as error:
            faults.append(error)

    closer = threading.Thread(target=close)

    class Slow(threading.Thread):
        def start(self) -> None:
            if self.name == "memory-index":  # the store starts threads too
                closer.start()
                closer.join(0.2)
            super().start()

    asking.recall.indexer.start()
    monkeypatch.setattr(module.threading, "Thread", Slow)
    asking.recall.indexer.index_soon()
    closer.join(90)
    assert faults == []
    assert not closer.is_alive()
    assert [t for t in threading.enumerate() if t.name == "memory-index"] == []


def test_nothing_of_recall_begins_after_it_was_closed(desk):
    from claudeops_desktop.memory import MemoryService

    memory = MemoryService(desk.book, desk.clock)
    memory.recall.keep_indexed()
    desk.add("Takes 60s to start after restart", service="jellyfin")
    memory.recall.close()
    first = memory.recall.index_progress
    memory.recall.begin_indexing()
    memory.recall.embedding_changed()
    assert memory.recall.index_progress == first
    assert [t for t in threading.enumerate() if t.name.startswith("memory-index")] == []


def test_a_hostile_question_is_only_words(stocked):
    for question in ('" OR *', "NEAR(a b)", "service:jellyfin AND", "'; DROP TABLE memories; --", "\x00", "(((", "^"):
        stocked.ask(question)
    assert stocked.rows("SELECT count(*) FROM memories") == [(3,)]


def test_a_model_that_is_named_in_the_settings_gets_its_vectors_without_a_question(desk):
    import msgspec

    from claudeops_desktop.core.settings.groups import Settings
    from claudeops_desktop.memory import MemoryService

    settings = [
        msgspec.structs.replace(Settings(), embedding=msgspec.structs.replace(Settings().embedding, kind="none"))
    ]
    memory = MemoryService(desk.book, desk.clock, lambda: settings[0])
    memory.recall.keep_indexed()
    desk.add("Takes 60s to start after restart", service="jellyfin")
    settings[0] = Settings()
    done = threading.Event()

    def look(change):
        if change.table == "memory_index" and memory.recall.indexer.progress.doing == "vectors":
            done.set()

    desk.store.hub.listen(look)
    memory.recall.embedding_changed()
    assert done.wait(90)
    memory.recall.close()
    state = desk.store.read(memory.recall.index_state).result()
    assert (state.done, state.total) == (1, 1)


def test_what_is_told_while_the_shelf_reads_is_read_the_next_time(stocked):
    stocked.ask("jellyfin")
    loaded_index = stocked.recall.loaded_index

    def told():
        yield 1
        loaded_index.refresh(loaded_index.model)  # another thread asks just now
        yield 2

    loaded_index.touched(told())
    before = len(loaded_index.moved)
    loaded_index.refresh(loaded_index.model)
    assert set(loaded_index.moved[before:]) == {1, 2}


@pytest.mark.file_only("FTS5's own tables, which a server has not")
def test_a_word_index_that_misses_what_memories_say_is_found_out_and_made_anew(stocked):
    stocked.recall.warm()
    stocked.execute("UPDATE memory_words_data SET block = x'00ff00ff' WHERE id > 1")
    found = stocked.ask("jellyfin restart", services=("jellyfin",))
    assert "word index" in found.note
    stocked.recall.indexer.catch_up()
    again = stocked.ask("jellyfin restart")
    assert again.note == ""
    assert "restart (0)" not in stage(again, "keywords")
    assert again.items[0].memory.id == stocked.slow


def test_a_summary_that_went_with_a_purge_is_made_anew(stocked):
    before = stocked.rows("SELECT kind, name, text FROM memory_summaries ORDER BY kind, name")
    stocked.execute("DELETE FROM memory_summaries WHERE name = 'jellyfin'")
    stocked.recall.indexer.catch_up()
    assert stocked.rows("SELECT kind, name, text FROM memory_summaries ORDER BY kind, name") == before


def test_a_round_with_nothing_to_do_does_not_look_through_memory(stocked, monkeypatch):
    def looked(*_):
        raise AssertionError("looked through all of memory")

    monkeypatch.setattr(indexing.summaries, "missing", looked)
    monkeypatch.setattr(indexing.vectors, "drop_others", looked)
    assert stocked.recall.indexer.catch_up() == 0
