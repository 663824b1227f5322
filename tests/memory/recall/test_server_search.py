"""A store of many memories on a server: the server searches their vectors, and what is found is the same."""

from __future__ import annotations

import random

import numpy as np
import pytest

from claudeops_desktop.core.principals import acting_as, make_principal
from claudeops_desktop.memory.recall import server_search, vectors
from claudeops_desktop.memory.recall.types import RecallRequest
from claudeops_desktop.storage.postgres import address as address_module
from claudeops_desktop.storage.postgres import faults
from claudeops_desktop.storage.postgres.looking import server_status
from claudeops_desktop.storage.postgres.server_vectors import MAKERS, ServerVectors

pytestmark = pytest.mark.parametrize("_store_on_server", ["postgresql"], indirect=True)
PARTS = ("port", "data directory", "log file", "certificate", "backup target", "socket", "cache", "owner")
SERVICES = ("nginx", "jellyfin", "postgres", "redis", "grafana", "vault")


@pytest.fixture
def stocked_server(asking, monkeypatch: pytest.MonkeyPatch):
    """Facts of six services, indexed; a server searches them from the next look on."""
    chance = random.Random(5)
    for number in range(120):
        part, service = chance.choice(PARTS), chance.choice(SERVICES)
        asking.put(f"The {part} number {number} of {service} is at /srv/{service}/{number}", service)
    asking.recall.warm()
    asking.recall.indexer.catch_up()
    monkeypatch.setattr(server_search, "FROM_MEMORIES", 100)
    return asking


def search_at_server(asking) -> None:
    asking.recall.indexer.catch_up()
    asking.ask("nginx")
    assert asking.recall.loaded_index.at_server is not None


def ids_of(asking, question: str) -> list[int]:
    return [item.memory.id for item in asking.ask(question, limit=10, everything=True).items]


@pytest.mark.slow
def test_the_same_is_found_as_by_each_process_itself(stocked_server) -> None:
    questions = [f"Where is the {part} of {service}?" for part in PARTS for service in SERVICES]
    here = [ids_of(stocked_server, question) for question in questions]
    search_at_server(stocked_server)
    there = [ids_of(stocked_server, question) for question in questions]
    same = [len(set(one) & set(other)) / len(one) for one, other in zip(here, there, strict=True)]
    assert np.mean(same) >= 0.99
    assert stocked_server.recall.loaded_index.vectors.size == 0  # nothing of it is held here


@pytest.mark.slow
@pytest.mark.parametrize("exact_up_to", [0, 10_000])
def test_the_nearest_are_those_of_all(stocked_server, monkeypatch: pytest.MonkeyPatch, exact_up_to: int) -> None:
    monkeypatch.setattr(server_search, "EXACT_UP_TO", exact_up_to)
    monkeypatch.setattr(server_search, "NEAREST", 10)
    index = stocked_server.recall.loaded_index
    asked = stocked_server.embedder.question("the certificate of vault", {})
    with index.lock:
        whole = server_search.compare_all(index, asked)
    search_at_server(stocked_server)

    def look() -> server_search.QuestionCosines:
        with index.lock.shared():
            wanted = server_search.WantedMemories(np.array([3], np.int64), False, False)
            return index.at_server.cosines(index, asked, wanted)

    found = stocked_server.store.read(look).result()
    best = np.argsort(-whole.each)[:10]
    assert np.abs(found.each[best] - whole.each[best]).max() < 1e-3  # numbers of half precision
    assert abs(found.each[3] - whole.each[3]) < 1e-3
    assert found.mean == pytest.approx(whole.mean, abs=1e-3)


@pytest.mark.slow
def test_what_is_new_edited_and_deleted_is_so_there_too(stocked_server) -> None:
    search_at_server(stocked_server)
    key = stocked_server.put("The uplink modem reboots at dawn", "modem")
    assert stocked_server.ids("when does the uplink modem reboot")[0] == key
    count = "SELECT count(*) FROM lite_near_vectors WHERE memory_id = ?"
    assert stocked_server.rows(count, key) == [(1,)]
    stocked_server.change(key, observation="The heating of the hall is switched off in May")
    assert key in stocked_server.ids("when is the heating of the hall switched off")
    stocked_server.execute("DELETE FROM memories WHERE id = ?", key)
    assert stocked_server.rows(count, key) == [(0,)]
    assert key not in stocked_server.ids("when is the heating of the hall switched off")


@pytest.mark.slow
def test_what_another_version_stored_is_put_there_by_the_next_round(stocked_server) -> None:
    search_at_server(stocked_server)
    stocked_server.execute("DELETE FROM lite_near_vectors WHERE memory_id % 2 = 0")
    stocked_server.recall.indexer.catch_up()
    assert stocked_server.rows("SELECT count(*) FROM lite_near_vectors") == stocked_server.rows(
        "SELECT count(*) FROM memory_vectors"
    )


@pytest.mark.slow
def test_who_asks_is_told_of_his_own_only(stocked_server) -> None:
    secret = stocked_server.put("The vault of anna opens at noon", "vault", audience="private:anna")
    search_at_server(stocked_server)

    def asked_by(name: str) -> list[int]:
        with acting_as(make_principal(name, ())):
            request = RecallRequest("when does the vault of anna open", stocked_server.clock())
            return [item.memory.id for item in stocked_server.recall.recall(request).items]

    assert secret in asked_by("anna")
    assert secret not in asked_by("ben")


@pytest.mark.slow
def test_a_vector_that_cannot_be_read_keeps_no_other_from_being_there(stocked_server) -> None:
    stocked_server.execute("UPDATE memory_vectors SET vector = ? WHERE memory_id = 7", b"\x00\x01")
    search_at_server(stocked_server)
    ((there,),) = stocked_server.rows("SELECT count(*) FROM lite_near_vectors")
    assert there >= 119


@pytest.mark.slow
def test_an_index_whose_making_was_cut_off_is_made_anew(stocked_server) -> None:
    search_at_server(stocked_server)
    database = stocked_server.store.database
    cut_off = "UPDATE pg_index SET indisvalid = false WHERE indexrelid::regclass::text LIKE '%lite_near_256%'"
    stocked_server.store.write(lambda: database.native(cut_off)).result()
    database.server_vectors = ServerVectors(database)  # as another application sees it
    assert server_status(database.address).vectors == "application"
    stocked_server.start_again()
    search_at_server(stocked_server)
    assert server_status(database.address).vectors == "server"


@pytest.mark.slow
def test_while_another_application_makes_the_index_it_is_let_be(stocked_server) -> None:
    address = stocked_server.store.database.address
    with address_module.connect(address) as other:
        other.execute(f"SELECT pg_advisory_lock({MAKERS})")
        stocked_server.recall.indexer.catch_up()
        assert stocked_server.ids("where is the certificate of vault")
        assert stocked_server.recall.loaded_index.at_server is None
    search_at_server(stocked_server)


@pytest.mark.slow
def test_words_serve_where_the_server_does_not_search(stocked_server, monkeypatch: pytest.MonkeyPatch) -> None:
    search_at_server(stocked_server)
    address = stocked_server.store.database.address

    def lost(*_: object, **__: object) -> None:
        raise faults.away(address)

    monkeypatch.setattr(type(stocked_server.store.database.server_vectors), "nearest", lost)
    found = stocked_server.ask("where is the certificate of vault")
    assert found.items
    assert "Words and graph serve." in found.note


@pytest.mark.slow
def test_a_server_without_the_extension_leaves_it_to_each_process(
    stocked_server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(type(stocked_server.store.database.server_vectors), "make", lambda self: False)
    stocked_server.recall.indexer.catch_up()
    assert stocked_server.ids("where is the certificate of vault")
    assert stocked_server.recall.loaded_index.at_server is None


def test_damaged_vectors_are_left_out() -> None:
    good = np.ones(2, "<f4").tobytes()
    rows = [(1, good), (2, b"\x00"), (3, np.array([np.nan, 1], "<f4").tobytes())]
    assert vectors.readable(rows, 2) == {1: [1.0, 1.0]}
