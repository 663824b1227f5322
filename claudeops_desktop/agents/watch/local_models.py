"""The checks that look inside a machine: this one, or most of them another over ssh."""

from __future__ import annotations

import re
from typing import Any, Literal, Self

from pydantic import Field, field_validator, model_validator

from .model_base import BaseCheck, LocalCheck, Port, Seconds
from .text import amount


class ProcessCheck(LocalCheck):
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


class UnitCheck(LocalCheck):
    """A systemd unit, of the system or of the user."""

    check: Literal["unit"] = "unit"
    unit: str = Field(min_length=1, pattern=r"^[A-Za-z0-9@_:.\\][A-Za-z0-9@_:.\\-]*$")
    user: bool = False
    expect_state: Literal["active", "inactive"] = "active"

    @property
    def target(self) -> str:
        """The unit, and where."""
        return self.at(f"unit {self.unit}" + (" (user)" if self.user else ""))


class ContainerCheck(LocalCheck):
    """A container of Docker or Podman. The compose project and its folder tell the guard which service is meant."""

    check: Literal["container"] = "container"
    container: str = Field(min_length=1, pattern=r"^[A-Za-z0-9][A-Za-z0-9_.-]*$")
    engine: Literal["auto", "docker", "podman"] = "auto"
    compose_project: str = Field(default="", pattern=r"^([A-Za-z0-9][A-Za-z0-9_-]*)?$")
    compose_folder: str = Field(default="", pattern=r"^(/.*)?$")

    @property
    def target(self) -> str:
        """The container, and where."""
        return self.at(f"container {self.container}")


class _Free(LocalCheck):
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


class DiskCheck(_Free):
    """Free space and inodes of the file system that holds ``path``."""

    check: Literal["disk"] = "disk"
    path: str = Field(pattern=r"^/")
    inodes: bool = True

    @property
    def target(self) -> str:
        """The path, and where."""
        return self.at(self.path)


class MemoryCheck(_Free):
    """Memory that programs can still get without swapping."""

    check: Literal["memory"] = "memory"

    @property
    def target(self) -> str:
        """Whose memory."""
        return self.at("memory")


class LoadCheck(LocalCheck):
    """The load average for each core."""

    check: Literal["load"] = "load"
    minutes: Literal[1, 5, 15] = 5
    warn_per_core: float = Field(default=2.0, gt=0)
    critical_per_core: float = Field(default=5.0, gt=0)

    @property
    def target(self) -> str:
        """Whose load."""
        return self.at("load")


class CommandCheck(LocalCheck):
    """A program and its arguments, never given to a shell of this machine."""

    check: Literal["command"] = "command"
    command: tuple[str, ...] = Field(min_length=1)
    expect_exit: int = Field(default=0, ge=0, le=255)
    degraded_exit: tuple[int, ...] = ()
    expect_text: str = ""
    read_only: bool = True
    confined: bool = False

    @model_validator(mode="after")
    def _held_here(self) -> Self:
        if self.confined and self.host:
            raise ValueError("confined holds on this machine only, so it cannot stand together with host")
        return self

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


class SmartCheck(LocalCheck):
    """What a disk says of its own health, as smartctl reads it."""

    check: Literal["smart"] = "smart"
    device: str = Field(pattern=r"^/dev/[A-Za-z0-9/_.:-]+$")
    device_type: str = Field(default="", pattern=r"^[A-Za-z0-9][A-Za-z0-9+,/_-]*$|^$")
    max_bad_sectors: int = Field(default=0, ge=0)
    warn_celsius: float | None = Field(default=None, gt=0, le=200)
    wake: bool = False
    sudo: bool = False

    @property
    def target(self) -> str:
        """The disk, and where."""
        return self.at(self.device)


class RaidCheck(LocalCheck):
    """The arrays of Linux software RAID, or one of them."""

    check: Literal["raid"] = "raid"
    array: str = Field(default="", pattern=r"^(/dev/)?[A-Za-z0-9][A-Za-z0-9/_.:-]*$|^$")
    source: Literal["mdstat", "mdadm"] = "mdstat"
    path: str = Field(default="/proc/mdstat", pattern=r"^/")
    sudo: bool = False

    @model_validator(mode="after")
    def _mdadm_needs_an_array(self) -> Self:
        if self.source == "mdadm" and not self.array:
            raise ValueError('source = "mdadm" needs an array, such as array = "md0"')
        return self

    @property
    def name_of_array(self) -> str:
        """The array as /proc/mdstat names it; "" for all of them."""
        return self.array.removeprefix("/dev/").removeprefix("md/")

    @property
    def target(self) -> str:
        """Which array, and where."""
        return self.at(f"array {self.name_of_array}" if self.array else "all arrays")


class ClockCheck(BaseCheck):
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


class ResolutionCheck(BaseCheck):
    """Whether this machine can turn names into addresses."""

    check: Literal["resolution"] = "resolution"
    names: tuple[str, ...] = Field(default=("localhost",), min_length=1)
    resolvers: bool = True
    timeout: Seconds = 3.0

    @property
    def target(self) -> str:
        """Which names."""
        return "names " + ", ".join(self.names)
