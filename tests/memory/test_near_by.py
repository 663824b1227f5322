"""Whom the judge compares a fact with: the nearest by words and, where the model is loaded, by meaning (E7)."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory import candidates
from claudeops_desktop.memory.embed.words import EmbeddingFault
from claudeops_desktop.memory.near_by import NearBy
from claudeops_desktop.store.database import proxy

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
    nearest = NearBy(desk.memory.embedder)
    assert desk.memory.embedder() is None
    assert desk.store.read(lambda: nearest(ASKED, list(ids.values()))).result() == []
    found = desk.store.read(lambda: candidates.near("portal", "behavior", ASKED, nearest=nearest)).result()
    assert ids[MEANT] not in dict(found)


def test_what_shares_no_word_is_found_by_meaning_where_the_model_is_loaded(desk, ids):
    desk.memory.warm_recall()
    desk.memory.indexer.catch_up()
    nearest = NearBy(desk.memory.embedder)
    try:
        found = desk.store.read(lambda: candidates.near("portal", "behavior", ASKED, nearest=nearest)).result()
        assert ids[MEANT] in dict(found)
        assert len(found) <= candidates.MOST
        broken = b"\x00" * 8
        desk.write(lambda: proxy.execute_sql("UPDATE memory_vectors SET vector = ?", (broken,)))
        assert desk.store.read(lambda: nearest(ASKED, list(ids.values()))).result() == []
    finally:
        desk.memory.close_recall()


def test_a_model_that_fails_leaves_it_to_the_words(desk, ids):
    class Endpoint:
        name, size, local, reads = "away", 3, True, True

        def embed(self, texts):
            raise EmbeddingFault("It is away.")

        def question(self, text, weights):
            raise EmbeddingFault("It is away.")

    assert desk.store.read(lambda: NearBy(Endpoint)(ASKED, list(ids.values()))).result() == []


def test_of_many_the_rarest_shared_word_counts_most(desk, ids):
    text = "The intranet reboots"
    found = desk.store.read(lambda: candidates.near("portal", "behavior", text)).result()
    assert len(found) == candidates.MOST
    assert ids[MEANT] in dict(found)


def test_small_words_join_nothing():
    assert candidates.words("Takes about 60s to start") == candidates.words("start: 60s, and that is it")
