"""An OpenAI-compatible endpoint as the helping model (E3: "no endpoint, time-outs, wrong output: the rules serve")."""

from __future__ import annotations

import pytest
from support.chat_endpoint import ChatEndpoint, Reply
from support.ports import held_port

from claudeops_desktop.models.base import ModelFault
from claudeops_desktop.models.endpoint import EndpointModel, hide_password, is_local

SCHEMA = {"type": "object", "required": ["a"], "additionalProperties": False, "properties": {"a": {"type": "integer"}}}


def ask(endpoint: ChatEndpoint, **more: object):
    return EndpointModel(endpoint.url, "tiny", timeout_s=10).ask("What is a?", system="Short.", schema=SCHEMA, **more)


def test_the_schema_is_sent_and_the_document_comes_back() -> None:
    with ChatEndpoint(Reply('{"a": 3}', usage={"cost": 0.002})) as endpoint:
        answer = ask(endpoint)
    assert (answer.data, answer.model, answer.cost_usd) == ({"a": 3}, "tiny", 0.002)
    assert answer.duration_ms > 0
    [asked] = endpoint.asked
    assert asked["response_format"]["json_schema"]["schema"] == SCHEMA
    assert [message["role"] for message in asked["messages"]] == ["system", "user"]


def test_an_answer_in_pieces_is_put_together() -> None:
    pieces = [
        b'{"delta": {"role": "assistant"}}',
        b'{"delta": {"content": "{\\"a\\""}}',
        b'{"delta": {"content": ": 3}"}}',
    ]
    events = [b'data: {"choices": [%b]}' % piece for piece in pieces]
    last = b'data: {"choices": [], "usage": {"cost": 0.002}}'
    with ChatEndpoint(Reply(raw=b"\n\n".join([b": here it comes", *events, last, b"data: [DONE]", b""]))) as endpoint:
        answer = ask(endpoint)
    assert (answer.data, answer.cost_usd) == ({"a": 3}, 0.002)


def test_without_a_schema_the_text_comes_back() -> None:
    with ChatEndpoint(Reply("a is 3")) as endpoint:
        answer = EndpointModel(endpoint.url, "tiny").ask("What is a?")
    assert (answer.text, answer.data) == ("a is 3", None)
    assert "response_format" not in endpoint.asked[0]


def test_a_refused_format_falls_back_and_is_remembered() -> None:
    with ChatEndpoint(Reply('```json\n{"a": 3}\n```'), refuses=("json_schema", "json_object")) as endpoint:
        model = EndpointModel(endpoint.url, "tiny")
        assert model.ask("q", schema=SCHEMA).data == {"a": 3}
        assert model.ask("q", schema=SCHEMA).data == {"a": 3}
    formats = [body.get("response_format", {}).get("type") for body in endpoint.asked]
    assert formats == ["json_schema", "json_object", None, None]
    assert '"additionalProperties":false' in endpoint.asked[-1]["messages"][0]["content"]


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Reply("the value is 3"), "no JSON document"),
        (Reply('{"a": "3"}'), "not an integer"),
        (Reply('{"a": 3, "b": 4}'), "nobody asked for"),
        (Reply('{"a": 3'), "no JSON document"),
        (Reply("[]"), "not an object"),
        (Reply(""), "nothing"),
        (Reply('{"a": 3}', finish_reason="length"), "cut off"),
        (Reply(raw=b"<html>"), "something else than a message"),
        (Reply(raw=b'{"choices": []}'), "something else than a message"),
        (Reply(raw=b'{"choices": [{"message": {"content": null, "refusal": "no"}}]}'), "refused to answer"),
        (Reply(status=500, raw=b'{"error": "out of memory"}'), "status 500: out of memory"),
        (Reply(status=401, raw=b"{}"), "refused the key"),
        (Reply(status=429, raw=b""), "asked too often"),
        (Reply(raw=b'data: {"choices": [{"delta": {"content": "{\\"a\\": 3"}}]}\n\n'), "cut off"),
        (Reply(raw=b"data: [1]\n\ndata: [DONE]\n\n"), "something else than a message"),
        (Reply(raw=b"data: [DONE]\n\n"), "nothing"),
        (Reply(status=404, raw=b'{"error": {"message": "model tiny not found"}}'), "has no model tiny"),
        (Reply(status=302, raw=b"", headers={"location": "http://127.0.0.1:9/"}), "sends on"),
    ],
)
def test_a_wrong_answer_is_a_fault_in_plain_words(reply: Reply, told: str) -> None:
    with ChatEndpoint(reply) as endpoint, pytest.raises(ModelFault, match=told):
        ask(endpoint)


def test_thoughts_before_the_document_are_left_away() -> None:
    with ChatEndpoint(Reply('<think>it is {"a": 1}?</think>\n{"a": 3}')) as endpoint:
        assert ask(endpoint).data == {"a": 3}


@pytest.mark.parametrize("reply", [Reply(hang=True), Reply(raw=b"{", drip=True)])
def test_a_time_out_is_a_fault(reply: Reply) -> None:
    with ChatEndpoint(reply) as endpoint, pytest.raises(ModelFault, match="did not answer in time"):
        ask(endpoint, timeout_s=0.3)


def test_no_endpoint_is_a_fault() -> None:
    with held_port() as port, pytest.raises(ModelFault, match="cannot be reached"):
        EndpointModel(f"http://127.0.0.1:{port}/v1", "tiny").ask("q")


@pytest.mark.parametrize("url", ["http://", "http://[::1", "http://exa mple/v1"])
def test_no_address_is_a_fault(url: str) -> None:
    with pytest.raises(ModelFault):
        EndpointModel(url, "tiny", timeout_s=2).ask("q")


def test_the_key_goes_into_the_header_alone() -> None:
    with ChatEndpoint(Reply('{"a": 3}')) as endpoint:
        model = EndpointModel(endpoint.url, "tiny", key=lambda: "a-secret-key")
        model.ask("q", schema=SCHEMA)
    assert endpoint.headers[0]["authorization"] == "Bearer a-secret-key"
    assert "a-secret-key" not in str(endpoint.asked)


def test_a_key_is_never_sent_in_the_clear_to_another_machine() -> None:
    model = EndpointModel("http://models.example.com/v1", "tiny", key=lambda: "a-secret-key")
    with pytest.raises(ModelFault, match="not encrypted") as caught:
        model.ask("q")
    assert "a-secret-key" not in caught.value.full_text


def test_which_addresses_are_of_this_machine() -> None:
    assert all(is_local(f"http://{host}:1/v1") for host in ("localhost", "127.0.0.1", "[::1]"))
    assert not any(is_local(f"http://{host}/v1") for host in ("192.0.2.4", "localhost.example.com", "example.com"))
    assert hide_password("https://me:hidden@example.com/v1") == "https://example.com/v1"
