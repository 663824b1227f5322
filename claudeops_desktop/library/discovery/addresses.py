"""Which addresses of a network may be fetched from. Pure."""

from __future__ import annotations

import ipaddress
import re
from urllib.parse import urldefrag, urlsplit, urlunsplit

from ...core.errors import UsageError
from ...core.messages import UserMessage

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_NAT64 = ipaddress.ip_network("64:ff9b::/96")
_LOCAL_NAT64 = ipaddress.ip_network("64:ff9b:1::/48")
_PLATFORM = frozenset(
    map(
        ipaddress.ip_address,
        ("168.63.129.16", "100.100.100.200", "169.254.169.254", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254"),
    )
)
"""Addresses at which clouds tell a machine its own secrets."""
LONGEST_URL = 2_000
_HOST = re.compile(r"[a-z0-9_.-]+|[0-9a-f:.]+(?:%[a-z0-9_.-]+)?", re.IGNORECASE)


def is_forbidden(text: str) -> bool:
    """Tell whether an address is never fetched from, whatever the operator allows: a cloud's metadata, one link (where
    it lives, too), a group, or nobody's."""
    try:
        address: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return True
    inner = _inner_address(address)
    if inner is not None:
        return is_forbidden(str(inner))
    return address in _PLATFORM or address.is_link_local or address.is_multicast or address.is_unspecified


def _inner_address(address: Address) -> Address | None:
    """The IPv4 address that is wrapped in an IPv6 address; None where none is."""
    if isinstance(address, ipaddress.IPv4Address):
        return None
    if address in _NAT64:
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]


def is_public(text: str) -> bool:
    """Tell whether an address is one of the public internet: not of this computer, a private network, one link, a
    cloud's metadata or a group, also where it is wrapped in an IPv6 address."""
    try:
        address: Address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    inner = _inner_address(address)
    if inner is not None:
        return is_public(str(inner))
    if isinstance(address, ipaddress.IPv6Address) and (address.is_site_local or address in _LOCAL_NAT64):
        return False
    if address in _PLATFORM or address.is_multicast or address.is_reserved:
        return False
    return address.is_global


def is_url(text: str) -> bool:
    """Tell whether a text is meant as the address of a page, not as a path."""
    head, mark, _ = text.strip().partition("://")
    return bool(mark) and head.isascii() and head.replace("+", "").isalnum()


def require_url(text: str) -> str:
    """The address in the form under which it is kept: no fragment, host in small letters. Raises UsageError for what is
    no http or https address, or holds a password."""
    text = text.strip()
    try:
        parts = urlsplit(urldefrag(text).url)
        host, port = (parts.hostname or "").encode("idna").decode("ascii"), parts.port
    except (ValueError, UnicodeError):
        host, port, parts = "", None, urlsplit("")
    if (
        parts.scheme.lower() not in ("http", "https")
        or not _HOST.fullmatch(host)
        or len(text) > LONGEST_URL
        or any(char.isspace() or not char.isprintable() for char in text)
    ):
        raise no_url(text)
    if parts.username is not None or parts.password is not None:
        raise UsageError(
            UserMessage("The address holds a user name or a password, which would be kept with the document."),
            UserMessage("Save the page as a file and add that."),
        )
    shown = f"[{host}]" if ":" in host else host
    place = shown if port is None else f"{shown}:{port}"
    return urlunsplit((parts.scheme.lower(), place.lower(), parts.path or "/", parts.query, ""))


def no_url(text: str) -> UsageError:
    """The error for what is no address of a page."""
    return UsageError(
        UserMessage("“{url}” is not a web address that can be read.", url=text[:200]),
        UserMessage("Write http:// or https://, a host and a path."),
    )


def host_of(url: str) -> str:
    """The host of an address, in small letters."""
    return (urlsplit(url).hostname or "").lower()


def origin_of(url: str) -> str:
    """Scheme, host and port of an address: what a robots.txt speaks for."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}"
