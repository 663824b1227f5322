"""What all checks of ``services.toml`` share. Every field is validated where it is read."""

from __future__ import annotations

import re
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

LONGEST_NAME = 200
NAME = re.compile(r"[a-zA-Z0-9_-]+")
_HOST = re.compile(r"(?:[A-Za-z0-9_][A-Za-z0-9_.-]*@)?[A-Za-z0-9_\[][A-Za-z0-9_.:%\]-]*")

Port = Annotated[int, Field(ge=1, le=65535)]
Seconds = Annotated[float, Field(gt=0, le=600)]
SHORTEST_INTERVAL_S, LONGEST_INTERVAL_S = 10, 86_400
Investigate = Literal["never", "ask", "automatic"]


class BaseCheck(BaseModel):
    """What all checks share. ``key`` tells the checks of one service apart.

    ``interval`` is the time between two continuous checks in seconds, ``investigate`` what an incident starts; None is
    the setting of that name in ``[monitoring]``. ``depends_on`` names the services that this one cannot work without.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True, defer_build=True)

    check: str
    name: str
    label: str = ""
    timeout: Seconds = 10.0
    retries: int = Field(default=0, ge=0, le=10)
    retry_after: float = Field(default=1.0, ge=0, le=60)
    interval: Annotated[float, Field(ge=SHORTEST_INTERVAL_S, le=LONGEST_INTERVAL_S)] | None = None
    depends_on: tuple[str, ...] = ()
    investigate: Investigate | None = None
    incident_when_degraded: bool = False
    builtin: bool = Field(default=False, exclude=True)

    @field_validator("name", "label")
    @classmethod
    def _nameable(cls, value: str) -> str:
        if value and not NAME.fullmatch(value):
            raise ValueError("may have letters, digits, - and _ only, so that markers can name it")
        if len(value) > LONGEST_NAME:
            raise ValueError(f"must have {LONGEST_NAME} characters at most, it has {len(value)}")
        return value.lower()

    @field_validator("name")
    @classmethod
    def _given(cls, value: str) -> str:
        if not value:
            raise ValueError("must not be empty")
        if value == "general":
            raise ValueError('must not be "general", which means no service')
        return value

    @field_validator("depends_on")
    @classmethod
    def _dependencies(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for name in value:
            if not NAME.fullmatch(name):
                raise ValueError("must list names of services, which have letters, digits, - and _ only")
        return tuple(dict.fromkeys(name.lower() for name in value))

    @model_validator(mode="after")
    def _not_itself(self) -> Self:
        if self.name in self.depends_on:
            raise ValueError("depends_on must not name the service itself")
        return self

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


class NetworkCheck(BaseCheck):
    """A check that looks over the network; one lost packet is not an outage."""

    retries: int = Field(default=1, ge=0, le=10)


class LocalCheck(BaseCheck):
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
