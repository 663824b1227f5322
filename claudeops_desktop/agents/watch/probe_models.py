"""Checks that ask in other ways than by a connection: ping, udp, promql, and heartbeat, which is called instead."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from .model_base import BaseCheck, NetworkCheck, Port
from .network_models import require_url, shown_url

LONGEST_HEARTBEAT_LABEL = 50
Share = Annotated[float, Field(ge=0, le=100)]


class PingCheck(NetworkCheck):
    """Echoes of a host (ICMP), and how many are lost."""

    check: Literal["ping"] = "ping"
    address: str = Field(min_length=1, pattern=r"^[^-\s]\S*$")
    family: Literal["auto", "ipv4", "ipv6"] = "auto"
    count: int = Field(default=3, ge=1, le=100)
    warn_loss: Share = 30.0
    slow_ms: float | None = Field(default=None, gt=0)

    @property
    def target(self) -> str:
        """The host."""
        return self.address


class UdpCheck(NetworkCheck):
    """A datagram to a port, and what comes back."""

    check: Literal["udp"] = "udp"
    address: str = Field(min_length=1)
    port: Port
    send: str = ""
    send_hex: str = ""
    expect: str = ""
    expect_hex: str = ""
    silence: Literal["unknown", "healthy", "down"] = "unknown"
    slow_ms: float | None = Field(default=None, gt=0)

    @property
    def target(self) -> str:
        """Address and port."""
        return f"{self.address}:{self.port} (UDP)"

    @property
    def payload(self) -> bytes:
        """What is sent."""
        return bytes.fromhex(self.send_hex) if self.send_hex else self.send.encode()

    @property
    def wanted(self) -> bytes:
        """What must be in the answer; nothing where any answer, or none, will do."""
        return bytes.fromhex(self.expect_hex) if self.expect_hex else self.expect.encode()

    @field_validator("send_hex", "expect_hex")
    @classmethod
    def _is_hex(cls, value: str) -> str:
        try:
            bytes.fromhex(value)
        except ValueError:
            raise ValueError('must be bytes in hexadecimal, such as "ff ff 01"') from None
        return value

    @model_validator(mode="after")
    def _one_of_each(self) -> Self:
        if self.send and self.send_hex:
            raise ValueError("needs send or send_hex, not both")
        if self.expect and self.expect_hex:
            raise ValueError("needs expect or expect_hex, not both")
        if len(self.payload) > 1400:
            raise ValueError("sends 1400 bytes at most, so that the datagram is not split")
        return self


class PromqlCheck(NetworkCheck):
    """The values of a query to Prometheus, held to bounds; the worst series counts."""

    check: Literal["promql"] = "promql"
    url: str
    query: str = Field(min_length=1, max_length=8000)
    warn_above: float | None = None
    down_above: float | None = None
    warn_below: float | None = None
    down_below: float | None = None
    no_data: Literal["unknown", "healthy", "degraded", "down"] = "unknown"
    headers: dict[str, str] = Field(default_factory=dict)
    verify: bool = True
    ca_file: str = ""

    @field_validator("url")
    @classmethod
    def _is_url(cls, value: str) -> str:
        return require_url(value)

    @property
    def target(self) -> str:
        """The query, and where."""
        return f"{self.query} at {shown_url(self.url)}"

    @model_validator(mode="after")
    def _bounded(self) -> Self:
        bounds = (self.warn_above, self.down_above, self.warn_below, self.down_below)
        if all(bound is None for bound in bounds) and self.no_data == "unknown":
            raise ValueError("needs a bound: warn_above, down_above, warn_below or down_below")
        if self.warn_above is not None and self.down_above is not None and self.warn_above > self.down_above:
            raise ValueError("warn_above must not be more than down_above")
        if self.warn_below is not None and self.down_below is not None and self.warn_below < self.down_below:
            raise ValueError("warn_below must not be less than down_below")
        return self


class HeartbeatCheck(BaseCheck):
    """A job that calls in by itself; late is down."""

    check: Literal["heartbeat"] = "heartbeat"
    every: float = Field(ge=10, le=366 * 86400)
    grace: float = Field(default=60.0, ge=0, le=366 * 86400)

    @field_validator("label")
    @classmethod
    def _fits_a_file_name(cls, value: str) -> str:
        if len(value) > LONGEST_HEARTBEAT_LABEL:
            raise ValueError(f"must have {LONGEST_HEARTBEAT_LABEL} characters at most")
        return value

    @property
    def target(self) -> str:
        """How often it is waited for."""
        return f"a call every {self.every:g} s"
