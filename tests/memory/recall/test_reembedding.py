"""Another embedding model, end to end: an endpoint on loopback takes over from the built-in one, and gives back."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import msgspec
import pytest
from recall_world import stage

from claudeops_desktop.core.settings.groups import EmbeddingSettings, Settings
from claudeops_desktop.memory import MemoryService
from claudeops_desktop.memory.recall.types import RecallRequest

FACTS, PATIENCE_S = 100, 90


class Letters(ThreadingHTTPServer):
    """Counts letters, 26 numbers a text. A second batch of many texts waits for ``go_on``; ``down`` answers 503."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.go_on, self.down, self.batches = threading.Event(), False, 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class _Handler(BaseHTTPRequestHandler):
    server: Letters

    def do_POST(self) -> None:
        texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
        if len(texts) > 1:
            self.server.batches += 1
            if self.server.batches > 1:
                self.server.go_on.wait(PATIENCE_S)
        rows = [[float(text.lower().count(chr(97 + n))) + 0.01 for n in range(26)] for text in texts]
        body = json.dumps({"data": [{"index": n, "embedding": row} for n, row in enumerate(rows)]}).encode()
        self.send_response(503 if self.server.down else 200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def letters() -> Iterator[Letters]:
    server = Letters()
    serving = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    serving.start()
    yield server
    server.go_on.set()
    server.shutdown()
    serving.join()
    server.server_close()


class Operator:
    """Changes the settings, asks, and waits for what the index tells."""

    def __init__(self, desk) -> None:
        self.desk, self.settings = desk, Settings()
        self.memory = MemoryService(desk.book, desk.clock, lambda: self.settings)
        self._news = threading.Condition()
        desk.store.hub.listen(self._hear)

    def _hear(self, change) -> None:
        if change.table == "memory_index":
            with self._news:
                self._news.notify_all()

    def embed_by(self, embedding: EmbeddingSettings) -> None:
        self.settings = msgspec.structs.replace(self.settings, embedding=embedding)
        self.memory.recall.embedding_changed()

    def wait_for(self, done: int) -> None:
        self.wait_until(lambda: self.state().done >= done)

    def wait_until(self, so: Callable[[], bool]) -> None:
        with self._news:
            assert self._news.wait_for(so, PATIENCE_S)

    def state(self):
        return self.desk.store.read(self.memory.recall.index_state).result()

    def ask(self):
        question = "which port must the zigbee stick be in"
        return self.memory.recall.ask(RecallRequest(question, self.desk.clock(), profile="balanced"))


@pytest.fixture
def operator(desk) -> Iterator[Operator]:
    for number in range(FACTS - 1):
        desk.add(f"Job {number} of the nightly run writes to /srv/data{number}", category="behavior", service="batch")
    made = Operator(desk)
    made.memory.recall.keep_indexed()
    made.answer = desk.add("The zigbee stick must be in the left port", category="behavior", service="radio").id
    made.wait_for(FACTS)
    yield made
    made.memory.recall.close()


def models(operator) -> list[str]:
    return [
        row[0]
        for row in operator.desk.store.read(
            lambda: operator.desk.store.database.execute_sql(
                "SELECT DISTINCT model FROM memory_vectors ORDER BY model"
            ).fetchall()
        ).result()
    ]


@pytest.mark.slow
def test_an_endpoint_takes_over_with_progress_and_right_answers_meanwhile(operator, letters):
    assert operator.ask().items[0].memory.id == operator.answer
    operator.embed_by(EmbeddingSettings(kind="endpoint", url=letters.url, name="letters"))
    operator.wait_for(64)  # the first batch is in, the second waits
    half = operator.state()
    assert (half.doing, half.done, half.total) == ("vectors", 64, FACTS)
    found = operator.ask()
    assert found.items[0].memory.id == operator.answer
    assert stage(found, "vectors") == (
        f"64 of {FACTS} memories have a vector of endpoint:letters: words and graph serve meanwhile."
    )
    letters.go_on.set()
    operator.wait_for(FACTS)
    operator.memory.recall.indexer.catch_up()  # the round that goes on is waited for
    found = operator.ask()
    assert found.items[0].memory.id == operator.answer
    assert stage(found, "vectors") == f"endpoint:letters, {FACTS} of {FACTS} memories."
    assert models(operator) == ["endpoint:letters of service and text"]
    operator.embed_by(EmbeddingSettings())
    operator.wait_for(FACTS)
    operator.memory.recall.indexer.catch_up()
    assert operator.ask().items[0].memory.id == operator.answer
    assert models(operator) == [f"{name} of service and text" for name in ("all-MiniLM-L6-v2-int8", "wordllama-l2-256")]


@pytest.mark.slow
def test_an_endpoint_that_is_down_is_told_and_words_serve(operator, letters):
    letters.down = True
    operator.embed_by(EmbeddingSettings(kind="endpoint", url=letters.url, name="letters"))
    operator.memory.recall.begin_indexing()
    found = operator.ask()
    assert found.items[0].memory.id == operator.answer
    assert "words and graph serve" in stage(found, "vectors").lower()
    operator.wait_until(lambda: "503" in operator.state().fault)
    assert "wordllama-l2-256 of service and text" in models(operator)  # kept until the new ones are all there
