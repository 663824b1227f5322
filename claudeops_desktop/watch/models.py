"""The checks that ``services.toml`` can name, each a pydantic model. What they do is in ``checks/``.

Every field is validated where it is read, so that a check never meets a value that it cannot use. ``target`` says
what a check looks at, for reading; secrets that stand in a URL or a header are not in it.
"""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from .words import amount

NAME = re.compile(r"[a-zA-Z0-9_-]+")
_HOST = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9_\[][A-Za-z0-9_.:%\]-]*")
_CODES = re.compile(r"(\d{3})(?:\s*-\s*(\d{3}))?|([1-5])xx", re.IGNORECASE)

Port = Annotated[int, Field(ge=1, le=65535)]
Seconds = Annotated[float, Field(gt=0, le=600)]


class _Check(BaseModel):
    """What all checks share. ``key`` tells the checks of one service apart."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, defer_build=True)

    check: str
    name: str
    label: str = ""
    timeout: Seconds = 10.0
    retries: int = Field(default=0, ge=0, le=10)
    retry_after: float = Field(default=1.0, ge=0, le=60)
    builtin: bool = Field(default=False, exclude=True)

    @field_validator("name", "label")
    @classmethod
    def _nameable(cls, value: str) -> str:
        if value and not NAME.fullmatch(value):
            raise ValueError("may have letters, digits, - and _ only, so that markers can name it")
        return value.lower()

    @field_validator("name")
    @classmethod
    def _given(cls, value: str) -> str:
        if not value:
            raise ValueError("must not be empty")
        if value == "general":
            raise ValueError('must not be "general", which means no service')
        return value

    @property
    def key(self) -> str:
        """The check's own name: ``web:http``, with the label where there is one."""
        return ":".join(part for part in (self.name, self.check, self.label) if part)

    @property
    def target(self) -> str:
        """What is looked at, for reading."""
        return self.name

    @property
    def limit(self) -> float:
        """Seconds after which the check has hung: all attempts, their pauses, and some grace."""
        return (self.timeout + self.retry_after) * self.retries + self.timeout + 2.0


class _Network(_Check):
    """A check that looks over the network; one lost packet is not an outage."""

    retries: int = Field(default=1, ge=0, le=10)


class _Local(_Check):
    """A check that looks inside a machine: this one, or ``host`` over ssh."""

    host: str = ""
    ssh_port: Port | None = None

    @field_validator("host")
    @classmethod
    def _is_host(cls, value: str) -> str:
        if value and not _HOST.fullmatch(value):
            raise ValueError('must be a host as ssh takes it, such as "user@host" or a Host of your ssh configuration')
        return value

    def at(self, target: str) -> str:
        """A target with the host it is on."""
        return f"{target} on {self.host}" if self.host else target


class Http(_Network):
    """A request to a web address."""

    check: Literal["http"] = "http"
    url: str
    method: Literal["GET", "HEAD", "POST", "OPTIONS"] = "GET"
    expect_status: tuple[tuple[int, int], ...] = ((200, 399),)
    expect_text: str = ""
    headers: dict[str, str] = {}
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


class Tcp(_Network):
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


class Dns(_Network):
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


class Tls(_Network):
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


class Process(_Local):
    """Running processes, counted by exact name or by a pattern in their command line."""

    check: Literal["process"] = "process"
    process: str = ""
    pattern: str = ""
    min_count: int = Field(default=1, ge=0)
    max_count: int | None = Field(default=None, ge=0)

    @field_validator("pattern")
    @classmethod
    def _compiles(cls, value: str) -> str:
        try:
            re.compile(value)
        except re.error as error:
            raise ValueError(f"is no regular expression: {error}") from None
        return value

    @model_validator(mode="after")
    def _one_of(self) -> Self:
        if bool(self.process) == bool(self.pattern):
            raise ValueError('needs either process = "name" or pattern = "text in the command line"')
        if self.max_count is not None and self.max_count < self.min_count:
            raise ValueError("max_count must not be less than min_count")
        return self

    @property
    def target(self) -> str:
        """What is counted, and where."""
        return self.at(f"process {self.process or self.pattern}")


class Unit(_Local):
    """A systemd unit, of the system or of the user."""

    check: Literal["unit"] = "unit"
    unit: str = Field(min_length=1, pattern=r"^[A-Za-z0-9@_:.\\][A-Za-z0-9@_:.\\-]*$")
    user: bool = False
    expect_state: Literal["active", "inactive"] = "active"

    @property
    def target(self) -> str:
        """The unit, and where."""
        return self.at(f"unit {self.unit}" + (" (user)" if self.user else ""))


class Container(_Local):
    """A container of Docker or Podman."""

    check: Literal["container"] = "container"
    container: str = Field(min_length=1, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")
    engine: Literal["auto", "docker", "podman"] = "auto"

    @property
    def target(self) -> str:
        """The container, and where."""
        return self.at(f"container {self.container}")


class _Free(_Local):
    """A thing that can run out. Limits are a share ("10%") or a size ("5 GB") that must stay free."""

    warn_free: str = "10%"
    critical_free: str = "5%"

    @field_validator("warn_free", "critical_free")
    @classmethod
    def _is_amount(cls, value: str) -> str:
        amount(value)
        return value

    @model_validator(mode="after")
    def _ordered(self) -> Self:
        (warn, warn_share), (critical, critical_share) = amount(self.warn_free), amount(self.critical_free)
        if warn_share == critical_share and critical > warn:
            raise ValueError("critical_free must not be more than warn_free")
        return self


class Disk(_Free):
    """Free space and inodes of the file system that holds ``path``."""

    check: Literal["disk"] = "disk"
    path: str = Field(pattern=r"^/")
    inodes: bool = True

    @property
    def target(self) -> str:
        """The path, and where."""
        return self.at(self.path)


class Memory(_Free):
    """Memory that programs can still get without swapping."""

    check: Literal["memory"] = "memory"

    @property
    def target(self) -> str:
        """Whose memory."""
        return self.at("memory")


class Load(_Local):
    """The load average for each core."""

    check: Literal["load"] = "load"
    minutes: Literal[1, 5, 15] = 5
    warn_per_core: float = Field(default=2.0, gt=0)
    critical_per_core: float = Field(default=5.0, gt=0)

    @property
    def target(self) -> str:
        """Whose load."""
        return self.at("load")


class Command(_Local):
    """A program and its arguments, never given to a shell of this machine."""

    check: Literal["command"] = "command"
    command: tuple[str, ...] = Field(min_length=1)
    expect_exit: int = Field(default=0, ge=0, le=255)
    degraded_exit: tuple[int, ...] = ()
    expect_text: str = ""
    read_only: bool = True

    @field_validator("command", mode="before")
    @classmethod
    def _is_list(cls, value: Any) -> Any:
        if isinstance(value, str):
            raise ValueError('must be a list, the program and each argument for itself: ["pg_isready", "-q"]')
        return value

    @property
    def target(self) -> str:
        """The program, and where; arguments may hold what nobody should read."""
        return self.at(self.command[0])


class Clock(_Check):
    """This machine's clock: against a time server, or whether it is kept in time at all."""

    check: Literal["clock"] = "clock"
    server: str = ""
    port: Port = 123
    warn_seconds: float = Field(default=1.0, gt=0)
    critical_seconds: float = Field(default=30.0, gt=0)

    @property
    def target(self) -> str:
        """Against what."""
        return f"clock against {self.server}" if self.server else "clock"


class Resolution(_Check):
    """Whether this machine can turn names into addresses."""

    check: Literal["resolution"] = "resolution"
    names: tuple[str, ...] = Field(default=("localhost",), min_length=1)
    resolvers: bool = True
    timeout: Seconds = 3.0

    @property
    def target(self) -> str:
        """Which names."""
        return "names " + ", ".join(self.names)


Service = Http | Tcp | Dns | Tls | Process | Unit | Container | Disk | Memory | Load | Command | Clock | Resolution
MODELS: dict[str, type[Service]] = {
    str(model.model_fields["check"].default): model
    for model in (
        Http,
        Tcp,
        Dns,
        Tls,
        Process,
        Unit,
        Container,
        Disk,
        Memory,
        Load,
        Command,
        Clock,
        Resolution,
    )
}


class Watch(BaseModel):
    """The ``[watch]`` table: what holds for all checks that do not say otherwise. Times are in seconds."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    timeout: Seconds | None = None
    retries: int | None = Field(default=None, ge=0, le=10)
    recovery_wait: float = Field(default=20.0, ge=0, le=600)
    overall_limit: float = Field(default=120.0, ge=5, le=3600)
    at_once: int = Field(default=32, ge=1, le=256)
