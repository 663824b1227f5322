"""Servers and programs that the watcher's checks meet: real ones on loopback."""

from __future__ import annotations

import contextlib
import datetime as dt
import ipaddress
import socket
import ssl
import stat
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from support.ports import held_port

NOW = dt.datetime(2026, 6, 1, 12, 0, tzinfo=dt.UTC)


@dataclass
class Web:
    """A web server on loopback. ``answers`` maps a path to (status, headers, body); ``requests`` is what was asked."""

    port: int
    answers: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    requests: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    release: threading.Event = field(default_factory=threading.Event)
    _server: ThreadingHTTPServer | None = None
    _thread: threading.Thread | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> Web:
        """Begin to listen."""
        web = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length") or 0))  # else the sender is reset
                web.requests.append((self.command, self.path, dict(self.headers)))
                if self.path == "/hang":
                    web.release.wait(300)
                status, headers, body = web.answers.get(self.path.split("?")[0], (200, {}, b"fine"))
                with contextlib.suppress(OSError):
                    self.send_response(status)
                    for name, value in headers.items():
                        self.send_header(name, value)
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    if self.command != "HEAD":
                        self.wfile.write(body)

            do_HEAD = do_POST = do_GET

            def log_message(self, *args: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", self.port), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """No one listens there any more."""
        self.release.set()
        if self._server is not None and self._thread is not None:
            self._server.shutdown()
            self._thread.join()
            self._server.server_close()
            self._server = None


@pytest.fixture
def web() -> Iterator[Web]:
    with held_port() as port:
        server = Web(port).start()
        yield server
        server.stop()


@pytest.fixture
def free_port() -> Iterator[int]:
    """A port on which nobody listens."""
    with held_port() as port:
        yield port


@pytest.fixture
def talker() -> Iterator[Callable[[Callable[[socket.socket], None]], int]]:
    """Starts a TCP server that gives each connection to a function; its port."""
    servers: list[tuple[socket.socket, threading.Thread]] = []

    def start(speak: Callable[[socket.socket], None]) -> int:
        server = socket.create_server(("127.0.0.1", 0))

        def serve() -> None:
            while True:
                try:
                    link, _ = server.accept()
                except OSError:
                    return
                with link, contextlib.suppress(OSError):
                    speak(link)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        servers.append((server, thread))
        return int(server.getsockname()[1])

    yield start
    for server, thread in servers:
        server.shutdown(socket.SHUT_RDWR)
        server.close()
        thread.join()


@pytest.fixture
def udp() -> Iterator[Callable[[Callable[[bytes], bytes | None]], int]]:
    """Starts a UDP server that answers each packet with what a function makes of it; its port."""
    servers: list[tuple[socket.socket, threading.Thread]] = []

    def start(answer: Callable[[bytes], bytes | None]) -> int:
        server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        server.bind(("127.0.0.1", 0))

        def serve() -> None:
            while True:
                packet, sender = server.recvfrom(4096)
                if packet == b"end":
                    return
                if (said := answer(packet)) is not None:
                    server.sendto(said, sender)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        servers.append((server, thread))
        return int(server.getsockname()[1])

    yield start
    for server, thread in servers:
        server.sendto(b"end", server.getsockname())
        thread.join()
        server.close()


@dataclass(frozen=True)
class Pair:
    """A certificate with its key, in PEM files."""

    certificate: Path
    key: Path


@pytest.fixture
def certify(tmp_path: Path) -> Callable[..., Pair]:
    """Makes a self-signed certificate for 127.0.0.1, valid for ``days`` from now (past ones may be expired)."""

    def make(days: float, since: float = -100) -> Pair:
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "loopback")])
        now = dt.datetime.now(dt.UTC)
        built = (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now + dt.timedelta(days=since))
            .not_valid_after(now + dt.timedelta(days=days))
            .add_extension(
                x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False
            )
            .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
            .sign(key, hashes.SHA256())
        )
        pair = Pair(tmp_path / f"cert{days}.pem", tmp_path / f"key{days}.pem")
        pair.certificate.write_bytes(built.public_bytes(serialization.Encoding.PEM))
        pair.key.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        return pair

    return make


@pytest.fixture
def tls_port(talker: Callable[[Callable[[socket.socket], None]], int]) -> Callable[[Pair], int]:
    """Starts a TLS server with a certificate; its port."""

    def start(pair: Pair) -> int:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pair.certificate, pair.key)

        def speak(link: socket.socket) -> None:
            with contextlib.suppress(OSError), context.wrap_socket(link, server_side=True) as wrapped:
                wrapped.recv(1024)
                date = format_datetime(dt.datetime.now(dt.UTC), usegmt=True)
                wrapped.sendall(f"HTTP/1.1 200 OK\r\nDate: {date}\r\n".encode())
                wrapped.sendall(b"Content-Length: 2\r\nConnection: close\r\n\r\nok")

        return talker(speak)

    return start


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
    """Puts a shell script onto the PATH, before everything else: the outside world begins there."""
    import os

    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")

    def make(name: str, script: str) -> Path:
        path = folder / name
        path.write_text("#!/bin/sh\n" + script)
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return path

    return make


@pytest.fixture
def ssh(program: Callable[[str, str], Path], tmp_path: Path) -> Path:
    """An ``ssh`` that runs the words here, as the shell of the far host would; the file has the arguments of each."""
    told = tmp_path / "ssh-arguments"
    program(
        "ssh",
        f"""printf '%s\\n' "$*" >> {told}
while [ "$1" != "--" ]; do shift; done
shift
if [ "$1" = "nobody@far" ]; then echo "ssh: connect to host far port 22: Connection refused" >&2; exit 255; fi
if [ "$1" = "locked@far" ]; then echo "locked@far: Permission denied (publickey)." >&2; exit 255; fi
shift
exec sh -c "$*"
""",
    )
    return told
