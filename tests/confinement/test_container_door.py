"""A session reads from a container engine through a door that passes nothing else, byte by byte."""

from __future__ import annotations

import json
import os
import shutil
import socket
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from small_engine import SmallEngine

from claudeops_desktop.confinement.container_door import LONGEST_REQUEST, serve_containers

GET = b"GET /containers/json HTTP/1.1\r\nHost: d\r\n"


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[SmallEngine]:
    engine = SmallEngine(tmp_path / "engine.sock")
    engine.answer("/containers/json", [{"Names": ["/web"], "Env": ["A=b"]}])
    yield engine
    engine.close()


@pytest.fixture
def door(engine: SmallEngine, tmp_path: Path) -> Path:
    serve_containers(str(tmp_path / "door.sock"), str(engine.path))
    return tmp_path / "door.sock"


def connected(door: Path) -> socket.socket:
    client = socket.socket(socket.AF_UNIX)
    client.connect(str(door))
    return client


def said(door: Path, request: bytes) -> bytes:
    with connected(door) as client:
        client.sendall(request)
        found = b""
        try:
            while part := client.recv(65536):
                found += part
        except ConnectionResetError:
            pass  # the rest of what was sent was not read
        return found


def test_a_document_is_answered_masked(door: Path) -> None:
    head, _, body = said(door, GET + b"\r\n").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200 ")
    assert b"api-version: 1.43" in head
    assert json.loads(body) == [{"Names": ["/web"], "Env": ["A=[redacted]"]}]


def test_nothing_of_the_clients_headers_reaches_the_engine(door: Path, engine: SmallEngine) -> None:
    said(door, GET + b"X-Registry-Auth: secret\r\nConnection: keep-alive\r\nAccept: text/html\r\nX-A: b\r\n\r\n")
    (head,) = engine.received
    assert head.lower() == (
        b"get /containers/json http/1.1\r\nhost: localhost\r\nuser-agent: claudeops\r\nconnection: close\r\n\r\n"
    )


def test_a_head_request_has_no_body(door: Path, engine: SmallEngine) -> None:
    engine.answers["/_ping"] = (200, "text/plain", b"OK")
    assert said(door, b"HEAD /_ping HTTP/1.1\r\nHost: d\r\n\r\n").startswith(b"HTTP/1.1 200 ")
    refused = said(door, b"HEAD /containers/web/archive?path=/ HTTP/1.1\r\nHost: d\r\n\r\n")
    assert refused.startswith(b"HTTP/1.1 403 ") and refused.endswith(b"\r\n\r\n")
    assert engine.targets == ["HEAD /_ping"]


ATTACKS = {
    "a change": b"POST /containers/web/restart HTTP/1.1\r\nHost: d\r\nContent-Length: 0\r\n\r\n",
    "another method in the headers": GET.replace(b"GET", b"POST") + b"X-HTTP-Method-Override: GET\r\n\r\n",
    "a body": GET + b"Content-Length: 5\r\n\r\nhello",
    "a body in chunks": GET + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nPOST /x HTTP/1.1\r\n\r\n",
    "both lengths": GET + b"Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "two lengths": GET + b"Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello",
    "an unknown encoding": GET + b"Transfer-Encoding: xchunked\r\n\r\n",
    "an upgrade": GET + b"Connection: Upgrade\r\nUpgrade: tcp\r\n\r\n",
    "an upgrade without its header": GET + b"Upgrade: h2c\r\n\r\n",
    "an expectation": GET + b"Expect: 100-continue\r\n\r\n",
    "a second request": GET + b"\r\nPOST /containers/web/kill HTTP/1.1\r\nHost: d\r\n\r\n",
    "half a second request": GET + b"\r\nPOST ",
    "an absolute target": b"GET http://d/containers/json HTTP/1.1\r\nHost: d\r\n\r\n",
    "a target of another host": b"GET //d/containers/json HTTP/1.1\r\nHost: d\r\n\r\n",
    "a tunnel": b"CONNECT d:80 HTTP/1.1\r\nHost: d\r\n\r\n",
    "an asterisk": b"GET * HTTP/1.1\r\nHost: d\r\n\r\n",
    "no target": b"GET HTTP/1.1\r\nHost: d\r\n\r\n",
    "two targets": b"GET /containers/json /containers/web/export HTTP/1.1\r\nHost: d\r\n\r\n",
    "the target goes on in a tab": b"GET /containers/json\t/x HTTP/1.1\r\nHost: d\r\n\r\n",
    "a header that goes on": GET + b" POST /x HTTP/1.1\r\nUpgrade: tcp\r\n\r\n",
    "a header without a name": GET + b": x\r\nUpgrade: tcp\r\n\r\n",
    "a header with a blank in its name": GET + b"Transfer-Encoding : chunked\r\n\r\n",
    "a null in a header": GET + b"X: \0\r\n\r\n",
    "a bare return in a header": GET + b"X: a\rUpgrade: tcp\r\n\r\n",
    "an older HTTP with a change": b"DELETE /containers/web HTTP/1.0\r\n\r\n",
    "HTTP 0.9": b"GET /containers/json\r\n\r\n",
    "HTTP 2": b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "an encoded slash": b"GET /containers/web%2Farchive HTTP/1.1\r\nHost: d\r\n\r\n",
    "dots": b"GET /images/../containers/web/export HTTP/1.1\r\nHost: d\r\n\r\n",
    "an encoded end of line": b"GET /containers/json?filters=a%0d%0a%0d%0aPOST&x HTTP/1.1\r\nHost: d\r\n\r\n",
    "a file": b"GET /containers/web/archive?path=/etc/shadow HTTP/1.1\r\nHost: d\r\n\r\n",
    "too many headers": GET + b"X: y\r\n" * LONGEST_REQUEST,
    "no end": GET[:20],
}


@pytest.mark.parametrize("attack", ATTACKS)
def test_nothing_else_reaches_the_engine(attack: str, door: Path, engine: SmallEngine) -> None:
    with connected(door) as client:
        try:
            client.sendall(ATTACKS[attack])
            client.shutdown(socket.SHUT_WR)
            answer = client.recv(65536)
        except (BrokenPipeError, ConnectionResetError):
            answer = b""  # hung up on
    assert not answer or answer.split()[1] in (b"400", b"403")
    said(door, GET + b"\r\n")
    assert engine.targets == ["GET /containers/json"]


def test_a_line_end_in_a_parameter_stays_encoded(door: Path, engine: SmallEngine) -> None:
    said(door, b"GET /containers/json?filters=a%0d%0aPOST HTTP/1.1\r\nHost: d\r\n\r\n")
    assert engine.targets == ["GET /containers/json?filters=a%0D%0APOST"]


def test_a_refusal_says_what_to_do(door: Path) -> None:
    answer = said(door, b"POST /containers/web/restart HTTP/1.1\r\nHost: d\r\n\r\n")
    sentence = json.loads(answer.partition(b"\r\n\r\n")[2])["message"]
    assert sentence == (
        "Claude Ops: POST may change something. This session only reads from the container engine. To do more, run the "
        "docker or podman command itself, so that it can be approved."
    )


def test_a_stream_goes_on_as_it_comes_and_ends_with_its_client(door: Path, engine: SmallEngine) -> None:
    target = "/containers/web/logs?follow=1&stdout=1"
    engine.streams[target] = [b"\x01\0\0\0\0\0\0\x06first\n"]
    engine.held.add(target)
    with connected(door) as client:
        client.sendall(f"GET {target} HTTP/1.1\r\nHost: d\r\n\r\n".encode())
        found = b""
        while b"first\n" not in found:  # the engine still holds the stream open
            found += client.recv(65536)
    assert engine.gone.wait(30)


def test_a_second_request_ends_a_stream(door: Path, engine: SmallEngine) -> None:
    engine.streams["/events"] = [b'{"Type":"container"}\n']
    engine.held.add("/events")
    with connected(door) as client:
        client.sendall(b"GET /events HTTP/1.1\r\nHost: d\r\n\r\n")
        while b"container" not in client.recv(65536):
            pass
        client.sendall(b"POST /containers/web/kill HTTP/1.1\r\nHost: d\r\n\r\n")
        assert engine.gone.wait(30)
    assert engine.targets == ["GET /events"]


def test_events_are_masked_line_by_line_however_they_are_cut(door: Path, engine: SmallEngine) -> None:
    engine.streams["/events"] = [b'{"Env":["A=hunt', b'er2"]}\n{"id":', b"1}\n\n", b'{"id":2}']
    answer = said(door, b"GET /events HTTP/1.1\r\nHost: d\r\n\r\n")
    assert b"hunter2" not in answer
    assert b'{"Env":["A=[redacted]"]}\n' in answer and b'{"id":1}\n' in answer and b'{"id":2}\n' in answer


def test_a_line_of_events_that_is_no_json_ends_the_stream(door: Path, engine: SmallEngine) -> None:
    engine.streams["/events"] = [b'{"id":1}\n', b"Env: A=hunter2\n", b'{"id":2}\n']
    answer = said(door, b"GET /events HTTP/1.1\r\nHost: d\r\n\r\n")
    assert b'{"id":1}' in answer and b"hunter2" not in answer and b'{"id":2}' not in answer


def test_a_document_that_is_no_json_is_not_handed_on(door: Path, engine: SmallEngine) -> None:
    engine.answers["/info"] = (200, "application/json", b"Env: A=hunter2")
    answer = said(door, b"GET /info HTTP/1.1\r\nHost: d\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 502 ") and b"hunter2" not in answer


def test_what_the_engine_refuses_is_said_in_its_words(door: Path, engine: SmallEngine) -> None:
    engine.answers["/services"] = (503, "text/plain", b"This node is not a swarm manager.")
    assert said(door, b"GET /services HTTP/1.1\r\nHost: d\r\n\r\n").endswith(
        b"\r\n\r\nThis node is not a swarm manager."
    )


def test_an_engine_that_is_not_there_is_said(tmp_path: Path) -> None:
    serve_containers(str(tmp_path / "door.sock"), str(tmp_path / "none.sock"))
    answer = said(tmp_path / "door.sock", GET + b"\r\n")
    assert answer.startswith(b"HTTP/1.1 502 ") and b"No such file or directory" in answer


def test_an_engine_that_takes_the_connection_over_is_not_followed(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "engine.sock"))
        listener.listen()
        serve_containers(str(tmp_path / "door.sock"), str(tmp_path / "engine.sock"))
        with connected(tmp_path / "door.sock") as client:
            client.sendall(GET + b"\r\n")
            with listener.accept()[0] as engine:
                engine.recv(65536)
                engine.sendall(b"HTTP/1.1 101 UPGRADED\r\nConnection: Upgrade\r\nUpgrade: tcp\r\n\r\nraw")
                assert client.recv(65536).startswith(b"HTTP/1.1 502 ")


def test_many_clients_are_answered_at_a_time(door: Path) -> None:
    clients = [connected(door) for _ in range(20)]
    for client in clients:
        client.sendall(GET + b"\r\n")
    for client in clients:
        with client:
            assert client.recv(65536).startswith(b"HTTP/1.1 200 ")


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("docker") is None, reason="needs the client of Docker")
def test_the_client_of_docker_reads_and_is_refused_the_rest(door: Path, engine: SmallEngine) -> None:
    container = {"Id": "af5c703a2a44", "Image": "team/web", "Command": "web", "Created": 1, "Names": ["/web"]}
    engine.answer("/v1.43/containers/json", [{**container, "Ports": [], "Labels": {}, "State": "running"}])
    engine.answer("/v1.43/containers/web/json", {"Id": "af5c703a2a44", "State": {"Status": "running"}, "Config": {}})
    environ = {**os.environ, "DOCKER_API_VERSION": "1.43", "DOCKER_HOST": f"unix://{door}"}

    def docker(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(["docker", *words], env=environ, capture_output=True, text=True, check=False)

    assert docker("ps", "--format", "{{.Names}} {{.Image}}").stdout == "web team/web\n"
    for words in (("restart", "web"), ("exec", "web", "ls"), ("export", "web"), ("cp", "web:/etc/passwd", "-")):
        assert "Claude Ops" in docker(*words).stderr
    assert {target.split("?")[0] for target in engine.targets} <= {
        "GET /v1.43/containers/json",
        "GET /v1.43/containers/web/json",
        "HEAD /_ping",
        "GET /_ping",
    }


def test_the_socket_is_its_owners_alone_and_takes_the_place_of_an_older_one(
    tmp_path: Path, engine: SmallEngine
) -> None:
    path = tmp_path / ("long-" * 40) / "door.sock"
    path.parent.mkdir()
    for _ in range(2):
        serve_containers(str(path), str(engine.path))
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
