"""The checks that look over the network, from this machine: http, tcp, dns, tls. ``probe_models`` has the others."""

from __future__ import annotations

import re
from typing import Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator

from .json_path import parse_path, render_value
from .model_base import NetworkCheck, Port

STARTTLS_PORTS = {25: "smtp", 587: "smtp", 143: "imap", 110: "pop3"}
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
    json_path: str = ""
    json_equals: str | None = None
    json_min: float | None = None
    json_max: float | None = None
    json_otherwise: Literal["down", "degraded"] = "down"

    @field_validator("url")
    @classmethod
    def _is_url(cls, value: str) -> str:
        return require_url(value)

    @field_validator("json_path")
    @classmethod
    def _is_path(cls, value: str) -> str:
        if value:
            parse_path(value)
        return value

    @field_validator("json_equals", mode="before")
    @classmethod
    def _as_written(cls, value: Any) -> Any:
        return render_value(value) if isinstance(value, bool | int | float) else value

    @model_validator(mode="after")
    def _bounds_need_a_path(self) -> Self:
        bounds = (self.json_equals, self.json_min, self.json_max)
        if not self.json_path and any(bound is not None for bound in bounds):
            raise ValueError('json_equals, json_min and json_max need json_path, such as json_path = "status"')
        if self.json_path and self.method == "HEAD":
            raise ValueError("json_path needs an answer with a body; the method must not be HEAD")
        if self.json_min is not None and self.json_max is not None and self.json_min > self.json_max:
            raise ValueError("json_min must not be more than json_max")
        return self

    @field_validator("expect_status", mode="before")
    @classmethod
    def _ranges(cls, value: Any) -> Any:
        return tuple(_codes(item) for item in (value if isinstance(value, list | tuple) else [value]))

    @property
    def target(self) -> str:
        """The address without user, password and query."""
        return shown_url(self.url)

    def expects(self, code: int) -> bool:
        """Tell whether a status code means that all is well."""
        return any(low <= code <= high for low, high in self.expect_status)


def require_url(value: str) -> str:
    """The value, where it is a web address. Raises ValueError."""
    parts = urlsplit(value)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError('must be an address such as "http://127.0.0.1:8080/health"')
    _ = parts.port  # raises ValueError where it is no port
    return value


def shown_url(url: str) -> str:
    """A web address without user, password and query."""
    parts = urlsplit(url)
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{host}" + (f":{parts.port}" if parts.port else "") + (parts.path or "/")


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
    starttls: Literal["auto", "none", "smtp", "imap", "pop3"] = "auto"

    @property
    def target(self) -> str:
        """Address and port."""
        return f"{self.address}:{self.port}"

    @property
    def protocol(self) -> str:
        """What is spoken before TLS begins: smtp, imap or pop3; "" where TLS comes first."""
        if self.starttls == "auto":
            return STARTTLS_PORTS.get(self.port, "")
        return "" if self.starttls == "none" else self.starttls

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        if self.critical_days > self.warn_days:
            raise ValueError("critical_days must not be more than warn_days")
        return self
