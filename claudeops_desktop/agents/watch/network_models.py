"""The checks that look over the network, from this machine: http, tcp, dns, tls."""

from __future__ import annotations

import re
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator

from .model_base import NetworkCheck, Port

_CODES = re.compile(r"(\d{3})(?:\s*-\s*(\d{3}))?|([1-5])xx", re.IGNORECASE)


class HttpCheck(NetworkCheck):
    """A request to a web address."""

    check: Literal["http"] = "http"
    url: str
    method: Literal["GET", "HEAD", "POST", "OPTIONS"] = "GET"
    expect_status: tuple[tuple[int, int], ...] = ((200, 399),)
    expect_text: str = ""
    headers: dict[str, str] = Field(default_factory=dict)
    body: str = ""
    follow_redirects: bool = False
    verify: bool = True
    ca_file: str = ""
    proxy: str = ""
    slow_ms: float | None = Field(default=None, gt=0)

    @field_validator("url")
    @classmethod
    def _is_url(cls, value: str) -> str:
        parts = urlsplit(value)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError('must be an address such as "http://127.0.0.1:8080/health"')
        _ = parts.port  # raises ValueError where it is no port
        return value

    @field_validator("expect_status", mode="before")
    @classmethod
    def _ranges(cls, value: Any) -> Any:
        return tuple(_codes(item) for item in (value if isinstance(value, list | tuple) else [value]))

    @property
    def target(self) -> str:
        """The address without user, password and query."""
        parts = urlsplit(self.url)
        host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
        return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port else "") + (parts.path or "/")

    def expects(self, code: int) -> bool:
        """Whether a status code means that all is well."""
        return any(low <= code <= high for low, high in self.expect_status)


def _codes(item: Any) -> tuple[int, int]:
    found = _CODES.fullmatch(str(item).strip()) if isinstance(item, int | str) else None
    if found is None:
        raise ValueError('must be status codes, such as 200, "200-399", "2xx" or [200, 302]')
    if found[3]:
        return int(found[3]) * 100, int(found[3]) * 100 + 99
    low, high = int(found[1]), int(found[2] or found[1])
    if not 100 <= low <= high <= 599:
        raise ValueError("must be status codes from 100 to 599, the lower one first")
    return low, high


class TcpCheck(NetworkCheck):
    """A connection to a port."""

    check: Literal["tcp"] = "tcp"
    address: str = Field(min_length=1)
    port: Port
    expect_banner: str = ""
    slow_ms: float | None = Field(default=None, gt=0)

    @property
    def target(self) -> str:
        """Address and port."""
        return f"{self.address}:{self.port}"


class DnsCheck(NetworkCheck):
    """A question to a DNS server."""

    check: Literal["dns"] = "dns"
    query: str = Field(min_length=1)
    record: Literal["A", "AAAA", "CNAME", "MX", "NS", "PTR", "SOA", "SRV", "TXT", "CAA"] = "A"
    resolver: str = ""
    resolver_port: Port = 53
    expect: tuple[str, ...] = ()
    slow_ms: float | None = Field(default=None, gt=0)

    @field_validator("expect", mode="before")
    @classmethod
    def _several(cls, value: Any) -> Any:
        return [value] if isinstance(value, str) else value

    @field_validator("resolver")
    @classmethod
    def _is_address(cls, value: str) -> str:
        import ipaddress

        if value:
            try:
                ipaddress.ip_address(value)
            except ValueError:
                raise ValueError('must be the IP address of a DNS server, such as "192.168.1.1"') from None
        return value

    @property
    def target(self) -> str:
        """What is asked, and whom."""
        port = f" port {self.resolver_port}" if self.resolver_port != 53 else ""
        return f"{self.query} {self.record}" + (f" at {self.resolver}{port}" if self.resolver else "")


class TlsCheck(NetworkCheck):
    """A certificate and the days that it has left."""

    check: Literal["tls"] = "tls"
    address: str = Field(min_length=1)
    port: Port = 443
    sni: str = ""
    warn_days: float = Field(default=21, ge=0)
    critical_days: float = Field(default=7, ge=0)
    verify: bool = True
    ca_file: str = ""

    @property
    def target(self) -> str:
        """Address and port."""
        return f"{self.address}:{self.port}"

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.critical_days > self.warn_days:
            raise ValueError("critical_days must not be more than warn_days")
        return self
