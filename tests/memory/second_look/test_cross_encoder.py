"""A cross-encoder that stands in for a model of fastembed or behind an endpoint: it parts what is unrelated (E7)."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from memory_world import Desk
from oracle import OTHER, Looker, Oracle

from claudeops_desktop.core.settings.groups import SecondLookSettings
from claudeops_desktop.memory.second_look.cross_encoder import LocalCrossEncoder, RerankEndpoint, cross_encoder
from claudeops_desktop.models.base import ModelFault


class Reranker:
    """As fastembed's TextCrossEncoder: logits for documents."""

    def __init__(self, logit: float | None) -> None:
        self.logit, self.asked = logit, 0

    def rerank(self, query: str, documents: list[str]) -> Iterator[float]:
        self.asked += 1
        if self.logit is None:
            raise RuntimeError("no weights")
        return iter([self.logit] * len(documents))


def test_what_is_unrelated_both_holds_without_a_model(looker: Looker) -> None:
    old, _ = looker.judged("contradiction", new=OTHER, certainty="certain")
    scorer = LocalCrossEncoder(Reranker(-8.0), "tiny")
    assert looker.ask_model(None, scorer=scorer).changed == 1
    assert looker.facts(old) == [(0.7, None)]
    (row,) = looker.latest()
    assert (row.look.scored, row.look.answer) == (0.0003, "both")
    assert "fastembed:tiny" in row.look.answer_why
    looker.undo(row.look.id)
    assert looker.facts(old)[0][1] is not None


def test_what_is_related_goes_on_to_the_model_and_is_scored_once(looker: Looker) -> None:
    old, new = looker.judged("contradiction", certainty="likely")
    reranker = Reranker(4.0)
    scorer = LocalCrossEncoder(reranker, "tiny")
    assert looker.ask_model(None, scorer=scorer).waiting == 1
    assert looker.ask_model(Oracle("replaced"), scorer=scorer).changed == 1
    assert (looker.facts(old), reranker.asked) == ([(0.5, new)], 2)


def test_it_never_says_that_two_contradict_or_repeat_each_other(looker: Looker) -> None:
    looker.judged("different")
    reranker = Reranker(-8.0)
    assert looker.ask_model(None, scorer=LocalCrossEncoder(reranker, "tiny")).waiting == 1
    assert reranker.asked == 0


def test_a_cross_encoder_that_fails_leaves_it_to_the_model(looker: Looker) -> None:
    looker.judged("contradiction", certainty="likely")
    assert looker.ask_model(Oracle("both"), scorer=LocalCrossEncoder(Reranker(None), "tiny")).changed == 1


def test_an_excluded_service_is_not_scored(desk: Desk) -> None:
    looker = Looker(desk, exclude_services=("plex",))
    looker.judged("contradiction", certainty="likely")
    reranker = Reranker(-8.0)
    looker.ask_model(None, scorer=LocalCrossEncoder(reranker, "tiny"))
    assert reranker.asked == 0


@pytest.fixture
def rerank_server() -> Iterator[ThreadingHTTPServer]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *_: object) -> None:
            """Quiet."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            self.server.asked.append((self.path, body, self.headers.get("authorization")))
            raw = json.dumps(self.server.answer).encode()
            self.send_response(200)
            self.send_header("content-length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.asked, server.answer = [], {"results": [{"index": 0, "relevance_score": 0.01}]}
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()
    thread.join()


def test_an_endpoint_scores_with_its_key(rerank_server) -> None:
    url = f"http://127.0.0.1:{rerank_server.server_address[1]}/v1"
    settings = SecondLookSettings(cross_encoder="endpoint", cross_encoder_url=url, cross_encoder_name="tiny")
    scorer = cross_encoder(settings, key=lambda: "a-key")
    assert scorer is not None
    assert scorer.score("one", "other") == 0.01
    asked = {"model": "tiny", "query": "one", "documents": ["other"]}
    assert rerank_server.asked == [("/v1/rerank", asked, "Bearer a-key")]


@pytest.mark.parametrize("answer", [{}, {"results": []}, {"results": [{"relevance_score": "high"}]}, []])
def test_an_endpoint_that_answers_something_else_is_a_fault(rerank_server, answer) -> None:
    rerank_server.answer = answer
    url = f"http://127.0.0.1:{rerank_server.server_address[1]}/v1"
    with pytest.raises(ModelFault, match="no score"):
        RerankEndpoint(url, "tiny", lambda: None).score("one", "other")


def test_a_key_is_not_sent_in_the_open() -> None:
    with pytest.raises(ModelFault, match="not encrypted"):
        RerankEndpoint("http://rerank.example/v1", "tiny", lambda: "a-key").score("one", "other")


def test_none_is_the_default_and_an_endpoint_needs_an_address() -> None:
    assert cross_encoder(SecondLookSettings()) is None
    with pytest.raises(ModelFault, match="needs an address"):
        cross_encoder(SecondLookSettings(cross_encoder="endpoint"))


def test_one_that_cannot_be_loaded_is_gone_without(desk: Desk) -> None:
    looker = Looker(desk, cross_encoder="endpoint")
    looker.judged("contradiction", certainty="likely")
    assert looker.ask_model(Oracle("both")).changed == 1
