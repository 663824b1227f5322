"""The sentence model searches where the store names its index complete; until then the static model does (E8)."""

from __future__ import annotations

import threading

import msgspec
import pytest
from recall_world import Asking, stage

from claudeops_desktop.core.settings.groups import EmbeddingSettings
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.embed.sentences import SentenceEmbedder
from claudeops_desktop.memory.recall.indexer import FEW
from claudeops_desktop.memory.recall.vectors import index_name

STATIC, SENTENCES = "wordllama-l2-256", "all-MiniLM-L6-v2-int8"
STATIC_INDEX, SENTENCE_INDEX = index_name(STATIC), index_name(SENTENCES)


@pytest.fixture
def told(asking: Asking) -> Asking:
    """Three facts; nothing is indexed by the sentence model yet."""
    asking.sentences = SentenceEmbedder()
    asking.full = asking.put("The volume ran out of space and every upload stopped", "nextcloud")
    asking.put("Takes 60s to start after restart", "jellyfin")
    asking.put("The backup runs at two in the morning", "borg")
    return asking


@pytest.fixture
def complete(told: Asking) -> Asking:
    told.recall.indexer.catch_up()
    return told


def complete_indexes(asking: Asking) -> list[str]:
    return [name for (name,) in asking.rows("SELECT name FROM complete_indexes")]


def vectors(asking: Asking) -> dict[str, int]:
    return dict(asking.rows("SELECT model, count(*) FROM memory_vectors GROUP BY model"))


def test_the_static_model_serves_until_the_sentence_model_has_read_all(told):
    told.recall.indexer.catch_up(awaited=True)
    assert stage(told.ask("when does the backup run"), "vectors") == f"{STATIC}, 3 of 3 memories."
    assert (complete_indexes(told), told.sentences.is_loaded) == ([], False)


@pytest.mark.both_stores
def test_a_round_that_nobody_waits_for_makes_its_index_and_the_store_names_it(complete):
    assert complete_indexes(complete) == [SENTENCE_INDEX]
    assert vectors(complete) == {STATIC_INDEX: 3, SENTENCE_INDEX: 3}
    assert stage(complete.ask("when does the backup run"), "vectors") == f"{SENTENCES}, 3 of 3 memories."


class HeldUp(SentenceEmbedder):
    """The model in the middle of its first batch, until it is let go on."""

    def __init__(self) -> None:
        super().__init__()
        self.reads_now, self.go_on = threading.Event(), threading.Event()

    def embed(self, texts):
        self.reads_now.set()
        self.go_on.wait(30)
        return super().embed(texts)


def test_a_question_about_a_new_fact_does_not_wait_until_the_model_has_read_all(told):
    told.sentences = HeldUp()
    told.start_again()
    making = threading.Thread(target=told.recall.indexer.catch_up)
    making.start()
    told.sentences.reads_now.wait(60)
    key = told.put("The uplink modem reboots at dawn", "modem")
    found = told.ask("when does the uplink modem reboot")
    assert (found.items[0].memory.id, making.is_alive()) == (key, True)
    told.sentences.go_on.set()
    making.join()
    assert vectors(told)[STATIC_INDEX] == 4


def test_a_second_round_leaves_it_as_it_is(complete):
    before = complete.rows("SELECT * FROM complete_indexes")
    assert complete.recall.indexer.catch_up() == 0
    assert complete.rows("SELECT * FROM complete_indexes") == before


def test_an_answer_that_shares_no_word_with_the_question_is_found(complete):
    found = complete.ask("disk is full, nobody can send files")
    assert found.items[0].memory.id == complete.full


def test_a_write_never_loads_it(told):
    key = told.put("The uplink modem reboots at dawn", "modem")
    told.keeper.wait(90)
    told.store.write(lambda: told.recall.indexer.index_written([key])).result()
    assert vectors(told) == {STATIC_INDEX: 1}
    assert not told.sentences.is_loaded


def test_a_fact_that_was_just_written_is_found_by_meaning(complete):
    key = complete.put("The uplink modem reboots at dawn", "modem")
    found = complete.ask("early in the day the router restarts itself")
    assert found.items[0].memory.id == key
    assert vectors(complete) == {STATIC_INDEX: 4, SENTENCE_INDEX: 4}


def test_of_many_new_facts_a_question_waits_for_a_few(complete):
    for number in range(FEW + 1):
        complete.put(f"Share {number} is backed up", "nas")
    complete.ask("which share is backed up")
    assert vectors(complete) == {STATIC_INDEX: 4 + FEW, SENTENCE_INDEX: 3 + FEW}


def test_where_most_is_new_the_static_model_serves_again(complete):
    for number in range(FEW + 1):
        complete.put(f"Share {number} is backed up", "nas")
    complete.recall.indexer.catch_up(awaited=True)
    assert complete_indexes(complete) == []
    assert stage(complete.ask("how long does jellyfin take"), "vectors").startswith(STATIC)


@pytest.mark.both_stores
def test_a_client_that_lacks_the_model_searches_by_words_and_says_so(complete, tmp_path):
    complete.sentences = SentenceEmbedder(tmp_path / "missing.npz")
    complete.start_again()
    found = complete.ask("when does the backup run")
    assert found.items[0].memory.service == "borg"
    assert stage(found, "vectors") == (
        f"The index of this memory is one of {SENTENCES}, which did not load: words and graph serve."
    )


def test_who_may_not_wait_for_it_searches_by_words(complete):
    complete.sentences = SentenceEmbedder()
    complete.start_again()
    complete.keeper.wait(90)
    found = complete.ask("when does the backup run", asked_by="hook")
    assert stage(found, "vectors") == "The model is being loaded: words and graph serve."
    assert not complete.sentences.is_loaded


def test_settings_that_name_another_model_leave_neither_its_vectors_nor_its_name(complete):
    complete.settings = msgspec.structs.replace(complete.settings, embedding=EmbeddingSettings(kind="endpoint"))
    complete.recall.indexer.catch_up()
    assert vectors(complete) == {STATIC_INDEX: 3}  # the world's model stands for the endpoint's
    assert complete_indexes(complete) == []


def test_a_store_from_before_is_read_by_the_sentence_model_in_the_background(desk):
    desk.add("Takes 60s to start after restart", service="jellyfin")
    memory = MemoryService(desk.book, desk.clock)
    memory.recall.keep_indexed()
    news = threading.Condition()

    def hear(_change):
        with news:
            news.notify_all()

    def rows():
        return desk.store.read(
            lambda: desk.store.database.execute_sql("SELECT name FROM complete_indexes").fetchall()
        ).result()

    forget = desk.store.hub.listen(hear)
    desk.add("The backup runs at two in the morning", service="borg")
    with news:
        assert news.wait_for(lambda: rows() == [(SENTENCE_INDEX,)], 90)
    forget()
    memory.recall.close()
