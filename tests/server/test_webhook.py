"""The door itself: loopback only, a token, limits, and plain sentences for whoever sends."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from contextlib import closing, suppress
from pathlib import Path

import pytest
from webhooks import webhook

from claudeops_desktop.core.errors import EnvironmentFault, OperatorError
from claudeops_desktop.server import alert_routes, bindings, connection_limits
from claudeops_desktop.server.alert_types import AlertOutcome, AlertReply
from claudeops_desktop.server.request_gate import LARGEST

TOKEN = {"Authorization": "Bearer right-token"}


@pytest.fixture
def door():
    """A door that says what it took in by ``door.seen``."""
    seen = []

    def take(alerts):
        seen.append(alerts)
        return AlertReply(tuple(AlertOutcome(n, alert.title, (), "received") for n, alert in enumerate(alerts, 1)))

    made = webhook(0, lambda: "right-token", take)
    made.seen = seen
    made.start()
    made.url = f"http://127.0.0.1:{made.port}"
    yield made
    made.stop()


def _all_of(sender):
    """Everything that comes until the other side closes."""
    return b"".join(iter(lambda: sender.recv(65536), b""))


def test_an_alert_is_taken_in(door, http):
    answer = http.post(f"{door.url}/alerts", json={"title": "Disk full"}, headers=TOKEN)
    assert answer.status_code == 202
    assert answer.json() == {
        "run_asked": True,
        "alerts": [{"id": 1, "title": "Disk full", "services": [], "state": "received", "why": ""}],
    }
    assert [alert.title for alert in door.seen[0]] == ["Disk full"]


def test_the_token_may_be_in_a_header_of_its_own(door, http):
    assert http.post(door.url, json={"title": "x"}, headers={"X-Token": "right-token"}).status_code == 202


def test_the_token_may_be_a_password_and_the_method_put(door, http):
    assert http.put(f"{door.url}/alerts", json={"title": "x"}, auth=("grafana", "right-token")).status_code == 202


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "right-token"},
        {"X-Token": "right-toke"},
        {"Authorization": "Basic !"},
        {"Authorization": "Basic cmlnaHQtdG9rZW46"},
    ],
)
def test_without_the_token_nothing_is_taken_in(door, http, headers):
    answer = http.post(f"{door.url}/alerts?token=right-token", json={"title": "x"}, headers=headers)
    assert answer.status_code == 401
    assert "token is wrong" in answer.json()["error"]
    assert door.seen == []


def test_what_is_no_alert_is_refused_with_what_is_wrong(door, http):
    answer = http.post(door.url, json={"alerts": [{"status": "odd"}]}, headers=TOKEN)
    assert answer.status_code == 400
    assert "entry 1" in answer.json()["error"]


def test_a_body_too_large_is_refused(door, http):
    answer = http.post(door.url, content=b"x" * (LARGEST + 1), headers=TOKEN)
    assert answer.status_code == 413
    assert door.seen == []


@pytest.mark.parametrize(("headers", "code"), [(TOKEN, 413), ({}, 401)])
def test_whoever_sends_too_much_in_pieces_still_hears_why_it_is_refused(door, headers, code):
    with closing(http.client.HTTPConnection("127.0.0.1", door.port, timeout=90)) as connection:
        connection.request("POST", "/alerts", iter([b"x" * 10_000] * 400), headers, encode_chunked=True)
        assert connection.getresponse().status == code
    assert door.seen == []


def test_whoever_waits_for_leave_to_send_is_refused_without_being_asked_for_the_body(door):
    with socket.create_connection(("127.0.0.1", door.port), timeout=90) as sender:
        sender.sendall(
            b"POST /alerts HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5000\r\nExpect: 100-continue\r\n\r\n"
        )
        assert _all_of(sender).startswith(b"HTTP/1.1 401 ")


def test_a_body_without_an_end_is_given_up(door, monkeypatch):
    monkeypatch.setattr(alert_routes, "LEFT_OVER", 100_000)
    with socket.create_connection(("127.0.0.1", door.port), timeout=90) as sender:
        sender.sendall(b"POST /alerts HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        with pytest.raises(ConnectionError):
            while True:
                sender.sendall(b"2710\r\n" + b"x" * 10_000 + b"\r\n")


@pytest.mark.slow
def test_too_many_requests_are_refused(door, http):
    codes = [http.post(door.url, json={"title": "x"}, headers=TOKEN).status_code for _ in range(61)]
    assert codes[59:] == [202, 429]
    assert len(door.seen) == 60


@pytest.mark.slow
def test_requests_without_the_token_take_nothing_from_those_with_it(door, http):
    codes = {http.post(door.url, json={"title": "x"}).status_code for _ in range(70)}
    assert codes == {401, 429}
    assert http.post(door.url, json={"title": "x"}, headers=TOKEN).status_code == 202


def test_health_needs_no_token(door, http):
    assert http.get(f"{door.url}/health").json() == {"status": "ok"}


def test_other_addresses_and_methods_are_not_there(door, http):
    assert http.get(f"{door.url}/alerts").status_code == 405
    assert http.post(f"{door.url}/other", headers=TOKEN).status_code == 404


def test_without_a_token_set_nothing_is_taken_in(http):
    made = webhook(0, lambda: "", lambda _alerts: pytest.fail("taken in"))
    made.start()
    try:
        answer = http.post(f"http://127.0.0.1:{made.port}", json={"title": "x"}, headers={"X-Token": ""})
        assert answer.status_code == 503
        assert "claudeops alerts token" in answer.json()["error"]
    finally:
        made.stop()


def test_a_fault_of_the_database_is_told_to_the_sender(http):
    def broken(_alerts):
        raise EnvironmentFault("The disk is full.")

    made = webhook(0, lambda: "right-token", broken)
    made.start()
    try:
        answer = http.post(f"http://127.0.0.1:{made.port}", json={"title": "x"}, headers=TOKEN)
        assert (answer.status_code, answer.json()["error"]) == (503, "The disk is full.")
    finally:
        made.stop()


def test_it_listens_on_this_computer_only(door):
    rows = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    listening = [row[1] for row in rows if row[3] == "0A"]
    assert [one for one in listening if one.endswith(f":{door.port:04X}")] == [f"0100007F:{door.port:04X}"]


def test_a_port_in_use_is_one_plain_sentence():
    with socket.create_server(("127.0.0.1", 0)) as other:
        with pytest.raises(OperatorError) as failed:
            webhook(other.getsockname()[1], lambda: "x", lambda _alerts: AlertReply(())).start()
        assert "is used by another program. Choose another port" in failed.value.full_text


def test_after_a_stop_nothing_is_left(http):
    made = webhook(0, lambda: "right-token", lambda _alerts: AlertReply(()))
    made.start()
    http.get(f"http://127.0.0.1:{made.port}/health")
    made.stop()
    assert "alerts" not in [thread.name for thread in threading.enumerate()]
    with socket.create_server(("127.0.0.1", made.port)):
        pass


def test_what_is_answered_is_json(door, http):
    assert json.loads(http.post(door.url, content=b"Just text", headers=TOKEN).content)["alerts"][0]["title"]


@pytest.mark.slow
def test_half_open_connections_keep_nobody_waiting(door, http):
    """600 connections that say nothing, or half a request: whoever has something to say is heard."""
    senders = []
    try:
        for number in range(600):
            sender = socket.create_connection(("127.0.0.1", door.port), timeout=90)
            senders.append(sender)
            if number % 2:
                with suppress(OSError):  # closed already, to make room
                    sender.sendall(b"POST /alerts HTTP/1.1\r\nHost: localhost\r\nX-Half:")
            if number % 100 == 99:
                assert http.post(door.url, json={"title": f"after {number}"}, headers=TOKEN).status_code == 202
    finally:
        for sender in senders:
            sender.close()
    assert len(door.seen) == 6


def test_a_request_that_does_not_begin_in_time_is_closed(door, monkeypatch):
    monkeypatch.setattr(connection_limits, "HEAD_S", 0.05)
    with socket.create_connection(("127.0.0.1", door.port), timeout=90) as silent:
        assert _all_of(silent) == b""
    with socket.create_connection(("127.0.0.1", door.port), timeout=90) as half:
        half.sendall(b"POST /alerts HTTP/1.1\r\nHost: lo")
        assert _all_of(half) == b""


def test_a_connection_is_closed_after_its_answer(door):
    with socket.create_connection(("127.0.0.1", door.port), timeout=90) as sender:
        sender.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert _all_of(sender).count(b"HTTP/1.1 200") == 1


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "10.0.0.1", "[::2]:80"])
def test_another_host_name_is_refused(door, http, host):
    answer = http.post(door.url, json={"title": "x"}, headers=TOKEN | {"Host": host})
    assert answer.status_code in (400, 421)
    assert door.seen == []


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8737", "127.0.0.1:1", "[::1]:8737", "[::1]"])
def test_names_of_this_computer_are_its_own(host):
    assert bindings.is_own_host(host, ())


def test_a_name_that_the_operator_gave_is_its_own_too():
    assert bindings.is_own_host("alerts.home.example:443", ("Alerts.home.example",))


def test_half_a_surrogate_pair_is_refused_with_what_is_wrong(door, http):
    body = b'{"title": "disk \\ud800 full", "service": "\\udfff"}'
    answer = http.post(door.url, content=body, headers=TOKEN | {"Content-Type": "application/json"})
    assert (answer.status_code, door.seen) == (400, [])
    assert "surrogate" in answer.json()["error"]
