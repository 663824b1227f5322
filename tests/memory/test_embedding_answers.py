"""What an embedding endpoint may answer: how many vectors, how long, how soon, and what a failure leaves behind."""

from __future__ import annotations

import json
from collections.abc import Callable
from types import SimpleNamespace

import httpx
import numpy as np
import pytest

from claudeops_desktop.memory.embed import endpoint
from claudeops_desktop.memory.embed.endpoint import EndpointEmbedder
from claudeops_desktop.memory.embed.types import EmbeddingFault, EmbeddingMissing

LOCAL = "http://127.0.0.1:9/v1"
ONE_ROW = b'{"data": [{"index": 0, "embedding": [3, 4]}]}'


def embedder(answer: Callable[[httpx.Request], httpx.Response], url: str = LOCAL, key: str | None = None):
    return EndpointEmbedder(url, "small", lambda: key, httpx.MockTransport(answer))


def saying(content: bytes, status: int = 200) -> EndpointEmbedder:
    return embedder(lambda _: httpx.Response(status, content=content))


def echo(request: httpx.Request) -> httpx.Response:
    """One vector for each text: its length, and 1."""
    texts = json.loads(request.content)["input"]
    rows = [{"index": at, "embedding": [len(text), 1]} for at, text in enumerate(texts)]
    return httpx.Response(200, json={"data": rows})


@pytest.mark.parametrize(
    ("url", "model"),
    [("", "small"), ("ftp://host/v1", "small"), ("host/v1", "small"), (LOCAL, "")],
    ids=["no address", "another protocol", "no protocol", "no model"],
)
def test_an_address_and_a_model_are_needed(url: str, model: str) -> None:
    with pytest.raises(EmbeddingMissing):
        EndpointEmbedder(url, model, lambda: None)


@pytest.mark.parametrize("url", [LOCAL, LOCAL + "/", LOCAL + "//"])
def test_the_path_is_added_once(url: str) -> None:
    asked: list[str] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(str(request.url))
        return echo(request)

    embedder(answer, url).embed(["a"])
    assert asked == [LOCAL + "/embeddings"]


@pytest.mark.parametrize(
    ("number", "calls"),
    [(0, []), (1, [1]), (63, [63]), (64, [64]), (65, [64, 1]), (128, [64, 64]), (129, [64, 64, 1])],
)
def test_texts_go_in_calls_of_64_at_most(number: int, calls: list[int]) -> None:
    made: list[int] = []

    def answer(request: httpx.Request) -> httpx.Response:
        made.append(len(json.loads(request.content)["input"]))
        return echo(request)

    rows = embedder(answer).embed(["x"] * number)
    assert made == calls
    assert len(rows) == number


def test_rows_are_put_in_the_order_of_the_texts_and_have_length_one() -> None:
    body = {"data": [{"index": 1, "embedding": [0, 2]}, {"index": 0, "embedding": [3, 4]}]}
    one = saying(json.dumps(body).encode())
    assert one.embed(["a", "b"]).tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0.0, 1.0]]
    assert one.size == 2


def test_a_vector_of_zeros_stays_one() -> None:
    assert saying(b'{"data": [{"index": 0, "embedding": [0, 0, 0]}]}').embed(["a"]).tolist() == [[0.0, 0.0, 0.0]]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"no json",
        b"[]",
        b"{}",
        b'{"data": null}',
        b'{"data": []}',
        b'{"data": [{"embedding": [1, 2]}]}',
        b'{"data": [{"index": 0}]}',
        b'{"data": [{"index": 1, "embedding": [1, 2]}]}',
        b'{"data": [{"index": 0, "embedding": 1}]}',
        b'{"data": [{"index": 0, "embedding": ["word"]}]}',
        b'{"data": [{"index": 0, "embedding": [null]}]}',
        b'{"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1]}]}',
        b'{"data": [{"index": 0, "embedding": [1]}, {"index": 0, "embedding": [1]}]}',
    ],
    ids=[
        "empty",
        "no JSON",
        "a list",
        "no data",
        "null",
        "too few",
        "no index",
        "no vector",
        "another index",
        "a number",
        "a word",
        "no number",
        "too many",
        "twice the same",
    ],
)
def test_anything_but_one_vector_a_text_is_refused(content: bytes) -> None:
    one = saying(content)
    with pytest.raises(EmbeddingFault, match="something else than 1 vectors"):
        one.embed(["a"])
    assert one.size == 0


def test_vectors_of_different_sizes_are_refused() -> None:
    body = {"data": [{"index": 0, "embedding": [1]}, {"index": 1, "embedding": [1, 2]}]}
    with pytest.raises(EmbeddingFault, match="something else than 2 vectors"):
        saying(json.dumps(body).encode()).embed(["a", "b"])


@pytest.mark.parametrize(("status", "taken"), [(200, True), (201, False), (204, False), (401, False), (500, False)])
def test_only_status_200_is_an_answer(status: int, taken: bool) -> None:
    one = saying(ONE_ROW, status)
    if taken:
        assert np.allclose(one.embed(["a"]), [[0.6, 0.8]])
    else:
        with pytest.raises(EmbeddingFault, match=f"answered {status}"):
            one.embed(["a"])


@pytest.mark.parametrize(("spare", "taken"), [(1, True), (0, True), (-1, False)])
def test_an_answer_may_be_as_long_as_the_limit_and_no_longer(
    monkeypatch: pytest.MonkeyPatch, spare: int, taken: bool
) -> None:
    assert endpoint.LONGEST_ANSWER == 50_000_000
    monkeypatch.setattr(endpoint, "LONGEST_ANSWER", len(ONE_ROW) + spare)
    one = saying(ONE_ROW)
    if taken:
        assert one.embed(["a"]).shape == (1, 2)
    else:
        with pytest.raises(EmbeddingFault, match="without an end"):
            one.embed(["a"])


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (httpx.ConnectError("x"), "ConnectError"),
        (httpx.ReadTimeout("x"), "not in time"),
        (httpx.ConnectTimeout("x"), "not in time"),
        (httpx.RemoteProtocolError("x"), "RemoteProtocolError"),
    ],
    ids=["no connection", "no answer", "no connection in time", "no HTTP"],
)
def test_a_failed_call_says_why(error: Exception, why: str) -> None:
    def answer(_: httpx.Request) -> httpx.Response:
        raise error

    with pytest.raises(EmbeddingFault, match=f"does not answer \\({why}\\)"):
        embedder(answer).embed(["a"])


@pytest.mark.parametrize(
    ("url", "key", "header"),
    [
        (LOCAL, None, None),
        (LOCAL, "", None),
        (LOCAL, "k", "Bearer k"),
        ("https://far.example/v1", "k", "Bearer k"),
        ("http://far.example/v1", None, None),
    ],
    ids=["near without", "near with an empty one", "near", "far and encrypted", "far without"],
)
def test_the_key_goes_along_where_the_way_is_safe(url: str, key: str | None, header: str | None) -> None:
    seen: list[str | None] = []

    def answer(request: httpx.Request) -> httpx.Response:
        seen.append(request.headers.get("Authorization"))
        return echo(request)

    embedder(answer, url, key).embed(["a"])
    assert seen == [header]


def test_the_key_does_not_go_far_unencrypted() -> None:
    calls: list[httpx.Request] = []

    def answer(request: httpx.Request) -> httpx.Response:
        calls.append(request)
        return echo(request)

    with pytest.raises(EmbeddingFault, match="not encrypted"):
        embedder(answer, "http://far.example/v1", "k").embed(["a"])
    assert calls == []


@pytest.mark.parametrize(("after", "asked_again"), [(0.0, False), (29.9, False), (30.0, True), (31.0, True)])
def test_a_question_is_not_asked_for_half_a_minute_after_a_failure(
    monkeypatch: pytest.MonkeyPatch, after: float, asked_again: bool
) -> None:
    now = [1000.0]
    monkeypatch.setattr(endpoint, "time", SimpleNamespace(monotonic=lambda: now[0]))
    status = [500]
    one = embedder(lambda _: httpx.Response(status[0], content=ONE_ROW))
    with pytest.raises(EmbeddingFault, match="answered 500"):
        one.question("a", {})
    status[0], now[0] = 200, 1000.0 + after
    if asked_again:
        assert np.allclose(one.question("a", {}), [0.6, 0.8])
    else:
        with pytest.raises(EmbeddingFault, match="failed a moment ago"):
            one.question("a", {})


def test_texts_are_embedded_in_spite_of_a_failure_and_end_the_pause() -> None:
    status = [500]
    one = embedder(lambda _: httpx.Response(status[0], content=ONE_ROW))
    with pytest.raises(EmbeddingFault):
        one.embed(["a"])
    status[0] = 200
    one.embed(["a"])
    assert np.allclose(one.question("a", {}), [0.6, 0.8])


def test_it_can_be_closed_twice_and_used_again() -> None:
    one = saying(ONE_ROW)
    one.close()
    one.embed(["a"])
    one.close()
    one.close()
    assert one.embed(["a"]).shape == (1, 2)
