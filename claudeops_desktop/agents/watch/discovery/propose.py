"""A check for what was found. Pure."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from ..plugin_check import check_model
from .types import NO_CHECK, DiscoveredService, ListeningSocket, ProbeAnswer

_LOCAL = frozenset(("127.0.0.1", "::1", "localhost", "0.0.0.0", "::"))  # noqa: S104
_PASSING = (400, 408, 421, 425, 429)
"""HTTP codes below 500 that tell of one request, and nothing of the service."""


def check_for_address(name: str, address: str, port: int, answer: ProbeAnswer, path: str = "") -> dict[str, Any]:
    """The check of a TCP address, by what answered there; of a web server that of the page at ``path``."""
    if answer.kind in ("http", "https"):
        url = url_of(answer.kind, address, port)
        row: dict[str, Any] = {"name": name, "check": "http", "url": url.rstrip("/") + path if path else url}
        if answer.status_code and is_lasting(answer.status_code):
            row["expect_status"] = answer.status_code  # it wants a login, or has no start page: it is up
        if answer.kind == "https" and address in _LOCAL:
            row["verify"] = False  # no certificate names this address
        return row
    if answer.kind == "tls":
        return {"name": name, "check": "tls", "address": address, "port": port} | (
            {"verify": False} if address in _LOCAL else {}
        )
    row = {"name": name, "check": "tcp", "address": address, "port": port}
    if answer.banner:
        row["expect_banner"] = answer.banner
    return row


def is_lasting(code: int) -> bool:
    """Tell whether an HTTP code is one below 500 with which a healthy start page may answer each time."""
    return 400 <= code < 500 and code not in _PASSING


def check_for_udp(name: str, socket: ListeningSocket) -> dict[str, Any] | None:
    """The check of a UDP socket: a question to a DNS server, or that its process runs; None where nothing can tell."""
    if socket.port == 53:
        address = socket.reachable_address
        row: dict[str, Any] = {"name": name, "check": "dns", "query": "localhost", "resolver": address}
        return row
    if socket.unit:
        return {"name": name, "check": "unit", "unit": socket.unit}
    if socket.process:
        return {"name": name, "check": "process", "process": socket.process}
    if check_model("udp") is not None:
        return {"name": name, "check": "udp", "address": socket.reachable_address, "port": socket.port}
    return None


def rows_by_kind(found: DiscoveredService) -> dict[str, dict[str, Any]]:
    """The checks that can be made of what was found, by kind; the one that is proposed first (pure)."""
    rows = {found.kind: dict(found.row)} if found.kind != NO_CHECK else {}
    place = address_of(found.row)
    if place is not None and found.protocol == "tcp":
        host, port = place
        rows.setdefault("http", {"name": found.name, "check": "http", "url": url_of("http", host, port)})
        rows.setdefault("tcp", {"name": found.name, "check": "tcp", "address": host, "port": port})
        rows.setdefault("tls", {"name": found.name, "check": "tls", "address": host, "port": port, "verify": False})
    if found.process and found.pid is not None:
        rows.setdefault("process", {"name": found.name, "check": "process", "process": found.process})
    return rows


def url_of(scheme: str, address: str, port: int) -> str:
    """The address of a web server's start page."""
    host = f"[{address}]" if ":" in address else address
    plain = port == {"http": 80, "https": 443}[scheme]
    return f"{scheme}://{host}{'' if plain else f':{port}'}/"


def watches(row: dict[str, Any], found: dict[str, Any]) -> bool:
    """Tell whether a check of services.toml already looks at what was found, by whatever kind of check."""
    if found["check"] in ("unit", "container", "process"):
        own = found["check"]
        return row.get("check") == own and row.get(own) == found.get(own) and not row.get("host")
    there, here = address_of(row), address_of(found)
    if there is None or here is None or there[1] != here[1]:
        return False
    return there[0] == here[0] or (there[0] in _LOCAL and here[0] in _LOCAL)


def address_of(row: dict[str, Any]) -> tuple[str, int] | None:
    """Host and port that a check connects to; None for one that connects to nothing, or to what cannot be told."""
    try:
        if isinstance(row.get("url"), str):
            parts = urlsplit(row["url"])
            port = parts.port or {"http": 80, "https": 443}.get(parts.scheme, 0)
            return (parts.hostname or "", port) if port else None
        if row.get("check") == "dns":
            return str(row.get("resolver", "")), int(row.get("resolver_port", 53))
        if row.get("address"):
            return str(row["address"]), int(row.get("port") or (443 if row.get("check") == "tls" else 0))
    except (TypeError, ValueError):
        return None
    return None
