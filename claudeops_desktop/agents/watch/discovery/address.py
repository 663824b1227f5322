"""An address that somebody typed, made into a check: ``localhost:8101`` that speaks HTTP becomes a web address."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Any
from urllib.parse import urlsplit

from ....core.messages import UserMessage, join_messages
from .naming import name_of_socket, plain_name, unique_name
from .probe import probe
from .propose import check_for_address
from .sockets import listening_sockets
from .trial import try_check
from .types import ProbeAnswer

_HOST_AND_PORT = re.compile(r"(?P<host>\[[0-9A-Fa-f:.%]+\]|[A-Za-z0-9_.-]+):(?P<port>\d{1,5})(?P<path>/\S*)?")
_LOCAL = frozenset(("localhost", "127.0.0.1", "::1"))
MISTAKE = UserMessage("That is not a valid URL.")
REMEDY = UserMessage("Write https://host/path, or host:port.")


class AddressError(ValueError):
    """The text is no address: one sentence, and what to write."""


def looks_like_address(text: str) -> bool:
    """Tell whether a text is meant as an address, and cannot be a name or a kind of check."""
    return text.startswith(("http://", "https://")) or _HOST_AND_PORT.fullmatch(text.strip()) is not None


def check_of_address(text: str, taken: Container[str] = (), name: str = "") -> dict[str, Any]:
    """The check that an address means, as a row of services.toml. Host and port are asked what they speak, which
    takes some seconds where nobody answers. Without ``name`` it is called after what listens there, or its host.

    Raises AddressError.
    """
    text = text.strip()
    if text.startswith(("http://", "https://")):
        host = _host_of_url(text)
        return {
            "name": name or unique_name(_name_of_host(host), _port_of_url(text), taken),
            "check": "http",
            "url": text,
        }
    host, port, path = _host_and_port(text)
    own = name or unique_name(_name_of_place(host, port), port, taken)
    answer = probe(host, port, own)
    row = check_for_address(own, host, port, answer, path)
    return check_for_address(own, host, port, try_check(answer, row), path)


def provisional_check(text: str, taken: Container[str] = ()) -> dict[str, Any]:
    """What an address means before it was asked what it speaks: a web address, or a connection (pure).

    Raises AddressError.
    """
    text = text.strip()
    if text.startswith(("http://", "https://")):
        return check_of_address(text, taken)
    host, port, _ = _host_and_port(text)
    name = f"port-{port}" if host.lower() in _LOCAL else _name_of_host(host)
    return check_for_address(unique_name(name, port, taken), host, port, ProbeAnswer("open"))


def _name_of_place(host: str, port: int) -> str:
    if host.lower() not in _LOCAL:
        return _name_of_host(host)
    here = next((one for one in listening_sockets() if one.port == port and one.protocol == "tcp"), None)
    return name_of_socket(here) if here is not None else f"port-{port}"


def _host_and_port(text: str) -> tuple[str, int, str]:
    """Host, port and path. Raises AddressError."""
    found = _HOST_AND_PORT.fullmatch(text)
    if found is None or not 1 <= int(found["port"]) <= 65535:
        raise AddressError(join_messages(MISTAKE, REMEDY))
    return found["host"].strip("[]"), int(found["port"]), found["path"] or ""


def _name_of_host(host: str) -> str:
    return plain_name(host) or "service"


def _host_of_url(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError as error:
        raise AddressError(join_messages(MISTAKE, REMEDY)) from error


def _port_of_url(url: str) -> int | None:
    try:
        return urlsplit(url).port
    except ValueError as error:
        raise AddressError(join_messages(MISTAKE, REMEDY)) from error
