"""Where the server listens: this computer, IPv6 too, and further only with TLS or a named proxy."""

from __future__ import annotations

import socket
import ssl

import httpx
import pytest
from certificates import make_certificate
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from claudeops_desktop.core.errors import OperatorError
from claudeops_desktop.core.settings.file import build
from claudeops_desktop.server import http_server
from claudeops_desktop.server.bindings import ServerBinding, is_own_origin, known_hosts, wanted_binding
from claudeops_desktop.server.http_server import HttpServer

APP = Starlette(routes=[Route("/", lambda _request: PlainTextResponse("here"))])


def settings(**server):
    return build({"server": server}, {})


@pytest.fixture
def serve():
    running = []

    def start(**named):
        server = HttpServer(ServerBinding(**named), APP)
        server.start()
        running.append(server)
        return server

    yield start
    for server in running:
        server.stop()


@pytest.mark.parametrize(
    ("server", "words"),
    [
        ({"address": "0.0.0.0"}, "without encryption"),
        ({"address": "192.0.2.7"}, "without encryption"),
        ({"address": "::"}, "without encryption"),
        ({"address": "nas.home"}, "not an IP address"),
        ({"certificate": "/x.pem"}, "only one of them"),
        ({"address": "0.0.0.0", "public_url": "ops.example.org"}, "not a valid URL"),
        ({"address": "0.0.0.0", "public_url": "https://a:b@ops.example.org"}, "not a valid URL"),
        ({"trusted_proxies": ("proxy.home",)}, "not an IP address or network"),
    ],
)
def test_what_is_not_safe_is_refused_with_what_to_do(server, words):
    with pytest.raises(OperatorError, match=words) as failed:
        wanted_binding(settings(**server))
    assert str(failed.value).startswith("server.")
    assert failed.value.remedy


@pytest.mark.parametrize("address", ["127.0.0.1", "localhost", "::1", "[::1]", ""])
def test_loopback_means_both_of_its_addresses(address):
    assert wanted_binding(settings(address=address)).addresses() == ("127.0.0.1", "::1")


def test_with_tls_or_a_named_proxy_another_address_is_taken(tmp_path):
    certificate, key = map(str, make_certificate(tmp_path))
    assert wanted_binding(settings(address="192.0.2.7", certificate=certificate, private_key=key)).url.startswith(
        "https"
    )
    behind = settings(address="192.0.2.7", public_url="https://ops.example.org/")
    assert wanted_binding(behind).addresses() == ("192.0.2.7",)
    assert known_hosts(behind) == ("ops.example.org",)


def test_a_proxy_on_this_computer_is_trusted_where_one_is_named_and_others_by_their_address():
    assert wanted_binding(settings()).trusted_proxies == ()
    behind = settings(public_url="https://ops.example.org/", trusted_proxies=("192.0.2.0/24",))
    assert wanted_binding(behind).trusted_proxies == ("127.0.0.1", "::1", "192.0.2.0/24")


def test_ipv6_loopback_answers_on_the_same_port(serve):
    server = serve()
    for host in ("127.0.0.1", "[::1]"):
        assert httpx.get(f"http://{host}:{server.binding.port}/", trust_env=False).text == "here"


def test_tls_with_the_operators_certificate(serve, tmp_path):
    certificate, key = make_certificate(tmp_path)
    server = serve(certificate=str(certificate), private_key=str(key))
    trusted = ssl.create_default_context(cafile=certificate)
    assert httpx.get(f"{server.binding.url}/", verify=trusted, trust_env=False).text == "here"
    with pytest.raises(httpx.HTTPError):
        httpx.get(f"http://127.0.0.1:{server.binding.port}/", trust_env=False)


def test_who_begins_tls_and_says_nothing_is_let_go(serve, tmp_path, monkeypatch):
    monkeypatch.setattr(http_server, "HANDSHAKE_S", 0.05)
    certificate, key = make_certificate(tmp_path)
    server = serve(certificate=str(certificate), private_key=str(key))
    with socket.create_connection(("127.0.0.1", server.binding.port), timeout=90) as silent:
        assert silent.recv(1) == b""


@pytest.mark.parametrize("broken", ["missing", "no certificate", "another key"])
def test_a_certificate_that_cannot_be_used_is_one_sentence(tmp_path, broken):
    certificate, key = make_certificate(tmp_path)
    if broken == "missing":
        key.unlink()
    elif broken == "no certificate":
        certificate.write_text("hello")
    else:
        (tmp_path / "other").mkdir()
        _, key = make_certificate(tmp_path / "other")
    with pytest.raises(OperatorError, match=r"server\.(certificate|private_key)"):
        HttpServer(ServerBinding(certificate=str(certificate), private_key=str(key)), APP).start()


@pytest.mark.parametrize(
    ("origin", "own"),
    [
        ("http://127.0.0.1:8737", True),
        ("http://localhost:1", True),
        ("https://ops.example.org", True),
        ("https://evil.example", False),
        ("null", False),
        ("", False),
        ("file://localhost", False),
        ("https://ops.example.org.evil.example", False),
    ],
)
def test_pages_of_this_server_are_known_by_their_origin(origin, own):
    assert is_own_origin(origin, ("ops.example.org",)) is own
