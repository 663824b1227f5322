"""E8: the built-in model needs no network; others by configuration, and what they answer is checked."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import numpy as np
import psutil
import pytest

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.core.settings.groups import EmbeddingSettings
from claudeops_desktop.memory.embed import built_in, fast
from claudeops_desktop.memory.embed.endpoint import PAUSE_S, EndpointEmbedder
from claudeops_desktop.memory.embed.provider import EmbedderProvider, embedder, model_name
from claudeops_desktop.memory.embed.types import EmbeddingFault, EmbeddingMissing


def test_the_built_in_model_loads_without_a_network(monkeypatch):
    def refuse(*_: object) -> None:
        raise AssertionError("the network was asked for")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    built_in.load.cache_clear()
    model = built_in.load()
    assert (model.name, model.size) == ("wordllama-l2-256", 256)


def test_vectors_have_length_one_and_an_empty_text_says_nothing():
    rows = built_in.load().embed(["Takes 60s to start", "", "🙂 ütf"])
    assert rows.dtype == np.float32
    assert np.linalg.norm(rows, axis=1).round(5).tolist() == [1.0, 0.0, 1.0]


def test_like_texts_lie_nearer():
    a, b, c = built_in.load().embed(["restart the web server", "reboot the http daemon", "bake a chocolate cake"])
    assert a @ b > a @ c


def test_a_telling_word_turns_the_question():
    model = built_in.load()
    backup, mail = model.embed(["backup", "mail"])
    towards = model.question("backup or mail", {"backup": 5.0, "mail": 0.5})
    assert towards @ backup > towards @ mail
    assert model.question("backup", {}) @ backup > 0.9


@pytest.mark.slow
def test_nothing_of_it_is_imported_with_the_memory_service():
    code = (
        "import sys, claudeops_desktop.memory.service; "
        "print([n for n in ('numpy', 'tokenizers', 'wordllama', 'httpx', 'fastembed') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def endpoint(answer, seen=None, key="secret"):
    def handle(request: httpx.Request) -> httpx.Response:
        if seen is not None:
            seen.append(request)
        return answer(json.loads(request.content)) if callable(answer) else answer

    return EndpointEmbedder("http://127.0.0.1:1/v1/", "nomic", lambda: key, httpx.MockTransport(handle))


def lengths(body):
    rows = [{"index": n, "embedding": [len(text), 1.0]} for n, text in enumerate(body["input"])]
    return httpx.Response(200, json={"data": rows[::-1]})


def test_an_endpoint_is_asked_in_batches_and_its_answer_put_in_order():
    seen = []
    model = endpoint(lengths, seen)
    rows = model.embed([f"{'x' * n}" for n in range(1, 131)])
    assert rows.shape == (130, 2)
    assert model.size == 2
    assert [len(json.loads(request.content)["input"]) for request in seen] == [64, 64, 2]
    assert (rows[1:, 0] > rows[:-1, 0]).all()
    assert str(seen[0].url) == "http://127.0.0.1:1/v1/embeddings"
    assert seen[0].headers["authorization"] == "Bearer secret"
    assert model.question("ab", {}).shape == (2,)
    model.close()


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(401, json={"error": "no key"}),
        httpx.Response(200, content=b"<html>"),
        httpx.Response(200, json={"data": []}),
        httpx.Response(200, json={"data": [{"index": 0, "embedding": ["a"]}]}),
        httpx.Response(200, json={"data": [{"index": 5, "embedding": [1.0]}]}),
        httpx.Response(200, content=b'{"data": [{"index": 0, "embedding": [NaN]}]}'),
    ],
)
def test_an_answer_that_is_not_vectors_is_a_fault(answer):
    with pytest.raises(EmbeddingFault):
        endpoint(answer).embed(["text"])


def test_an_endpoint_that_is_not_there_is_a_fault_and_never_tells_the_key():
    def gone(body):
        raise httpx.ConnectError("refused")

    with pytest.raises(EmbeddingFault) as told:
        endpoint(gone).embed(["text"])
    assert "secret" not in told.value.full_text


def test_a_question_is_not_asked_again_right_after_a_failure(monkeypatch):
    seen, now = [], [100.0]
    monkeypatch.setattr("claudeops_desktop.memory.embed.endpoint.time.monotonic", lambda: now[0])
    answers = iter([httpx.Response(500), *[lengths({"input": ["ab"]})] * 2])
    model = endpoint(lambda _: next(answers), seen)
    with pytest.raises(EmbeddingFault, match="answered 500"):
        model.question("ab", {})
    with pytest.raises(EmbeddingFault, match="failed a moment ago"):
        model.question("ab", {})
    assert len(seen) == 1
    now[0] += PAUSE_S
    assert model.question("ab", {}).shape == (2,)
    assert model.question("ab", {}).shape == (2,)


def test_a_question_waits_two_seconds_and_texts_in_the_background_longer():
    seen = []
    model = endpoint(lengths, seen)
    model.question("ab", {})
    model.embed(["ab"])
    assert [round(request.extensions["timeout"]["read"]) for request in seen] == [2, 30]


def test_an_answer_that_trickles_in_is_left_at_the_end_of_its_time(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("claudeops_desktop.memory.embed.endpoint.time.monotonic", lambda: now[0])

    class Trickle(httpx.SyncByteStream):
        def __iter__(self):
            for _ in range(100):
                now[0] += 0.5
                yield b" "

    with pytest.raises(EmbeddingFault, match="not in time"):
        endpoint(httpx.Response(200, stream=Trickle())).question("ab", {})
    assert now[0] < 3


@pytest.mark.parametrize("url", ["http://models.example/v1", "http://10.0.0.5:11434/v1"])
def test_a_key_is_never_sent_in_the_clear_to_another_machine(url):
    seen = []
    model = EndpointEmbedder(url, "nomic", lambda: "secret", httpx.MockTransport(seen.append))
    with pytest.raises(EmbeddingFault, match="not encrypted") as told:
        model.embed(["text"])
    assert seen == []
    assert "secret" not in told.value.full_text


def test_an_endpoint_without_address_or_model_is_refused_with_what_to_set():
    with pytest.raises(EmbeddingMissing, match="address"):
        embedder(EmbeddingSettings(kind="endpoint"))


def test_fastembed_without_its_extra_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "fastembed", None)
    with pytest.raises(OperatorError) as told:
        fast.load("")
    assert "scripts/setup --fastembed" in told.value.full_text


NEVER_DOWNLOADED = """
import os, threading
from pathlib import Path

class TextEmbedding:
    def __init__(self, name, cache_dir=None, local_files_only=False):
        if local_files_only:
            raise ValueError("not in the cache")
        Path(cache_dir).mkdir(parents=True, exist_ok=True)
        (Path(cache_dir) / "downloading").write_text(str(os.getpid()))
        threading.Event().wait()
"""


@pytest.mark.slow
def test_a_model_that_cannot_be_downloaded_holds_no_recall_up(tmp_path, data_dir):
    """The download never ends here: what answers nevertheless did not wait for it, and leaves no process behind."""
    (tmp_path / "fastembed").mkdir()
    (tmp_path / "fastembed" / "__init__.py").write_text(NEVER_DOWNLOADED)
    root = str(Path(fast.__file__).parents[3])
    environ = dict(os.environ) | {
        "PYTHONPATH": f"{tmp_path}:{root}",
        "FASTEMBED_CACHE_PATH": str(tmp_path / "cache"),
        "CLAUDEOPS_DATA_DIR": str(data_dir),
        "CLAUDEOPS_EMBEDDING_KIND": "fastembed",
    }

    def claudeops(*words: str) -> str:
        program = [sys.executable, "-m", "claudeops_desktop", *words]
        done = subprocess.run(program, env=environ, capture_output=True, text=True, timeout=200, check=True)
        return done.stdout

    claudeops("memory", "add", "Takes 60s to start", "--category", "timing", "--service", "jellyfin")
    found = json.loads(claudeops("recall", "how long does jellyfin take to start", "--json"))
    assert [item["memory"]["observation"] for item in found["items"]] == ["Takes 60s to start"]
    number = int((tmp_path / "cache" / "downloading").read_text())
    with contextlib.suppress(psutil.NoSuchProcess):
        psutil.Process(number).wait(90)


def test_a_fastembed_model_is_asked_for_passages_and_questions():
    class Model:
        def passage_embed(self, texts):
            return [np.array([3.0, 4.0]) for _ in texts]

        def query_embed(self, texts):
            return iter([np.array([0.0, 2.0]) for _ in texts])

    model = fast.FastEmbedEmbedder(Model(), "some/model")
    assert np.allclose(model.embed(["a", "b"]), [[0.6, 0.8], [0.6, 0.8]])
    assert model.question("a", {}).tolist() == [0.0, 1.0]
    assert (model.name, model.size) == ("fastembed:some/model", 2)


@pytest.mark.parametrize(
    ("kind", "name", "called"),
    [
        ("wordllama", "", "wordllama-l2-256"),
        ("none", "", ""),
        ("endpoint", "nomic", "endpoint:nomic"),
        ("fastembed", "", "fastembed:BAAI/bge-small-en-v1.5"),
    ],
)
def test_how_a_model_is_called_is_known_before_it_is_loaded(kind, name, called):
    assert model_name(EmbeddingSettings(kind=kind, name=name)) == called


def test_the_keeper_loads_once_in_the_background_and_says_why_there_is_none():
    loads = []

    def load(settings):
        loads.append(settings.kind)
        raise EmbeddingMissing("Not there.", "Get it.")

    keeper = EmbedderProvider(lambda: EmbeddingSettings(kind="fastembed"), load)
    assert keeper.loaded() is None
    assert loads == []
    assert keeper.wait(90) is None
    assert keeper.fault == "Not there. Get it."
    assert keeper.ready() is None
    assert loads == ["fastembed"]


def test_the_keeper_follows_the_settings():
    settings = [EmbeddingSettings(kind="none")]
    keeper = EmbedderProvider(lambda: settings[0])
    assert keeper.wait(90) is None
    assert not keeper.wanted
    settings[0] = EmbeddingSettings()
    assert keeper.wait(90) is built_in.load()
    assert keeper.loaded() is built_in.load()
