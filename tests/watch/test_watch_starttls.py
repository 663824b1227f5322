"""TLS after STARTTLS, its faults in words, and names with several addresses: real servers on loopback (PRODUCT S1)."""

from __future__ import annotations

import contextlib
import datetime as dt
import socket
import ssl
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from claudeops_desktop.agents.watch.measurement import CheckMeasurement, ServiceStatus
from claudeops_desktop.agents.watch.models import HttpCheck, TcpCheck, TlsCheck
from claudeops_desktop.agents.watch.services import run_check

QUICK = {"retries": 0, "timeout": 30.0}
Talker = Callable[[Callable[[socket.socket], None]], int]


def check(port: int, **more: object) -> CheckMeasurement:
    return run_check(TlsCheck.model_validate({"name": "t", "address": "127.0.0.1", "port": port, **QUICK, **more}))


def dialogue(greeting: bytes, answers: dict[str, bytes], pair: object = None) -> Callable[[socket.socket], None]:
    """A mail server: its greeting, its answers by the first word said, and TLS after the last of them."""

    def speak(link: socket.socket) -> None:
        link.sendall(greeting)
        lines = link.makefile("rb")
        while line := lines.readline().decode().strip():
            words = line.upper().split()
            word = next((w for w in words if w in answers), "")
            link.sendall(answers.get(word, b"500 what?\r\n"))
            if word in ("STARTTLS", "STLS") and pair is not None:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(pair.certificate, pair.key)  # type: ignore[attr-defined]
                with contextlib.suppress(OSError), context.wrap_socket(link, server_side=True) as wrapped:
                    wrapped.recv(1)
                return

    return speak


SMTP = {"EHLO": b"250-mail.lan hello\r\n250-SIZE 1000\r\n250 STARTTLS\r\n", "STARTTLS": b"220 go on\r\n"}
CONVERSATIONS = {
    "smtp": (b"220-mail.lan\r\n220 ready\r\n", SMTP),
    "imap": (b"* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n", {"STARTTLS": b"* CAPABILITY X\r\na1 OK begin\r\n"}),
    "pop3": (b"+OK ready <1.2@lan>\r\n", {"STLS": b"+OK begin\r\n"}),
}


@pytest.mark.parametrize("protocol", CONVERSATIONS)
def test_the_certificate_is_read_after_starttls(talker: Talker, certify, protocol: str):
    pair = certify(90)
    greeting, answers = CONVERSATIONS[protocol]
    seen = check(talker(dialogue(greeting, answers, pair)), starttls=protocol, ca_file=str(pair.certificate))
    assert (seen.status, seen.detail[:28]) == (ServiceStatus.HEALTHY, "certificate has 89 days left")


@pytest.mark.slow
def test_an_unverified_certificate_after_starttls_is_read_all_the_same(talker: Talker, certify):
    greeting, answers = CONVERSATIONS["smtp"]
    seen = check(talker(dialogue(greeting, answers, certify(3))), starttls="smtp")
    assert (seen.status, seen.found.urgent) == (ServiceStatus.DEGRADED, True)
    assert "not verified: it is self-signed" in seen.detail


def test_the_port_chooses_what_is_spoken():
    spoken = {port: TlsCheck(name="t", address="x", port=port).protocol for port in (25, 587, 143, 110, 443, 465, 993)}
    assert spoken == {25: "smtp", 587: "smtp", 143: "imap", 110: "pop3", 443: "", 465: "", 993: ""}
    assert TlsCheck(name="t", address="x", port=25, starttls="none").protocol == ""
    assert TlsCheck(name="t", address="x", port=2525, starttls="smtp").protocol == "smtp"


@pytest.mark.parametrize(
    ("protocol", "greeting", "answers", "said"),
    [
        ("smtp", b"554 no service here\r\n", {}, 'greeted with "554 no service here"'),
        ("smtp", b"220 ready\r\n", {"EHLO": b"250 mail.lan\r\n"}, "the server does not offer STARTTLS"),
        ("smtp", b"220 ready\r\n", {"EHLO": b"421 too busy\r\n"}, 'EHLO was answered with "421 too busy"'),
        (
            *("smtp", b"220 ready\r\n", SMTP | {"STARTTLS": b"454 not now\r\n"}),
            'STARTTLS was answered with "454 not now"',
        ),
        (
            *("smtp", b"220 ready\r\n", SMTP | {"STARTTLS": b"220 go\r\n250 injected\r\n"}),
            "the server went on speaking after it had agreed to TLS",
        ),
        ("imap", b"* BYE closed\r\n", {}, 'greeted with "* BYE closed"'),
        ("imap", b"* OK hi\r\n", {"STARTTLS": b"a1 BAD no\r\n"}, 'the server does not offer STARTTLS ("a1 BAD no")'),
        ("pop3", b"+OK hi\r\n", {"STLS": b"-ERR no\r\n"}, 'the server does not offer STLS ("-ERR no")'),
    ],
)
def test_what_goes_wrong_before_tls_is_told_in_words(
    talker: Talker, protocol: str, greeting: bytes, answers: dict[str, bytes], said: str
):
    port = talker(dialogue(greeting, answers))
    seen = check(port, starttls=protocol)
    assert (seen.status, seen.detail) == (ServiceStatus.DOWN, f"{said} at 127.0.0.1:{port}")


@pytest.mark.slow
def test_a_server_that_greets_nobody_or_leaves_is_down(talker: Talker):
    silent = talker(lambda link: link.recv(1) and None)
    assert check(silent, starttls="smtp", timeout=0.5).detail == f"no greeting in time at 127.0.0.1:{silent}"
    gone = talker(lambda link: None)
    assert "ended the connection without a greeting" in check(gone, starttls="imap").detail


# --- faults in words ------------------------------------------------------------------------------------------------


@pytest.fixture
def issue(tmp_path: Path) -> Callable[..., tuple[Path, Path]]:
    """Makes a certificate for names that an authority of its own has signed; its chain and its key."""

    def make(*names: str, days: float = 90) -> tuple[Path, Path]:
        keys = [ec.generate_private_key(ec.SECP256R1()) for _ in range(2)]
        titles = [x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, title)]) for title in ("authority", "server")]
        now = dt.datetime.now(dt.UTC)
        built = (
            x509.CertificateBuilder()
            .subject_name(titles[1])
            .issuer_name(titles[0])
            .public_key(keys[1].public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - dt.timedelta(days=200))
            .not_valid_after(now + dt.timedelta(days=days))
            .add_extension(x509.SubjectAlternativeName([x509.DNSName(name) for name in names]), critical=False)
            .sign(keys[0], hashes.SHA256())
        )
        certificate, key = tmp_path / "issued.pem", tmp_path / "issued.key"
        certificate.write_bytes(built.public_bytes(serialization.Encoding.PEM))
        plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        key.write_bytes(keys[1].private_bytes(*plain))
        return certificate, key

    return make


@pytest.fixture
def tls_server(talker: Talker) -> Callable[..., int]:
    """Starts a TLS server with a context that a function may change; its port."""

    def start(certificate: Path, key: Path, change: Callable[[ssl.SSLContext], object] = lambda context: None) -> int:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
        change(context)

        def speak(link: socket.socket) -> None:
            with contextlib.suppress(OSError), context.wrap_socket(link, server_side=True) as wrapped:
                wrapped.recv(1024)
                wrapped.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")

        return talker(speak)

    return start


def https(port: int, **more: object) -> CheckMeasurement:
    return run_check(HttpCheck.model_validate({"name": "w", "url": f"https://127.0.0.1:{port}/", **QUICK, **more}))


def test_expired_and_self_signed_says_expired(certify, tls_port):
    port = tls_port(certify(-2))
    tls, http = check(port), https(port)
    assert (tls.status, http.status) == (ServiceStatus.DOWN, ServiceStatus.DOWN)
    assert tls.detail.startswith("certificate expired on 20") and "not verified: it is self-signed" in tls.detail
    assert "certificate not accepted: it expired on 20" in http.detail and "and it is self-signed" in http.detail


def test_a_certificate_of_an_unknown_issuer(issue, tls_server):
    certificate, key = issue("other.lan", "more.lan")
    port = tls_server(certificate, key)
    assert "its issuer is not known here" in https(port).detail
    assert "its issuer is not known here" in check(port).detail


def test_a_certificate_for_another_name_says_for_which(certify, tls_port):
    pair = certify(90)
    url = f"https://localhost:{tls_port(pair)}/"
    seen = run_check(HttpCheck(name="w", url=url, ca_file=str(pair.certificate), **QUICK))
    assert seen.status is ServiceStatus.DOWN
    assert "certificate not accepted: it is for another host name (127.0.0.1)" in seen.detail


def test_a_handshake_that_is_refused(certify, tls_server):
    pair = certify(90)

    def other_ciphers(context: ssl.SSLContext) -> None:
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        context.set_ciphers("ECDHE-RSA-AES128-GCM-SHA256")  # the certificate has no RSA key

    port = tls_server(pair.certificate, pair.key, other_ciphers)
    words = "TLS failed: handshake refused; no cipher in common, or it wants a client certificate"
    assert (check(port, ca_file=str(pair.certificate)).detail) == f"{words} at 127.0.0.1:{port}"
    assert https(port, ca_file=str(pair.certificate)).detail == f"{words} at https://127.0.0.1:{port}/"


@pytest.mark.slow
def test_an_old_version_of_tls_and_no_tls_at_all(talker: Talker):
    alert = bytes([21, 3, 1, 0, 2, 2, 70])  # fatal, protocol_version (RFC 8446, 6.2)

    def too_old(link: socket.socket) -> None:
        link.recv(4096)
        link.sendall(alert)
        link.recv(4096)

    assert check(talker(too_old)).detail.startswith("TLS failed: its version of TLS is too old at ")

    def plain(link: socket.socket) -> None:
        link.recv(4096)
        link.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        link.recv(4096)

    assert check(talker(plain)).detail.startswith("TLS failed: it does not speak TLS there at ")


# --- names with several addresses -----------------------------------------------------------------------------------


@pytest.fixture
def resolve(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Lets the name many.lan have these addresses: the resolver is the outside world."""
    real = socket.getaddrinfo

    def give(*hosts: str) -> None:
        def answer(host: str, port: object, *args: object, **more: object) -> list[object]:
            if host != "many.lan":
                return real(host, port, *args, **more)  # type: ignore[arg-type, return-value]
            return [row for each in hosts for row in real(each, port, *args, **more)]  # type: ignore[arg-type]

        monkeypatch.setattr(socket, "getaddrinfo", answer)

    return give


@pytest.fixture
def blackhole() -> Iterator[int]:
    """A port on 127.0.0.3 whose queue of connections is full: whoever else connects is left waiting."""
    with contextlib.ExitStack() as stack:
        server = stack.enter_context(socket.socket())
        server.bind(("127.0.0.3", 0))
        server.listen(0)
        for _ in range(8):
            link = stack.enter_context(socket.socket())
            link.setblocking(False)
            link.connect_ex(server.getsockname())
        yield int(server.getsockname()[1])


def test_the_first_address_that_answers_counts(resolve, talker: Talker, web_at):
    port = talker(lambda link: None)
    resolve("127.0.0.2", "127.0.0.4", "127.0.0.1")
    assert run_check(TcpCheck(name="t", address="many.lan", port=port, **QUICK)).status is ServiceStatus.HEALTHY
    assert run_check(HttpCheck(name="w", url=f"http://many.lan:{web_at}/", **QUICK)).found.code == 200


@pytest.fixture
def web_at(web) -> int:
    return int(web.port)


def test_an_address_that_is_silent_does_not_keep_the_next_one_waiting(resolve, blackhole: int):
    with socket.socket() as server:
        server.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        server.bind(("127.0.0.1", blackhole))
        server.listen(8)
        resolve("127.0.0.3", "127.0.0.1")
        seen = run_check(TcpCheck(name="t", address="many.lan", port=blackhole, retries=0, timeout=300))
        assert seen.status is ServiceStatus.HEALTHY
        assert seen.response_ms < 200_000


def test_all_addresses_are_named_where_none_answers(resolve, free_port: int):
    resolve("127.0.0.2", "127.0.0.4")
    said = "none of 2 addresses answers (connection refused by 127.0.0.2, 127.0.0.4)"
    tcp = run_check(TcpCheck(name="t", address="many.lan", port=free_port, **QUICK))
    assert (tcp.status, tcp.detail) == (ServiceStatus.DOWN, f"{said} at many.lan:{free_port}")
    url = f"http://many.lan:{free_port}/"
    assert run_check(HttpCheck(name="w", url=url, **QUICK)).detail == f"{said} at {url}"
