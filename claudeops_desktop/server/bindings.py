"""Where the server listens, and by what names it may be called. Pure, but for reading certificates."""

from __future__ import annotations

import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from pathlib import Path
from urllib.parse import urlsplit

from ..core.errors import OperatorError
from ..core.messages import UserMessage
from ..core.settings import Settings

LOOPBACK, LOOPBACK_6 = "127.0.0.1", "::1"
OWN_HOSTS = frozenset({"127.0.0.1", "localhost", "[::1]"})


@dataclass(frozen=True, slots=True)
class ServerBinding:
    """Address and port that are listened on, TLS, and the reverse proxy in front.

    ``address`` is an IP address; a loopback one means IPv4 and IPv6 alike. ``certificate`` and ``private_key`` are
    files, "" for plain HTTP. ``public_url`` is the proxy's own address, "" for none. ``trusted_proxies`` are the
    addresses and networks from which X-Forwarded-For is believed.
    """

    address: str = LOOPBACK
    port: int = 0
    certificate: str = ""
    private_key: str = ""
    public_url: str = ""
    trusted_proxies: tuple[str, ...] = ()

    @property
    def is_loopback(self) -> bool:
        """Whether only programs of this computer reach it."""
        return ip_address(self.address).is_loopback

    @property
    def is_reachable(self) -> bool:
        """Whether other computers reach it at its own address."""
        return not self.is_loopback and not ip_address(self.address).is_unspecified

    @property
    def url(self) -> str:
        """Where programs of this computer reach it."""
        scheme = "https" if self.certificate else "http"
        anywhere = ip_address(self.address).is_unspecified
        host = LOOPBACK if anywhere or self.is_loopback else self.address
        return f"{scheme}://[{host}]:{self.port}" if ":" in host else f"{scheme}://{host}:{self.port}"

    def addresses(self) -> tuple[str, ...]:
        """The addresses of the sockets; of the second one it is no fault where it cannot be had."""
        if not self.is_loopback:
            return (self.address,)
        return (LOOPBACK, LOOPBACK_6) if self.address in (LOOPBACK, LOOPBACK_6) else (self.address,)


def wanted_binding(settings: Settings) -> ServerBinding:
    """The binding that the settings ask for. Raises OperatorError for an address beyond this computer that neither TLS
    nor a named reverse proxy protects, and for one that is no address."""
    server = settings.server
    name = server.address.strip().strip("[]") or LOOPBACK
    if name.lower() == "localhost":
        name = LOOPBACK
    try:
        address = ip_address(name)
    except ValueError:
        raise OperatorError(
            UserMessage("server.address: {name} is not an IP address.", name=f"{name!r}"),
            UserMessage("Use 127.0.0.1, or an address of this computer such as that of a VPN."),
        ) from None
    if bool(server.certificate) != bool(server.private_key):
        raise OperatorError(
            UserMessage("server.certificate and server.private_key: only one of them is set."),
            UserMessage("Set both, or neither."),
        )
    if server.public_url and not _public_host(server.public_url):
        raise OperatorError(
            UserMessage("server.public_url: {url} is not a valid URL.", url=f"{server.public_url!r}"),
            UserMessage("Write it such as https://ops.example.org."),
        )
    if not address.is_loopback and not server.certificate and not server.public_url:
        raise OperatorError(
            UserMessage("server.address: {address} is reached from other computers without encryption.", address=name),
            UserMessage(
                "Set server.certificate and server.private_key, or name the reverse proxy in front in"
                " server.public_url; or use 127.0.0.1."
            ),
        )
    return ServerBinding(
        str(address),
        settings.alerts.port,
        server.certificate,
        server.private_key,
        server.public_url.rstrip("/"),
        _trusted_proxies(settings),
    )


def _trusted_proxies(settings: Settings) -> tuple[str, ...]:
    """Return those that the operator named; with ``public_url`` a proxy on this computer too. Raises OperatorError."""
    server = settings.server
    named = [name.strip() for name in server.trusted_proxies]
    for name in named:
        try:
            ip_network(name)
        except ValueError:
            raise OperatorError(
                UserMessage("server.trusted_proxies: {name} is not an IP address or network.", name=f"{name!r}"),
                UserMessage("Write it such as 192.0.2.7 or 192.0.2.0/24."),
            ) from None
    return (*((LOOPBACK, LOOPBACK_6) if server.public_url else ()), *named)


def tls_context(binding: ServerBinding) -> ssl.SSLContext | None:
    """TLS with the certificate of the settings; None for plain HTTP. Raises OperatorError where it cannot be used."""
    if not binding.certificate:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    certificate, key = Path(binding.certificate).expanduser(), Path(binding.private_key).expanduser()
    for setting, file in (("server.certificate", certificate), ("server.private_key", key)):
        try:
            file.open("rb").close()
        except OSError as error:
            raise OperatorError(
                UserMessage(
                    "{setting}: {file} cannot be read: {strerror}.", setting=setting, file=file, strerror=error.strerror
                ),
                UserMessage("Name a file in PEM format that Claude Ops may read."),
            ) from error
    try:
        # A key with a password would have it asked for on the terminal.
        context.load_cert_chain(certificate, key, password=lambda: b"")
    except (ssl.SSLError, ValueError) as error:
        raise OperatorError(
            UserMessage(
                "server.certificate: {file} and its key cannot be used: {error}.", file=certificate, error=error
            ),
            UserMessage("Use a certificate and its key without a password, both in PEM format."),
        ) from error
    return context


def is_own_host(host: str, others: Sequence[str]) -> bool:
    """Whether a Host header names this computer, or a name that the operator gave it.

    A web page may have its own name point here (DNS rebinding), and the browser then calls us by that name.
    """
    name = host.strip().lower()
    bare = name[: name.rindex("]") + 1] if name.startswith("[") and "]" in name else name.partition(":")[0]
    return bare in OWN_HOSTS or bare in {other.strip().lower() for other in others}


def is_own_origin(origin: str, others: Sequence[str]) -> bool:
    """Whether an Origin header is a page of this server: only browsers send one, for the page that asks."""
    parts = urlsplit(origin)
    return parts.scheme in ("http", "https") and bool(parts.netloc) and is_own_host(parts.netloc, others)


def known_hosts(settings: Settings) -> tuple[str, ...]:
    """The names by which the server may be called beside those of this computer."""
    public = _public_host(settings.server.public_url)
    return (*settings.alerts.hosts, *([public] if public else []))


def _public_host(url: str) -> str:
    try:
        parts = urlsplit(url.strip())
        host = parts.hostname or ""
        _ = parts.port
    except ValueError:
        return ""
    if parts.scheme not in ("http", "https") or parts.username or parts.query or parts.fragment:
        return ""
    return f"[{host}]" if ":" in host else host
