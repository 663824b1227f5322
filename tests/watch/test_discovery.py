"""What is proposed for watching, from what runs here: sockets with their processes, containers, units."""

from __future__ import annotations

import contextlib
import os
import socket
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator

import pytest
from support.ports import held_port
from support.web_server import web_server

from claudeops_desktop.agents.watch.discovery import discover as discovery
from claudeops_desktop.agents.watch.discovery.add_checks import MACHINE, add_rows, read_rows
from claudeops_desktop.agents.watch.discovery.address import AddressError, check_of_address, looks_like_address
from claudeops_desktop.agents.watch.discovery.naming import name_of_process, name_of_socket, unique_name
from claudeops_desktop.agents.watch.discovery.probe import probe, read_banner
from claudeops_desktop.agents.watch.discovery.programs import RunningContainer, read_containers, read_units
from claudeops_desktop.agents.watch.discovery.propose import check_for_address, watches
from claudeops_desktop.agents.watch.discovery.sockets import is_ours, listening_sockets, merge_addresses, unit_of
from claudeops_desktop.agents.watch.discovery.trial import try_check
from claudeops_desktop.agents.watch.discovery.types import ListeningSocket, ProbeAnswer
from claudeops_desktop.agents.watch.edit import checked
from claudeops_desktop.agents.watch.services import ServicesError, run_check


class Scripted(socketserver.BaseRequestHandler):
    """Says its greeting, then answers what it is asked by what the question begins with."""

    greeting = b""
    answers: tuple[tuple[bytes, bytes], ...] = ()
    heard: list[bytes]

    def handle(self) -> None:
        if self.greeting:
            self.request.sendall(self.greeting)
        with contextlib.suppress(OSError):
            asked = self.request.recv(4096)
            self.heard.append(asked)
            for start, answer in self.answers:
                if asked.startswith(start):
                    self.request.sendall(answer)


@contextlib.contextmanager
def server(greeting: bytes = b"", *answers: tuple[bytes, bytes]) -> Iterator[tuple[int, list[bytes]]]:
    """A server that speaks so, and what it was asked."""
    heard: list[bytes] = []
    handler = type("Handler", (Scripted,), {"greeting": greeting, "answers": answers, "heard": heard})
    made = socketserver.ThreadingTCPServer(("127.0.0.1", 0), handler)
    made.daemon_threads = True
    thread = threading.Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield made.server_address[1], heard
    finally:
        made.shutdown()
        thread.join()
        made.server_close()


# --- sockets ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_web_server_on_any_port_is_found_with_its_process_and_called_after_what_it_runs(tmp_path):
    with web_server(tmp_path) as (port, name):
        found = {one.port: one for one in discovery.discover()}
    one = found[port]
    assert (one.name, one.kind, one.target) == (name, "http", f"http://127.0.0.1:{port}/")
    assert one.process.startswith("python")
    assert one.status == "healthy"
    assert one.answer.startswith("HTTP 200")


@pytest.mark.slow
def test_a_socket_on_ipv6_alone_is_found_and_its_check_works(tmp_path):
    if not socket.has_ipv6:
        pytest.skip("no IPv6")
    with web_server(tmp_path, "::1") as (port, _name):
        one = next(one for one in discovery.discover() if one.port == port)
        assert one.row["url"] == f"http://[::1]:{port}/"
        assert run_check(checked(one.row)).status == "healthy"


@pytest.mark.slow
def test_a_wildcard_address_is_asked_on_loopback(tmp_path):
    with web_server(tmp_path, "0.0.0.0") as (port, _name):
        assert next(one for one in discovery.discover() if one.port == port).target == f"http://127.0.0.1:{port}/"


def test_what_this_process_itself_listens_on_and_clients_ports_are_left_out():
    with socket.create_server(("127.0.0.1", 0)) as own, socket.create_connection(own.getsockname()) as client:
        ports = {one.port for one in listening_sockets()}
        assert own.getsockname()[1] not in ports
        assert client.getsockname()[1] not in ports


def test_claude_ops_knows_its_own_processes():
    assert is_ours(os.getpid(), ())
    assert is_ours(1, ("/usr/bin/python3", "-m", "claudeops_desktop", "daemon"))
    assert is_ours(1, ("/opt/claudeops/claudeops", "watch"))
    assert not is_ours(1, ("/usr/bin/vim", "/home/x/claudeops_desktop/app.py"))
    assert not is_ours(1, ("/usr/bin/python3", "-m", "http.server"))


def test_one_service_on_several_addresses_is_one(tmp_path):
    sockets = [
        ListeningSocket("::", 80, pid=7),
        ListeningSocket("0.0.0.0", 80, pid=7),
        ListeningSocket("::1", 80, pid=8),
    ]
    assert [(one.address, one.pid) for one in merge_addresses(sockets)] == [("0.0.0.0", 7), ("::1", 8)]


def test_the_unit_of_a_process_is_read_from_its_control_group():
    assert unit_of("0::/system.slice/nginx.service\n") == "nginx.service"
    assert unit_of("0::/system.slice/system-getty.slice/postgresql@15-main.service") == "postgresql@15-main.service"
    assert unit_of("0::/user.slice/user-1000.slice/user@1000.service/app.slice/some.scope") == ""
    assert (
        unit_of("0::/user.slice/user-1000.slice/user@1000.service/app.slice/syncthing.service") == "syncthing.service"
    )


# --- what answers ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("greeting", "kind"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "ssh"),
        (b"220 mx.example.net ESMTP Postfix\r\n", "smtp"),
        (b"220 ProFTPD Server (FTP)\r\n", "ftp"),
        (b"* OK IMAP4rev1 ready\r\n", "imap"),
        (b"+OK ready\r\n", "pop3"),
        (b"\x4a\x00\x00\x00\x0a8.0.36\x00", "mysql"),
        (b"hello from something\n", "banner"),
    ],
)
def test_servers_that_speak_first_are_known_by_it_and_asked_nothing(greeting, kind):
    with server(greeting) as (port, heard):
        assert probe("127.0.0.1", port).kind == kind
    assert not [asked for asked in heard if asked]


def test_redis_is_asked_for_a_ping_on_any_port_where_its_process_says_so():
    with server(b"", (b"PING", b"+PONG\r\n")) as (port, heard):
        assert probe("127.0.0.1", port, "redis-server").kind == "redis"
    assert [asked for asked in heard if asked] == [b"PING\r\n"]


def test_redis_without_a_hint_is_known_by_its_answer_to_http_and_sees_no_attack():
    with server(b"", (b"HEAD", b"-ERR unknown command\r\n")) as (port, heard):
        assert probe("127.0.0.1", port).kind == "redis"
    assert not any(b"Host:" in asked or b"POST" in asked for asked in heard)


def test_postgres_is_asked_whether_it_speaks_tls_and_nothing_else():
    with server(b"", (b"\x00\x00\x00\x08", b"N")) as (port, heard):
        assert probe("127.0.0.1", port, "postgres").kind == "postgres"
    assert [asked for asked in heard if asked] == [b"\x00\x00\x00\x08\x04\xd2\x16\x2f"]


@pytest.mark.slow
def test_a_silent_server_only_takes_connections_and_keeps_nobody_long():
    with server() as (port, _heard):
        assert probe("127.0.0.1", port).kind == "open"


def test_nobody_there_is_closed():
    with held_port() as port:
        assert probe("127.0.0.1", port).kind == "closed"


@pytest.mark.slow
@pytest.mark.parametrize(
    "to_plain", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n", b"HTTP/1.1 301 x\r\nLocation: /\r\n\r\n"]
)
def test_tls_is_told_from_plain_text(tmp_path, to_plain: bytes):
    key, certificate = tmp_path / "key.pem", tmp_path / "cert.pem"
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
         "-subj", "/CN=localhost"],
        capture_output=True, check=False,
    )  # fmt: skip
    if made.returncode:
        pytest.skip("no openssl")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)

    class Secured(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            if self.request.recv(1, socket.MSG_PEEK) == b"H":
                self.request.recv(4096)
                self.request.sendall(to_plain)
                return
            with contextlib.suppress(OSError), context.wrap_socket(self.request, server_side=True) as secured:
                if secured.recv(100).startswith(b"HEAD"):
                    secured.sendall(b"HTTP/1.0 200 OK\r\n\r\n")

    listening = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Secured)
    listening.daemon_threads = True
    thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        port = listening.server_address[1]
        answer = probe("127.0.0.1", port)
        assert answer.kind == "https"
        row = check_for_address("web", "127.0.0.1", port, answer)
        assert row == {"name": "web", "check": "http", "url": f"https://127.0.0.1:{port}/", "verify": False}
    finally:
        listening.shutdown()
        thread.join()
        listening.server_close()


def test_what_is_said_first_may_be_anything():
    assert read_banner(b"") is None
    assert read_banner(b"\x00\xff\x01").kind == "banner"


# --- names -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("process", "command", "name"),
    [
        ("redis-server", ("/usr/bin/redis-server 127.0.0.1:6399",), "redis"),
        ("nginx", ("nginx: master process /usr/sbin/nginx",), "nginx"),
        ("python3", ("python3", "-m", "http.server", "8000"), "http-server"),
        ("node", ("/usr/bin/node", "--max-old-space-size=512", "/srv/wiki/server.js"), "wiki"),
        ("java", ("java", "-Xmx1g", "-jar", "/opt/jenkins.war"), "jenkins"),
        ("python3.11", ("/venv/bin/python3.11", "/venv/bin/gunicorn", "app:app"), "gunicorn"),
        ("sshd", (), "ssh"),
        ("", (), ""),
    ],
)
def test_a_service_is_called_after_its_program(process, command, name):
    assert name_of_process(process, command) == name


def test_a_container_or_a_unit_gives_the_better_name():
    assert name_of_socket(ListeningSocket("0.0.0.0", 8080, process="docker-proxy", container="My.App_1")) == "my-app_1"
    assert name_of_socket(ListeningSocket("::", 9, process="java", unit="jenkins.service")) == "jenkins"


def test_a_process_of_another_user_is_called_after_its_port():
    assert name_of_socket(ListeningSocket("0.0.0.0", 5432)) == "postgres"
    assert name_of_socket(ListeningSocket("0.0.0.0", 49321)) == "port-49321"


def test_names_are_given_once():
    assert unique_name("web", 8101, {"web"}) == "web-8101"
    assert unique_name("web", 8101, {"web", "web-8101"}) == "web-8101-2"
    assert unique_name("port-8101", 8101, {"port-8101"}) == "port-8101-2"


def test_every_row_that_is_proposed_has_a_name_of_its_own_and_can_be_written():
    sockets = [ListeningSocket("0.0.0.0", port, process="nginx") for port in (80, 443, 8080)]
    answers = [ProbeAnswer("http", status_code=200), ProbeAnswer("tls"), ProbeAnswer("open")]
    found = discovery.combine(sockets, answers, [RunningContainer("nginx", "docker")], ["nginx.service"])
    assert [one.name for one in found] == ["nginx", "nginx-443", "nginx-8080", "nginx-2", "nginx-3"]
    assert all(checked(one.row) for one in found)


# --- containers, units, services.toml --------------------------------------------------------------------------------


def test_units_that_an_operator_knows_are_proposed_and_others_are_not():
    lines = ["nginx.service loaded active running", "systemd-journald.service loaded", "wg-quick@wg0.service x", ""]
    assert read_units(lines) == ["nginx.service", "wg-quick@wg0.service"]


def test_containers_are_proposed_by_a_name_that_services_can_have():
    containers = read_containers("docker", ["My.App_1\t0.0.0.0:8080->80/tcp, :::8443-8444->443-444/tcp", " \t"])
    assert containers == [RunningContainer("My.App_1", "docker", (8080, 8443, 8444))]
    [found] = discovery.combine([], [], containers, [])
    assert found.row == {"name": "my-app_1", "check": "container", "container": "My.App_1"}
    assert checked(found.row)


def test_a_container_whose_port_is_listed_is_not_listed_twice():
    listening = [ListeningSocket("0.0.0.0", 8080, container="wiki")]
    found = discovery.combine(
        listening, [ProbeAnswer("http", status_code=200)], [RunningContainer("wiki", "docker")], []
    )
    assert [(one.name, one.kind) for one in found] == [("wiki", "http")]


def test_what_is_watched_already_is_marked_with_its_service():
    rows = [{"name": "Shop", "check": "http", "url": "http://localhost:8101/health"}]
    [found] = discovery.combine(
        [ListeningSocket("0.0.0.0", 8101, process="x")], [ProbeAnswer("http", status_code=200)], [], [], rows
    )
    assert (found.defined, found.name, found.can_be_added) == ("shop", "shop", False)


def test_another_host_with_that_port_is_another_service():
    here = {"name": "a", "check": "tcp", "address": "127.0.0.1", "port": 22}
    assert not watches({"name": "b", "check": "tcp", "address": "nas.lan", "port": 22}, here)
    assert watches({"name": "b", "check": "tcp", "address": "::1", "port": 22}, here)


def test_a_page_that_wants_a_login_is_up():
    row = check_for_address("wiki", "127.0.0.1", 80, ProbeAnswer("http", status_code=401))
    assert row == {"name": "wiki", "check": "http", "url": "http://127.0.0.1/", "expect_status": 401}
    assert checked(row)


@pytest.mark.parametrize(
    ("head", "get", "status"),
    [(501, 200, "healthy"), (405, 200, "healthy"), (200, 503, "down"), (503, 503, "down"), (200, 401, "healthy"),
     (400, 400, "degraded"), (404, 404, "healthy"), (200, 429, "degraded")],
)  # fmt: skip
def test_a_web_server_is_found_as_its_check_will_find_it(head: int, get: int, status: str):
    said = b"HTTP/1.1 %d x\r\nContent-Length: 0\r\n\r\n"
    with server(b"", (b"HEAD", said % head), (b"GET", said % get)) as (port, _heard):
        answer = try_check(probe("127.0.0.1", port), {"check": "http", "url": f"http://127.0.0.1:{port}/"})
    row = check_for_address("web", "127.0.0.1", port, answer)
    assert (answer.status, answer.detail.split(" in ")[0]) == (status, f"HTTP {get}")
    assert row.get("expect_status") == (get if status == "healthy" and get >= 400 else None)


def test_what_is_chosen_is_written_beside_this_machine_and_once(tmp_path):
    path = tmp_path / "services.toml"
    row = {"name": "web", "check": "tcp", "address": "127.0.0.1", "port": 80}
    add_rows(path, [row])
    assert read_rows(path) == [*MACHINE, row]
    assert add_rows(path, [row]) == 0
    assert all(checked(row) for row in MACHINE)


def test_one_that_cannot_be_written_writes_none(tmp_path):
    path = tmp_path / "services.toml"
    with pytest.raises(ServicesError):
        add_rows(path, [{"name": "a b", "check": "memory"}])
    assert not path.exists()


# --- an address that is typed ----------------------------------------------------------------------------------------


@pytest.mark.slow
def test_host_and_port_that_speak_http_become_a_web_check_called_after_what_runs_there(tmp_path):
    with web_server(tmp_path) as (port, name):
        row = check_of_address(f"localhost:{port}")
        assert row == {"name": name, "check": "http", "url": f"http://localhost:{port}/"}
        assert check_of_address(f"localhost:{port}", {name})["name"] == f"{name}-{port}"
        assert check_of_address(f"localhost:{port}", name="wiki")["name"] == "wiki"


def test_host_and_port_that_speak_something_else_become_a_connection():
    with server(b"SSH-2.0-x\r\n") as (port, _heard):
        row = check_of_address(f"127.0.0.1:{port}", name="box")
    assert row == {"name": "box", "check": "tcp", "address": "127.0.0.1", "port": port, "expect_banner": "SSH-"}


def test_a_url_is_taken_as_it_is():
    row = check_of_address("https://cloud.example.net/status")
    assert row == {"name": "cloud-example-net", "check": "http", "url": "https://cloud.example.net/status"}


@pytest.mark.parametrize("text", ["", "nas", "nas:", "nas:99999", ":80", "a b:80", "http://[::1"])
def test_what_is_no_address_is_refused_with_a_sentence(text):
    with pytest.raises(AddressError, match="not a valid URL"):
        check_of_address(text)


def test_names_and_kinds_are_no_addresses():
    assert looks_like_address("[::1]:8080")
    assert not looks_like_address("tcp")
    assert not looks_like_address("my-service_2")


def test_one_that_hangs_holds_up_nobody(monkeypatch):
    """The rest is listed although one socket never answers."""
    go_on = threading.Event()

    def hangs(address: str, port: int, hint: str = "") -> ProbeAnswer:
        if port == 1:
            go_on.wait()
        return ProbeAnswer("http", status_code=200)

    monkeypatch.setattr(discovery, "probe", hangs)
    try:
        answers = discovery.probe_sockets([ListeningSocket("127.0.0.1", 1), ListeningSocket("127.0.0.1", 2)], 0.3)
    finally:
        go_on.set()
    assert [one.kind for one in answers] == ["open", "http"]
