"""Whom the judge compares a fact with: the nearest by words and, where the model is loaded, by meaning (E7)."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claudeops_desktop.memory import candidates, similar
from claudeops_desktop.memory.embed import built_in
from claudeops_desktop.memory.embed.types import EmbeddingFault
from claudeops_desktop.memory.recall import vectors
from claudeops_desktop.memory.similar import SimilarMemoryRanker
from claudeops_desktop.storage.database import proxy

FILLING = [f"Certificate {n} of the intranet expires in week {n}" for n in range(40)]
MEANT = "The machine reboots whenever memory runs out"
ASKED = "Out of RAM, the box restarts"


@pytest.fixture
def ids(desk):
    """The memories of one service, by text."""

    def fill():
        return {
            text: int(
                proxy.execute_sql(
                    "INSERT INTO memories (service, category, observation, confidence, created_at, updated_at)"
                    " VALUES ('portal', 'behavior', ?, 0.7, '', '')",
                    (text,),
                ).lastrowid
            )
            for text in (MEANT, *FILLING)
        }

    return desk.write(fill)


def test_without_a_model_words_alone_choose(desk, ids):
    nearest = SimilarMemoryRanker(desk.memory.recall.embedder)
    assert desk.memory.recall.embedder() is None
    assert desk.store.read(lambda: nearest(ASKED, list(ids.values()))).result() == []
    found = desk.store.read(lambda: candidates.find_candidates("portal", "behavior", ASKED, nearest=nearest)).result()
    assert ids[MEANT] not in dict(found)


def test_what_shares_no_word_is_found_by_meaning_where_the_model_is_loaded(desk, ids):
    desk.memory.recall.warm()
    desk.memory.recall.indexer.catch_up(awaited=True)
    nearest = SimilarMemoryRanker(desk.memory.recall.embedder)
    try:
        found = desk.store.read(
            lambda: candidates.find_candidates("portal", "behavior", ASKED, nearest=nearest)
        ).result()
        assert ids[MEANT] in dict(found)
        assert len(found) <= candidates.MOST
        broken = b"\x00" * 8
        desk.write(lambda: proxy.execute_sql("UPDATE memory_vectors SET vector = ?", (broken,)))
        assert desk.store.read(lambda: nearest(ASKED, list(ids.values()))).result() == []
    finally:
        desk.memory.recall.close()


def test_a_model_that_fails_leaves_it_to_the_words(desk, ids):
    class Endpoint:
        name, size, local, reads = "away", 3, True, True

        def embed(self, texts):
            raise EmbeddingFault("It is away.")

        def question(self, text, weights):
            raise EmbeddingFault("It is away.")

    assert desk.store.read(lambda: SimilarMemoryRanker(Endpoint)(ASKED, list(ids.values()))).result() == []


@pytest.fixture
def questions(monkeypatch):
    """What is asked of the database for vectors."""
    asked = []

    def stored(ids, model):
        asked.append(list(ids))
        return vectors.stored(ids, model)

    monkeypatch.setattr(similar, "stored", stored)
    return asked


def test_what_recall_holds_in_memory_ranks_as_the_database_does(desk, ids, questions):
    desk.memory.recall.warm()
    desk.memory.recall.indexer.catch_up(awaited=True)
    desk.memory.recall.warm()
    wanted = list(ids.values())
    stored, held = (
        SimilarMemoryRanker(desk.memory.recall.embedder),
        SimilarMemoryRanker(desk.memory.recall.embedder, desk.memory.recall.loaded_index),
    )
    try:
        expected = desk.store.read(lambda: stored(ASKED, wanted)).result()
        assert len(questions) == 1
        assert desk.store.read(lambda: held(ASKED, wanted)).result() == expected
        assert len(questions) == 1  # all of it came from memory
        assert expected[0] == ids[MEANT]

        desk.memory.recall.loaded_index().touched([ids[MEANT]])  # it may read otherwise by now
        assert desk.store.read(lambda: held(ASKED, wanted)).result() == expected
        assert questions[1:] == [[ids[MEANT]]]
    finally:
        desk.memory.recall.close()


def test_a_write_does_not_wait_for_a_recall_that_is_going_on(desk, ids, questions):
    desk.memory.recall.warm()
    desk.memory.recall.indexer.catch_up(awaited=True)
    desk.memory.recall.warm()
    loaded_index, begun, over = desk.memory.recall.loaded_index(), threading.Event(), threading.Event()

    def recalls():
        with loaded_index.lock:
            begun.set()
            over.wait(60)

    other = threading.Thread(target=recalls)
    other.start()
    try:
        assert begun.wait(60)
        held = SimilarMemoryRanker(desk.memory.recall.embedder, desk.memory.recall.loaded_index)
        assert desk.store.read(lambda: held(ASKED, list(ids.values()))).result()[0] == ids[MEANT]
        assert len(questions) == 1
    finally:
        over.set()
        other.join()
        desk.memory.recall.close()


def test_a_text_alone_has_the_vector_that_it_has_among_others():
    model = built_in.load()
    together = model.embed([MEANT, ASKED])
    for text, row in [(MEANT, together[0]), (ASKED, together[1]), (ASKED, together[1]), (MEANT, together[0])]:
        assert model.embed([text])[0].tolist() == row.tolist()


SOME_WORDS = st.sampled_from(["backup", "BACKUPS", "node1", "İstanbul", "takes", "a.b/c", "ΟΔΟΣ", "x\ny", "60s"])
TEXTS = st.lists(SOME_WORDS, max_size=6).map(" ".join)


@pytest.mark.slow
@given(TEXTS, st.lists(TEXTS, max_size=8))
def test_a_row_that_shares_a_word_is_never_passed_over(text, texts):
    rows = list(enumerate(texts, 1))
    kept = candidates._holding(candidates.stem_words(text), rows)
    assert set(kept) >= {row for row in rows if candidates.stem_words(text) & candidates.stem_words(row[1])}
    assert [row for row in rows if row in kept] == list(kept)


def test_of_many_the_rarest_shared_word_counts_most(desk, ids):
    text = "The intranet reboots"
    found = desk.store.read(lambda: candidates.find_candidates("portal", "behavior", text)).result()
    assert len(found) == candidates.MOST
    assert ids[MEANT] in dict(found)


def test_small_words_join_nothing():
    assert candidates.stem_words("Takes about 60s to start") == candidates.stem_words("start: 60s, and that is it")
