"""Many memories are indexed at once, as each by itself would be; what a question needs is read at once."""

from __future__ import annotations

import pytest

from claudeops_desktop.memory.recall import entity_rows, memory_index, vectors
from claudeops_desktop.memory.recall.entities import NamedEntity
from claudeops_desktop.storage.database import proxy

pytestmark = pytest.mark.both_stores

SPOKEN = "SELECT m.memory_id, e.kind, e.name FROM memory_entities m JOIN entities e ON e.id = m.entity_id ORDER BY 1, 3"


def test_entities_of_many_memories_are_kept_once_each(asking) -> None:
    one, two = asking.put("One speaks of caddy and nginx", "caddy"), asking.put("Two speaks of caddy", "caddy")
    caddy, quoted = NamedEntity("service", "caddy"), NamedEntity("name", 'it\'s "a" name')
    found = {one: [caddy, quoted], two: [caddy], 10_000: [caddy, NamedEntity("host", "of.nobody")]}
    for _ in range(2):  # the second time everything is there
        asking.store.write(lambda: entity_rows.put_entities(found)).result()
        assert asking.rows(SPOKEN) == [
            (one, "service", "caddy"),
            (one, "name", quoted.name),
            (two, "service", "caddy"),
        ]
        assert asking.rows("SELECT count(*) FROM entities WHERE kind = 'service'") == [(1,)]
        assert asking.rows("SELECT memory_id FROM memory_indexed ORDER BY 1") == [(one,), (two,)]
    asking.store.write(lambda: entity_rows.put_entities({one: []})).result()
    assert asking.rows(SPOKEN) == [(two, "service", "caddy")]


@pytest.mark.parametrize("number", [1, 7, 8, 9, 74])
def test_vectors_are_kept_in_parts_of_few_sizes(asking, number: int) -> None:
    texts = [f"The fact of number {at}" for at in range(number)]
    rows = [(asking.put(text), text) for text in texts]
    made = asking.embedder.embed(texts)
    told = [*rows, (10_000, "gone"), (rows[0][0], "reads otherwise")]
    with_more = asking.embedder.embed([text for _, text in told])
    kept = asking.store.write(lambda: vectors.store_vectors(told, with_more, "m")).result()
    assert sorted(set(kept)) == [key for key, _ in rows]
    stored = asking.rows("SELECT memory_id, vector FROM memory_vectors WHERE model = 'm' ORDER BY 1")
    assert stored == [(key, made[at].astype("<f4").tobytes()) for at, (key, _) in enumerate(rows)]


def test_what_is_new_is_indexed_with_its_summary_before_it_is_asked_for(asking) -> None:
    asking.put("Takes 60s to start after restart", "jellyfin")
    asking.ask("jellyfin")
    key = asking.put("Jellyfin transcodes in /srv/cache", "jellyfin")
    assert key in asking.ids("where does jellyfin transcode")
    assert asking.rows("SELECT count(*) FROM memory_vectors") == asking.rows("SELECT count(*) FROM memories")
    assert ("path", "/srv/cache") in [row[1:] for row in asking.rows(SPOKEN)]
    ((ids,),) = asking.rows("SELECT memory_ids FROM memory_summaries WHERE kind = 'service' AND name = 'jellyfin'")
    assert str(key) in ids
    assert asking.rows("SELECT count(*) FROM telemetry WHERE action = 'memory.index.completed'") == [(2,)]
    asking.recall.indexer.index_now([key])  # somebody else was faster: nothing is left to do
    assert asking.rows("SELECT count(*) FROM telemetry WHERE action = 'memory.index.completed'") == [(2,)]


def asked_of(asking, monkeypatch: pytest.MonkeyPatch, question: str) -> list[str]:
    """The statements of a recall, but for those that write it down."""
    statements: list[str] = []
    ask = type(proxy.obj).execute_sql

    def execute_sql(self, sql: str, params: object = None) -> object:
        statements.append(sql)
        return ask(self, sql, params)

    with monkeypatch.context() as patched:
        patched.setattr(type(proxy.obj), "execute_sql", execute_sql)
        asking.recall._record = lambda *_: None
        assert asking.ask(question).items
    return statements


def test_a_recall_asks_few_questions(asking, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(12):
        asking.put(f"The backup {number} of nginx-{number} is at /srv/place-{number} on port 80{number}", "nginx")
    asking.ask("backup of nginx-1 and nginx-2", profile="deep")
    first = asked_of(asking, monkeypatch, "Which place and port has the backup of nginx-3 and nginx-4?")
    assert len([sql for sql in first if "memory_words MATCH" in sql]) == 1
    assert len([sql for sql in first if "FROM memory_entities WHERE entity_id" in sql]) <= 2
    again = asked_of(asking, monkeypatch, "Which place and port has the backup of nginx-3 and nginx-4?")
    assert not [sql for sql in again if "memory_words" in sql or "FROM memory_entities WHERE entity_id" in sql]


def test_nothing_is_read_again_while_the_mark_stays(asking, monkeypatch: pytest.MonkeyPatch) -> None:
    asking.put("Takes 60s to start after restart", "jellyfin")
    asking.ask("jellyfin")
    index, looked = asking.recall.loaded_index, []
    monkeypatch.setattr(memory_index.MemoryIndex, "_catch_up", lambda self, strangers: looked.append(strangers))

    def refresh(mark: tuple[int, ...] | None) -> None:
        asking.store.read(lambda: index.refresh(index.model, index.size, False, mark)).result()

    refresh((1,))
    refresh((1,))
    assert len(looked) == 1
    index.touched([1])  # somebody told of a change
    refresh((1,))
    refresh((2,))
    refresh(None)
    refresh(None)
    assert len(looked) == 5


NGINX = "Nginx of the edge answers at /srv/edge"


def put_and_index(asking) -> int:
    """One fact, indexed in the write that keeps it."""

    def keep() -> int:
        number = asking.put(NGINX, "nginx")
        asking.recall.indexer.index_written([number])
        return number

    return asking.store.write(keep).result()


def test_what_was_indexed_with_its_write_is_asked_for_without_another(asking, monkeypatch: pytest.MonkeyPatch) -> None:
    asking.put("Takes 60s to start after restart", "jellyfin")
    asking.ask("jellyfin")
    key = put_and_index(asking)
    assert ("path", "/srv/edge") in [row[1:] for row in asking.rows(SPOKEN)]
    assert asking.rows("SELECT count(*) FROM memory_vectors WHERE memory_id = ?", key) == [(1,)]
    ((ids,),) = asking.rows("SELECT memory_ids FROM memory_summaries WHERE kind = 'service' AND name = 'nginx'")
    assert str(key) in ids
    asked = asked_of(asking, monkeypatch, "where does nginx answer at the edge")
    assert not [sql for sql in asked if not sql.lstrip().startswith(("SELECT", "PRAGMA data_version"))]
    assert key in asking.ids("where does nginx answer at the edge")


def test_what_a_write_indexed_that_was_taken_back_is_indexed_with_the_next(asking) -> None:
    asking.put("Takes 60s to start after restart", "jellyfin")
    asking.ask("jellyfin")

    def lost() -> None:
        number = asking.put(NGINX, "nginx")
        asking.recall.indexer.index_written([number])
        raise ValueError(number)

    with pytest.raises(ValueError):
        asking.store.write(lost).result()
    assert asking.rows("SELECT name FROM memory_summaries WHERE kind = 'service'") == [("jellyfin",)]
    key = asking.put(NGINX, "nginx")
    assert key in asking.ids("where does nginx answer at the edge")
    ((ids,),) = asking.rows("SELECT memory_ids FROM memory_summaries WHERE kind = 'service' AND name = 'nginx'")
    assert str(key) in ids
