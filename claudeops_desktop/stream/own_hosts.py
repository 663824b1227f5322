"""Which addresses are the operator's own. Pure.

Loopback, private networks and names without a public ending are; so is every host that ``services.toml`` names, which
may well be public. Everything else is written by others.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterable
from typing import Any

__all__ = ["OperatorHosts", "hosts_in", "hosts_in_text"]

_LOCAL_NAME = re.compile(
    r"localhost|[\w-]+|\S+\.(?:lan|local|localhost|localdomain|internal|intranet|home|home\.arpa|corp|private|svc|"
    r"cluster\.local)",
    re.IGNORECASE,
)
_PRIVATE = tuple(
    map(
        ipaddress.ip_network,
        (
            *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "127.0.0.0/8", "169.254.0.0/16", "0.0.0.0/32"),
            *("100.64.0.0/10", "::1/128", "::/128", "fc00::/7", "fe80::/10"),
        ),
    )
)
"""Networks that nobody reaches from outside; 100.64.0.0/10 is what overlay networks such as Tailscale use. Networks
for documentation are not among them, though ``is_private`` counts them."""
_NAMING = frozenset(("host", "hosts", "hostname", "address", "server", "servers", "domain", "name", "target", "url"))
_URL_HOST = re.compile(r"[a-z][a-z0-9+.-]*://(?:[^/\s@]*@)?(\[[^\]\s]+\]|[^/:\s?#\"']+)", re.IGNORECASE)
_HOST = re.compile(r"(?:[^@\s/]*@)?((?:[\w-]+\.)+[a-z][\w-]+|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?", re.IGNORECASE)


class OperatorHosts:
    """The operator's hosts: ``named`` ones, their subdomains, and all that cannot be reached from outside."""

    __slots__ = ("_named",)

    def __init__(self, named: Iterable[str] = ()) -> None:
        self._named = frozenset(name.strip("[]. ").lower() for name in named if name.strip("[]. "))

    def __contains__(self, host: object) -> bool:
        name = str(host).strip("[].").lower()
        if not name:
            return True
        if name in self._named or any(name.endswith(f".{own}") for own in self._named if "." in own):
            return True
        try:
            address = ipaddress.ip_address(name.partition("%")[0])
        except ValueError:
            return not _is_number(name) and _LOCAL_NAME.fullmatch(name) is not None
        return any(address.version == net.version and address in net for net in _PRIVATE)


def hosts_in_text(text: str) -> list[str]:
    """The hosts of the addresses in a text, in their order; of an address without a scheme its first part."""
    found = [host.strip("[]").lower() for host in _URL_HOST.findall(text)]
    if not found and (bare := _HOST.match(text.strip())):
        found.append(bare[1].lower())
    return found


def hosts_in(table: Any, key: str = "") -> set[str]:
    """All hosts that the tables of ``services.toml`` name, however they are nested; entries at fault do no harm."""
    if isinstance(table, dict):
        return {host for name, value in table.items() for host in hosts_in(value, str(name).lower())}
    if isinstance(table, list):
        return {host for value in table for host in hosts_in(value, key)}
    if not isinstance(table, str):
        return set()
    found = {host.strip("[]").lower() for host in _URL_HOST.findall(table)}
    if key in _NAMING and not found and (named := _HOST.fullmatch(table.strip())):
        found.add(named[1].lower())
    return found


def _is_number(name: str) -> bool:
    """An address written as one number, as some clients take it, may be anywhere."""
    return name.isdigit() or name.startswith("0x")
